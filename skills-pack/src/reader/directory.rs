//! The handles of a directory and its children.

use core::fmt;
use core::ops::Range;

use super::{Pack, joined, number, range, slice};
use crate::layout::{Section, child, directory};
use crate::spec::Target;

/// One directory level of a pack (D9).
#[derive(Clone, Copy)]
pub struct Directory<'a> {
    pack: Pack<'a>,
    record: &'a [u8; directory::LEN],
}

impl<'a> Directory<'a> {
    pub(super) fn new(pack: Pack<'a>, record: &'a [u8; directory::LEN]) -> Self {
        Directory { pack, record }
    }

    /// The URI, without a slash at the end, unless it is a base without a path such as `skill://`.
    pub fn uri(&self) -> &'a str {
        self.pack.string(range(self.record, directory::URI))
    }

    /// The files below the directory, at every depth.
    pub fn files(&self) -> Range<u32> {
        self.pack
            .inside(Section::Files, range(self.record, directory::FILES))
    }

    /// How many direct children there are.
    pub fn child_count(&self) -> u32 {
        let children = self
            .pack
            .inside(Section::Children, range(self.record, directory::CHILDREN));
        children.end - children.start
    }

    /// The direct child with this index, in the order of URIs.
    pub fn child(&self, index: u32) -> Option<Child<'a>> {
        let record = self.children().get(index as usize)?;
        Some(Child {
            pack: self.pack,
            record,
        })
    }

    /// The JSON of a run of children as one slice, with commas between and none at the ends.
    ///
    /// The run counts this directory's children. Empty for an empty run and for one that leaves the directory.
    pub fn children_json(&self, run: Range<u32>) -> &'a [u8] {
        joined(self.pack, slice(self.children(), run), child::JSON)
    }

    fn children(&self) -> &'a [[u8; child::LEN]] {
        self.pack
            .run(Section::Children, range(self.record, directory::CHILDREN))
    }
}

impl fmt::Debug for Directory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Directory")
            .field("uri", &self.uri())
            .field("children", &self.child_count())
            .finish_non_exhaustive()
    }
}

/// One direct child of a directory (D9).
#[derive(Clone, Copy)]
pub struct Child<'a> {
    pack: Pack<'a>,
    record: &'a [u8; child::LEN],
}

impl<'a> Child<'a> {
    /// The file or directory that it is.
    pub fn target(&self) -> Target {
        let index = number(self.record, child::TARGET);
        if number(self.record, child::KIND) == child::FILE {
            Target::File(index)
        } else {
            Target::Directory(index)
        }
    }

    /// The finished JSON of the item in a directory read.
    pub fn json(&self) -> &'a [u8] {
        self.pack.text(range(self.record, child::JSON))
    }
}

impl fmt::Debug for Child<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Child")
            .field("target", &self.target())
            .finish_non_exhaustive()
    }
}
