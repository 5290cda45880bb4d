//! Requests for one thing among 10,000 skills, beside a look-up in a `HashMap`.

use std::{collections::HashMap, hint::black_box};

use skills_runtime::{Catalog, Entry, Limits, RequestView, SkillsService, SkillsServiceBuilder};

use super::Comparison;
use crate::{VERSION, catalogs::catalog, report::Target, timing::Work, tree::Tree};

/// Small files, so that it is the number of URIs that counts.
const TREE: Tree = Tree {
    skills: 10_000,
    files: 5,
    bytes: 600,
};

/// A step that meets every URI in an order that no processor foresees.
const STEP: usize = 7_919;

pub(super) fn comparisons() -> anyhow::Result<Vec<Comparison>> {
    let catalog = catalog(TREE.contents())?;
    let open = builder(&catalog)?.build()?;
    let deny = |_: &Entry<'_>, _: &RequestView<'_>| false;
    let closed = builder(&catalog)?.availability(deny).build()?;
    let roots: Vec<_> = catalog
        .entries()
        .map(|entry| entry.uri().to_owned())
        .collect();
    let files: Vec<_> = catalog.files().map(|file| file.uri().to_owned()).collect();

    let getting = |uris: &[String]| {
        let open = open.clone();
        asking(uris, move |uri| {
            open.get(&RequestView::new(VERSION), uri).is_ok()
        })
    };
    let (get, one) = (getting(&roots), getting(&roots[..1]));
    let read = asking(&files, move |uri| {
        open.read(&RequestView::new(VERSION), uri).is_ok()
    });
    let denied = asking(&roots, move |uri| {
        closed.get(&RequestView::new(VERSION), uri).is_err()
    });
    Ok(vec![
        comparison("get, one of 10,000", get, looking_up(&roots, &roots)),
        comparison("get, always the same", one, looking_up(&roots, &roots[..1])),
        comparison("read, one file of 50,000", read, looking_up(&files, &files)),
        comparison(
            "denied get, one of 10,000",
            denied,
            looking_up(&roots, &roots),
        ),
    ])
}

fn comparison(what: &str, ours: Work<'static>, theirs: Work<'static>) -> Comparison {
    Comparison {
        what: format!("{what}, without copying"),
        beside: "a look-up in a `HashMap`",
        target: Some(Target::RatioAtMost(2.0)),
        ours,
        theirs,
    }
}

fn builder(catalog: &Catalog) -> anyhow::Result<SkillsServiceBuilder> {
    let limits = Limits::builder().files(1_000_000).build()?;
    Ok(SkillsService::builder(catalog.clone()).limits(limits))
}

/// Asks for one URI after the other, and expects all answers to be as the first one.
fn asking(uris: &[String], ask: impl Fn(&str) -> bool + 'static) -> Work<'static> {
    let (uris, mut at) = (uris.to_vec(), 0);
    Box::new(move || {
        at = (at + STEP) % uris.len();
        assert!(ask(black_box(&uris[at])));
    })
}

fn looking_up(all: &[String], asked: &[String]) -> Work<'static> {
    let map: HashMap<String, u32> = all.iter().cloned().zip(0..).collect();
    asking(asked, move |uri| black_box(map.get(uri)).is_some())
}
