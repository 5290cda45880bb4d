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

/// How large the items of a list are, by id.
pub(crate) trait Sizes {
    /// The bytes of an item's JSON, where it is within the bounds.
    fn size(&self, id: u32) -> Result<usize, Error>;

    /// The bytes of the JSON of neighbours with the commas between, where all of it lies in one slice.
    ///
    /// The largest of them was held to the bounds when the service was made, so nobody looks at each.
    fn size_of_run(&self, ids: Range<u32>) -> Option<usize>;

    fn uri(&self, id: u32) -> &'static str;
}

/// One list that is shown page by page.
pub(crate) struct Listing<'a, S> {
    pub(crate) ids: Ids<'a>,
    pub(crate) sizes: S,
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

impl<S: Sizes> Listing<'_, S> {
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
        if let Some(ids) = self.whole(offset) {
            let end = ids.end;
            return Ok((vec![ids], end));
        }
        let mut runs: Vec<Range<u32>> = Vec::new();
        let (mut position, mut used) = (offset, 0);
        while position < self.ids.len() && u64::from(position - offset) < self.page_size {
            let id = self.ids.get(position).ok_or(Cause::Damaged)?;
            let size = self.sizes.size(id)?;
            let comma = usize::from(position > offset);
            let total = used + comma + size;
            if total > self.space {
                // An item is never split: one that does not fit alone fits no page.
                if position == offset {
                    return Err(self.oversized(id, size));
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

    /// A page that is full by its count, or the last one, of a list from which nothing was taken out.
    fn whole(&self, offset: u32) -> Option<Range<u32>> {
        let Ids::All(len) = self.ids else { return None };
        let count = u32::try_from(self.page_size).unwrap_or(u32::MAX);
        let ids = offset..offset.saturating_add(count).min(len);
        let fits = !ids.is_empty() && self.sizes.size_of_run(ids.clone())? <= self.space;
        fits.then_some(ids)
    }

    fn oversized(&self, id: u32, size: usize) -> Error {
        let cause = Cause::Oversized {
            limit: "result_bytes",
            uri: self.sizes.uri(id),
            got: size as u64,
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

    /// Items of one size, in one slice.
    struct Equal(usize);

    impl Sizes for Equal {
        fn size(&self, _: u32) -> Result<usize, Error> {
            Ok(self.0)
        }

        fn size_of_run(&self, ids: Range<u32>) -> Option<usize> {
            Some(ids.len() * (self.0 + 1) - 1)
        }

        fn uri(&self, _: u32) -> &'static str {
            "skill://a/SKILL.md"
        }
    }

    fn some(ids: &[u32]) -> Ids<'_> {
        Ids::Some(Cow::Borrowed(ids))
    }

    fn listing(ids: Ids<'_>, page_size: u64, space: usize, len: usize) -> Listing<'_, Equal> {
        Listing {
            ids,
            sizes: Equal(len),
            space,
            page_size,
        }
    }

    fn keys() -> Keys {
        Keys::new([&[1; 32][..]]).unwrap()
    }

    /// The ids on each page.
    fn pages(ids: &[u32], page_size: u64, space: usize, len: usize) -> Vec<Vec<u32>> {
        let one_by_one = pages_of(|| some(ids), page_size, space, len);
        // Without a look at each, the pages are the same.
        if ids.iter().copied().eq(0..u32::try_from(ids.len()).unwrap()) {
            let all = || Ids::All(u32::try_from(ids.len()).unwrap());
            assert_eq!(pages_of(all, page_size, space, len), one_by_one);
        }
        one_by_one
    }

    fn pages_of<'a>(
        ids: impl Fn() -> Ids<'a>,
        page_size: u64,
        space: usize,
        len: usize,
    ) -> Vec<Vec<u32>> {
        let keys = keys();
        let listing = listing(ids(), page_size, space, len);
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
        let page = listing(some(&[1, 2, 4, 5, 9]), 100, 1_000, 1).page(&keys, binding, None);
        assert_eq!(page.unwrap().runs, [1..3, 4..6, 9..10]);
    }

    // D6
    #[test]
    fn an_item_that_fits_no_page_is_an_internal_error() {
        let keys = keys();
        let listing = listing(Ids::All(1), 100, 10, 11);
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
        let listing = listing(Ids::All(3), 100, 10, 1);
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
