//! Values that are made on first use, item by item.

use std::sync::OnceLock;

use crate::{Error, error::Cause};

/// One place for each item of a list, empty until somebody asks for the item (C3).
///
/// The places themselves are made when the first item is asked for, and each is one word until it is filled.
#[derive(Debug)]
pub(super) struct Lazy<T>(OnceLock<Box<[Place<T>]>>);

type Place<T> = OnceLock<Box<T>>;

impl<T> Lazy<T> {
    /// The value at `index` of `len`, made with `make` if it is the first time.
    pub(super) fn get(
        &self,
        len: u32,
        index: u32,
        make: impl FnOnce() -> Result<T, Error>,
    ) -> Result<&T, Error> {
        let places = self
            .0
            .get_or_init(|| (0..len).map(|_| Place::new()).collect());
        let place = places.get(index as usize).ok_or(Cause::Damaged)?;
        if let Some(value) = place.get() {
            return Ok(value);
        }
        // Two requests may make the same value at once; they are equal, and the first one stays.
        let value = Box::new(make()?);
        Ok(place.get_or_init(|| value))
    }
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
        assert!(lazy.0.get().unwrap()[0].get().is_none());
    }

    #[test]
    fn a_failure_is_not_kept() {
        let lazy = Lazy::default();
        assert!(lazy.get(1, 0, || Err(Error::CURSOR)).is_err());
        assert_eq!(lazy.get(1, 0, || Ok(7)), Ok(&7));
        assert!(lazy.get(1, 1, || Ok(7)).unwrap_err().is_internal());
    }
}
