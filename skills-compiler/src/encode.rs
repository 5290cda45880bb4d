//! From a catalog to the pack.

use sha2::{Digest, Sha256};
use skills_pack::{CatalogSpec, ChildSpec, DirectorySpec, EntrySpec, FileSpec, Target};

use crate::catalog::{Catalog, Child, Directory, Entry, File};

/// Encodes the catalog; the same catalog gives the same bytes on every machine.
///
/// # Errors
///
/// When it does not fit into a pack, as a message.
pub(crate) fn encode(catalog: &Catalog<'_>) -> Result<Vec<u8>, String> {
    let spec = spec(catalog).ok_or("catalog has more than 2^32 items")?;
    skills_pack::write(&spec).map_err(|error| error.to_string())
}

fn spec<'c>(catalog: &'c Catalog<'_>) -> Option<CatalogSpec<'c>> {
    let mut all = Sha256::new();
    for entry in &catalog.entries {
        all.update(entry.fingerprint);
    }
    Some(CatalogSpec {
        entries: catalog
            .entries
            .iter()
            .map(|entry| entry_spec(entry, catalog))
            .collect::<Option<_>>()?,
        files: catalog.files.iter().map(file_spec).collect::<Option<_>>()?,
        directories: catalog
            .directories
            .iter()
            .map(|d| directory_spec(d, catalog))
            .collect::<Option<_>>()?,
        fingerprint: all.finalize().into(),
    })
}

fn entry_spec<'c>(entry: &'c Entry<'_>, catalog: &Catalog<'_>) -> Option<EntrySpec<'c>> {
    let frontmatter = &entry.revision.frontmatter;
    let root = entry
        .files
        .clone()
        .find(|index| catalog.files[*index].member.is_root())?;
    Some(EntrySpec {
        root: number(root)?,
        files: range(&entry.files)?,
        parent: None,
        json: &entry.json,
        frontmatter: range(&entry.frontmatter)?,
        name: &frontmatter.name,
        description: &frontmatter.description,
        metadata: frontmatter
            .metadata
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .collect(),
        fingerprint: entry.fingerprint,
    })
}

fn file_spec<'c>(file: &'c File<'_>) -> Option<FileSpec<'c>> {
    Some(FileSpec {
        uri: &file.member.uri,
        path: file.member.path,
        mime_type: &file.member.media.mime_type,
        descriptor: &file.descriptor,
        content: &file.member.bytes,
        digest: file.member.digest,
        is_text: file.member.media.is_text,
        encoded_len: number(file.member.encoded_len)?,
        owner: number(file.entry)?,
    })
}

fn directory_spec<'c>(
    directory: &'c Directory,
    catalog: &'c Catalog<'_>,
) -> Option<DirectorySpec<'c>> {
    let child = |child: &'c Child| {
        Some(match child {
            Child::File(index) => ChildSpec {
                target: Target::File(number(*index)?),
                json: &catalog.files[*index].descriptor,
            },
            Child::Directory { index, json } => ChildSpec {
                target: Target::Directory(number(*index)?),
                json,
            },
        })
    };
    Some(DirectorySpec {
        uri: &directory.uri,
        files: range(&directory.files)?,
        children: directory
            .children
            .iter()
            .map(child)
            .collect::<Option<_>>()?,
    })
}

fn number(value: usize) -> Option<u32> {
    u32::try_from(value).ok()
}

fn range(range: &std::ops::Range<usize>) -> Option<std::ops::Range<u32>> {
    Some(number(range.start)?..number(range.end)?)
}
