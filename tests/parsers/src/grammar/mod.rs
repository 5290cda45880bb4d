//! Generates frontmatter: mostly such as people write, with everything in it that parsers may read differently.

mod assembly;
mod collection;
mod dice;
mod flow;
mod lines;
mod mutation;
mod scalar;
// Word lists, which fill their lines.
#[rustfmt::skip]
mod words;

use fastrand::Rng;

use crate::case::NAME;
use dice::Dice;

/// Where a value stands.
#[derive(Clone, Copy)]
struct Place {
    /// The indentation of the collection around it.
    indent: usize,
    /// How many collections are around it.
    depth: usize,
    /// Whether it stands behind a key, where a list needs no indentation of its own.
    behind_key: bool,
}

/// A generator at work on one frontmatter.
struct Writer<'r> {
    dice: Dice<'r>,
    /// Whether to write what parsers often refuse, too. The other half of the cases would hardly pass with it.
    is_wild: bool,
    out: String,
}

/// The lines between the fences.
pub(crate) fn frontmatter(rng: &mut Rng) -> String {
    let mut dice = Dice::new(rng);
    let mutations = dice.weighted(&[(0, 75), (1, 13), (2, 8), (4, 4)]);
    let breaks = dice.weighted(&[(Breaks::Lf, 80), (Breaks::CrLf, 17), (Breaks::Mixed, 3)]);
    let is_wild = dice.chance(40);
    let mut writer = Writer {
        dice,
        is_wild,
        out: String::new(),
    };
    writer.root();
    let Writer {
        mut dice, mut out, ..
    } = writer;
    for _ in 0..mutations {
        mutation::mutate(&mut dice, &mut out);
    }
    breaks.apply(&mut dice, out)
}

#[derive(Clone, Copy)]
enum Breaks {
    Lf,
    CrLf,
    Mixed,
}

impl Breaks {
    fn apply(self, dice: &mut Dice<'_>, text: String) -> String {
        match self {
            Self::Lf => text,
            Self::CrLf => text.replace('\n', "\r\n"),
            Self::Mixed => text
                .split_inclusive('\n')
                .map(|line| {
                    if dice.chance(50) {
                        line.replace('\n', "\r\n")
                    } else {
                        line.to_owned()
                    }
                })
                .collect(),
        }
    }
}

/// What a field of the root is.
#[derive(Clone, Copy)]
enum Field {
    Name,
    Description,
    Metadata,
    Text(&'static str),
    Other,
}

impl Writer<'_> {
    fn root(&mut self) {
        let mut fields = vec![Field::Name, Field::Description];
        if self.dice.chance(15) {
            fields.push(Field::Metadata);
        }
        for name in ["license", "compatibility", "allowed-tools"] {
            if self.dice.chance(5) {
                fields.push(Field::Text(name));
            }
        }
        let others = if self.is_wild {
            1
        } else {
            self.dice
                .weighted(&[(0, 5), (1, 35), (2, 30), (3, 20), (5, 10)])
        };
        fields.extend(std::iter::repeat_n(Field::Other, others));
        self.dice.shuffle(&mut fields);
        let indent = self.dice.weighted(&[(0, 97), (1, 1), (2, 2)]);
        let is_wild = self.is_wild;
        for (index, field) in fields.into_iter().enumerate() {
            self.is_wild = is_wild && (matches!(field, Field::Other) || self.dice.chance(15));
            self.between(indent);
            self.field(field, index, indent);
        }
        if self.dice.chance(5) {
            self.between(indent);
        }
    }

    fn field(&mut self, field: Field, index: usize, indent: usize) {
        self.pad(indent);
        let place = Place {
            indent,
            depth: 1,
            behind_key: true,
        };
        match field {
            Field::Name => {
                self.out.push_str("name:");
                let name = self.dice.pick(&["", "", "", "\"", "'"]);
                self.put(&format!(" {name}{NAME}{name}"));
                self.trailer();
            }
            Field::Description => {
                self.out.push_str("description:");
                self.text(place);
            }
            Field::Text(name) => {
                self.put(&format!("{name}:"));
                self.text(place);
            }
            Field::Metadata => {
                self.put("metadata:");
                self.trailer();
                let indent = indent + self.dice.between(1, 4);
                for item in 0..self.dice.between(1, 3) {
                    self.between(indent);
                    self.pad(indent);
                    self.key(item);
                    self.text(Place { indent, ..place });
                }
            }
            Field::Other if self.is_wild && self.dice.chance(30) => self.assembly(),
            Field::Other => {
                self.key(index);
                self.value(place);
            }
        }
    }

    /// A value that is a string, whatever its style.
    fn text(&mut self, place: Place) {
        match self.dice.below(10) {
            0..4 => {
                let text = self.phrase();
                self.put(&format!(" {text}"));
                self.trailer();
            }
            4..6 => self.quoted_value(),
            6..8 => self.block_scalar(place.indent),
            _ => self.folded_plain(place.indent),
        }
    }

    /// One of the usual choices, or in a wild place one of the rare ones, as often as `percent` says.
    fn pick<T: Copy>(&mut self, usual: &[T], percent: u32, rare: &[T]) -> T {
        if self.is_wild && self.dice.chance(percent) {
            self.dice.pick(rare)
        } else {
            self.dice.pick(usual)
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn pad(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // A seed decides every case, so that a disagreement can be found again.
    #[test]
    fn a_seed_gives_the_same_cases_again() {
        let generate = |seed| {
            let mut rng = Rng::with_seed(seed);
            (0..200).map(|_| frontmatter(&mut rng)).collect::<Vec<_>>()
        };
        assert_eq!(generate(7), generate(7));
        assert_ne!(generate(7), generate(8));
    }
}
