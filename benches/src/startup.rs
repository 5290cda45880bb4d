//! From starting a program to the last byte of its first answer, over standard input and output.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use crate::{
    process::peak,
    report::{Measure, Row, Target},
    request::message,
    servers::Servers,
    stats::interleaved,
    tree::Tree,
};

const PART: &str = "start";
const PEER: &str = "rmcp `SkillCatalog`";

/// One start; the median of several is that of their times.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Start {
    pub(crate) time: Duration,
    /// The most memory that the program had until then, in bytes.
    pub(crate) peak: u64,
    /// The bytes of the answer.
    pub(crate) answer: u64,
}

/// Measures the start of a server of each tree, ours and the peer's, all interleaved.
///
/// # Errors
///
/// Where a server does not build, start, or answer.
pub fn measure(servers: &Servers, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let trees = [
        Tree::NONE,
        Tree::TEN,
        Tree::HUNDRED,
        Tree::THOUSAND,
        Tree::FIVE_THOUSAND,
    ];
    let mut programs = Vec::new();
    for tree in trees {
        let directory = servers.tree(tree)?;
        programs.push((servers.embedded(&directory)?, None));
        programs.push((servers.other("catalog")?, Some(directory)));
    }
    let list = message("skills/list", None);
    let starts = interleaved(rounds, programs.len(), |index| {
        let (program, directory) = &programs[index];
        start(program, directory.as_deref(), &list)
    })?;
    Ok(rows(&trees, &starts))
}

fn rows(trees: &[Tree], starts: &[Start]) -> Vec<Row> {
    let ours = |at: usize| &starts[2 * at];
    let time = |at: usize| Measure::Time(ours(at).time);
    let more = |time| Target::MoreByAtMost(Measure::Time(time));
    let against = |what: &str, at: usize, beside: &str, other: usize| {
        Row::new(PART, what, time(at), beside, time(other))
    };
    let mut rows = vec![
        against("10 skills", 1, "no skill", 0).target(more(Duration::from_micros(300))),
        against("100 skills", 2, "no skill", 0).target(more(Duration::from_millis(1))),
        against("5,000 skills", 4, "100 skills", 2).target(Target::RatioAtMost(1.1)),
    ];
    for (at, tree) in trees.iter().enumerate() {
        let theirs = &starts[2 * at + 1];
        let what = format!("time, {}", tree.label());
        rows.push(Row::new(
            PART,
            what,
            time(at),
            PEER,
            Measure::Time(theirs.time),
        ));
        let (peak, what) = (
            Measure::Bytes(ours(at).peak),
            format!("memory, {}", tree.label()),
        );
        rows.push(Row::new(
            PART,
            what,
            peak,
            PEER,
            Measure::Bytes(theirs.peak),
        ));
        if at > 0 {
            let what = format!("memory, {}", tree.label());
            let none = Measure::Bytes(ours(0).peak);
            let allowed = Measure::Bytes((1 << 20) + ours(at).answer);
            let row = Row::new(PART, what, peak, "no skill", none);
            rows.push(row.target(Target::MoreByAtMost(allowed)));
        }
    }
    rows
}

/// Starts a program, asks it one thing, and stops it.
pub(crate) fn start(
    program: &Path,
    argument: Option<&Path>,
    request: &str,
) -> anyhow::Result<Start> {
    let mut command = Command::new(program);
    command
        .arg("stdio")
        .args(argument)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let line = format!("{request}\n");
    let started = Instant::now();
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take().context("no standard input")?;
    let mut stdout = BufReader::with_capacity(1 << 20, child.stdout.take().context("no output")?);
    stdin.write_all(line.as_bytes())?;
    let mut answer = Vec::with_capacity(4 << 20);
    stdout.read_until(b'\n', &mut answer)?;
    let time = started.elapsed();
    let peak = peak(child.id());
    drop(stdin);
    let status = child.wait()?;
    ensure!(status.success(), "the server ended with {status}");
    ensure!(
        answer.starts_with(br#"{"jsonrpc":"2.0","id":1,"result":"#),
        "no result, but {}",
        String::from_utf8_lossy(&answer[..answer.len().min(200)])
    );
    Ok(Start {
        time,
        peak: peak?,
        answer: answer.len() as u64,
    })
}
