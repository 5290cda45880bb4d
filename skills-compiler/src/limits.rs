//! The bounds that the bytes of a catalog decide (contract, L).

use std::ops::RangeInclusive;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// One bound: its name in `limits(…)` and the values it may take.
struct Bound {
    name: &'static str,
    valid: RangeInclusive<u64>,
}

macro_rules! limits {
    ($($(#[$doc:meta])* $field:ident = $default:expr, $valid:expr;)*) => {
        /// The bounds in force for one compilation.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct Limits {
            $($(#[$doc])* pub(crate) $field: u64,)*
        }

        const BOUNDS: &[Bound] = &[$(Bound { name: stringify!($field), valid: $valid }),*];

        impl Default for Limits {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        impl Limits {
            fn field(&mut self, name: &str) -> Option<&mut u64> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

limits! {
    /// Files in a revision.
    files = 512, 1..=512;
    /// Bytes in a revision.
    bytes = 16 * MIB, 1..=16 * MIB;
    /// Bytes of frontmatter, raw and as JSON, each.
    frontmatter = 64 * KIB, 1..=MIB;
    /// Levels of YAML and JSON; the root mapping is 1, scalars add none.
    depth = 32, 1..=64;
    /// Bytes of one encoded entry.
    entry = 4 * MIB, 1..=16 * MIB;
    /// Files in a catalog.
    catalog_files = 10_000, 1..=1_000_000;
    /// Entries in a catalog.
    entries = 10_000, 1..=1_000_000;
    /// Bytes of one file.
    file = MIB, 1..=8 * MIB;
    /// Bytes of one encoded read result.
    read = 8 * MIB, 1..=64 * MIB;
    /// Bytes of one URI.
    uri = 8 * KIB, 1..=64 * KIB;
}

/// Why a bound was not set.
pub(crate) enum LimitError {
    Unknown,
    Range(RangeInclusive<u64>),
}

impl Limits {
    /// The names of all bounds.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        BOUNDS.iter().map(|bound| bound.name)
    }

    pub(crate) fn set(&mut self, name: &str, value: u64) -> Result<(), LimitError> {
        let bound = BOUNDS
            .iter()
            .find(|bound| bound.name == name)
            .ok_or(LimitError::Unknown)?;
        if !bound.valid.contains(&value) {
            return Err(LimitError::Range(bound.valid.clone()));
        }
        self.field(name)
            .map(|field| *field = value)
            .ok_or(LimitError::Unknown)
    }

    /// The first pair of bounds that contradict each other, as a sentence.
    pub(crate) fn contradiction(&self) -> Option<String> {
        (self.entry < self.frontmatter).then(|| {
            format!(
                "limit `entry` ({} bytes) is below limit `frontmatter` ({} bytes), which an entry contains",
                self.entry, self.frontmatter
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // L: every default lies in its own range, and a value outside is refused where it is set.
    #[test]
    fn every_default_is_valid_and_every_range_is_enforced() {
        for bound in BOUNDS {
            let mut limits = Limits::default();
            let default = limits.field(bound.name).map(|field| *field);
            assert!(
                default.is_some_and(|default| bound.valid.contains(&default)),
                "{}",
                bound.name
            );
            assert!(limits.set(bound.name, *bound.valid.start()).is_ok());
            assert!(limits.set(bound.name, *bound.valid.end()).is_ok());
            assert!(limits.set(bound.name, bound.valid.end() + 1).is_err());
            assert!(limits.set(bound.name, bound.valid.start() - 1).is_err());
        }
    }
}
