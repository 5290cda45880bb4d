//! Random choices.

use fastrand::Rng;

/// A source of random choices that a seed decides.
pub(super) struct Dice<'r>(&'r mut Rng);

impl<'r> Dice<'r> {
    pub(super) fn new(rng: &'r mut Rng) -> Self {
        Self(rng)
    }

    pub(super) fn chance(&mut self, percent: u32) -> bool {
        self.0.u32(0..100) < percent
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0.usize(0..end)
    }

    pub(super) fn between(&mut self, first: usize, last: usize) -> usize {
        self.0.usize(first..=last)
    }

    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// One of the choices, each as often as its weight says.
    pub(super) fn weighted<T: Copy>(&mut self, choices: &[(T, usize)]) -> T {
        let mut left = self.below(choices.iter().map(|(_, weight)| weight).sum());
        for (choice, weight) in choices {
            if left < *weight {
                return *choice;
            }
            left -= weight;
        }
        choices[0].0
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }

    /// A text of the given characters.
    pub(super) fn soup(&mut self, alphabet: &[&str], first: usize, last: usize) -> String {
        let length = self.between(first, last);
        (0..length).map(|_| self.pick(alphabet)).collect()
    }
}
