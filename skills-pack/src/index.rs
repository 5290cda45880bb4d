//! The index: from a URI to its file without a search.
//!
//! A table with open addressing. A URI's slot is where its hash lies among all hashes, or the first one behind it that was
//! free when it was put in; behind the last slot comes the first.

use alloc::vec;
use alloc::vec::Vec;

use crate::layout::{self, NONE, slot};
use crate::reader::number;

type Slot = [u8; slot::LEN];

/// The most files that stand in four slots, so that free ones are never far.
const FILES_IN_FOUR: usize = 3;

/// The table for files with these URIs, in their order; with each URI comes where it starts in the text section.
pub(crate) fn build<'a>(uris: impl ExactSizeIterator<Item = (u32, &'a [u8])>) -> Vec<u8> {
    let count = (uris.len() * 4).div_ceil(FILES_IN_FOUR);
    let mut table = vec![entry(0, NONE, 0); count];
    for (file, (start, uri)) in (0..).zip(uris) {
        let hash = hash(uri);
        let free = probes(hash, count).find(|at| table.get(*at).is_some_and(is_free));
        if let Some(place) = free.and_then(|at| table.get_mut(at)) {
            *place = entry(hash, file, start);
        }
    }
    table.concat()
}

/// The file with a URI. `is` says whether a file's URI starts at a place in the text section and is this one.
pub(crate) fn find(table: &[Slot], uri: &[u8], is: impl Fn(u32, u32) -> bool) -> Option<u32> {
    let hash = hash(uri);
    let slots = probes(hash, table.len()).filter_map(|at| table.get(at));
    slots
        .take_while(|slot| !is_free(slot))
        .filter(|slot| number(slot, slot::HASH) == hash)
        .find(|slot| is(number(slot, slot::FILE), number(slot, slot::URI)))
        .map(|slot| number(slot, slot::FILE))
}

/// Every slot once, from the one where the hash belongs.
fn probes(hash: u32, count: usize) -> impl Iterator<Item = usize> {
    let start = (u64::from(hash) * count as u64) >> u32::BITS;
    // Smaller than `count`, as the hash is smaller than 2³².
    let start = usize::try_from(start).unwrap_or_default();
    (start..count).chain(0..start)
}

fn entry(hash: u32, file: u32, start: u32) -> Slot {
    let mut slot = [0; slot::LEN];
    layout::put(&mut slot, slot::HASH, hash.to_le_bytes());
    layout::put(&mut slot, slot::FILE, file.to_le_bytes());
    layout::put(&mut slot, slot::URI, start.to_le_bytes());
    slot
}

fn is_free(slot: &Slot) -> bool {
    number(slot, slot::FILE) == NONE
}

/// Mixes a URI eight bytes at a time.
///
/// It spreads the URIs of one catalog, which nobody chooses who asks for them: a client can at most ask for what shares
/// a slot, and then costs what any unknown URI costs.
fn hash(uri: &[u8]) -> u32 {
    let (words, rest) = uri.as_chunks::<8>();
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let words = words.iter().copied().chain([last]);
    let mixed = words.fold(uri.len() as u64, mix);
    // The upper half, since a product's upper bits depend on all bits below.
    let [_, _, _, _, a, b, c, d] = mixed.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// One step of a multiplicative hash with 2⁶⁴ divided by the golden ratio.
fn mix(hash: u64, word: [u8; 8]) -> u64 {
    (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use core::cell::Cell;

    use super::*;

    fn uris(count: usize) -> Vec<String> {
        let uri = |index| format!("skill://skill-{index:05}/references/page-{}.md", index % 7);
        (0..count).map(uri).collect()
    }

    fn bytes(uris: &[String]) -> impl ExactSizeIterator<Item = (u32, &[u8])> {
        uris.iter().map(|uri| (9, uri.as_bytes()))
    }

    // D8
    #[test]
    fn every_uri_is_found_and_no_other() {
        for count in [0, 1, 2, 3, 4, 100, 1_000] {
            let uris = uris(count);
            let table = build(bytes(&uris));
            let slots = table.as_chunks().0;
            let found = |uri: &str| {
                find(slots, uri.as_bytes(), |file, start| {
                    start == 9 && uris[file as usize] == uri
                })
            };
            for (file, uri) in (0..).zip(&uris) {
                assert_eq!(found(uri), Some(file));
                assert_eq!(found(&uri[1..]), None);
            }
            assert_eq!(found(""), None);
        }
    }

    // What a damaged table can do at most: lead to every slot once.
    #[test]
    fn a_table_without_a_free_slot_ends() {
        let table = vec![entry(hash(b"uri"), 7, 0); 5];
        let asked = Cell::new(0);
        let found = find(&table, b"uri", |_, _| {
            asked.set(asked.get() + 1);
            false
        });
        assert_eq!((found, asked.get()), (None, 5));
    }

    #[test]
    fn hashes_spread() {
        let uris = uris(10_000);
        let table = build(bytes(&uris));
        let slots: &[Slot] = table.as_chunks().0;
        let distance = |uri: &String| {
            probes(hash(uri.as_bytes()), slots.len())
                .position(|at| uris.get(number(&slots[at], slot::FILE) as usize) == Some(uri))
        };
        let total: usize = uris.iter().filter_map(distance).sum();
        // Three quarters full, chance alone would make it 1.5 for each.
        assert!(total < 2 * uris.len(), "{total} slots too far");
    }
}
