//! The handle of an entry.

use core::fmt;
use core::ops::Range;

use super::{Pack, hash, number, range};
use crate::layout::{NONE, Section, entry, metadata};

/// One skill of a pack: an item of `skills/list` (D2).
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    pack: Pack<'a>,
    record: &'a [u8; entry::LEN],
}

impl<'a> Entry<'a> {
    pub(super) fn new(pack: Pack<'a>, record: &'a [u8; entry::LEN]) -> Self {
        Entry { pack, record }
    }

    /// The root URI, which is the entry's identity (S10).
    pub fn uri(&self) -> &'a str {
        self.pack
            .file(self.root())
            .map(|file| file.uri())
            .unwrap_or_default()
    }

    /// The bytes of the root URI, for those who need not know that they are UTF-8.
    pub fn uri_bytes(&self) -> &'a [u8] {
        let root = self.pack.file(self.root());
        root.map_or(&[], |root| root.uri_bytes())
    }

    /// The index of the root `SKILL.md` among the files.
    pub fn root(&self) -> u32 {
        number(self.record, entry::ROOT)
    }

    /// The files below the skill's directory, the root included (S1).
    pub fn files(&self) -> Range<u32> {
        self.pack
            .inside(Section::Files, range(self.record, entry::FILES))
    }

    /// The index of the innermost entry whose directory encloses this one's, if any (F9).
    pub fn parent(&self) -> Option<u32> {
        Some(number(self.record, entry::PARENT)).filter(|&parent| parent != NONE)
    }

    /// The finished JSON of the entry.
    pub fn json(&self) -> &'a [u8] {
        self.pack.text(range(self.record, entry::JSON))
    }

    /// The frontmatter object within [`Entry::json`].
    pub fn frontmatter_json(&self) -> &'a [u8] {
        super::slice(self.json(), range(self.record, entry::FRONTMATTER))
    }

    /// The frontmatter's `name`.
    pub fn name(&self) -> &'a str {
        self.pack.string(range(self.record, entry::NAME))
    }

    /// The frontmatter's `description`.
    pub fn description(&self) -> &'a str {
        self.pack.string(range(self.record, entry::DESCRIPTION))
    }

    /// The string pairs of the frontmatter's `metadata`, in the author's order (F2).
    pub fn metadata(&self) -> impl ExactSizeIterator<Item = (&'a str, &'a str)> + use<'a> {
        let pack = self.pack;
        let pairs =
            pack.run::<{ metadata::LEN }>(Section::Metadata, range(self.record, entry::METADATA));
        pairs.iter().map(move |pair| {
            (
                pack.string(range(pair, metadata::KEY)),
                pack.string(range(pair, metadata::VALUE)),
            )
        })
    }

    /// The identity of the complete entry, its JSON and descriptors.
    pub fn fingerprint(&self) -> [u8; 32] {
        hash(self.record, entry::FINGERPRINT)
    }
}

impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("uri", &self.uri())
            .field("files", &self.files())
            .finish_non_exhaustive()
    }
}
