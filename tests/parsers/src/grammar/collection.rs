//! Block collections, and values wherever they stand in them.

use super::words::{KEYS, ODD_KEYS, QUIET};
use super::{Place, Writer};

/// How deep collections are nested.
const DEPTH: usize = 4;

impl Writer<'_> {
    /// A key with its colon. The index keeps most keys of a mapping apart.
    pub(super) fn key(&mut self, index: usize) {
        match self.dice.below(20) {
            15..17 => {
                let key = self.quoted();
                self.put(&key);
            }
            17 => {
                let key = self.pick(&ODD_KEYS[..16], 70, ODD_KEYS);
                self.put(key);
            }
            18 if self.is_wild => {
                let key = self.dice.soup(QUIET, 1, 4);
                self.put(&key);
            }
            _ => {
                let key = self.dice.pick(KEYS);
                self.put(&format!("{key}{index}"));
            }
        }
        let colon = self.pick(&[":"], 4, &[" :", "  :"]);
        self.put(colon);
    }

    /// Everything behind a key or a dash, to the end of its last line.
    pub(super) fn value(&mut self, place: Place) {
        let is_deep = place.depth >= DEPTH;
        match self.dice.below(100) {
            0..30 => {
                let gap = self.gap();
                let text = self.plain();
                self.put(gap);
                self.put(&text);
                self.trailer();
            }
            30..42 => self.quoted_value(),
            42..52 => self.block_scalar(place.indent),
            52..58 => self.folded_plain(place.indent),
            58..62 => self.scalar_below(place),
            62..74 => self.flow_value(),
            74..77 => self.trailer(),
            77..79 if self.is_wild => self.odd_value(),
            79 => self.extreme_value(place),
            80..91 if !is_deep => self.mapping_below(place),
            _ if !is_deep => self.sequence_below(place),
            _ => self.quoted_value(),
        }
    }

    /// What is refused, or ought to be.
    fn odd_value(&mut self) {
        let value = self.dice.pick(&[
            " &a x",
            " *a",
            " !!str 1",
            " !x y",
            " ! x",
            " - x",
            " ? x",
            " [a",
            " {a",
            " x: y",
            " \"a\" b",
            " 'a' b",
            " \"a",
            " | x",
            " >- x",
            " [a]]",
            " {a: b}}",
            " [a] b",
            "\n- x\n y: z",
            "x",
            " \"a\":b",
            " [a]: b",
            " {a: b}: c",
            " %x",
            " @x",
            " `x`",
            " \"a\"#b",
            " [a]#b",
            " 'a'# b",
            " |#x\n  y",
            " >1\n x",
            "\n  ? x\n  : y",
            "\n  : x",
            "\n  - x\n - y",
            "\n   x: y\n  z: w",
            " [a,\n  b]",
            " {a: b,\n  c: d}",
            "\n  [a,\n b]",
            " \"a\n  b\"",
            " 'a\n\n  b'",
            "\n  {\n    a: b\n  }",
        ]);
        self.put(value);
        self.put("\n");
    }

    /// What is longer or deeper than usual.
    fn extreme_value(&mut self, place: Place) {
        let count = self
            .dice
            .weighted(&[(5, 40), (15, 30), (26, 20), (31, 5), (40, 5)]);
        match self.dice.below(6) {
            0 => {
                let text = format!(" {}1{}\n", "[".repeat(count), "]".repeat(count));
                self.put(&text);
            }
            1 => {
                let text = format!(" {}1{}\n", "{a: ".repeat(count), "}".repeat(count));
                self.put(&text);
            }
            2 => {
                self.put("\n");
                self.pad(place.indent + 2);
                let text = format!("{}1\n", "- ".repeat(count));
                self.put(&text);
            }
            3 => {
                let text = format!(" {}\n", "long words ".repeat(count * 30));
                self.put(&text);
            }
            4 => {
                let text = format!(" \"{}\"\n", "long \\u00e9 ".repeat(count * 30));
                self.put(&text);
            }
            _ => {
                // A key of more than 1,024 characters is no key for many parsers.
                let mark = self.dice.pick(&["", "\"", "'"]);
                let length = self.dice.pick(&[
                    100, 250, 500, 900, 1_000, 1_019, 1_022, 1_023, 1_024, 1_025, 1_100,
                ]);
                let text = format!(
                    "\n{:1$}{mark}{2}{mark}: 1\n",
                    "",
                    place.indent + 2,
                    self.dice.pick(&["k", "k", "é", "🚀"]).repeat(length)
                );
                self.put(&text);
            }
        }
    }

    fn mapping_below(&mut self, place: Place) {
        self.trailer();
        let indent = place.indent + self.dice.weighted(&[(1, 10), (2, 70), (4, 15), (3, 5)]);
        self.mapping(indent, place.depth + 1, false);
    }

    /// The pairs of a mapping; the first one's line may have been begun.
    fn mapping(&mut self, indent: usize, depth: usize, is_begun: bool) {
        let place = Place {
            indent,
            depth,
            behind_key: true,
        };
        for index in 0..self.dice.between(1, 3) {
            if index > 0 || !is_begun {
                self.between(indent);
                self.pad(indent);
            }
            self.key(index);
            self.value(place);
        }
    }

    fn sequence_below(&mut self, place: Place) {
        self.trailer();
        let least = usize::from(!place.behind_key);
        let deeper = self.dice.weighted(&[(least, 40), (2, 50), (1, 5), (4, 5)]);
        self.sequence(place.indent + deeper, place.depth + 1, false);
    }

    fn sequence(&mut self, indent: usize, depth: usize, is_begun: bool) {
        let place = Place {
            indent,
            depth,
            behind_key: false,
        };
        for index in 0..self.dice.between(1, 4) {
            if index > 0 || !is_begun {
                self.between(indent);
                self.pad(indent);
            }
            self.put("-");
            match self.dice.below(10) {
                0..2 if depth < DEPTH => self.compact(place),
                _ => self.value(place),
            }
        }
    }

    /// A collection that starts on its dash's line.
    fn compact(&mut self, place: Place) {
        let gap = self.dice.weighted(&[(1, 85), (2, 8), (3, 7)]);
        self.pad(gap);
        let lead = self.pick(&[""], 3, &["\t"]);
        self.put(lead);
        let indent = place.indent + 1 + gap;
        if self.dice.chance(75) {
            self.mapping(indent, place.depth + 1, true);
        } else {
            self.sequence(indent, place.depth + 1, true);
        }
    }
}
