//! Pages, beside copying their bytes.

use std::hint::black_box;

use skills_runtime::{Catalog, Entry, Limits, RequestView, SkillsService, SkillsServiceBuilder};

use super::Comparison;
use crate::{VERSION, catalogs::catalog, report::Target, tree::Tree};

pub(super) fn comparisons() -> anyhow::Result<Vec<Comparison>> {
    let mut all = Vec::new();
    for skills in [10, 100, 1_000] {
        let catalog = catalog(Tree::of(skills).contents())?;
        all.push(everything(&catalog, skills)?);
        all.push(filtered(&catalog, skills)?);
    }
    Ok(all)
}

/// A page nobody is filtered out of: half as fast as copying it, from 100 skills on.
fn everything(catalog: &Catalog, skills: usize) -> anyhow::Result<Comparison> {
    let service = builder(catalog)?.build()?;
    let bytes = service.list(&RequestView::new(VERSION), None)?.into_vec();
    Ok(Comparison {
        what: format!("list of {skills} into a reused buffer"),
        beside: "`memcpy` of the same bytes",
        target: (skills >= 100).then_some(Target::RatioAtMost(2.0)),
        ours: writing_list(service, bytes.len()),
        theirs: copying(bytes),
    })
}

/// A page from which a policy takes every other skill: the policy's calls and the copy, and a tenth for all the rest.
fn filtered(catalog: &Catalog, skills: usize) -> anyhow::Result<Comparison> {
    let policy = |entry: &Entry<'_>, _: &RequestView<'_>| is_even(entry);
    let service = builder(catalog)?.availability(policy).build()?;
    let bytes = service.list(&RequestView::new(VERSION), None)?.into_vec();
    let (ours, mut copy) = (writing_list(service, bytes.len()), copying(bytes));
    let catalog = catalog.clone();
    Ok(Comparison {
        what: format!("list of {skills}, half of it filtered out"),
        beside: "the policy's calls and `memcpy`",
        target: Some(Target::RatioAtMost(1.1)),
        ours,
        theirs: Box::new(move || {
            for entry in catalog.entries() {
                black_box(is_even(&entry));
            }
            copy();
        }),
    })
}

/// A policy as cheap as one can be that looks at the skill.
fn is_even(entry: &Entry<'_>) -> bool {
    let last = entry.name().as_bytes().last();
    last.is_some_and(|digit| digit % 2 == 0)
}

fn builder(catalog: &Catalog) -> anyhow::Result<SkillsServiceBuilder> {
    let limits = Limits::builder().page_size(1_000).build()?;
    Ok(SkillsService::builder(catalog.clone()).limits(limits))
}

fn writing_list(service: SkillsService, len: usize) -> Box<dyn FnMut()> {
    let mut buffer = Vec::with_capacity(len);
    Box::new(move || {
        buffer.clear();
        let body = service.list(&RequestView::new(VERSION), None);
        let written = body.map(|body| body.write_to(&mut buffer));
        assert!(matches!(written, Ok(Ok(()))));
        black_box(&buffer);
    })
}

fn copying(bytes: Vec<u8>) -> Box<dyn FnMut()> {
    let mut buffer = Vec::with_capacity(bytes.len());
    Box::new(move || {
        buffer.clear();
        buffer.extend_from_slice(black_box(&bytes));
        black_box(&buffer);
    })
}
