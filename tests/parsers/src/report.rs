//! What the survey says to its reader.

use std::collections::HashSet;

use anyhow::Result;

use crate::case::Case;
use crate::minimise::minimise;
use crate::peer::Peer;
use crate::survey::Survey;

/// How many kinds of disagreement are shown for each parser.
const SHOWN: usize = 12;

/// Prints the parsers, the counts, and an example of each kind of disagreement.
pub(crate) fn print(survey: &Survey, peers: &mut [Peer]) -> Result<()> {
    for peer in &*peers {
        println!("{:<18} {}", peer.name, peer.version);
    }
    let mut shown = vec![0; peers.len()];
    let mut examples = HashSet::new();
    for ((peer, class), finding) in &survey.findings {
        shown[*peer] += 1;
        if shown[*peer] <= SHOWN {
            let case = minimise(&mut peers[*peer], &finding.first, class)?;
            println!(
                "\n{} {class}: {} cases, such as",
                peers[*peer].name, finding.count
            );
            if examples.insert(case.block.clone()) {
                example(peers, &case)?;
            } else {
                println!("  {:?} as above", case.block);
            }
        }
    }
    println!("\nseed               {}", survey.seed);
    println!("generated          {}", survey.generated);
    let share = 100 * survey.accepted / survey.generated.max(1);
    println!("accepted           {} ({share} %)", survey.accepted);
    println!("from the corpus    {}", survey.corpus);
    println!("readings compared  {}", survey.compared);
    println!("disagreements      {}", survey.disagreements);
    if !survey.is_telling() {
        println!("too few of the generated cases were accepted");
    }
    Ok(())
}

/// A case, with everybody's reading of it.
fn example(peers: &mut [Peer], case: &Case) -> Result<()> {
    println!("  {:?}", case.block);
    println!("  {:<18} {}", "compiler", case.value);
    for peer in peers {
        for verdict in peer.judge(std::slice::from_ref(case))? {
            let mark = if verdict.class.is_some() { '!' } else { ' ' };
            println!("{mark} {:<18} {}", peer.name, verdict.reading.shown());
        }
    }
    Ok(())
}
