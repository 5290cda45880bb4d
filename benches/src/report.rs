//! One table of ratios.

use std::{
    fmt::{self, Write as _},
    time::Duration,
};

use serde::{Serialize, Serializer};

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// How long something took.
    Time(Duration),
    /// How many bytes something has.
    Bytes(u64),
    /// How often something happens in a second.
    Rate(f64),
    /// A number without a unit.
    Number(f64),
}

impl Measure {
    /// Its number in seconds, bytes or times a second.
    #[expect(clippy::cast_precision_loss, reason = "nobody measures so many bytes")]
    pub fn number(self) -> f64 {
        match self {
            Self::Time(time) => time.as_secs_f64(),
            Self::Bytes(bytes) => bytes as f64,
            Self::Rate(number) | Self::Number(number) => number,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Time(time) => write!(f, "{time:.3?}"),
            Self::Bytes(bytes) if bytes < 10 << 10 => write!(f, "{bytes} B"),
            Self::Bytes(bytes) if bytes < 10 << 20 => write!(f, "{} KiB", bytes >> 10),
            Self::Bytes(bytes) => write!(f, "{} MiB", bytes >> 20),
            Self::Rate(rate) => write!(f, "{rate:.0}/s"),
            Self::Number(number) => write!(f, "{number:.2}"),
        }
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number())
    }
}

/// What a row has to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// The ratio is no larger.
    RatioAtMost(f64),
    /// The ratio is no smaller.
    RatioAtLeast(f64),
    /// Ours is larger by no more than this.
    MoreByAtMost(Measure),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RatioAtMost(ratio) => write!(f, "≤ {ratio:.2}"),
            Self::RatioAtLeast(ratio) => write!(f, "≥ {ratio:.2}"),
            Self::MoreByAtMost(more) => write!(f, "at most {more} more"),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The part of the report that it belongs to.
    pub part: &'static str,
    /// What was done.
    pub what: String,
    /// Our measurement, in seconds, bytes or times a second.
    pub ours: Measure,
    /// What it is compared with.
    pub beside: String,
    /// The measurement of that.
    pub theirs: Measure,
    /// Ours by theirs.
    pub ratio: f64,
    /// What was to be reached.
    pub target: Option<Target>,
    /// Whether it was.
    pub reached: Option<bool>,
}

impl Row {
    /// A comparison without a target.
    pub fn new(
        part: &'static str,
        what: impl Into<String>,
        ours: Measure,
        beside: impl Into<String>,
        theirs: Measure,
    ) -> Self {
        Self {
            part,
            what: what.into(),
            ours,
            beside: beside.into(),
            theirs,
            ratio: ours.number() / theirs.number(),
            target: None,
            reached: None,
        }
    }

    /// The same with a target.
    pub fn target(mut self, target: Target) -> Self {
        self.reached = Some(match target {
            Target::RatioAtMost(most) => self.ratio <= most,
            Target::RatioAtLeast(least) => self.ratio >= least,
            Target::MoreByAtMost(more) => {
                self.ours.number() - self.theirs.number() <= more.number()
            }
        });
        self.target = Some(target);
        self
    }
}

/// The rows as a Markdown table.
pub fn markdown(rows: &[Row]) -> String {
    let mut table = "| part | what | ours | beside | theirs | ratio | target | reached |\n\
                     |---|---|---:|---|---:|---:|---|---|\n"
        .to_owned();
    for row in rows {
        let target = row
            .target
            .map_or_else(String::new, |target| target.to_string());
        let reached = match row.reached {
            Some(true) => "yes",
            Some(false) => "**no**",
            None => "",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} | {:.3} | {target} | {reached} |",
            row.part, row.what, row.ours, row.beside, row.theirs, row.ratio
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: u64, theirs: u64) -> Row {
        let bytes = Measure::Bytes;
        Row::new("part", "what", bytes(ours), "peer", bytes(theirs))
    }

    #[test]
    fn a_target_is_about_the_ratio_or_the_difference() {
        for (target, reached) in [
            (Target::RatioAtMost(2.0), true),
            (Target::RatioAtMost(1.9), false),
            (Target::RatioAtLeast(2.0), true),
            (Target::RatioAtLeast(2.1), false),
            (Target::MoreByAtMost(Measure::Bytes(100)), true),
            (Target::MoreByAtMost(Measure::Bytes(99)), false),
        ] {
            assert_eq!(
                row(200, 100).target(target).reached,
                Some(reached),
                "{target}"
            );
        }
    }

    #[test]
    fn a_row_is_a_line_of_a_table() {
        let table = markdown(&[row(200, 100).target(Target::RatioAtMost(1.5))]);
        let line = "| part | what | 200 B | peer | 100 B | 2.000 | ≤ 1.50 | **no** |\n";
        assert!(table.ends_with(line), "{table}");
    }
}
