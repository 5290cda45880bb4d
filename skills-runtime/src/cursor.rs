//! Signed cursors: where the next page starts, and what it is a page of (D5).

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The characters of every cursor.
pub(crate) const CURSOR_LEN: usize = 48;

const OFFSET_LEN: usize = 4;
const TAG_LEN: usize = 32;
const RAW_LEN: usize = OFFSET_LEN + TAG_LEN;

/// Separates these tags from every other use of the same secret.
const DOMAIN: &[u8] = b"skills-runtime cursor 1";

// 36 bytes are exactly 48 characters, so no character has unused bits that could be changed unnoticed.
const _: () = assert!(RAW_LEN * 4 == CURSOR_LEN * 3);

/// What a cursor is tied to. A cursor holds only where all of it is the same (D5).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<'a> {
    /// The method, and where a setting narrows what it lists, that too.
    pub(crate) listing: &'a str,
    /// The directory that is read, empty for other methods.
    pub(crate) directory: &'a str,
    pub(crate) scope: &'a str,
    pub(crate) page_size: u64,
    pub(crate) result_bytes: u64,
    /// The identity of everything that the caller may see.
    pub(crate) visible: [u8; 32],
}

/// Signs and opens cursors.
///
/// It holds the state of the code keyed with the secret, never the secret; neither ever shows in `Debug`.
#[derive(Clone)]
pub(crate) struct Key(Hmac<Sha256>);

impl Key {
    /// `None` where the algorithm does not take a key of this length, which HMAC always does.
    pub(crate) fn new(secret: &[u8]) -> Option<Self> {
        Hmac::new_from_slice(secret).ok().map(Self)
    }

    pub(crate) fn sign(&self, binding: &Binding<'_>, offset: u32) -> String {
        let mut raw = [0; RAW_LEN];
        let (head, tail) = raw.split_at_mut(OFFSET_LEN);
        head.copy_from_slice(&offset.to_le_bytes());
        tail.copy_from_slice(&self.tag(binding, offset).finalize().into_bytes());
        URL_SAFE_NO_PAD.encode(raw)
    }

    /// The offset in a cursor that this key signed for this binding.
    pub(crate) fn open(&self, binding: &Binding<'_>, cursor: &Unverified) -> Option<u32> {
        let tag = self.tag(binding, cursor.offset);
        // Takes the same time wherever the first difference lies.
        tag.verify_slice(&cursor.tag).ok()?;
        Some(cursor.offset)
    }

    fn tag(&self, binding: &Binding<'_>, offset: u32) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        for field in [
            DOMAIN,
            binding.listing.as_bytes(),
            binding.directory.as_bytes(),
            binding.scope.as_bytes(),
            &binding.page_size.to_le_bytes(),
            &binding.result_bytes.to_le_bytes(),
            &binding.visible,
            &offset.to_le_bytes(),
        ] {
            // With its length in front, no field can borrow bytes from its neighbour.
            mac.update(&(field.len() as u64).to_le_bytes());
            mac.update(field);
        }
        mac
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// The parts of a well-formed cursor that nobody has vouched for yet.
pub(crate) struct Unverified {
    offset: u32,
    tag: [u8; TAG_LEN],
}

impl Unverified {
    /// Looks at the length before anything else, so that an endless cursor costs nothing.
    pub(crate) fn parse(cursor: &str) -> Option<Self> {
        if cursor.len() != CURSOR_LEN {
            return None;
        }
        let mut raw = [0; RAW_LEN];
        let written = URL_SAFE_NO_PAD.decode_slice(cursor, &mut raw).ok()?;
        let (offset, tag) = raw.get(..written)?.split_first_chunk::<OFFSET_LEN>()?;
        Some(Self {
            offset: u32::from_le_bytes(*offset),
            tag: tag.try_into().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    const BINDING: Binding<'static> = Binding {
        listing: "skills/list",
        directory: "",
        scope: "acme",
        page_size: 100,
        result_bytes: 1_000,
        visible: [7; 32],
    };

    fn key() -> Key {
        Key::new(&[1; 32]).unwrap()
    }

    fn open(key: &Key, binding: &Binding<'_>, cursor: &str) -> Option<u32> {
        key.open(binding, &Unverified::parse(cursor)?)
    }

    // D5
    #[test]
    fn a_cursor_is_48_characters_and_opens_to_its_offset() {
        for offset in [0, 1, 255, 256, u32::MAX] {
            let cursor = key().sign(&BINDING, offset);
            assert_eq!(cursor.len(), CURSOR_LEN);
            assert!(
                cursor
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
            );
            assert_eq!(open(&key(), &BINDING, &cursor), Some(offset));
        }
    }

    // D5
    #[test]
    fn the_tag_is_hmac_sha_256_over_length_prefixed_fields() {
        let mut fields = Vec::new();
        for field in [
            DOMAIN,
            b"skills/list",
            b"",
            b"acme",
            &100_u64.to_le_bytes(),
            &1_000_u64.to_le_bytes(),
            &[7; 32],
            &5_u32.to_le_bytes(),
        ] {
            fields.extend((field.len() as u64).to_le_bytes());
            fields.extend(field);
        }
        let mut mac = Hmac::<Sha256>::new_from_slice(&[1; 32]).unwrap();
        mac.update(&fields);
        let mut raw = 5_u32.to_le_bytes().to_vec();
        raw.extend(mac.finalize().into_bytes());
        assert_eq!(key().sign(&BINDING, 5), URL_SAFE_NO_PAD.encode(raw));
    }

    // D5
    #[test]
    fn every_flipped_bit_is_noticed() {
        let cursor = key().sign(&BINDING, 3);
        for index in 0..cursor.len() {
            for bit in 0..8 {
                let mut bytes = cursor.clone().into_bytes();
                bytes[index] ^= 1 << bit;
                let changed = String::from_utf8_lossy(&bytes);
                assert_eq!(open(&key(), &BINDING, &changed), None, "{changed}");
            }
        }
    }

    // D5
    #[test]
    fn every_field_is_bound() {
        let cursor = key().sign(&BINDING, 3);
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
            assert_eq!(open(&key(), &other, &cursor), None, "{other:?}");
        }
        let other_key = Key::new(&[2; 32]).unwrap();
        assert_eq!(open(&other_key, &BINDING, &cursor), None);
    }

    // D5
    #[test]
    fn only_the_exact_form_is_parsed() {
        let cursor = key().sign(&BINDING, 3);
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
            "é".repeat(24),
            "é".repeat(48),
            "A".repeat(1 << 20),
        ];
        for text in malformed {
            assert!(Unverified::parse(&text).is_none(), "{text:.60}");
        }
    }

    #[test]
    fn a_key_does_not_show_itself() {
        assert_eq!(
            format!("{:?}", Key::new(b"correct horse").unwrap()),
            "Key(..)"
        );
    }
}
