//! Where the frontmatter lies, and what its bytes alone forbid (contract, F1, F4, S6).

use std::ops::Range;

use super::Manuscript;
use super::absent::{missing, unclosed};
use crate::budget::as_u64;
use crate::content::is_conflict_side;
use crate::diagnostic::{Diagnostic, Help, code};

pub(super) const FENCE: &str = "---";
const BOM: char = '\u{feff}';

/// The lines between the two fences.
pub(super) struct Block<'t> {
    pub(super) yaml: &'t str,
    /// Where they start in the file.
    pub(super) start: usize,
}

/// A line with its place, without its break.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
    /// Where the next line starts.
    pub(super) next: usize,
}

impl Line<'_> {
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

pub(super) fn lines(text: &str, from: usize) -> impl Iterator<Item = Line<'_>> {
    let mut start = from;
    text[from..].split_inclusive('\n').map(move |whole| {
        let line = Line {
            text: strip_break(whole),
            start,
            next: start + whole.len(),
        };
        start = line.next;
        line
    })
}

fn strip_break(line: &str) -> &str {
    line.strip_suffix("\r\n")
        .or_else(|| line.strip_suffix('\n'))
        .unwrap_or(line)
}

/// Finds the frontmatter; `None` when there is none to parse.
pub(super) fn find<'t>(
    file: &'t Manuscript<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Block<'t>> {
    let text = file.text.as_str();
    let start = if text.starts_with(BOM) {
        problems.push(byte_order_mark(file));
        BOM.len_utf8()
    } else {
        0
    };
    let mut rest = lines(text, start);
    let Some(opening) = rest.next().filter(|line| line.text == FENCE) else {
        problems.push(missing(file, start));
        return None;
    };
    let Some(closing) = rest.find(|line| line.text == FENCE) else {
        problems.push(unclosed(file, opening));
        return None;
    };
    let block = Block {
        yaml: &text[opening.next..closing.start],
        start: opening.next,
    };
    let size = as_u64(block.yaml.len());
    if size > file.limits.frontmatter {
        let message = format!(
            "frontmatter is too large (got {size} bytes, limit {})",
            file.limits.frontmatter
        );
        problems.push(
            file.problem(code::FRONTMATTER_SIZE, message)
                .at(&file.text, opening.span(), "starts here")
                .help("move what agents need only later into the text below it"),
        );
        return None;
    }
    let flaws = forbidden(file, &block);
    let is_clean = flaws.is_empty();
    problems.extend(flaws);
    is_clean.then_some(block)
}

/// What must not stand in the block, whatever a parser makes of it.
fn forbidden(file: &Manuscript<'_>, block: &Block<'_>) -> Vec<Diagnostic> {
    let end = block.start + block.yaml.len();
    let all = || lines(&file.text.as_str()[..end], block.start);
    if let Some(marker) = all().find(|line| is_conflict_side(line.text) || line.text == "=======") {
        let message = "frontmatter holds a Git conflict marker";
        let problem = file.problem(code::CONFLICT_MARKER_FRONTMATTER, message);
        return vec![
            problem
                .at(
                    &file.text,
                    marker.start..marker.start + 7,
                    "unresolved conflict",
                )
                .help("keep one of the two sides and remove the marker lines"),
        ];
    }
    let mut flaws: Vec<_> = all()
        .filter_map(|line| forbidden_line(file, line))
        .collect();
    flaws.extend(forbidden_character(file, block));
    flaws
}

fn forbidden_line(file: &Manuscript<'_>, line: Line<'_>) -> Option<Diagnostic> {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    let (code, message, help) = if line.text.starts_with('%') {
        (
            code::YAML_DIRECTIVE,
            "line starts with `%`, which makes it a YAML directive",
            Help::text("put the value into quotes, or indent the line"),
        )
    } else if line.text.starts_with(FENCE) {
        (
            code::YAML_DOCUMENTS,
            "line starts with `---`, which starts a document in some parsers",
            Help::text("put the value into quotes, indent the line, or remove it"),
        )
    } else if line.text.strip_prefix("...").is_some_and(ends) {
        (
            code::YAML_DOCUMENTS,
            "`...` ends the YAML document before the closing `---`",
            Help::edit("remove the line", line.span(), ""),
        )
    } else {
        return None;
    };
    Some(
        file.problem(code, message)
            .at(&file.text, line.span(), "")
            .help(help),
    )
}

/// The first character that YAML parsers disagree on (contract, F4).
fn forbidden_character(file: &Manuscript<'_>, block: &Block<'_>) -> Option<Diagnostic> {
    let mut characters = block.yaml.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let is_lone_cr = c == '\r' && characters.peek().is_none_or(|(_, next)| *next != '\n');
        let is_control = c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        if is_lone_cr
            || is_control
            || matches!(c, '\u{2028}' | '\u{2029}' | BOM | '\u{fffe}' | '\u{ffff}')
        {
            let span = block.start + at..block.start + at + c.len_utf8();
            let message = format!(
                "frontmatter holds U+{:04X}, which YAML parsers disagree on",
                u32::from(c)
            );
            let problem =
                file.problem(code::CONTROL_CHARACTER, message)
                    .at(&file.text, span.clone(), "");
            return Some(problem.help(Help::edit(
                "remove it, or write it as an escape in double quotes",
                span,
                "",
            )));
        }
    }
    None
}

fn byte_order_mark(file: &Manuscript<'_>) -> Diagnostic {
    file.problem(
        code::BYTE_ORDER_MARK,
        "file starts with a byte order mark, which some hosts do not skip",
    )
    .at(
        &file.text,
        0..BOM.len_utf8(),
        "U+FEFF before the first `---`",
    )
    .help(Help::edit(
        "save the file as UTF-8 without a byte order mark",
        0..BOM.len_utf8(),
        "",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Text;
    use crate::limits::Limits;
    use std::sync::Arc;

    fn check(text: &str) -> (Option<String>, Vec<String>) {
        let limits = Limits {
            frontmatter: 64,
            ..Limits::default()
        };
        let text = Arc::new(Text::new(text));
        let file = Manuscript {
            path: "SKILL.md",
            skill: "x",
            directory: Some("x"),
            text,
            limits: &limits,
        };
        let mut problems = Vec::new();
        let block = find(&file, &mut problems).map(|block| block.yaml.to_owned());
        let problems = problems
            .iter()
            .map(|p| {
                let place = format!("{}:{}", p.line().unwrap_or(0), p.column().unwrap_or(0));
                format!(
                    "{place} {} [{}] {}",
                    p.message(),
                    p.code().name(),
                    p.helps().next().unwrap_or("")
                )
            })
            .collect();
        (block, problems)
    }

    // F1: LF and CRLF, and a closing line that ends the file.
    #[test]
    fn the_block_lies_between_two_exact_lines() {
        for (text, yaml) in [
            ("---\na: b\n---\nbody\n---\n", "a: b\n"),
            ("---\r\na: b\r\n---\r\nbody", "a: b\r\n"),
            ("---\na: b\n---", "a: b\n"),
            ("---\n---\n", ""),
            ("---\na: b --- c\n ---\n---\n", "a: b --- c\n ---\n"),
        ] {
            assert_eq!(check(text), (Some(yaml.to_owned()), vec![]), "{text:?}");
        }
    }

    // F1: a byte order mark is a lint; the frontmatter behind it is read.
    #[test]
    fn a_byte_order_mark_is_a_lint() {
        let (block, problems) = check("\u{feff}---\na: b\n---\n");
        assert_eq!(block.as_deref(), Some("a: b\n"));
        assert_eq!(
            problems,
            [
                "1:1 file starts with a byte order mark, which some hosts do not skip [byte_order_mark] \
             save the file as UTF-8 without a byte order mark"
            ]
        );
    }

    // F1: what stands in the way of the first line is named.
    #[test]
    fn missing_frontmatter_says_what_is_there_instead() {
        let message = "no frontmatter: line 1 must be exactly `---` [frontmatter_missing]";
        let template = "put this before the text:\n---\nname: x\ndescription: \"What it does and when to use it.\"\n---";
        for (text, place, help) in [
            ("# Title\n", "1:1", template),
            ("", "1:1", template),
            ("--- \na: b\n---\n", "1:4", "remove the blanks"),
            (
                "\n---\na: b\n---\n",
                "1:1",
                "remove the lines before the first `---`",
            ),
            (
                "<!-- note -->\n---\na: b\n---\n",
                "1:1",
                "move the comment below the closing `---`",
            ),
            (
                "```yaml\n---\na: b\n---\n```\n",
                "1:1",
                "remove the code fence",
            ),
            (
                "Hello\n---\na: b\n---\n",
                "1:1",
                "move it below the closing `---`",
            ),
        ] {
            assert_eq!(
                check(text),
                (None, vec![format!("{place} {message} {help}")]),
                "{text:?}"
            );
        }
    }

    #[test]
    fn unclosed_frontmatter_points_at_a_near_miss() {
        let message =
            "1:1 frontmatter has no closing line that is exactly `---` [frontmatter_unclosed]";
        for (text, help) in [
            (
                "---\na: b\n",
                "put a line `---` between the fields and the text",
            ),
            (
                "---\na: b\n--- \n",
                "remove the blanks before and after the closing `---`",
            ),
        ] {
            assert_eq!(check(text), (None, vec![format!("{message} {help}")]));
        }
    }

    // F3, F4, S6: what no parser is asked about.
    #[test]
    fn some_lines_and_characters_are_refused_before_parsing() {
        for (yaml, expected) in [
            (
                "%YAML 1.2\n",
                "2:1 line starts with `%`, which makes it a YAML directive [yaml_directive]",
            ),
            (
                "a: b\n...\n",
                "3:1 `...` ends the YAML document before the closing `---` [yaml_documents]",
            ),
            (
                "<<<<<<< ours\na: b\n",
                "2:1 frontmatter holds a Git conflict marker [conflict_marker_frontmatter]",
            ),
            (
                "a: b\rc\n",
                "2:5 frontmatter holds U+000D, which YAML parsers disagree on [control_character]",
            ),
            (
                "a: \u{7}\n",
                "2:4 frontmatter holds U+0007, which YAML parsers disagree on [control_character]",
            ),
            (
                "é: \u{2028}\n",
                "2:4 frontmatter holds U+2028, which YAML parsers disagree on [control_character]",
            ),
        ] {
            let (block, problems) = check(&format!("---\n{yaml}---\n"));
            assert_eq!((block, problems.len()), (None, 1), "{yaml:?}");
            assert!(problems[0].starts_with(expected), "{problems:?}");
        }
    }

    // L: the raw frontmatter has a bound.
    #[test]
    fn the_raw_size_is_bounded() {
        let (block, _) = check(&format!("---\na: {}\n---\n", "x".repeat(60)));
        assert!(block.is_some());
        let (block, problems) = check(&format!("---\na: {}\n---\n", "x".repeat(61)));
        assert_eq!(block, None);
        assert!(problems[0].starts_with(
            "1:1 frontmatter is too large (got 65 bytes, limit 64) [frontmatter_size]"
        ));
    }
}
