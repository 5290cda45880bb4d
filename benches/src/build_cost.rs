//! What embedding costs a build, in time, memory and bytes of the program, beside the peers that embed.

mod cargo;
mod front;
mod leaf;
mod memory;
mod peak;
mod sizes;
mod times;
mod workspace;

use crate::{report::Row, tree::Tree};
use workspace::Workspace;

/// Every tree that is measured.
pub const TREES: [Tree; 5] = [
    Tree::TEN,
    Tree::HUNDRED,
    Tree::THOUSAND,
    Tree::FIVE_THOUSAND,
    Tree::LARGE,
];

/// Builds programs that embed the trees in four ways, and one that embeds nothing.
///
/// `rounds` is for unoptimised builds of small trees; the others, in which there is no target, take half of them, and trees of
/// thousands of files take fewer. Each time is that of the
/// whole command: what all commands do is the same for all, and the row beside "nothing embedded" tells how much that is.
///
/// # Errors
///
/// Where a program does not build, builds nothing anew, or does not hold its tree.
pub fn measure(rounds: usize, trees: &[Tree]) -> anyhow::Result<Vec<Row>> {
    let workspace = Workspace::create(trees)?;
    let mut rows = times::empty_rows(&workspace, rounds)?;
    for &tree in trees {
        eprintln!("building programs with {}", tree.label());
        rows.extend(times::rows(&workspace, tree, rounds)?);
        if [Tree::FIVE_THOUSAND, Tree::LARGE].contains(&tree) {
            rows.extend(times::override_rows(&workspace, tree, rounds)?);
        }
        rows.extend(memory::rows(&workspace, tree)?);
        rows.extend(sizes::rows(&workspace, tree)?);
    }
    rows.push(sizes::runtime_row(&workspace)?);
    Ok(rows)
}
