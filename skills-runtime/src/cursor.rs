//! Signed cursors: where the next page starts, and what it is a page of (D5).

mod key;

#[cfg(test)]
mod tests;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

pub(crate) use key::Keys;

/// The characters of every cursor, or of its first part.
pub(crate) const CURSOR_LEN: usize = 48;

/// The bytes of the longest cursor of another handler that ours can carry on.
#[cfg(any(feature = "rmcp", test))]
pub(crate) const MAX_INNER_LEN: usize = 8 << 10;

const OFFSET_LEN: usize = 4;
const TAG_LEN: usize = 32;
const RAW_LEN: usize = OFFSET_LEN + TAG_LEN;

/// Between a cursor and the one that it carries on.
const SEPARATOR: char = '.';

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

/// Where a page starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The items before it.
    pub(crate) offset: u32,
    /// Behind the last item: the cursor of the handler whose items come then, if it gave one (D5).
    pub(crate) inner: Option<String>,
}

/// A well-formed cursor that nobody has vouched for yet.
pub(crate) struct Unverified {
    place: Place,
    tag: [u8; TAG_LEN],
}

impl Unverified {
    /// A cursor of a list that ends with its own items.
    ///
    /// Looks at the length before anything else, so that an endless cursor costs nothing.
    pub(crate) fn parse(cursor: &str) -> Option<Self> {
        if cursor.len() != CURSOR_LEN {
            return None;
        }
        let mut raw = [0; RAW_LEN];
        let written = URL_SAFE_NO_PAD.decode_slice(cursor, &mut raw).ok()?;
        let (offset, tag) = raw.get(..written)?.split_first_chunk::<OFFSET_LEN>()?;
        Some(Self {
            place: Place {
                offset: u32::from_le_bytes(*offset),
                inner: None,
            },
            tag: tag.try_into().ok()?,
        })
    }

    /// A cursor of a list behind which another handler's items come.
    #[cfg(any(feature = "rmcp", test))]
    pub(crate) fn parse_chained(cursor: &str) -> Option<Self> {
        let (own, inner) = cursor.split_at_checked(CURSOR_LEN)?;
        let mut parsed = Self::parse(own)?;
        if !inner.is_empty() {
            parsed.place.inner = Some(decode_inner(inner.strip_prefix(SEPARATOR)?)?);
        }
        Some(parsed)
    }
}

/// The longest inner cursor is looked at for its length before anything else, too.
#[cfg(any(feature = "rmcp", test))]
fn decode_inner(encoded: &str) -> Option<String> {
    if encoded.len() > base64::encoded_len(MAX_INNER_LEN, false)? {
        return None;
    }
    // There is one way to write each cursor: unused bits and padding are refused.
    String::from_utf8(URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()
}

fn encode(place: &Place, tag: &[u8; TAG_LEN]) -> String {
    let mut raw = [0; RAW_LEN];
    let (head, tail) = raw.split_at_mut(OFFSET_LEN);
    head.copy_from_slice(&place.offset.to_le_bytes());
    tail.copy_from_slice(tag);
    let mut cursor = URL_SAFE_NO_PAD.encode(raw);
    if let Some(inner) = &place.inner {
        cursor.push(SEPARATOR);
        URL_SAFE_NO_PAD.encode_string(inner, &mut cursor);
    }
    cursor
}
