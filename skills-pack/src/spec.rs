//! What a compiler says about a catalog: the input of the writer.

use alloc::vec::Vec;
use core::ops::Range;

/// A checked catalog, ready to be written.
///
/// Indices (`u32`) point into the vectors of this value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CatalogSpec<'a> {
    /// The skills, bytewise by root URI (D3).
    pub entries: Vec<EntrySpec<'a>>,
    /// The files of all skills, bytewise by URI, each once (S1).
    pub files: Vec<FileSpec<'a>>,
    /// Every directory level, those above a skill too, bytewise by URI (D9).
    pub directories: Vec<DirectorySpec<'a>>,
    /// The identity of the whole catalog.
    pub fingerprint: [u8; 32],
}

/// One skill: an item of `skills/list` (D2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrySpec<'a> {
    /// The index of its `SKILL.md`, whose URI is the entry's URI.
    pub root: u32,
    /// The files below the skill's directory, all of them (S1).
    pub files: Range<u32>,
    /// The innermost entry whose directory encloses this one's, if any (F9). It may come before or after this one.
    pub parent: Option<u32>,
    /// The finished JSON of the entry. It is stored as it is and not parsed.
    pub json: &'a str,
    /// Where the frontmatter object lies in `json`, in bytes.
    pub frontmatter: Range<u32>,
    /// The frontmatter's `name`.
    pub name: &'a str,
    /// The frontmatter's `description`.
    pub description: &'a str,
    /// The string pairs of the frontmatter's `metadata`, in the author's order.
    pub metadata: Vec<(&'a str, &'a str)>,
    /// The identity of the complete entry, its JSON and descriptors.
    pub fingerprint: [u8; 32],
}

/// One file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSpec<'a> {
    /// Its URI, percent-encoded (S4, S5).
    pub uri: &'a str,
    /// Its decoded path below the skill's directory.
    pub path: &'a str,
    /// Its MIME type (S7).
    pub mime_type: &'a str,
    /// The finished JSON of its item in `resources/list` (D7). It is stored as it is and not parsed.
    pub descriptor: &'a str,
    /// Its bytes, unchanged (S2). Equal contents are stored once.
    pub content: &'a [u8],
    /// The SHA-256 of `content` (S3). The writer does not compute it again.
    pub digest: [u8; 32],
    /// Whether it is served as text, which must then be UTF-8, or as Base64 (S7).
    pub is_text: bool,
    /// The bytes of the JSON string, quotes included, that carries the content in a read result.
    pub encoded_len: u32,
    /// The innermost entry that lists it (F9).
    pub owner: u32,
}

/// One directory level (D9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectorySpec<'a> {
    /// Its URI, without a slash at the end, unless it is a base without a path such as `skill://`.
    pub uri: &'a str,
    /// The files below it, at every depth.
    pub files: Range<u32>,
    /// Its direct children, bytewise by URI.
    pub children: Vec<ChildSpec<'a>>,
}

/// One direct child of a directory (D9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildSpec<'a> {
    /// The file or directory that it is.
    pub target: Target,
    /// The finished JSON of its item in a directory read. It is stored as it is and not parsed.
    pub json: &'a str,
}

/// What a child of a directory is, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The file with this index.
    File(u32),
    /// The directory with this index.
    Directory(u32),
}
