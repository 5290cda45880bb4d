//! The handle of a file.

use core::fmt;

use super::{Pack, hash, number, range, slice};
use crate::layout::{Section, file};

/// One file of a pack (D8).
#[derive(Clone, Copy)]
pub struct File<'a> {
    pack: Pack<'a>,
    record: &'a [u8; file::LEN],
}

impl<'a> File<'a> {
    pub(super) fn new(pack: Pack<'a>, record: &'a [u8; file::LEN]) -> Self {
        File { pack, record }
    }

    /// The URI, percent-encoded.
    pub fn uri(&self) -> &'a str {
        self.pack.string(range(self.record, file::URI))
    }

    /// The bytes of the URI, for those who need not know that they are UTF-8.
    pub fn uri_bytes(&self) -> &'a [u8] {
        self.pack.text(range(self.record, file::URI))
    }

    /// The decoded path below the skill's directory.
    pub fn path(&self) -> &'a str {
        self.pack.string(range(self.record, file::PATH))
    }

    /// The MIME type.
    pub fn mime_type(&self) -> &'a str {
        self.pack.string(range(self.record, file::MIME_TYPE))
    }

    /// The bytes of the MIME type, likewise.
    pub fn mime_type_bytes(&self) -> &'a [u8] {
        self.pack.text(range(self.record, file::MIME_TYPE))
    }

    /// The finished JSON of the item in `resources/list` (D7).
    pub fn descriptor_json(&self) -> &'a [u8] {
        self.pack.text(range(self.record, file::DESCRIPTOR))
    }

    /// The bytes of the file (S2).
    pub fn content(&self) -> &'a [u8] {
        slice(
            self.pack.section(Section::Bytes),
            range(self.record, file::CONTENT),
        )
    }

    /// The SHA-256 of the content (S3).
    pub fn digest(&self) -> [u8; 32] {
        hash(self.record, file::DIGEST)
    }

    /// Whether the file is served as text, not as Base64 (S7).
    pub fn is_text(&self) -> bool {
        number(self.record, file::KIND) == file::TEXT
    }

    /// The bytes of the JSON string, quotes included, that carries the content in a read result.
    pub fn encoded_len(&self) -> u32 {
        number(self.record, file::ENCODED_LEN)
    }

    /// The index of the innermost entry that lists the file (F9).
    pub fn owner(&self) -> u32 {
        number(self.record, file::OWNER)
    }
}

impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("uri", &self.uri())
            .field("size", &self.content().len())
            .finish_non_exhaustive()
    }
}
