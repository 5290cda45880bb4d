//! From a directory on the command line to the package that its ignore rules come from.

use std::path::{Component, Path, PathBuf};
use std::{env, io};

use skills_compiler::Source;

use crate::failure::Failure;

/// A directory of skills, and how the compiler is told about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Where ignore rules start: the current directory when the skills lie in it, otherwise the nearest directory around
    /// them that holds a `Cargo.toml` or a `.git`, otherwise their own.
    package: PathBuf,
    /// The path from there.
    relative: String,
    /// The directory as it was given, without a `./` before it and a slash behind it.
    label: String,
}

impl Place {
    /// Finds the package of an existing directory.
    pub(crate) fn find(given: &Path) -> Result<Self, Failure> {
        let unusable = |why: &dyn std::fmt::Display| {
            Failure::new(format!("cannot check `{}`: {why}", given.display()))
        };
        let metadata = given.metadata().map_err(|error| unusable(&error))?;
        if !metadata.is_dir() {
            return Err(unusable(&"it is not a directory"));
        }
        let current = env::current_dir().map_err(|error| unusable(&error))?;
        let directory = absolute(&current, given).map_err(|error| unusable(&error))?;
        let label = given
            .to_str()
            .ok_or_else(|| unusable(&"its path is not UTF-8"))?;
        let package = package(&current, &directory);
        let relative = slashed(directory.strip_prefix(package).unwrap_or(&directory))
            .ok_or_else(|| unusable(&"its path is not UTF-8"))?;
        Ok(Self {
            package: package.to_owned(),
            relative: if relative.is_empty() {
                ".".to_owned()
            } else {
                relative
            },
            label: shown(label),
        })
    }

    pub(crate) fn source(&self) -> Source<'static> {
        Source::directory(&self.package, &*self.relative).labelled(&*self.label)
    }

    /// The directory as messages name it; empty for the current directory.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }
}

/// The directory as written, from the root on. A link is followed only where `..` comes after it, for there the path as
/// written says something else; never at the end, for the directory itself may be one.
fn absolute(current: &Path, given: &Path) -> io::Result<PathBuf> {
    let directory = current.join(given);
    if !directory
        .components()
        .any(|part| part == Component::ParentDir)
    {
        return Ok(directory.components().collect());
    }
    match (directory.parent(), directory.file_name()) {
        (Some(parent), Some(name)) => Ok(parent.canonicalize()?.join(name)),
        _ => directory.canonicalize(),
    }
}

fn package<'p>(current: &'p Path, directory: &'p Path) -> &'p Path {
    if directory.starts_with(current) {
        return current;
    }
    directory
        .ancestors()
        .find(|above| above.join("Cargo.toml").is_file() || above.join(".git").exists())
        .unwrap_or(directory)
}

fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<_>> = path.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

fn shown(given: &str) -> String {
    let given = given.replace(std::path::MAIN_SEPARATOR, "/");
    let mut rest = given.as_str();
    while let Some(shorter) = rest.strip_prefix("./") {
        rest = shorter.trim_start_matches('/');
    }
    match rest.trim_end_matches('/') {
        "." => String::new(),
        "" if given.starts_with('/') => "/".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn messages_name_the_directory_as_it_was_given() {
        for (given, label) in [
            ("skills", "skills"),
            ("./skills/", "skills"),
            (".//skills", "skills"),
            (".", ""),
            ("./", ""),
            ("../skills", "../skills"),
            ("/srv/skills//", "/srv/skills"),
            ("/", "/"),
        ] {
            assert_eq!(shown(given), label, "{given}");
        }
    }

    // S7a: rules come from the package's directory down.
    #[test]
    fn the_current_directory_is_the_package_of_what_lies_in_it() {
        let current = Path::new("/work/server");
        assert_eq!(
            package(current, Path::new("/work/server/a/skills")),
            current
        );
        assert_eq!(package(current, Path::new("/work/server")), current);
    }

    #[test]
    fn elsewhere_the_nearest_package_or_repository_counts() {
        let tree = tempfile::tempdir().expect("a directory");
        let top = tree.path();
        let skills = top.join("server/assets/skills");
        fs::create_dir_all(&skills).expect("a directory");
        let elsewhere = Path::new("/nowhere");
        fs::create_dir(top.join(".git")).expect("a directory");
        assert_eq!(package(elsewhere, &skills), top);
        fs::write(top.join("server/Cargo.toml"), "").expect("a file");
        assert_eq!(package(elsewhere, &skills), top.join("server"));
    }

    #[cfg(unix)]
    #[test]
    fn dots_are_resolved_as_the_system_does() {
        let tree = tempfile::tempdir().expect("a directory");
        let top = tree.path().canonicalize().expect("a directory");
        fs::create_dir_all(top.join("far/away/skills")).expect("a directory");
        fs::create_dir(top.join("near")).expect("a directory");
        std::os::unix::fs::symlink(top.join("far/away"), top.join("near/link")).expect("a link");
        std::os::unix::fs::symlink(top.join("far/away/skills"), top.join("near/skills"))
            .expect("a link");
        let absolute = |given: &str| absolute(&top.join("near"), Path::new(given)).ok();
        assert_eq!(absolute("./skills/"), Some(top.join("near/skills")));
        assert_eq!(absolute("link/skills"), Some(top.join("near/link/skills")));
        assert_eq!(
            absolute("link/../away/skills"),
            Some(top.join("far/away/skills"))
        );
        assert_eq!(absolute("../near/skills"), Some(top.join("near/skills")));
        assert_eq!(absolute("link/.."), Some(top.join("far")));
    }
}
