//! A file of a skill.

use std::fmt;

use crate::{Catalog, Digest, Entry, catalog::Slot};

/// One file of a skill.
#[derive(Clone, Copy)]
pub struct File<'a> {
    catalog: &'a Catalog,
    slot: Slot,
    raw: skills_pack::File<'static>,
}

impl<'a> File<'a> {
    pub(crate) fn at(catalog: &'a Catalog, slot: Slot) -> Option<Self> {
        let raw = catalog.set(slot.set)?.pack().file(slot.index)?;
        Some(Self { catalog, slot, raw })
    }

    /// The URI under which the file is read, percent-encoded (S5).
    pub fn uri(&self) -> &'a str {
        self.raw.uri()
    }

    /// The path below the skill's directory, decoded.
    pub fn path(&self) -> &'a str {
        self.raw.path()
    }

    /// The MIME type (S7).
    pub fn mime_type(&self) -> &'a str {
        self.raw.mime_type()
    }

    /// Whether it is served as text; otherwise it is served as Base64 (S7).
    pub fn is_text(&self) -> bool {
        self.raw.is_text()
    }

    /// The file's bytes, unchanged. Not public, since policies are shown files, and never their bytes (A1).
    pub(crate) fn content(&self) -> &'a [u8] {
        self.static_content()
    }

    pub(crate) fn static_content(&self) -> &'static [u8] {
        self.raw.content()
    }

    /// The number of the file's bytes.
    pub fn size(&self) -> usize {
        self.content().len()
    }

    /// The digest of the file's bytes as the build computed it (S3).
    pub fn digest(&self) -> Digest {
        Digest::new(self.raw.digest())
    }

    /// The finished descriptor, as `resources/list` answers it (D7).
    pub fn descriptor_json(&self) -> &'a str {
        std::str::from_utf8(self.raw.descriptor_json()).unwrap_or_default()
    }

    /// The innermost published skill that lists the file (F9).
    pub fn owner(&self) -> Option<Entry<'a>> {
        let index = self.raw.owner();
        Entry::at(self.catalog, Slot { index, ..self.slot })
    }

    /// Whether the file is the `SKILL.md` of a published skill.
    pub fn is_root(&self) -> bool {
        self.owner()
            .is_some_and(|owner| owner.root_index() == self.slot.index)
    }

    pub(crate) fn descriptor_bytes(&self) -> &'static [u8] {
        self.raw.descriptor_json()
    }

    pub(crate) fn uri_bytes(&self) -> &'static [u8] {
        self.raw.uri_bytes()
    }

    pub(crate) fn mime_type_bytes(&self) -> &'static [u8] {
        self.raw.mime_type_bytes()
    }

    pub(crate) fn static_uri(&self) -> &'static str {
        self.raw.uri()
    }

    pub(crate) fn encoded_len(&self) -> usize {
        self.raw.encoded_len() as usize
    }

    pub(crate) fn id(&self) -> Option<u32> {
        self.catalog.file_order().id(self.slot)
    }
}

impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("File").field(&self.uri()).finish()
    }
}
