//! Flow collections.

use super::Writer;
use super::words::{KEYS, ODD_KEYS, PUNCTUATION, QUIET, TYPED, WORDS};

/// How deep flow collections are nested.
const DEPTH: usize = 3;

impl Writer<'_> {
    /// A flow collection behind a key or a dash.
    pub(super) fn flow_value(&mut self) {
        let text = self.flow(1);
        let gap = self
            .dice
            .weighted(&[(" ", 95), ("  ", 2), ("\n  ", 2), ("\t", 1)]);
        self.put(&format!("{gap}{text}"));
        self.trailer();
    }

    fn flow(&mut self, depth: usize) -> String {
        let is_list = self.dice.chance(60);
        let count = self.dice.weighted(&[(0, 15), (1, 30), (2, 30), (3, 25)]);
        let mut text = String::from(if is_list { "[" } else { "{" });
        for index in 0..count {
            text.push_str(self.flow_gap());
            let item = match is_list {
                true => self.flow_item(depth),
                false => self.flow_pair(index, depth),
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
        self.dice
            .weighted(&[("", 50), (" ", 45), ("  ", 3), ("\t", 1), ("\n  ", 1)])
    }

    fn flow_item(&mut self, depth: usize) -> String {
        match self.dice.below(20) {
            0..14 if depth < DEPTH => self.flow_scalar(),
            14..19 if depth < DEPTH => self.flow(depth + 1),
            19 if self.dice.chance(30) => {
                let odd = self.dice.pick(&[
                    "a: b", "a:", "\"a\": b", "? a", "&a b", "*a", "!!str a", "- a", "a b: c",
                    ": a", "\"a\":b", "",
                ]);
                odd.to_owned()
            }
            _ => self.flow_scalar(),
        }
    }

    fn flow_pair(&mut self, index: usize, depth: usize) -> String {
        let key = match self.dice.below(20) {
            0..12 => format!("{}{index}", self.dice.pick(KEYS)),
            12..16 => self.quoted(),
            16..18 => self.dice.pick(ODD_KEYS).to_owned(),
            _ => self.dice.soup(QUIET, 1, 3),
        };
        let colon = self
            .dice
            .weighted(&[(": ", 90), (":", 4), (" : ", 4), (" :", 1), (":\t", 1)]);
        match self.dice.chance(97) {
            true => format!("{key}{colon}{}", self.flow_item(depth)),
            false => key,
        }
    }

    fn flow_scalar(&mut self) -> String {
        match self.dice.below(10) {
            0..3 => self.dice.pick(WORDS).to_owned(),
            3..5 => self.dice.pick(TYPED).to_owned(),
            5..8 => self.quoted(),
            8 => self.dice.soup(QUIET, 1, 4),
            _ => self.dice.soup(PUNCTUATION, 1, 3),
        }
    }
}
