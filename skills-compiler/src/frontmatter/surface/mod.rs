//! What the events do not tell and hosts disagree on: tabs, line breaks at the end, rare forms (contract, F4).
//!
//! The parser says where every scalar lies. What lies between two scalars is structure and comments, and that is where
//! the forms show: the header of a block scalar, an explicit `?`, a tab.

mod block;
mod key;
mod plain;

use std::ops::Range;

use saphyr_parser::ScalarStyle;

use super::Manuscript;
use super::block::Block;
use super::cause::odd_blank;
use super::pair::quote;
use crate::diagnostic::{Diagnostic, Help, code};

/// A scalar as the author wrote it, in the order of the text.
#[derive(Debug)]
pub(super) struct Scalar {
    pub(super) span: Range<usize>,
    pub(super) style: ScalarStyle,
    pub(super) is_key: bool,
    /// Whether a flow collection is around it.
    pub(super) in_flow: bool,
    pub(super) value: String,
}

impl Scalar {
    fn is_block(&self) -> bool {
        matches!(self.style, ScalarStyle::Literal | ScalarStyle::Folded)
    }

    /// Whether it is more than the place where a value could stand.
    fn is_written(&self) -> bool {
        self.is_block() || !self.span.is_empty()
    }
}

/// A collection as the author wrote it.
#[derive(Debug)]
pub(super) struct Collection {
    pub(super) span: Range<usize>,
    pub(super) is_root: bool,
    pub(super) is_flow: bool,
    /// Whether another flow collection is around it.
    pub(super) in_flow: bool,
}

/// Everything that was written, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Surface {
    pub(super) scalars: Vec<Scalar>,
    pub(super) collections: Vec<Collection>,
}

/// Reports forms that not every host reads alike.
pub(super) fn check(
    file: &Manuscript<'_>,
    block: &Block<'_>,
    surface: &Surface,
) -> Vec<Diagnostic> {
    let mut checker = Checker {
        file,
        block,
        problems: Vec::new(),
    };
    let mut position = block.start;
    let mut previous: Option<&Scalar> = None;
    let written = surface
        .scalars
        .iter()
        .filter(|scalar| scalar.is_written() && scalar.span.start >= block.start);
    for scalar in written {
        let end = checker.end(scalar);
        if scalar.span.start < position || (end <= scalar.span.start && !scalar.is_block()) {
            continue;
        }
        let gap = position..scalar.span.start;
        checker.gap(&gap);
        checker.after_key(previous, &gap);
        checker.cut_value(previous, &gap);
        checker.scalar(scalar, &gap, end);
        position = end;
        previous = Some(scalar);
    }
    let rest = position..block.start + block.yaml.len();
    checker.gap(&rest);
    checker.after_key(previous, &rest);
    checker.cut_value(previous, &rest);
    checker.last_line_break(surface);
    surface
        .collections
        .iter()
        .for_each(|collection| checker.collection(collection));
    checker.problems
}

struct Checker<'c> {
    file: &'c Manuscript<'c>,
    block: &'c Block<'c>,
    problems: Vec<Diagnostic>,
}

impl<'c> Checker<'c> {
    fn text(&self, span: &Range<usize>) -> &'c str {
        self.file
            .text
            .as_str()
            .get(span.clone())
            .unwrap_or_default()
    }

    /// The characters of a gap that are not in a comment, each with its offset in the gap.
    fn structure(&self, gap: &Range<usize>) -> impl Iterator<Item = (usize, char)> + use<'c> {
        let before = self.file.text.as_str()[..gap.start].chars().next_back();
        structure(before.unwrap_or('\n'), self.text(gap))
    }

    fn subset(&mut self, span: Range<usize>, what: &str, help: Help) {
        let message = format!("{what}, which some SDKs do not read");
        let problem = self
            .file
            .problem(code::SDK_SUBSET, message)
            .at(&self.file.text, span, "");
        self.problems.push(problem.help(help));
    }

    /// Where the scalar really ends: the parser adds blanks and comments behind some of them.
    fn end(&self, scalar: &Scalar) -> usize {
        let text = self.text(&scalar.span);
        let length = match scalar.style {
            ScalarStyle::Plain => text.trim_end().len(),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => quoted_len(text),
            ScalarStyle::Literal | ScalarStyle::Folded => text.len(),
        };
        scalar.span.start + length
    }

    /// Between two scalars, a tab may stand in a comment only, and a comment needs a blank before it.
    fn gap(&mut self, gap: &Range<usize>) {
        if let Some((at, _)) = self.structure(gap).find(|(_, c)| *c == '#') {
            let at = gap.start + at;
            let help = Help::edit("put a blank before it", at..at, " ");
            self.subset(
                at..at + 1,
                "comment follows a quote or bracket without a blank",
                help,
            );
        }
        let tab = self.structure(gap).find(|(_, c)| *c == '\t');
        if let Some((at, c)) = tab {
            self.problems
                .push(odd_blank(self.file, gap.start + at, c, "sets off a value"));
        }
    }

    fn scalar(&mut self, scalar: &Scalar, gap: &Range<usize>, end: usize) {
        let span = scalar.span.start..end;
        self.blanks_at_line_ends(scalar, &span);
        self.odd_start(scalar, &span);
        self.comment_line_before(scalar, gap);
        if scalar.is_key {
            self.before_key(&span, gap);
        }
        match scalar.style {
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted
                if self.text(&span).contains('\n') =>
            {
                let quoted = quote(&scalar.value);
                let help = Help::edit(format!("write {quoted}"), span.clone(), quoted);
                self.subset(span, "quoted text goes over several lines", help);
            }
            ScalarStyle::Literal | ScalarStyle::Folded => {
                self.header(gap);
                self.first_lines(gap, &span);
            }
            _ => {}
        }
    }

    /// Tabs that indent a line of the scalar or stand at the end of one.
    fn blanks_at_line_ends(&mut self, scalar: &Scalar, span: &Range<usize>) {
        let is_block = matches!(scalar.style, ScalarStyle::Literal | ScalarStyle::Folded);
        let mut start = span.start;
        for (index, whole) in self.text(span).split_inclusive('\n').enumerate() {
            let is_last = !whole.ends_with('\n');
            let line = whole.trim_end_matches(['\n', '\r']);
            let lead = line.len() - line.trim_start_matches([' ', '\t']).len();
            let tail = line.trim_end_matches([' ', '\t']).len();
            let indents = if index == 0 || is_block {
                None
            } else {
                line[..lead].find('\t')
            };
            let trails = if is_last && !is_block {
                None
            } else {
                line[tail..].find('\t').map(|at| tail + at)
            };
            if let Some(at) = indents.or(trails) {
                self.problems.push(odd_blank(
                    self.file,
                    start + at,
                    '\t',
                    "begins or ends a line",
                ));
                return;
            }
            start += whole.len();
        }
    }

    fn collection(&mut self, collection: &Collection) {
        let span = &collection.span;
        if collection.in_flow && !collection.is_flow {
            let help = Help::text("put the pair into braces");
            self.subset(span.clone(), "pair stands in a list without braces", help);
        }
        if collection.is_flow && collection.is_root {
            let help = Help::text("write each field as `key: value` on a line of its own");
            self.subset(
                span.start..span.start + 1,
                "fields are written in braces",
                help,
            );
        } else if collection.is_flow && !collection.in_flow && self.text(span).contains('\n') {
            let help = self.on_one_line(span);
            self.subset(span.clone(), "brackets go over several lines", help);
        }
    }

    fn on_one_line(&self, span: &Range<usize>) -> Help {
        let text = self.text(span);
        if text.contains(['#', '"', '\'']) {
            return Help::text("write it on one line, or without brackets");
        }
        let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Help::edit(
            "write it on one line, or without brackets",
            span.clone(),
            joined,
        )
    }
}

/// The characters of `gap` that are not in a comment; `previous` is the one before it.
fn structure(mut previous: char, gap: &str) -> impl Iterator<Item = (usize, char)> {
    let mut in_comment = false;
    gap.char_indices().filter(move |(_, c)| {
        in_comment = match *c {
            '\n' => false,
            '#' if previous.is_whitespace() => true,
            _ => in_comment,
        };
        previous = *c;
        !in_comment
    })
}

/// The length of the quoted scalar at the start of `text`, its quotes included.
fn quoted_len(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, mark)) = characters.next() else {
        return 0;
    };
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' if mark == '"' => {
                characters.next();
            }
            '\'' if mark == '\'' && text[at + 1..].starts_with('\'') => {
                characters.next();
            }
            c if c == mark => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_scalar_ends_at_its_own_mark() {
        for (text, length) in [
            ("'a' # b", 3),
            ("'it''s' x", 7),
            ("\"a\\\"b\" :", 6),
            ("\"open", 5),
            ("''''", 4),
        ] {
            assert_eq!(quoted_len(text), length, "{text}");
        }
    }

    #[test]
    fn comments_are_no_structure() {
        let kept: String = structure('a', ":  | # a | b\n  ?")
            .map(|(_, c)| c)
            .collect();
        assert_eq!(kept, ":  | \n  ?");
    }
}
