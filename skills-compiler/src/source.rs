//! Where skills come from, and the files that a source lists.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Where the skills to compile come from.
#[derive(Debug)]
pub struct Source<'a> {
    pub(crate) kind: Kind<'a>,
    pub(crate) label: Option<String>,
}

#[derive(Debug)]
pub(crate) enum Kind<'a> {
    Directory { package: PathBuf, relative: String },
    Files(Vec<(String, Cow<'a, [u8]>)>),
}

impl Source<'_> {
    /// The directory at `relative`, a path from the package's directory.
    ///
    /// Ignore rules (contract, S7a) come from the `.gitignore` files from `package` down; where `relative` leaves the
    /// package, from the embedded directory down. The directory itself may be a symbolic link, nothing below it.
    pub fn directory(package: impl Into<PathBuf>, relative: impl Into<String>) -> Self {
        Self {
            kind: Kind::Directory {
                package: package.into(),
                relative: relative.into(),
            },
            label: None,
        }
    }

    /// Names the embedded directory in messages, where that is not the path as given.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Files in memory: `/`-separated paths below an embedded directory that has no name, and their bytes.
    ///
    /// Link and ignore rules do not apply. A `SKILL.md` at the top makes the whole source one skill.
    pub fn files<P: Into<String>, B: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (P, B)>,
    ) -> Source<'static> {
        let files = files
            .into_iter()
            .map(|(path, bytes)| (path.into(), Cow::Owned(bytes.into())))
            .collect();
        Source {
            kind: Kind::Files(files),
            label: None,
        }
    }
}

#[cfg(feature = "include_dir")]
impl<'a> Source<'a> {
    /// A tree that `include_dir!` embedded. Link and ignore rules do not apply.
    ///
    /// Meant for build scripts, tests and tools: a server embeds with `embed_skills!`.
    pub fn include_dir(dir: &'a include_dir::Dir<'a>) -> Self {
        let mut files = Vec::new();
        let mut pending = vec![dir];
        while let Some(next) = pending.pop() {
            pending.extend(next.dirs());
            files.extend(next.files().map(|file| {
                let path = file
                    .path()
                    .to_string_lossy()
                    .replace(std::path::MAIN_SEPARATOR, "/");
                (path, Cow::Borrowed(file.contents()))
            }));
        }
        Self {
            kind: Kind::Files(files),
            label: None,
        }
    }
}

/// A file that a source lists, not read yet.
#[derive(Debug)]
pub(crate) struct Listed<'a> {
    /// The `/`-separated path below the embedded directory.
    pub(crate) path: String,
    /// What the source says about its size before it is read.
    pub(crate) size: u64,
    pub(crate) is_executable: bool,
    pub(crate) content: Content<'a>,
}

#[derive(Debug)]
pub(crate) enum Content<'a> {
    Disk(PathBuf),
    Memory(Cow<'a, [u8]>),
}

/// Everything that a source holds, after ignore rules and globs.
#[derive(Debug, Default)]
pub(crate) struct Listing<'a> {
    /// How messages name the embedded directory, empty when it has no name.
    pub(crate) label: String,
    /// The last component of the embedded directory, when it has one.
    pub(crate) name: Option<String>,
    pub(crate) files: Vec<Listed<'a>>,
    /// Files that shaped the listing without being part of it.
    pub(crate) consulted: Vec<PathBuf>,
}

impl Listing<'_> {
    /// The path as a person would write it from the package's directory.
    pub(crate) fn display(&self, path: &str) -> String {
        let path = &*printable(path);
        match (self.label.as_str(), path) {
            ("", "") => ".".to_owned(),
            ("", path) => path.to_owned(),
            (label, "") => label.to_owned(),
            (label, path) => format!("{label}/{path}"),
        }
    }
}

/// The path with its control characters escaped.
fn printable(path: &str) -> Cow<'_, str> {
    if !path.contains(char::is_control) {
        return Cow::Borrowed(path);
    }
    let escape = |c: char| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    };
    Cow::Owned(path.chars().map(escape).collect())
}

/// Why a file was not read whole.
#[derive(Debug)]
pub(crate) enum ReadError {
    Io(io::Error),
    /// It grew past the limit after it was listed.
    TooLarge,
}

impl Listed<'_> {
    /// Reads the file, once, up to `limit` bytes.
    pub(crate) fn read(&self, limit: u64) -> Result<Cow<'_, [u8]>, ReadError> {
        let bytes = match &self.content {
            Content::Memory(bytes) => Cow::Borrowed(&**bytes),
            Content::Disk(path) => {
                Cow::Owned(read_at_most(path, limit.saturating_add(1)).map_err(ReadError::Io)?)
            }
        };
        if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > limit {
            return Err(ReadError::TooLarge);
        }
        Ok(bytes)
    }

    /// The first bytes of the file, at most `limit`.
    pub(crate) fn read_start(&self, limit: usize) -> Option<Cow<'_, [u8]>> {
        match &self.content {
            Content::Memory(bytes) => Some(Cow::Borrowed(&bytes[..bytes.len().min(limit)])),
            Content::Disk(path) => read_at_most(path, u64::try_from(limit).unwrap_or(u64::MAX))
                .ok()
                .map(Cow::Owned),
        }
    }
}

fn read_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other(
            "it was replaced by something that is not a file",
        ));
    }
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
