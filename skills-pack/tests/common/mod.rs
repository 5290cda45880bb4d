//! Catalogs for the tests: one by hand, any by proptest, and the way back from a pack to a catalog.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "shared by several test crates, none of which uses all of it, on catalogs that are small and right"
)]

pub(crate) mod generate;

use skills_pack::{
    CatalogSpec, ChildSpec, Directory, DirectorySpec, Entry, EntrySpec, File, FileSpec, Pack,
    Target,
};

/// Two skills below `skill://`, the second inside the first, with a script beside them.
pub(crate) fn small() -> CatalogSpec<'static> {
    let file = |uri, path, content: &'static [u8], owner| FileSpec {
        uri,
        path,
        mime_type: "text/markdown",
        descriptor: r#"{"uri":"…"}"#,
        content,
        digest: [u8::try_from(content.len()).unwrap(); 32],
        is_text: true,
        encoded_len: 2 + content.len() as u32,
        owner,
    };
    let entry = |root, files, parent, name, metadata| EntrySpec {
        root,
        files,
        parent,
        json: r#"{"frontmatter":{"ä":1}}"#,
        frontmatter: 15..23,
        name,
        description: "Does things.",
        metadata,
        fingerprint: [7; 32],
    };
    let child = |target| ChildSpec {
        target,
        json: r#"{"name":"ü"}"#,
    };
    CatalogSpec {
        // `2x` comes before `SKILL.md`: an enclosing entry is not always the earlier one.
        entries: vec![
            entry(0, 0..1, Some(1), "2x", vec![]),
            entry(1, 0..3, None, "work", vec![("author", "Zoë"), ("v", "1")]),
        ],
        files: vec![
            file("skill://work/2x/SKILL.md", "2x/SKILL.md", b"nested", 0),
            file("skill://work/SKILL.md", "SKILL.md", b"root", 1),
            FileSpec {
                is_text: false,
                mime_type: "image/png",
                ..file("skill://work/a%20b.png", "a b.png", b"\xff\0", 1)
            },
        ],
        directories: vec![
            DirectorySpec {
                uri: "skill://work",
                files: 0..3,
                children: vec![
                    child(Target::Directory(1)),
                    child(Target::File(1)),
                    child(Target::File(2)),
                ],
            },
            DirectorySpec {
                uri: "skill://work/2x",
                files: 0..1,
                children: vec![child(Target::File(0))],
            },
        ],
        fingerprint: [9; 32],
    }
}

/// Everything that a pack says, through its accessors. For packs that are whole.
pub(crate) fn read(pack: Pack<'_>) -> CatalogSpec<'_> {
    let entries = (0..pack.entry_count()).map(|i| read_entry(pack.entry(i).unwrap()));
    let files = (0..pack.file_count()).map(|i| read_file(pack.file(i).unwrap()));
    let directories =
        (0..pack.directory_count()).map(|i| read_directory(pack.directory(i).unwrap()));
    CatalogSpec {
        entries: entries.collect(),
        files: files.collect(),
        directories: directories.collect(),
        fingerprint: pack.fingerprint(),
    }
}

fn read_entry(entry: Entry<'_>) -> EntrySpec<'_> {
    let (json, frontmatter) = (entry.json(), entry.frontmatter_json());
    let start = (frontmatter.as_ptr() as usize - json.as_ptr() as usize) as u32;
    EntrySpec {
        root: entry.root(),
        files: entry.files(),
        parent: entry.parent(),
        json: str::from_utf8(json).unwrap(),
        frontmatter: start..start + frontmatter.len() as u32,
        name: entry.name(),
        description: entry.description(),
        metadata: entry.metadata().collect(),
        fingerprint: entry.fingerprint(),
    }
}

fn read_file(file: File<'_>) -> FileSpec<'_> {
    FileSpec {
        uri: file.uri(),
        path: file.path(),
        mime_type: file.mime_type(),
        descriptor: str::from_utf8(file.descriptor_json()).unwrap(),
        content: file.content(),
        digest: file.digest(),
        is_text: file.is_text(),
        encoded_len: file.encoded_len(),
        owner: file.owner(),
    }
}

fn read_directory(directory: Directory<'_>) -> DirectorySpec<'_> {
    let children = (0..directory.child_count()).map(|i| {
        let child = directory.child(i).unwrap();
        ChildSpec {
            target: child.target(),
            json: str::from_utf8(child.json()).unwrap(),
        }
    });
    DirectorySpec {
        uri: directory.uri(),
        files: directory.files(),
        children: children.collect(),
    }
}
