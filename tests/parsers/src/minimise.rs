//! Makes an example small: takes away what the disagreement does not need.

use anyhow::Result;

use crate::case::Case;
use crate::peer::Peer;

/// How often a parser is asked for one example.
const ROUNDS: usize = 60;

/// A smaller case with the same kind of disagreement.
pub(crate) fn minimise(peer: &mut Peer, case: &Case, class: &str) -> Result<Case> {
    let mut smallest = case.clone();
    let mut size = smallest.block.chars().count() / 2;
    for _ in 0..ROUNDS {
        match smaller(peer, &smallest, class, size)? {
            Some(case) => {
                smallest = case;
                size = size.min(smallest.block.chars().count() / 2).max(1);
            }
            None if size <= 1 => break,
            None => size = (size / 2).max(1),
        }
    }
    Ok(smallest)
}

/// The first case that lacks one run of `size` characters or one whole line and disagrees alike.
fn smaller(peer: &mut Peer, case: &Case, class: &str, size: usize) -> Result<Option<Case>> {
    let cases: Vec<_> = lines(&case.block)
        .into_iter()
        .chain(runs(&case.block, size))
        .filter_map(|block| case.with(&block).transpose())
        .collect::<Result<_>>()?;
    let verdicts = peer.judge(&cases)?;
    let alike = verdicts
        .iter()
        .position(|verdict| verdict.class.as_deref() == Some(class));
    Ok(alike.and_then(|at| cases.into_iter().nth(at)))
}

fn lines(block: &str) -> Vec<String> {
    let lines: Vec<_> = block.split_inclusive('\n').collect();
    let without = |left_out: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != left_out);
        kept.map(|(_, line)| *line).collect()
    };
    (0..lines.len()).map(without).collect()
}

fn runs(block: &str, size: usize) -> Vec<String> {
    let characters: Vec<_> = block.chars().collect();
    let starts = (0..characters.len()).step_by(size.max(1));
    starts
        .map(|start| {
            let end = (start + size).min(characters.len());
            characters[..start]
                .iter()
                .chain(&characters[end..])
                .collect()
        })
        .collect()
}
