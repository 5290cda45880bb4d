//! The parsers that the compiler is compared with.

use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::arguments::Arguments;
use crate::case::{Case, Feed, Question};
use crate::library;
use crate::process::Process;
use crate::reading::Reading;

/// One parser.
#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) feed: Feed,
    /// More than one where the parser is slow.
    workers: Vec<Worker>,
}

#[derive(Debug)]
enum Worker {
    Process(Box<Process>),
    Library(fn(&str) -> Reading),
}

impl Worker {
    fn ask(&mut self, questions: &[Question]) -> Result<Vec<Reading>> {
        match self {
            Self::Process(process) => process.ask(questions),
            Self::Library(read) => Ok(questions
                .iter()
                .map(|question| match question {
                    Question::Block(text) | Question::File { file: text, .. } => read(text),
                })
                .collect()),
        }
    }
}

/// What is made of a parser's two answers about a case.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// The kind of disagreement, which says so when only the second answer differs; `None` when both agree.
    pub(crate) class: Option<String>,
    /// The answer that differs, or the first.
    pub(crate) reading: Reading,
}

impl Peer {
    /// What the parser makes of each case, in order.
    pub(crate) fn judge(&mut self, cases: &[Case]) -> Result<Vec<Verdict>> {
        let feed = self.feed;
        let share = cases.len().div_ceil(self.workers.len()).max(1);
        let verdicts: Result<Vec<Vec<Verdict>>> = thread::scope(|scope| {
            let running: Vec<_> = cases
                .chunks(share)
                .zip(&mut self.workers)
                .map(|(cases, worker)| scope.spawn(move || judge(worker, feed, cases)))
                .collect();
            running
                .into_iter()
                .map(|thread| thread.join().map_err(|_| anyhow!("a thread panicked"))?)
                .collect()
        });
        let verdicts = verdicts.with_context(|| format!("{} failed", self.name))?;
        Ok(verdicts.into_iter().flatten().collect())
    }
}

fn judge(worker: &mut Worker, feed: Feed, cases: &[Case]) -> Result<Vec<Verdict>> {
    let questions: Vec<_> = cases.iter().flat_map(|case| case.questions(feed)).collect();
    let readings = worker.ask(&questions)?;
    let verdicts = cases.iter().zip(readings.chunks_exact(2));
    Ok(verdicts
        .map(|(case, readings)| verdict(case, feed, readings))
        .collect())
}

fn verdict(case: &Case, feed: Feed, readings: &[Reading]) -> Verdict {
    let mut classes = readings
        .iter()
        .map(|reading| reading.disagreement(&case.value));
    let (at, class) = match (classes.next().flatten(), classes.next().flatten()) {
        (Some(class), _) => (0, Some(class)),
        (None, Some(class)) => (1, Some(format!("{class} ({})", feed.second()))),
        (None, None) => (0, None),
    };
    Verdict {
        class,
        reading: readings[at].clone(),
    }
}

/// Starts every parser.
pub(crate) fn all(arguments: &Arguments) -> Result<Vec<Peer>> {
    let python = |script: &str| {
        let mut command = Command::new(&arguments.python);
        command.args(["-B", &path(script)]);
        command
    };
    let node = |script: &str| {
        let mut command = Command::new(&arguments.node);
        command.arg(path(script));
        command
    };
    let mut js_yaml = [node("js-yaml.mjs"), node("js-yaml.mjs")];
    js_yaml[0].arg("js-yaml");
    js_yaml[1].arg("js-yaml-4");
    let [newest, widespread] = &mut js_yaml;
    Ok(vec![
        process(Feed::Block, 2, &mut python("pyyaml.py"))?,
        process(Feed::Block, 2, &mut python("ruamel_yaml.py"))?,
        process(Feed::Block, 1, &mut node("yaml.mjs"))?,
        process(Feed::Block, 1, newest)?,
        process(Feed::Block, 1, widespread)?,
        library("yaml_serde", library::yaml_serde)?,
        library("saphyr", library::saphyr)?,
        process(Feed::File, 1, &mut node("typescript-client.mjs"))?,
    ])
}

fn path(script: &str) -> String {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
    peers.join(script).display().to_string()
}

fn process(feed: Feed, workers: usize, command: &mut Command) -> Result<Peer> {
    let (first, greeting) = Process::start(command)?;
    let mut peer = Peer {
        name: greeting.name,
        version: greeting.version,
        feed,
        workers: vec![Worker::Process(Box::new(first))],
    };
    for _ in 1..workers {
        let (another, _) = Process::start(command)?;
        peer.workers.push(Worker::Process(Box::new(another)));
    }
    Ok(peer)
}

fn library(name: &str, read: fn(&str) -> Reading) -> Result<Peer> {
    Ok(Peer {
        name: name.to_owned(),
        version: locked_version(name)?,
        feed: Feed::Block,
        workers: vec![Worker::Library(read)],
    })
}

/// The version of a library in the workspace's lock file.
fn locked_version(name: &str) -> Result<String> {
    let lock = include_str!("../../../Cargo.lock");
    let mut lines = lock
        .lines()
        .skip_while(|line| *line != format!("name = \"{name}\""));
    let version = lines
        .nth(1)
        .and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version
        .map(str::to_owned)
        .with_context(|| format!("`{name}` is not in Cargo.lock"))
}
