//! The content of a file as a JSON string, encoded chunk by chunk.

use std::mem;

use base64_simd::STANDARD;

/// The bytes that come of one piece of a file, or somewhat more. They stay in a core's cache until they are written, and
/// are more than a transport keeps waiting (hyper: 408 KiB), so that the same memory is used again and again.
const CHUNK: usize = 416 << 10;

/// Base64 makes four characters of three bytes, and only the last chunk may end with padding.
const BASE64_CHUNK: usize = CHUNK / 4 * 3;

const QUOTE: u8 = b'"';

/// The content of a file, not yet encoded.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    /// Is escaped.
    Text(&'static str),
    /// Becomes Base64, in the standard alphabet and padded.
    Bytes(&'static [u8]),
}

impl Content {
    /// The content of a file; none where a text is not UTF-8, which the compiler saw that it is.
    pub(crate) fn new(bytes: &'static [u8], is_text: bool) -> Option<Self> {
        if is_text {
            std::str::from_utf8(bytes).ok().map(Self::Text)
        } else {
            Some(Self::Bytes(bytes))
        }
    }

    /// The JSON string, its quotes included, in chunks none of which is empty.
    pub(super) fn chunks(self) -> Chunks {
        match self {
            Self::Text(text) => Chunks::Text(TextChunks::new(text)),
            Self::Bytes(bytes) => Chunks::Base64(Base64Chunks::new(bytes)),
        }
    }

    /// How many bytes are to be encoded.
    pub(super) fn len(self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    /// Appends the JSON string, its quotes included.
    pub(super) fn append_to(self, out: &mut Vec<u8>) {
        match self {
            Self::Text(text) => json_escape_simd::escape_into(text, out),
            Self::Bytes(bytes) => {
                out.push(QUOTE);
                STANDARD.encode_append(bytes, out);
                out.push(QUOTE);
            }
        }
    }

    /// The bytes of all chunks, counted by encoding them.
    pub(crate) fn encoded_len(self) -> usize {
        self.chunks().map(|chunk| chunk.len()).sum()
    }
}

#[derive(Clone, Debug)]
pub(super) enum Chunks {
    Text(TextChunks),
    Base64(Base64Chunks),
}

impl Iterator for Chunks {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        match self {
            Self::Text(chunks) => chunks.next(),
            Self::Base64(chunks) => chunks.next(),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct TextChunks {
    /// Nothing once the closing quote is out.
    rest: Option<&'static str>,
    /// The byte before the next chunk, at first the opening quote.
    ///
    /// The library puts quotes around all that it escapes. So each chunk holds back its last byte, which takes the place
    /// of the next chunk's opening quote: nothing has to be moved.
    before: u8,
}

impl TextChunks {
    fn new(text: &'static str) -> Self {
        Self {
            rest: Some(text),
            before: QUOTE,
        }
    }
}

impl Iterator for TextChunks {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let rest = self.rest?;
        let (chunk, rest) = rest.split_at(rest.floor_char_boundary(CHUNK));
        let mut escaped = Vec::new();
        json_escape_simd::escape_into(chunk, &mut escaped);
        *escaped.first_mut()? = self.before;
        if rest.is_empty() {
            self.rest = None;
            return Some(escaped);
        }
        self.rest = Some(rest);
        // The closing quote, and before it what is held back.
        escaped.pop();
        self.before = escaped.pop()?;
        Some(escaped)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Base64Chunks {
    /// Nothing once the closing quote is out.
    rest: Option<&'static [u8]>,
    opened: bool,
}

impl Base64Chunks {
    fn new(bytes: &'static [u8]) -> Self {
        Self {
            rest: Some(bytes),
            opened: false,
        }
    }
}

impl Iterator for Base64Chunks {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let rest = self.rest?;
        let (chunk, rest) = rest.split_at(rest.len().min(BASE64_CHUNK));
        let mut encoded = Vec::with_capacity(chunk.len().div_ceil(3) * 4 + 2);
        if !mem::replace(&mut self.opened, true) {
            encoded.push(QUOTE);
        }
        STANDARD.encode_append(chunk, &mut encoded);
        self.rest = (!rest.is_empty()).then_some(rest);
        if self.rest.is_none() {
            encoded.push(QUOTE);
        }
        Some(encoded)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use base64::Engine as _;

    use super::*;

    fn encoded(content: Content) -> Vec<u8> {
        let chunks: Vec<_> = content.chunks().collect();
        assert!(chunks.iter().all(|chunk| !chunk.is_empty()));
        let encoded = chunks.concat();
        assert_eq!(content.encoded_len(), encoded.len());
        let mut appended = b"[".to_vec();
        content.append_to(&mut appended);
        assert!(appended[1..] == encoded && appended[0] == b'[');
        encoded
    }

    fn leaked(text: String) -> &'static str {
        text.leak()
    }

    // D8: the library escapes what the compiler counted, and in the same way.
    #[test]
    fn every_character_is_escaped_as_serde_json_does() {
        let characters = (0..=0x2100).chain(0xff00..=0x1_0010);
        let all: String = characters.filter_map(char::from_u32).collect();
        for width in [0, 1, 7, 31, 64, 65, 200] {
            for text in [all.clone(), "\"\\\n\u{1f}\u{7f}".repeat(width)] {
                let text = leaked("x".repeat(width) + &text);
                let expected = serde_json::to_vec(text).unwrap();
                assert!(encoded(Content::Text(text)) == expected, "{width}");
            }
        }
    }

    // D8: where a file is cut shows nowhere, be it beside a character of several bytes or an escape.
    #[test]
    fn chunks_of_text_fit_together() {
        for unit in ["a", "\n", "é", "雪\"", "🦀"] {
            for extra in [-1, 0, 1, 2] {
                for chunks in 1..=3 {
                    let len = (CHUNK * chunks).saturating_add_signed(extra);
                    let text = "z".repeat(len % unit.len()) + &unit.repeat(len / unit.len());
                    let text = leaked(text);
                    assert_eq!(text.len(), len);
                    let expected = serde_json::to_vec(text).unwrap();
                    assert!(encoded(Content::Text(text)) == expected, "{unit:?} {len}");
                }
            }
        }
        assert_eq!(encoded(Content::Text("")), br#""""#);
    }

    // D8
    #[test]
    fn chunks_of_base64_fit_together() {
        let around = [BASE64_CHUNK - 1, BASE64_CHUNK, BASE64_CHUNK + 1];
        for len in (0..5).chain(around).chain([2 * BASE64_CHUNK, 70_000]) {
            let bytes: Vec<u8> = (0..=255).cycle().take(len).collect();
            let expected = base64::engine::general_purpose::STANDARD.encode(&bytes);
            let encoded = encoded(Content::Bytes(bytes.leak()));
            assert!(encoded == format!("\"{expected}\"").into_bytes(), "{len}");
        }
    }
}
