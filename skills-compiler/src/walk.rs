//! From a source to its listing: the only code that touches the file system to find files.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::ignores::{BadIgnoreFile, Ignores, is_never_part};
use crate::options::Options;
use crate::source::{Content, Kind, Listed, Listing, Source};

/// Deeper trees are refused: each level costs at least two bytes of a path that may have 2,048 below its skill.
const MAX_DEPTH: usize = 1_024;

/// Lists what `source` holds, in path order, after ignore rules and globs (contract, S7a). Reads no file.
pub(crate) fn list<'a>(
    source: Source<'a>,
    options: &Options,
    problems: &mut Diagnostics,
) -> Listing<'a> {
    let mut listing = match source.kind {
        Kind::Directory { package, relative } => {
            list_directory(&package, &relative, source.label, options, problems)
        }
        Kind::Files(files) => list_files(files, source.label, options),
    };
    listing.files.sort_by(|a, b| a.path.cmp(&b.path));
    listing
}

fn list_files<'a>(
    files: Vec<(String, std::borrow::Cow<'a, [u8]>)>,
    shown: Option<String>,
    options: &Options,
) -> Listing<'a> {
    let files = files
        .into_iter()
        .filter(|(path, _)| is_selected(path, options))
        .map(|(path, bytes)| Listed {
            path,
            size: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
            is_executable: false,
            content: Content::Memory(bytes),
        })
        .collect();
    Listing {
        label: shown.unwrap_or_default(),
        files,
        ..Listing::default()
    }
}

fn list_directory(
    package: &Path,
    relative: &str,
    shown: Option<String>,
    options: &Options,
    problems: &mut Diagnostics,
) -> Listing<'static> {
    let root = package.join(relative);
    let steps = steps_inside(relative);
    let mut listing = Listing {
        label: shown.unwrap_or_else(|| label(relative)),
        name: directory_name(&root),
        ..Listing::default()
    };
    if !root.is_dir() {
        problems.push(missing_directory(&listing.label, &root));
        return listing;
    }
    if steps.is_none() {
        problems.push(outside_package(&listing.label));
    }
    let mut outer = Vec::new();
    for step in steps.iter().flatten() {
        outer.push(package.join(step));
    }
    let mut walk = Walk {
        package,
        options,
        listing: &mut listing,
        problems,
    };
    walk.descend_to(&root, &outer, &Ignores::NONE);
    listing
}

/// The directories from the package's own to the one above the embedded directory, or `None` when the path as written
/// leaves the package.
fn steps_inside(relative: &str) -> Option<Vec<PathBuf>> {
    let mut here = PathBuf::new();
    let mut steps = Vec::new();
    for component in Path::new(relative).components() {
        match component {
            Component::CurDir => {}
            Component::Normal(name) => {
                steps.push(here.clone());
                here.push(name);
            }
            Component::ParentDir if here.pop() => {
                steps.pop();
            }
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(steps)
}

/// The embedded directory as messages write it.
fn label(relative: &str) -> String {
    let trimmed = relative.trim_start_matches("./").trim_end_matches('/');
    if trimmed == "." {
        String::new()
    } else {
        trimmed.to_owned()
    }
}

/// The last component, through the file system where the path as written ends in dots.
fn directory_name(root: &Path) -> Option<String> {
    let written = root
        .components()
        .next_back()
        .filter(|last| matches!(last, Component::Normal(_)));
    match written {
        Some(_) => root.file_name()?.to_str().map(str::to_owned),
        None => root
            .canonicalize()
            .ok()?
            .file_name()?
            .to_str()
            .map(str::to_owned),
    }
}

fn is_selected(path: &str, options: &Options) -> bool {
    !options.exclude.matches(path) && (options.include.is_empty() || options.include.matches(path))
}

struct Walk<'w> {
    package: &'w Path,
    options: &'w Options,
    listing: &'w mut Listing<'static>,
    problems: &'w mut Diagnostics,
}

impl Walk<'_> {
    /// Collects the ignore rules of the directories `outer`, then walks `root`.
    fn descend_to(&mut self, root: &Path, outer: &[PathBuf], ignores: &Ignores<'_>) {
        match outer {
            [] => self.directory(root, "", ignores, 0),
            [first, rest @ ..] => match Ignores::enter(ignores, first, &mut self.listing.consulted)
            {
                Ok(ignores) => self.descend_to(root, rest, &ignores),
                Err(bad) => self.bad_ignore_file(&bad),
            },
        }
    }

    fn directory(&mut self, directory: &Path, path: &str, outer: &Ignores<'_>, depth: usize) {
        if depth > MAX_DEPTH {
            let message = format!("directory is nested too deeply (limit {MAX_DEPTH} levels)");
            self.problems.push(Diagnostic::new(
                code::PATH_LENGTH,
                self.listing.display(path),
                message,
            ));
            return;
        }
        let ignores = match Ignores::enter(outer, directory, &mut self.listing.consulted) {
            Ok(ignores) => ignores,
            Err(bad) => return self.bad_ignore_file(&bad),
        };
        let entries = fs::read_dir(directory).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        match entries {
            Ok(entries) => entries
                .iter()
                .for_each(|entry| self.entry(entry, path, &ignores, depth)),
            Err(error) => self.unreadable("directory", path, &error),
        }
    }

    fn entry(&mut self, entry: &DirEntry, parent: &str, ignores: &Ignores<'_>, depth: usize) {
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            Err(error) => return self.unreadable("file", parent, &error),
        };
        let absolute = entry.path();
        let name = entry.file_name();
        let lossy = name.to_string_lossy();
        if is_never_part(&lossy) || ignores.ignores(&absolute, kind.is_dir()) {
            return;
        }
        let path = if parent.is_empty() {
            lossy.to_string()
        } else {
            format!("{parent}/{lossy}")
        };
        let is_left_out = if kind.is_dir() {
            self.options.exclude.matches_directory(&path)
        } else {
            !is_selected(&path, self.options)
        };
        if is_left_out {
            return;
        }
        if name.to_str().is_none() {
            return self.problem(
                code::FILE_NAME_ENCODING,
                &path,
                "file name is not UTF-8",
                "rename it",
            );
        }
        if kind.is_dir() {
            self.directory(&absolute, &path, ignores, depth + 1);
        } else if kind.is_symlink() {
            let target = fs::read_link(&absolute)
                .map(|to| format!(" to `{}`", to.display()))
                .unwrap_or_default();
            let help = "put a copy of the file in its place, or leave it out with `exclude`";
            self.problem(
                code::SYMBOLIC_LINK,
                &path,
                &format!("symbolic link{target} would be embedded"),
                help,
            );
        } else if kind.is_file() {
            self.file(entry, absolute, path);
        } else {
            let message = "socket, device or pipe would be embedded";
            self.problem(
                code::SPECIAL_FILE,
                &path,
                message,
                "remove it, or leave it out with `exclude`",
            );
        }
    }

    fn file(&mut self, entry: &DirEntry, absolute: PathBuf, path: String) {
        match entry.metadata() {
            Ok(metadata) => {
                let content = Content::Disk(absolute);
                let is_executable = is_executable(&metadata);
                self.listing.files.push(Listed {
                    path,
                    size: metadata.len(),
                    is_executable,
                    content,
                });
            }
            Err(error) => self.unreadable("file", &path, &error),
        }
    }

    fn problem(&mut self, code: &'static crate::Code, path: &str, message: &str, help: &str) {
        self.problems
            .push(Diagnostic::new(code, self.listing.display(path), message).help(help));
    }

    fn unreadable(&mut self, what: &str, path: &str, error: &io::Error) {
        self.problems
            .push(unreadable(what, self.listing.display(path), error));
    }

    fn bad_ignore_file(&mut self, bad: &BadIgnoreFile) {
        let message = format!("cannot follow the ignore file: {}", bad.why());
        let shown = bad
            .path
            .strip_prefix(self.package)
            .unwrap_or(&bad.path)
            .display()
            .to_string();
        self.problems.push(
            Diagnostic::new(code::UNREADABLE, shown, message)
                .help("mend the pattern, or remove it"),
        );
    }
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

/// A file or directory that the operating system does not hand out.
pub(crate) fn unreadable(what: &str, path: String, error: &io::Error) -> Diagnostic {
    Diagnostic::new(
        code::UNREADABLE,
        path,
        format!("cannot read the {what}: {error}"),
    )
}

fn missing_directory(label: &str, root: &Path) -> Diagnostic {
    let what = if root.exists() {
        "is not a directory"
    } else {
        "does not exist"
    };
    Diagnostic::new(code::MISSING_DIRECTORY, label, format!("`{label}` {what}"))
        .note(format!("looked for it at `{}`", root.display()))
        .help("give the path from the directory of the package's `Cargo.toml`")
}

fn outside_package(label: &str) -> Diagnostic {
    Diagnostic::new(
        code::OUTSIDE_PACKAGE,
        label,
        format!("`{label}` lies outside the package"),
    )
    .note("`cargo package` would not pack it, and a build from the packed crate would fail")
    .help("move it into the package, or allow `outside_package` where the crate is never published")
}

#[cfg(test)]
mod tests {
    use super::*;

    // S6: judged on the path as written.
    #[test]
    fn a_path_that_leaves_the_package_is_noticed() {
        let steps = |path| {
            steps_inside(path).map(|steps| {
                steps
                    .iter()
                    .map(|s| s.display().to_string())
                    .collect::<Vec<_>>()
            })
        };
        assert_eq!(steps("skills"), Some(vec![String::new()]));
        assert_eq!(steps("./a/b"), Some(vec![String::new(), "a".into()]));
        assert_eq!(steps("a/../b"), Some(vec![String::new()]));
        assert_eq!(steps("."), Some(vec![]));
        assert_eq!(steps("../a"), None);
        assert_eq!(steps("a/../../b"), None);
        assert_eq!(steps("/a"), None);
    }
}
