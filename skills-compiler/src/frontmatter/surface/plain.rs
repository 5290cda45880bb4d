//! Plain scalars.

use std::ops::Range;

use saphyr_parser::ScalarStyle;

use super::{Checker, Scalar};
use crate::diagnostic::{Help, code};
use crate::frontmatter::cause::odd_blank;
use crate::frontmatter::pair::quote;

impl Checker<'_> {
    /// A plain value behind which ` #` starts a comment on the same line (contract, F8).
    pub(super) fn cut_value(&mut self, value: Option<&Scalar>, gap: &Range<usize>) {
        let Some(value) = value.filter(|value| !value.is_key && value.style == ScalarStyle::Plain)
        else {
            return;
        };
        let first_line = self.text(gap).lines().next().unwrap_or_default();
        let Some(comment) = first_line
            .trim_start()
            .strip_prefix('#')
            .filter(|_| first_line.starts_with(' '))
        else {
            return;
        };
        let start = gap.start + first_line.len() - first_line.trim_start().len();
        let message = format!(
            "unquoted value ends at ` #`, so that `#{}` is lost",
            comment.trim_end()
        );
        let problem = self.file.problem(code::CUT_VALUE, message);
        let problem = problem.at(
            &self.file.text,
            start..gap.start + first_line.trim_end().len(),
            "a comment",
        );
        let whole = value.span.start..gap.start + first_line.trim_end().len();
        let quoted = quote(self.text(&whole));
        self.problems
            .push(problem.help(Help::edit(format!("write {quoted}"), whole, quoted)));
    }

    /// A plain scalar whose first character means something to some parsers.
    pub(super) fn odd_start(&mut self, scalar: &Scalar, span: &Range<usize>) {
        if scalar.style != ScalarStyle::Plain {
            return;
        }
        let text = self.text(span);
        if let Some(at) = text.find('\t') {
            let at = span.start + at;
            self.problems.push(odd_blank(
                self.file,
                at,
                '\t',
                "stands in an unquoted value",
            ));
        }
        let is_odd = |start: &str| text.starts_with(start);
        let in_flow = scalar.in_flow
            && (["- ", ":", ">", "|"].into_iter().any(is_odd) || text == "-" || text.contains('?'));
        if is_odd("?") || in_flow {
            let quoted = quote(&scalar.value);
            let help = Help::edit(format!("write {quoted}"), span.clone(), quoted);
            let what = format!(
                "unquoted `{}` holds a character that YAML gives a meaning to",
                scalar.value
            );
            self.subset(span.clone(), &what, help);
        }
    }

    /// A comment on a line of its own between a key or a dash and a plain value.
    pub(super) fn comment_line_before(&mut self, value: &Scalar, gap: &Range<usize>) {
        if value.style != ScalarStyle::Plain || value.is_key {
            return;
        }
        let last = self
            .structure(gap)
            .filter(|(_, c)| !c.is_whitespace())
            .last();
        let Some((at, _)) = last.filter(|(_, c)| matches!(c, ':' | '-')) else {
            return;
        };
        let between = gap.start + at..gap.end;
        let mut start = between.start;
        for (index, whole) in self.text(&between).split_inclusive('\n').enumerate() {
            if index > 0 && whole.trim_start().starts_with('#') {
                let span = start..start + whole.trim_end().len();
                let help = Help::text("move the comment above the key, or behind it on its line");
                self.subset(
                    span,
                    "comment line stands between a key and its value",
                    help,
                );
                return;
            }
            start += whole.len();
        }
    }
}
