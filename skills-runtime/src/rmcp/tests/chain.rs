//! `resources/list` over both: ours, then the inner handler's pages (C2).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    client::{CURRENT, Client, OLDER},
    handlers::{Mute, Seen, seen_by},
    rich::{Rich, cursor_of},
};
use crate::{
    Limits, SkillsServer, SkillsService, SkillsServiceBuilder, WithSkills, WithSkillsExt as _,
    testing::mixed,
};

const STALE: (i64, &str) = (-32602, "invalid or stale cursor");

fn builder(page_size: u64) -> SkillsServiceBuilder {
    let limits = Limits::builder().page_size(page_size).build().unwrap();
    SkillsService::builder(mixed().set())
        .cursor_secret([1; 32])
        .limits(limits)
}

/// Five pages, one of them empty.
fn rich() -> Rich {
    Rich::new(&[
        &["z:1", "a:2"],
        &["file:///c"],
        &[],
        &["skill://other/x", "z:5"],
        &["z:6"],
    ])
}

fn server(page_size: u64) -> WithSkills<Rich> {
    rich()
        .with_skills(builder(page_size).build().unwrap())
        .unwrap()
}

async fn pages(client: &mut Client) -> Vec<Value> {
    let mut pages = vec![client.result("resources/list", json!({})).await];
    while let Some(cursor) = pages.last().unwrap().get("nextCursor").cloned() {
        pages.push(
            client
                .result("resources/list", json!({"cursor": cursor}))
                .await,
        );
    }
    pages
}

fn cursors(pages: &[Value]) -> Vec<&str> {
    pages
        .iter()
        .filter_map(|page| page["nextCursor"].as_str())
        .collect()
}

fn uris(pages: &[Value]) -> Vec<&str> {
    let resources = pages
        .iter()
        .flat_map(|page| page["resources"].as_array().unwrap());
    resources
        .map(|resource| resource["uri"].as_str().unwrap())
        .collect()
}

async fn refused(client: &mut Client, method: &str, cursor: &str) {
    let (code, message) = client.error(method, json!({"cursor": cursor})).await;
    assert_eq!((code, message.as_str()), STALE, "{cursor:.99}");
}

// C2, D5, D6, D7
#[tokio::test]
async fn both_are_in_one_chain_at_every_page_size() {
    let catalog = mixed();
    let set = catalog.set();
    let ours: Vec<String> = crate::Catalog::from(set)
        .files()
        .map(|file| file.uri().to_owned())
        .collect();
    for page_size in [1, 2, 5, 12, 100] {
        for version in [CURRENT, OLDER] {
            let mut client = Client::of(server(page_size), version).await;
            let pages = pages(&mut client).await;
            let own_pages = ours.len().div_ceil(usize::try_from(page_size).unwrap());
            assert_eq!(pages.len(), own_pages + 5);

            let expected = rich().pages.concat();
            let expected: Vec<&str> = ours.iter().chain(&expected).map(String::as_str).collect();
            assert_eq!(uris(&pages), expected);
            let cursors = cursors(&pages);
            assert_eq!(
                cursors.iter().collect::<BTreeSet<_>>().len(),
                pages.len() - 1
            );
            for cursor in cursors {
                let (own, inner) = cursor.split_once('.').unwrap_or((cursor, "A"));
                let url_safe = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                assert_eq!(own.len(), 48);
                assert!(
                    !inner.is_empty() && format!("{own}{inner}").chars().all(url_safe),
                    "{cursor}"
                );
            }
        }
    }
}

// C1: a page of the inner handler is what it was, its cursor aside.
#[tokio::test]
async fn pages_of_the_inner_handler_stay_as_they_were() {
    for version in [CURRENT, OLDER] {
        let mut with = Client::of(server(100), version).await;
        let mut without = Client::of(rich(), version).await;
        let strip = |mut pages: Vec<Value>| {
            for page in &mut pages {
                page.as_object_mut().unwrap().remove("nextCursor");
            }
            pages
        };
        let got = strip(pages(&mut with).await);
        let expected = strip(pages(&mut without).await);
        assert_eq!(got[1..], expected);
        assert_eq!(expected[0]["ttlMs"], 7_000);
    }
}

// D4
#[tokio::test]
async fn our_pages_carry_our_hints() {
    let mut client = Client::of(server(100), CURRENT).await;
    let page = client.result("resources/list", json!({})).await;
    assert_eq!(
        (&page["ttlMs"], &page["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    assert_eq!(page["resultType"], "complete");
    let mut client = Client::of(server(100), OLDER).await;
    let page = client.result("resources/list", json!({})).await;
    assert_eq!(crate::testing::keys(&page), ["nextCursor", "resources"]);
}

// D5: no character of any cursor of the chain can be changed, added or left out.
#[tokio::test]
async fn a_changed_continuation_is_refused() {
    let mut client = Client::of(server(5), CURRENT).await;
    let pages = pages(&mut client).await;
    for cursor in cursors(&pages) {
        for index in 0..cursor.len() {
            let mut bytes = cursor.to_owned().into_bytes();
            bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
            refused(
                &mut client,
                "resources/list",
                &String::from_utf8(bytes).unwrap(),
            )
            .await;
            if index > 0 {
                refused(&mut client, "resources/list", &cursor[..index]).await;
            }
        }
        for end in ["A", "=", ".", ".A", " ", "\u{e9}", &"A".repeat(1 << 20)] {
            refused(&mut client, "resources/list", &format!("{cursor}{end}")).await;
        }
    }
}

// D5: the tag of one continuation vouches for no other inner cursor.
#[tokio::test]
async fn inner_cursors_cannot_be_exchanged() {
    let mut client = Client::of(server(100), CURRENT).await;
    let pages = pages(&mut client).await;
    let cursors = cursors(&pages);
    let parts: Vec<_> = cursors
        .iter()
        .filter_map(|cursor| cursor.split_once('.'))
        .collect();
    assert_eq!(parts.len(), 4);
    for (own, inner) in &parts {
        for (other, _) in &parts {
            if own != other {
                refused(&mut client, "resources/list", &format!("{other}.{inner}")).await;
            }
        }
        refused(&mut client, "resources/list", own).await;
        refused(&mut client, "resources/list", inner).await;
        refused(&mut client, "resources/list", &format!("{own}.{inner}=")).await;
        refused(&mut client, "resources/list", &format!("{own}.")).await;
        // The chain's start, told to go on in the middle.
        refused(
            &mut client,
            "resources/list",
            &format!("{}.{inner}", cursors[0]),
        )
        .await;
    }
    // What the inner handler itself would take.
    refused(&mut client, "resources/list", &cursor_of(1)).await;
}

// D5: a cursor of the chain belongs to it alone.
#[tokio::test]
async fn a_continuation_belongs_to_the_chain() {
    let mut client = Client::of(server(100), CURRENT).await;
    let pages = pages(&mut client).await;
    for cursor in cursors(&pages) {
        refused(&mut client, "skills/list", cursor).await;
        for service in [
            builder(100).scope("other"),
            builder(99),
            builder(100).cursor_secret([2; 32]),
        ] {
            let other = rich().with_skills(service.build().unwrap()).unwrap();
            let mut other = Client::of(other, CURRENT).await;
            refused(&mut other, "resources/list", cursor).await;
        }
        let alone = SkillsServer::new(builder(100).build().unwrap());
        let mut alone = Client::of(alone, CURRENT).await;
        refused(&mut alone, "resources/list", cursor).await;
    }
}

// D5, A5: what the caller sees is part of the chain, in the inner handler's part too.
#[tokio::test]
async fn a_continuation_is_stale_once_the_caller_sees_something_else() {
    let seen = Seen::new(&["pdf", "cat"]);
    let service = seen_by(builder(2), &seen).build().unwrap();
    let mut client = Client::of(rich().with_skills(service).unwrap(), CURRENT).await;
    let before = pages(&mut client).await;
    assert_eq!(uris(&before).len(), 6 + 6);
    seen.set(&["pdf"]);
    for cursor in cursors(&before) {
        refused(&mut client, "resources/list", cursor).await;
    }
    assert_eq!(uris(&pages(&mut client).await).len(), 5 + 6);
}

// C2: whoever sees no skill sees the inner handler's pages alone, and no cache may show them to others.
#[tokio::test]
async fn a_caller_without_skills_starts_with_the_inner_handler() {
    let service = seen_by(builder(2), &Seen::new(&[])).build().unwrap();
    let mut client = Client::of(rich().with_skills(service).unwrap(), CURRENT).await;
    let pages = pages(&mut client).await;
    assert_eq!(uris(&pages), rich().pages.concat());
    assert_eq!(
        (&pages[0]["ttlMs"], &pages[0]["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    assert_eq!(
        (&pages[1]["ttlMs"], &pages[1]["cacheScope"]),
        (&json!(7_000), &json!("public"))
    );
}

// C2
#[tokio::test]
async fn without_inner_resources_the_list_ends_with_ours() {
    for version in [CURRENT, OLDER] {
        let server = Mute::default()
            .with_skills(builder(100).build().unwrap())
            .unwrap();
        let mut client = Client::of(server, version).await;
        let all = pages(&mut client).await;
        assert_eq!((all.len(), uris(&all).len()), (1, 12));
        let templates = client.result("resources/templates/list", json!({})).await;
        assert_eq!(templates["resourceTemplates"], json!([]));
    }
    // One that declares resources and serves none.
    let server = Mute::declaring()
        .with_skills(builder(100).build().unwrap())
        .unwrap();
    let mut client = Client::of(server, CURRENT).await;
    let all = pages(&mut client).await;
    assert_eq!((all.len(), uris(&all).len()), (2, 12));
    assert_eq!(all[1]["cacheScope"], "private");
}

// C2
#[tokio::test]
async fn skills_methods_and_our_pages_do_not_ask_the_inner_handler() {
    let inner = rich();
    let service = builder(2).directory_reads(true).build().unwrap();
    let mut client = Client::of(inner.clone().with_skills(service).unwrap(), CURRENT).await;
    client.result("skills/list", json!({})).await;
    client
        .result("skills/get", json!({"uri": "skill://acme/pdf/SKILL.md"}))
        .await;
    client
        .result(
            "resources/read",
            json!({"uri": "skill://acme/pdf/empty.txt"}),
        )
        .await;
    client
        .result("resources/directory/read", json!({"uri": "skill://acme"}))
        .await;
    client.result("resources/list", json!({})).await;
    assert_eq!(inner.heard(), [""; 0]);
}

// A4: an inner handler that fails fails its own pages, with its own words.
#[tokio::test]
async fn an_error_of_the_inner_handler_is_its_own() {
    let server = Rich::default()
        .with_skills(builder(100).build().unwrap())
        .unwrap();
    let mut client = Client::of(server, CURRENT).await;
    let first = client.result("resources/list", json!({})).await;
    let answer = client
        .call("resources/list", json!({"cursor": first["nextCursor"]}))
        .await;
    assert_eq!(answer["error"]["message"], "no pages");
}

// D10
#[tokio::test]
async fn malformed_params_of_shared_methods_are_invalid_params() {
    let mut client = Client::of(server(100), CURRENT).await;
    for (method, params) in [
        ("resources/list", json!({"cursor": 5})),
        ("resources/read", json!({})),
        ("resources/read", json!({"uri": 5})),
        ("skills/list", json!({"cursor": {}})),
        ("skills/get", json!({"uri": null})),
    ] {
        let error = client.error(method, params.clone()).await;
        assert_eq!(
            error,
            (-32602, "invalid params".to_owned()),
            "{method} {params}"
        );
    }
}
