//! URIs of skills belong to skills, and nobody can tell a concealed one from none (C2, D10).

use serde_json::json;

use super::{
    client::{CURRENT, Client, OLDER},
    handlers::{Mute, Seen, seen_by},
    rich::Rich,
};
use crate::{SkillsService, SkillsServiceBuilder, WithSkillsExt as _, testing::mixed};

const UNKNOWN: (i64, &str) = (-32602, "unknown resource");
const INTERNAL: (i64, &str) = (-32603, "internal error");

/// A service whose callers see one skill of five.
fn builder() -> SkillsServiceBuilder {
    let builder = SkillsService::builder(mixed().set()).cursor_secret([1; 32]);
    seen_by(builder, &Seen::new(&["cat"]))
}

async fn client(inner: &Rich, version: &'static str) -> Client {
    let server = inner
        .clone()
        .with_skills(builder().build().unwrap())
        .unwrap();
    Client::of(server, version).await
}

/// Files, directories, and what is not there but would be a skill's: visible, concealed, nested.
const OURS: [&str; 14] = [
    "skill://zoo/cat/SKILL.md",
    "skill://zoo/cat/none.txt",
    "skill://zoo/cat",
    "skill://zoo",
    "skill://acme",
    "skill://acme/pdf",
    "skill://acme/pdf/",
    "skill://acme/pdf/SKILL.md",
    "skill://acme/pdf/refs/deep/notes.md",
    "skill://acme/pdf/refs",
    "skill://acme/pdf/refs/zzz",
    "skill://acme/pdf/../../etc",
    "skill://acme/outer/inner/none",
    "skill://acme/outer/inner2",
];

/// Neighbours by name, by spelling, by scheme.
const THEIRS: [&str; 9] = [
    "skill://acme/pdf-tool",
    "skill://acme/pdfs/SKILL.md",
    "skill://acme/pd",
    "skill://acm",
    "skill://zoo/",
    "SKILL://zoo/cat/SKILL.md",
    "skill://zoo/%63at/SKILL.md",
    "file:///zoo/cat/SKILL.md",
    "",
];

// C2
#[tokio::test]
async fn a_page_that_holds_a_uri_of_ours_fails_its_request_alone() {
    for version in [CURRENT, OLDER] {
        for uri in OURS {
            let inner = Rich::new(&[&["file:///a"], &["file:///b", uri], &["file:///c"]]);
            let mut client = client(&inner, version).await;
            let mut cursor = client.result("resources/list", json!({})).await["nextCursor"].take();
            let page = client
                .result("resources/list", json!({"cursor": cursor}))
                .await;
            assert_eq!(page["resources"][0]["uri"], "file:///a");
            cursor = page["nextCursor"].clone();
            let (code, message) = client
                .error("resources/list", json!({"cursor": cursor}))
                .await;
            assert_eq!((code, message.as_str()), INTERNAL, "{uri}");
            // Skills do not depend on it.
            client.result("skills/list", json!({})).await;
            client
                .result("resources/read", json!({"uri": "skill://zoo/cat/SKILL.md"}))
                .await;
        }
    }
}

// C2
#[tokio::test]
async fn uris_beside_ours_are_the_inner_handlers() {
    let inner = Rich::new(&[&THEIRS]);
    let mut client = client(&inner, CURRENT).await;
    let first = client.result("resources/list", json!({})).await;
    let page = client
        .result("resources/list", json!({"cursor": first["nextCursor"]}))
        .await;
    assert_eq!(page["resources"].as_array().unwrap().len(), THEIRS.len());
    for uri in THEIRS {
        let read = client.result("resources/read", json!({"uri": uri})).await;
        assert_eq!(read["contents"][0]["text"], format!("content of {uri}"));
    }
}

// C2, D8, D10
#[tokio::test]
async fn reads_of_our_uris_never_reach_the_inner_handler() {
    for version in [CURRENT, OLDER] {
        let inner = Rich::new(&[&OURS]);
        let mut client = client(&inner, version).await;
        let before = inner.heard().len();
        let read = client
            .result("resources/read", json!({"uri": OURS[0]}))
            .await;
        assert!(
            read["contents"][0]["text"]
                .as_str()
                .unwrap()
                .contains("name: cat")
        );
        for uri in &OURS[1..] {
            let (code, message) = client.error("resources/read", json!({"uri": uri})).await;
            assert_eq!((code, message.as_str()), UNKNOWN, "{uri}");
        }
        let heard = &inner.heard()[before..];
        assert!(
            heard.iter().all(|heard| !heard.starts_with("read")),
            "{heard:?}"
        );
    }
}

// D10: where skills lie, the answer is ours, whoever was asked; elsewhere it is the inner handler's.
#[tokio::test]
async fn an_unknown_uri_and_a_concealed_one_have_the_same_answer() {
    for version in [CURRENT, OLDER] {
        let inner = Rich::new(&[&["file:///a"]]);
        let mut client = client(&inner, version).await;
        for uri in OURS
            .iter()
            .skip(1)
            .chain(&THEIRS[..5])
            .chain(&["skill://none/SKILL.md", "skill:"])
        {
            let mut answer = client.call("resources/read", json!({"uri": uri})).await;
            let error = json!({"code": UNKNOWN.0, "message": UNKNOWN.1});
            assert_eq!(answer["error"].take(), error, "{uri}");
        }
        let answer = client
            .call("resources/read", json!({"uri": "file:///none"}))
            .await;
        assert_eq!(answer["error"]["message"], "nothing at file:///none");
        assert_eq!(answer["error"]["data"], json!({"uri": "file:///none"}));
    }
}

// C2
#[tokio::test]
async fn a_handler_without_resources_knows_no_uri() {
    for version in [CURRENT, OLDER] {
        let server = Mute::default()
            .with_skills(builder().build().unwrap())
            .unwrap();
        let mut client = Client::of(server, version).await;
        for uri in ["file:///none", "skill://none", "skill://acme/pdf/SKILL.md"] {
            let (code, message) = client.error("resources/read", json!({"uri": uri})).await;
            assert_eq!((code, message.as_str()), UNKNOWN, "{uri}");
        }
    }
}

// C5, D10: not even a list of what was refused tells what is concealed.
#[tokio::test]
async fn there_are_no_subscriptions_where_skills_lie() {
    let inner = Rich::new(&[&["file:///a"]]);
    let mut current = client(&inner, CURRENT).await;
    let uris = [
        "skill://acme/pdf/SKILL.md",
        "file:///a",
        "skill://none",
        "skill://zoo/cat/SKILL.md",
    ];
    let filter = json!({"resourcesListChanged": true, "resourceSubscriptions": uris});
    let params = json!({"notifications": filter});
    current.result("subscriptions/listen", params).await;
    let accepted = &current.notifications[0]["params"]["notifications"];
    assert_eq!(accepted["resourceSubscriptions"], json!(["file:///a"]));

    let mut older = client(&inner, OLDER).await;
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        older.result(method, json!({"uri": "file:///a"})).await;
        for uri in [
            "skill://acme/pdf/SKILL.md",
            "skill://none",
            "skill://zoo/cat/SKILL.md",
        ] {
            let (code, message) = older.error(method, json!({"uri": uri})).await;
            assert_eq!((code, message.as_str()), UNKNOWN, "{method} {uri}");
        }
    }
    let heard = inner.heard();
    let reached = heard.iter().filter(|heard| heard.contains("subscribe "));
    assert_eq!(
        reached.collect::<Vec<_>>(),
        ["subscribe file:///a", "unsubscribe file:///a"]
    );

    let server = Mute::default()
        .with_skills(builder().build().unwrap())
        .unwrap();
    let mut mute = Client::of(server, OLDER).await;
    for uri in ["file:///a", "skill://acme/pdf/SKILL.md"] {
        let error = mute.error("resources/subscribe", json!({"uri": uri})).await;
        assert_eq!(error, (-32601, "resources/subscribe".to_owned()), "{uri}");
    }
}
