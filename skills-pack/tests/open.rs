//! Opening a pack: in a `const`, and what is refused with which words.
#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

mod common;

use common::small;
use skills_pack::{MAGIC, Pack, PackError, VERSION, write};

// C3: opening is done by the compiler.
const OPENED: Pack<'static> = match Pack::new(Pack::EMPTY.as_bytes()) {
    Ok(pack) => pack,
    Err(error) if error.is_unsupported_version() => panic!("another version"),
    Err(_) => panic!("not a pack"),
};

#[test]
fn a_pack_opens_in_a_const() {
    assert_eq!(OPENED.entry_count(), 0);
    assert_eq!(OPENED.as_bytes()[..8], *b"SKPK\x02\0\0\0");
}

/// Opens the small pack with a number of its header changed.
fn open_with(at: usize, number: u32) -> PackError {
    let mut bytes = write(&small()).unwrap();
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    Pack::new(&bytes).unwrap_err()
}

#[test]
fn other_bytes_are_not_a_pack() {
    for bytes in [&b""[..], b"SKP", b"PK\x03\x04 and more"] {
        let error = Pack::new(bytes).unwrap_err();
        assert!(error.is_not_a_pack() && !error.is_unsupported_version());
        assert_eq!(
            error.to_string(),
            "not a skills pack (expected it to start with `SKPK`)"
        );
    }
}

#[test]
fn another_version_says_what_to_do() {
    let error = open_with(4, 1);
    assert!(error.is_unsupported_version() && !error.is_not_a_pack());
    assert_eq!(
        error.to_string(),
        "pack format version is not supported (got 1, expected 2): \
         rebuild the pack with the same version of the skills crates"
    );
    // Whatever follows the version is that version's own business.
    let bytes = [&MAGIC[..], &(VERSION + 1).to_le_bytes()].concat();
    assert!(Pack::new(&bytes).unwrap_err().is_unsupported_version());
}

#[test]
fn a_pack_that_is_cut_short_is_refused() {
    let error = Pack::new(b"SKPK\x02").unwrap_err();
    assert_eq!(
        error.to_string(),
        "pack is cut short (got 5 bytes, its header takes 124)"
    );
    let bytes = write(&small()).unwrap();
    let error = Pack::new(&bytes[..123]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "pack is cut short (got 123 bytes, its header takes 124)"
    );
    let (got, stated) = (bytes.len() - 1, bytes.len());
    let error = Pack::new(&bytes[..got]).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("pack has the wrong length (got {got} bytes, its header says {stated})")
    );
}

#[test]
fn a_misplaced_section_is_refused() {
    let length = write(&small()).unwrap().len();
    for (at, number, got) in [
        (44, 125, "125..300"), // a gap after the header
        (48, 123, "124..123"), // an end before its start
        (48, 299, "124..299"), // half a record
        (48, 124 + 88 * 1_000, "124..88124"),
    ] {
        assert_eq!(
            open_with(at, number).to_string(),
            format!(
                "section `entries` is misplaced \
                 (got {got}, expected a multiple of 88 bytes from 124 to at most {length})"
            )
        );
    }
    // The last section ends the pack.
    let start = length - 12;
    assert_eq!(
        open_with(104, u32::try_from(length).unwrap() - 1).to_string(),
        format!(
            "section `bytes` is misplaced \
             (got {start}..{}, expected a multiple of 1 bytes from {start} to at most {length})",
            length - 1
        )
    );
}

// A pack is part of a program: a change of the format needs a new version number.
#[test]
fn version_2_stays_as_it_is() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/version-2.pack");
    let bytes = write(&small()).unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &bytes).unwrap();
    }
    assert!(
        std::fs::read(path).unwrap() == bytes,
        "the bytes of a pack have changed: raise `VERSION`, then run the test with `BLESS=1`"
    );
}
