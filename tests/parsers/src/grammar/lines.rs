//! What stands between and behind values.

use super::Writer;
use super::words::COMMENTS;

impl Writer<'_> {
    /// The end of a line: rarely a comment or blanks before its break.
    pub(super) fn trailer(&mut self) {
        match self.dice.below(100) {
            0..84 => {}
            84..93 => {
                let gap =
                    self.dice
                        .weighted(&[(" ", 70), ("  ", 20), ("\t", 3), (" \t", 2), ("", 5)]);
                self.put(gap);
                let comment = self.dice.pick(COMMENTS);
                self.put(comment);
            }
            93..98 => self.put(" "),
            98 => self.put("   "),
            _ => self.put("\t"),
        }
        self.put("\n");
    }

    /// Rarely comments or blank lines between two lines of a collection.
    pub(super) fn between(&mut self, indent: usize) {
        if self.dice.chance(90) {
            return;
        }
        for _ in 0..self.dice.between(1, 2) {
            if self.dice.chance(50) {
                let width = self.dice.pick(&[0, indent, indent, indent + 1, indent + 4]);
                self.pad(width);
                if self.dice.chance(3) {
                    self.put("\t");
                }
                let comment = self.dice.pick(COMMENTS);
                self.put(comment);
                self.put("\n");
            } else {
                let line = self.dice.weighted(&[
                    ("\n", 80),
                    ("  \n", 12),
                    ("\t\n", 3),
                    (" \t\n", 2),
                    ("    \n", 3),
                ]);
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
            if self.dice.chance(2) {
                self.put("\t");
            }
            self.put("\n");
        }
    }
}
