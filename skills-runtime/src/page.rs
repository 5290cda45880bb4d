//! Cutting a list into pages (D5, D6).

use std::{borrow::Cow, cell::LazyCell, ops::Range};

use crate::{
    Catalog, Error,
    cursor::{Binding, Keys, Place, Unverified},
    error::Cause,
};

/// The ids of what a list shows, in its order.
#[derive(Debug)]
pub(crate) enum Ids<'a> {
    /// All of them, from zero.
    All(u32),
    Some(Cow<'a, [u32]>),
    /// The files that are a skill's `SKILL.md`, all of them.
    Roots(&'a Catalog),
}

impl Ids<'_> {
    pub(crate) fn len(&self) -> u32 {
        match self {
            Self::All(len) => *len,
            Self::Some(ids) => u32::try_from(ids.len()).unwrap_or(u32::MAX),
            Self::Roots(catalog) => catalog.entry_order().len(),
        }
    }

    fn get(&self, position: u32) -> Option<u32> {
        match self {
            Self::All(len) => (position < *len).then_some(position),
            Self::Some(ids) => ids.get(position as usize).copied(),
            Self::Roots(catalog) => catalog.entry_at(position)?.root()?.id(),
        }
    }
}

/// One finished item, as far as its page needs to know it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) uri: &'static str,
    /// The bytes of its JSON.
    pub(crate) len: usize,
}

/// One list that is shown page by page.
pub(crate) struct Listing<'a, W> {
    pub(crate) ids: Ids<'a>,
    /// Measures the item with an id.
    pub(crate) weigh: W,
    /// The bytes that a page has for its items and the commas between them.
    pub(crate) space: usize,
    pub(crate) page_size: u64,
}

/// One page: runs of ids that lie together, and the cursor of the next page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) runs: Vec<Range<u32>>,
    pub(crate) next_cursor: Option<String>,
}

impl<W: Fn(u32) -> Result<Item, Error>> Listing<'_, W> {
    /// The page at a cursor; without one, or with an empty one, the first page (D5).
    pub(crate) fn page<'b>(
        &self,
        keys: &Keys,
        binding: impl FnOnce() -> Result<Binding<'b>, Error>,
        cursor: Option<&str>,
    ) -> Result<Page, Error> {
        // What is visible is decided and hashed only for a list that has more than one page.
        let binding = LazyCell::new(binding);
        let mut offset = 0;
        if let Some(cursor) = cursor.filter(|cursor| !cursor.is_empty()) {
            let cursor = Unverified::parse(cursor).ok_or(Error::CURSOR)?;
            let place = keys.open(&(*binding)?, cursor).ok_or(Error::CURSOR)?;
            offset = place.offset;
            if offset >= self.ids.len() {
                return Err(Error::CURSOR);
            }
        }
        let (runs, offset) = self.cut(offset)?;
        let mut next_cursor = None;
        if offset < self.ids.len() {
            let inner = None;
            next_cursor = Some(keys.sign(&(*binding)?, &Place { offset, inner }));
        }
        Ok(Page { runs, next_cursor })
    }

    /// As many items as the page has place for, and where the next page starts (D6).
    pub(crate) fn cut(&self, offset: u32) -> Result<(Vec<Range<u32>>, u32), Error> {
        let mut runs: Vec<Range<u32>> = Vec::new();
        let (mut position, mut used) = (offset, 0);
        while position < self.ids.len() && u64::from(position - offset) < self.page_size {
            let id = self.ids.get(position).ok_or(Cause::Damaged)?;
            let item = (self.weigh)(id)?;
            let comma = usize::from(position > offset);
            let total = used + comma + item.len;
            if total > self.space {
                // An item is never split: one that does not fit alone fits no page.
                if position == offset {
                    return Err(self.oversized(item));
                }
                break;
            }
            match runs.last_mut() {
                Some(run) if run.end == id => run.end += 1,
                _ => runs.push(id..id + 1),
            }
            used = total;
            position += 1;
        }
        Ok((runs, position))
    }

    fn oversized(&self, item: Item) -> Error {
        let cause = Cause::Oversized {
            limit: "result_bytes",
            uri: item.uri,
            got: item.len as u64,
            allowed: self.space as u64,
        };
        cause.into()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "what a list needs may fail")]
    fn binding() -> Result<Binding<'static>, Error> {
        Ok(Binding {
            listing: "test",
            directory: "",
            scope: "scope",
            page_size: 2,
            result_bytes: 100,
            visible: [0; 32],
        })
    }

    fn listing(
        ids: &[u32],
        page_size: u64,
        space: usize,
        len: usize,
    ) -> Listing<'_, impl Fn(u32) -> Result<Item, Error>> {
        Listing {
            ids: Ids::Some(Cow::Borrowed(ids)),
            weigh: move |_| Ok(Item { uri: "u", len }),
            space,
            page_size,
        }
    }

    fn keys() -> Keys {
        Keys::new([&[1; 32][..]]).unwrap()
    }

    /// The ids on each page.
    fn pages(ids: &[u32], page_size: u64, space: usize, len: usize) -> Vec<Vec<u32>> {
        let keys = keys();
        let listing = listing(ids, page_size, space, len);
        let mut pages = Vec::new();
        let mut cursor = None;
        loop {
            let page = listing.page(&keys, binding, cursor.as_deref()).unwrap();
            pages.push(page.runs.into_iter().flatten().collect());
            cursor = page.next_cursor;
            if cursor.is_none() {
                return pages;
            }
        }
    }

    // D6
    #[test]
    fn a_page_ends_at_its_count() {
        assert_eq!(
            pages(&[0, 1, 2, 3, 4], 2, 1_000, 10),
            [vec![0, 1], vec![2, 3], vec![4]]
        );
        assert_eq!(pages(&[0, 1, 2, 3], 2, 1_000, 10), [[0, 1], [2, 3]]);
        assert_eq!(pages(&[0, 1], 2, 1_000, 10), [[0, 1]]);
        assert_eq!(pages(&[], 2, 1_000, 10), [[0; 0]]);
    }

    // D6: two items of ten bytes and their comma take 21.
    #[test]
    fn a_page_ends_at_its_bytes() {
        assert_eq!(pages(&[0, 1, 2], 100, 21, 10), [vec![0, 1], vec![2]]);
        assert_eq!(pages(&[0, 1, 2], 100, 20, 10), [[0], [1], [2]]);
        assert_eq!(pages(&[0, 1, 2], 100, 10, 10), [[0], [1], [2]]);
    }

    #[test]
    fn neighbours_share_a_run() {
        let keys = keys();
        let page = listing(&[1, 2, 4, 5, 9], 100, 1_000, 1).page(&keys, binding, None);
        assert_eq!(page.unwrap().runs, [1..3, 4..6, 9..10]);
    }

    // D6
    #[test]
    fn an_item_that_fits_no_page_is_an_internal_error() {
        let keys = keys();
        let listing = Listing {
            ids: Ids::All(1),
            weigh: |_| {
                Ok(Item {
                    uri: "skill://a/SKILL.md",
                    len: 11,
                })
            },
            space: 10,
            page_size: 100,
        };
        let error = listing.page(&keys, binding, None).unwrap_err();
        assert_eq!((error.code(), error.message()), (-32603, "internal error"));
        let cause = std::error::Error::source(&error).unwrap().to_string();
        let expected =
            "`skill://a/SKILL.md` does not fit limit `result_bytes` (got 11, allowed 10)";
        assert_eq!(cause, expected);
    }

    // D5
    #[test]
    fn a_signed_offset_past_the_end_is_refused() {
        let keys = keys();
        let listing = Listing {
            ids: Ids::All(3),
            weigh: |_| Ok(Item { uri: "u", len: 1 }),
            space: 10,
            page_size: 100,
        };
        for offset in [3, u32::MAX] {
            let inner = None;
            let cursor = keys.sign(&binding().unwrap(), &Place { offset, inner });
            assert_eq!(
                listing.page(&keys, binding, Some(&cursor)),
                Err(Error::CURSOR)
            );
        }
    }
}
