//! What a server with skills beside it says of itself (C1, D1).

use ::rmcp::{ServerHandler, model::ServerCapabilities};
use serde_json::{Value, json};

use super::{
    client::{CURRENT, Client, OLDER},
    handlers::{Mute, Seen, failing, seen_by},
    rich::Rich,
};
use crate::{
    CacheScope, SkillsServer, SkillsService, SkillsServiceBuilder, WithSkills, WithSkillsExt as _,
    testing::mixed,
};

fn builder() -> SkillsServiceBuilder {
    SkillsService::builder(mixed().set()).cursor_secret([1; 32])
}

fn rich() -> Rich {
    Rich::new(&[&["file:///a"]])
}

fn beside<H: ServerHandler>(inner: H) -> WithSkills<H> {
    inner.with_skills(builder().build().unwrap()).unwrap()
}

// C1
#[test]
fn a_handler_that_declares_skills_itself_is_refused() {
    for capabilities in [
        ServerCapabilities::builder().enable_skills().build(),
        ServerCapabilities::builder()
            .enable_skills_with_directory_read()
            .build(),
    ] {
        for service in [builder(), builder().skills(false)] {
            let error = Mute(capabilities.clone())
                .with_skills(service.build().unwrap())
                .unwrap_err();
            assert!(error.is_already_declared() && !error.is_tool_name_taken());
            let message = "the handler declares `io.modelcontextprotocol/skills` itself";
            assert_eq!(error.to_string(), message);
        }
    }
    let twice = beside(beside(Mute::default()).inner().clone());
    assert!(
        beside(Mute::default())
            .with_skills(twice.service().clone())
            .is_err()
    );
}

// C1, D1
#[test]
fn capabilities_are_added_and_none_is_changed() {
    let extension = "io.modelcontextprotocol/skills";
    for (service, expected) in [
        (
            builder(),
            json!({"resources": {}, "extensions": {extension: {}}}),
        ),
        (
            builder().directory_reads(true),
            json!({"resources": {}, "extensions": {extension: {"directoryRead": true}}}),
        ),
        (builder().skills(false), json!({"resources": {}})),
    ] {
        let service = service.build().unwrap();
        let server = Mute::default().with_skills(service.clone()).unwrap();
        assert_eq!(json!(server.get_info().capabilities), expected);

        let mut expected_beside = json!(rich().get_info().capabilities);
        if let Some(settings) = expected["extensions"].get(extension) {
            expected_beside["extensions"][extension] = settings.clone();
        }
        let server = rich().with_skills(service).unwrap();
        assert_eq!(json!(server.get_info().capabilities), expected_beside);
    }
}

// D1: in a service of resources only, the methods of the extension are whatever the inner handler makes of them.
#[tokio::test]
async fn resources_alone_compose_too() {
    let service = builder().skills(false).build().unwrap();
    let mut client = Client::of(rich().with_skills(service).unwrap(), CURRENT).await;
    let mut bare = Client::of(rich(), CURRENT).await;
    for (method, params) in [
        ("skills/list", json!({})),
        ("skills/get", json!({"uri": "skill://acme/pdf/SKILL.md"})),
        ("skills/get", json!({})),
        ("resources/directory/read", json!({"uri": "skill://acme"})),
    ] {
        let answer = client.call(method, params.clone()).await;
        assert_eq!(answer["error"]["code"], -32601, "{method}");
        assert_eq!(answer["error"], bare.call(method, params).await["error"]);
    }
    let list = client.result("resources/list", json!({})).await;
    assert_eq!(list["resources"].as_array().unwrap().len(), 12);
    assert!(list.get("nextCursor").is_some());
    client
        .result(
            "resources/read",
            json!({"uri": "skill://acme/pdf/SKILL.md"}),
        )
        .await;
}

fn instructions(answer: &Value) -> &str {
    answer["instructions"].as_str().unwrap()
}

// A5: the caller of the request decides what is named.
#[tokio::test]
async fn instructions_name_the_skills_of_the_caller() {
    let seen = Seen::new(&["cat"]);
    let service = seen_by(builder(), &seen).build().unwrap();
    let server = rich()
        .with_skills(service)
        .unwrap()
        .with_skill_instructions();
    let mut client = Client::of(server.clone(), CURRENT).await;
    let discovered = client.result("server/discover", json!({})).await;
    let text = instructions(&discovered);
    let (before, skills) = text.split_once("\n\n").unwrap();
    assert_eq!(before, "Inner words.");
    assert!(skills.contains(" as a resource,"), "{skills}");
    assert_eq!(
        skills.lines().skip(1).collect::<Vec<_>>(),
        ["- cat: skill://zoo/cat/SKILL.md"]
    );
    let opened = Client::opened(server.clone(), OLDER).await;
    assert_eq!(instructions(&opened["result"]), text);

    seen.set(&["pdf"]);
    let discovered = client.result("server/discover", json!({})).await;
    assert!(instructions(&discovered).ends_with("\n- pdf: skill://acme/pdf/SKILL.md"));
    let with_tools = server.clone().with_skill_tools().unwrap();
    let opened = Client::opened(with_tools, OLDER).await;
    assert!(instructions(&opened["result"]).contains(" with the tool `read_skill_file`,"));

    seen.set(&[]);
    let discovered = client.result("server/discover", json!({})).await;
    assert_eq!(discovered["instructions"], "Inner words.");
    // Nobody is named where nobody asks.
    assert_eq!(
        server.get_info().instructions.as_deref(),
        Some("Inner words.")
    );
}

// D4, A5: a cache must not show one caller's skills to another.
#[tokio::test]
async fn a_text_for_one_caller_is_not_kept_for_others() {
    for (service, instructions, expected) in [
        (builder(), false, (json!(5_000), json!("public"))),
        (builder(), true, (json!(0), json!("private"))),
        (
            builder().ttl_ms(9_000),
            true,
            (json!(5_000), json!("private")),
        ),
        (
            builder().ttl_ms(3_000).cache_scope(CacheScope::Public),
            true,
            (json!(3_000), json!("public")),
        ),
    ] {
        let mut server = rich().with_skills(service.build().unwrap()).unwrap();
        if instructions {
            server = server.with_skill_instructions();
        }
        let mut client = Client::of(server, CURRENT).await;
        let mut discovered = client.result("server/discover", json!({})).await;
        let hints = (discovered["ttlMs"].take(), discovered["cacheScope"].take());
        assert_eq!(hints, expected);
    }
}

// A4: without a decision there is no answer, and the inner handler is not told of a session that does not begin.
#[tokio::test]
async fn a_policy_that_fails_fails_the_announcement() {
    let inner = rich();
    let service = failing(builder()).build().unwrap();
    let server = inner
        .clone()
        .with_skills(service)
        .unwrap()
        .with_skill_instructions();
    let mut client = Client::of(server.clone(), CURRENT).await;
    let error = client.error("server/discover", json!({})).await;
    assert_eq!(error, (-32603, "internal error".to_owned()));
    let opened = Client::opened(server, OLDER).await;
    assert_eq!(
        opened["error"],
        json!({"code": -32603, "message": "internal error"})
    );
    assert_eq!(inner.heard(), [""; 0]);
}

#[tokio::test]
async fn a_server_of_skills_alone_has_the_fallbacks_too() {
    let server = SkillsServer::new(builder().build().unwrap())
        .with_instructions("Hello.")
        .with_skill_tools()
        .with_skill_instructions();
    assert!(server.get_info().capabilities.tools.is_some());
    assert!(server.get_tool("list_skills").is_some());
    let mut client = Client::of(server, CURRENT).await;
    let discovered = client.result("server/discover", json!({})).await;
    assert!(instructions(&discovered).starts_with("Hello.\n\nThis server has skills: "));
    let tools = client.result("tools/list", json!({})).await;
    assert_eq!(tools["tools"].as_array().unwrap().len(), 2);
    let called = client
        .result("tools/call", json!({"name": "list_skills"}))
        .await;
    assert_eq!(
        called["structuredContent"]["skills"]
            .as_array()
            .unwrap()
            .len(),
        5
    );

    let plain = SkillsServer::new(builder().build().unwrap());
    let mut client = Client::of(plain, CURRENT).await;
    assert_eq!(client.error("tools/list", json!({})).await.0, -32601);
}

// C3
#[test]
fn a_wrapper_is_a_handle() {
    fn clones<T: Clone + Send + Sync + std::fmt::Debug>(_: &T) {}
    struct NotClone;
    impl ServerHandler for NotClone {}
    let server = beside(NotClone);
    clones(&server);
    assert!(std::ptr::eq(server.inner(), server.clone().inner()));
    assert!(!format!("{server:?}").contains("Key"));
}
