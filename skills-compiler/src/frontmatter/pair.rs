//! A `key: value` line as the author wrote it, found again where the parser gave up.

use std::ops::Range;

use crate::diagnostic::{Help, Text};

/// A key with the value that stands on its line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pair<'t> {
    pub(super) key: &'t str,
    /// Without a comment behind it and without surrounding blanks; empty when the value starts on a later line.
    pub(super) value: &'t str,
    /// Where the value lies in the file.
    pub(super) span: Range<usize>,
    /// How far the line is indented.
    pub(super) indent: usize,
}

impl<'t> Pair<'t> {
    /// The pair on the line that holds `offset`.
    pub(super) fn at(text: &'t Text, offset: usize) -> Option<Self> {
        let (start, line) = text.line_at(offset);
        Self::parse(line, start)
    }

    /// The pair whose value the line at `offset` continues: the nearest line above that is indented less.
    pub(super) fn around(text: &'t Text, block_start: usize, offset: usize) -> Option<Self> {
        let (mut start, line) = text.line_at(offset);
        let indent = indentation(line);
        while start > block_start {
            let (above, line) = text.line_at(start - 1);
            if !line.trim().is_empty() && indentation(line) < indent {
                return Self::parse(line, above);
            }
            start = above;
        }
        None
    }

    fn parse(line: &'t str, start: usize) -> Option<Self> {
        let indent = indentation(line);
        let mut from = indent;
        while line[from..].starts_with("- ") {
            from += 2 + indentation(&line[from + 2..]);
        }
        let colon = from + key_end(&line[from..])?;
        let rest = &line[colon + 1..];
        let value_start = colon + 1 + (rest.len() - rest.trim_start().len());
        let value = without_comment(line[value_start..].trim_end());
        Some(Self {
            key: line[from..colon].trim_end(),
            value,
            span: start + value_start..start + value_start + value.len(),
            indent,
        })
    }

    /// The way to mend the line: its value in double quotes.
    pub(super) fn quoted(&self) -> Help {
        let quoted = quote(self.value);
        let text = format!("write {}: {quoted}", self.key);
        Help::edit(text, self.span.clone(), quoted)
    }

    /// The way to mend a value over several lines: a folded block, with its text on the lines below the key.
    pub(super) fn folded(&self, indent: usize) -> Help {
        let block = format!(">-\n{}", " ".repeat(indent));
        let text = format!(
            "write `{}: >-` and start the text on the next line",
            self.key
        );
        Help::edit(text, self.span.start..self.span.start, block)
    }
}

/// A text as a double-quoted scalar: JSON's escapes are YAML's too.
pub(super) fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub(super) fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The colon that ends the key at the start of `line`.
fn key_end(line: &str) -> Option<usize> {
    let after_quotes = match line.chars().next()? {
        mark @ ('"' | '\'') => 2 + line[1..].find(mark)?,
        _ => 0,
    };
    let colons = line.match_indices(':').map(|(at, _)| at);
    colons.skip_while(|at| *at < after_quotes).find(|at| {
        line[at + 1..]
            .chars()
            .next()
            .is_none_or(|c| matches!(c, ' ' | '\t'))
    })
}

/// A comment starts at a `#` behind a blank; a quoted text is left whole.
fn without_comment(value: &str) -> &str {
    if value.starts_with(['"', '\'']) {
        return value;
    }
    let comment = value
        .match_indices(" #")
        .next()
        .map_or(value.len(), |(at, _)| at);
    value[..comment].trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<(&str, &str, usize)> {
        Pair::parse(line, 0).map(|pair| (pair.key, pair.value, pair.span.start))
    }

    #[test]
    fn a_line_is_taken_apart() {
        assert_eq!(parse("a: b: c"), Some(("a", "b: c", 3)));
        assert_eq!(parse("  - a:  b # note"), Some(("a", "b", 8)));
        assert_eq!(parse("\"a: b\": c"), Some(("\"a: b\"", "c", 8)));
        assert_eq!(parse("a: \"b\" # c"), Some(("a", "\"b\" # c", 3)));
        assert_eq!(parse("a:"), Some(("a", "", 2)));
        assert_eq!(parse("a:b"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn a_continuation_finds_its_key() {
        let text = Text::new("---\na: one\n\n  two\nb: c\n");
        let pair = Pair::around(&text, 4, 14).expect("the line continues a value");
        assert_eq!((pair.key, pair.value, pair.span), ("a", "one", 7..10));
        assert_eq!(Pair::around(&text, 4, 18), None);
    }
}
