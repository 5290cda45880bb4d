//! Lines at random depths: structure that nobody would write on purpose.

use super::Writer;
use super::words::FRAGMENTS;

impl Writer<'_> {
    /// A few lines behind a key, or in its place.
    pub(super) fn assembly(&mut self) {
        if self.dice.chance(80) {
            self.put("k:\n");
        }
        let mut letters = 'a'..='z';
        for index in 0..self.dice.between(1, 7) {
            // A first line in column 0 would rarely be a value.
            let indent = self.dice.pick(&[0, 1, 2, 2, 2, 2, 3, 4, 4, 4, 6]);
            self.pad(if index == 0 { indent.max(1) } else { indent });
            let letter = letters.next().unwrap_or('z').to_string();
            let fragment = self.dice.pick(FRAGMENTS).replacen('@', &letter, 1);
            self.put(&fragment.replace('@', "n"));
            self.put("\n");
        }
    }
}
