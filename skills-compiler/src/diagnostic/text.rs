//! The text of a file that a diagnostic points into.

use std::ops::Range;

/// A file's text, which turns byte offsets into lines and columns.
///
/// Bytes that are not UTF-8 are replaced for display, so offsets into such a file are those of the replaced text.
#[derive(Debug)]
pub(crate) struct Text {
    text: String,
}

impl Text {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The span, moved into the text and onto character boundaries.
    pub(crate) fn clamp(&self, span: Range<usize>) -> Range<usize> {
        let start = self.text.floor_char_boundary(span.start);
        let end = self.text.ceil_char_boundary(span.end);
        start..end.max(start)
    }

    /// Line and column, both from 1, the column in characters.
    pub(crate) fn line_column(&self, offset: usize) -> (u32, u32) {
        let offset = self.text.floor_char_boundary(offset);
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        (saturate(line), saturate(column))
    }

    /// The line that holds `offset`, without its line break, and where it starts.
    pub(crate) fn line_at(&self, offset: usize) -> (usize, &str) {
        let offset = self.text.floor_char_boundary(offset);
        let start = self.text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[offset..]
            .find('\n')
            .map_or(self.text.len(), |at| offset + at);
        (start, self.text[start..end].trim_end_matches('\r'))
    }
}

fn saturate(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = Text::new("ab\r\nçé: x");
        assert_eq!(text.line_column(0), (1, 1));
        assert_eq!(text.line_column(4), (2, 1));
        assert_eq!(text.line_column(8), (2, 3));
        assert_eq!(text.line_column(999), (2, 6));
    }

    #[test]
    fn spans_move_onto_character_boundaries() {
        let text = Text::new("aéb");
        assert_eq!(text.clamp(2..2), 1..3);
        assert_eq!(text.clamp(50..60), 4..4);
        #[expect(clippy::reversed_empty_ranges, reason = "a parser may report one")]
        let reversed = 3..1;
        assert_eq!(text.clamp(reversed), 3..3);
    }

    #[test]
    fn a_line_comes_without_its_break() {
        let text = Text::new("one\r\ntwo\nthree");
        assert_eq!(text.line_at(1), (0, "one"));
        assert_eq!(text.line_at(5), (5, "two"));
        assert_eq!(text.line_at(12), (9, "three"));
    }
}
