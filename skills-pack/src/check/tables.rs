//! The record tables, each on its own: what every record points at, and how it follows the one before it.

use core::ops::Range;

use crate::fault::{Fault, Problem};
use crate::layout::{Section, child, directory, entry, file, metadata};
use crate::reader::{Pack, number, range};

type Checked = Result<(), Problem>;

pub(super) fn files(pack: Pack<'_>, text: &str) -> Result<(), Fault> {
    let mut previous = None;
    for (index, record) in (0..).zip(pack.records::<{ file::LEN }>(Section::Files)) {
        one_file(text, record, previous)
            .map_err(|problem| Fault::new(Section::Files, index, problem))?;
        previous = Some(record);
    }
    Ok(())
}

fn one_file(text: &str, record: &[u8; file::LEN], previous: Option<&[u8; file::LEN]>) -> Checked {
    for (field, at) in [
        ("uri", file::URI),
        ("path", file::PATH),
        ("mime type", file::MIME_TYPE),
    ] {
        string(text, field, range(record, at))?;
    }
    json(text, "descriptor", record, previous, file::DESCRIPTOR)?;
    ascending(text, record, previous, file::URI)?;
    kind(number(record, file::KIND), file::TEXT)
}

pub(super) fn entries(pack: Pack<'_>, text: &str) -> Result<(), Fault> {
    let mut previous = None;
    let mut pairs = 0;
    for (index, record) in (0..).zip(pack.records::<{ entry::LEN }>(Section::Entries)) {
        let fault = |problem| Fault::new(Section::Entries, index, problem);
        one_entry(pack, text, record, previous).map_err(fault)?;
        pairs = follows(
            "metadata",
            range(record, entry::METADATA),
            pairs,
            pack.count(Section::Metadata),
        )
        .map_err(fault)?;
        previous = Some(record);
    }
    all_claimed(pack, Section::Metadata, pairs)
}

fn one_entry(
    pack: Pack<'_>,
    text: &str,
    record: &[u8; entry::LEN],
    previous: Option<&[u8; entry::LEN]>,
) -> Checked {
    for (field, at) in [("name", entry::NAME), ("description", entry::DESCRIPTION)] {
        string(text, field, range(record, at))?;
    }
    let json = json(text, "json", record, previous, entry::JSON)?;
    string(json, "frontmatter", range(record, entry::FRONTMATTER))?;
    root(pack, record)?;
    // Files ascend by URI, so their indices stand for their URIs.
    if previous.is_some_and(|previous| number(previous, entry::ROOT) >= number(record, entry::ROOT))
    {
        return Err(Problem::Order);
    }
    Ok(())
}

/// Checks that the entry's root is a `SKILL.md`, and that its files are exactly those below the root's directory.
fn root(pack: Pack<'_>, record: &[u8; entry::LEN]) -> Checked {
    let root = number(record, entry::ROOT);
    let Some(uri) = pack.file(root).map(|file| file.uri()) else {
        return Err(Problem::Index {
            field: "root",
            got: root,
            count: pack.count(Section::Files),
        });
    };
    let Some(directory) = uri.strip_suffix("/SKILL.md") else {
        return Err(Problem::Root { got: root });
    };
    let files = range(record, entry::FILES);
    if !files.contains(&root) {
        return Err(Problem::Files { got: files });
    }
    files_below(pack, directory, files)
}

pub(super) fn metadata(pack: Pack<'_>, text: &str) -> Result<(), Fault> {
    for (index, record) in (0..).zip(pack.records::<{ metadata::LEN }>(Section::Metadata)) {
        for (field, at) in [("key", metadata::KEY), ("value", metadata::VALUE)] {
            string(text, field, range(record, at))
                .map_err(|problem| Fault::new(Section::Metadata, index, problem))?;
        }
    }
    Ok(())
}

pub(super) fn directories(pack: Pack<'_>, text: &str) -> Result<(), Fault> {
    let mut previous = None;
    let mut claimed = 0;
    for (index, record) in (0..).zip(pack.records::<{ directory::LEN }>(Section::Directories)) {
        let fault = |problem| Fault::new(Section::Directories, index, problem);
        let uri = string(text, "uri", range(record, directory::URI)).map_err(fault)?;
        ascending(text, record, previous, directory::URI).map_err(fault)?;
        files_below(pack, uri, range(record, directory::FILES)).map_err(fault)?;
        let run = range(record, directory::CHILDREN);
        claimed = follows(
            "children",
            run.clone(),
            claimed,
            pack.count(Section::Children),
        )
        .map_err(fault)?;
        children(pack, text, uri, run)?;
        previous = Some(record);
    }
    all_claimed(pack, Section::Children, claimed)
}

fn children(pack: Pack<'_>, text: &str, directory: &str, run: Range<u32>) -> Result<(), Fault> {
    let mut previous = None;
    for (index, record) in run
        .clone()
        .zip(pack.run::<{ child::LEN }>(Section::Children, run))
    {
        one_child(pack, text, directory, record, previous)
            .map_err(|problem| Fault::new(Section::Children, index, problem))?;
        previous = Some(record);
    }
    Ok(())
}

fn one_child(
    pack: Pack<'_>,
    text: &str,
    directory: &str,
    record: &[u8; child::LEN],
    previous: Option<&[u8; child::LEN]>,
) -> Checked {
    json(text, "json", record, previous, child::JSON)?;
    kind(number(record, child::KIND), child::DIRECTORY)?;
    let Some(uri) = target(pack, record) else {
        let section = if number(record, child::KIND) == child::FILE {
            Section::Files
        } else {
            Section::Directories
        };
        return Err(Problem::Index {
            field: "target",
            got: number(record, child::TARGET),
            count: pack.count(section),
        });
    };
    if !is_below(uri, directory) {
        return Err(Problem::NotBelow);
    }
    match previous.and_then(|previous| target(pack, previous)) {
        Some(previous) if previous >= uri => Err(Problem::Order),
        _ => Ok(()),
    }
}

fn target<'a>(pack: Pack<'a>, record: &[u8; child::LEN]) -> Option<&'a str> {
    let index = number(record, child::TARGET);
    if number(record, child::KIND) == child::FILE {
        pack.file(index).map(|file| file.uri())
    } else {
        pack.directory(index).map(|directory| directory.uri())
    }
}

/// Checks that `run` is exactly the files below a directory. They are neighbours, since files ascend by URI, so the
/// files at the run's ends and beside them decide.
fn files_below(pack: Pack<'_>, directory: &str, run: Range<u32>) -> Checked {
    let count = pack.count(Section::Files);
    if run.start > run.end || run.end > count {
        return Err(Problem::Range {
            field: "files",
            got: run,
            count,
        });
    }
    let below = |index: u32| {
        pack.file(index)
            .is_some_and(|file| is_below(file.uri(), directory))
    };
    let inside = run.is_empty() || (below(run.start) && below(run.end - 1));
    let beside = run.start.checked_sub(1).is_some_and(below) || below(run.end);
    if inside && !beside {
        Ok(())
    } else {
        Err(Problem::Files { got: run })
    }
}

fn is_below(uri: &str, directory: &str) -> bool {
    let Some(rest) = uri.strip_prefix(directory) else {
        return false;
    };
    // A base without a path, such as `skill://`, ends in its slash already.
    if directory.ends_with('/') {
        !rest.is_empty()
    } else {
        rest.len() > 1 && rest.starts_with('/')
    }
}

/// The string that a range of `text` stands for.
fn string<'a>(text: &'a str, field: &'static str, range: Range<u32>) -> Result<&'a str, Problem> {
    text.get(range.start as usize..range.end as usize)
        .ok_or(Problem::Text {
            field,
            got: range,
            len: text.len(),
        })
}

/// The JSON text of a record, checked to follow that of the record before after one comma.
fn json<'a, const N: usize>(
    text: &'a str,
    field: &'static str,
    record: &[u8; N],
    previous: Option<&[u8; N]>,
    at: usize,
) -> Result<&'a str, Problem> {
    let own = range(record, at);
    let json = string(text, field, own.clone())?;
    if json.is_empty() {
        return Err(Problem::Empty { field });
    }
    if let Some(previous) = previous
        && text.get(range(previous, at).end as usize..own.start as usize) != Some(",")
    {
        return Err(Problem::Comma { field });
    }
    Ok(json)
}

/// Checks that a record's URI comes after that of the record before.
fn ascending<const N: usize>(
    text: &str,
    record: &[u8; N],
    previous: Option<&[u8; N]>,
    at: usize,
) -> Checked {
    let Some(previous) = previous else {
        return Ok(());
    };
    if string(text, "uri", range(previous, at))? < string(text, "uri", range(record, at))? {
        Ok(())
    } else {
        Err(Problem::Order)
    }
}

fn kind(got: u32, limit: u32) -> Checked {
    if got > limit {
        Err(Problem::Kind { got, limit })
    } else {
        Ok(())
    }
}

/// Checks that a run of records starts where the one before ended, and says where it ends itself.
fn follows(
    field: &'static str,
    run: Range<u32>,
    expected: u32,
    count: u32,
) -> Result<u32, Problem> {
    if run.start > run.end || run.end > count {
        return Err(Problem::Range {
            field,
            got: run,
            count,
        });
    }
    if run.start != expected {
        return Err(Problem::Gap {
            field,
            got: run.start,
            expected,
        });
    }
    Ok(run.end)
}

fn all_claimed(pack: Pack<'_>, section: Section, claimed: u32) -> Result<(), Fault> {
    if claimed < pack.count(section) {
        Err(Fault::new(section, claimed, Problem::Unclaimed))
    } else {
        Ok(())
    }
}
