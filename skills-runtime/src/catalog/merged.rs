//! Several sets in one order, without copies of what they hold (C3).

use std::sync::OnceLock;

use skills_pack::Target;

use super::order::{MergedOrder, Slot};
use crate::SkillSet;

/// The order over all sets, made on first use.
#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) entries: MergedOrder,
    pub(crate) files: MergedOrder,
    pub(crate) directories: Box<[MergedDirectory]>,
    pub(crate) fingerprint: OnceLock<[u8; 32]>,
}

/// One directory, which may have children in several sets: the levels above the skills do.
#[derive(Debug)]
pub(crate) struct MergedDirectory {
    pub(crate) uri: &'static str,
    /// The directory in each set that has it.
    pub(crate) parts: Box<[Slot]>,
    /// The children of all parts, bytewise by URI; of a subdirectory in several sets, the first one's descriptor.
    pub(crate) children: Box<[Part]>,
}

/// A child of a directory of one set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) directory: Slot,
    pub(crate) child: u32,
}

impl Part {
    /// Whether `next` is the next child of the same directory of the same set, so that one slice holds both.
    pub(crate) fn precedes(self, next: Part) -> bool {
        self.directory == next.directory && self.child.checked_add(1) == Some(next.child)
    }
}

impl Merged {
    pub(super) fn new(sets: &[SkillSet]) -> Self {
        let entry_uri = |slot| entry_uri(sets, slot).unwrap_or_default();
        let file_uri = |slot| file_uri(sets, slot).unwrap_or_default();
        let entries: Vec<u32> = sets.iter().map(|set| set.pack().entry_count()).collect();
        let files: Vec<u32> = sets.iter().map(|set| set.pack().file_count()).collect();
        Self {
            entries: MergedOrder::new(&entries, entry_uri),
            files: MergedOrder::new(&files, file_uri),
            directories: directories(sets),
            fingerprint: OnceLock::new(),
        }
    }

    pub(super) fn find_directory(&self, uri: &str) -> Option<u32> {
        let found = self
            .directories
            .binary_search_by(|directory| directory.uri.cmp(uri));
        u32::try_from(found.ok()?).ok()
    }
}

fn entry_uri(sets: &[SkillSet], slot: Slot) -> Option<&'static str> {
    let pack = sets.get(slot.set as usize)?.pack();
    Some(pack.entry(slot.index)?.uri())
}

fn file_uri(sets: &[SkillSet], slot: Slot) -> Option<&'static str> {
    let pack = sets.get(slot.set as usize)?.pack();
    Some(pack.file(slot.index)?.uri())
}

fn directory_uri(sets: &[SkillSet], slot: Slot) -> Option<&'static str> {
    let pack = sets.get(slot.set as usize)?.pack();
    Some(pack.directory(slot.index)?.uri())
}

fn directories(sets: &[SkillSet]) -> Box<[MergedDirectory]> {
    let mut keyed: Vec<(&'static str, Slot)> = Vec::new();
    for (set, skills) in (0..).zip(sets) {
        let slots = (0..skills.pack().directory_count()).map(|index| Slot { set, index });
        keyed.extend(slots.filter_map(|slot| Some((directory_uri(sets, slot)?, slot))));
    }
    keyed.sort_by_key(|(uri, _)| *uri);
    keyed
        .chunk_by(|(uri, _), (next, _)| uri == next)
        .filter_map(|same| {
            let parts: Box<[Slot]> = same.iter().map(|(_, slot)| *slot).collect();
            let children = children(sets, &parts);
            Some(MergedDirectory {
                uri: same.first()?.0,
                parts,
                children,
            })
        })
        .collect()
}

fn children(sets: &[SkillSet], parts: &[Slot]) -> Box<[Part]> {
    let mut keyed: Vec<(&'static str, Part)> = Vec::new();
    for &directory in parts {
        let count = child_count(sets, directory).unwrap_or_default();
        let children = (0..count).map(|child| Part { directory, child });
        keyed.extend(children.filter_map(|part| Some((child_uri(sets, part)?, part))));
    }
    keyed.sort_by_key(|(uri, _)| *uri);
    keyed.dedup_by_key(|(uri, _)| *uri);
    keyed.into_iter().map(|(_, part)| part).collect()
}

fn child_count(sets: &[SkillSet], directory: Slot) -> Option<u32> {
    let pack = sets.get(directory.set as usize)?.pack();
    Some(pack.directory(directory.index)?.child_count())
}

fn child_uri(sets: &[SkillSet], part: Part) -> Option<&'static str> {
    let set = part.directory.set;
    let pack = sets.get(set as usize)?.pack();
    match pack
        .directory(part.directory.index)?
        .child(part.child)?
        .target()
    {
        Target::File(index) => file_uri(sets, Slot { set, index }),
        Target::Directory(index) => directory_uri(sets, Slot { set, index }),
    }
}
