//! How long builds take.

use std::{collections::HashMap, time::Duration};

use super::{cargo::Mode, front::Front, leaf::State, workspace::Workspace};
use crate::{
    report::{Measure, Row, Target},
    stats,
    tree::Tree,
};

/// What a developer waits for at the most, with the largest skill there is.
const PATIENCE: Duration = Duration::from_secs(2);

/// The whole commands, cold and after one file has changed.
pub(super) fn rows(workspace: &Workspace, tree: Tree, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    // Optimised builds remember nothing of the one before, so that for them a touched file is a cold build.
    for (mode, state) in [
        (Mode::Debug, State::Cold),
        (Mode::Debug, State::Touched),
        (Mode::Release, State::Cold),
        (Mode::Check, State::Cold),
        (Mode::Check, State::Touched),
    ] {
        let rounds = match mode {
            Mode::Debug => affordable(tree, rounds),
            _ => affordable(tree, rounds).div_ceil(2),
        };
        rows.extend(rows_of(workspace, tree, mode, state, rounds)?);
    }
    Ok(rows)
}

/// Fewer rounds for what takes long: the peers take a second for every few thousand files.
fn affordable(tree: Tree, rounds: usize) -> usize {
    let files = tree.skills * tree.files;
    if files <= 1_000 {
        rounds
    } else if files <= 10_000 {
        rounds.div_ceil(2)
    } else {
        1
    }
}

/// What it costs to embed nothing at all: the part that no tree explains.
pub(super) fn empty_rows(workspace: &Workspace, rounds: usize) -> anyhow::Result<Vec<Row>> {
    rows_of(workspace, Tree::NONE, Mode::Debug, State::Cold, rounds)
}

/// What it brings to optimise macros and build scripts.
pub(super) fn override_rows(
    workspace: &Workspace,
    tree: Tree,
    rounds: usize,
) -> anyhow::Result<Vec<Row>> {
    let jobs = Front::OURS.map(|front| [(front, Mode::Override), (front, Mode::Debug)]);
    let times = times(
        workspace,
        tree,
        jobs.as_flattened(),
        State::Cold,
        affordable(tree, rounds),
    )?;
    let rows = Front::OURS
        .iter()
        .zip(times.chunks(2))
        .map(|(front, times)| {
            let what = what(*front, Mode::Override, State::Cold, tree);
            let [with, without] = [times[0], times[1]].map(Measure::Time);
            Row::new("build", what, with, "without build-override", without)
        });
    Ok(rows.collect())
}

fn rows_of(
    workspace: &Workspace,
    tree: Tree,
    mode: Mode,
    state: State,
    rounds: usize,
) -> anyhow::Result<Vec<Row>> {
    let mut fronts = Front::EMBEDDING.to_vec();
    if state == State::Cold {
        fronts.push(Front::Nothing);
    }
    let jobs: Vec<_> = fronts.iter().map(|front| (*front, mode)).collect();
    let times = times(workspace, tree, &jobs, state, rounds)?;
    let times = fronts.into_iter().zip(times).collect();
    Ok(compare(tree, mode, state, &times))
}

/// The medians of builds that take turns.
fn times(
    workspace: &Workspace,
    tree: Tree,
    jobs: &[(Front, Mode)],
    state: State,
    rounds: usize,
) -> anyhow::Result<Vec<Duration>> {
    for &(front, mode) in jobs {
        workspace.warm(workspace.leaf(front, tree)?, mode)?;
    }
    stats::interleaved(rounds, jobs.len(), |index| {
        let (front, mode) = jobs[index];
        workspace.time(workspace.leaf(front, tree)?, mode, state)
    })
}

fn compare(tree: Tree, mode: Mode, state: State, times: &HashMap<Front, Duration>) -> Vec<Row> {
    let mut rows = Vec::new();
    for front in Front::OURS {
        let what = what(front, mode, state, tree);
        let ours = Measure::Time(times[&front]);
        for peer in Front::PEERS.into_iter().chain([Front::Nothing]) {
            let Some(theirs) = times.get(&peer) else {
                continue;
            };
            let theirs = Measure::Time(*theirs);
            let row = Row::new("build", &what, ours, peer.to_string(), theirs);
            rows.push(match (mode, state, peer) {
                (Mode::Debug, State::Cold, Front::IncludeDir) if tree != Tree::NONE => {
                    row.target(allowance(front, tree))
                }
                _ => row,
            });
        }
        if (front, mode, state, tree) == (Front::Macro, Mode::Debug, State::Cold, Tree::LARGE) {
            let limit = Row::new("build", &what, ours, "a limit", Measure::Time(PATIENCE));
            rows.push(limit.target(Target::RatioAtMost(1.0)));
        }
    }
    rows
}

fn what(front: Front, mode: Mode, state: State, tree: Tree) -> String {
    format!(
        "{front}, {}, {}: {}",
        mode.label(),
        state.label(),
        tree.label()
    )
}

/// For hashing and checking, which the peer does not do: by the size of the tree, in unoptimised code.
fn allowance(front: Front, tree: Tree) -> Target {
    let per_mib: u64 = match front {
        Front::Macro => 80,
        _ => 40,
    };
    let micros = per_mib * 1_000 * tree.total() as u64 / (1 << 20);
    Target::MoreByAtMost(Measure::Time(Duration::from_micros(micros)))
}
