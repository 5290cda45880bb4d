//! What is not ours answers as without us (C1).

use ::rmcp::ServerHandler as _;
use serde_json::{Value, json};

use super::{
    client::{CURRENT, Client, OLDER},
    rich::{Rich, cursor_of},
};
use crate::{
    WithSkills, WithSkillsExt as _,
    testing::{mixed, service},
};

fn rich() -> Rich {
    Rich::new(&[&["file:///a", "file:///b"], &["file:///c"]])
}

fn wrapped(rich: &Rich) -> WithSkills<Rich> {
    rich.clone().with_skills(service(&mixed())).unwrap()
}

/// Requests that both sides answer, on every version that has them.
fn requests(version: &str) -> Vec<(&'static str, Value)> {
    let page = || json!({"cursor": cursor_of(1)});
    let mut requests = vec![
        (
            "completion/complete",
            json!({
                "ref": {"type": "ref/prompt", "name": "p0"},
                "argument": {"name": "a", "value": "v"},
            }),
        ),
        ("logging/setLevel", json!({"level": "warning"})),
        ("prompts/list", json!({})),
        ("prompts/list", page()),
        ("prompts/list", json!({"cursor": "forged"})),
        (
            "prompts/get",
            json!({"name": "p1", "arguments": {"x": "1"}}),
        ),
        ("prompts/get", json!({})),
        ("resources/templates/list", json!({})),
        ("resources/templates/list", page()),
        ("resources/read", json!({"uri": "file:///a"})),
        ("resources/read", json!({"uri": "file:///none"})),
        ("tools/list", json!({})),
        ("tools/list", page()),
        ("tools/call", json!({"name": "echo", "arguments": {"x": 1}})),
        ("tools/call", json!({"name": "slow", "arguments": {}})),
        ("tools/call", json!({"name": "list_skills"})),
        ("tools/call", json!({})),
        ("tasks/get", json!({"taskId": "t1"})),
        (
            "tasks/update",
            json!({"taskId": "t1", "inputResponses": {}}),
        ),
        ("tasks/cancel", json!({"taskId": "t1"})),
        ("test/echo", json!({"x": 1})),
        ("test/none", json!({"x": 1})),
    ];
    if version == OLDER {
        requests.extend([
            ("ping", json!({})),
            ("resources/subscribe", json!({"uri": "file:///a"})),
            ("resources/unsubscribe", json!({"uri": "file:///a"})),
        ]);
    } else {
        let filter = json!({
            "toolsListChanged": true,
            "resourcesListChanged": true,
            "resourceSubscriptions": ["file:///a"],
        });
        requests.push(("subscriptions/listen", json!({"notifications": filter})));
    }
    requests
}

/// What both sides are told without an answer.
fn notifications() -> [Value; 4] {
    [
        (
            "notifications/cancelled",
            json!({"requestId": 99, "reason": "enough"}),
        ),
        (
            "notifications/progress",
            json!({"progressToken": 1, "progress": 0.5}),
        ),
        ("notifications/roots/list_changed", json!({})),
        ("notifications/test", json!({"x": 1})),
    ]
    .map(|(method, params)| json!({"jsonrpc": "2.0", "method": method, "params": params}))
}

/// Every answer and notification that a client gets, and everything that the handler heard.
async fn transcript(client: &mut Client, rich: &Rich) -> (Vec<Value>, Vec<Value>, Vec<String>) {
    let mut answers = Vec::new();
    for (method, params) in requests(client.version) {
        answers.push(client.call(method, params).await);
    }
    let before = rich.heard().len();
    for notification in notifications() {
        client.send(&notification).await;
    }
    while rich.heard().len() < before + notifications().len() {
        tokio::task::yield_now().await;
    }
    let mut heard = rich.heard();
    // Notifications are handled side by side.
    heard.sort();
    (answers, std::mem::take(&mut client.notifications), heard)
}

// C1
#[tokio::test]
async fn everything_else_answers_as_without_skills() {
    for version in [CURRENT, OLDER] {
        let (bare, beside) = (rich(), rich());
        let mut without = Client::of(bare.clone(), version).await;
        let mut with = Client::of(wrapped(&beside), version).await;
        let expected = transcript(&mut without, &bare).await;
        let got = transcript(&mut with, &beside).await;
        for ((request, expected), got) in requests(version).iter().zip(&expected.0).zip(&got.0) {
            assert_eq!(got, expected, "{request:?}");
        }
        assert_eq!(got, expected);
        // Forged cursor, missing params of two methods, unknown URI, tool and method.
        let errors = got.0.iter().filter(|answer| answer.get("error").is_some());
        assert_eq!(errors.count(), 6);
        assert_eq!(got.1.len(), if version == CURRENT { 3 } else { 0 });
    }
}

// C1
#[tokio::test]
async fn a_handler_says_of_itself_what_it_said_before() {
    let ours = json!({"directoryRead": true});
    let without_ours = |mut result: Value| {
        let extensions = result["capabilities"]["extensions"]
            .as_object_mut()
            .unwrap();
        assert_eq!(
            extensions.remove("io.modelcontextprotocol/skills"),
            Some(ours.clone())
        );
        result
    };

    let mut with = Client::of(wrapped(&rich()), CURRENT).await;
    let mut without = Client::of(rich(), CURRENT).await;
    let discovered = with.result("server/discover", json!({})).await;
    let expected = without.result("server/discover", json!({})).await;
    assert_eq!(without_ours(discovered), expected);
    assert_eq!(expected["instructions"], "Inner words.");

    for version in [OLDER, "2025-06-18", "2024-11-05"] {
        let with = Client::opened(wrapped(&rich()), version).await;
        let without = Client::opened(rich(), version).await;
        assert_eq!(
            without_ours(with["result"].clone()),
            without["result"],
            "{version}"
        );
    }

    let (with, without) = (wrapped(&rich()), rich());
    let info = serde_json::to_value(with.get_info()).unwrap();
    assert_eq!(
        without_ours(info),
        serde_json::to_value(without.get_info()).unwrap()
    );
    assert_eq!(
        with.supported_protocol_versions(),
        without.supported_protocol_versions()
    );
    for name in ["echo", "slow", "none", "list_skills"] {
        assert_eq!(with.get_tool(name), without.get_tool(name), "{name}");
    }
}

// C1
#[tokio::test]
async fn the_first_words_of_a_session_reach_the_handler() {
    let inner = rich();
    let _client = Client::of(wrapped(&inner), OLDER).await;
    while inner.heard().len() < 2 {
        tokio::task::yield_now().await;
    }
    assert_eq!(inner.heard(), ["initialize test", "initialized"]);
}

// C1: through the SDK's own client.
#[tokio::test]
async fn the_sdks_client_finds_both() {
    use ::rmcp::{
        ServiceExt as _,
        model::{CallToolRequestParams, GetPromptRequestParams},
    };
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    let server = wrapped(&rich());
    tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
    let client = ().serve(ours).await.unwrap();

    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(
        tools
            .iter()
            .map(|tool| tool.name.as_ref())
            .collect::<Vec<_>>(),
        ["echo", "slow"]
    );
    assert_eq!(client.list_all_prompts().await.unwrap().len(), 2);
    assert_eq!(client.list_all_resource_templates().await.unwrap().len(), 2);
    let called = client
        .call_tool(CallToolRequestParams::new("echo"))
        .await
        .unwrap();
    assert_eq!(called.is_error, Some(false));
    client
        .get_prompt(GetPromptRequestParams::new("p0"))
        .await
        .unwrap();

    let skills = client.list_all_skills().await.unwrap();
    assert_eq!(skills.len(), 5);
    let resources = client.list_all_resources().await.unwrap();
    assert_eq!(resources.len(), 12 + 3);
    for resource in resources {
        let params = ::rmcp::model::ReadResourceRequestParams::new(resource.uri);
        assert_eq!(
            client.read_resource(params).await.unwrap().contents.len(),
            1
        );
    }
}
