//! How many requests one core of a server answers, over HTTP on the loopback interface.

mod load;
mod request;

use std::{
    fs,
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, ensure};

use crate::{
    report::{Measure, Row, Target},
    servers::Servers,
    stats::interleaved,
    tree::{Tree, skill_uri},
};
use request::Request;

const PART: &str = "HTTP, 8 connections";

/// How long each server is asked in each round.
const SLICE: Duration = Duration::from_millis(250);

/// A request, and the skills of the servers that answer it.
struct Case {
    what: &'static str,
    skills: PathBuf,
    request: Request,
}

/// Measures every case, interleaved over the servers.
///
/// # Errors
///
/// Where a server does not build, start, or answer.
pub fn measure(servers: &Servers, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for case in cases(servers)? {
        eprintln!("asking for {}", case.what);
        rows.extend(compare(servers, &case, rounds)?);
    }
    Ok(rows)
}

fn cases(servers: &Servers) -> anyhow::Result<Vec<Case>> {
    let (ten, hundred) = (servers.tree(Tree::TEN)?, servers.tree(Tree::HUNDRED)?);
    let reads = servers.reads()?;
    let read = |name| Request::new("resources/read", Some(&format!("skill://reads/{name}")));
    let get = Request::new("skills/get", Some(&skill_uri(50)));
    let list = || Request::new("skills/list", None);
    let case = |what, skills: &Path, request| Case {
        what,
        skills: skills.to_owned(),
        request,
    };
    Ok(vec![
        case("list of 10", &ten, list()),
        case("list of 100", &hundred, list()),
        case("get, one of 100", &hundred, get),
        case("read, 4 KiB text", &reads, read("small.md")),
        case("read, 1 MiB text", &reads, read("large.md")),
        case("read, 1 MiB binary", &reads, read("large.bin")),
    ])
}

fn compare(servers: &Servers, case: &Case, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let embedded = servers.embedded(&case.skills)?;
    let ours = Server::start(&embedded, "http", None)?;
    let typed = Server::start(&embedded, "typed", None)?;
    let peer = Server::start(&servers.other("catalog")?, "http", Some(&case.skills))?;
    // The floor answers with the very bytes that ours does.
    let answer = servers.directory().join("answer.json");
    fs::write(&answer, load::once(ours.address, &case.request)?)?;
    let floor = Server::start(&servers.other("fixed")?, "http", Some(&answer))?;

    let all = [&ours, &peer, &floor, &typed];
    let rates = interleaved(rounds, all.len(), |index| {
        load::count(all[index].address, &case.request, SLICE)
    })?;
    let rate = |index: usize| Measure::Rate(rate(rates[index]));
    let row = |beside, index| Row::new(PART, case.what, rate(0), beside, rate(index));
    Ok(vec![
        row("axum, fixed bytes", 2).target(Target::RatioAtLeast(0.7)),
        row("rmcp `SkillCatalog`", 1).target(Target::RatioAtLeast(2.5)),
        row("ours without the layer", 3),
    ])
}

#[expect(clippy::cast_precision_loss, reason = "no machine answers so often")]
fn rate(count: u64) -> f64 {
    count as f64 / SLICE.as_secs_f64()
}

/// A server that runs until this is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(program: &Path, transport: &str, argument: Option<&Path>) -> anyhow::Result<Self> {
        let mut child = Command::new(program)
            .arg(transport)
            .args(argument)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let stdout = child.stdout.take().context("no standard output")?;
        let mut url = String::new();
        BufReader::new(stdout).read_line(&mut url)?;
        let address = url
            .trim_end()
            .strip_prefix("http://")
            .and_then(|url| url.strip_suffix("/mcp"));
        ensure!(address.is_some(), "`{}` printed no URL", program.display());
        let address = address.unwrap_or_default().parse()?;
        Ok(Self { child, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, which has shown already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
