//! What a request costs without any transport, beside a floor or a peer.

mod files;
mod lists;
mod look_ups;

use std::fmt;

use crate::{
    report::{Measure, Row, Target},
    servers::Servers,
    timing::{Work, times},
};

const PART: &str = "in process";

/// What is compared: two pieces of work, of which the second is the floor or the peer.
pub struct Comparison {
    /// What is done.
    pub what: String,
    /// What it is compared with.
    pub beside: &'static str,
    /// What was to be reached.
    pub target: Option<Target>,
    /// Ours.
    pub ours: Work<'static>,
    /// Theirs.
    pub theirs: Work<'static>,
}

impl fmt::Debug for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Comparison")
            .field("what", &self.what)
            .field("beside", &self.beside)
            .finish_non_exhaustive()
    }
}

/// Everything that is compared.
///
/// # Errors
///
/// Where the skills cannot be compiled or written.
pub fn comparisons(servers: &Servers) -> anyhow::Result<Vec<Comparison>> {
    let mut all = lists::comparisons()?;
    all.extend(look_ups::comparisons()?);
    all.extend(files::comparisons(servers)?);
    Ok(all)
}

/// Measures all comparisons, each interleaved.
///
/// # Errors
///
/// Those of [`comparisons`].
pub fn measure(servers: &Servers, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for comparison in comparisons(servers)? {
        let mut work = [comparison.ours, comparison.theirs];
        let times = times(rounds, &mut work);
        let [ours, theirs] = [times[0], times[1]].map(Measure::Time);
        let row = Row::new(PART, comparison.what, ours, comparison.beside, theirs);
        rows.push(match comparison.target {
            Some(target) => row.target(target),
            None => row,
        });
    }
    Ok(rows)
}
