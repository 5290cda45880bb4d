//! Sets of globs, matched as `.gitignore` lines are.

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::options::OptionError;

/// Globs of one option; a path matches when any of them does, itself or through a directory above it.
#[derive(Clone, Debug, Default)]
pub(crate) struct GlobSet {
    lines: Vec<String>,
    matcher: Option<Gitignore>,
}

impl GlobSet {
    pub(crate) fn add(&mut self, glob: &str) -> Result<(), OptionError> {
        if glob.is_empty() || glob.starts_with(['!', '#']) || glob != glob.trim() {
            return Err(
                OptionError::new(format!("`{glob}` is not a glob")).with_help(
                    "write a pattern such as `**/*.bak`, without `!`, `#` or surrounding blanks",
                ),
            );
        }
        self.lines.push(glob.to_owned());
        self.matcher = Some(self.build().map_err(|error| {
            self.lines.pop();
            OptionError::new(format!("`{glob}` is not a glob: {error}"))
        })?);
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether the file at `path`, relative to the embedded directory, matches.
    pub(crate) fn matches(&self, path: &str) -> bool {
        self.matcher
            .as_ref()
            .is_some_and(|matcher| matcher.matched_path_or_any_parents(path, false).is_ignore())
    }

    /// Whether the directory at `path` matches as a whole, so that nothing below it needs a look.
    pub(crate) fn matches_directory(&self, path: &str) -> bool {
        self.matcher
            .as_ref()
            .is_some_and(|matcher| matcher.matched_path_or_any_parents(path, true).is_ignore())
    }

    fn build(&self) -> Result<Gitignore, ignore::Error> {
        let mut builder = GitignoreBuilder::new("");
        for line in &self.lines {
            builder.add_line(None, line)?;
        }
        builder.build()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(globs: &[&str]) -> GlobSet {
        let mut set = GlobSet::default();
        for glob in globs {
            set.add(glob).expect("the glob is valid");
        }
        set
    }

    // S7a: include and exclude globs.
    #[test]
    fn globs_follow_gitignore_rules() {
        let globs = set(&["*.bak", "/pdf/drafts/", "notes/**/x?.md"]);
        for path in [
            "a.bak",
            "pdf/b/c.bak",
            "pdf/drafts/deep/file.md",
            "notes/1/2/xy.md",
        ] {
            assert!(globs.matches(path), "{path}");
        }
        for path in ["a.bak.md", "other/pdf/drafts/x", "notes/xyz.md"] {
            assert!(!globs.matches(path), "{path}");
        }
        assert!(!GlobSet::default().matches("a"));
        assert!(globs.matches_directory("pdf/drafts"));
    }

    #[test]
    fn what_is_no_glob_is_refused() {
        let mut set = GlobSet::default();
        for glob in ["", "!a", "#a", " a"] {
            assert!(set.add(glob).is_err(), "{glob:?}");
        }
        assert_eq!(
            set.add("{a,b").expect_err("unclosed").to_string(),
            "`{a,b` is not a glob: error parsing glob '{a,b': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)"
        );
        assert!(set.is_empty());
    }
}
