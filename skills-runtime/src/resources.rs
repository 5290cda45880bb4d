//! `resources/list` (D7).

#[cfg(any(feature = "rmcp", test))]
mod chain;

#[cfg(feature = "rmcp")]
pub(crate) use chain::{ChainPage, ResourceChain};

use std::ops::Range;

use crate::{
    Body, Error, RequestView, SkillsService, Visible,
    envelope::Member,
    error::Cause,
    page::{Page, Sizes},
    service::List,
};

/// Which files `resources/list` shows (D7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResourceListing {
    /// Every file of every skill.
    #[default]
    Files,
    /// Only each skill's `SKILL.md`; the other files stay readable.
    Roots,
}

impl ResourceListing {
    /// The name in a cursor: pages of one listing are not pages of the other.
    const fn name(self) -> &'static str {
        match self {
            Self::Files => METHOD,
            Self::Roots => "resources/list of roots",
        }
    }
}

const METHOD: &str = "resources/list";

impl SkillsService {
    /// Answers `resources/list`: the descriptors of the files that the caller may see, bytewise by URI, page by page
    /// (D7).
    ///
    /// # Errors
    ///
    /// -32602 for a cursor that is malformed, forged or stale: start anew (D5). -32603 where a policy fails or a descriptor
    /// is over a bound.
    pub fn list_resources(
        &self,
        request: &RequestView<'_>,
        cursor: Option<&str>,
    ) -> Result<Body, Error> {
        let page = self.resource_page(request, cursor)?;
        let items = page
            .runs
            .into_iter()
            .flat_map(|run| self.catalog().descriptors_json(run));
        self.list_body(
            request,
            Member::RESOURCES,
            items.collect(),
            page.next_cursor,
        )
    }

    pub(crate) fn resource_page(
        &self,
        request: &RequestView<'_>,
        cursor: Option<&str>,
    ) -> Result<Page, Error> {
        let visible = self.sight(request, METHOD)?.into_complete()?;
        let list = self.resource_list(&visible);
        let fingerprint = || Ok(visible.files_fingerprint(self.catalog()));
        self.page(request, list, Files(self), fingerprint, cursor)
    }

    fn resource_list<'a>(&'a self, visible: &'a Visible) -> List<'a> {
        let listing = self.parts().resources;
        List {
            name: listing.name(),
            directory: "",
            member: Member::RESOURCES,
            ids: match listing {
                ResourceListing::Files => visible.file_ids(self.catalog()),
                ResourceListing::Roots => visible.root_ids(self.catalog()),
            },
        }
    }
}

pub(crate) struct Files<'a>(&'a SkillsService);

impl Sizes for Files<'_> {
    fn size(&self, id: u32) -> Result<usize, Error> {
        let file = self.0.catalog().file_at(id).ok_or(Cause::Damaged)?;
        self.0
            .check_served(file.uri_bytes().len(), || file.static_uri())?;
        Ok(file.descriptor_bytes().len())
    }

    fn size_of_run(&self, ids: Range<u32>) -> Option<usize> {
        Some(
            self.0
                .catalog()
                .single()?
                .pack()
                .descriptors_json(ids)
                .len(),
        )
    }

    fn uri(&self, id: u32) -> &'static str {
        let file = self.0.catalog().file_at(id);
        file.map_or("", |file| file.static_uri())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::{
        Limits, Visible,
        body::Items,
        testing::{Fixture, all_pages, current, many, mixed, service, text, uris, value},
    };

    // D4, D7
    #[test]
    fn a_result_is_exactly_this() {
        let fixture = Fixture::default().skill("skill://pdf", &[("x.bin", &[1])]);
        let service = service(&fixture);
        let root = concat!(
            r#"{"uri":"skill://pdf/SKILL.md","name":"pdf","description":"Does it.","#,
            r#""mimeType":"text/markdown","size":40}"#,
        );
        let file = concat!(
            r#"{"uri":"skill://pdf/x.bin","name":"x.bin","#,
            r#""mimeType":"application/octet-stream","size":1}"#,
        );
        let hints = r#""ttlMs":0,"cacheScope":"private""#;
        let head = r#""resultType":"complete","#;
        assert_eq!(
            text(service.list_resources(&current(), None).unwrap()),
            format!(r#"{{{head}"resources":[{root},{file}],{hints}}}"#)
        );
        let old = service
            .list_resources(&RequestView::new("2025-11-25"), None)
            .unwrap();
        assert_eq!(text(old), format!(r#"{{"resources":[{root},{file}]}}"#));
    }

    // D7: every file once, bytewise by URI, however many entries list it.
    #[test]
    fn every_file_is_listed_once_and_in_order() {
        let service = service(&mixed());
        let (uris, _) = uris(service.list_resources(&current(), None).unwrap());
        assert!(uris.is_sorted());
        assert_eq!(uris.len(), service.catalog().file_count());
        let listed: Vec<_> = service.catalog().files().map(|file| file.uri()).collect();
        assert_eq!(uris, listed);
    }

    #[test]
    fn a_page_of_everything_is_one_slice() {
        let service = service(&mixed());
        let body = service.list_resources(&current(), None).unwrap();
        assert!(matches!(body.items, Items::Slice(_)));
    }

    // D5, D6, D7
    #[test]
    fn pages_are_complete() {
        let fixture = many(5);
        for page_size in [1, 2, 3, 10, 11] {
            let limits = Limits::builder().page_size(page_size).build().unwrap();
            let service = SkillsService::builder(fixture.set())
                .limits(limits)
                .build()
                .unwrap();
            let pages = all_pages(|cursor| service.list_resources(&current(), cursor).unwrap());
            assert_eq!(pages.concat().len(), 10);
            assert!(pages.concat().is_sorted());
            assert!(pages.iter().all(|page| page.len() as u64 <= page_size));
        }
    }

    // D7
    #[test]
    fn a_setting_narrows_it_to_the_roots() {
        let builder = SkillsService::builder(mixed().set()).cursor_secret([1; 32]);
        let limits = Limits::builder().page_size(2).build().unwrap();
        let builder = builder
            .limits(limits)
            .resource_listing(ResourceListing::Roots);
        let service = builder.build().unwrap();
        let roots: Vec<_> = service
            .catalog()
            .entries()
            .map(|entry| entry.uri())
            .collect();
        let everything = all_pages(|cursor| service.list_resources(&current(), cursor).unwrap());
        assert_eq!(everything.concat(), roots);

        let visible = Visible::select(service.catalog(), |_| true, |_| true);
        let request = current().with_visible(visible);
        let selected = all_pages(|cursor| service.list_resources(&request, cursor).unwrap());
        assert_eq!(selected, everything);

        // What is not listed stays readable.
        assert!(
            service
                .read(&current(), "skill://acme/pdf/empty.txt")
                .is_ok()
        );
    }

    // A2, A5: the other members of a concealed entry stay listed, and its root among the roots.
    #[test]
    fn a_concealed_file_conceals_the_entry_but_not_its_other_files() {
        let service = service(&many(2));
        let hidden = "skill://acme/s00/refs/guide.md";
        let visible = Visible::select(service.catalog(), |_| true, |file| file.uri() != hidden);
        let request = current().with_visible(visible);
        let (files, _) = uris(service.list_resources(&request, None).unwrap());
        assert_eq!(
            files,
            [
                "skill://acme/s00/SKILL.md",
                "skill://acme/s01/SKILL.md",
                "skill://acme/s01/refs/guide.md"
            ]
        );
        let (entries, _) = uris(service.list(&request, None).unwrap());
        assert_eq!(entries, ["skill://acme/s01/SKILL.md"]);
        assert!(service.read(&request, "skill://acme/s00/SKILL.md").is_ok());
        assert_eq!(
            service.read(&request, hidden).unwrap_err(),
            Error::UNKNOWN_RESOURCE
        );

        let roots = SkillsService::builder(service.catalog().clone())
            .resource_listing(ResourceListing::Roots)
            .build()
            .unwrap();
        let (roots, _) = uris(roots.list_resources(&request, None).unwrap());
        assert_eq!(
            roots,
            ["skill://acme/s00/SKILL.md", "skill://acme/s01/SKILL.md"]
        );
    }

    // L
    #[test]
    fn a_descriptor_over_a_bound_is_an_internal_error() {
        let limits = Limits::builder().uri_bytes(10).build().unwrap();
        let service = SkillsService::builder(many(1).understated_set())
            .limits(limits)
            .build()
            .unwrap();
        // Of a page of everything the build has measured the largest; a selection is measured here.
        let visible = Visible::select(service.catalog(), |_| true, |_| true);
        let error = service.list_resources(&current().with_visible(visible), None);
        assert!(error.unwrap_err().is_internal());
    }

    // D7
    #[test]
    fn an_empty_catalog_lists_nothing() {
        let service = service(&Fixture::default());
        let body = value(service.list_resources(&current(), None).unwrap());
        assert_eq!(body["resources"], serde_json::json!([]));
        assert!(body.get("nextCursor").is_none());
    }
}
