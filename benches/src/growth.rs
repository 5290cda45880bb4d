//! How time and memory grow with the number of skills.

mod compiling;

use std::{hint::black_box, path::Path};

use rmcp::handler::server::skill_catalog::SkillCatalog;
use skills_runtime::{Body, Limits, RequestView, SkillsService};

pub use compiling::compile_once;

use crate::{
    VERSION,
    catalogs::catalog,
    report::{Measure, Row},
    request::message,
    servers::Servers,
    startup::start,
    stats::{exponent, interleaved},
    timing::{Work, times},
    tree::{Tree, skill_uri},
};

const PART: &str = "growth";
const PEER: &str = "rmcp `SkillCatalog`";

const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];

/// How often something slow is measured.
const FEW: usize = 5;

/// What is measured at each size, ours and theirs.
type Pair = [Measure; 2];

/// Measures every size, and the exponent over all of them.
///
/// # Errors
///
/// Where a server does not build or start, and on whatever the file system refuses.
pub fn measure(servers: &Servers, rounds: usize) -> anyhow::Result<Vec<Row>> {
    let mut table: Vec<(&str, Vec<Pair>)> = Vec::new();
    for skills in SIZES {
        eprintln!("growing to {skills} skills");
        for (what, pair) in at(servers, skills, rounds)? {
            match table.iter_mut().find(|(known, _)| *known == what) {
                Some((_, pairs)) => pairs.push(pair),
                None => table.push((what, vec![pair])),
            }
        }
    }
    Ok(table
        .into_iter()
        .flat_map(|(what, pairs)| rows(what, &pairs))
        .collect())
}

fn at(
    servers: &Servers,
    skills: usize,
    rounds: usize,
) -> anyhow::Result<Vec<(&'static str, Pair)>> {
    let tree = Tree {
        skills,
        files: 3,
        bytes: 1 << 10,
    };
    let directory = servers.tree(tree)?;
    let mut all = started(servers, tree, &directory, rounds)?;
    all.extend(asked(tree, &directory, rounds)?);
    all.extend(compiling::measure(&directory)?);
    Ok(all)
}

/// From starting a server to its answer to the first request, which is for a list or for one skill.
fn started(
    servers: &Servers,
    tree: Tree,
    directory: &Path,
    rounds: usize,
) -> anyhow::Result<Vec<(&'static str, Pair)>> {
    let (ours, theirs) = (servers.embedded(directory)?, servers.other("catalog")?);
    let list = message("skills/list", None);
    let get = message("skills/get", Some(&skill_uri(tree.skills / 2)));
    let starts = interleaved(rounds.min(FEW * 3), 4, |index| match index {
        0 => start(&ours, None, &list),
        1 => start(&theirs, Some(directory), &list),
        2 => start(&ours, None, &get),
        _ => start(&theirs, Some(directory), &get),
    })?;
    let times = |at: usize| [starts[at].time, starts[at + 1].time].map(Measure::Time);
    let peaks = |at: usize| [starts[at].peak, starts[at + 1].peak].map(Measure::Bytes);
    Ok(vec![
        ("start to the first list, time", times(0)),
        ("start to the first list, memory", peaks(0)),
        ("start to the first get, time", times(2)),
        ("start to the first get, memory", peaks(2)),
    ])
}

/// A page of 100 of ours is compared with the whole list of theirs, since that is what each of them answers with.
fn asked(tree: Tree, directory: &Path, rounds: usize) -> anyhow::Result<Vec<(&'static str, Pair)>> {
    let limits = Limits::builder().files(1_000_000).build()?;
    let service = SkillsService::builder(catalog(tree.contents())?)
        .limits(limits)
        .build()?;
    let peer = SkillCatalog::from_dir(directory)?;
    let uri = skill_uri(tree.skills / 2);
    let view = || RequestView::new(VERSION);
    let mut work: [Work<'_>; 4] = [
        succeeding(|| service.list(&view(), None).map(Body::into_vec)),
        succeeding(|| serde_json::to_vec(&peer.list_skills())),
        succeeding(|| service.get(&view(), &uri).map(Body::into_vec)),
        succeeding(|| serde_json::to_vec(&peer.get_skill(&uri)?).map_err(anyhow::Error::from)),
    ];
    let times = times(rounds.min(FEW * 3), &mut work);
    let pair = |at: usize| [times[at], times[at + 1]].map(Measure::Time);
    Ok(vec![
        ("list in process, the first answer", pair(0)),
        ("get in process", pair(2)),
    ])
}

fn succeeding<'a, T, E>(work: impl Fn() -> Result<T, E> + 'a) -> Work<'a> {
    Box::new(move || assert!(black_box(work()).is_ok()))
}

fn rows(what: &str, pairs: &[Pair]) -> Vec<Row> {
    let mut rows: Vec<Row> = SIZES
        .iter()
        .zip(pairs)
        .map(|(skills, [ours, theirs])| {
            Row::new(
                PART,
                format!("{what}, {skills} skills"),
                *ours,
                PEER,
                *theirs,
            )
        })
        .collect();
    let slope = |side: usize| {
        let points: Vec<_> = SIZES
            .iter()
            .zip(pairs)
            .map(|(skills, pair)| (count(*skills), pair[side].number()))
            .collect();
        Measure::Number(exponent(&points))
    };
    rows.push(Row::new(
        PART,
        format!("{what}, **exponent**"),
        slope(0),
        PEER,
        slope(1),
    ));
    rows
}

fn count(skills: usize) -> f64 {
    u32::try_from(skills).map_or(f64::INFINITY, f64::from)
}
