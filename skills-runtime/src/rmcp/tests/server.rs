//! A server of skills alone.

use ::rmcp::{
    ServerHandler as _,
    model::{ListSkillsResult, validate_skills},
};
use serde_json::{Map, Value, json};

use super::{
    client::{CURRENT, Client, OLDER, error},
    handlers::failing,
};
use crate::{
    CacheScope, Catalog, Limits, ResourceListing, SkillsServer, SkillsService,
    SkillsServiceBuilder,
    testing::{Fixture, current, keys, mixed, service, value},
};

fn builder() -> SkillsServiceBuilder {
    SkillsService::builder(mixed().set())
        .cursor_secret([1; 32])
        .directory_reads(true)
}

fn paged(page_size: u64) -> SkillsService {
    builder()
        .limits(Limits::builder().page_size(page_size).build().unwrap())
        .build()
        .unwrap()
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap()
}

// D1
#[tokio::test]
async fn the_extension_is_advertised_as_it_is_served() {
    let resources_only = || SkillsService::builder(mixed().set()).skills(false);
    let plain = || SkillsService::builder(mixed().set());
    let extension = "io.modelcontextprotocol/skills";
    for (service, expected) in [
        (
            builder(),
            json!({"resources": {}, "extensions": {extension: {"directoryRead": true}}}),
        ),
        (
            plain(),
            json!({"resources": {}, "extensions": {extension: {}}}),
        ),
        (resources_only(), json!({"resources": {}})),
        (
            resources_only().directory_reads(true),
            json!({"resources": {}}),
        ),
    ] {
        let service = service.build().unwrap();
        let mut client = Client::new(service.clone(), CURRENT).await;
        let discovered = client.result("server/discover", json!({})).await;
        assert_eq!(discovered["capabilities"], expected);

        let info = SkillsServer::new(service).get_info();
        assert_eq!(serde_json::to_value(info.capabilities).unwrap(), expected);
    }
}

#[tokio::test]
async fn name_version_and_instructions_are_the_servers_to_choose() {
    let server = SkillsServer::new(builder().scope("acme").build().unwrap());
    assert_eq!(server.get_info().server_info.name, "acme");
    assert_eq!(
        server.get_info().server_info.version,
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(server.get_info().instructions, None);

    let server = server
        .with_server_info("other", "7.1")
        .with_instructions("Read first.");
    let info = server.get_info().server_info;
    assert_eq!(
        (info.name.as_str(), info.version.as_str()),
        ("other", "7.1")
    );
    let mut client = Client::of(server, CURRENT).await;
    let discovered = client.result("server/discover", json!({})).await;
    assert_eq!(discovered["instructions"], "Read first.");
}

// D2, D4, D7, D8, D9: both forms of every result are the same JSON value, on both sides of 2026-07-28.
#[tokio::test]
async fn typed_results_are_the_encoded_ones() {
    let merged = {
        let second = Fixture::default()
            .skill("skill://acme/zz", &[("b.bin", &[1, 2])])
            .set();
        Catalog::new([&mixed().set(), &second]).unwrap()
    };
    let meta = json!({"server": {"name": "x"}});
    let make = |catalog: Catalog| {
        SkillsService::builder(catalog)
            .cursor_secret([1; 32])
            .limits(Limits::builder().page_size(2).build().unwrap())
            .directory_reads(true)
            .ttl_ms(60_000)
            .cache_scope(CacheScope::Public)
            .response_meta(object(&meta).clone())
    };
    let services = [
        make(Catalog::from(mixed().set())).build().unwrap(),
        make(merged.clone()).build().unwrap(),
        make(merged)
            .resource_listing(ResourceListing::Roots)
            .build()
            .unwrap(),
        service(&mixed()),
    ];
    for service in services {
        for version in [CURRENT, OLDER] {
            let mut client = Client::new(service.clone(), version).await;
            same_lists(&mut client, &service).await;
            same_items(&mut client, &service).await;
        }
    }
}

async fn same_lists(client: &mut Client, service: &SkillsService) {
    let request = crate::RequestView::new(client.version);
    let directories = [
        "skill://acme",
        "skill://acme/pdf",
        "skill://acme/outer/inner",
    ];
    let lists = ["skills/list", "resources/list"]
        .into_iter()
        .chain(directories);
    for list in lists {
        let mut cursor: Option<String> = None;
        // Twice over every list: typed values are made the first time and kept for the second.
        for _ in 0..2 {
            loop {
                let at = cursor.as_deref();
                let (method, body, uri) = match list {
                    "skills/list" => (list, service.list(&request, at), None),
                    "resources/list" => (list, service.list_resources(&request, at), None),
                    uri => {
                        let body = service.read_directory(&request, uri, at);
                        ("resources/directory/read", body, Some(uri))
                    }
                };
                let mut params = json!({});
                if let Some(uri) = uri {
                    params["uri"] = uri.into();
                }
                if let Some(cursor) = at {
                    params["cursor"] = cursor.into();
                }
                let result = client.result(method, params).await;
                assert_eq!(result, value(body.unwrap()), "{list} {at:?}");
                cursor = result
                    .get("nextCursor")
                    .map(|cursor| cursor.as_str().unwrap().to_owned());
                if cursor.is_none() {
                    break;
                }
            }
        }
    }
}

async fn same_items(client: &mut Client, service: &SkillsService) {
    let request = crate::RequestView::new(client.version);
    for entry in service.catalog().entries() {
        let result = client
            .result("skills/get", json!({"uri": entry.uri()}))
            .await;
        assert_eq!(result, value(service.get(&request, entry.uri()).unwrap()));
    }
    for file in service.catalog().files() {
        let result = client
            .result("resources/read", json!({"uri": file.uri()}))
            .await;
        assert_eq!(result, value(service.read(&request, file.uri()).unwrap()));
    }
}

// D4
#[tokio::test]
async fn older_versions_get_neither_type_nor_hints() {
    let mut client = Client::new(paged(1), OLDER).await;
    let result = client.result("skills/list", json!({})).await;
    assert_eq!(keys(&result), ["nextCursor", "skills"]);
    let result = client
        .result("resources/read", json!({"uri": "skill://zoo/cat/SKILL.md"}))
        .await;
    assert_eq!(keys(&result), ["contents"]);
}

// D5
#[tokio::test]
async fn a_bad_cursor_is_refused_on_every_list() {
    for version in [CURRENT, OLDER] {
        let mut client = Client::new(paged(1), version).await;
        for cursor in ["garbage", "0", " ", &"A".repeat(48)] {
            for (method, params) in [
                ("skills/list", json!({"cursor": cursor})),
                ("resources/list", json!({"cursor": cursor})),
                (
                    "resources/directory/read",
                    json!({"uri": "skill://acme", "cursor": cursor}),
                ),
            ] {
                let error = client.error(method, params).await;
                assert_eq!(error, (-32602, "invalid or stale cursor".to_owned()));
            }
        }
        let first = client.result("skills/list", json!({})).await;
        let empty = client.result("skills/list", json!({"cursor": ""})).await;
        assert_eq!(first, empty);
    }
}

// D8, D9, D10
#[tokio::test]
async fn unknown_uris_have_one_answer_each() {
    for version in [CURRENT, OLDER] {
        let mut client = Client::new(paged(2), version).await;
        for (method, uri, message) in [
            ("skills/get", "skill://acme/none/SKILL.md", "unknown skill"),
            ("skills/get", "skill://acme/%70df/SKILL.md", "unknown skill"),
            (
                "resources/read",
                "skill://acme/none/SKILL.md",
                "unknown resource",
            ),
            ("resources/read", "skill://acme/pdf", "unknown resource"),
            (
                "resources/directory/read",
                "skill://acme/none",
                "unknown directory",
            ),
            (
                "resources/directory/read",
                "skill://acme/pdf/",
                "unknown directory",
            ),
            (
                "resources/directory/read",
                "skill://acme/pdf/SKILL.md",
                "unknown directory",
            ),
        ] {
            let error = client.error(method, json!({"uri": uri})).await;
            assert_eq!(error, (-32602, message.to_owned()), "{method} {uri}");
        }
        // The SDK answers this one itself, before us; the contract says so.
        let (code, _) = client
            .error("skills/get", json!({"uri": "skill://acme/pdf"}))
            .await;
        assert_eq!(code, -32602);
    }
}

// D10
#[tokio::test]
async fn malformed_params_of_our_methods_are_invalid_params() {
    let mut client = Client::new(paged(2), CURRENT).await;
    for (method, params) in [
        ("skills/list", json!({"cursor": 5})),
        ("skills/list", json!({"cursor": ["a"]})),
        ("resources/list", json!({"cursor": {}})),
        ("skills/get", json!({})),
        ("skills/get", json!({"uri": 5})),
        ("skills/get", json!({"uri": null})),
        ("resources/read", json!({})),
        (
            "resources/read",
            json!({"uri": ["skill://acme/pdf/SKILL.md"]}),
        ),
        ("resources/directory/read", json!({})),
        (
            "resources/directory/read",
            json!({"uri": "skill://acme", "cursor": 5}),
        ),
    ] {
        let error = client.error(method, params.clone()).await;
        assert_eq!(
            error,
            (-32602, "invalid params".to_owned()),
            "{method} {params}"
        );
    }
    for method in ["nonsense", "skills/put"] {
        assert_eq!(
            client.error(method, json!({})).await,
            (-32601, method.to_owned())
        );
    }
}

// D10
#[tokio::test]
async fn malformed_params_in_older_sessions_are_invalid_params() {
    let mut client = Client::new(paged(2), OLDER).await;
    for method in ["skills/get", "resources/read", "resources/directory/read"] {
        for params in [json!({}), json!({"uri": 5}), json!({"uri": {}})] {
            let error = client.error(method, params.clone()).await;
            assert_eq!(
                error,
                (-32602, "invalid params".to_owned()),
                "{method} {params}"
            );
        }
        let without = client.raw(method, None).await;
        assert_eq!(
            error(&without),
            (-32602, "invalid params".to_owned()),
            "{method}"
        );
    }
    // Nothing tells this request from one without params: the SDK has dropped them.
    let dropped = client.raw("skills/list", Some(json!({"cursor": 5}))).await;
    let without = client.raw("skills/list", None).await;
    assert_eq!(dropped["result"], without["result"]);
    let noticed = client
        .raw("skills/list", Some(json!({"cursor": 5, "_meta": {"a": 1}})))
        .await;
    assert_eq!(error(&noticed), (-32602, "invalid params".to_owned()));
}

// D1: what is not advertised is not a method.
#[tokio::test]
async fn a_server_of_resources_only_has_no_skills_methods() {
    let service = SkillsService::builder(mixed().set())
        .skills(false)
        .build()
        .unwrap();
    let mut client = Client::new(service, CURRENT).await;
    for (method, params) in [
        ("skills/list", json!({})),
        ("skills/get", json!({"uri": "skill://acme/pdf/SKILL.md"})),
        ("skills/get", json!({})),
        ("resources/directory/read", json!({"uri": "skill://acme"})),
        ("resources/directory/read", json!({})),
    ] {
        assert_eq!(
            client.error(method, params).await,
            (-32601, method.to_owned())
        );
    }
    let list = client.result("resources/list", json!({})).await;
    assert_eq!(list["resources"].as_array().unwrap().len(), 12);
    let uri = "skill://acme/pdf/SKILL.md";
    assert!(
        client
            .result("resources/read", json!({"uri": uri}))
            .await
            .is_object()
    );
}

// A4: a fixed text, and nothing about what went wrong.
#[tokio::test]
async fn a_failure_inside_says_nothing() {
    let service = failing(builder()).build().unwrap();
    for version in [CURRENT, OLDER] {
        let mut client = Client::new(service.clone(), version).await;
        for (method, params) in [
            ("skills/list", json!({})),
            ("skills/get", json!({"uri": "skill://acme/pdf/SKILL.md"})),
            ("resources/list", json!({})),
            (
                "resources/read",
                json!({"uri": "skill://acme/pdf/SKILL.md"}),
            ),
            ("resources/directory/read", json!({"uri": "skill://acme"})),
        ] {
            let error = client.error(method, params).await;
            assert_eq!(error, (-32603, "internal error".to_owned()), "{method}");
        }
    }
}

// D2: the SDK's own rules for a listing.
#[test]
fn the_sdk_accepts_the_listing() {
    let body = service(&mixed()).list(&current(), None).unwrap();
    let result: ListSkillsResult = serde_json::from_value(value(body)).unwrap();
    assert_eq!(result.skills.len(), 5);
    validate_skills(&result.skills).unwrap();
}

// C3
#[test]
fn a_server_is_a_handle_and_makes_nothing_at_the_start() {
    let server = SkillsServer::new(paged(2));
    assert_eq!(size_of::<SkillsServer>(), 6 * size_of::<usize>());
    assert_eq!(format!("{server:?}").matches("Key").count(), 0);
    assert_eq!(server.service().catalog().len(), 5);
}
