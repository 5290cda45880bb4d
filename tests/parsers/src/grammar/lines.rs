//! What stands between and behind values.

use super::Writer;
use super::words::{COMMENTS, ODD_COMMENTS};

impl Writer<'_> {
    /// The end of a line: rarely a comment or blanks before its break.
    pub(super) fn trailer(&mut self) {
        match self.dice.below(100) {
            0..84 => {}
            84..94 => {
                let gap = self.pick(&[" ", " ", " ", "  ", "      "], 15, &["\t", " \t", ""]);
                self.put(gap);
                self.comment();
            }
            _ => {
                let blanks = self.pick(&[" ", "   "], 15, &["\t", " \t", "\u{a0}"]);
                self.put(blanks);
            }
        }
        self.put("\n");
    }

    fn comment(&mut self) {
        let comment = self.pick(COMMENTS, 15, ODD_COMMENTS);
        self.put(comment);
    }

    /// Rarely comments or blank lines between two lines of a collection.
    pub(super) fn between(&mut self, indent: usize) {
        if self.dice.chance(12) {
            self.interruption(indent);
        }
    }

    /// Comments or blank lines.
    pub(super) fn interruption(&mut self, indent: usize) {
        for _ in 0..self.dice.between(1, 2) {
            if self.dice.chance(50) {
                let width = self.dice.pick(&[0, indent, indent, indent + 1, indent + 4]);
                self.pad(width);
                let lead = self.pick(&[""], 6, &["\t"]);
                self.put(lead);
                self.comment();
                self.put("\n");
            } else {
                let line = self.pick(
                    &["\n", "\n", "\n", "  \n", "    \n"],
                    10,
                    &["\t\n", " \t\n"],
                );
                self.put(line);
            }
        }
    }

    /// Blank lines in a scalar that is indented by `width`, as often as `percent` says.
    pub(super) fn blank_lines(&mut self, width: usize, percent: u32) {
        while self.dice.chance(percent) {
            let blanks =
                self.dice
                    .weighted(&[(0, 80), (width, 6), (1, 5), (width + 1, 5), (width + 3, 4)]);
            self.pad(blanks);
            let end = self.pick(&["\n"], 5, &["\t\n"]);
            self.put(end);
        }
    }
}
