#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use proptest::prelude::*;
use sha2::Sha256;

use super::*;

const BINDING: Binding<'static> = Binding {
    listing: "skills/list",
    directory: "",
    scope: "acme",
    page_size: 100,
    result_bytes: 1_000,
    visible: [7; 32],
};

fn keys() -> Keys {
    Keys::new([&[1; 32][..]]).unwrap()
}

fn at(offset: u32) -> Place {
    Place {
        offset,
        inner: None,
    }
}

fn behind(offset: u32, inner: &str) -> Place {
    Place {
        offset,
        inner: Some(inner.to_owned()),
    }
}

fn open(keys: &Keys, binding: &Binding<'_>, cursor: &str) -> Option<Place> {
    keys.open(binding, Unverified::parse(cursor)?)
}

fn open_chained(keys: &Keys, cursor: &str) -> Option<Place> {
    keys.open(&BINDING, Unverified::parse_chained(cursor)?)
}

// D5
#[test]
fn a_cursor_is_48_characters_and_opens_to_its_offset() {
    for offset in [0, 1, 255, 256, u32::MAX] {
        let cursor = keys().sign(&BINDING, &at(offset));
        assert_eq!(cursor.len(), CURSOR_LEN);
        assert!(
            cursor
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        );
        assert_eq!(open(&keys(), &BINDING, &cursor), Some(at(offset)));
        assert_eq!(open_chained(&keys(), &cursor), Some(at(offset)));
    }
}

/// The tag as the contract describes it, written down once more.
fn tag(fields: &[&[u8]]) -> Vec<u8> {
    let mut message = Vec::new();
    for field in fields {
        message.extend((field.len() as u64).to_le_bytes());
        message.extend(*field);
    }
    let mut mac = Hmac::<Sha256>::new_from_slice(&[1; 32]).unwrap();
    mac.update(&message);
    mac.finalize().into_bytes().to_vec()
}

// D5
#[test]
fn the_tag_is_hmac_sha_256_over_length_prefixed_fields() {
    let [page_size, result_bytes] = [100_u64, 1_000].map(u64::to_le_bytes);
    let offset = 5_u32.to_le_bytes();
    let mut fields: Vec<&[u8]> = vec![
        b"skills-runtime cursor 1",
        b"skills/list",
        b"",
        b"acme",
        &page_size,
        &result_bytes,
        &[7; 32],
        &offset,
    ];
    let raw = [&offset[..], &tag(&fields)].concat();
    let expected = URL_SAFE_NO_PAD.encode(raw);
    assert_eq!(keys().sign(&BINDING, &at(5)), expected);

    fields.push("ä?".as_bytes());
    let raw = [&offset[..], &tag(&fields)].concat();
    let expected = format!(
        "{}.{}",
        URL_SAFE_NO_PAD.encode(raw),
        URL_SAFE_NO_PAD.encode("ä?")
    );
    assert_eq!(keys().sign(&BINDING, &behind(5, "ä?")), expected);
}

// D5
#[test]
fn every_flipped_bit_is_noticed() {
    for cursor in [
        keys().sign(&BINDING, &at(3)),
        keys().sign(&BINDING, &behind(3, "")),
        keys().sign(&BINDING, &behind(3, "a")),
        keys().sign(&BINDING, &behind(3, "inner cursor")),
    ] {
        assert!(open_chained(&keys(), &cursor).is_some());
        for index in 0..cursor.len() {
            for bit in 0..8 {
                let mut bytes = cursor.clone().into_bytes();
                bytes[index] ^= 1 << bit;
                let changed = String::from_utf8_lossy(&bytes);
                assert_eq!(open(&keys(), &BINDING, &changed), None, "{changed}");
                assert_eq!(open_chained(&keys(), &changed), None, "{changed}");
            }
        }
    }
}

// D5
#[test]
fn every_field_is_bound() {
    let cursor = keys().sign(&BINDING, &at(3));
    let others = [
        Binding {
            listing: "resources/list",
            ..BINDING
        },
        Binding {
            directory: "skill://acme",
            ..BINDING
        },
        Binding {
            scope: "acme2",
            ..BINDING
        },
        Binding {
            page_size: 99,
            ..BINDING
        },
        Binding {
            result_bytes: 1_001,
            ..BINDING
        },
        Binding {
            visible: [8; 32],
            ..BINDING
        },
        // The same bytes, cut elsewhere.
        Binding {
            listing: "skills/lis",
            directory: "t",
            ..BINDING
        },
    ];
    for other in others {
        assert_eq!(open(&keys(), &other, &cursor), None, "{other:?}");
    }
}

// D5
#[test]
fn the_inner_cursor_is_bound() {
    let [own, one, two] =
        [at(3), behind(3, "one"), behind(3, "two")].map(|place| keys().sign(&BINDING, &place));
    let (head, tail) = one.split_at(CURSOR_LEN);
    let (other_head, other_tail) = two.split_at(CURSOR_LEN);
    for spliced in [
        head.to_owned(),
        format!("{head}{other_tail}"),
        format!("{other_head}{tail}"),
        format!("{own}{tail}"),
        format!("{own}."),
        format!("{one}."),
        format!("{one}{tail}"),
    ] {
        assert_eq!(open_chained(&keys(), &spliced), None, "{spliced}");
    }
    assert_eq!(open_chained(&keys(), &one), Some(behind(3, "one")));
    // A list with nothing behind it has no such cursors.
    assert_eq!(open(&keys(), &BINDING, &one), None);
}

// D5: one signs, several verify.
#[test]
fn secrets_can_be_changed_without_breaking_cursors() {
    let secrets = [[1; 32], [2; 32], [3; 32]];
    let keys = |ids: &[usize]| Keys::new(ids.iter().map(|id| &secrets[*id][..])).unwrap();
    let signed = |ids: &[usize]| keys(ids).sign(&BINDING, &behind(9, "x"));
    assert_eq!(signed(&[0, 1, 2]), signed(&[0]));
    assert_ne!(signed(&[0]), signed(&[1, 0]));
    for (cursor, ids, accepted) in [
        (signed(&[0]), &[1, 0][..], true),
        (signed(&[0]), &[2, 1, 0], true),
        (signed(&[1, 0]), &[0, 1], true),
        (signed(&[0]), &[1], false),
        (signed(&[0]), &[1, 2], false),
        (signed(&[1, 0]), &[0], false),
    ] {
        assert_eq!(
            open_chained(&keys(ids), &cursor).is_some(),
            accepted,
            "{ids:?}"
        );
    }
}

// D5
#[test]
fn only_the_exact_form_is_parsed() {
    let cursor = keys().sign(&BINDING, &at(3));
    let malformed = [
        String::new(),
        cursor[..47].to_owned(),
        format!("{cursor}A"),
        format!("{cursor}="),
        format!(" {cursor}"),
        format!("{}+", &cursor[..47]),
        format!("{}/", &cursor[..47]),
        format!("{}=", &cursor[..47]),
        format!("{}==", &cursor[..46]),
        format!("{}\n", &cursor[..47]),
        format!("{}é", &cursor[..46]),
        format!("{}é", &cursor[..47]),
        "é".repeat(24),
        "é".repeat(48),
        "A".repeat(1 << 20),
    ];
    for text in malformed {
        assert!(Unverified::parse(&text).is_none(), "{text:.60}");
        assert!(Unverified::parse_chained(&text).is_none(), "{text:.60}");
    }
    // One way to write each inner cursor: no padding, no unused bits, nothing that is no UTF-8.
    for (tail, parsed) in [
        (".", true),
        (".YQ", true),
        (".YWI", true),
        (".Y", false),
        (".YR", false),
        (".YQ==", false),
        (".YQ=", false),
        (".Y Q", false),
        (".YQ.", false),
        ("..YQ", false),
        (".+/", false),
        (".é", false),
        (".gA", false),
        (".wMA", false),
    ] {
        let text = format!("{cursor}{tail}");
        assert_eq!(Unverified::parse_chained(&text).is_some(), parsed, "{tail}");
        assert!(Unverified::parse(&text).is_none());
    }
}

// D5, L
#[test]
fn an_inner_cursor_has_an_end() {
    let longest = "x".repeat(MAX_INNER_LEN);
    let cursor = keys().sign(&BINDING, &behind(0, &longest));
    assert_eq!(open_chained(&keys(), &cursor), Some(behind(0, &longest)));
    let cursor = keys().sign(&BINDING, &behind(0, &format!("{longest}x")));
    assert!(Unverified::parse_chained(&cursor).is_none());
    let cursor = keys().sign(&BINDING, &behind(0, &longest.repeat(128)));
    assert!(cursor.len() > 1 << 20);
    assert!(Unverified::parse_chained(&cursor).is_none());
}

proptest! {
    // D5
    #[test]
    fn any_place_comes_back(offset: u32, inner: Option<String>) {
        let place = Place { offset, inner };
        let cursor = keys().sign(&BINDING, &place);
        prop_assert_eq!(open_chained(&keys(), &cursor), Some(place));
    }

    // D5
    #[test]
    fn no_text_is_a_cursor_unless_it_was_signed(text in "\\PC{0,120}", ascii in "[A-Za-z0-9_-]{48}([.][A-Za-z0-9_-]{0,40})?") {
        for text in [text, ascii] {
            prop_assert_eq!(open(&keys(), &BINDING, &text), None);
            prop_assert_eq!(open_chained(&keys(), &text), None);
        }
    }
}
