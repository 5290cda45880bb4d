//! The index: what the files' URIs make it.

use crate::fault::{Fault, Problem};
use crate::index;
use crate::layout::{Section, file, slot};
use crate::reader::{Pack, range};

/// Builds the index again and compares.
pub(super) fn check(pack: Pack<'_>) -> Result<(), Fault> {
    let files = pack.records::<{ file::LEN }>(Section::Files);
    let uris = files.iter().map(|record| {
        let uri = range(record, file::URI);
        (uri.start, pack.text(uri))
    });
    let expected = index::build(uris);
    let expected: &[[u8; slot::LEN]] = expected.as_chunks().0;
    let got = pack.records(Section::Index);
    let differs = |at: &usize| expected.get(*at) != got.get(*at);
    match (0..expected.len().max(got.len())).find(differs) {
        None => Ok(()),
        Some(at) => {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            Err(Fault::new(Section::Index, at, Problem::Slot))
        }
    }
}
