//! SARIF 2.1.0, which code scanning services read.
//!
//! Paragraph numbers are those of the OASIS standard. An alternative way to mend a problem is a fix of its own there;
//! renames cannot be expressed, so that they stay in the message.

use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use skills_compiler::{Code, Diagnostic, Fix, Level};

use super::{Report, path};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What stands for the directory that the command ran in, by convention.
const SOURCE_ROOT: &str = "%SRCROOT%";

/// What a segment of a path in a URI does not hold as it is.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

#[derive(Debug, Serialize)]
pub(crate) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message,
    help: Help,
    default_configuration: Configuration,
    properties: Properties,
}

#[derive(Debug, Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Debug, Serialize)]
struct Properties {
    tags: [&'static str; 1],
}

#[derive(Debug, Serialize)]
struct Message {
    text: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Change>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    description: Message,
    artifact_changes: [ArtifactChange; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: [Replacement; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Content,
}

#[derive(Debug, Serialize)]
struct Content {
    text: String,
}

pub(crate) fn document(report: &Report) -> Log {
    let driver = Driver {
        name: "skills",
        version: env!("CARGO_PKG_VERSION"),
        rules: Code::all().map(rule).collect(),
    };
    let run = Run {
        tool: Tool { driver },
        // 3.14.17: columns count characters.
        column_kind: "unicodeCodePoints",
        results: report.problems().map(finding).collect(),
    };
    Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [run],
    }
}

fn rule(code: &'static Code) -> Rule {
    let Message { text } = message(code.explanation());
    Rule {
        id: code.name(),
        short_description: message(code.title()),
        help: Help {
            markdown: text.clone(),
            text,
        },
        default_configuration: Configuration { level: level(code) },
        properties: Properties { tags: [tag(code)] },
    }
}

fn level(code: &Code) -> &'static str {
    match code.level() {
        Level::Warning => "warning",
        _ => "error",
    }
}

/// SARIF has no word for a lint.
fn tag(code: &Code) -> &'static str {
    match code.level() {
        Level::Lint => "lint",
        Level::Warning => "warning",
        _ => "error",
    }
}

fn finding(problem: &Diagnostic) -> Finding {
    let code = problem.code();
    let others = problem
        .others()
        .filter_map(|(span, label)| Some(location(problem, region(problem, &span)?, Some(label))));
    Finding {
        rule_id: code.name(),
        rule_index: Code::all()
            .position(|other| other == code)
            .unwrap_or_default(),
        level: level(code),
        message: message(&words(problem)),
        locations: [location(problem, place(problem), None)],
        related_locations: others.collect(),
        fixes: problem
            .ways()
            .filter_map(|(help, fix)| change(problem, help, fix?))
            .collect(),
    }
}

/// The message with all that explains it: services show nothing else.
fn words(problem: &Diagnostic) -> String {
    let mut words = problem.message().to_owned();
    for note in problem.notes() {
        let _ = write!(words, "\nnote: {note}");
    }
    for help in problem.helps() {
        let _ = write!(words, "\nhelp: {help}");
    }
    words
}

/// 3.11.5: braces are doubled, for a single one begins a placeholder.
fn message(text: &str) -> Message {
    Message {
        text: text.replace('{', "{{").replace('}', "}}"),
    }
}

fn location(problem: &Diagnostic, region: Region, label: Option<&str>) -> Location {
    Location {
        physical_location: PhysicalLocation {
            artifact_location: artifact(problem),
            region,
        },
        message: label.filter(|label| !label.is_empty()).map(message),
    }
}

/// 3.4: a relative reference to the directory that the command ran in, or an absolute `file:` URI.
fn artifact(problem: &Diagnostic) -> ArtifactLocation {
    let path = path(problem);
    let segments = path
        .split('/')
        .map(|part| utf8_percent_encode(part, SEGMENT).to_string());
    let encoded = segments.collect::<Vec<_>>().join("/");
    if path.starts_with('/') {
        ArtifactLocation {
            uri: format!("file://{encoded}"),
            uri_base_id: None,
        }
    } else {
        ArtifactLocation {
            uri: encoded,
            uri_base_id: Some(SOURCE_ROOT),
        }
    }
}

/// Where the problem is. Code scanning asks for a line of every result: that of a whole file or directory is the first.
fn place(problem: &Diagnostic) -> Region {
    let end = problem.end();
    Region {
        start_line: problem.line().unwrap_or(1),
        start_column: problem.column(),
        end_line: end.map(|(line, _)| line),
        end_column: end.map(|(_, column)| column),
    }
}

fn region(problem: &Diagnostic, span: &std::ops::Range<usize>) -> Option<Region> {
    let (start_line, start_column) = problem.position(span.start)?;
    let (end_line, end_column) = problem.position(span.end)?;
    Some(Region {
        start_line,
        start_column: Some(start_column),
        end_line: Some(end_line),
        end_column: Some(end_column),
    })
}

fn change(problem: &Diagnostic, help: &str, fix: &Fix) -> Option<Change> {
    let Fix::Edit { span, text } = fix else {
        return None;
    };
    let replacement = Replacement {
        deleted_region: region(problem, span)?,
        inserted_content: Content { text: text.clone() },
    };
    let change = ArtifactChange {
        artifact_location: artifact(problem),
        replacements: [replacement],
    };
    Some(Change {
        description: message(help),
        artifact_changes: [change],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::report;
    use skills_compiler::Options;

    #[test]
    fn braces_in_a_message_are_doubled() {
        assert_eq!(
            message("expected `}` after `{`").text,
            "expected `}}` after `{{`"
        );
    }

    #[test]
    fn a_path_becomes_a_reference_or_a_file_uri() {
        let uri = |label: &str| {
            let files = [("é,1/skill.md", "")];
            let source = skills_compiler::Source::files(files).labelled(label);
            let problems = skills_compiler::compile(source, &Options::new()).err()?;
            let problem = problems.iter().next()?;
            let ArtifactLocation { uri, uri_base_id } = artifact(problem);
            Some((uri, uri_base_id))
        };
        let relative = "../my%20skills/%C3%A9%2C1/skill.md".to_owned();
        assert_eq!(uri("../my skills"), Some((relative, Some(SOURCE_ROOT))));
        let absolute = "file:///srv/skills/%C3%A9%2C1/skill.md".to_owned();
        assert_eq!(uri("/srv/skills"), Some((absolute, None)));
    }

    #[test]
    fn a_rename_is_left_to_the_message() {
        let skill = ("word/SKILL.md", "---\nname: docx\ndescription: x\n---\n");
        let report = report(&[&[skill]], &Options::new());
        let findings: Vec<_> = report.problems().map(finding).collect();
        assert!(matches!(findings.as_slice(), [finding] if finding.fixes.len() == 1));
    }
}
