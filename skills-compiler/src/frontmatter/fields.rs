//! The fields that the format defines (contract, F6, F7).

use super::Manuscript;
use super::pair::quote;
use super::tree::{Member, Node, Value};
use crate::diagnostic::{Diagnostic, Help, code};
use crate::member_path::parent;
use crate::name;

const DESCRIPTION_CHARS: usize = 1_024;
const DESCRIPTION_WARNING: usize = 950;
const COMPATIBILITY_CHARS: usize = 500;
const EXAMPLE: &str = "\"What it does and when to use it.\"";
const RESERVED_PREFIX: &str = "io.modelcontextprotocol/";
const KNOWN: &[&str] = &[
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// Name, description and the string pairs of `metadata`.
pub(super) type Fields = (String, String, Vec<(String, String)>);

/// Checks every field; the fields when name and description can be used.
pub(super) fn check(
    file: &Manuscript<'_>,
    root: &Node,
    problems: &mut Vec<Diagnostic>,
) -> Option<Fields> {
    let Value::Mapping(members) = &root.value else {
        problems.push(not_a_mapping(file, root));
        return None;
    };
    let mut fields = Checker {
        file,
        members,
        problems,
    };
    let name = fields.name();
    let description = fields.bounded_text("description", DESCRIPTION_CHARS, true);
    fields.warn_near_limit(description.as_deref());
    fields.bounded_text("compatibility", COMPATIBILITY_CHARS, false);
    fields.text("license");
    fields.allowed_tools();
    let metadata = fields.metadata();
    fields.misspelled();
    Some((name?, description?, metadata))
}

fn not_a_mapping(file: &Manuscript<'_>, root: &Node) -> Diagnostic {
    let message = format!(
        "frontmatter must be a mapping of fields, found {}",
        root.value.describe()
    );
    let problem =
        file.problem(code::FRONTMATTER_TYPE, message)
            .at(&file.text, root.span.clone(), "");
    let name = file.directory.unwrap_or("my-skill");
    problem.help(format!(
        "write at least:\nname: {name}\ndescription: \"What it does and when to use it.\""
    ))
}

struct Checker<'c> {
    file: &'c Manuscript<'c>,
    members: &'c [Member],
    problems: &'c mut Vec<Diagnostic>,
}

impl<'c> Checker<'c> {
    fn get(&self, field: &str) -> Option<&'c Member> {
        self.members.iter().find(|member| member.key == field)
    }

    fn push(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    fn missing(&mut self, field: &str, example: &str) {
        let line = format!("{field}: {example}");
        let start = self
            .members
            .first()
            .map_or(0, |member| member.key_span.start);
        let end = self.members.first().map_or(0, |member| member.key_span.end);
        let message = format!("missing required field `{field}`");
        let problem =
            self.file
                .problem(code::FIELD_MISSING, message)
                .at(&self.file.text, start..end, "");
        let help = Help::edit(
            format!("add {line}"),
            start..start,
            format!(
                "{line}
"
            ),
        );
        self.push(problem.help(help));
    }

    /// The text of a field that must be a string when it is there.
    fn text(&mut self, field: &str) -> Option<&'c str> {
        let member = self.get(field)?;
        match &member.node.value {
            Value::String(text) => Some(text),
            Value::Refused => None,
            other => {
                let message = format!("`{field}` must be a string, found {}", other.describe());
                let problem = self.at(code::FIELD_TYPE, message, member);
                let help = self.instead(member, other);
                self.push(problem.help(help));
                None
            }
        }
    }

    /// What to write instead of a value that is not a string.
    fn instead(&self, member: &Member, value: &Value) -> Help {
        match (value, member.key.as_str()) {
            (Value::Null, "name") => {
                self.replaced(member, self.file.directory.unwrap_or("my-skill"))
            }
            (Value::Null, "description") => self.replaced(member, EXAMPLE),
            (Value::Null, _) => Help::text("fill it in, or leave the field out"),
            _ => self.as_string(member).unwrap_or_else(|| {
                Help::text("write it as one quoted text, or leave the field out")
            }),
        }
    }

    /// The value of a one-line member in quotes.
    fn as_string(&self, member: &Member) -> Option<Help> {
        let source = self.source(&member.node).trim();
        if source.is_empty() || source.contains('\n') {
            return None;
        }
        let quoted = quote(source);
        let span = member.node.span.start..member.node.span.start + source.len();
        Some(Help::edit(
            format!("write {}: {quoted}", member.key),
            span,
            quoted,
        ))
    }

    /// The member with another value, on the line of its key.
    fn replaced(&self, member: &Member, value: &str) -> Help {
        let key = self
            .file
            .text
            .as_str()
            .get(member.key_span.clone())
            .unwrap_or_default()
            .trim_end();
        let span = member.key_span.start + key.len()..member.node.span.end;
        Help::edit(format!("write {key}: {value}"), span, format!(": {value}"))
    }

    fn at(&self, code: &'static crate::Code, message: String, member: &Member) -> Diagnostic {
        let span = if member.node.span.is_empty() {
            member.key_span.clone()
        } else {
            member.node.span.clone()
        };
        self.file
            .problem(code, message)
            .at(&self.file.text, span, "")
    }

    /// A string that must not be blank and has a limit in characters.
    fn bounded_text(&mut self, field: &str, limit: usize, is_required: bool) -> Option<String> {
        let Some(member) = self.get(field) else {
            if is_required {
                self.missing(field, EXAMPLE);
            }
            return None;
        };
        let text = self.text(field)?;
        if text.trim().is_empty() {
            let problem = self.at(code::FIELD_BLANK, format!("`{field}` is blank"), member);
            let help = if is_required {
                "say what the skill does and when to use it"
            } else {
                "fill it in, or leave it out"
            };
            self.push(problem.help(help));
            return None;
        }
        let count = text.chars().count();
        if count > limit {
            let message = format!("`{field}` has {count} characters (limit {limit})");
            let problem = self.at(code::FIELD_LENGTH, message, member);
            self.push(problem.help(format!("remove at least {}", count - limit)));
            return None;
        }
        Some(text.to_owned())
    }

    fn warn_near_limit(&mut self, description: Option<&str>) {
        let count = description.map_or(0, |text| text.chars().count());
        if let Some(member) = self
            .get("description")
            .filter(|_| count >= DESCRIPTION_WARNING)
        {
            let message = format!(
                "`description` has {count} characters, close to the limit of {DESCRIPTION_CHARS}"
            );
            let problem = self.at(code::DESCRIPTION_NEAR_LIMIT, message, member);
            self.push(problem.help("shorten it before the next edit breaks the build"));
        }
    }

    fn name(&mut self) -> Option<String> {
        let Some(member) = self.get("name") else {
            self.missing("name", self.file.directory.unwrap_or("my-skill"));
            return None;
        };
        let name = self.text("name")?;
        if let Some(directory) = self.file.directory.filter(|directory| *directory != name) {
            let problem = self.mismatch(member, name, directory);
            self.push(problem);
            return None;
        }
        if let Some(why) = name::flaw(name) {
            let problem = self.at(
                code::NAME_CHARACTERS,
                format!("name `{name}` {why}"),
                member,
            );
            self.push(match name::slug(name) {
                Some(slug) => {
                    let help = format!("write name: {slug}, and rename the directory to match");
                    problem.help(Help::edit(help, member.node.span.clone(), slug))
                }
                None => problem.help("choose a name of lowercase letters, digits and single `-`"),
            });
            return None;
        }
        if !name.is_ascii() {
            let message =
                format!("name `{name}` holds characters outside ASCII, which several hosts refuse");
            let problem = self.at(code::UNICODE_NAME, message, member);
            self.push(problem.help("use a name in ASCII"));
        }
        Some(name.to_owned())
    }

    fn mismatch(&self, member: &Member, name: &str, directory: &str) -> Diagnostic {
        let message = format!("name `{name}` does not match its directory `{directory}`");
        let mut problem = self.at(code::NAME_MISMATCH, message, member).note(
            "a skill's URI ends in its name; a prefix for all skills of a vendor belongs into `base`",
        );
        if name::flaw(directory).is_none() {
            let help = format!("write name: {directory}");
            problem = problem.help(Help::edit(help, member.node.span.clone(), directory));
        }
        if name::flaw(name).is_none() {
            let help =
                format!("rename the directory to `{name}`, which keeps the name for its users");
            problem = problem.help(self.renamed(help, name));
        }
        problem
    }

    /// The skill's directory under another name.
    fn renamed(&self, help: String, name: &str) -> Help {
        let directory = parent(self.file.path);
        match parent(directory) {
            "" => Help::rename(help, directory, name),
            above => Help::rename(help, directory, format!("{above}/{name}")),
        }
    }

    fn allowed_tools(&mut self) {
        let Some(member) = self.get("allowed-tools") else {
            return;
        };
        let Value::Sequence(items) = &member.node.value else {
            self.text("allowed-tools");
            return;
        };
        let names = strings(items);
        let problem = self.at(
            code::FIELD_TYPE,
            "`allowed-tools` must be one string, found a list".to_owned(),
            member,
        );
        let problem = match names {
            Some(names) if names.iter().any(|name| name.contains(char::is_whitespace)) => {
                let joined: Vec<_> = names.iter().map(|name| name.replace(' ', ":")).collect();
                let note =
                    "an item with a blank cannot be joined; `:` stands for it in tool patterns";
                problem
                    .note(note)
                    .help(self.replaced(member, &quoted(&joined.join(" "))))
            }
            Some(names) => problem.help(self.replaced(member, &quoted(&names.join(" ")))),
            None => problem.help("write the names as one text, separated by blanks"),
        };
        self.push(problem);
    }

    fn metadata(&mut self) -> Vec<(String, String)> {
        let Some(member) = self.get("metadata") else {
            return Vec::new();
        };
        let members = match &member.node.value {
            Value::Mapping(members) => members,
            Value::Refused => return Vec::new(),
            other => {
                let message = format!("`metadata` must be a mapping, found {}", other.describe());
                let problem = self.at(code::FIELD_TYPE, message, member);
                self.push(problem.help(
                    "write one `key: \"value\"` per line below `metadata:`, or leave it out",
                ));
                return Vec::new();
            }
        };
        let mut pairs = Vec::new();
        for item in members {
            if item.key.starts_with(RESERVED_PREFIX) {
                let message = format!(
                    "`metadata` key `{}` is reserved for MCP extensions",
                    item.key
                );
                let problem = self.file.problem(code::RESERVED_METADATA, message);
                let problem = problem.at(&self.file.text, item.key_span.clone(), "");
                self.push(problem.help("use a prefix of your own"));
            }
            match &item.node.value {
                Value::String(text) => pairs.push((item.key.clone(), text.clone())),
                Value::Refused => {}
                other => {
                    let problem = self.nested(item, other);
                    self.push(problem);
                }
            }
        }
        pairs
    }

    fn nested(&self, item: &Member, value: &Value) -> Diagnostic {
        let message = format!(
            "`metadata.{}` is {}, not a string",
            item.key,
            value.describe()
        );
        let problem = self
            .at(code::NESTED_METADATA, message, item)
            .note("the format allows only strings here, and the TypeScript client refuses the whole listing");
        if let Some(text) = joined(value) {
            return problem.help(self.replaced(item, &quote(&text)));
        }
        let is_collection = matches!(value, Value::Sequence(_) | Value::Mapping(_));
        match self.as_string(item).filter(|_| !is_collection) {
            Some(help) => problem.help(help),
            None if is_collection => {
                problem.help("write it as one quoted text, or allow `nested_metadata`")
            }
            None => problem.help(self.replaced(item, "\"\"")),
        }
    }

    /// A node as the author wrote it.
    fn source(&self, node: &Node) -> &'c str {
        self.file
            .text
            .as_str()
            .get(node.span.clone())
            .unwrap_or_default()
    }

    fn misspelled(&mut self) {
        for member in self.members {
            if KNOWN.contains(&member.key.as_str()) {
                continue;
            }
            let near = KNOWN.iter().find(|known| is_near(&member.key, known));
            if let Some(known) = near {
                let message = format!("field `{}` looks like `{known}`", member.key);
                let problem = self.file.problem(code::MISSPELLED_FIELD, message);
                let problem = problem.at(&self.file.text, member.key_span.clone(), "");
                let help =
                    format!("write `{known}:`, or allow `misspelled_field` if it is another field");
                self.push(problem.help(Help::edit(help, member.key_span.clone(), *known)));
            }
        }
    }
}

/// The items of a list that holds nothing but strings.
fn strings(items: &[Node]) -> Option<Vec<&str>> {
    let texts = items.iter().map(|item| match &item.value {
        Value::String(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// The strings of a list as one text.
fn joined(value: &Value) -> Option<String> {
    let Value::Sequence(items) = value else {
        return None;
    };
    strings(items)
        .filter(|texts| !texts.is_empty())
        .map(|texts| texts.join(", "))
}

/// The text, in quotes where a plain scalar would be something else.
fn quoted(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':');
    if is_plain {
        text.to_owned()
    } else {
        quote(text)
    }
}

/// Equal but for case and separators, or one step of typing away.
fn is_near(field: &str, known: &str) -> bool {
    let bare = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    bare(field) == bare(known) || strsim::damerau_levenshtein(field, known) == 1
}
