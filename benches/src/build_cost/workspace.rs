//! The generated workspace: one for all crates, so that what they depend on is compiled once.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use tempfile::TempDir;

use super::{
    cargo::{self, Built, Mode},
    front::Front,
    leaf::{Leaf, State},
};
use crate::tree::Tree;

/// A workspace in a directory for temporary files.
#[derive(Debug)]
pub(super) struct Workspace {
    directory: TempDir,
    leaves: Vec<Leaf>,
}

impl Workspace {
    /// Writes a crate for each tree and way, and those that embed no skill.
    pub(super) fn create(trees: &[Tree]) -> anyhow::Result<Self> {
        let directory = tempfile::tempdir().context("cannot make a directory for the crates")?;
        let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n";
        fs::write(directory.path().join("Cargo.toml"), manifest)?;
        let ours = ours()?;
        // The same versions and the same compiler, even where the temporary directory has others by default.
        for file in ["Cargo.lock", "rust-toolchain.toml"] {
            fs::copy(ours.join(file), directory.path().join(file))?;
        }
        // A JSON string is a TOML string, too.
        let runtime = serde_json::to_string(&ours.join("skills-runtime"))?;
        let compiler = serde_json::to_string(&ours.join("skills-compiler"))?;
        let parent = directory.path().join("crates");
        let embedding = [Tree::NONE]
            .iter()
            .chain(trees)
            .flat_map(|tree| Front::EMBEDDING.map(|front| (front, *tree)));
        let leaves = embedding
            .chain([(Front::Nothing, Tree::NONE)])
            .map(|(front, tree)| Leaf::create(&parent, front, tree, &runtime, &compiler))
            .collect::<anyhow::Result<_>>()?;
        Ok(Self { directory, leaves })
    }

    /// The crate that embeds `tree` in this way.
    pub(super) fn leaf(&self, front: Front, tree: Tree) -> anyhow::Result<&Leaf> {
        let tree = if front == Front::Nothing {
            Tree::NONE
        } else {
            tree
        };
        let mut leaves = self.leaves.iter();
        leaves
            .find(|leaf| leaf.front == front && leaf.tree == tree)
            .context("no such crate was written")
    }

    /// Builds a crate as it is.
    pub(super) fn build(&self, leaf: &Leaf, mode: Mode) -> anyhow::Result<Built> {
        cargo::build(self.directory.path(), &leaf.name(), mode)
    }

    /// Builds what stays when a crate is made cold: all that it depends on, and its build script.
    pub(super) fn warm(&self, leaf: &Leaf, mode: Mode) -> anyhow::Result<()> {
        // Without a build script of its own, the crate for no skill stands in, which is built sooner.
        let stand_in = self.leaf(leaf.front, Tree::NONE)?;
        let leaf = if leaf.front.build_rs().is_some() {
            leaf
        } else {
            stand_in
        };
        self.build(leaf, mode).map(drop)
    }

    /// How long a build takes that has this to do.
    pub(super) fn time(&self, leaf: &Leaf, mode: Mode, state: State) -> anyhow::Result<Duration> {
        self.prepare(leaf, state)?;
        let built = self.build(leaf, mode)?;
        ensure!(!built.fresh, "`{}` was not built anew", leaf.name());
        Ok(built.time)
    }

    /// The most memory that one process of a cold build takes, in bytes.
    pub(super) fn peak(&self, leaf: &Leaf, mode: Mode) -> anyhow::Result<u64> {
        self.prepare(leaf, State::Cold)?;
        cargo::peak(self.directory.path(), &leaf.name(), mode)
    }

    fn prepare(&self, leaf: &Leaf, state: State) -> anyhow::Result<()> {
        leaf.prepare(state, &cargo::target(self.directory.path()))
    }
}

/// The workspace of this crate.
fn ours() -> anyhow::Result<PathBuf> {
    let parent = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    Ok(parent.context("the crate lies in a workspace")?.to_owned())
}
