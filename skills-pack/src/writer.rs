//! The writer: a catalog in, a pack out.

use alloc::vec::Vec;
use core::ops::Range;

use crate::area::Area;
use crate::check;
use crate::error::WriteError;
use crate::index;
use crate::layout::{self, NONE, Section, child, directory, entry, file, header, metadata};
use crate::maxima::Maxima;
use crate::reader::Pack;
use crate::spec::{CatalogSpec, ChildSpec, DirectorySpec, EntrySpec, FileSpec, Target};

/// The most bytes that the offsets of a pack can address.
const LIMIT: u64 = u32::MAX as u64;

/// Writes a catalog as a pack.
///
/// Equal catalogs give equal bytes on every machine. The result has passed [`Pack::check`].
///
/// # Errors
///
/// - The pack would be longer than `u32::MAX` bytes ([`WriteError::is_too_large`]). Nothing that large is allocated
///   to find that out.
/// - The catalog contradicts itself: URIs that are not strictly ascending, an index or range that points outside, a
///   skill or directory whose files are not exactly those below it, a wrong parent or owner, a text file that is not
///   UTF-8, an empty JSON text. The message names the record.
pub fn write(catalog: &CatalogSpec<'_>) -> Result<Vec<u8>, WriteError> {
    let mut bytes = Plan::new(catalog).emit(catalog.fingerprint, LIMIT)?;
    Maxima::measured(Pack::new_unchecked(&bytes)).write(&mut bytes);
    check::contents(Pack::new_unchecked(&bytes)).map_err(WriteError::inconsistent)?;
    Ok(bytes)
}

/// The sections of a pack before they are joined.
#[derive(Default)]
struct Plan<'a> {
    entries: Vec<u8>,
    files: Vec<u8>,
    directories: Vec<u8>,
    children: Vec<u8>,
    metadata: Vec<u8>,
    index: Vec<u8>,
    text: Area<'a>,
    bytes: Area<'a>,
}

impl<'a> Plan<'a> {
    fn new(catalog: &'a CatalogSpec<'a>) -> Self {
        let mut plan = Plan::default();
        plan.add_entries(&catalog.entries);
        let descriptors = plan.add_files(&catalog.files);
        plan.add_index(&catalog.files);
        for directory in &catalog.directories {
            plan.add_directory(directory, &catalog.files, &descriptors);
        }
        plan
    }

    fn add_entries(&mut self, entries: &'a [EntrySpec<'a>]) {
        let json = self.text.push_list(entries.iter().map(|entry| entry.json));
        for (spec, json) in entries.iter().zip(json) {
            let mut record = Record::<{ entry::LEN }>::new();
            record.number(entry::ROOT, spec.root);
            record.range(entry::FILES, spec.files.clone());
            // An index as large as the mark for none is wrong in any case, and must stay wrong.
            record.number(
                entry::PARENT,
                spec.parent.map_or(NONE, |parent| parent.min(NONE - 1)),
            );
            record.range(entry::JSON, json);
            record.range(entry::FRONTMATTER, spec.frontmatter.clone());
            record.range(entry::NAME, self.text.intern(spec.name.as_bytes()));
            record.range(
                entry::DESCRIPTION,
                self.text.intern(spec.description.as_bytes()),
            );
            record.range(entry::METADATA, self.add_metadata(&spec.metadata));
            record.hash(entry::FINGERPRINT, spec.fingerprint);
            self.entries.extend(record.0);
        }
    }

    fn add_metadata(&mut self, pairs: &[(&'a str, &'a str)]) -> Range<u32> {
        let start = count(&self.metadata, metadata::LEN);
        for (key, value) in pairs {
            let mut record = Record::<{ metadata::LEN }>::new();
            record.range(metadata::KEY, self.text.intern(key.as_bytes()));
            record.range(metadata::VALUE, self.text.intern(value.as_bytes()));
            self.metadata.extend(record.0);
        }
        start..count(&self.metadata, metadata::LEN)
    }

    /// Says where the descriptors lie.
    fn add_files(&mut self, files: &'a [FileSpec<'a>]) -> Vec<Range<u32>> {
        let descriptors = self
            .text
            .push_list(files.iter().map(|file| file.descriptor));
        for (spec, descriptor) in files.iter().zip(descriptors.iter().cloned()) {
            let kind = if spec.is_text {
                file::TEXT
            } else {
                file::BINARY
            };
            let mut record = Record::<{ file::LEN }>::new();
            record.range(file::URI, self.text.intern(spec.uri.as_bytes()));
            record.range(file::PATH, self.text.intern(spec.path.as_bytes()));
            record.range(file::MIME_TYPE, self.text.intern(spec.mime_type.as_bytes()));
            record.range(file::DESCRIPTOR, descriptor);
            record.range(file::CONTENT, self.bytes.intern(spec.content));
            record.number(file::KIND, kind);
            record.number(file::ENCODED_LEN, spec.encoded_len);
            record.number(file::OWNER, spec.owner);
            record.hash(file::DIGEST, spec.digest);
            self.files.extend(record.0);
        }
        descriptors
    }

    fn add_index(&mut self, files: &'a [FileSpec<'a>]) {
        let uris = files.iter().map(|file| file.uri.as_bytes());
        let placed = uris.map(|uri| (self.text.intern(uri).start, uri));
        self.index = index::build(placed);
    }

    fn add_directory(
        &mut self,
        spec: &'a DirectorySpec<'a>,
        files: &[FileSpec<'_>],
        descriptors: &[Range<u32>],
    ) {
        let mut record = Record::<{ directory::LEN }>::new();
        record.range(directory::URI, self.text.intern(spec.uri.as_bytes()));
        record.range(directory::FILES, spec.files.clone());
        let json = if let Some(run) = neighbours(&spec.children, files) {
            descriptors.get(run).unwrap_or_default().to_vec()
        } else {
            let json = spec.children.iter().map(|child| child.json);
            self.text.push_list(json)
        };
        record.range(directory::CHILDREN, self.add_children(&spec.children, json));
        self.directories.extend(record.0);
    }

    fn add_children(&mut self, children: &[ChildSpec<'_>], json: Vec<Range<u32>>) -> Range<u32> {
        let start = count(&self.children, child::LEN);
        for (spec, json) in children.iter().zip(json) {
            let (kind, target) = match spec.target {
                Target::File(index) => (child::FILE, index),
                Target::Directory(index) => (child::DIRECTORY, index),
            };
            let mut record = Record::<{ child::LEN }>::new();
            record.range(child::JSON, json);
            record.number(child::KIND, kind);
            record.number(child::TARGET, target);
            self.children.extend(record.0);
        }
        start..count(&self.children, child::LEN)
    }

    /// Joins the sections, if the pack is not longer than `limit` bytes.
    fn emit(self, fingerprint: [u8; 32], limit: u64) -> Result<Vec<u8>, WriteError> {
        let records = [
            self.entries,
            self.files,
            self.directories,
            self.children,
            self.metadata,
            self.index,
        ];
        let areas = [self.text, self.bytes];
        let lengths = records
            .iter()
            .map(|section| section.len() as u64)
            .chain(areas.iter().map(Area::len));
        let (header, total) = sized_header(fingerprint, lengths, limit)?;

        let mut bytes = Vec::with_capacity(total);
        bytes.extend(header);
        bytes.extend(records.iter().flatten());
        for piece in areas.iter().flat_map(Area::pieces) {
            bytes.extend(piece);
        }
        Ok(bytes)
    }
}

/// The run of files that is all of a directory's children, and described as they are: so nothing has to be stored again.
fn neighbours(children: &[ChildSpec<'_>], files: &[FileSpec<'_>]) -> Option<Range<usize>> {
    let Target::File(first) = children.first()?.target else {
        return None;
    };
    let start = first as usize;
    let run = start..start.checked_add(children.len())?;
    let described = (first..).zip(files.get(run.clone())?);
    children
        .iter()
        .zip(described)
        .all(|(child, (index, file))| {
            child.target == Target::File(index) && child.json == file.descriptor
        })
        .then_some(run)
}

/// The header for sections of these lengths, and the length of the pack.
fn sized_header(
    fingerprint: [u8; 32],
    lengths: impl Iterator<Item = u64>,
    limit: u64,
) -> Result<([u8; header::LEN], usize), WriteError> {
    let mut total = header::LEN as u64;
    let mut narrow = [0; Section::ALL.len()];
    for (slot, length) in narrow.iter_mut().zip(lengths) {
        total = total.saturating_add(length);
        *slot = u32::try_from(length).unwrap_or(u32::MAX);
    }
    let too_large = || WriteError::too_large(total, limit);
    if total > limit {
        return Err(too_large());
    }
    let header = layout::header_for(fingerprint, narrow).ok_or_else(too_large)?;
    Ok((header, usize::try_from(total).map_err(|_| too_large())?))
}

/// How many records have been added. Only meaningful as long as the pack is not too large.
fn count(records: &[u8], len: usize) -> u32 {
    u32::try_from(records.len() / len).unwrap_or(u32::MAX)
}

/// A record that is being filled.
struct Record<const N: usize>([u8; N]);

impl<const N: usize> Record<N> {
    fn new() -> Self {
        Record([0; N])
    }

    fn number(&mut self, at: usize, number: u32) {
        layout::put(&mut self.0, at, number.to_le_bytes());
    }

    fn range(&mut self, at: usize, range: Range<u32>) {
        layout::put_range(&mut self.0, at, range.start, range.end);
    }

    fn hash(&mut self, at: usize, hash: [u8; 32]) {
        layout::put(&mut self.0, at, hash);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    fn catalog(content: &[u8]) -> CatalogSpec<'_> {
        let file = FileSpec {
            uri: "skill://a/SKILL.md",
            path: "SKILL.md",
            mime_type: "text/markdown",
            descriptor: "{}",
            content,
            digest: [0; 32],
            is_text: true,
            encoded_len: 0,
            owner: 0,
        };
        CatalogSpec {
            files: vec![file],
            ..CatalogSpec::default()
        }
    }

    #[test]
    fn a_pack_may_be_exactly_as_long_as_the_limit() {
        let catalog = catalog(b"content");
        let emit = |limit| Plan::new(&catalog).emit([0; 32], limit);
        let length = emit(LIMIT).map(|bytes| bytes.len() as u64);
        // Header, record, two slots, strings, descriptor, content.
        assert_eq!(length, Ok(124 + 84 + 24 + (18 + 8 + 13) + 2 + 7));
        assert!(emit(280 - 1).is_err_and(|error| error.is_too_large()));
        assert!(emit(280).is_ok());
    }

    #[test]
    fn lengths_never_wrap() {
        let refused =
            |lengths: &[u64], limit| sized_header([0; 32], lengths.iter().copied(), limit).err();
        assert_eq!(
            refused(&[1, u64::MAX, 1], LIMIT),
            Some(WriteError::too_large(u64::MAX, LIMIT))
        );
        assert_eq!(
            refused(&[LIMIT], LIMIT),
            Some(WriteError::too_large(LIMIT + 124, LIMIT))
        );
        // Even a wrong limit yields no pack with offsets cut off.
        assert_eq!(
            refused(&[LIMIT], u64::MAX),
            Some(WriteError::too_large(LIMIT + 124, u64::MAX))
        );
    }
}
