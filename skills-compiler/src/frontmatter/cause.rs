//! What the author did, where the YAML parser only says what it did not expect.

use std::ops::Range;

use super::Manuscript;
use super::block::Block;
use crate::diagnostic::{Diagnostic, code};

/// Explains the parser's `info` at byte `offset` of the file.
pub(super) fn explain(
    file: &Manuscript<'_>,
    block: &Block<'_>,
    info: &str,
    offset: usize,
) -> Diagnostic {
    if let Some(problem) = unquoted_colon(file, block, info, offset) {
        return problem;
    }
    let message = format!("frontmatter is not valid YAML: {info}");
    let end = offset + 1;
    file.problem(code::YAML_SYNTAX, message)
        .at(&file.text, offset..end, "the parser stopped here")
}

/// A second `: ` in a plain value, which makes the value a key.
fn unquoted_colon(
    file: &Manuscript<'_>,
    block: &Block<'_>,
    info: &str,
    offset: usize,
) -> Option<Diagnostic> {
    if !info.contains("mapping values are not allowed") {
        return None;
    }
    let (start, line) = file.text.line_at(offset);
    let colon = second_colon(line)?;
    let is_first_line = !line.starts_with([' ', '\t']);
    let (value, key) = if is_first_line {
        let (key, value) = line.split_once(": ")?;
        (value.trim(), Some(key))
    } else {
        (line.trim(), None)
    };
    if start < block.start || value.starts_with(['"', '\'']) {
        return None;
    }
    let span: Range<usize> = start + colon..start + colon + 1;
    let problem = file
        .problem(code::YAML_SYNTAX, "unquoted `: ` inside a value")
        .at(&file.text, span, "this colon makes the text before it a key")
        .note("some hosts read this leniently, strict ones drop the skill and every other field with it");
    Some(match key {
        Some(key) => problem.help(format!("write {key}: {}", serde_json::Value::from(value))),
        None => problem
            .help("put the whole value into quotes, or start it with `>-` on the line of its key"),
    })
}

/// Where in `line` the colon stands that does not end the line's own key.
fn second_colon(line: &str) -> Option<usize> {
    let mut colons = line.match_indices(':').filter(|(at, _)| {
        let next = line[at + 1..].chars().next();
        next.is_none_or(|c| c == ' ' || c == '\t')
    });
    let first = colons.next()?.0;
    if line.starts_with([' ', '\t']) {
        Some(first)
    } else {
        colons.next().map(|(at, _)| at)
    }
}
