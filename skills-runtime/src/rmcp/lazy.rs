//! Values that are made on first use, item by item.

use std::sync::OnceLock;

use crate::{Error, error::Cause};

/// The items whose places are made together.
const BLOCK: usize = 128;

/// One place for each item of a list, empty until somebody asks for the item (C3).
///
/// Places are made block by block, so that what a page costs depends on the page and not on the list behind it.
#[derive(Debug)]
pub(super) struct Lazy<T>(OnceLock<Box<[Block<T>]>>);

type Block<T> = OnceLock<Box<[Place<T>]>>;
type Place<T> = OnceLock<Box<T>>;

impl<T> Lazy<T> {
    /// The value at `index` of `len`, made with `make` if it is the first time.
    pub(super) fn get(
        &self,
        len: u32,
        index: u32,
        make: impl FnOnce() -> Result<T, Error>,
    ) -> Result<&T, Error> {
        let (len, index) = (len as usize, index as usize);
        if index >= len {
            return Err(Cause::Damaged.into());
        }
        let blocks = self.0.get_or_init(|| empty(len.div_ceil(BLOCK)));
        let block = blocks.get(index / BLOCK).ok_or(Cause::Damaged)?;
        let places = block.get_or_init(|| empty(BLOCK));
        let place = places.get(index % BLOCK).ok_or(Cause::Damaged)?;
        if let Some(value) = place.get() {
            return Ok(value);
        }
        // Two requests may make the same value at once; they are equal, and the first one stays.
        let value = Box::new(make()?);
        Ok(place.get_or_init(|| value))
    }
}

fn empty<T>(len: usize) -> Box<[OnceLock<T>]> {
    (0..len).map(|_| OnceLock::new()).collect()
}

impl<T> Default for Lazy<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    // C3
    #[test]
    fn nothing_is_made_before_it_is_asked_for_and_nothing_twice() {
        let lazy = Lazy::default();
        assert!(lazy.0.get().is_none());
        assert_eq!(lazy.get(3, 1, || Ok(7)), Ok(&7));
        assert_eq!(lazy.get(3, 1, || Ok(8)), Ok(&7));
        let block = lazy.0.get().unwrap()[0].get().unwrap();
        assert!(block[0].get().is_none() && block[1].get().is_some());
    }

    // C3
    #[test]
    fn only_the_block_of_an_item_is_made() {
        let lazy = Lazy::default();
        let len = 1_000_000;
        for index in [0, 127, 128, len - 1] {
            assert_eq!(lazy.get(len, index, || Ok(index)), Ok(&index));
        }
        let blocks = lazy.0.get().unwrap();
        assert_eq!(blocks.len(), 7_813);
        let made = blocks.iter().filter(|block| block.get().is_some());
        assert_eq!(made.count(), 3);
        assert!(lazy.get(len, len, || Ok(0)).unwrap_err().is_internal());
    }

    #[test]
    fn a_failure_is_not_kept() {
        let lazy = Lazy::default();
        assert!(lazy.get(1, 0, || Err(Error::CURSOR)).is_err());
        assert_eq!(lazy.get(1, 0, || Ok(7)), Ok(&7));
        assert!(lazy.get(1, 1, || Ok(7)).unwrap_err().is_internal());
    }
}
