//! Block scalars and the line breaks at their ends.

use std::ops::Range;

use super::{Checker, Surface};
use crate::diagnostic::{Help, code};
use crate::frontmatter::cause::odd_blank;

impl Checker<'_> {
    /// The header of a block scalar: an indentation indicator is rare.
    pub(super) fn header(&mut self, gap: &Range<usize>) {
        let Some(at) = self.indicator(gap) else {
            return;
        };
        let header = self.text(&(at..gap.end));
        let digit = header
            .char_indices()
            .take_while(|(_, c)| !c.is_whitespace())
            .find(|(_, c)| c.is_ascii_digit());
        if let Some((offset, _)) = digit {
            let span = at + offset..at + offset + 1;
            let help =
                Help::text("leave the number out and let the first line be the least indented one");
            self.subset(span, "block of lines has an indentation number", help);
        }
    }

    /// Before the first line of a block scalar with text, blank lines must be empty, and it must not start with a tab.
    pub(super) fn first_lines(&mut self, gap: &Range<usize>, span: &Range<usize>) {
        let Some(at) = self.indicator(gap) else {
            return;
        };
        let text = self.text(&(at..span.end));
        let mut start = at;
        for (index, whole) in text.split_inclusive('\n').enumerate() {
            let line = whole.trim_end_matches(['\n', '\r']);
            let content = line.trim_start_matches(' ');
            if index > 0 && content.starts_with('\t') {
                let tab = start + line.len() - content.len();
                self.problems
                    .push(odd_blank(self.file, tab, '\t', "starts a block of lines"));
            }
            if index > 0 && !line.trim().is_empty() {
                return;
            }
            if index > 0 && !line.is_empty() && whole.ends_with('\n') {
                let span = start..start + line.len();
                let help = Help::edit("remove the blanks", span.clone(), "");
                self.subset(
                    span,
                    "blank line at the start of a block of lines holds blanks",
                    help,
                );
                return;
            }
            start += whole.len();
        }
    }

    /// A value that ends with the very last line break of the block.
    pub(super) fn last_line_break(&mut self, surface: &Surface) {
        let mut written = surface
            .scalars
            .iter()
            .rev()
            .filter(|scalar| scalar.is_written());
        let Some(last) = written.next().filter(|last| last.is_block()) else {
            return;
        };
        let before = written
            .next()
            .map_or(self.block.start, |scalar| self.end(scalar));
        let Some(at) = self.indicator(&(before..last.span.start)) else {
            return;
        };
        let header = self.text(&(at..last.span.start));
        let header = &header[..header.find(char::is_whitespace).unwrap_or(header.len())];
        let end = self.block.start + self.block.yaml.len();
        if !self.text(&(last.span.end..end)).trim().is_empty() {
            return;
        }
        let rest = self.text(&(last.span.start..end));
        let breaks = rest.trim_end_matches([' ', '\n', '\r']).len();
        let tail = &rest[breaks..];
        let is_cut = tail.matches('\n').count() == 1 || tail.contains(' ') || header.contains('+');
        let has_break = tail.contains('\n') || header.contains('+');
        if header.contains('-') || !last.value.ends_with('\n') || !has_break || !is_cut {
            return;
        }
        let indicator = &header[..1];
        let span = at..at + header.len();
        let message =
            "value ends with the line break before the closing `---`, which some hosts cut off";
        let help = Help::edit(
            format!("write `{indicator}-` instead of `{header}`"),
            span.clone(),
            format!("{indicator}-"),
        );
        let problem = self.file.problem(code::TRAILING_LINE_BREAK, message).at(
            &self.file.text,
            span,
            "keeps the line break",
        );
        self.problems.push(problem.help(help));
    }

    /// The `|` or `>` in the gap before a block scalar.
    fn indicator(&self, gap: &Range<usize>) -> Option<usize> {
        self.structure(gap)
            .find(|(_, c)| matches!(c, '|' | '>'))
            .map(|(at, _)| gap.start + at)
    }
}
