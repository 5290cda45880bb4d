//! Who is asked what (A1, A2, A3).

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use proptest::{prelude::*, sample::subsequence};

use super::model::{Asked, Request, builder, directories, everything};
use crate::{
    Catalog, Entry, File, RequestView, SkillsService, Visible,
    testing::{Fixture, current, many, mixed, text, uris},
};

const ROOT: &str = "skill://acme/outer/SKILL.md";
const INNER: &str = "skill://acme/outer/inner/SKILL.md";

fn all(_: &str) -> bool {
    true
}

/// What a request makes the policies decide.
fn asked_by(
    request: &Request,
    page_size: u64,
    allow: impl Fn(&str) -> bool + Send + Sync + 'static,
    permit: impl Fn(&str) -> bool + Send + Sync + 'static,
) -> Vec<String> {
    let asked = Asked::default();
    let service = asked.policies(builder(&mixed(), page_size), allow, permit);
    let _ = request.send(&service.build().unwrap(), &current());
    let asked = asked.take();
    assert!(asked.iter().all(|(method, _)| method == request.method()));
    asked.into_iter().map(|(_, what)| what).collect()
}

fn get(uri: &str) -> Request {
    Request::Get(uri.to_owned())
}

fn read(uri: &str) -> Request {
    Request::Read(uri.to_owned())
}

fn directory(uri: &str) -> Request {
    Request::Directory(uri.to_owned(), None)
}

// A3
#[test]
fn a_get_asks_about_its_entry_and_the_members_of_it() {
    let asked = asked_by(&get("skill://acme/pdf-tools/SKILL.md"), 100, all, all);
    assert_eq!(
        asked,
        [
            "entry skill://acme/pdf-tools/SKILL.md",
            "file skill://acme/pdf-tools/SKILL.md",
            "file skill://acme/pdf-tools/run.sh"
        ]
    );
    // Nobody needs to know about the members of an entry that is denied.
    let denied = asked_by(&get(ROOT), 100, |_| false, all);
    assert_eq!(denied, [format!("entry {ROOT}")]);
    // Nor about what comes behind the first concealed one.
    let concealed = asked_by(&get(ROOT), 100, all, |uri| uri != INNER);
    assert_eq!(
        concealed,
        [
            format!("entry {ROOT}"),
            format!("file {ROOT}"),
            format!("file {INNER}")
        ]
    );
}

// A2, A3, F9
#[test]
fn a_read_asks_about_the_entries_around_a_file_and_about_the_file() {
    let uri = "skill://acme/outer/inner/own.txt";
    let asked = asked_by(&read(uri), 100, all, all);
    assert_eq!(asked, [format!("entry {INNER}"), format!("file {uri}")]);
    let asked = asked_by(&read(uri), 100, |entry| entry == ROOT, all);
    assert_eq!(
        asked,
        [
            format!("entry {INNER}"),
            format!("entry {ROOT}"),
            format!("file {uri}")
        ]
    );
    let asked = asked_by(&read(uri), 100, |_| false, all);
    assert_eq!(asked, [format!("entry {INNER}"), format!("entry {ROOT}")]);
}

// A3
#[test]
fn a_directory_asks_about_what_lies_below_it() {
    let asked = asked_by(&directory("skill://zoo"), 100, all, all);
    let cat = "skill://zoo/cat/SKILL.md";
    assert_eq!(asked, [format!("entry {cat}"), format!("file {cat}")]);
    let asked = asked_by(&directory("skill://acme/outer"), 100, all, |uri| {
        uri == INNER
    });
    let expected: BTreeSet<String> = [
        format!("entry {ROOT}"),
        format!("entry {INNER}"),
        format!("file {ROOT}"),
        format!("file {INNER}"),
        "file skill://acme/outer/own.txt".to_owned(),
    ]
    .into();
    assert_eq!(asked.into_iter().collect::<BTreeSet<_>>(), expected);
}

// D10: what a denied directory holds is not looked at, so that its size does not show.
#[test]
fn a_denied_directory_asks_about_skills_only() {
    for (uri, expected) in [
        ("skill://acme/pdf/refs", vec!["skill://acme/pdf/SKILL.md"]),
        ("skill://acme/outer/inner", vec![INNER, ROOT]),
        ("skill://acme/outer", vec![ROOT, INNER]),
        (
            "skill://acme",
            vec![
                ROOT,
                INNER,
                "skill://acme/pdf-tools/SKILL.md",
                "skill://acme/pdf/SKILL.md",
            ],
        ),
    ] {
        let asked = asked_by(&directory(uri), 100, |_| false, all);
        let expected: Vec<_> = expected.iter().map(|uri| format!("entry {uri}")).collect();
        assert_eq!(asked, expected, "{uri}");
    }
}

// D5, A3: a cursor speaks about everything that is visible, so where there is one, everything is decided.
#[test]
fn a_directory_of_several_pages_asks_about_everything_once() {
    let asked = asked_by(&directory("skill://acme/pdf"), 1, all, all);
    let catalog = Catalog::from(mixed().set());
    assert_eq!(asked.len(), catalog.len() + catalog.file_count());
    assert_eq!(asked.iter().collect::<BTreeSet<_>>().len(), asked.len());
}

// A3, D10
#[test]
fn nothing_is_asked_about_what_does_not_exist() {
    for uri in [
        "",
        "skill://acme/none/SKILL.md",
        "skill://acme/pdf/",
        &"x".repeat(9_000),
    ] {
        for request in Request::about(uri) {
            assert!(asked_by(&request, 100, all, all).is_empty(), "{uri:.60}");
        }
    }
}

// A3: the next request is asked about anew.
#[test]
fn nothing_is_kept_across_requests() {
    let asked = Asked::default();
    let service = asked.policies(builder(&mixed(), 2), all, all);
    let service = service.build().unwrap();
    for request in everything(&service) {
        let answers: Vec<_> = (0..3)
            .map(|_| {
                let body = request.send(&service, &current()).map(text);
                (body, asked.take())
            })
            .collect();
        assert!(!answers[0].1.is_empty());
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
}

// A3: several answers to one request.
#[test]
fn decisions_can_be_taken_once_for_several_answers() {
    let asked = Asked::default();
    let service = asked.policies(builder(&mixed(), 2), |uri| uri != ROOT, all);
    let service = service.build().unwrap();
    let request = current().with_method("tools/call");
    let request = request
        .clone()
        .with_visible(service.visible(&request).unwrap());
    let decided = asked.take();
    assert!(decided.iter().all(|(method, _)| method == "tools/call"));
    assert_eq!(decided.iter().collect::<BTreeSet<_>>().len(), decided.len());
    for request_sent in everything(&service) {
        let from_policies = request_sent.send(&service, &current()).map(text);
        asked.take();
        assert_eq!(
            request_sent.send(&service, &request).map(text),
            from_policies
        );
    }
    let names: Vec<_> = service.entries(&request).unwrap();
    let names: Vec<_> = names.iter().map(Entry::name).collect();
    assert_eq!(names, ["inner", "pdf-tools", "pdf", "cat"]);
    assert_eq!(
        service
            .visible(&request)
            .unwrap()
            .entries_fingerprint(service.catalog()),
        {
            let visible = Visible::select(service.catalog(), |entry| entry.uri() != ROOT, |_| true);
            visible.entries_fingerprint(service.catalog())
        }
    );
    assert!(asked.take().is_empty());
}

// A3, C2
#[test]
fn a_chain_asks_about_everything_once() {
    let asked = Asked::default();
    let service = asked.policies(builder(&mixed(), 2), all, all);
    let service = service.build().unwrap();
    let chain = service.resource_chain(&current()).unwrap();
    let decided = asked.take();
    assert_eq!(decided.iter().collect::<BTreeSet<_>>().len(), decided.len());
    assert!(decided.iter().all(|(method, _)| method == "resources/list"));
    chain.page(None).unwrap();
    chain.page(Some(&chain.next("x").unwrap())).unwrap();
    assert!(asked.take().is_empty());
}

// A1: what a policy gets to see.
#[test]
fn a_policy_sees_the_entry_the_file_and_the_request() {
    struct Caller(&'static str);

    let service = builder(&mixed(), 100)
        .availability(|entry: &Entry<'_>, request: &RequestView<'_>| {
            assert_eq!(entry.metadata_value("audience"), Some("all"));
            assert!(entry.json().contains(entry.frontmatter_json()));
            assert_eq!(entry.root().unwrap().uri(), entry.uri());
            assert_eq!(request.protocol_version(), "2025-11-25");
            request
                .get::<Caller>()
                .is_some_and(|caller| caller.0 == entry.name())
        })
        .resource_policy(|file: &File<'_>, _: &RequestView<'_>| {
            assert!(file.descriptor_json().contains(file.uri()));
            file.owner().is_some_and(|owner| owner.name() == "cat")
        })
        .build()
        .unwrap();
    let see = |caller: &Caller| {
        let request = RequestView::new("2025-11-25").with(caller);
        let skills = uris(service.list(&request, None).unwrap()).0;
        let resources = uris(service.list_resources(&request, None).unwrap()).0;
        (skills, resources)
    };
    let cat = vec!["skill://zoo/cat/SKILL.md".to_owned()];
    assert_eq!(see(&Caller("cat")), (cat.clone(), cat));
    assert_eq!(see(&Caller("pdf")), (vec![], vec![]));
}

// C3: a look-up in several sets does not put them into one order, policies or not.
#[test]
fn a_look_up_with_policies_merges_nothing() {
    let asked = Asked::default();
    let other = Fixture::default().skill("skill://zoo/dog", &[]);
    let catalog = Catalog::new([&mixed().set(), &other.set()]).unwrap();
    let service = asked.policies(SkillsService::builder(catalog.clone()), all, all);
    let service = service.build().unwrap();
    for uri in ["skill://zoo/dog/SKILL.md", ROOT] {
        service.get(&current(), uri).unwrap();
        service.read(&current(), uri).unwrap();
    }
    assert!(!catalog.is_merged_yet());
    service.list(&current(), None).unwrap();
    assert!(catalog.is_merged_yet());
}

fn two_sets() -> Catalog {
    let first = many(2).skill("skill://acme/s00/inner", &[("x.txt", b"x")]);
    let second = Fixture::default()
        .skill("skill://acme/r00", &[("x.txt", b"x")])
        .skill("skill://zoo/cat", &[]);
    Catalog::new([&first.set(), &second.set()]).unwrap()
}

fn catalogs() -> impl Strategy<Value = Catalog> {
    (0..3).prop_map(|index| match index {
        0 => Catalog::from(mixed().set()),
        1 => Catalog::from(many(5).set()),
        _ => two_sets(),
    })
}

prop_compose! {
    /// A catalog, and the entries and files in it that are denied.
    fn denials()(catalog in catalogs())(
        entries in subsequence(uris_of(&catalog).0, 0..=catalog.len()),
        files in subsequence(uris_of(&catalog).1, 0..=catalog.file_count().min(3)),
        catalog in Just(catalog),
    ) -> (Catalog, Vec<String>, Vec<String>) {
        (catalog, entries, files)
    }
}

fn uris_of(catalog: &Catalog) -> (Vec<String>, Vec<String>) {
    let entries = catalog.entries().map(|entry| entry.uri().to_owned());
    let files = catalog.files().map(|file| file.uri().to_owned());
    (entries.collect(), files.collect())
}

proptest! {
    // A1, A2, A3: whatever is denied, nothing is asked twice, and the answer is that of the plain definition.
    #[test]
    fn every_answer_follows_from_decisions_that_are_taken_once(
        (catalog, entries, files) in denials(), page_size in 1..5_u64,
    ) {
        let asked = Asked::default();
        let (denied, concealed) = (entries.clone(), files.clone());
        let limits = crate::Limits::builder().page_size(page_size).build().unwrap();
        let builder = SkillsService::builder(catalog.clone()).limits(limits).directory_reads(true);
        let allow = move |uri: &str| !denied.iter().any(|denied| denied == uri);
        let service = if files.is_empty() {
            asked.availability(builder, allow)
        } else {
            asked.policies(builder, allow, move |uri| !concealed.iter().any(|concealed| concealed == uri))
        };
        let service = service.build().unwrap();
        let visible = Visible::select(
            &catalog,
            |entry| !entries.iter().any(|denied| denied == entry.uri()),
            |file| !files.iter().any(|concealed| concealed == file.uri()),
        );
        let decided = current().with_visible(visible);
        for first in everything(&service) {
            let mut cursor = None;
            for _ in 0..3 {
                let request = first.at(cursor.as_deref());
                let answer = request.send(&service, &current()).map(text);
                let asked = asked.take();
                let once: BTreeSet<_> = asked.iter().collect();
                prop_assert_eq!(once.len(), asked.len(), "{:?} asks {:?}", request, asked);
                prop_assert_eq!(&answer, &request.send(&service, &decided).map(text));
                let Ok(answer) = answer else { break };
                let value: serde_json::Value = serde_json::from_str(&answer).unwrap();
                cursor = value["nextCursor"].as_str().map(str::to_owned);
                if cursor.is_none() { break }
            }
        }
        prop_assert!(!directories(&service).is_empty());
    }
}
