//! The measured servers, built for one tree each.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;
use tempfile::TempDir;

use crate::tree::{self, Tree};

/// Trees on disk and servers, made when they are first asked for.
#[derive(Debug)]
pub struct Servers {
    directory: TempDir,
    embedded: HashMap<String, PathBuf>,
    others: HashMap<&'static str, PathBuf>,
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
            embedded: HashMap::new(),
            others: HashMap::new(),
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
    pub fn embedded(&mut self, skills: &Path) -> anyhow::Result<PathBuf> {
        let name = skills.file_name().context("a tree has a name")?;
        let name = format!("embedded-{}", name.to_string_lossy());
        if let Some(program) = self.embedded.get(&name) {
            return Ok(program.clone());
        }
        // Another tree will take the place of this program, so it is put elsewhere.
        let program = self.directory().join(&name);
        fs::copy(build("embedded", Some(skills))?, &program)?;
        self.embedded.insert(name, program.clone());
        Ok(program)
    }

    /// A server that is the same for every tree.
    ///
    /// # Errors
    ///
    /// Where it does not build.
    pub fn other(&mut self, name: &'static str) -> anyhow::Result<PathBuf> {
        if let Some(program) = self.others.get(name) {
            return Ok(program.clone());
        }
        let program = self.directory().join(name);
        fs::copy(build(name, None)?, &program)?;
        self.others.insert(name, program.clone());
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
    for message in serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>() {
        let message = message?;
        if message["target"]["name"] == name
            && let Some(path) = message["executable"].as_str()
        {
            return Ok(path.into());
        }
    }
    bail!("cargo reported no binary named `{name}`")
}
