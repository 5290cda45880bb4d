//! Damaged packs: no accessor panics, and what passes the check is as good as written.
#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

mod common;

use std::ops::Range;

use common::generate::catalog;
use common::{read, small};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use skills_pack::{Directory, Entry, File, Pack, write};

/// The offset of the header's first section range; the seventh is the text's.
const SECTIONS: usize = 44;
const TEXT: usize = SECTIONS + 6 * 8;

/// A change of a pack. Offsets are taken modulo the length of what they point into.
#[derive(Clone, Debug)]
enum Damage {
    /// Another value for any byte.
    Byte(Index, u8),
    /// Another value for any number in the header or a record.
    Number(Index, u32),
    /// A number in a record, moved by a little.
    Nudge(Index, i32),
    /// A number in a record, copied over another one.
    Copy(Index, Index),
    /// An end that is missing.
    Truncate(Index),
    /// An end that is missing, with a header that agrees.
    Shorten(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let interesting = select(vec![0, 1, 2, 3, 100, u32::MAX / 2, u32::MAX - 1, u32::MAX]);
    prop_oneof![
        3 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        3 => (any::<Index>(), interesting).prop_map(|(at, number)| Damage::Number(at, number)),
        3 => (any::<Index>(), -2..3i32).prop_map(|(at, by)| Damage::Nudge(at, by)),
        3 => any::<(Index, Index)>().prop_map(|(from, to)| Damage::Copy(from, to)),
        1 => any::<Index>().prop_map(Damage::Truncate),
        1 => any::<Index>().prop_map(Damage::Shorten),
    ]
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn set(bytes: &mut [u8], at: usize, number: u32) {
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
}

/// Applies one change. `records` is where the numbers lie in the undamaged pack.
fn apply(damage: &Damage, bytes: &mut Vec<u8>, records: usize) {
    let slots = records.min(bytes.len()) / 4;
    if slots == 0 {
        return;
    }
    let slot = |index: &Index| index.index(slots) * 4;
    match damage {
        Damage::Byte(at, byte) => {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        Damage::Number(at, number) => set(bytes, slot(at), *number),
        Damage::Nudge(at, by) => {
            let nudged = number(bytes, slot(at)).wrapping_add_signed(*by);
            set(bytes, slot(at), nudged);
        }
        Damage::Copy(from, to) => {
            let copied = number(bytes, slot(from));
            set(bytes, slot(to), copied);
        }
        Damage::Truncate(at) => bytes.truncate(at.index(bytes.len())),
        Damage::Shorten(at) => shorten(bytes, at.index(bytes.len())),
    }
}

/// Cuts the bytes section, and then the text section, short.
fn shorten(bytes: &mut Vec<u8>, len: usize) {
    if bytes.len() < TEXT + 16 {
        return;
    }
    // An earlier change may have moved the text into the header.
    let text = (number(bytes, TEXT) as usize).max(TEXT + 16);
    let len = len.max(text).min(bytes.len());
    bytes.truncate(len);
    let end = u32::try_from(len).unwrap();
    set(bytes, 8, end);
    let split = number(bytes, TEXT + 4).min(end);
    set(bytes, TEXT + 4, split);
    set(bytes, TEXT + 8, split);
    set(bytes, TEXT + 12, end);
}

/// Calls every accessor with arguments inside and outside.
fn walk(pack: Pack<'_>) {
    let _ = (pack.fingerprint(), pack.as_bytes(), format!("{pack:?}"));
    for uri in ["", "skill://work/SKILL.md", "skill://work", "\u{10ffff}"] {
        let _ = (
            pack.find_entry(uri),
            pack.find_file(uri),
            pack.find_directory(uri),
        );
    }
    for i in indices(pack.entry_count()) {
        pack.entry(i).iter().for_each(walk_entry);
    }
    for i in indices(pack.file_count()) {
        pack.file(i).iter().for_each(walk_file);
    }
    for i in indices(pack.directory_count()) {
        pack.directory(i).iter().for_each(walk_directory);
    }
    for run in runs(pack.entry_count()) {
        let _ = pack.entries_json(run);
    }
    for run in runs(pack.file_count()) {
        let _ = pack.descriptors_json(run);
    }
}

fn walk_entry(entry: &Entry<'_>) {
    let _ = (
        entry.uri(),
        entry.root(),
        entry.parent(),
        entry.json(),
        entry.frontmatter_json(),
    );
    let _ = (
        entry.name(),
        entry.description(),
        entry.fingerprint(),
        format!("{entry:?}"),
    );
    assert!(entry.files().len() < 1_000);
    assert_eq!(entry.metadata().len(), entry.metadata().count());
}

fn walk_file(file: &File<'_>) {
    let _ = (
        file.uri(),
        file.path(),
        file.mime_type(),
        file.descriptor_json(),
        file.content(),
    );
    let _ = (
        file.digest(),
        file.is_text(),
        file.encoded_len(),
        file.owner(),
        format!("{file:?}"),
    );
}

fn walk_directory(directory: &Directory<'_>) {
    let _ = (directory.uri(), format!("{directory:?}"));
    assert!(directory.files().len() < 1_000);
    for i in indices(directory.child_count()) {
        if let Some(child) = directory.child(i) {
            let _ = (child.target(), child.json(), format!("{child:?}"));
        }
    }
    for run in runs(directory.child_count()) {
        let _ = directory.children_json(run);
    }
}

fn indices(count: u32) -> impl Iterator<Item = u32> {
    assert!(count < 1_000, "a count is never larger than what is there");
    (0..count).chain([count, u32::MAX])
}

fn runs(count: u32) -> impl Iterator<Item = Range<u32>> {
    let ends = [0, 1, count / 2, count, count.saturating_add(1), u32::MAX];
    ends.into_iter()
        .flat_map(move |start| ends.map(|end| start..end))
}

/// What must hold for any bytes at all.
fn hold(bytes: &[u8]) {
    let Ok(pack) = Pack::new(bytes) else {
        return;
    };
    walk(pack);
    if pack.check().is_err() {
        return;
    }
    // `read` insists on UTF-8, on children and on frontmatter within its entry.
    let spec = read(pack);
    let again = write(&spec).unwrap();
    assert_eq!(read(Pack::new(&again).unwrap()), spec);
    for (i, file) in (0..).zip(&spec.files) {
        assert_eq!(pack.find_file(file.uri), Some(i));
    }
    let entries: Vec<_> = spec.entries.iter().map(|entry| entry.json).collect();
    assert_eq!(
        pack.entries_json(0..pack.entry_count()),
        entries.join(",").as_bytes()
    );
}

#[test]
fn every_truncation_of_a_pack_is_refused() {
    let bytes = write(&small()).unwrap();
    for len in 0..bytes.len() {
        assert!(Pack::new(&bytes[..len]).is_err(), "{len}");
    }
}

#[test]
fn every_bit_of_a_pack_may_flip() {
    let bytes = write(&small()).unwrap();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << bit;
            hold(&bytes);
        }
    }
}

proptest! {
    #[test]
    fn a_damaged_pack_never_panics(catalog in catalog(), damages in vec(damage(), 1..4)) {
        let mut bytes = write(&catalog.spec()).unwrap();
        let records = number(&bytes, TEXT) as usize;
        for damage in &damages {
            apply(damage, &mut bytes, records);
        }
        hold(&bytes);
    }

    #[test]
    fn a_right_header_before_any_bytes_never_panics(
        counts in [0..3u32, 0..4, 0..3, 0..4, 0..3, 0..6],
        body in vec(any::<u8>(), 900..1_200),
        split: Index,
    ) {
        let mut bytes = [Pack::EMPTY.as_bytes(), &body].concat();
        let len = u32::try_from(bytes.len()).unwrap();
        set(&mut bytes, 8, len);
        let mut end = 124;
        for (i, (count, unit)) in counts.into_iter().zip([88, 84, 24, 16, 16, 12]).enumerate() {
            set(&mut bytes, SECTIONS + i * 8, end);
            end += count * unit;
            set(&mut bytes, SECTIONS + i * 8 + 4, end);
        }
        let middle = end + u32::try_from(split.index((len - end) as usize)).unwrap();
        for (i, number) in [end, middle, middle, len].into_iter().enumerate() {
            set(&mut bytes, TEXT + i * 4, number);
        }
        prop_assert!(Pack::new(&bytes).is_ok());
        hold(&bytes);
    }

    #[test]
    fn bytes_that_are_no_pack_never_panic(bytes in vec(any::<u8>(), 0..400), magic: bool) {
        let magic = if magic { &b"SKPK\x02\0\0\0"[..] } else { &[] };
        hold(&[magic, &bytes].concat());
    }
}
