//! `resources/list` of a server that has resources beside its skills: one chain of pages, ours first (C2).

use std::{fmt, sync::OnceLock};

use super::{Files, METHOD};
use crate::{
    Error, RequestView, SkillsService, Visible,
    cursor::{Binding, MAX_INNER_LEN, Place, Unverified},
    error::Cause,
    page::Page,
};

/// The pages of one request's caller: the skills' resources, and behind them those of an inner handler.
///
/// It holds the request's decisions, so that what follows an answer of the inner handler is of one piece with what came
/// before (A3). Whether our part has been shown is written in each cursor, and so is the inner handler's own cursor,
/// under the same tag (D5).
#[derive(Clone)]
pub(crate) struct ResourceChain {
    service: SkillsService,
    visible: Visible,
    hints: bool,
    fingerprint: OnceLock<[u8; 32]>,
}

/// What a cursor leads to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ChainPage {
    /// A page of ours. It always has a next cursor, which after our last page leads to the inner handler.
    Own(Page),
    /// The page of the inner handler at its own cursor; its first page without one.
    Inner(Option<String>),
}

impl SkillsService {
    /// # Errors
    ///
    /// -32603 where a policy fails.
    pub(crate) fn resource_chain(&self, request: &RequestView<'_>) -> Result<ResourceChain, Error> {
        let visible = self.sight(request, METHOD)?.into_complete()?;
        Ok(ResourceChain {
            service: self.clone(),
            visible: visible.into_owned(),
            hints: request.carries_hints(),
            fingerprint: OnceLock::new(),
        })
    }
}

impl ResourceChain {
    /// # Errors
    ///
    /// -32602 for a cursor that is malformed, forged or stale; -32603 where a descriptor is over a bound.
    pub(crate) fn page(&self, cursor: Option<&str>) -> Result<ChainPage, Error> {
        let list = self.service.resource_list(&self.visible);
        let files = Files(&self.service);
        let listing = self
            .service
            .listing(list.member, self.hints, list.ids, files);
        let place = match cursor.filter(|cursor| !cursor.is_empty()) {
            None => start(),
            Some(cursor) => self.open(cursor).ok_or(Error::CURSOR)?,
        };
        if place.offset == listing.ids.len() {
            return Ok(ChainPage::Inner(place.inner));
        }
        if place.offset > listing.ids.len() || place.inner.is_some() {
            return Err(Error::CURSOR);
        }
        let (runs, offset) = listing.cut(place.offset)?;
        let next_cursor = Some(self.sign(&Place {
            offset,
            inner: None,
        }));
        Ok(ChainPage::Own(Page { runs, next_cursor }))
    }

    /// The cursor that leads to the inner handler's page at `inner`, its own next cursor.
    ///
    /// # Errors
    ///
    /// -32603 for a cursor of more than 8 KiB.
    pub(crate) fn next(&self, inner: &str) -> Result<String, Error> {
        if inner.len() > MAX_INNER_LEN {
            return Err(Cause::InnerCursor { got: inner.len() }.into());
        }
        let offset = self.service.resource_list(&self.visible).ids.len();
        Ok(self.sign(&Place {
            offset,
            inner: Some(inner.to_owned()),
        }))
    }

    fn open(&self, cursor: &str) -> Option<Place> {
        let cursor = Unverified::parse_chained(cursor)?;
        self.service.parts().keys.open(&self.binding(), cursor)
    }

    fn sign(&self, place: &Place) -> String {
        self.service.parts().keys.sign(&self.binding(), place)
    }

    fn binding(&self) -> Binding<'_> {
        let catalog = self.service.catalog();
        let visible = self
            .fingerprint
            .get_or_init(|| self.visible.files_fingerprint(catalog));
        let listing = self.service.parts().resources.name();
        self.service.binding(listing, "", *visible)
    }
}

fn start() -> Place {
    Place {
        offset: 0,
        inner: None,
    }
}

impl fmt::Debug for ResourceChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceChain")
            .field("service", &self.service)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::{
        Limits, SkillsServiceBuilder,
        testing::{current, many},
    };

    fn builder(page_size: u64) -> SkillsServiceBuilder {
        let limits = Limits::builder().page_size(page_size).build().unwrap();
        let builder = SkillsService::builder(many(2).set()).limits(limits);
        builder.scope("acme").cursor_secret([1; 32])
    }

    fn see(service: &SkillsService, names: &'static [&str]) -> RequestView<'static> {
        let allow = |entry: &crate::Entry<'_>| names.contains(&entry.name());
        current().with_visible(Visible::select(service.catalog(), allow, |_| true))
    }

    /// How many of ours are on each page, and the cursor that leads behind them.
    fn own_pages(chain: &ResourceChain) -> (Vec<usize>, String) {
        let (mut lens, mut cursor) = (Vec::new(), None::<String>);
        loop {
            match chain.page(cursor.as_deref()).unwrap() {
                ChainPage::Own(page) => {
                    lens.push(page.runs.iter().map(ExactSizeIterator::len).sum());
                    cursor = page.next_cursor;
                }
                ChainPage::Inner(inner) => {
                    assert_eq!(inner, None);
                    return (lens, cursor.unwrap());
                }
            }
        }
    }

    fn refused(chain: &ResourceChain, cursor: &str) {
        assert_eq!(chain.page(Some(cursor)), Err(Error::CURSOR), "{cursor:.80}");
    }

    // C2, D5
    #[test]
    fn ours_come_first_and_the_inner_handlers_behind_them() {
        for (page_size, lens) in [
            (1, vec![1; 4]),
            (2, vec![2, 2]),
            (3, vec![3, 1]),
            (4, vec![4]),
            (100, vec![4]),
        ] {
            let service = builder(page_size).build().unwrap();
            let chain = service.resource_chain(&current()).unwrap();
            let (pages, behind) = own_pages(&chain);
            assert_eq!(pages, lens);
            assert_eq!(behind.len(), 48);
            for inner in ["", "a", "page 2 of \u{96ea}"] {
                let cursor = chain.next(inner).unwrap();
                assert!(cursor.starts_with(
                    |first: char| first.is_ascii_alphanumeric() || "-_".contains(first)
                ));
                assert_eq!(cursor.as_bytes()[48], b'.');
                let page = chain.page(Some(&cursor)).unwrap();
                assert_eq!(page, ChainPage::Inner(Some(inner.to_owned())));
            }
        }
    }

    // C2, A5
    #[test]
    fn who_sees_none_of_ours_starts_with_the_inner_handler() {
        let service = builder(2).build().unwrap();
        let chain = service.resource_chain(&see(&service, &[])).unwrap();
        for cursor in [None, Some("")] {
            assert_eq!(chain.page(cursor), Ok(ChainPage::Inner(None)));
        }
        let cursor = chain.next("x").unwrap();
        let expected = ChainPage::Inner(Some("x".to_owned()));
        assert_eq!(chain.page(Some(&cursor)), Ok(expected));
    }

    // D5: a chain's cursor is one of this caller, this catalog and these bounds, whatever part it leads to.
    #[test]
    fn a_cursor_of_a_chain_is_tied_like_any_other() {
        let service = builder(1).build().unwrap();
        let chain = service.resource_chain(&current()).unwrap();
        let ChainPage::Own(first) = chain.page(None).unwrap() else {
            panic!("there are pages of ours");
        };
        let (_, behind) = own_pages(&chain);
        let cursors = [first.next_cursor.unwrap(), behind, chain.next("x").unwrap()];
        let others = [
            builder(2),
            builder(1).scope("other"),
            builder(1).cursor_secret([2; 32]),
        ];
        for cursor in &cursors {
            assert!(chain.page(Some(cursor)).is_ok());
            for other in others.clone() {
                let other = other.build().unwrap();
                refused(&other.resource_chain(&current()).unwrap(), cursor);
            }
            refused(
                &service.resource_chain(&see(&service, &["s00"])).unwrap(),
                cursor,
            );
            assert!(service.list(&current(), Some(cursor)).is_err());
        }
        // Without anything behind ours, only cursors to a page of ours mean something.
        assert!(
            service
                .list_resources(&current(), Some(&cursors[0]))
                .is_ok()
        );
        for cursor in &cursors[1..] {
            let error = service
                .list_resources(&current(), Some(cursor))
                .unwrap_err();
            assert_eq!(error, Error::CURSOR);
        }
    }

    // D5
    #[test]
    fn a_changed_cursor_of_a_chain_is_refused() {
        let service = builder(1).build().unwrap();
        let chain = service.resource_chain(&current()).unwrap();
        for cursor in [own_pages(&chain).1, chain.next("inner").unwrap()] {
            for index in 0..cursor.len() {
                for bit in 0..7 {
                    let mut bytes = cursor.clone().into_bytes();
                    bytes[index] ^= 1 << bit;
                    refused(&chain, &String::from_utf8(bytes).unwrap());
                }
                if index != 48 && index > 0 {
                    refused(&chain, &cursor[..index]);
                }
                refused(&chain, &format!("{}\u{e9}", &cursor[..index]));
            }
            refused(&chain, &format!("{cursor}A"));
            refused(&chain, &cursor.repeat(20_000));
        }
        // Cut off behind its first part, a cursor is a wrong one, not one to the inner handler's start.
        refused(&chain, &chain.next("inner").unwrap()[..48]);
    }

    // D5: a signed place that is none.
    #[test]
    fn a_place_outside_the_list_is_refused() {
        let service = builder(1).build().unwrap();
        let chain = service.resource_chain(&current()).unwrap();
        for (offset, inner) in [
            (5, None),
            (u32::MAX, None),
            (0, Some("x")),
            (3, Some("x")),
            (5, Some("x")),
        ] {
            let inner = inner.map(str::to_owned);
            refused(&chain, &chain.sign(&Place { offset, inner }));
        }
    }

    // A4
    #[test]
    fn an_endless_inner_cursor_is_an_internal_error() {
        let service = builder(1).build().unwrap();
        let chain = service.resource_chain(&current()).unwrap();
        let longest = chain.next(&"x".repeat(8 << 10)).unwrap();
        assert!(chain.page(Some(&longest)).is_ok());
        let error = chain.next(&"x".repeat((8 << 10) + 1)).unwrap_err();
        assert_eq!((error.code(), error.message()), (-32603, "internal error"));
        assert_eq!(
            std::error::Error::source(&error).unwrap().to_string(),
            "a cursor of the inner handler is too long (got 8193 bytes, allowed 8192)"
        );
    }

    // An async handler keeps a chain while it waits for the inner handler.
    #[test]
    fn a_chain_may_go_to_another_thread() {
        fn check<T: Send + Sync + 'static>() {}
        check::<ResourceChain>();
    }
}
