//! What stands where the frontmatter should be (contract, F1).

use std::ops::Range;

use super::Manuscript;
use super::block::{FENCE, Line, lines};
use crate::diagnostic::{Diagnostic, Help, code};

/// How many lines at the top are searched for frontmatter that something stands before.
const SEARCHED_LINES: usize = 40;

/// Line 1 is not the opening fence: says what stands there instead.
pub(super) fn missing(file: &Manuscript<'_>, start: usize) -> Diagnostic {
    let text = file.text.as_str();
    let first = lines(text, start).next();
    let problem = file.problem(
        code::FRONTMATTER_MISSING,
        "no frontmatter: line 1 must be exactly `---`",
    );
    let span = first.as_ref().map_or(start..start, Line::span);
    if let Some(line) = first.filter(|line| line.text.trim_end() == FENCE) {
        let end = line.start + FENCE.len();
        return problem
            .at(
                &file.text,
                end..line.start + line.text.len(),
                "blanks after `---`",
            )
            .help(Help::edit(
                "remove the blanks",
                end..line.start + line.text.len(),
                "",
            ));
    }
    let later = lines(text, start)
        .take(SEARCHED_LINES)
        .skip(1)
        .find(|line| line.text.trim_end() == FENCE);
    let has_fields = later.is_some_and(|fence| {
        lines(text, fence.next)
            .next()
            .is_some_and(|line| line.text.contains(": "))
    });
    if let Some(line) = first.filter(|_| has_fields) {
        let (label, help) = what_stands_before(line.text);
        let problem = problem.at(&file.text, span, label);
        return match later.and_then(|fence| below_frontmatter(text, start, fence)) {
            Some((span, replacement)) => problem.help(Help::edit(help, span, replacement)),
            None => problem.help(help),
        };
    }
    let name = file.directory.unwrap_or("my-skill");
    let template =
        format!("---\nname: {name}\ndescription: \"What it does and when to use it.\"\n---\n");
    let help = format!("put this before the text:\n{}", template.trim_end());
    problem
        .at(&file.text, span, "")
        .help(Help::edit(help, start..start, template))
}

/// The edit that moves what stands before the frontmatter below it. A code fence around the frontmatter goes away.
fn below_frontmatter(
    text: &str,
    start: usize,
    opening: Line<'_>,
) -> Option<(Range<usize>, String)> {
    let closing = lines(text, opening.next).find(|line| line.text.trim_end() == FENCE)?;
    let before = text[start..opening.start].trim();
    let block = format!("{FENCE}\n{}{FENCE}\n", &text[opening.next..closing.start]);
    if before.starts_with("```") || before.starts_with("~~~") {
        let fence = lines(text, closing.next)
            .next()
            .filter(|line| line.text.trim_end() == &before[..3])?;
        return Some((start..fence.next, block));
    }
    let gap = if before.is_empty() { "" } else { "\n" };
    Some((start..closing.next, format!("{block}{gap}{before}{gap}")))
}

/// What the first line is, when the frontmatter follows further down.
fn what_stands_before(line: &str) -> (&'static str, &'static str) {
    let line = line.trim_start();
    if line.trim().is_empty() {
        (
            "blank line before the frontmatter",
            "remove the lines before the first `---`",
        )
    } else if line.starts_with("<!--") {
        (
            "comment before the frontmatter",
            "move the comment below the closing `---`",
        )
    } else if line.starts_with("```") || line.starts_with("~~~") {
        ("code fence around the frontmatter", "remove the code fence")
    } else {
        (
            "text before the frontmatter",
            "move it below the closing `---`",
        )
    }
}

/// There is no closing fence.
pub(super) fn unclosed(file: &Manuscript<'_>, opening: Line<'_>) -> Diagnostic {
    let problem = file.problem(
        code::FRONTMATTER_UNCLOSED,
        "frontmatter has no closing line that is exactly `---`",
    );
    let problem = problem.at(&file.text, opening.span(), "opened here");
    let mut rest = lines(file.text.as_str(), opening.next);
    if let Some(near) = rest.find(|line| line.text.trim() == FENCE) {
        let help = "remove the blanks before and after the closing `---`";
        let problem = problem.and_at(&file.text, near.span(), "blanks around this `---`");
        return problem.help(Help::edit(help, near.span(), FENCE));
    }
    let mut fields = lines(file.text.as_str(), opening.next);
    let text = fields.find(|line| line.text.trim().is_empty() || line.text.starts_with('#'));
    let at = text.map_or(file.text.as_str().len(), |line| line.start);
    problem.help(Help::edit(
        "put a line `---` between the fields and the text",
        at..at,
        "---\n",
    ))
}
