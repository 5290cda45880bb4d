//! What is never part of a skill, and what version control ignores (contract, S7a).

use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

const NEVER: &[&str] = &[
    ".git",
    ".gitignore",
    ".gitattributes",
    ".gitkeep",
    "__pycache__",
    ".DS_Store",
    "Thumbs.db",
    "desktop.ini",
];

/// Whether a file or directory of this name is never part of a skill.
pub(crate) fn is_never_part(name: &str) -> bool {
    NEVER.contains(&name) || is_editor_file(name)
}

/// Backup, swap and lock files of common editors.
fn is_editor_file(name: &str) -> bool {
    let is_swap = name.starts_with('.')
        && [".swp", ".swo", ".swx"]
            .iter()
            .any(|end| name.ends_with(end));
    let is_autosave = name.len() > 2 && name.starts_with('#') && name.ends_with('#');
    is_swap || is_autosave || name.starts_with(".#") || name.ends_with('~')
}

/// The `.gitignore` files in force in a directory, the innermost first.
#[derive(Debug)]
pub(crate) struct Ignores<'a> {
    outer: Option<&'a Ignores<'a>>,
    here: Option<Gitignore>,
}

/// A `.gitignore` that could not be understood.
#[derive(Debug)]
pub(crate) struct BadIgnoreFile {
    pub(crate) path: PathBuf,
    pub(crate) error: ignore::Error,
}

impl BadIgnoreFile {
    /// The error without the absolute path, which differs from machine to machine.
    pub(crate) fn why(&self) -> String {
        match &self.error {
            ignore::Error::WithPath { err, .. } => err.to_string(),
            other => other.to_string(),
        }
    }
}

impl<'a> Ignores<'a> {
    pub(crate) const NONE: Ignores<'static> = Ignores {
        outer: None,
        here: None,
    };

    /// The rules of `outer` and those of a `.gitignore` in `directory`, whose path is added to `consulted`.
    pub(crate) fn enter(
        outer: &'a Ignores<'a>,
        directory: &Path,
        consulted: &mut Vec<PathBuf>,
    ) -> Result<Self, BadIgnoreFile> {
        let path = directory.join(".gitignore");
        if !path.is_file() {
            return Ok(Self {
                outer: Some(outer),
                here: None,
            });
        }
        let mut builder = GitignoreBuilder::new(directory);
        let here = match builder.add(&path) {
            Some(error) => Err(error),
            None => builder.build(),
        };
        consulted.push(path.clone());
        let here = here.map_err(|error| BadIgnoreFile { path, error })?;
        Ok(Self {
            outer: Some(outer),
            here: Some(here),
        })
    }

    pub(crate) fn ignores(&self, path: &Path, is_directory: bool) -> bool {
        let here = self
            .here
            .as_ref()
            .map_or(Match::None, |rules| rules.matched(path, is_directory));
        match here {
            Match::Ignore(_) => true,
            Match::Whitelist(_) => false,
            Match::None => self
                .outer
                .is_some_and(|outer| outer.ignores(path, is_directory)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // S7a: the short list of what is never part of a skill.
    #[test]
    fn the_list_is_short_and_exact() {
        for name in [
            ".git",
            "__pycache__",
            ".DS_Store",
            ".SKILL.md.swp",
            "notes.md~",
            "#notes.md#",
            ".#notes.md",
        ] {
            assert!(is_never_part(name), "{name}");
        }
        for name in [
            "git",
            ".env",
            ".github",
            "swp",
            "a.swp",
            "#",
            "##",
            "thumbs.db.md",
            "x.pyc",
        ] {
            assert!(!is_never_part(name), "{name}");
        }
    }
}
