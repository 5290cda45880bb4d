//! Where everything lies in a pack. Writer, reader and check all take their offsets from here.
//!
//! Numbers are unsigned, 32 bits wide and little-endian. A *range* is two numbers, start and end, the end not
//! included. A *hash* is 32 raw bytes. There is no padding, no pointer, no time and no path of the build machine, so
//! equal catalogs give equal bytes.
//!
//! # Header
//!
//! | offset | field | what it is |
//! |---|---|---|
//! | 0 | magic | the bytes `SKPK` |
//! | 4 | version | number, [`VERSION`] |
//! | 8 | length | number, bytes in the whole pack |
//! | 12 | fingerprint | hash, the identity of the whole catalog |
//! | 44 | sections | eight ranges of bytes in the pack, in the order of the next table |
//! | 108 | longest URI | number of bytes, of a file or directory |
//! | 112 | longest entry | number of bytes, of the `json` of an entry |
//! | 116 | longest descriptor | number of bytes, of the descriptor of a file or the `json` of a child |
//! | 120 | largest read | number of bytes, of a file's URI, MIME type and encoded length together, at most `u32::MAX` |
//!
//! The last four let a server compare a catalog with its bounds without a look at any record. Of nothing they are zero.
//!
//! # Sections
//!
//! They follow the header and one another without gaps; the last one ends the pack.
//!
//! | section | holds | order |
//! |---|---|---|
//! | entries | records of 88 bytes | bytewise by root URI, strictly ascending |
//! | files | records of 84 bytes | bytewise by URI, strictly ascending |
//! | directories | records of 24 bytes | bytewise by URI, strictly ascending |
//! | children | records of 16 bytes | by directory, then bytewise by URI |
//! | metadata | records of 16 bytes | by entry, then as the author wrote them |
//! | index | records of 12 bytes | by where a URI's hash lies among all hashes |
//! | text | UTF-8 | |
//! | bytes | contents of files, equal ones once | by first use |
//!
//! *Text* ranges below are relative to the text section, *content* ranges to the bytes section; a text range never
//! splits a character. Other ranges and indices count the records of the section that they name.
//!
//! # Records
//!
//! | entry | field | what it is |
//! |---|---|---|
//! | 0 | root | index of the `SKILL.md` in files; it carries the entry's URI |
//! | 4 | files | range of files: exactly those below the skill's directory |
//! | 12 | parent | index of the innermost enclosing entry, [`NONE`] without one |
//! | 16 | json | text: the finished entry |
//! | 24 | frontmatter | range of bytes within `json` |
//! | 32 | name | text |
//! | 40 | description | text |
//! | 48 | metadata | range of metadata; the entries' ranges cover the section in order |
//! | 56 | fingerprint | hash |
//!
//! | file | field | what it is |
//! |---|---|---|
//! | 0 | uri | text |
//! | 8 | path | text |
//! | 16 | mime type | text |
//! | 24 | descriptor | text: the finished resource descriptor |
//! | 32 | content | content |
//! | 40 | kind | [`file::BINARY`] or [`file::TEXT`] |
//! | 44 | encoded length | number of bytes |
//! | 48 | owner | index of the innermost entry that lists the file |
//! | 52 | digest | hash, SHA-256 of the content |
//!
//! | directory | field | what it is |
//! |---|---|---|
//! | 0 | uri | text |
//! | 8 | files | range of files: exactly those below it |
//! | 16 | children | range of children; the directories' ranges cover the section in order |
//!
//! | child | field | what it is |
//! |---|---|---|
//! | 0 | json | text: the finished resource descriptor |
//! | 8 | kind | [`child::FILE`] or [`child::DIRECTORY`] |
//! | 12 | target | index in files or in directories |
//!
//! | metadata | field | what it is |
//! |---|---|---|
//! | 0 | key | text |
//! | 8 | value | text |
//!
//! | slot of the index | field | what it is |
//! |---|---|---|
//! | 0 | hash | number, of a file's URI |
//! | 4 | file | index in files, [`NONE`] in a free slot |
//! | 8 | uri | start of the file's URI in the text section, so that it can be compared before the file is looked at |
//!
//! # Index
//!
//! For *n* files there are ⌈4*n*/3⌉ slots. A file stands in slot ⌊hash × slots / 2³²⌋, or in the next free one behind it when
//! the files are put in one by one in their order. The hash starts with the length of the URI. For each eight bytes, read as a
//! little-endian number, the last ones filled up with zeros and there even if they are none, it is turned left by five
//! bits, combined with the number by exclusive or, and multiplied by `0x9e37_79b9_7f4a_7c15`, all in 64 bits. Its upper
//! half counts.
//!
//! # Runs of JSON
//!
//! In the text section exactly one comma separates the `json` of an entry from the next one's. The same holds for the
//! descriptors of all files, and for the children of one directory. No such text is empty. Children that are neighbours
//! among the files, and described as those are, share the files' text.

use core::ops::Range;

/// The first four bytes of every pack.
pub const MAGIC: [u8; 4] = *b"SKPK";

/// The version of the format that this crate writes, and the only one that it reads.
pub const VERSION: u32 = 2;

/// An index that points nowhere. No section can hold so many records in 4 GiB.
pub(crate) const NONE: u32 = u32::MAX;

/// Where the first section starts.
#[expect(clippy::cast_possible_truncation, reason = "the header has 124 bytes")]
pub(crate) const HEADER_LEN: u32 = header::LEN as u32;

const NUMBER: usize = 4;
const RANGE: usize = 2 * NUMBER;
const HASH: usize = 32;

// An offset into a pack is used as an index into a slice without a check of its width.
const _: () = assert!(usize::BITS >= u32::BITS);

pub(crate) mod header {
    use super::{HASH, NUMBER, RANGE, Section};

    pub(crate) const MAGIC: usize = 0;
    pub(crate) const VERSION: usize = MAGIC + NUMBER;
    pub(crate) const LENGTH: usize = VERSION + NUMBER;
    pub(crate) const FINGERPRINT: usize = LENGTH + NUMBER;
    pub(crate) const SECTIONS: usize = FINGERPRINT + HASH;
    pub(crate) const LONGEST_URI: usize = SECTIONS + RANGE * Section::ALL.len();
    pub(crate) const LONGEST_ENTRY: usize = LONGEST_URI + NUMBER;
    pub(crate) const LONGEST_DESCRIPTOR: usize = LONGEST_ENTRY + NUMBER;
    pub(crate) const LARGEST_READ: usize = LONGEST_DESCRIPTOR + NUMBER;
    pub(crate) const LEN: usize = LARGEST_READ + NUMBER;
}

pub(crate) mod entry {
    use super::{HASH, NUMBER, RANGE};

    pub(crate) const ROOT: usize = 0;
    pub(crate) const FILES: usize = ROOT + NUMBER;
    pub(crate) const PARENT: usize = FILES + RANGE;
    pub(crate) const JSON: usize = PARENT + NUMBER;
    pub(crate) const FRONTMATTER: usize = JSON + RANGE;
    pub(crate) const NAME: usize = FRONTMATTER + RANGE;
    pub(crate) const DESCRIPTION: usize = NAME + RANGE;
    pub(crate) const METADATA: usize = DESCRIPTION + RANGE;
    pub(crate) const FINGERPRINT: usize = METADATA + RANGE;
    pub(crate) const LEN: usize = FINGERPRINT + HASH;
}

pub(crate) mod file {
    use super::{HASH, NUMBER, RANGE};

    pub(crate) const URI: usize = 0;
    pub(crate) const PATH: usize = URI + RANGE;
    pub(crate) const MIME_TYPE: usize = PATH + RANGE;
    pub(crate) const DESCRIPTOR: usize = MIME_TYPE + RANGE;
    pub(crate) const CONTENT: usize = DESCRIPTOR + RANGE;
    pub(crate) const KIND: usize = CONTENT + RANGE;
    pub(crate) const ENCODED_LEN: usize = KIND + NUMBER;
    pub(crate) const OWNER: usize = ENCODED_LEN + NUMBER;
    pub(crate) const DIGEST: usize = OWNER + NUMBER;
    pub(crate) const LEN: usize = DIGEST + HASH;

    pub(crate) const BINARY: u32 = 0;
    pub(crate) const TEXT: u32 = 1;
}

pub(crate) mod directory {
    use super::RANGE;

    pub(crate) const URI: usize = 0;
    pub(crate) const FILES: usize = URI + RANGE;
    pub(crate) const CHILDREN: usize = FILES + RANGE;
    pub(crate) const LEN: usize = CHILDREN + RANGE;
}

pub(crate) mod child {
    use super::{NUMBER, RANGE};

    pub(crate) const JSON: usize = 0;
    pub(crate) const KIND: usize = JSON + RANGE;
    pub(crate) const TARGET: usize = KIND + NUMBER;
    pub(crate) const LEN: usize = TARGET + NUMBER;

    pub(crate) const FILE: u32 = 0;
    pub(crate) const DIRECTORY: u32 = 1;
}

pub(crate) mod metadata {
    use super::RANGE;

    pub(crate) const KEY: usize = 0;
    pub(crate) const VALUE: usize = KEY + RANGE;
    pub(crate) const LEN: usize = VALUE + RANGE;
}

pub(crate) mod slot {
    use super::NUMBER;

    pub(crate) const HASH: usize = 0;
    pub(crate) const FILE: usize = HASH + NUMBER;
    pub(crate) const URI: usize = FILE + NUMBER;
    pub(crate) const LEN: usize = URI + NUMBER;
}

/// The sections of a pack, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Entries,
    Files,
    Directories,
    Children,
    Metadata,
    Index,
    Text,
    Bytes,
}

impl Section {
    pub(crate) const ALL: [Section; 8] = [
        Section::Entries,
        Section::Files,
        Section::Directories,
        Section::Children,
        Section::Metadata,
        Section::Index,
        Section::Text,
        Section::Bytes,
    ];

    /// The offset of its range in the header.
    pub(crate) const fn slot(self) -> usize {
        header::SECTIONS + RANGE * self as usize
    }

    /// The bytes that its length is a multiple of.
    pub(crate) const fn unit(self) -> usize {
        match self {
            Section::Entries => entry::LEN,
            Section::Files => file::LEN,
            Section::Directories => directory::LEN,
            Section::Children => child::LEN,
            Section::Metadata => metadata::LEN,
            Section::Index => slot::LEN,
            Section::Text | Section::Bytes => 1,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Section::Entries => "entries",
            Section::Files => "files",
            Section::Directories => "directories",
            Section::Children => "children",
            Section::Metadata => "metadata",
            Section::Index => "index",
            Section::Text => "text",
            Section::Bytes => "bytes",
        }
    }
}

/// The number at `at`, if the bytes reach that far.
pub(crate) const fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let Some((_, rest)) = bytes.split_at_checked(at) else {
        return None;
    };
    match rest.first_chunk::<NUMBER>() {
        Some(number) => Some(u32::from_le_bytes(*number)),
        None => None,
    }
}

/// The range at `at`, if the bytes reach that far.
pub(crate) const fn range(bytes: &[u8], at: usize) -> Option<Range<u32>> {
    match (number(bytes, at), number(bytes, at + NUMBER)) {
        (Some(start), Some(end)) => Some(start..end),
        _ => None,
    }
}

/// The hash at `at`, if the bytes reach that far.
pub(crate) const fn hash(bytes: &[u8], at: usize) -> Option<[u8; HASH]> {
    let Some((_, rest)) = bytes.split_at_checked(at) else {
        return None;
    };
    rest.first_chunk::<HASH>().copied()
}

/// The header of a pack whose sections have these lengths in bytes; `None` if it would be longer than `u32::MAX`.
///
/// Its maxima are zero, until there are records to measure.
pub(crate) const fn header_for(
    fingerprint: [u8; HASH],
    lengths: [u32; Section::ALL.len()],
) -> Option<[u8; header::LEN]> {
    let mut header = [0; header::LEN];
    put(&mut header, header::MAGIC, MAGIC);
    put(&mut header, header::VERSION, VERSION.to_le_bytes());
    put(&mut header, header::FINGERPRINT, fingerprint);
    let mut end = HEADER_LEN;
    let mut i = 0;
    while i < Section::ALL.len() {
        let start = end;
        end = match start.checked_add(lengths[i]) {
            Some(end) => end,
            None => return None,
        };
        put_range(&mut header, Section::ALL[i].slot(), start, end);
        i += 1;
    }
    put(&mut header, header::LENGTH, end.to_le_bytes());
    Some(header)
}

/// Stores `bytes` in a header or record. The offset is one of the constants above, never a value from a catalog.
pub(crate) const fn put<const N: usize>(record: &mut [u8], at: usize, bytes: [u8; N]) {
    record
        .split_at_mut(at)
        .1
        .split_at_mut(N)
        .0
        .copy_from_slice(&bytes);
}

/// Stores a range in a header or record, as [`put`] does.
pub(crate) const fn put_range(record: &mut [u8], at: usize, start: u32, end: u32) {
    put(record, at, start.to_le_bytes());
    put(record, at + NUMBER, end.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    // The numbers that the tables above state.
    #[test]
    fn documented_sizes_and_offsets_hold() {
        assert_eq!(
            (
                header::FINGERPRINT,
                header::SECTIONS,
                header::LONGEST_URI,
                header::LARGEST_READ,
                header::LEN
            ),
            (12, 44, 108, 120, 124)
        );
        assert_eq!(
            Section::ALL.map(Section::unit),
            [88, 84, 24, 16, 16, 12, 1, 1]
        );
        assert_eq!((entry::METADATA, entry::FINGERPRINT), (48, 56));
        assert_eq!((file::KIND, file::OWNER, file::DIGEST), (40, 48, 52));
        assert_eq!(
            (directory::CHILDREN, child::TARGET, metadata::VALUE),
            (16, 12, 8)
        );
    }

    #[test]
    fn reading_past_the_end_is_none() {
        assert_eq!(number(&[1, 0, 0, 0], 0), Some(1));
        assert_eq!(number(&[1, 0, 0, 0], 1), None);
        assert_eq!(number(&[1, 0, 0, 0], usize::MAX), None);
        assert_eq!(range(&[0; 7], 0), None);
        assert_eq!(hash(&[0; 32], 1), None);
    }

    #[test]
    fn a_header_ends_at_the_largest_number() {
        let room = u32::MAX - 124;
        let longest = header_for([0; 32], [0, 0, 0, 0, 0, 0, room, 0]);
        assert_eq!(
            longest.and_then(|header| number(&header, header::LENGTH)),
            Some(u32::MAX)
        );
        assert_eq!(header_for([0; 32], [0, 0, 0, 0, 0, 0, room, 1]), None);
    }
}
