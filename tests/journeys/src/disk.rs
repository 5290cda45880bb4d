//! The example's skills as they lie on disk.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context as _, Result};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What every URI of the example starts with.
pub const ROOT: &str = "skill://";

/// Everything but what RFC 3986 calls unreserved (S4).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What the frontmatter of a skill says that is not for everyone.
const FOR_STAFF: &str = "\n  audience: staff\n";

/// Every file below `example-skills/skills`, under the URI that it has to be served at (S4a, S5).
#[derive(Clone, Debug, Default)]
pub struct Disk {
    files: BTreeMap<String, Vec<u8>>,
    children: BTreeMap<String, BTreeSet<String>>,
}

impl Disk {
    /// Reads all of it.
    ///
    /// # Errors
    ///
    /// On whatever the file system refuses, and on a name that is not UTF-8.
    pub fn read() -> Result<Self> {
        let mut disk = Self::default();
        let skills = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../example-skills/skills");
        disk.read_directory(&skills, None)?;
        Ok(disk)
    }

    fn read_directory(&mut self, directory: &Path, uri: Option<&str>) -> Result<()> {
        for item in fs::read_dir(directory)? {
            let path = item?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let name = utf8_percent_encode(name.context("a name is not UTF-8")?, ENCODED);
            let child = uri.map_or_else(|| format!("{ROOT}{name}"), |uri| format!("{uri}/{name}"));
            if path.is_dir() {
                self.read_directory(&path, Some(&child))?;
            } else {
                self.files.insert(child.clone(), fs::read(&path)?);
            }
            if let Some(uri) = uri {
                self.children
                    .entry(uri.to_owned())
                    .or_default()
                    .insert(child);
            }
        }
        Ok(())
    }

    /// Parts the skills that are for everyone from those for staff alone.
    pub fn split(self) -> (Self, Self) {
        let for_staff: BTreeSet<String> = self
            .skills()
            .into_iter()
            .filter(|root| String::from_utf8_lossy(&self.files[*root]).contains(FOR_STAFF))
            .map(|root| skill_of(root).to_owned())
            .collect();
        let is_for_staff = |uri: &str| for_staff.contains(skill_of(uri));
        let (staff_files, files) = self
            .files
            .into_iter()
            .partition(|(uri, _)| is_for_staff(uri));
        let (staff_children, children) = self
            .children
            .into_iter()
            .partition(|(uri, _)| is_for_staff(uri));
        let everyones = Self { files, children };
        let staffs = Self {
            files: staff_files,
            children: staff_children,
        };
        (everyones, staffs)
    }

    /// All files, bytewise by URI.
    pub fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// The root URIs of the skills, bytewise: a nested `SKILL.md` is a file like any other (S1).
    pub fn skills(&self) -> Vec<&str> {
        let uris = self.files.keys().map(String::as_str);
        uris.filter(|uri| {
            let name = uri
                .strip_prefix(ROOT)
                .and_then(|path| path.strip_suffix("/SKILL.md"));
            name.is_some_and(|name| !name.contains('/'))
        })
        .collect()
    }

    /// The files of a skill, bytewise by URI.
    pub fn files_of(&self, root: &str) -> BTreeMap<&str, &[u8]> {
        let directory = root.strip_suffix("SKILL.md").unwrap_or(root);
        let files = self
            .files
            .iter()
            .filter(|(uri, _)| uri.starts_with(directory));
        files
            .map(|(uri, bytes)| (uri.as_str(), bytes.as_slice()))
            .collect()
    }

    /// The direct children of every directory, the skills' own included.
    pub fn directories(&self) -> &BTreeMap<String, BTreeSet<String>> {
        &self.children
    }
}

/// The name of the skill that a URI lies in, percent-encoded.
fn skill_of(uri: &str) -> &str {
    let path = uri.strip_prefix(ROOT).unwrap_or(uri);
    path.split('/').next().unwrap_or(path)
}
