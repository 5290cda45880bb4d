//! A tool of the server's own, as any server has some: skills stand beside it.

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
        JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
        Tool,
    },
    service::RequestContext,
};
use serde_json::{Value, json};

const NEXT_VERSION: &str = "next_version";

/// The server without its skills.
#[derive(Clone, Debug)]
pub(crate) struct Tools;

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        // Prompts are declared so that hosts get an (empty) list of them instead of an error.
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .build();
        let server = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities).with_server_info(server)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![next_version_tool()]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name != NEXT_VERSION {
            return Err(ErrorData::invalid_params("unknown tool", None));
        }
        let answer = next_version(&request.arguments.unwrap_or_default());
        Ok(match answer {
            Ok(version) => CallToolResult::success(vec![ContentBlock::text(version)]),
            Err(why) => CallToolResult::error(vec![ContentBlock::text(why)]),
        }
        .into())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        (name == NEXT_VERSION).then(next_version_tool)
    }
}

fn next_version_tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "version": {"type": "string", "description": "The released version, such as 1.4.2"},
            "change": {"type": "string", "enum": ["breaking", "feature", "fix"]},
        },
        "required": ["version", "change"],
    });
    let schema = match schema {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    };
    let description =
        "Says which version follows a released one, by the rules of semantic versioning.";
    Tool::new(NEXT_VERSION, description, schema)
}

/// The version that a change of this kind asks for; before 1.0.0 a breaking change counts as a feature does later.
fn next_version(arguments: &JsonObject) -> Result<String, String> {
    let text = |name: &str| {
        let value = arguments.get(name).and_then(Value::as_str);
        value.ok_or_else(|| format!("`{name}` must be a text"))
    };
    let version = text("version")?;
    let numbers: Option<Vec<u64>> = version.split('.').map(|part| part.parse().ok()).collect();
    let Some([major, minor, patch]) = numbers
        .as_deref()
        .and_then(|numbers| numbers.first_chunk().copied())
    else {
        return Err(format!("`{version}` is not a version such as 1.4.2"));
    };
    let next = match (text("change")?, major) {
        ("breaking", 1..) => [major.saturating_add(1), 0, 0],
        ("breaking", 0) | ("feature", _) => [major, minor.saturating_add(1), 0],
        ("fix", _) => [major, minor, patch.saturating_add(1)],
        (other, _) => {
            return Err(format!(
                "`{other}` is none of `breaking`, `feature` and `fix`"
            ));
        }
    };
    Ok(next.map(|number| number.to_string()).join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(version: &str, change: &str) -> Result<String, String> {
        let arguments = [("version", version), ("change", change)];
        next_version(
            &arguments
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.into()))
                .collect(),
        )
    }

    #[test]
    fn versions_follow_the_kind_of_change() {
        assert_eq!(next("1.4.2", "breaking"), Ok("2.0.0".into()));
        assert_eq!(next("0.4.2", "breaking"), Ok("0.5.0".into()));
        assert_eq!(next("1.4.2", "feature"), Ok("1.5.0".into()));
        assert_eq!(next("1.4.2", "fix"), Ok("1.4.3".into()));
    }

    #[test]
    fn other_arguments_are_explained() {
        assert_eq!(
            next("1.4", "fix"),
            Err("`1.4` is not a version such as 1.4.2".into())
        );
        assert_eq!(
            next("1.4.2", "big"),
            Err("`big` is none of `breaking`, `feature` and `fix`".into())
        );
        assert_eq!(
            next_version(&JsonObject::new()),
            Err("`version` must be a text".into())
        );
    }
}
