//! Skills as tools, for hosts that know nothing else.

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool},
    service::RequestContext,
};
use serde_json::{Value, json};

use super::{
    client::{CURRENT, Client, OLDER},
    handlers::{Mute, Seen, failing, seen_by},
    rich::{Rich, cursor_of},
};
use crate::{
    Limits, SkillsService, SkillsServiceBuilder, WithSkills, WithSkillsExt as _,
    testing::{Fixture, mixed},
};

fn builder() -> SkillsServiceBuilder {
    SkillsService::builder(mixed().set()).cursor_secret([1; 32])
}

fn rich() -> Rich {
    Rich::new(&[&["file:///a"]])
}

fn server(service: SkillsServiceBuilder) -> WithSkills<Rich> {
    let server = rich().with_skills(service.build().unwrap()).unwrap();
    server.with_skill_tools().unwrap()
}

async fn call(client: &mut Client, name: &str, arguments: Value) -> Value {
    client
        .result("tools/call", json!({"name": name, "arguments": arguments}))
        .await
}

/// How many skills the tool lists.
async fn skills(client: &mut Client) -> usize {
    let listed = call(client, "list_skills", json!({})).await;
    let skills = listed["structuredContent"]["skills"].as_array();
    skills.unwrap().len()
}

/// The text of a tool's error.
async fn problem(client: &mut Client, name: &str, arguments: Value) -> String {
    let result = call(client, name, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

fn names(page: &Value) -> Vec<&str> {
    let tools = page["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap()).collect()
}

// C1: ours stand in front; the inner handler's pages and cursors stay.
#[tokio::test]
async fn our_tools_stand_in_front_of_the_first_page() {
    for version in [CURRENT, OLDER] {
        let mut with = Client::of(server(builder()), version).await;
        let mut without = Client::of(rich(), version).await;
        let mut first = with.result("tools/list", json!({})).await;
        assert_eq!(names(&first), ["list_skills", "read_skill_file", "echo"]);
        first["tools"].as_array_mut().unwrap().drain(..2);
        assert_eq!(first, without.result("tools/list", json!({})).await);

        let second = json!({"cursor": cursor_of(1)});
        let expected = without.result("tools/list", second.clone()).await;
        assert_eq!(with.result("tools/list", second).await, expected);

        let echo = json!({"name": "echo", "arguments": {"x": 1}});
        let expected = without.result("tools/call", echo.clone()).await;
        assert_eq!(with.result("tools/call", echo).await, expected);
    }
}

#[tokio::test]
async fn a_handler_without_tools_gets_ours() {
    let server = Mute::default()
        .with_skills(builder().build().unwrap())
        .unwrap();
    assert!(server.get_info().capabilities.tools.is_none());
    let server = server.with_skill_tools().unwrap();
    assert!(server.get_info().capabilities.tools.is_some());
    let mut client = Client::of(server, CURRENT).await;
    let page = client.result("tools/list", json!({})).await;
    assert_eq!(names(&page), ["list_skills", "read_skill_file"]);
    let error = client
        .error("tools/list", json!({"cursor": "forged"}))
        .await;
    assert_eq!(error, (-32602, "invalid or stale cursor".to_owned()));
}

#[test]
fn tools_are_off_until_they_are_asked_for() {
    let server = rich().with_skills(builder().build().unwrap()).unwrap();
    assert!(server.get_tool("list_skills").is_none());
    let server = server.with_skill_tools().unwrap();
    for name in ["list_skills", "read_skill_file"] {
        let tool = server.get_tool(name).unwrap();
        assert_eq!(tool.name, name);
        assert_eq!(tool.input_schema["type"], "object");
        assert_eq!(tool.input_schema["additionalProperties"], false);
        let annotations = tool.annotations.unwrap();
        assert_eq!(
            (annotations.read_only_hint, annotations.open_world_hint),
            (Some(true), Some(false))
        );
    }
    assert_eq!(server.get_tool("echo"), rich().get_tool("echo"));
}

// D2, D3, D5, D6
#[tokio::test]
async fn skills_are_listed_page_by_page() {
    for version in [CURRENT, OLDER] {
        let limits = Limits::builder().page_size(2).build().unwrap();
        let mut client = Client::of(server(builder().limits(limits)), version).await;
        let (mut skills, mut arguments) = (Vec::new(), json!({}));
        loop {
            let result = call(&mut client, "list_skills", arguments).await;
            assert_eq!(result["isError"], false);
            let page = &result["structuredContent"];
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(&serde_json::from_str::<Value>(text).unwrap(), page);
            skills.extend(page["skills"].as_array().unwrap().clone());
            let Some(cursor) = page.get("nextCursor") else {
                break;
            };
            arguments = json!({"cursor": cursor});
        }
        let expected: Vec<_> = builder().build().unwrap().catalog().entries().map(|entry| {
            json!({"name": entry.name(), "description": entry.description(), "uri": entry.uri()})
        }).collect();
        assert_eq!(skills, expected);
        let first = call(&mut client, "list_skills", json!({"cursor": ""})).await;
        assert_eq!(first["structuredContent"]["skills"][0], skills[0]);
        assert_eq!(
            problem(&mut client, "list_skills", json!({"cursor": "forged"})).await,
            "invalid or stale cursor; call `list_skills` again without a cursor"
        );
    }
}

// D8
#[tokio::test]
async fn files_are_read_in_a_form_that_hosts_can_show() {
    let files: [(&str, &[u8]); 3] = [
        ("a.txt", b"one\r\n"),
        ("b.bin", &[0, 1]),
        ("c.png", b"\x89PNG"),
    ];
    let fixture = Fixture::default().skill("skill://acme/pdf", &files);
    let set = fixture.set();
    let service =
        SkillsService::builder(set).response_meta(json!({"x": 1}).as_object().unwrap().clone());
    let mut client = Client::of(server(service), CURRENT).await;
    for (path, content) in [
        ("a.txt", json!({"type": "text", "text": "one\r\n"})),
        (
            "b.bin",
            json!({"type": "resource", "resource": {
                "uri": "skill://acme/pdf/b.bin",
                "mimeType": "application/octet-stream",
                "blob": "AAE=",
            }}),
        ),
        (
            "c.png",
            json!({"type": "image", "data": "iVBORw==", "mimeType": "image/png"}),
        ),
    ] {
        let uri = format!("skill://acme/pdf/{path}");
        let result = call(&mut client, "read_skill_file", json!({"uri": uri})).await;
        assert_eq!(result["content"], json!([content]));
        assert_eq!(
            (&result["isError"], &result["_meta"]),
            (&json!(false), &json!({"x": 1}))
        );
    }
}

// D10, A5: unknown and denied are the same error of the tool.
#[tokio::test]
async fn tools_show_what_the_caller_may_see() {
    let seen = Seen::new(&["cat"]);
    let mut client = Client::of(server(seen_by(builder(), &seen)), CURRENT).await;
    assert_eq!(skills(&mut client).await, 1);
    call(
        &mut client,
        "read_skill_file",
        json!({"uri": "skill://zoo/cat/SKILL.md"}),
    )
    .await;
    for uri in [
        "skill://acme/pdf/SKILL.md",
        "skill://none/SKILL.md",
        "file:///a",
        "",
    ] {
        assert_eq!(
            problem(&mut client, "read_skill_file", json!({"uri": uri})).await,
            "unknown resource; `list_skills` names the skills, and the text of a skill names its files",
            "{uri}"
        );
    }
    seen.set(&[]);
    let listed = call(&mut client, "list_skills", json!({})).await;
    assert_eq!(listed["structuredContent"], json!({"skills": []}));
}

// A4: what the model cannot mend is no error of the tool.
#[tokio::test]
async fn a_policy_that_fails_is_an_error_of_the_request() {
    let mut client = Client::of(server(failing(builder())), CURRENT).await;
    for (name, arguments) in [
        ("list_skills", json!({})),
        (
            "read_skill_file",
            json!({"uri": "skill://zoo/cat/SKILL.md"}),
        ),
    ] {
        let params = json!({"name": name, "arguments": arguments});
        let error = client.error("tools/call", params).await;
        assert_eq!(error, (-32603, "internal error".to_owned()), "{name}");
    }
    // The inner handler's tools do not depend on it.
    call(&mut client, "echo", json!({})).await;
}

#[tokio::test]
async fn malformed_arguments_are_errors_of_the_tool() {
    let mut client = Client::of(server(builder()), CURRENT).await;
    for (name, arguments, expected) in [
        (
            "read_skill_file",
            json!({}),
            "invalid arguments: missing field `uri`",
        ),
        (
            "read_skill_file",
            json!({"uri": 5}),
            "invalid arguments: invalid type: integer `5`, expected a string",
        ),
        (
            "read_skill_file",
            json!({"uri": "a", "path": "b"}),
            "invalid arguments: unknown field `path`, expected `uri`",
        ),
        (
            "list_skills",
            json!({"page": 1}),
            "invalid arguments: unknown field `page`, expected `cursor`",
        ),
    ] {
        assert_eq!(problem(&mut client, name, arguments).await, expected);
    }
    let without = client
        .result("tools/call", json!({"name": "list_skills"}))
        .await;
    assert_eq!(without["isError"], false);
}

// D1: hosts that know only tools are served where the extension is off.
#[tokio::test]
async fn tools_need_no_extension() {
    let mut client = Client::of(server(builder().skills(false)), CURRENT).await;
    assert_eq!(skills(&mut client).await, 5);
    call(
        &mut client,
        "read_skill_file",
        json!({"uri": "skill://zoo/cat/SKILL.md"}),
    )
    .await;
}

/// A handler with a tool of a name of ours, which it tells beforehand or not.
struct Clash {
    tells: bool,
}

impl ServerHandler for Clash {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let clash = self.tells && name == "read_skill_file";
        clash.then(|| {
            Tool::new(
                "read_skill_file",
                "Another.",
                ::rmcp::model::JsonObject::new(),
            )
        })
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = Tool::new("list_skills", "Mine.", ::rmcp::model::JsonObject::new());
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }
}

// C1: nothing disappears behind a tool of ours without a word.
#[tokio::test]
async fn a_tool_of_the_same_name_is_refused() {
    let server = Clash { tells: true }
        .with_skills(builder().build().unwrap())
        .unwrap();
    let error = server.with_skill_tools().unwrap_err();
    assert!(error.is_tool_name_taken() && !error.is_already_declared());
    assert_eq!(
        error.to_string(),
        "the handler has a tool named `read_skill_file` itself"
    );

    let server = Clash { tells: false }
        .with_skills(builder().build().unwrap())
        .unwrap();
    let mut client = Client::of(server.clone(), CURRENT).await;
    assert_eq!(
        names(&client.result("tools/list", json!({})).await),
        ["list_skills"]
    );
    let mut client = Client::of(server.with_skill_tools().unwrap(), CURRENT).await;
    let error = client.error("tools/list", json!({})).await;
    assert_eq!(error, (-32603, "internal error".to_owned()));
}
