//! A section of variable length, planned before anything is copied.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

/// The pieces of a section in order, borrowed from the catalog.
///
/// Because nothing is copied yet, a catalog that is too large for a pack is noticed before memory is spent on it.
#[derive(Debug, Default)]
pub(crate) struct Area<'a> {
    pieces: Vec<&'a [u8]>,
    len: u64,
    known: BTreeMap<&'a [u8], Range<u32>>,
}

impl<'a> Area<'a> {
    /// Its length in bytes, which may be more than a pack can hold.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn pieces(&self) -> impl Iterator<Item = &'a [u8]> {
        self.pieces.iter().copied()
    }

    /// Adds a piece and says where it lies. Only meaningful as long as [`Area::len`] fits a `u32`.
    pub(crate) fn push(&mut self, piece: &'a [u8]) -> Range<u32> {
        let start = clamp(self.len);
        self.len = self.len.saturating_add(piece.len() as u64);
        self.pieces.push(piece);
        start..clamp(self.len)
    }

    /// Like [`Area::push`], but a piece that was added this way before is not stored again.
    pub(crate) fn intern(&mut self, piece: &'a [u8]) -> Range<u32> {
        if let Some(range) = self.known.get(piece) {
            return range.clone();
        }
        let range = self.push(piece);
        self.known.insert(piece, range.clone());
        range
    }

    /// Adds the items of a JSON list with commas between, so that any run of them is one slice.
    pub(crate) fn push_list(&mut self, items: impl Iterator<Item = &'a str>) -> Vec<Range<u32>> {
        let mut first = true;
        items
            .map(|item| {
                if !core::mem::take(&mut first) {
                    self.push(b",");
                }
                self.push(item.as_bytes())
            })
            .collect()
    }
}

fn clamp(offset: u64) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interned_pieces_are_stored_once() {
        let mut area = Area::default();
        assert_eq!(area.intern(b"text/plain"), 0..10);
        assert_eq!(area.intern(b"image/png"), 10..19);
        assert_eq!(area.intern(b"text/plain"), 0..10);
        assert_eq!(area.len(), 19);
    }

    #[test]
    fn a_list_has_commas_between_and_none_at_the_ends() {
        let mut area = Area::default();
        area.push(b"x");
        assert_eq!(area.push_list(["{}", "{1}"].into_iter()), [1..3, 4..7]);
        assert_eq!(area.push_list(core::iter::empty()), []);
        assert_eq!(area.pieces().collect::<Vec<_>>().concat(), b"x{},{1}");
    }
}
