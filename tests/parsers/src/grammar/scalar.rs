//! Scalars.

use super::words::{
    ESCAPES, FORBIDDEN, NUMERIC, ODD_ESCAPES, ODD_TYPED, PUNCTUATION, QUIET, STARTS, TYPED, WORDS,
};
use super::{Place, Writer};

impl Writer<'_> {
    /// A few words that make a plain scalar.
    pub(super) fn phrase(&mut self) -> String {
        let count = self
            .dice
            .weighted(&[(1, 20), (2, 20), (3, 20), (6, 20), (12, 17), (60, 3)]);
        let mut text = String::from(self.pick(STARTS, 10, WORDS));
        for _ in 1..count {
            let usual = [" ", " ", " ", " ", " ", " ", " ", " ", " ", "  "];
            text.push_str(self.pick(&usual, 4, &["\t", ": ", " #", " \t"]));
            let words = self.dice.pick(&[STARTS, WORDS]);
            text.push_str(self.dice.pick(words));
        }
        text
    }

    /// A plain scalar on one line.
    pub(super) fn plain(&mut self) -> String {
        match self.dice.below(10) {
            0..4 => self.phrase(),
            4..6 => self.pick(TYPED, 40, ODD_TYPED).to_owned(),
            6 if self.is_wild => self.dice.soup(NUMERIC, 1, 6),
            7 if self.is_wild => self.dice.soup(PUNCTUATION, 1, 5),
            8 if self.is_wild => self.dice.soup(QUIET, 1, 6),
            _ => {
                let start = self.dice.pick(STARTS);
                let usual = [
                    "", "x", "-x", "_", "1", ".", "..", "é", "#", "/", ",b", "?", "!", "&a", "*",
                ];
                let end = self.dice.pick(&usual);
                if self.is_wild {
                    format!("{start}{}", self.dice.soup(QUIET, 1, 4))
                } else {
                    format!("{start}{end}")
                }
            }
        }
    }

    /// A quoted scalar on one line.
    pub(super) fn quoted(&mut self) -> String {
        if self.dice.chance(50) {
            self.single_quoted(" ")
        } else {
            self.double_quoted(" ")
        }
    }

    /// What stands in quotes: anything.
    fn inside(&mut self) -> String {
        match self.dice.below(10) {
            0..5 => self.phrase(),
            5 => self.dice.pick(ODD_TYPED).to_owned(),
            6 => self.dice.soup(QUIET, 1, 8),
            7 if self.is_wild => self.dice.soup(PUNCTUATION, 1, 8),
            8 if self.is_wild => self.pick(WORDS, 5, FORBIDDEN).to_owned(),
            _ => self.dice.pick(WORDS).to_owned(),
        }
    }

    fn single_quoted(&mut self, gap: &str) -> String {
        let parts = self.dice.between(0, 4);
        let mut text = String::from("'");
        for index in 0..parts {
            text.push_str(if index > 0 { gap } else { "" });
            let part = self.inside();
            // Rarely a quote that ends the scalar too early.
            if self.is_wild && self.dice.chance(4) {
                text.push_str(&part);
            } else {
                text.push_str(&part.replace('\'', "''"));
            }
        }
        text + "'"
    }

    fn double_quoted(&mut self, gap: &str) -> String {
        let parts = self.dice.between(0, 5);
        let mut text = String::from("\"");
        for index in 0..parts {
            text.push_str(if index > 0 { gap } else { "" });
            if self.dice.chance(50) {
                let part = self.inside();
                text.push_str(&part.replace('\\', "\\\\").replace('"', "\\\""));
            } else {
                text.push_str(self.pick(ESCAPES, 6, ODD_ESCAPES));
            }
        }
        text + "\""
    }

    /// A quoted scalar behind a key or a dash, rarely over several lines.
    pub(super) fn quoted_value(&mut self) {
        let breaks = [
            "\n  ", "\n\n  ", " \n  ", "\n", "\\\n  ", "\n\t", "\n---\n", "\n    ",
        ];
        let gap = self.pick(&[" ", "", "  "], 8, &breaks);
        let text = if self.dice.chance(50) {
            self.single_quoted(gap)
        } else {
            self.double_quoted(gap)
        };
        let gap = self.gap();
        self.put(gap);
        self.put(&text);
        self.trailer();
    }

    /// What separates a value from its key or dash.
    pub(super) fn gap(&mut self) -> &'static str {
        self.pick(
            &[" ", " ", " ", " ", " ", " ", " ", "  ", "    "],
            3,
            &["\t", " \t"],
        )
    }

    /// A plain scalar over several lines.
    pub(super) fn folded_plain(&mut self, indent: usize) {
        if self.dice.chance(75) {
            self.put(" ");
        } else {
            self.trailer();
            self.between(indent);
            self.pad(indent + 1);
        }
        let text = self.phrase();
        self.put(&text);
        for _ in 0..self.dice.between(1, 3) {
            let usual = [
                "\n", "\n", "\n", "\n", "\n", "\n\n", " \n", "\n\n\n", "\n  \n", "  \n \n",
            ];
            let end = self.pick(
                &usual,
                6,
                &[" # x\n", "\n# x\n", "\t\n", "\n\t\n", "\n   # x\n"],
            );
            self.put(end);
            let deeper = self.pick(&[1, 2, 2, 2, 2, 4, 9], 4, &[0]);
            self.pad(indent + deeper);
            let lead = self.pick(&[""], 2, &["\t", " \t"]);
            self.put(lead);
            let text = if self.dice.chance(70) {
                self.phrase()
            } else {
                self.continuation()
            };
            self.put(&text);
        }
        self.trailer();
    }

    /// A line that goes on with a plain scalar, where almost everything is text.
    fn continuation(&mut self) -> String {
        match self.dice.below(3) {
            0 if self.is_wild => self.plain(),
            1 if self.is_wild => self.dice.soup(QUIET, 1, 5),
            _ => self.dice.pick(WORDS).to_owned(),
        }
    }

    /// A literal or folded block scalar, with its header.
    pub(super) fn block_scalar(&mut self, indent: usize) {
        let style = self.dice.pick(&["|", ">"]);
        let chomp = self.pick(&["", "", "-", "-", "-", "+"], 4, &["1", "2-", "+2", "--"]);
        let gap = self.pick(&[" ", " ", " ", " ", "  "], 4, &["\n  ", "\t"]);
        self.put(gap);
        self.put(style);
        self.put(chomp);
        self.trailer();
        let deeper = self.pick(&[1, 2, 2, 2, 2, 4, 7], 3, &[0]);
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
            0..6 => self.phrase(),
            6 => self.dice.soup(QUIET, 1, 8),
            7 if self.is_wild => self.dice.soup(PUNCTUATION, 1, 8),
            8 => format!("# {}", self.phrase()),
            9 => format!("- {}", self.phrase()),
            10 => {
                let end = self.pick(&["", " ", "  ", "\u{a0}"], 10, &["\t", " \t"]);
                self.phrase() + end
            }
            _ => {
                let usual = [
                    "---",
                    "...",
                    "key: value",
                    "\"",
                    "'",
                    "%x",
                    ">",
                    "|",
                    ":",
                    "#",
                    "-",
                    "---x",
                    "a: |",
                    "\\",
                ];
                let rare = ["\tx", "\u{feff}x", "x\ty", "\u{2028}", "x\u{85}"];
                self.pick(&usual, 25, &rare).to_owned()
            }
        }
    }

    /// A scalar on the line below its key or dash.
    pub(super) fn scalar_below(&mut self, place: Place) {
        self.trailer();
        if self.dice.chance(30) {
            self.interruption(place.indent);
        }
        let deeper = self.dice.weighted(&[(1, 20), (2, 70), (4, 10)]);
        self.pad(place.indent + deeper);
        let text = if self.dice.chance(50) {
            self.plain()
        } else {
            self.quoted()
        };
        self.put(&text);
        self.trailer();
    }
}
