//! What the author did, where the YAML parser only says what it did not expect.

use std::ops::Range;

use super::Manuscript;
use super::block::Block;
use super::pair::{Pair, indentation, quote};
use crate::diagnostic::{Code, Diagnostic, Help, code};

/// Explains the parser's `info` at byte `offset` of the file.
pub(super) fn explain(
    file: &Manuscript<'_>,
    block: &Block<'_>,
    info: &str,
    offset: usize,
) -> Diagnostic {
    let failure = Failure {
        file,
        block,
        info,
        offset,
    };
    failure
        .odd_indentation()
        .or_else(|| failure.unquoted_colon())
        .or_else(|| failure.escape())
        .or_else(|| failure.text_after_quote())
        .or_else(|| failure.unclosed_quote())
        .or_else(|| failure.flow_indentation())
        .or_else(|| failure.unquoted_start())
        .or_else(|| failure.line_without_key())
        .unwrap_or_else(|| failure.in_the_parsers_words())
}

/// Where and why the parser stopped.
struct Failure<'f> {
    file: &'f Manuscript<'f>,
    block: &'f Block<'f>,
    info: &'f str,
    offset: usize,
}

impl<'f> Failure<'f> {
    fn says(&self, words: &[&str]) -> bool {
        words.iter().any(|words| self.info.contains(words))
    }

    fn line(&self) -> (usize, &'f str) {
        self.file.text.line_at(self.offset)
    }

    fn pair(&self) -> Option<Pair<'f>> {
        Pair::at(&self.file.text, self.offset)
    }

    fn problem(
        &self,
        code: &'static Code,
        message: impl Into<String>,
        span: Range<usize>,
        label: &str,
    ) -> Diagnostic {
        self.file
            .problem(code, message)
            .at(&self.file.text, span, label)
    }

    /// A tab or another blank that is not a space, where a line is indented or a value is set off.
    fn odd_indentation(&self) -> Option<Diagnostic> {
        let (start, line) = self.line();
        let (above, before) = self.file.text.line_at(start.saturating_sub(1));
        for (start, line) in [(start, line), (above, before)] {
            let lead = line.len() - line.trim_start().len();
            let odd = line[..lead].char_indices().find(|(_, c)| *c != ' ');
            if let Some((at, c)) = odd.filter(|_| start >= self.block.start) {
                return Some(odd_blank(self.file, start + at, c, "indents the line"));
            }
        }
        let tab = line.find(":\t").map(|at| start + at + 1)?;
        self.says(&["valid YAML whitespace", "tabs"])
            .then(|| odd_blank(self.file, tab, '\t', "stands behind the key"))
    }

    /// A second `: ` in a plain value, which makes the text before it a key.
    fn unquoted_colon(&self) -> Option<Diagnostic> {
        if !self.says(&["mapping values are not allowed"]) {
            return None;
        }
        let (start, line) = self.line();
        let own = self
            .pair()
            .filter(|pair| !pair.value.is_empty() && colon_in(pair.value).is_some());
        let (colon, help) = match own {
            Some(pair) if pair.span.start <= self.offset => {
                (pair.span.start + colon_in(pair.value)?, pair.quoted())
            }
            _ => {
                let pair = Pair::around(&self.file.text, self.block.start, self.offset)?;
                if pair.value.is_empty() {
                    return None;
                }
                (start + colon_in(line)?, pair.folded(indentation(line)))
            }
        };
        let problem = self.problem(
            code::UNQUOTED_COLON,
            "unquoted `: ` inside a value",
            colon..colon + 1,
            "this colon makes the text before it a key",
        );
        Some(
            problem
                .note("lenient hosts may read this; strict ones drop the skill, and every other field with it")
                .help(help),
        )
    }

    /// A backslash in double quotes that starts no escape, or half a surrogate pair.
    fn escape(&self) -> Option<Diagnostic> {
        let is_surrogate = self.says(&["invalid Unicode character escape"]);
        if !is_surrogate && !self.says(&["unknown escape character", "expected hexadecimal number"])
        {
            return None;
        }
        let text = self
            .file
            .text
            .as_str()
            .get(self.offset..self.block.start + self.block.yaml.len())?;
        let at = self.offset + bad_escape(text, is_surrogate)?;
        let length = if is_surrogate { 6 } else { 2 };
        Some(if is_surrogate {
            self.problem(
                code::SURROGATE_ESCAPE,
                "escape stands for half a character",
                at..at + length,
                "surrogate",
            )
            .note("`\\u` takes one UTF-16 half here, which several parsers refuse")
            .help("write the character itself, such as `💰`")
        } else {
            let help = match self
                .pair()
                .filter(|pair| pair.value.ends_with('"') && !pair.value.contains('\''))
            {
                Some(pair) => {
                    let single = format!("'{}'", pair.value.trim_matches('"'));
                    Help::edit(
                        format!("write {}: {single}", pair.key),
                        pair.span.clone(),
                        single,
                    )
                }
                None => Help::text("double the backslash, or use single quotes"),
            };
            self.problem(
                code::BAD_ESCAPE,
                "backslash in double quotes starts an unknown escape",
                at..at + length,
                "",
            )
            .help(help)
        })
    }

    /// More text behind a quoted word.
    fn text_after_quote(&self) -> Option<Diagnostic> {
        if !self.says(&["invalid trailing content after"]) {
            return None;
        }
        let pair = self
            .pair()
            .filter(|pair| pair.value.starts_with(['"', '\'']))?;
        let problem = self.problem(
            code::TEXT_AFTER_QUOTE,
            "text behind a closing quote",
            self.offset..pair.span.end.max(self.offset + 1),
            "the value ended with the quote before this",
        );
        Some(problem.help(pair.quoted()))
    }

    /// A quote that nothing closes, or that is closed on a line that starts in the first column.
    fn unclosed_quote(&self) -> Option<Diagnostic> {
        if !self.says(&["quoted scalar"]) {
            return None;
        }
        let text = self.file.text.as_str();
        let mark = text
            .get(self.offset..)?
            .chars()
            .next()
            .filter(|c| matches!(c, '"' | '\''))?;
        if let Some(problem) = self.quote_in_first_column(mark) {
            return Some(problem);
        }
        let pair = self.pair()?;
        let quoted = quote(pair.value.trim_start_matches(mark));
        let help = Help::edit(
            format!("write {}: {quoted}", pair.key),
            pair.span.clone(),
            quoted,
        );
        let span = self.offset..self.offset + 1;
        Some(
            self.problem(
                code::UNCLOSED_QUOTE,
                "quote is never closed",
                span,
                "opened here",
            )
            .help(help),
        )
    }

    fn quote_in_first_column(&self, mark: char) -> Option<Diagnostic> {
        let end = self.block.start + self.block.yaml.len();
        let rest = self.file.text.as_str().get(self.offset..end)?;
        let next = self.offset + rest.find('\n')? + 1;
        let (_, line) = self.file.text.line_at(next);
        let is_continued = line.contains(mark) && !line.starts_with(' ');
        if !is_continued || Pair::at(&self.file.text, next).is_some() {
            return None;
        }
        let message = "quoted text continues in the first column";
        let problem = self.problem(
            code::UNCLOSED_QUOTE,
            message,
            next..next + line.len(),
            "not indented",
        );
        Some(problem.help(Help::edit("indent the lines of the text", next..next, "  ")))
    }

    /// The inside or the end of a flow collection that is indented no deeper than its key.
    fn flow_indentation(&self) -> Option<Diagnostic> {
        if !self.says(&["invalid indentation"]) {
            return None;
        }
        let (start, line) = self.line();
        let closing = self.file.text.as_str()[start..]
            .lines()
            .scan(start, |at, line| {
                let here = *at;
                *at += line.len() + 1;
                Some((here, line))
            })
            .find(|(_, line)| line.trim_start().starts_with(['}', ']']));
        let (at, shown) = closing.unwrap_or((start, line));
        let lead = indentation(shown);
        let problem = self.problem(
            code::FLOW_INDENTATION,
            "line inside brackets is indented no deeper than its key",
            at + lead..at + lead + 1,
            "some parsers end the mapping here",
        );
        Some(problem.help("indent every line up to the closing bracket deeper than the key, or write it on one line"))
    }

    /// A plain value that starts with a character that YAML gives a meaning to.
    fn unquoted_start(&self) -> Option<Diagnostic> {
        let pair = self
            .pair()
            .or_else(|| Pair::around(&self.file.text, self.block.start, self.offset))?;
        let first = pair.value.chars().next()?;
        let meaning = match first {
            '[' | '{' => "opens a list or a mapping",
            '@' | '`' => "is reserved in YAML",
            '%' => "starts a directive",
            ',' | ']' | '}' => "belongs into brackets",
            '*' => "makes it an alias",
            '&' => "makes it an anchor",
            '!' => "makes it a tag",
            '>' | '|' => "starts a block of lines, and the text must begin on the next line",
            '-' if pair.value.starts_with("- ") => "makes it a list",
            '?' if pair.value.starts_with("? ") => "makes it a key",
            _ => return None,
        };
        let span = pair.span.start..pair.span.start + first.len_utf8();
        let shown = if first == '`' {
            "a backtick".to_owned()
        } else {
            format!("`{first}`")
        };
        let message = format!("unquoted value starts with {shown}, which {meaning}");
        let code = match first {
            '*' => code::YAML_ALIAS,
            '&' => code::YAML_ANCHOR,
            '!' => code::YAML_TAG,
            _ => code::UNQUOTED_START,
        };
        Some(self.problem(code, message, span, "").help(pair.quoted()))
    }

    /// A line among the fields that is none.
    fn line_without_key(&self) -> Option<Diagnostic> {
        let (start, line) = self.line();
        let (above, before) = self.file.text.line_at(start.saturating_sub(1));
        let candidates = [(above, before), (start, line)];
        let (at, found) = candidates.into_iter().find(|(at, line)| {
            *at >= self.block.start
                && !line.trim().is_empty()
                && !line.starts_with([' ', '#', '-'])
                && !line.contains(':')
        })?;
        let problem = self.problem(
            code::YAML_SYNTAX,
            "line is not a `key: value`",
            at..at + found.len(),
            "",
        );
        Some(problem.help("indent it if it continues the value above, or remove it"))
    }

    fn in_the_parsers_words(&self) -> Diagnostic {
        let message = format!(
            "frontmatter is not valid YAML: {}",
            self.info.replace('`', "'")
        );
        let problem = self.problem(
            code::YAML_SYNTAX,
            message,
            self.offset..self.offset + 1,
            "the parser stopped here",
        );
        problem.help("put the value on this line, or the one above, into quotes")
    }
}

/// A blank other than a space where YAML wants spaces.
pub(super) fn odd_blank(file: &Manuscript<'_>, at: usize, c: char, what: &str) -> Diagnostic {
    let (code, name) = match c {
        '\t' => (code::TAB, "tab".to_owned()),
        '\u{a0}' => (code::ODD_BLANK, "non-breaking space".to_owned()),
        other => (code::ODD_BLANK, format!("blank U+{:04X}", u32::from(other))),
    };
    let span = at..at + c.len_utf8();
    let replacement = if c == '\t' { "  " } else { " " };
    file.problem(code, format!("{name} {what}, where YAML takes only spaces"))
        .at(&file.text, span.clone(), "")
        .help(Help::edit("write spaces", span, replacement))
}

/// Where in a plain value the colon stands that makes a key.
fn colon_in(value: &str) -> Option<usize> {
    let mut colons = value.match_indices(':').map(|(at, _)| at);
    colons.find(|at| {
        value[at + 1..]
            .chars()
            .next()
            .is_none_or(|c| matches!(c, ' ' | '\t'))
    })
}

/// The first escape in a double-quoted text that is not one.
fn bad_escape(text: &str, is_surrogate: bool) -> Option<usize> {
    let mut rest = text.char_indices();
    while let Some((at, c)) = rest.next() {
        if c != '\\' {
            continue;
        }
        let (_, escape) = rest.next()?;
        let digits = text.get(at + 2..at + 6).unwrap_or_default();
        let is_half = escape == 'u'
            && digits.to_ascii_lowercase().starts_with('d')
            && digits[1..].starts_with(|c: char| c >= '8');
        if is_surrogate && is_half {
            return Some(at);
        }
        let is_hex = |length: usize| {
            text.get(at + 2..at + 2 + length)
                .is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
        };
        let is_known = match escape {
            'x' => is_hex(2),
            'u' => is_hex(4),
            'U' => is_hex(8),
            other => "0abt\tnvfre \"/\\N_LP\n\r".contains(other),
        };
        if !is_surrogate && !is_known {
            return Some(at);
        }
    }
    None
}
