//! One crate that embeds one tree in one way.

use std::{
    cell::Cell,
    fs::{self, OpenOptions},
    io::{Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use super::front::Front;
use crate::tree::Tree;

/// A crate of the generated workspace.
#[derive(Debug)]
pub(super) struct Leaf {
    pub(super) front: Front,
    pub(super) tree: Tree,
    directory: PathBuf,
    edits: Cell<u32>,
}

/// What a build finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing of the crate itself: it is compiled, and its build script is run, as if for the first time. The build
    /// script's own program stays, as the macros' do.
    Cold,
    /// Everything, but one embedded file has changed.
    Touched,
}

impl State {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Cold => "cold",
            Self::Touched => "one file touched",
        }
    }
}

impl Leaf {
    /// Writes the crate below `parent`.
    pub(super) fn create(
        parent: &Path,
        front: Front,
        tree: Tree,
        runtime: &str,
        compiler: &str,
    ) -> anyhow::Result<Self> {
        let mut leaf = Self {
            front,
            tree,
            directory: PathBuf::new(),
            edits: Cell::new(0),
        };
        leaf.directory = parent.join(leaf.name());
        tree.write(&leaf.directory.join("skills"))?;
        fs::create_dir_all(leaf.directory.join("src"))?;
        let manifest = format!(
            "[package]\nname = {:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n{}",
            leaf.name(),
            front.dependencies(runtime, compiler)
        );
        fs::write(leaf.directory.join("Cargo.toml"), manifest)?;
        if let Some(script) = front.build_rs() {
            fs::write(leaf.directory.join("build.rs"), script)?;
        }
        leaf.write_main()?;
        Ok(leaf)
    }

    pub(super) fn name(&self) -> String {
        format!("{}-{}", self.front.slug(), self.tree.slug())
    }

    /// The path of an embedded file, below the embedded directory; empty where there is none.
    pub(super) fn member(&self) -> String {
        let mut paths = self.tree.contents().map(|(path, _)| path);
        paths.nth(1).unwrap_or_default()
    }

    /// Makes the crate what `state` says, for a build in `target`.
    pub(super) fn prepare(&self, state: State, target: &Path) -> anyhow::Result<()> {
        // Also when all starts anew: a build script would run again, but leave alone a pack that is the same.
        self.edit()?;
        if state == State::Cold {
            self.write_main()?;
            self.forget(target)?;
        }
        Ok(())
    }

    fn write_main(&self) -> anyhow::Result<()> {
        let path = self.directory.join("src/main.rs");
        Ok(fs::write(path, self.front.main_rs())?)
    }

    /// Changes the end of a file and not its length. Where there is no file, one comes and goes, which changes the directory.
    fn edit(&self) -> anyhow::Result<()> {
        let skills = self.directory.join("skills");
        let member = self.member();
        if member.is_empty() {
            fs::write(skills.join("none"), [])?;
            return Ok(fs::remove_file(skills.join("none"))?);
        }
        self.edits.set(self.edits.get() + 1);
        let end = format!("{:015}\n", self.edits.get());
        let mut file = OpenOptions::new().write(true).open(skills.join(member))?;
        file.seek(SeekFrom::End(-16))?;
        Ok(file.write_all(end.as_bytes())?)
    }

    /// Removes what the compiler remembers from one build to the next. `cargo clean` would remove the build script too.
    fn forget(&self, target: &Path) -> anyhow::Result<()> {
        let directory = target.join("debug/incremental");
        if !directory.exists() {
            return Ok(());
        }
        let prefix = format!("{}-", self.name().replace('-', "_"));
        for session in fs::read_dir(directory)? {
            let session = session?;
            if session.file_name().to_string_lossy().starts_with(&prefix) {
                fs::remove_dir_all(session.path())?;
            }
        }
        Ok(())
    }
}
