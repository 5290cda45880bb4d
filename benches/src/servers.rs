//! The measured servers, built for one tree each.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, ensure};
use tempfile::TempDir;

use crate::{
    artifact::artifact,
    tree::{self, Tree},
};

/// Trees on disk and servers, made when they are first asked for.
#[derive(Debug)]
pub struct Servers {
    directory: TempDir,
}

impl Servers {
    /// Nothing yet.
    ///
    /// # Errors
    ///
    /// Where there is no place for temporary files.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self {
            directory: tempfile::tempdir().context("cannot make a directory for the trees")?,
        })
    }

    /// A place for temporary files.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// A tree on disk: a directory of skills.
    ///
    /// # Errors
    ///
    /// On whatever the file system refuses.
    pub fn tree(&self, tree: Tree) -> anyhow::Result<PathBuf> {
        self.files(&tree.slug(), || tree.contents())
    }

    /// The skill whose files are read, on disk.
    ///
    /// # Errors
    ///
    /// On whatever the file system refuses.
    pub fn reads(&self) -> anyhow::Result<PathBuf> {
        self.files("reads", tree::reads)
    }

    fn files<F: IntoIterator<Item = (String, Vec<u8>)>>(
        &self,
        name: &str,
        contents: impl FnOnce() -> F,
    ) -> anyhow::Result<PathBuf> {
        let root = self.directory().join("trees").join(name);
        if !root.exists() {
            fs::create_dir_all(&root)?;
            tree::write(&root, contents())?;
        }
        Ok(root)
    }

    /// Our server of a directory of skills.
    ///
    /// # Errors
    ///
    /// Where it does not build.
    pub fn embedded(&self, skills: &Path) -> anyhow::Result<PathBuf> {
        let tree = skills.file_name().context("a tree has a name")?;
        let copy = format!("embedded-{}", tree.to_string_lossy());
        self.program("embedded", &copy, Some(skills))
    }

    /// A server that is the same for every tree.
    ///
    /// # Errors
    ///
    /// Where it does not build.
    pub fn other(&self, name: &str) -> anyhow::Result<PathBuf> {
        self.program(name, name, None)
    }

    /// A copy of a server, since another tree will take the place of the original.
    fn program(&self, name: &str, copy: &str, skills: Option<&Path>) -> anyhow::Result<PathBuf> {
        let program = self.directory().join(copy);
        if !program.exists() {
            fs::copy(build(name, skills)?, &program)?;
        }
        Ok(program)
    }
}

/// Builds one server; cargo says itself where it put it.
fn build(name: &str, skills: Option<&Path>) -> anyhow::Result<PathBuf> {
    eprintln!(
        "building `{name}` for {}",
        skills.map_or("any tree".into(), |skills| skills.to_string_lossy())
    );
    let mut command = Command::new(env!("CARGO"));
    command
        .args([
            "build",
            "--release",
            "--quiet",
            "--package",
            "skills-bench-server",
            "--bin",
            name,
        ])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    if let Some(skills) = skills {
        command.env("SKILLS_BENCH_TREE", skills);
    }
    let output = command.output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let program = artifact(name, &output.stdout)?;
    let program = program["executable"].as_str();
    program.map(PathBuf::from).context("no program was built")
}
