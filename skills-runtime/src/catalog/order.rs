//! The one order of entries or files over all sets.

use std::ops::Range;

/// An item of one set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) set: u32,
    pub(crate) index: u32,
}

impl Slot {
    /// Whether `next` comes right behind in the same set, so that one slice holds both.
    pub(crate) fn precedes(self, next: Slot) -> bool {
        self.set == next.set && self.index.checked_add(1) == Some(next.index)
    }
}

/// Ids are positions in the order, bytewise by URI.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order<'a> {
    /// One set has its order already: the id is the index.
    One(u32),
    Merged(&'a MergedOrder),
}

impl Order<'_> {
    pub(crate) fn len(self) -> u32 {
        match self {
            Self::One(len) => len,
            Self::Merged(merged) => u32::try_from(merged.slots.len()).unwrap_or(u32::MAX),
        }
    }

    pub(crate) fn slot(self, id: u32) -> Option<Slot> {
        match self {
            Self::One(len) => (id < len).then_some(Slot { set: 0, index: id }),
            Self::Merged(merged) => merged.slots.get(id as usize).copied(),
        }
    }

    pub(crate) fn id(self, slot: Slot) -> Option<u32> {
        match self {
            Self::One(len) => (slot.index < len).then_some(slot.index),
            Self::Merged(merged) => {
                let ids = merged.ids.get(slot.set as usize)?;
                ids.get(slot.index as usize).copied()
            }
        }
    }

    /// The ids of a run of one set, which lie together wherever all its items share a URI prefix that no other item
    /// has: the files below one directory do.
    pub(crate) fn ids(self, set: u32, run: Range<u32>) -> Range<u32> {
        let ends = run.end.checked_sub(1).filter(|last| *last >= run.start);
        let ids = ends.and_then(|last| {
            let start = self.id(Slot {
                set,
                index: run.start,
            })?;
            let last = self.id(Slot { set, index: last })?;
            Some(start..last.checked_add(1)?)
        });
        ids.unwrap_or_default()
    }

    /// Splits a run of ids into runs of one set each.
    pub(crate) fn runs(self, ids: Range<u32>) -> impl Iterator<Item = (u32, Range<u32>)> {
        let mut next = ids.start;
        std::iter::from_fn(move || {
            let first = self.slot(next).filter(|_| next < ids.end)?;
            let mut last = first;
            // One set is one run; nothing is gained by walking it.
            if let Self::One(len) = self {
                last.index = ids.end.min(len) - 1;
                next = ids.end;
                return Some((first.set, first.index..last.index + 1));
            }
            next += 1;
            while let Some(slot) = self.slot(next).filter(|_| next < ids.end) {
                if !last.precedes(slot) {
                    break;
                }
                last = slot;
                next += 1;
            }
            Some((first.set, first.index..last.index + 1))
        })
    }
}

/// The first of `len` positions at which something is no longer so.
pub(super) fn partition_point(len: u32, is_before: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Slots by id, and ids by slot.
#[derive(Debug)]
pub(crate) struct MergedOrder {
    slots: Box<[Slot]>,
    ids: Box<[Box<[u32]>]>,
}

impl MergedOrder {
    /// Sorts the items of all sets, `counts` of them in each, by their URIs.
    pub(crate) fn new(counts: &[u32], uri: impl Fn(Slot) -> &'static str) -> Self {
        let mut keyed: Vec<(&'static str, Slot)> = Vec::new();
        for (set, &count) in (0..).zip(counts) {
            let slots = (0..count).map(|index| Slot { set, index });
            keyed.extend(slots.map(|slot| (uri(slot), slot)));
        }
        // Each set is sorted already; a stable sort takes such stretches as they are.
        keyed.sort_by_key(|(uri, _)| *uri);

        let mut ids: Box<[Box<[u32]>]> = counts
            .iter()
            .map(|&count| vec![0; count as usize].into_boxed_slice())
            .collect();
        for (id, (_, slot)) in (0..).zip(&keyed) {
            let place = ids.get_mut(slot.set as usize);
            if let Some(place) = place.and_then(|ids| ids.get_mut(slot.index as usize)) {
                *place = id;
            }
        }
        let slots = keyed.into_iter().map(|(_, slot)| slot).collect();
        Self { slots, ids }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(set: u32, index: u32) -> Slot {
        Slot { set, index }
    }

    fn merged() -> MergedOrder {
        let uris = [vec!["a", "b", "e"], vec!["c", "d", "f"]];
        MergedOrder::new(&[3, 3], |slot| uris[slot.set as usize][slot.index as usize])
    }

    #[test]
    fn one_set_is_its_own_order() {
        let order = Order::One(3);
        assert_eq!(order.len(), 3);
        assert_eq!(order.slot(2), Some(slot(0, 2)));
        assert_eq!(order.slot(3), None);
        assert_eq!(order.id(slot(0, 3)), None);
        assert_eq!(order.runs(1..3).collect::<Vec<_>>(), [(0, 1..3)]);
        assert_eq!(order.runs(2..9).collect::<Vec<_>>(), [(0, 2..3)]);
        assert_eq!(order.runs(2..2).count(), 0);
        assert_eq!(order.runs(3..9).count(), 0);
    }

    #[test]
    fn sets_are_interleaved_by_uri() {
        let merged = merged();
        let order = Order::Merged(&merged);
        let slots: Vec<_> = (0..order.len()).filter_map(|id| order.slot(id)).collect();
        let expected = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2)];
        assert_eq!(slots, expected.map(|(set, index)| slot(set, index)));
        for (id, slot) in (0..).zip(slots) {
            assert_eq!(order.id(slot), Some(id));
        }
        assert_eq!(order.slot(6), None);
        assert_eq!(order.id(slot(2, 0)), None);
    }

    #[test]
    fn a_run_is_split_where_the_set_changes() {
        let merged = merged();
        let order = Order::Merged(&merged);
        let runs: Vec<_> = order.runs(0..6).collect();
        assert_eq!(runs, [(0, 0..2), (1, 0..2), (0, 2..3), (1, 2..3)]);
        assert_eq!(order.runs(1..3).collect::<Vec<_>>(), [(0, 1..2), (1, 0..1)]);
        assert_eq!(order.ids(1, 0..2), 2..4);
        assert_eq!(order.ids(1, 1..1), 0..0);
        assert_eq!(order.ids(1, 2..9), 0..0);
    }

    #[test]
    fn a_partition_point_is_found_wherever_it_lies() {
        for len in 0..9 {
            for point in 0..=len {
                assert_eq!(partition_point(len, |position| position < point), point);
            }
        }
    }
}
