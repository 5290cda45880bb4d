//! Small damage to a finished frontmatter.

use super::dice::Dice;
use super::words::PUNCTUATION;

/// Changes one character or one line.
pub(super) fn mutate(dice: &mut Dice<'_>, text: &mut String) {
    match dice.below(10) {
        0..3 => {
            let at = place(dice, text);
            text.insert_str(at, dice.pick(PUNCTUATION));
        }
        3..5 => {
            let at = place(dice, text);
            if at < text.len() {
                text.remove(at);
            }
        }
        5 => {
            let at = place(dice, text);
            let insert = dice.pick(&[
                "\n", "\n  ", " ", "\t", "  ", "\n\n", " #", ": ", "- ", "\n# c\n", ",", "''",
                "\\", "\r",
            ]);
            text.insert_str(at, insert);
        }
        _ => change_line(dice, text),
    }
}

/// A place between two characters.
fn place(dice: &mut Dice<'_>, text: &str) -> usize {
    let places: Vec<_> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    dice.pick(&places)
}

fn change_line(dice: &mut Dice<'_>, text: &mut String) {
    let mut lines: Vec<_> = text.split_inclusive('\n').map(str::to_owned).collect();
    if lines.is_empty() {
        return;
    }
    let at = dice.below(lines.len());
    match dice.below(5) {
        0 => lines[at].insert(0, ' '),
        1 => {
            let blanks = lines[at].len() - lines[at].trim_start_matches(' ').len();
            lines[at].drain(..blanks);
        }
        2 => drop(lines.remove(at)),
        3 => lines.insert(at, lines[at].clone()),
        _ => {
            let other = dice.below(lines.len());
            lines.swap(at, other);
        }
    }
    *text = lines.concat();
}
