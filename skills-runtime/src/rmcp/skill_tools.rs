//! Skills as two tools, for hosts that know nothing else.

mod definition;

use ::rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::answers::{Answers, contents};
use crate::{Entry, Error, File, RequestView, error::Cause, read};

/// One of the two tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SkillTool {
    /// A page of the skills that the caller may see.
    List,
    /// One file of a skill.
    Read,
}

impl SkillTool {
    pub(super) const ALL: [Self; 2] = [Self::List, Self::Read];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::List => "list_skills",
            Self::Read => "read_skill_file",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    pub(super) fn definition(self) -> Tool {
        match self {
            Self::List => definition::list(),
            Self::Read => definition::read(),
        }
    }

    /// Answers a call. What the caller can mend is an error of the tool; what it cannot is one of the request (A4).
    pub(super) fn call(
        self,
        answers: &Answers,
        view: &RequestView<'_>,
        arguments: Option<JsonObject>,
    ) -> Result<CallToolResult, Error> {
        let arguments = Value::Object(arguments.unwrap_or_default());
        let result = match self {
            Self::List => {
                parse(arguments).map(|List { cursor }| list(answers, view, cursor.as_deref()))
            }
            Self::Read => parse(arguments).map(|Read { uri }| file(answers, view, &uri)),
        };
        let result = match result {
            Err(problem) => failure(format!("invalid arguments: {problem}")),
            Ok(Err(error)) if error.is_invalid_params() => {
                failure(format!("{error}; {}", self.advice()))
            }
            Ok(result) => result?,
        };
        Ok(result.with_meta(answers.meta()))
    }

    /// What a model can do about a refused argument.
    const fn advice(self) -> &'static str {
        match self {
            Self::List => "call `list_skills` again without a cursor",
            Self::Read => "`list_skills` names the skills, and the text of a skill names its files",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    cursor: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    uri: String,
}

fn parse<T: DeserializeOwned>(arguments: Value) -> Result<T, serde_json::Error> {
    serde_json::from_value(arguments)
}

fn failure(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// What `list_skills` answers: enough to choose a skill, and no more for a model to read.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed<'a> {
    skills: Vec<Skill<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

#[derive(Serialize)]
struct Skill<'a> {
    name: &'a str,
    description: &'a str,
    uri: &'a str,
}

impl<'a> From<Entry<'a>> for Skill<'a> {
    fn from(entry: Entry<'a>) -> Self {
        Self {
            name: entry.name(),
            description: entry.description(),
            uri: entry.uri(),
        }
    }
}

/// The page of `skills/list`, so that a page of the tool is bounded as one of the method is.
fn list(
    answers: &Answers,
    view: &RequestView<'_>,
    cursor: Option<&str>,
) -> Result<CallToolResult, Error> {
    let service = answers.service();
    let page = service.entry_page(view, cursor)?;
    let runs = page.runs.into_iter();
    let listed = Listed {
        skills: runs
            .flat_map(|run| service.catalog().entries_in(run))
            .map(Skill::from)
            .collect(),
        next_cursor: page.next_cursor,
    };
    let value = serde_json::to_value(listed).map_err(|_| Cause::Damaged)?;
    Ok(CallToolResult::structured(value))
}

fn file(answers: &Answers, view: &RequestView<'_>, uri: &str) -> Result<CallToolResult, Error> {
    let file = answers.service().visible_file(view, uri)?;
    Ok(CallToolResult::success(vec![block(&file)?]))
}

/// A file in the form that a host can show a model: text and pictures as such, anything else as a resource.
fn block(file: &File<'_>) -> Result<ContentBlock, Error> {
    if file.is_text() {
        return Ok(ContentBlock::text(read::text(file)?));
    }
    if file.mime_type().starts_with("image/") {
        return Ok(ContentBlock::image(read::base64(file), file.mime_type()));
    }
    Ok(ContentBlock::resource(contents(file)?))
}
