//! `skills/list` (D2).

use std::ops::Range;

use crate::{
    Body, Error, RequestView, SkillsService,
    envelope::Member,
    error::Cause,
    page::{Page, Sizes},
    service::{List, check_bound},
};

const METHOD: &str = "skills/list";

impl SkillsService {
    /// Answers `skills/list`: the entries that the caller may see, bytewise by root URI, page by page (D2, D3).
    ///
    /// `cursor` is the `nextCursor` of the page before; without one, or with an empty one, the list starts anew. The
    /// page of a caller who may see everything is one slice of the program.
    ///
    /// # Errors
    ///
    /// -32602 for a cursor that is malformed, forged or stale: start anew (D5). -32603 where a policy fails or an entry is
    /// over a bound.
    pub fn list(&self, request: &RequestView<'_>, cursor: Option<&str>) -> Result<Body, Error> {
        let page = self.skill_page(request, cursor)?;
        let items = page
            .runs
            .into_iter()
            .flat_map(|run| self.catalog().entries_json(run));
        self.list_body(request, Member::SKILLS, items.collect(), page.next_cursor)
    }

    pub(crate) fn skill_page(
        &self,
        request: &RequestView<'_>,
        cursor: Option<&str>,
    ) -> Result<Page, Error> {
        if !self.serves_skills() {
            return Err(Error::UNSERVED);
        }
        self.entry_page(request, cursor)
    }

    /// The same page, whether or not `skills/list` is served.
    pub(crate) fn entry_page(
        &self,
        request: &RequestView<'_>,
        cursor: Option<&str>,
    ) -> Result<Page, Error> {
        let catalog = self.catalog();
        let visible = self.sight(request, METHOD)?.into_complete()?;
        let list = List {
            name: METHOD,
            directory: "",
            member: Member::SKILLS,
            ids: visible.entry_ids(catalog),
        };
        let fingerprint = || Ok(visible.entries_fingerprint(catalog));
        self.page(request, list, Entries(self), fingerprint, cursor)
    }
}

struct Entries<'a>(&'a SkillsService);

impl Sizes for Entries<'_> {
    fn size(&self, id: u32) -> Result<usize, Error> {
        let entry = self.0.catalog().entry_at(id).ok_or(Cause::Damaged)?;
        let uri = || entry.static_uri();
        let (uri_len, len) = (entry.uri_len(), entry.json_bytes().len());
        self.0.check_served(uri_len, uri)?;
        check_bound("entry_bytes", uri, len, self.0.limits().entry_bytes())?;
        Ok(len)
    }

    fn size_of_run(&self, ids: Range<u32>) -> Option<usize> {
        Some(self.0.catalog().single()?.pack().entries_json(ids).len())
    }

    fn uri(&self, id: u32) -> &'static str {
        let entry = self.0.catalog().entry_at(id);
        entry.map_or("", |entry| entry.static_uri())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::json;

    use super::*;
    use crate::{
        CacheScope, Catalog, Limits, Visible,
        body::Items,
        testing::{Fixture, all_pages, current, keys, many, mixed, service, text, uris, value},
    };

    fn paged(fixture: &Fixture, page_size: u64) -> SkillsService {
        let limits = Limits::builder().page_size(page_size).build().unwrap();
        let builder = SkillsService::builder(fixture.set()).cursor_secret([1; 32]);
        builder.limits(limits).build().unwrap()
    }

    // D2, D4
    #[test]
    fn a_result_is_exactly_this() {
        let fixture = Fixture::default().skill("skill://pdf", &[]);
        let body = service(&fixture).list(&current(), None).unwrap();
        assert_eq!(
            text(body),
            concat!(
                r#"{"resultType":"complete","skills":[{"uri":"skill://pdf/SKILL.md","frontmatter":"#,
                r#"{"name":"pdf","description":"Does it.","zeta":1.0,"alpha":[null]},"resources":[{"#,
                r#""uri":"skill://pdf/SKILL.md","digest":"sha256:"#,
                "7d1aacf8bf355312ccaf75b1b84fccda296351d45c62d2b368f4dcee047fd5c4",
                r#"","size":40}]}],"ttlMs":0,"cacheScope":"private"}"#,
            )
        );
    }

    // D4
    #[test]
    fn older_protocol_versions_get_neither_type_nor_hints() {
        let service = paged(&many(3), 2);
        for version in ["2024-11-05", "2025-11-25"] {
            let body = service.list(&RequestView::new(version), None).unwrap();
            let value = value(body);
            assert_eq!(keys(&value), ["nextCursor", "skills"]);
        }
    }

    // D4
    #[test]
    fn hints_and_meta_are_the_servers_to_choose() {
        let meta = json!({"a": 1, "b": "\""}).as_object().unwrap().clone();
        let service = SkillsService::builder(Fixture::default().set())
            .ttl_ms(9_007_199_254_740_991)
            .cache_scope(CacheScope::Public)
            .response_meta(meta)
            .build()
            .unwrap();
        let body = service.list(&current(), None).unwrap();
        let hints = r#""ttlMs":9007199254740991,"cacheScope":"public""#;
        let meta = r#""_meta":{"a":1,"b":"\""}"#;
        let expected = format!(r#"{{"resultType":"complete","skills":[],{hints},{meta}}}"#);
        assert_eq!(text(body), expected);
        let body = service.list(&RequestView::new("2025-11-25"), None).unwrap();
        assert_eq!(text(body), format!(r#"{{"skills":[],{meta}}}"#));
    }

    // Everything between the constant head and the short end is one piece of the program's own data.
    #[test]
    fn a_page_of_everything_is_one_slice() {
        let fixture = many(5);
        let set = fixture.set();
        let limits = Limits::builder().page_size(3).build().unwrap();
        let service = SkillsService::builder(set).limits(limits).build().unwrap();
        let body = service.list(&current(), None).unwrap();
        let Items::Slice(items) = body.items else {
            panic!("not one slice");
        };
        assert_eq!(items, set.pack().entries_json(0..3));
        assert!(
            set.pack()
                .as_bytes()
                .as_ptr_range()
                .contains(&items.as_ptr())
        );
    }

    // D3
    #[test]
    fn entries_are_in_order_bytewise_by_uri() {
        let (uris, cursor) = uris(service(&mixed()).list(&current(), None).unwrap());
        assert_eq!(
            uris,
            [
                "skill://acme/outer/SKILL.md",
                "skill://acme/outer/inner/SKILL.md",
                "skill://acme/pdf-tools/SKILL.md",
                "skill://acme/pdf/SKILL.md",
                "skill://zoo/cat/SKILL.md",
            ]
        );
        assert_eq!(cursor, None);
    }

    // D5, D6
    #[test]
    fn pages_are_complete_and_disjoint_at_every_size() {
        let fixture = many(7);
        let expected: Vec<String> = (0..7)
            .map(|index| format!("skill://acme/s{index:02}/SKILL.md"))
            .collect();
        for page_size in 1..=8 {
            let service = paged(&fixture, page_size);
            let pages = all_pages(|cursor| service.list(&current(), cursor).unwrap());
            assert_eq!(pages.concat(), expected);
            assert_eq!(pages.len() as u64, 7_u64.div_ceil(page_size));
        }
    }

    // D5: a page that ends exactly at the end names no next one, and an empty cursor is none.
    #[test]
    fn an_empty_cursor_is_the_first_page() {
        let service = paged(&many(4), 2);
        let first = text(service.list(&current(), None).unwrap());
        assert_eq!(text(service.list(&current(), Some("")).unwrap()), first);
        let (_, cursor) = uris(service.list(&current(), None).unwrap());
        let last = text(service.list(&current(), cursor.as_deref()).unwrap());
        assert!(!last.contains("nextCursor"), "{last}");
    }

    // D6, L: with the smallest result bound, pages hold what fits and never more.
    #[test]
    fn a_page_ends_at_its_bytes_with_a_cursor_reserved() {
        let fixture = many(10);
        let one = fixture.set().pack().entries_json(0..1).len() as u64;
        let head = r#"{"resultType":"complete","skills":["#.len() as u64;
        let end = format!(
            r#"],"nextCursor":"{}","ttlMs":0,"cacheScope":"private"}}"#,
            "-".repeat(48)
        );
        for (extra, per_page) in [(0, 3), (1, 4)] {
            // Room for four entries with their commas, or one byte less.
            let bytes = head + 4 * one + 3 + end.len() as u64 - 1 + extra;
            let limits = Limits::builder()
                .entry_bytes(one)
                .result_bytes(bytes)
                .build()
                .unwrap();
            let service = SkillsService::builder(fixture.set())
                .limits(limits)
                .build()
                .unwrap();
            let pages = all_pages(|cursor| {
                let body = service.list(&current(), cursor).unwrap();
                assert!(body.len() as u64 <= bytes);
                body
            });
            assert_eq!(pages[0].len(), per_page);
            assert_eq!(pages.concat().len(), 10);
        }
    }

    // D6, L: `_meta` takes its room from the entries.
    #[test]
    fn an_entry_that_does_not_fit_is_an_internal_error() {
        let fixture = Fixture::default().skill("skill://acme/a", &[]).described(
            "skill://acme/b",
            &"x".repeat(600),
            &[],
        );
        let entry = fixture.set().pack().entries_json(1..2).len() as u64;
        let limits = Limits::builder()
            .entry_bytes(entry)
            .result_bytes(entry + 256)
            .build()
            .unwrap();
        let meta = json!({"filler": "y".repeat(150)})
            .as_object()
            .unwrap()
            .clone();
        let builder = SkillsService::builder(fixture.understated_set()).limits(limits);
        let service = builder.clone().response_meta(meta).build().unwrap();

        let (first, cursor) = uris(service.list(&current(), None).unwrap());
        assert_eq!(first, ["skill://acme/a/SKILL.md"]);
        let error = service.list(&current(), cursor.as_deref()).unwrap_err();
        assert_eq!(
            (error.code(), error.to_string()),
            (-32603, "internal error".to_owned())
        );

        let pages = all_pages(|cursor| {
            builder
                .clone()
                .build()
                .unwrap()
                .list(&current(), cursor)
                .unwrap()
        });
        assert_eq!(pages.concat().len(), 2);
    }

    // L
    #[test]
    fn entries_and_uris_over_their_bounds_are_internal_errors() {
        let fixture = Fixture::default().skill("skill://acme/pdf", &[]);
        let entry = fixture.set().pack().entries_json(0..1).len() as u64;
        let uri = "skill://acme/pdf/SKILL.md".len() as u64;
        let list = |entry_bytes, uri_bytes| {
            let limits = Limits::builder()
                .entry_bytes(entry_bytes)
                .uri_bytes(uri_bytes);
            let service = SkillsService::builder(fixture.understated_set());
            let service = service.limits(limits.build().unwrap()).build().unwrap();
            // Of a page of everything the build has measured the largest; a selection is measured here.
            let visible = Visible::select(service.catalog(), |_| true, |_| true);
            service
                .list(&current().with_visible(visible), None)
                .map(text)
        };
        assert!(list(entry, uri).is_ok());
        for result in [list(entry - 1, uri), list(entry, uri - 1)] {
            assert!(result.unwrap_err().is_internal());
        }
    }

    // A5: what is filtered out does not count, and what is left has the order and pages of its own.
    #[test]
    fn a_filtered_list_is_paged_as_if_it_were_all_there_is() {
        let fixture = many(9);
        let service = paged(&fixture, 2);
        let odd = |uri: &str| uri.as_bytes()["skill://acme/s0".len()] % 2 == 1;
        let visible = Visible::select(service.catalog(), |entry| odd(entry.uri()), |_| true);
        let request = current().with_visible(visible);
        let pages = all_pages(|cursor| service.list(&request, cursor).unwrap());
        let expected = [[1, 3], [5, 7]].map(|page| {
            page.map(|index| format!("skill://acme/s0{index}/SKILL.md"))
                .to_vec()
        });
        assert_eq!(pages, expected);
    }

    // A3: ids of one catalog say nothing about another.
    #[test]
    fn a_visible_set_of_another_catalog_is_an_internal_error() {
        let service = service(&many(2));
        let other = Catalog::from(many(2).set());
        let request = current().with_visible(Visible::select(&other, |_| true, |_| true));
        assert!(service.list(&request, None).unwrap_err().is_internal());
        assert!(
            service
                .get(&request, "skill://acme/s00/SKILL.md")
                .unwrap_err()
                .is_internal()
        );
        assert!(
            service
                .list_resources(&request, None)
                .unwrap_err()
                .is_internal()
        );
        assert!(
            service
                .read(&request, "skill://acme/s00/SKILL.md")
                .unwrap_err()
                .is_internal()
        );
        assert!(
            service
                .read_directory(&request, "skill://acme", None)
                .unwrap_err()
                .is_internal()
        );
    }

    // D1
    #[test]
    fn a_service_of_resources_only_serves_no_skills_method() {
        let builder = SkillsService::builder(many(2).set())
            .skills(false)
            .directory_reads(true);
        let service = builder.build().unwrap();
        assert!(!service.serves_skills() && !service.serves_directories());
        let uri = "skill://acme/s00/SKILL.md";
        for error in [
            service.list(&current(), None).unwrap_err(),
            service.get(&current(), uri).unwrap_err(),
            service
                .read_directory(&current(), "skill://acme", None)
                .unwrap_err(),
        ] {
            assert_eq!(
                (error.code(), error.message()),
                (-32601, "method not found")
            );
            assert!(error.is_method_not_found());
        }
        assert!(service.read(&current(), uri).is_ok());
        assert_eq!(
            uris(service.list_resources(&current(), None).unwrap())
                .0
                .len(),
            4
        );
    }
}
