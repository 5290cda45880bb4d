//! Scalars.

use super::words::{ESCAPES, NUMERIC, ODD_ESCAPES, PUNCTUATION, QUIET, TYPED, WORDS};
use super::{Place, Writer};

impl Writer<'_> {
    /// A few words.
    pub(super) fn phrase(&mut self) -> String {
        let count = self
            .dice
            .weighted(&[(1, 20), (2, 20), (3, 20), (6, 20), (12, 15), (60, 5)]);
        let mut text = String::new();
        for index in 0..count {
            if index > 0 {
                text.push_str(self.dice.weighted(&[
                    (" ", 92),
                    ("  ", 4),
                    ("\t", 1),
                    (": ", 1),
                    (" #", 1),
                    (" - ", 1),
                ]));
            }
            text.push_str(self.word());
        }
        text
    }

    fn word(&mut self) -> &'static str {
        // The first words of the list are the usual ones.
        match self.dice.chance(70) {
            true => self.dice.pick(&WORDS[..45]),
            false => self.dice.pick(WORDS),
        }
    }

    /// A plain scalar on one line.
    pub(super) fn plain(&mut self) -> String {
        match self.dice.below(10) {
            0..3 => self.phrase(),
            3..6 => self.dice.pick(TYPED).to_owned(),
            6 => self.dice.soup(NUMERIC, 1, 6),
            7 => self.dice.soup(PUNCTUATION, 1, 5),
            8 => self.dice.soup(QUIET, 1, 6),
            _ => {
                let word = self.word();
                format!("{word}{}", self.dice.soup(QUIET, 1, 4))
            }
        }
    }

    /// A quoted scalar on one line.
    pub(super) fn quoted(&mut self) -> String {
        match self.dice.chance(50) {
            true => self.single_quoted(" "),
            false => self.double_quoted(" "),
        }
    }

    fn single_quoted(&mut self, gap: &str) -> String {
        let parts = self.dice.between(0, 4);
        let mut text = String::from("'");
        for index in 0..parts {
            if index > 0 {
                text.push_str(gap);
            }
            let part = self.plain();
            // Rarely a quote that ends the scalar too early.
            match self.dice.chance(4) {
                true => text.push_str(&part),
                false => text.push_str(&part.replace('\'', "''")),
            }
        }
        text + "'"
    }

    fn double_quoted(&mut self, gap: &str) -> String {
        let parts = self.dice.between(0, 5);
        let mut text = String::from("\"");
        for index in 0..parts {
            if index > 0 {
                text.push_str(gap);
            }
            match self.dice.below(10) {
                0..5 => {
                    let part = self.plain();
                    text.push_str(&part.replace('\\', "\\\\").replace('"', "\\\""));
                }
                5..9 => text.push_str(self.dice.pick(ESCAPES)),
                _ if self.dice.chance(30) => text.push_str(self.dice.pick(ODD_ESCAPES)),
                _ => {}
            }
        }
        text + "\""
    }

    /// A quoted scalar behind a key or a dash, rarely over several lines.
    pub(super) fn quoted_value(&mut self) {
        let text = match self.dice.chance(95) {
            true => self.quoted(),
            false => {
                let gap = self.dice.pick(&[
                    "\n  ", "\n\n  ", " \n  ", "\n", "\\\n  ", "\n\t", "\n---\n", "\n    ",
                ]);
                match self.dice.chance(50) {
                    true => self.single_quoted(gap),
                    false => self.double_quoted(gap),
                }
            }
        };
        let gap = self.dice.weighted(&[(" ", 96), ("  ", 3), ("\t", 1)]);
        self.put(gap);
        self.put(&text);
        self.trailer();
    }

    /// A plain scalar over several lines.
    pub(super) fn folded_plain(&mut self, indent: usize) {
        if self.dice.chance(75) {
            self.put(" ");
            let text = self.phrase();
            self.put(&text);
        } else {
            self.trailer();
            self.pad(indent + 1);
            let text = self.phrase();
            self.put(&text);
        }
        for _ in 0..self.dice.between(1, 3) {
            let end = self.dice.weighted(&[
                ("\n", 85),
                ("\n\n", 8),
                (" \n", 3),
                ("\n\n\n", 1),
                (" # x\n", 1),
                ("\n  \n", 1),
                ("\n# x\n", 1),
            ]);
            self.put(end);
            let deeper = self
                .dice
                .weighted(&[(1, 15), (2, 60), (4, 20), (0, 3), (9, 2)]);
            self.pad(indent + deeper);
            if self.dice.chance(2) {
                self.put("\t");
            }
            let text = match self.dice.chance(80) {
                true => self.phrase(),
                false => self.plain(),
            };
            self.put(&text);
        }
        self.trailer();
    }

    /// A literal or folded block scalar, with its header.
    pub(super) fn block_scalar(&mut self, indent: usize) {
        let style = self.dice.pick(&["|", ">"]);
        let chomp = self.dice.weighted(&[
            ("", 35),
            ("-", 45),
            ("+", 17),
            ("1", 1),
            ("2-", 1),
            ("+2", 1),
        ]);
        let gap = self
            .dice
            .weighted(&[(" ", 95), ("  ", 3), ("\n  ", 1), ("\t", 1)]);
        self.put(&format!("{gap}{style}{chomp}"));
        self.trailer();
        let deeper = self
            .dice
            .weighted(&[(1, 10), (2, 65), (4, 20), (7, 4), (0, 1)]);
        let width = indent + deeper;
        self.blank_lines(width, 8);
        for _ in 0..self.dice.weighted(&[(1, 40), (2, 30), (4, 27), (0, 3)]) {
            let line = self.block_line();
            let more = self.dice.weighted(&[(0, 85), (1, 6), (2, 6), (5, 3)]);
            self.pad(width + more);
            self.put(&line);
            self.put("\n");
            self.blank_lines(width, 15);
        }
    }

    fn block_line(&mut self) -> String {
        match self.dice.below(12) {
            0..7 => self.phrase(),
            7 => self.dice.soup(PUNCTUATION, 1, 8),
            8 => format!("# {}", self.phrase()),
            9 => format!("- {}", self.phrase()),
            10 => {
                let end = self.dice.pick(&[" ", "  ", "\t", "\u{a0}"]);
                self.phrase() + end
            }
            _ => {
                let line = self.dice.pick(&[
                    "---",
                    "...",
                    "key: value",
                    "\tx",
                    "\"",
                    "'",
                    "%x",
                    "\u{feff}x",
                    ">",
                    "|",
                    "x\ty",
                    "\u{2028}",
                    ":",
                    "#",
                    "-",
                ]);
                line.to_owned()
            }
        }
    }

    /// A scalar on the line below its key or dash.
    pub(super) fn scalar_below(&mut self, place: Place) {
        self.trailer();
        self.blank_lines(0, 5);
        let deeper = self.dice.weighted(&[(1, 20), (2, 70), (4, 10)]);
        self.pad(place.indent + deeper);
        let text = match self.dice.chance(50) {
            true => self.plain(),
            false => self.quoted(),
        };
        self.put(&text);
        self.trailer();
    }
}
