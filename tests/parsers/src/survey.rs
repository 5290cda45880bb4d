//! Generates cases, has every parser read them, and counts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};

use crate::arguments::Arguments;
use crate::case::{Case, NAME};
use crate::grammar;
use crate::peer::{Peer, Verdict};

/// How many cases are generated before the parsers are asked.
const ROUND: usize = 4_000;

/// The share of generated cases that the compiler has to accept, in percent: below it, little is measured.
const FLOOR: usize = 33;

/// What came out.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    pub(crate) seed: u64,
    pub(crate) generated: usize,
    pub(crate) accepted: usize,
    /// Frontmatters of the corpus that were compared as well.
    pub(crate) corpus: usize,
    /// Readings compared with the compiler's.
    pub(crate) compared: usize,
    pub(crate) disagreements: usize,
    /// By parser and kind.
    pub(crate) findings: BTreeMap<(usize, String), Finding>,
}

/// A kind of disagreement.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) count: usize,
    pub(crate) first: Case,
}

impl Survey {
    /// Whether every parser agrees, and enough was asked.
    pub(crate) fn is_good(&self) -> bool {
        self.disagreements == 0 && self.is_telling()
    }

    /// Whether enough of the generated cases were accepted.
    pub(crate) fn is_telling(&self) -> bool {
        self.generated == 0 || self.accepted * 100 >= self.generated * FLOOR
    }

    fn add(&mut self, peer: usize, cases: &[Case], verdicts: Vec<Verdict>) {
        self.compared += 2 * verdicts.len();
        for (case, verdict) in cases.iter().zip(verdicts) {
            let Some(class) = verdict.class else { continue };
            self.disagreements += 1;
            let finding = self
                .findings
                .entry((peer, class))
                .or_insert_with(|| Finding {
                    count: 0,
                    first: case.clone(),
                });
            finding.count += 1;
            if case.block.len() < finding.first.block.len() {
                finding.first = case.clone();
            }
        }
    }

    fn round(&mut self, peers: &mut [Peer], cases: &[Case]) -> Result<()> {
        let verdicts: Vec<_> = thread::scope(|scope| {
            let running: Vec<_> = peers
                .iter_mut()
                .map(|peer| scope.spawn(|| peer.judge(cases)))
                .collect();
            running
                .into_iter()
                .map(thread::ScopedJoinHandle::join)
                .collect()
        });
        for (peer, verdicts) in verdicts.into_iter().enumerate() {
            let verdicts = verdicts.map_err(|_| anyhow!("a thread panicked"))??;
            self.add(peer, cases, verdicts);
        }
        Ok(())
    }
}

/// Asks every parser about the corpus and about what `arguments` tell to generate.
pub(crate) fn take(arguments: &Arguments, peers: &mut [Peer]) -> Result<Survey> {
    let start = Instant::now();
    let end = arguments.seconds.map(Duration::from_secs);
    let mut survey = Survey {
        seed: arguments.seed,
        ..Survey::default()
    };
    let corpus = corpus()?;
    survey.corpus = corpus.len();
    survey.round(peers, &corpus)?;
    let mut rng = fastrand::Rng::with_seed(arguments.seed);
    while survey.generated < arguments.cases && end.is_none_or(|end| start.elapsed() < end) {
        let count = ROUND.min(arguments.cases - survey.generated);
        let cases: Vec<_> = (0..count)
            .filter_map(|_| Case::of(NAME, &grammar::frontmatter(&mut rng)).transpose())
            .collect::<Result<_>>()?;
        survey.generated += count;
        survey.accepted += cases.len();
        survey.round(peers, &cases)?;
        eprintln!(
            "{} cases, {} disagreements",
            survey.generated, survey.disagreements
        );
    }
    Ok(survey)
}

/// The frontmatters of the valid corpus that pass without `allow`.
fn corpus() -> Result<Vec<Case>> {
    let corpus =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills-compiler/tests/corpus/valid");
    let mut files = Vec::new();
    find(&corpus, &mut files).with_context(|| format!("failed to read {}", corpus.display()))?;
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let directory = file
            .parent()
            .and_then(Path::file_name)
            .and_then(|name| name.to_str());
        let text = fs::read_to_string(&file)?;
        if let Some(directory) = directory {
            cases.extend(Case::accepted(directory, &text)?);
        }
    }
    Ok(cases)
}

fn find(directory: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.file_name().is_some_and(|name| name == "SKILL.md") {
            files.push(path);
        }
    }
    Ok(())
}
