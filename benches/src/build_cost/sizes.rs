//! How much a program grows by what is embedded.

use std::{path::Path, process::Command};

use anyhow::{Context as _, bail, ensure};

use super::{cargo::Mode, front::Front, leaf::Leaf, workspace::Workspace};
use crate::{
    report::{Measure, Row, Target},
    tree::Tree,
};

/// The growth of optimised programs, beside what they hold and beside the peers' growth.
///
/// Each is compared with the same program without any skill, so that its own code does not count.
pub(super) fn rows(workspace: &Workspace, tree: Tree) -> anyhow::Result<Vec<Row>> {
    let growth = |front| {
        let size = size(workspace, front, tree)? - size(workspace, front, Tree::NONE)?;
        anyhow::Ok(Measure::Bytes(size))
    };
    let peers = [growth(Front::IncludeDir)?, growth(Front::RustEmbed)?];
    let mut rows = Vec::new();
    for front in Front::OURS {
        let ours = growth(front)?;
        let what = format!("growth, {front}, release: {}", tree.label());
        let held = Measure::Bytes(tree.total() as u64 + entries(workspace, front, tree)?);
        let row = Row::new("size", &what, ours, "raw bytes and encoded entries", held);
        rows.push(row.target(Target::RatioAtMost(1.02)));
        for (peer, theirs) in Front::PEERS.into_iter().zip(peers) {
            rows.push(Row::new("size", &what, ours, peer.to_string(), theirs));
        }
    }
    Ok(rows)
}

/// What the rows above leave out: the code that is there without any skill.
pub(super) fn runtime_row(workspace: &Workspace) -> anyhow::Result<Row> {
    let ours = Measure::Bytes(size(workspace, Front::Macro, Tree::NONE)?);
    let theirs = Measure::Bytes(size(workspace, Front::Nothing, Tree::NONE)?);
    let what = "whole program, macro, release: no skill";
    Ok(Row::new(
        "size",
        what,
        ours,
        Front::Nothing.to_string(),
        theirs,
    ))
}

fn size(workspace: &Workspace, front: Front, tree: Tree) -> anyhow::Result<u64> {
    let leaf = workspace.leaf(front, tree)?;
    let program = workspace.build(leaf, Mode::Release)?.program;
    let program = program.context("cargo named no program")?;
    if front != Front::Nothing {
        run(leaf, &program)?;
    }
    Ok(program.metadata()?.len())
}

/// How many bytes the encoded entries have, as the program itself says.
fn entries(workspace: &Workspace, front: Front, tree: Tree) -> anyhow::Result<u64> {
    let leaf = workspace.leaf(front, tree)?;
    let program = workspace.build(leaf, Mode::Release)?.program;
    run(leaf, &program.context("cargo named no program")?)
}

/// Runs a program, which has to hold its tree.
fn run(leaf: &Leaf, program: &Path) -> anyhow::Result<u64> {
    let output = Command::new(program).arg(leaf.member()).output()?;
    let text = String::from_utf8(output.stdout)?;
    let numbers: Vec<u64> = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let [files, length, entries] = numbers[..] else {
        bail!("`{}` printed {text:?}", leaf.name());
    };
    let tree = leaf.tree;
    let expected = tree.skills * tree.files;
    let expected_length = if expected == 0 { 0 } else { tree.bytes };
    ensure!(
        (files, length) == (expected as u64, expected_length as u64),
        "`{}` holds {files} files, one of {length} bytes",
        leaf.name()
    );
    Ok(entries)
}
