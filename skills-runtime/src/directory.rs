//! `resources/directory/read` (D9).

use std::ops::Range;

use crate::{
    Body, Directory, Error, RequestView, SkillsService,
    envelope::Member,
    error::Cause,
    page::{Page, Sizes},
    service::List,
};

const METHOD: &str = "resources/directory/read";

impl SkillsService {
    /// Answers `resources/directory/read`: the direct children that the caller may see, bytewise by URI, page by page
    /// (D9).
    ///
    /// `uri` has no slash at its end. Every level is a directory, those above the skills too.
    ///
    /// # Errors
    ///
    /// -32602 where there is no such directory or nothing in it that the caller may see, without saying which (D10), and
    /// for a cursor that is malformed, forged or stale (D5). -32603 where a policy fails or a descriptor is over a bound.
    /// -32601 where directory reads are off.
    pub fn read_directory(
        &self,
        request: &RequestView<'_>,
        uri: &str,
        cursor: Option<&str>,
    ) -> Result<Body, Error> {
        let (directory, page) = self.directory_page(request, uri, cursor)?;
        let items = page
            .runs
            .into_iter()
            .flat_map(|run| directory.children_json(run));
        self.list_body(
            request,
            Member::RESOURCES,
            items.collect(),
            page.next_cursor,
        )
    }

    pub(crate) fn directory_page(
        &self,
        request: &RequestView<'_>,
        uri: &str,
        cursor: Option<&str>,
    ) -> Result<(Directory<'_>, Page), Error> {
        if !self.serves_directories() {
            return Err(Error::UNSERVED);
        }
        let mut sight = self.sight(request, METHOD)?;
        let directory = Some(uri).filter(|uri| self.takes_uri(uri));
        let directory = directory.and_then(|uri| self.catalog().directory(uri));
        let directory = directory.ok_or(Error::UNKNOWN_DIRECTORY)?;
        // From here on, all that a denied directory costs more than an unknown one is what the policies cost (D10).
        sight.keep();
        let ids = sight.children(&directory)?;
        if ids.len() == 0 {
            return Err(Error::UNKNOWN_DIRECTORY);
        }
        let list = List {
            name: METHOD,
            directory: directory.static_uri(),
            member: Member::RESOURCES,
            ids,
        };
        let sizes = Children(self, directory);
        let fingerprint = || Ok(sight.complete()?.files_fingerprint(self.catalog()));
        let page = self.page(request, list, sizes, fingerprint, cursor)?;
        Ok((directory, page))
    }
}

struct Children<'a>(&'a SkillsService, Directory<'a>);

impl Sizes for Children<'_> {
    fn size(&self, child: u32) -> Result<usize, Error> {
        let json = self.1.child_json(child).ok_or(Cause::Damaged)?;
        let uri = self.uri(child);
        self.0.check_served(uri.len(), || uri)?;
        Ok(json.len())
    }

    fn size_of_run(&self, children: Range<u32>) -> Option<usize> {
        match &self.1.children_json(children)[..] {
            [only] => Some(only.len()),
            _ => None,
        }
    }

    fn uri(&self, child: u32) -> &'static str {
        let child = self.1.child(child);
        child.map_or("", |child| child.static_uri())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::{
        Limits, Visible,
        testing::{Fixture, all_pages, current, mixed, service, text, uris},
    };

    fn children(service: &SkillsService, request: &RequestView, uri: &str) -> Vec<String> {
        uris(service.read_directory(request, uri, None).unwrap()).0
    }

    // D4, D9
    #[test]
    fn a_result_is_exactly_this() {
        let fixture = Fixture::default().skill("skill://acme/pdf", &[("refs/a.txt", b"a")]);
        let service = service(&fixture);
        let refs = r#"{"uri":"skill://acme/pdf/refs","name":"refs","mimeType":"inode/directory"}"#;
        let root = concat!(
            r#"{"uri":"skill://acme/pdf/SKILL.md","name":"pdf","description":"Does it.","#,
            r#""mimeType":"text/markdown","size":40}"#,
        );
        let hints = r#""ttlMs":0,"cacheScope":"private""#;
        let head = r#""resultType":"complete","#;
        let uri = "skill://acme/pdf";
        assert_eq!(
            text(service.read_directory(&current(), uri, None).unwrap()),
            format!(r#"{{{head}"resources":[{root},{refs}],{hints}}}"#)
        );
        let old = service
            .read_directory(&RequestView::new("2025-11-25"), uri, None)
            .unwrap();
        assert_eq!(text(old), format!(r#"{{"resources":[{root},{refs}]}}"#));
    }

    // D9
    #[test]
    fn every_level_lists_its_direct_children() {
        let service = service(&mixed());
        let levels = [
            (
                "skill://acme",
                vec![
                    "skill://acme/outer",
                    "skill://acme/pdf",
                    "skill://acme/pdf-tools",
                ],
            ),
            (
                "skill://acme/pdf",
                vec![
                    "skill://acme/pdf/SKILL.md",
                    "skill://acme/pdf/assets",
                    "skill://acme/pdf/empty.txt",
                    "skill://acme/pdf/refs",
                ],
            ),
            ("skill://acme/pdf/refs", vec!["skill://acme/pdf/refs/deep"]),
            (
                "skill://acme/pdf/refs/deep",
                vec!["skill://acme/pdf/refs/deep/notes.md"],
            ),
            ("skill://zoo", vec!["skill://zoo/cat"]),
        ];
        for (uri, expected) in levels {
            assert_eq!(children(&service, &current(), uri), expected, "{uri}");
        }
    }

    // D9, D10
    #[test]
    fn nothing_but_an_exact_directory_is_known() {
        let service = service(&mixed());
        let long = format!("skill://acme/{}", "a".repeat(9_000));
        for uri in [
            "",
            "skill:",
            "skill://",
            "skill://acme/",
            "skill://acme/pdf/",
            "skill://acme/pd",
            "skill://acme/pdf/SKILL.md",
            "skill://acme/pdf/Refs",
            "skill://acme/pdf/./refs",
            "skill://acme/none",
            long.as_str(),
        ] {
            for cursor in [None, Some("x")] {
                let error = service.read_directory(&current(), uri, cursor).unwrap_err();
                assert_eq!(
                    (error.code(), error.message()),
                    (-32602, "unknown directory"),
                    "{uri}"
                );
            }
        }
    }

    // D1
    #[test]
    fn directory_reads_are_off_unless_turned_on() {
        let service = SkillsService::builder(mixed().set()).build().unwrap();
        assert!(!service.serves_directories());
        let error = service
            .read_directory(&current(), "skill://acme", None)
            .unwrap_err();
        assert_eq!(
            (error.code(), error.message()),
            (-32601, "method not found")
        );
    }

    // D9, A1: a subdirectory is visible where any file below it is.
    #[test]
    fn only_visible_children_are_listed() {
        let service = service(&mixed());
        let see = |name: &str| {
            let visible =
                Visible::select(service.catalog(), |entry| entry.name() == name, |_| true);
            current().with_visible(visible)
        };
        let inner = see("inner");
        assert_eq!(
            children(&service, &inner, "skill://acme"),
            ["skill://acme/outer"]
        );
        assert_eq!(
            children(&service, &inner, "skill://acme/outer"),
            ["skill://acme/outer/inner"]
        );
        assert_eq!(
            children(&service, &inner, "skill://acme/outer/inner"),
            [
                "skill://acme/outer/inner/SKILL.md",
                "skill://acme/outer/inner/own.txt"
            ]
        );
        for hidden in ["skill://acme/pdf", "skill://acme/pdf-tools", "skill://zoo"] {
            let error = service.read_directory(&inner, hidden, None).unwrap_err();
            assert_eq!(error, Error::UNKNOWN_DIRECTORY);
        }
    }

    // A2
    #[test]
    fn a_concealed_file_is_left_out_of_its_directory() {
        let service = service(&mixed());
        let hidden = "skill://acme/pdf/refs/deep/notes.md";
        let visible = Visible::select(service.catalog(), |_| true, |file| file.uri() != hidden);
        let request = current().with_visible(visible);
        assert_eq!(
            children(&service, &request, "skill://acme/pdf"),
            [
                "skill://acme/pdf/SKILL.md",
                "skill://acme/pdf/assets",
                "skill://acme/pdf/empty.txt"
            ]
        );
        for empty in ["skill://acme/pdf/refs", "skill://acme/pdf/refs/deep"] {
            let error = service.read_directory(&request, empty, None).unwrap_err();
            assert_eq!(error, Error::UNKNOWN_DIRECTORY);
        }
    }

    // D5, D6, D9
    #[test]
    fn children_are_paged() {
        let limits = Limits::builder().page_size(2).build().unwrap();
        let builder = SkillsService::builder(mixed().set())
            .limits(limits)
            .directory_reads(true);
        let service = builder.build().unwrap();
        let pages = all_pages(|cursor| {
            service
                .read_directory(&current(), "skill://acme/pdf", cursor)
                .unwrap()
        });
        assert_eq!(
            pages,
            [
                ["skill://acme/pdf/SKILL.md", "skill://acme/pdf/assets"],
                ["skill://acme/pdf/empty.txt", "skill://acme/pdf/refs"]
            ]
        );
    }

    // L
    #[test]
    fn a_child_over_a_bound_is_an_internal_error() {
        let limits = Limits::builder()
            .uri_bytes("skill://acme".len() as u64)
            .build()
            .unwrap();
        let builder = SkillsService::builder(mixed().understated_set())
            .limits(limits)
            .directory_reads(true);
        let service = builder.build().unwrap();
        // Of a page of everything the build has measured the largest; a selection is measured here.
        let visible = Visible::select(service.catalog(), |_| true, |_| true);
        let request = current().with_visible(visible);
        let error = service.read_directory(&request, "skill://acme", None);
        assert!(error.unwrap_err().is_internal());
    }
}
