//! How much memory builds take; each is built once, since that hardly differs.

use super::{cargo::Mode, front::Front, workspace::Workspace};
use crate::{
    report::{Measure, Row},
    tree::Tree,
};

/// The peaks of cold builds.
pub(super) fn rows(workspace: &Workspace, tree: Tree) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for mode in [Mode::Debug, Mode::Release] {
        let peak = |front| {
            let peak = workspace.peak(workspace.leaf(front, tree)?, mode)?;
            anyhow::Ok(Measure::Bytes(peak))
        };
        let peers = [Front::IncludeDir, Front::RustEmbed, Front::Nothing];
        let peaks = peers
            .into_iter()
            .map(peak)
            .collect::<anyhow::Result<Vec<_>>>()?;
        for front in Front::OURS {
            let ours = peak(front)?;
            let what = format!("memory, {front}, {}, cold: {}", mode.label(), tree.label());
            for (peer, theirs) in peers.iter().zip(&peaks) {
                rows.push(Row::new("build", &what, ours, peer.to_string(), *theirs));
            }
        }
    }
    Ok(rows)
}
