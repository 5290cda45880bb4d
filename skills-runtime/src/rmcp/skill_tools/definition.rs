//! What hosts are told about the tools.

use std::sync::{Arc, LazyLock};

use ::rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use super::SkillTool;

pub(super) fn list() -> Tool {
    static TOOL: LazyLock<Tool> = LazyLock::new(|| {
        let input = json!({
            "type": "object",
            "properties": {
                "cursor": {
                    "type": "string",
                    "description": "The `nextCursor` of the page before; leave it out for the first page.",
                },
            },
            "additionalProperties": false,
        });
        let output = json!({
            "type": "object",
            "properties": {
                "skills": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "name": {"type": "string"},
                            "description": {"type": "string"},
                            "uri": {"type": "string", "description": "The URI of its SKILL.md."},
                        },
                        "required": ["name", "description", "uri"],
                        "additionalProperties": false,
                    },
                },
                "nextCursor": {
                    "type": "string",
                    "description": "The cursor of the next page, if there is one.",
                },
            },
            "required": ["skills"],
            "additionalProperties": false,
        });
        let description = "Lists the skills of this server: instructions and files for particular tasks. Call it before \
                           a task that a skill may be for, and read the skill that fits with `read_skill_file`.";
        tool(SkillTool::List, "List skills", description, input)
            .with_raw_output_schema(Arc::new(object(output)))
    });
    TOOL.clone()
}

pub(super) fn read() -> Tool {
    static TOOL: LazyLock<Tool> = LazyLock::new(|| {
        let input = json!({
            "type": "object",
            "properties": {
                "uri": {
                    "type": "string",
                    "description": "The URI of the file, exactly as written.",
                },
            },
            "required": ["uri"],
            "additionalProperties": false,
        });
        let description = "Reads one file of a skill. Start with the URI that `list_skills` gives. A path in a skill's \
                           text is relative to the directory of its SKILL.md: put it in place of `SKILL.md` at the end of \
                           the URI, each byte that a URI cannot hold percent-encoded.";
        tool(
            SkillTool::Read,
            "Read a file of a skill",
            description,
            input,
        )
    });
    TOOL.clone()
}

fn tool(tool: SkillTool, title: &'static str, description: &'static str, input: Value) -> Tool {
    let reads = ToolAnnotations::new()
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Tool::new(tool.name(), description, object(input))
        .with_title(title)
        .with_annotations(reads)
}

fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}
