//! All revisions together: their order, the rules between them, and the JSON that a server hands out.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::budget::as_u64;
use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::options::Options;
use crate::revision::{Member, Revision};

/// A catalog with every answer's JSON, ready to be encoded.
pub(crate) struct Catalog<'r> {
    pub(crate) entries: Vec<Entry<'r>>,
    pub(crate) files: Vec<File<'r>>,
    pub(crate) directories: Vec<Directory>,
}

pub(crate) struct Entry<'r> {
    pub(crate) revision: &'r Revision<'r>,
    pub(crate) files: Range<usize>,
    pub(crate) json: String,
    pub(crate) frontmatter: Range<usize>,
    pub(crate) fingerprint: [u8; 32],
}

pub(crate) struct File<'r> {
    pub(crate) member: &'r Member<'r>,
    pub(crate) entry: usize,
    pub(crate) descriptor: String,
}

pub(crate) struct Directory {
    pub(crate) uri: String,
    pub(crate) files: Range<usize>,
    pub(crate) children: Vec<Child>,
}

pub(crate) enum Child {
    File(usize),
    Directory { index: usize, json: String },
}

/// The wire shape of a resource in `resources/list` and directory reads.
#[derive(Serialize)]
struct Descriptor<'a> {
    uri: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(rename = "mimeType")]
    mime_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
}

/// The wire shape of a file in an entry (contract, D2).
#[derive(Serialize)]
struct Resource<'a> {
    uri: &'a str,
    digest: String,
    size: usize,
}

/// Orders `revisions`, which all passed their own checks, and writes their JSON.
pub(crate) fn assemble<'r>(
    revisions: &'r mut [Revision<'_>],
    options: &Options,
    label: &str,
    problems: &mut Diagnostics,
) -> Catalog<'r> {
    revisions.sort_by(|a, b| a.root_uri.cmp(&b.root_uri));
    let revisions: &'r [Revision<'r>] = revisions;
    check_totals(revisions, options, label, problems);
    let mut files: Vec<File<'_>> = revisions
        .iter()
        .enumerate()
        .flat_map(|(entry, revision)| {
            revision
                .members
                .iter()
                .map(move |member| (entry, revision, member))
        })
        .map(|(entry, revision, member)| File {
            member,
            entry,
            descriptor: descriptor(revision, member),
        })
        .collect();
    files.sort_by(|a, b| a.member.uri.cmp(&b.member.uri));
    let entries = revisions
        .iter()
        .enumerate()
        .map(|(index, revision)| entry(index, revision, &files))
        .inspect(|entry| check_entry_size(entry, options, problems))
        .collect();
    let directories = directories(&files);
    Catalog {
        entries,
        files,
        directories,
    }
}

fn check_totals(
    revisions: &[Revision<'_>],
    options: &Options,
    label: &str,
    problems: &mut Diagnostics,
) {
    let files = revisions
        .iter()
        .map(|revision| revision.members.len())
        .sum();
    let totals = [
        (
            code::CATALOG_FILES,
            "catalog_files",
            "files",
            files,
            options.limits.catalog_files,
        ),
        (
            code::CATALOG_ENTRIES,
            "entries",
            "skills",
            revisions.len(),
            options.limits.entries,
        ),
    ];
    for (code, name, what, count, limit) in totals {
        if as_u64(count) > limit {
            let message = format!("catalog has too many {what} (got {count}, limit {limit})");
            let help =
                format!("set `limits({name} = {count})`, here and where the catalog is served");
            problems.push(Diagnostic::new(code, label, message).help(help));
        }
    }
}

fn check_entry_size(entry: &Entry<'_>, options: &Options, problems: &mut Diagnostics) {
    let (size, limit) = (as_u64(entry.json.len()), options.limits.entry);
    if size > limit {
        let message = format!("entry is too large (got {size} bytes, limit {limit})");
        let problem = Diagnostic::new(code::ENTRY_SIZE, &entry.revision.shown, message);
        problems.push(problem.help("shorten the frontmatter, or embed fewer files"));
    }
}

fn descriptor(revision: &Revision<'_>, member: &Member<'_>) -> String {
    let is_root = member.is_root();
    json(&Descriptor {
        uri: &member.uri,
        name: if is_root {
            &revision.frontmatter.name
        } else {
            member.name()
        },
        description: is_root.then_some(revision.frontmatter.description.as_str()),
        mime_type: &member.media.mime_type,
        size: Some(member.bytes.len()),
    })
}

fn entry<'r>(index: usize, revision: &'r Revision<'r>, files: &[File<'_>]) -> Entry<'r> {
    let start = files.partition_point(|file| file.member.uri < revision.members[0].uri);
    let run = start..start + revision.members.len();
    debug_assert!(
        files[run.clone()].iter().all(|file| file.entry == index),
        "a skill's files lie together"
    );
    let resources: Vec<_> = revision
        .members
        .iter()
        .map(|member| Resource {
            uri: &member.uri,
            digest: digest_text(&member.digest),
            size: member.bytes.len(),
        })
        .collect();
    let head = format!("{{\"uri\":{},\"frontmatter\":", json(&revision.root_uri));
    let frontmatter = head.len()..head.len() + revision.frontmatter.json.len();
    let json = format!(
        "{head}{},\"resources\":{}}}",
        revision.frontmatter.json,
        json(&resources)
    );
    let descriptors = files[run.clone()]
        .iter()
        .map(|file| file.descriptor.as_str());
    let fingerprint = fingerprint(std::iter::once(json.as_str()).chain(descriptors));
    Entry {
        revision,
        files: run,
        json,
        frontmatter,
        fingerprint,
    }
}

/// SHA-256 over the parts, each behind its length as eight little-endian bytes.
fn fingerprint<'a>(parts: impl Iterator<Item = &'a str>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(as_u64(part.len()).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// `sha256:` and 64 lowercase hexadecimal digits (contract, S3).
pub(crate) fn digest_text(digest: &[u8; 32]) -> String {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let digits = digest
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|n| char::from(HEX[usize::from(n)]));
    "sha256:".chars().chain(digits).collect()
}

/// Every directory level above the files, in bytewise order of its URI (contract, D9).
fn directories(files: &[File<'_>]) -> Vec<Directory> {
    let mut runs = BTreeMap::<&str, Range<usize>>::new();
    for (index, file) in files.iter().enumerate() {
        for directory in ancestors(&file.member.uri) {
            runs.entry(directory).or_insert(index..index).end = index + 1;
        }
    }
    let mut directories: Vec<Directory> = runs
        .iter()
        .map(|(uri, run)| Directory {
            uri: (*uri).to_owned(),
            files: run.clone(),
            children: Vec::new(),
        })
        .collect();
    let index_of: BTreeMap<&str, usize> = runs
        .keys()
        .enumerate()
        .map(|(index, uri)| (*uri, index))
        .collect();
    let mut children = BTreeMap::<(usize, &str), Child>::new();
    for (index, file) in files.iter().enumerate() {
        let uri = file.member.uri.as_str();
        if let Some(parent) = ancestors(uri).last() {
            children.insert((index_of[parent], uri), Child::File(index));
        }
    }
    for (uri, index) in &index_of {
        if let Some(parent) = ancestors(uri).last() {
            let child = Child::Directory {
                index: *index,
                json: directory_descriptor(uri),
            };
            children.insert((index_of[parent], *uri), child);
        }
    }
    for ((parent, _), child) in children {
        directories[parent].children.push(child);
    }
    directories
}

fn directory_descriptor(uri: &str) -> String {
    let segment = uri.rsplit('/').next().unwrap_or(uri);
    let name = percent_encoding::percent_decode_str(segment).decode_utf8_lossy();
    json(&Descriptor {
        uri,
        name: &name,
        description: None,
        mime_type: "inode/directory",
        size: None,
    })
}

/// The directories above a URI, the outermost first: from the host on, or from the first segment where there is none.
fn ancestors(uri: &str) -> impl Iterator<Item = &str> {
    let after_scheme = uri.find(':').map_or(0, |at| at + 1);
    let first = if uri[after_scheme..].starts_with("//") {
        after_scheme + 2
    } else {
        after_scheme + 1
    };
    uri.match_indices('/')
        .map(|(at, _)| at)
        .filter(move |at| *at >= first)
        .map(|at| &uri[..at])
}

/// Compact JSON of a value whose keys are strings, which cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    // S3: the spelling of a digest.
    #[test]
    fn a_digest_is_lowercase_hexadecimal() {
        let digest: [u8; 32] = Sha256::digest(b"").into();
        assert_eq!(
            digest_text(&digest),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    // D9: the prefixes above a skill too, never the scheme.
    #[test]
    fn directories_start_at_the_host_or_the_first_segment() {
        let all = |uri| ancestors(uri).collect::<Vec<_>>();
        assert_eq!(all("skill://a/b/SKILL.md"), ["skill://a", "skill://a/b"]);
        assert_eq!(all("https://h:1/b/c.md"), ["https://h:1", "https://h:1/b"]);
        assert_eq!(all("skill:/a/b/SKILL.md"), ["skill:/a", "skill:/a/b"]);
        assert!(all("skill://a").is_empty());
        assert!(all("skill:/a").is_empty());
    }
}
