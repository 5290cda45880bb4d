//! What a caller can find out about a skill that is concealed: nothing (D10, A1, A5).

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::model::{Request, builder, directories, everything, pages};
use crate::{
    Catalog, Entry, Error, File, Limits, RequestView, SkillSet, SkillsService,
    SkillsServiceBuilder, Visible,
    testing::{Fixture, current, text},
};

fn open() -> Fixture {
    Fixture::default()
        .skill(
            "skill://acme/alpha",
            &[("refs/a.txt", b"a"), ("run.sh", b"run")],
        )
        .skill("skill://acme/omega", &[("data.bin", &[0, 255])])
        .skill("skill://zoo/cat", &[])
}

/// Skills before, between and behind the open ones, with and without directories of their own.
fn secret(fixture: Fixture) -> Fixture {
    fixture
        .described(
            "skill://acme/hidden",
            "The marker.",
            &[("refs/marker.txt", b"marker"), ("x.bin", &[1])],
        )
        .skill(
            "skill://acme/hidden/nested-hidden",
            &[("marker.txt", b"marker")],
        )
        .skill("skill://aaa/hidden-too", &[("marker.txt", b"marker")])
        .skill("skill://zoo/zzz-hidden", &[])
}

fn is_secret(uri: &str) -> bool {
    uri.contains("hidden")
}

fn configured(catalog: impl Into<Catalog>, page_size: u64) -> SkillsServiceBuilder {
    let limits = Limits::builder().page_size(page_size).build().unwrap();
    SkillsService::builder(catalog)
        .limits(limits)
        .directory_reads(true)
        .scope("acme")
        .cursor_secret([1; 32])
}

/// Every way to conceal the secret skills, in one set or beside another one: a service and a caller's view.
fn concealing(page_size: u64) -> Vec<(SkillsService, RequestView<'static>)> {
    let sets = [open().set(), secret(Fixture::default()).set()];
    let catalogs = [
        Catalog::from(secret(open()).set()),
        Catalog::new(&sets).unwrap(),
        Catalog::new(sets.iter().rev()).unwrap(),
    ];
    let ways = catalogs.into_iter().flat_map(|catalog| {
        let builder = configured(catalog.clone(), page_size);
        let entries = |entry: &Entry<'_>, _: &RequestView<'_>| !is_secret(entry.uri());
        let files = |file: &File<'_>, _: &RequestView<'_>| !is_secret(file.uri());
        let visible = Visible::select(&catalog, |entry| !is_secret(entry.uri()), |_| true);
        [
            (builder.clone().availability(entries), current()),
            (builder.clone().resource_policy(files), current()),
            (
                builder.clone().availability(entries).resource_policy(files),
                current(),
            ),
            (builder, current().with_visible(visible)),
        ]
    });
    ways.map(|(builder, view)| (builder.build().unwrap(), view))
        .collect()
}

/// Spellings that a lenient server might take for the URI.
fn spellings(uri: &str) -> Vec<String> {
    let (scheme, rest) = uri.split_once("://").unwrap();
    let encoded: String = rest
        .chars()
        .map(|c| {
            if c == '/' {
                "/".to_owned()
            } else {
                format!("%{:02X}", u32::from(c))
            }
        })
        .collect();
    let (parent, name) = rest.rsplit_once('/').unwrap_or(("", rest));
    let mut spellings = vec![
        uri.to_owned(),
        uri.to_uppercase(),
        uri.to_lowercase(),
        format!("{}://{rest}", scheme.to_uppercase()),
        format!("{scheme}://{}", rest.to_uppercase()),
        format!("{scheme}://{encoded}"),
        format!("{scheme}://{}", encoded.to_lowercase()),
        format!("{scheme}://{}", encoded.replace('%', "%25")),
        format!("{scheme}://{}", rest.replace('/', "%2F")),
        format!("{scheme}://{}", rest.replace('/', "%2f")),
        format!("{scheme}://{}", rest.replace('/', "%252F")),
        format!("{scheme}://{}", rest.replace('/', "\\")),
        format!("{scheme}://{}", rest.replace('/', "//")),
        format!("{scheme}://{}", rest.replace('/', "/./")),
        format!("{scheme}://{}", rest.replace('/', "/x/../")),
        format!("{scheme}://{}", rest.replace('/', "/%2e%2e/x/")),
        format!("{scheme}://{parent}/../{parent}/{name}"),
        format!("{scheme}://acme/alpha/../{rest}"),
        format!("{scheme}://acme/alpha/../../{rest}"),
        format!("{scheme}:///{rest}"),
        format!("{scheme}:/{rest}"),
        format!("{scheme}:{rest}"),
        format!("//{rest}"),
        rest.to_owned(),
        format!("file:///{rest}"),
        format!("https://{rest}"),
        format!("{scheme}://user@{rest}"),
        format!("{scheme}://{}", rest.replacen('/', ":80/", 1)),
        uri.replace('d', "\u{ff44}"),
        uri.replace('i', "\u{131}"),
        uri.replace('e', "e\u{301}"),
    ];
    for tail in [
        "/",
        "/.",
        "/..",
        "//",
        "?",
        "?x=1",
        "#",
        "#x",
        "%00",
        "\0",
        " ",
        "%20",
        ".",
        ";",
        "/SKILL.md",
        "\u{200b}",
    ] {
        spellings.push(format!("{uri}{tail}"));
    }
    for head in [" ", "\t", "\u{feff}", "./", "<", "url:"] {
        spellings.push(format!("{head}{uri}"));
    }
    spellings
}

/// What a client gets, and all that could be known about a refusal.
fn answer(
    request: &Request,
    service: &SkillsService,
    view: &RequestView<'_>,
) -> Result<String, String> {
    request.send(service, view).map(text).map_err(|error| {
        assert!(std::error::Error::source(&error).is_none());
        format!("{} {} {error:?}", error.code(), error.message())
    })
}

// D5, D10, A1, A2, A5: every answer is the one of a server that never had the secret skills, byte for byte, cursors too.
#[test]
fn a_concealed_skill_might_as_well_not_exist() {
    for page_size in [1, 2, 3, 100] {
        let innocent = configured(open().set(), page_size).build().unwrap();
        for (service, view) in concealing(page_size) {
            for request in everything(&service) {
                let mut request = request;
                loop {
                    let expected = answer(&request, &innocent, &current());
                    let got = answer(&request, &service, &view);
                    assert_eq!(got, expected, "{request:?}");
                    let Ok(body) = got else { break };
                    assert!(
                        !body.contains("hidden") && !body.contains("marker"),
                        "{body}"
                    );
                    let value: serde_json::Value = serde_json::from_str(&body).unwrap();
                    let Some(cursor) = value["nextCursor"].as_str() else {
                        break;
                    };
                    request = request.at(Some(cursor));
                }
            }
        }
    }
}

// D8, D10: no spelling of a URI leads anywhere, and each is refused in the same words.
#[test]
fn no_spelling_of_a_concealed_uri_says_anything() {
    let whole = configured(secret(open()).set(), 100).build().unwrap();
    let files = whole.catalog().files().map(|file| file.uri().to_owned());
    let secrets = files
        .chain(directories(&whole))
        .filter(|uri| is_secret(uri));
    let secrets: Vec<String> = secrets.chain(["skill://aaa".to_owned()]).collect();
    assert_eq!(secrets.len(), 14);
    for (service, view) in concealing(100) {
        let unknown = Request::about("skill://no/such/thing")
            .map(|request| answer(&request, &service, &view));
        assert_eq!(
            unknown,
            [
                Err("-32602 unknown skill Error(UnknownSkill)".to_owned()),
                Err("-32602 unknown resource Error(UnknownResource)".to_owned()),
                Err("-32602 unknown directory Error(UnknownDirectory)".to_owned()),
            ]
        );
        for spelling in secrets.iter().flat_map(|uri| spellings(uri)) {
            for (request, unknown) in Request::about(&spelling).iter().zip(&unknown) {
                assert_eq!(&answer(request, &service, &view), unknown, "{request:?}");
            }
            // A cursor in the request changes nothing about that.
            let cursor = Some("x".repeat(48));
            let request = Request::Directory(spelling, cursor);
            assert_eq!(answer(&request, &service, &view), unknown[2]);
        }
    }
}

// D8: for whoever may see everything, only the exact spelling leads anywhere.
#[test]
fn no_other_spelling_of_a_visible_uri_leads_anywhere() {
    let service = configured(secret(open()).set(), 100).build().unwrap();
    let files: Vec<_> = service.catalog().files().map(|file| file.uri()).collect();
    for uri in &files {
        for spelling in spellings(uri) {
            let known = files.contains(&spelling.as_str());
            assert_eq!(
                service.read(&current(), &spelling).is_ok(),
                known,
                "{spelling}"
            );
        }
    }
}

// A2: a concealed file takes its entry with it and leaves no trace; the other files stay.
#[test]
fn a_concealed_file_leaves_no_trace() {
    let fixture = open().skill(
        "skill://acme/partly",
        &[
            ("open.txt", b"open"),
            ("refs/hidden.txt", b"marker"),
            ("refs/deep/hidden.txt", b"marker"),
        ],
    );
    let service = builder(&fixture, 2)
        .resource_policy(|file: &File<'_>, _: &RequestView<'_>| !is_secret(file.uri()))
        .build()
        .unwrap();
    let view = current();
    for request in everything(&service) {
        let answer = answer(&request, &service, &view);
        match &request {
            Request::Get(uri) => assert_eq!(answer.is_err(), uri.contains("partly")),
            Request::Read(uri) => assert_eq!(answer.is_err(), is_secret(uri)),
            Request::Directory(uri, _) => assert_eq!(answer.is_err(), uri.contains("partly/refs")),
            Request::List(_) | Request::Resources(_) => assert!(answer.is_ok()),
        }
        if let Ok(body) = answer {
            assert!(
                !body.contains("hidden") && !body.contains("marker"),
                "{body}"
            );
        }
    }
    let skills = pages(&service, &view, &Request::List(None))
        .unwrap()
        .concat();
    assert_eq!(skills.len(), 3);
    let resources = pages(&service, &view, &Request::Resources(None))
        .unwrap()
        .concat();
    assert!(resources.contains(&"skill://acme/partly/SKILL.md".to_owned()));
    assert!(resources.contains(&"skill://acme/partly/open.txt".to_owned()));
}

// A5: views, digests and cursors open nothing.
#[test]
fn what_one_caller_holds_is_nothing_to_another() {
    let whole = configured(secret(open()).set(), 1).build().unwrap();
    for (service, view) in concealing(1) {
        let entry = whole
            .catalog()
            .entry("skill://acme/hidden/SKILL.md")
            .unwrap();
        for uri in [entry.uri(), &entry.root().unwrap().digest().to_string()] {
            assert_eq!(service.get(&view, uri).unwrap_err(), Error::UNKNOWN_SKILL);
            assert_eq!(
                service.read(&view, uri).unwrap_err(),
                Error::UNKNOWN_RESOURCE
            );
        }
        for list in [
            Request::List(None),
            Request::Resources(None),
            Request::Directory("skill://acme".to_owned(), None),
        ] {
            let (_, cursor) = crate::testing::uris(list.send(&whole, &current()).unwrap());
            let error = list
                .at(cursor.as_deref())
                .send(&service, &view)
                .unwrap_err();
            assert_eq!(error, Error::CURSOR);
        }
    }
}

// A5, L: concealed skills count towards the bounds, so that a service does not start to fail with its first privileged
// caller.
#[test]
fn concealed_skills_count_towards_limits() {
    let set: SkillSet = secret(open()).set();
    let build = |entries| {
        let limits = Limits::builder().entries(entries).build().unwrap();
        let builder = SkillsService::builder(set).limits(limits);
        builder
            .availability(|_: &Entry<'_>, _: &RequestView<'_>| false)
            .build()
    };
    assert!(build(7).is_ok());
    assert!(build(6).unwrap_err().is_catalog_too_large());
}
