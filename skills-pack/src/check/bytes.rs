//! The contents of files: side by side, equal ones once, and UTF-8 where a file is text.

use alloc::vec::Vec;
use core::ops::Range;

use crate::fault::{Fault, Problem};
use crate::layout::{Section, file};
use crate::reader::{Pack, number, range};

/// Checks that the contents cover the section without gap or overlap.
pub(super) fn check(pack: Pack<'_>) -> Result<(), Fault> {
    let bytes = pack.section(Section::Bytes);
    let mut stored = 0..0;
    for Content { range, kind, file } in distinct(pack) {
        let fault = |problem| Fault::new(Section::Files, file, problem);
        stored = place(stored, range.clone()).map_err(fault)?;
        let Some(content) = bytes.get(range.start as usize..range.end as usize) else {
            let count = pack.count(Section::Bytes);
            return Err(fault(Problem::Range {
                field: "content",
                got: range,
                count,
            }));
        };
        if kind == file::TEXT && core::str::from_utf8(content).is_err() {
            return Err(fault(Problem::NotUtf8));
        }
    }
    if stored.end < pack.count(Section::Bytes) {
        return Err(Fault::new(Section::Bytes, stored.end, Problem::Unclaimed));
    }
    Ok(())
}

/// A content and the first file that has it.
struct Content {
    range: Range<u32>,
    kind: u32,
    file: u32,
}

/// The contents by position. One that several files share comes once, so that it is not looked at again and again.
fn distinct(pack: Pack<'_>) -> Vec<Content> {
    let files = (0..).zip(pack.records::<{ file::LEN }>(Section::Files));
    let mut contents: Vec<_> = files
        .map(|(file, record)| Content {
            range: range(record, file::CONTENT),
            kind: number(record, file::KIND),
            file,
        })
        .collect();
    let position = |content: &Content| (content.range.start, content.range.end, content.kind);
    // Stable, so that of equal ones the first file stays.
    contents.sort_by_key(position);
    contents.dedup_by_key(|content| position(content));
    contents
}

/// Where the stored bytes end once a content is counted: it is the last one again, empty, or starts after it.
fn place(stored: Range<u32>, content: Range<u32>) -> Result<Range<u32>, Problem> {
    let empty = content.start == content.end && content.end <= stored.end;
    if empty || content == stored {
        Ok(stored)
    } else if content.start == stored.end {
        Ok(content)
    } else {
        Err(Problem::Gap {
            field: "content",
            got: content.start,
            expected: stored.end,
        })
    }
}
