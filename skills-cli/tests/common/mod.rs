//! A directory of skills and the command run in it.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use skills_compiler::{Diagnostics, Options, Source, compile};
use tempfile::TempDir;

pub(crate) const PDF: (&str, &str) = (
    "skills/pdf/SKILL.md",
    "---\nname: pdf\ndescription: Fills forms\n---\nReads `.env`.\n",
);
/// Its name is not its directory's.
pub(crate) const WORD: (&str, &str) = (
    "skills/word/SKILL.md",
    "---\nname: docx\ndescription: Writes letters\n---\n",
);
/// It holds a hidden file, which is a lint.
pub(crate) const HIDDEN: (&str, &str) = ("skills/pdf/.env", "TOKEN=1\n");
/// It belongs to no skill, which is a warning.
pub(crate) const STRAY: (&str, &str) = ("skills/note.txt", "x\n");

/// A directory with files in it.
pub(crate) struct Tree(TempDir);

impl Tree {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let tree = Self(tempfile::tempdir().expect("a directory"));
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        let parent = path.parent().expect("a path below the directory");
        fs::create_dir_all(parent).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    /// What the compiler itself says about `skills` in here. Formats are tested, its words are not.
    pub(crate) fn problems(&self) -> Diagnostics {
        match compile(Source::directory(self.path(), "skills"), &Options::new()) {
            Ok(compiled) => compiled.warnings().clone(),
            Err(problems) => problems,
        }
    }

    /// The command, run here, without what a CI service or a user may have set.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skills"));
        command.args(arguments).current_dir(self.path());
        for variable in [
            "GITHUB_WORKSPACE",
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "CI",
        ] {
            command.env_remove(variable);
        }
        command.stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        ran(&self.command(arguments).output().expect("the command runs"))
    }
}

/// What a command left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn ran(output: &Output) -> Ran {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    Ran {
        status: output.status.code(),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}
