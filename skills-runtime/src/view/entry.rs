//! A skill.

use std::{fmt, ops::Range};

use crate::{Catalog, File, catalog::Slot};

/// One skill of a catalog.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    catalog: &'a Catalog,
    slot: Slot,
    raw: skills_pack::Entry<'static>,
}

impl<'a> Entry<'a> {
    pub(crate) fn at(catalog: &'a Catalog, slot: Slot) -> Option<Self> {
        let raw = catalog.set(slot.set)?.pack().entry(slot.index)?;
        Some(Self { catalog, slot, raw })
    }

    /// The root URI, which ends in `/<name>/SKILL.md` (S4).
    pub fn uri(&self) -> &'a str {
        self.raw.uri()
    }

    /// The frontmatter's `name`.
    pub fn name(&self) -> &'a str {
        self.raw.name()
    }

    /// The frontmatter's `description`.
    pub fn description(&self) -> &'a str {
        self.raw.description()
    }

    /// The whole frontmatter as compact JSON, in the author's order (F2).
    pub fn frontmatter_json(&self) -> &'a str {
        std::str::from_utf8(self.raw.frontmatter_json()).unwrap_or_default()
    }

    /// The string values in the frontmatter's `metadata`, in the author's order.
    pub fn metadata(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.raw.metadata()
    }

    /// One string value in the frontmatter's `metadata`.
    pub fn metadata_value(&self, key: &str) -> Option<&'a str> {
        self.metadata()
            .find_map(|(name, value)| (name == key).then_some(value))
    }

    /// The finished entry, as `skills/list` and `skills/get` answer it (D2).
    pub fn json(&self) -> &'a str {
        std::str::from_utf8(self.raw.json()).unwrap_or_default()
    }

    /// The `SKILL.md` itself.
    pub fn root(&self) -> Option<File<'a>> {
        let index = self.root_index();
        File::at(self.catalog, Slot { index, ..self.slot })
    }

    /// Every file of the skill, bytewise by URI (S1).
    pub fn files(&self) -> impl Iterator<Item = File<'a>> {
        let (catalog, set) = (self.catalog, self.slot.set);
        self.raw
            .files()
            .filter_map(move |index| File::at(catalog, Slot { set, index }))
    }

    /// The published skill that encloses this one, if there is one (F9).
    pub fn parent(&self) -> Option<Entry<'a>> {
        let index = self.raw.parent()?;
        Entry::at(self.catalog, Slot { index, ..self.slot })
    }

    pub(crate) fn json_bytes(&self) -> &'static [u8] {
        self.raw.json()
    }

    pub(crate) fn uri_len(&self) -> usize {
        self.raw.uri_bytes().len()
    }

    pub(crate) fn static_uri(&self) -> &'static str {
        self.raw.uri()
    }

    pub(crate) fn fingerprint(&self) -> [u8; 32] {
        self.raw.fingerprint()
    }

    /// The index of the root among the files of the entry's set.
    pub(crate) fn root_index(&self) -> u32 {
        self.raw.root()
    }

    pub(crate) fn id(&self) -> Option<u32> {
        self.catalog.entry_order().id(self.slot)
    }

    pub(crate) fn file_ids(&self) -> Range<u32> {
        self.catalog
            .file_order()
            .ids(self.slot.set, self.raw.files())
    }

    /// This entry and those that enclose it. A damaged pack may have a ring of parents; it ends too.
    pub(crate) fn chain(self) -> impl Iterator<Item = Entry<'a>> {
        std::iter::successors(Some(self), Entry::parent).take(self.catalog.len())
    }
}

impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.uri()).finish()
    }
}
