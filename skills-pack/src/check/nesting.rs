//! Entries within entries: each parent and each file's owner is the innermost one (F9).

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::fault::{Fault, Problem};
use crate::layout::{NONE, Section, entry, file};
use crate::reader::{Pack, number, range};

/// Walks the files once with a stack of the entries that are open at each.
///
/// Relies on what the tables' checks hold: each entry has exactly the files below its directory, and no two have the
/// same directory. Hence the runs of two entries are nested or apart, and never equal.
pub(super) fn check(pack: Pack<'_>) -> Result<(), Fault> {
    let entries = pack.records::<{ entry::LEN }>(Section::Entries);
    let mut opening: Vec<_> = (0..).zip(entries).collect();
    opening.sort_by_key(|(_, record)| {
        let files = range(record, entry::FILES);
        (Reverse(files.start), files.end)
    });

    let mut open: Vec<Open> = Vec::new();
    for (index, record) in (0..).zip(pack.records::<{ file::LEN }>(Section::Files)) {
        while open.pop_if(|top| top.end <= index).is_some() {}
        while let Some((entry, record)) =
            opening.pop_if(|(_, record)| range(record, entry::FILES).start <= index)
        {
            innermost("parent", number(record, entry::PARENT), &open)
                .map_err(|problem| Fault::new(Section::Entries, entry, problem))?;
            open.push(Open {
                entry,
                end: range(record, entry::FILES).end,
            });
        }
        owned(number(record, file::OWNER), &open)
            .map_err(|problem| Fault::new(Section::Files, index, problem))?;
    }
    Ok(())
}

/// An entry whose files have begun.
struct Open {
    entry: u32,
    end: u32,
}

fn owned(owner: u32, open: &[Open]) -> Result<(), Problem> {
    if open.is_empty() {
        return Err(Problem::Stray);
    }
    innermost("owner", owner, open)
}

/// Checks that an index is that of the entry that opened last, or points nowhere if there is none.
fn innermost(field: &'static str, got: u32, open: &[Open]) -> Result<(), Problem> {
    let expected = open.last().map_or(NONE, |top| top.entry);
    if got == expected {
        return Ok(());
    }
    let [got, expected] = [got, expected].map(|index| Some(index).filter(|&index| index != NONE));
    Err(Problem::Innermost {
        field,
        got,
        expected,
    })
}
