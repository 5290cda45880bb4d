//! A crate of its own that embeds skills, built as its author would build it.

use std::fs;
use std::io::{self, Error};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::tree::workspace;

/// Watches the directory for added files, as the documentation tells users to do.
const BUILD_RS: &str = "fn main() {\n    println!(\"cargo::rerun-if-changed=skills\");\n}\n";

/// A crate in a directory outside the workspace, with skills below its `skills/`.
#[derive(Debug)]
pub struct Project {
    name: &'static str,
    directory: PathBuf,
    target: PathBuf,
}

impl Project {
    /// Writes the crate into `directory`, which is created. It is built below `target`, a test's `CARGO_TARGET_TMPDIR`:
    /// what all crates depend on is built there once. Two crates that are built at the same time need two names.
    ///
    /// # Errors
    ///
    /// On whatever the file system refuses.
    pub fn create(
        name: &'static str,
        directory: &Path,
        target: &str,
        main_rs: &str,
    ) -> io::Result<Self> {
        let project = Self {
            name,
            directory: directory.to_owned(),
            target: Path::new(target).join("projects"),
        };
        project.write("Cargo.toml", &manifest(name)?)?;
        project.write("build.rs", BUILD_RS)?;
        project.write("src/main.rs", main_rs)?;
        // The versions that are at hand, so that nothing is downloaded.
        fs::copy(workspace().join("Cargo.lock"), project.path("Cargo.lock"))?;
        Ok(project)
    }

    /// A path below the crate's directory.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.directory.join(relative)
    }

    /// Writes one file, and the directories above it.
    ///
    /// # Errors
    ///
    /// On whatever the file system refuses.
    pub fn write(&self, relative: &str, contents: &str) -> io::Result<()> {
        let path = self.path(relative);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, contents)
    }

    /// Gives the crate's build script a crate of the workspace.
    ///
    /// # Errors
    ///
    /// On whatever the file system refuses.
    pub fn add_build_dependency(&self, name: &str) -> io::Result<()> {
        // A JSON string is a TOML string, too.
        let path = serde_json::to_string(&workspace().join(name))?;
        let manifest = fs::read_to_string(self.path("Cargo.toml"))?;
        let dependency = format!("[build-dependencies]\n{name} = {{ path = {path} }}\n");
        self.write("Cargo.toml", &format!("{manifest}\n{dependency}"))
    }

    /// Runs `cargo build`, from somewhere else, since nothing may depend on the directory that it is run in.
    ///
    /// # Errors
    ///
    /// When Cargo cannot be run; a build that fails is not an error here.
    pub fn build(&self) -> io::Result<Build> {
        let output = Command::new(env!("CARGO"))
            .args([
                "build",
                "--offline",
                "--verbose",
                "--message-format=json",
                "--manifest-path",
            ])
            .arg(self.path("Cargo.toml"))
            .current_dir(std::env::temp_dir())
            .env("CARGO_TARGET_DIR", &self.target)
            .output()?;
        Build::read(self.name, &output)
    }
}

fn manifest(name: &str) -> io::Result<String> {
    // A JSON string is a TOML string, too.
    let runtime = serde_json::to_string(&workspace().join("skills-runtime"))?;
    Ok(format!(
        "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nskills-runtime = {{ path = {runtime} }}\n\n[workspace]\n"
    ))
}

/// Leaves out the lines about what was not compiled again, which is nearly everything.
fn without_fresh(log: &str) -> String {
    let lines = log.lines();
    let kept: Vec<_> = lines
        .filter(|line| !line.trim_start().starts_with("Fresh "))
        .collect();
    kept.join("\n")
}

/// What `cargo build` said.
#[derive(Debug)]
pub struct Build {
    /// The errors and warnings of the compiler, as rustc would print them.
    pub messages: Vec<String>,
    /// Whether Cargo found everything as it was after the build before.
    pub is_fresh: bool,
    /// What Cargo itself said, with the reason for everything that it compiled.
    pub log: String,
    program: Option<PathBuf>,
}

impl Build {
    fn read(name: &str, output: &Output) -> io::Result<Self> {
        let mut build = Self {
            messages: Vec::new(),
            is_fresh: true,
            log: without_fresh(&String::from_utf8_lossy(&output.stderr)),
            program: None,
        };
        for line in output
            .stdout
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
        {
            build.note(name, &serde_json::from_slice(line)?);
        }
        Ok(build)
    }

    fn note(&mut self, name: &str, event: &Value) {
        match event["reason"].as_str() {
            Some("compiler-message") => {
                let rendered = event["message"]["rendered"].as_str().unwrap_or_default();
                self.messages.push(rendered.to_owned());
            }
            Some("compiler-artifact") if event["target"]["name"] == name => {
                self.is_fresh &= event["fresh"] == true;
                self.program = event["executable"].as_str().map(PathBuf::from);
            }
            _ => {}
        }
    }

    /// The program's path.
    ///
    /// # Errors
    ///
    /// With Cargo's own words when there is no program.
    pub fn program(&self) -> io::Result<&Path> {
        self.program
            .as_deref()
            .ok_or_else(|| Error::other(format!("{}{}", self.messages.concat(), self.log)))
    }

    /// What the program prints.
    ///
    /// # Errors
    ///
    /// With Cargo's own words when there is no program, and when the program fails.
    pub fn run(&self) -> io::Result<String> {
        let output = Command::new(self.program()?).output()?;
        if !output.status.success() {
            return Err(Error::other(
                String::from_utf8_lossy(&output.stderr).into_owned(),
            ));
        }
        String::from_utf8(output.stdout).map_err(Error::other)
    }
}
