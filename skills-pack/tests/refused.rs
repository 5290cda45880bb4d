//! What the writer and the check refuse, each with its exact words.
#![allow(
    clippy::unwrap_used,
    clippy::reversed_empty_ranges,
    reason = "a test may fail this way, and such ranges are what is refused"
)]

mod common;

use common::small;
use skills_pack::{CatalogSpec, DirectorySpec, EntrySpec, Pack, Target, write};

/// Changes the small catalog and expects the writer to refuse it.
#[track_caller]
fn refused(change: impl FnOnce(&mut CatalogSpec<'static>), message: &str) {
    let mut spec = small();
    change(&mut spec);
    let error = write(&spec).unwrap_err();
    assert!(!error.is_too_large());
    assert_eq!(
        error.to_string(),
        format!("catalog contradicts itself: {message}")
    );
}

/// Changes the bytes of the small pack and expects the check to refuse them.
#[track_caller]
fn damaged(at: usize, bytes: &[u8], message: &str) {
    let mut pack = write(&small()).unwrap();
    pack[at..at + bytes.len()].copy_from_slice(bytes);
    let error = Pack::new(&pack).unwrap().check().unwrap_err();
    assert_eq!(error.to_string(), format!("pack is damaged: {message}"));
}

// Where the sections of the small pack start.
const ENTRIES: usize = 124;
const FILES: usize = ENTRIES + 2 * 88;
const DIRECTORIES: usize = FILES + 3 * 84;
const CHILDREN: usize = DIRECTORIES + 2 * 24;
const METADATA: usize = CHILDREN + 4 * 16;
const INDEX: usize = METADATA + 2 * 16;
const TEXT: usize = INDEX + 4 * 12;

// D3, D7
#[test]
fn uris_that_do_not_ascend() {
    refused(
        |c| c.files.swap(0, 1),
        "file 1: its URI does not come after that of the one before it",
    );
    refused(
        |c| c.files[1].uri = c.files[0].uri,
        "file 1: its URI does not come after that of the one before it",
    );
    refused(
        |c| c.entries.swap(0, 1),
        "entry 1: its URI does not come after that of the one before it",
    );
    refused(
        |c| c.directories.swap(0, 1),
        "directory 1: its URI does not come after that of the one before it",
    );
    refused(
        |c| c.directories[0].children.swap(1, 2),
        "child 2: its URI does not come after that of the one before it",
    );
}

// S1
#[test]
fn a_root_that_is_none() {
    refused(
        |c| c.entries[0].root = 3,
        "entry 0: `root` points outside the catalog (got 3, there are 3)",
    );
    refused(
        |c| c.entries[1].root = 2,
        "entry 1: `root` is not a `SKILL.md` (got file 2)",
    );
}

// S1: complete, and each file below the directory
#[test]
fn files_that_are_not_those_below() {
    let outside = "points outside the catalog";
    refused(
        |c| c.entries[1].files = 0..4,
        &format!("entry 1: `files` {outside} (got 0..4, there are 3)"),
    );
    refused(
        |c| c.directories[1].files = 1..0,
        &format!("directory 1: `files` {outside} (got 1..0, there are 3)"),
    );
    let below = "`files` are not exactly those below it";
    refused(
        |c| c.entries[1].files = 3..2,
        &format!("entry 1: {below} (got 3..2)"),
    );
    refused(
        |c| c.entries[1].files = 0..2,
        &format!("entry 1: {below} (got 0..2)"),
    );
    refused(
        |c| c.entries[1].files = 1..3,
        &format!("entry 1: {below} (got 1..3)"),
    );
    refused(
        |c| c.entries[0].files = 0..2,
        &format!("entry 0: {below} (got 0..2)"),
    );
    refused(
        |c| c.directories[0].files = 0..0,
        &format!("directory 0: {below} (got 0..0)"),
    );
}

// F9
#[test]
fn a_parent_or_owner_that_is_not_the_innermost() {
    let innermost = "is not the innermost enclosing entry";
    refused(
        |c| c.entries[0].parent = None,
        &format!("entry 0: `parent` {innermost} (got none, expected 1)"),
    );
    refused(
        |c| c.entries[0].parent = Some(0),
        &format!("entry 0: `parent` {innermost} (got 0, expected 1)"),
    );
    refused(
        |c| c.entries[1].parent = Some(0),
        &format!("entry 1: `parent` {innermost} (got 0, expected none)"),
    );
    refused(
        |c| c.entries[1].parent = Some(u32::MAX),
        &format!("entry 1: `parent` {innermost} (got 4294967294, expected none)"),
    );
    refused(
        |c| c.files[0].owner = 1,
        &format!("file 0: `owner` {innermost} (got 1, expected 0)"),
    );
    refused(
        |c| c.files[2].owner = u32::MAX,
        &format!("file 2: `owner` {innermost} (got none, expected 1)"),
    );
}

// S1
#[test]
fn a_file_in_no_skill() {
    let outer_only_nested = |c: &mut CatalogSpec<'static>| {
        c.entries.truncate(1);
        c.entries[0].parent = None;
    };
    refused(outer_only_nested, "file 1: it lies in no skill");
}

// D9
#[test]
fn a_child_that_is_none() {
    refused(
        |c| c.directories[0].children[2].target = Target::File(3),
        "child 2: `target` points outside the catalog (got 3, there are 3)",
    );
    refused(
        |c| c.directories[0].children[0].target = Target::Directory(2),
        "child 0: `target` points outside the catalog (got 2, there are 2)",
    );
    let below = "its URI does not lie below that of its directory";
    refused(
        |c| c.directories[1].children[0].target = Target::File(2),
        &format!("child 3: {below}"),
    );
    // No directory is its own child, nor any that encloses it.
    refused(
        |c| c.directories[1].children[0].target = Target::Directory(1),
        &format!("child 3: {below}"),
    );
    refused(
        |c| c.directories[1].children[0].target = Target::Directory(0),
        &format!("child 3: {below}"),
    );
}

#[test]
fn json_that_is_empty() {
    refused(|c| c.entries[0].json = "", "entry 0: `json` is empty");
    refused(
        |c| c.files[2].descriptor = "",
        "file 2: `descriptor` is empty",
    );
    refused(
        |c| c.directories[0].children[1].json = "",
        "child 1: `json` is empty",
    );
}

#[test]
fn frontmatter_outside_its_entry() {
    let message = "entry 0: `frontmatter` leaves its text or splits a character";
    refused(
        |c| c.entries[0].frontmatter = 15..25,
        &format!("{message} (got 15..25, length 24)"),
    );
    refused(
        |c| c.entries[0].frontmatter = 18..23,
        &format!("{message} (got 18..23, length 24)"),
    );
    refused(
        |c| c.entries[0].frontmatter = 9..8,
        &format!("{message} (got 9..8, length 24)"),
    );
}

// S7
#[test]
fn a_text_file_that_is_not_utf_8() {
    refused(|c| c.files[2].is_text = true, "file 2: not UTF-8");
}

#[test]
fn numbers_that_stand_for_no_kind() {
    damaged(
        FILES + 84 + 40,
        &[2],
        "file 1: `kind` is unknown (got 2, limit 1)",
    );
    damaged(
        CHILDREN + 8,
        &[9],
        "child 0: `kind` is unknown (got 9, limit 1)",
    );
}

#[test]
fn strings_outside_the_text() {
    let length = length(6);
    let [a, b, c, d] = (length + 1).to_le_bytes();
    for (at, place) in [
        (ENTRIES + 88 + 32, "entry 1: `name`"),
        (ENTRIES + 40, "entry 0: `description`"),
        (FILES, "file 0: `uri`"),
        (FILES + 8, "file 0: `path`"),
        (FILES + 16, "file 0: `mime type`"),
        (DIRECTORIES, "directory 0: `uri`"),
        (METADATA, "metadata pair 0: `key`"),
        (METADATA + 16 + 8, "metadata pair 1: `value`"),
    ] {
        let range = format!("0..{}", length + 1);
        damaged(
            at,
            &[0, 0, 0, 0, a, b, c, d],
            &format!(
                "{place} leaves its text or splits a character (got {range}, length {length})"
            ),
        );
    }
}

#[test]
fn text_that_is_not_utf_8() {
    damaged(TEXT + 3, b"\xff", "text at byte 3: not UTF-8");
}

#[test]
fn json_without_a_comma_between() {
    let comma = "does not follow the one before it after one comma";
    damaged(TEXT + 24, b";", &format!("entry 1: `json` {comma}"));
    // The first entry's JSON, one character shorter.
    damaged(ENTRIES + 20, &[23], &format!("entry 1: `json` {comma}"));
}

#[test]
fn runs_with_gaps() {
    damaged(
        ENTRIES + 88 + 48,
        &[1],
        "entry 1: `metadata` does not start where the one before it ended (got 1, expected 0)",
    );
    damaged(
        ENTRIES + 88 + 52,
        &[1],
        "metadata pair 1: nothing refers to it",
    );
    damaged(
        ENTRIES + 88 + 52,
        &[3],
        "entry 1: `metadata` points outside the catalog (got 0..3, there are 2)",
    );
    damaged(
        DIRECTORIES + 24 + 16,
        &[2],
        "directory 1: `children` does not start where the one before it ended (got 2, expected 3)",
    );
    damaged(DIRECTORIES + 24 + 20, &[3], "child 3: nothing refers to it");
}

#[test]
fn contents_with_gaps() {
    damaged(
        FILES + 84 + 32,
        &[7],
        "file 1: `content` does not start where the one before it ended (got 7, expected 6)",
    );
    damaged(
        FILES + 2 * 84 + 36,
        &[11],
        "content at byte 11: nothing refers to it",
    );
    damaged(
        FILES + 2 * 84 + 36,
        &[13],
        "file 2: `content` points outside the catalog (got 10..13, there are 12)",
    );
}

// L: a server compares these with its bounds and never looks at the records.
#[test]
fn maxima_that_are_not_those_of_the_records() {
    let other = "is not that of the records";
    for (at, place, expected) in [
        (108, "longest uri", 24),
        (112, "longest entry", 24),
        (116, "longest descriptor", 13),
        (120, "largest read", 24 + 13 + 8),
    ] {
        for got in [expected - 1, expected + 1, 0] {
            damaged(
                at,
                &[got],
                &format!("header: `{place}` {other} (got {got}, expected {expected})"),
            );
        }
    }
}

// D8: a table that leads elsewhere would hide a file.
#[test]
fn slots_that_are_not_those_of_the_uris() {
    for slot in 0..4 {
        damaged(
            INDEX + slot * 12 + 4,
            &[7],
            &format!("index slot {slot}: it does not hold what the files' URIs put there"),
        );
    }
}

// The largest catalogs are refused before anything of their size is allocated.
#[test]
fn more_than_4_gib() {
    let json = "x".repeat(16 << 20);
    let entry = EntrySpec {
        json: &json,
        ..small().entries[1].clone()
    };
    let spec = CatalogSpec {
        entries: vec![entry; 256],
        ..CatalogSpec::default()
    };
    let error = write(&spec).unwrap_err();
    assert!(error.is_too_large());
    // 256 texts with commas between, their records with two pairs each, name, description, pairs and the header.
    let got = (256 << 20) * 16
        + 255
        + 256 * (88 + 2 * 16)
        + ("workDoes things.authorZoëv1".len() as u64)
        + 124;
    assert_eq!(
        error.to_string(),
        format!(
            "pack would be too large (got {got} bytes, limit 4294967295): split the catalog into several"
        )
    );
}

// A base without a path is a directory too, whose URI ends in its slash.
#[test]
fn the_level_above_all_skills() {
    let mut spec = small();
    let mut child = spec.directories[1].children[0].clone();
    child.target = Target::Directory(1);
    spec.directories[0].children[0].target = Target::Directory(2);
    spec.directories.insert(
        0,
        DirectorySpec {
            uri: "skill://",
            files: 0..3,
            children: vec![child],
        },
    );
    assert!(write(&spec).is_ok());
}

/// The length of a section of the small pack.
fn length(section: usize) -> u32 {
    let pack = write(&small()).unwrap();
    let number = |at: usize| u32::from_le_bytes(pack[at..at + 4].try_into().unwrap());
    number(44 + section * 8 + 4) - number(44 + section * 8)
}
