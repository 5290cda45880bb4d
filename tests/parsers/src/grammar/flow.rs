//! Flow collections.

use super::Writer;
use super::words::{KEYS, ODD_KEYS, ODD_TYPED, PUNCTUATION, QUIET, STARTS, TYPED, WORDS};

/// How deep flow collections are nested.
const DEPTH: usize = 3;

impl Writer<'_> {
    /// A flow collection behind a key or a dash.
    pub(super) fn flow_value(&mut self) {
        let text = self.flow(1);
        let gap = self.pick(&[" ", " ", " ", "  "], 8, &["\n  ", "\t"]);
        self.put(gap);
        self.put(&text);
        self.trailer();
    }

    fn flow(&mut self, depth: usize) -> String {
        let is_list = self.dice.chance(60);
        let count = self.dice.weighted(&[(0, 15), (1, 30), (2, 30), (3, 25)]);
        let mut text = String::from(if is_list { "[" } else { "{" });
        for index in 0..count {
            text.push_str(self.flow_gap());
            let item = if is_list {
                self.flow_item(depth)
            } else {
                self.flow_pair(index, depth)
            };
            text.push_str(&item);
            text.push_str(self.flow_gap());
            if index + 1 < count || self.dice.chance(6) {
                text.push(',');
            }
        }
        text.push_str(self.flow_gap());
        text + if is_list { "]" } else { "}" }
    }

    fn flow_gap(&mut self) -> &'static str {
        self.pick(&["", "", "", " ", " ", "  "], 3, &["\t", "\n  "])
    }

    fn flow_item(&mut self, depth: usize) -> String {
        match self.dice.below(20) {
            0..4 if depth < DEPTH => self.flow(depth + 1),
            4 if self.is_wild && self.dice.chance(40) => {
                let odd = [
                    "a: b", "a:", "\"a\": b", "? a", "&a b", "*a", "!!str a", "- a", "a b: c",
                    ": a", "\"a\":b", "", "-", "?", ":", "a?", "?a", ":a", "a:b", "a::", "::",
                    "-a", "a]b", "a{b", "'a'b", "\"a\" b", "a #b", "#a", "a -", "- ", "%a", "@a",
                    "`a`", "a%", "a|", "|", ">", ">a", "&", "*", "!", "=", "<<",
                ];
                self.dice.pick(&odd).to_owned()
            }
            _ => self.flow_scalar(),
        }
    }

    fn flow_pair(&mut self, index: usize, depth: usize) -> String {
        let key = match self.dice.below(20) {
            12..16 => self.quoted(),
            16 if self.is_wild => self.dice.pick(ODD_KEYS).to_owned(),
            17 if self.is_wild => self.dice.soup(QUIET, 1, 3),
            _ => format!("{}{index}", self.dice.pick(KEYS)),
        };
        let colon = self.pick(
            &[": ", ": ", ": ", ": ", " : ", ":  "],
            8,
            &[":", " :", ":\t"],
        );
        let no_value = self.is_wild && self.dice.chance(2);
        if no_value {
            key
        } else {
            format!("{key}{colon}{}", self.flow_item(depth))
        }
    }

    fn flow_scalar(&mut self) -> String {
        match self.dice.below(10) {
            0..3 => self.dice.pick(STARTS).to_owned(),
            3..5 => self.pick(TYPED, 30, ODD_TYPED).to_owned(),
            5 if self.is_wild => self.dice.soup(QUIET, 1, 4),
            6 if self.is_wild => self.dice.soup(PUNCTUATION, 1, 3),
            7 => format!(
                "{} {}",
                self.dice.pick(STARTS),
                self.pick(STARTS, 40, WORDS)
            ),
            _ => self.quoted(),
        }
    }
}
