//! A directory level.

use std::{fmt, ops::Range};

use skills_pack::Target;

use crate::{
    Catalog, File,
    catalog::{MergedDirectory, Slot},
};

/// One directory level of a catalog, above a skill or within one (D9).
#[derive(Clone, Copy)]
pub struct Directory<'a> {
    catalog: &'a Catalog,
    raw: RawDirectory<'a>,
}

#[derive(Clone, Copy)]
enum RawDirectory<'a> {
    One(skills_pack::Directory<'static>),
    Merged(&'a MergedDirectory),
}

/// A direct child of a directory.
#[derive(Clone, Copy, Debug)]
pub enum Child<'a> {
    /// A file.
    File(File<'a>),
    /// A subdirectory.
    Directory(Directory<'a>),
}

impl<'a> Directory<'a> {
    pub(crate) fn at(catalog: &'a Catalog, id: u32) -> Option<Self> {
        let raw = if catalog.is_merged() {
            RawDirectory::Merged(catalog.merged_directory(id)?)
        } else {
            RawDirectory::One(catalog.set(0)?.pack().directory(id)?)
        };
        Some(Self { catalog, raw })
    }

    /// The URI, without a slash at the end.
    pub fn uri(&self) -> &'a str {
        self.static_uri()
    }

    /// The direct children, bytewise by URI.
    pub fn children(&self) -> impl Iterator<Item = Child<'a>> {
        let directory = *self;
        (0..self.child_count()).filter_map(move |child| directory.child(child))
    }

    pub(crate) fn static_uri(&self) -> &'static str {
        match self.raw {
            RawDirectory::One(raw) => raw.uri(),
            RawDirectory::Merged(merged) => merged.uri,
        }
    }

    pub(crate) fn child_count(&self) -> u32 {
        match self.raw {
            RawDirectory::One(raw) => raw.child_count(),
            RawDirectory::Merged(merged) => {
                u32::try_from(merged.children.len()).unwrap_or(u32::MAX)
            }
        }
    }

    pub(crate) fn child(&self, child: u32) -> Option<Child<'a>> {
        let (set, raw) = self.raw_child(child)?;
        match raw.target() {
            Target::File(index) => File::at(self.catalog, Slot { set, index }).map(Child::File),
            Target::Directory(index) => {
                let directory = self.catalog.set(set)?.pack().directory(index)?;
                let id = match self.raw {
                    RawDirectory::One(_) => index,
                    RawDirectory::Merged(_) => self.catalog.directory_id(directory.uri())?,
                };
                Directory::at(self.catalog, id).map(Child::Directory)
            }
        }
    }

    pub(crate) fn child_json(&self, child: u32) -> Option<&'static [u8]> {
        Some(self.raw_child(child)?.1.json())
    }

    /// The finished descriptors of a run of children: one slice for each stretch that lies together in one set.
    pub(crate) fn children_json(&self, children: Range<u32>) -> Vec<&'static [u8]> {
        match self.raw {
            RawDirectory::One(raw) => vec![raw.children_json(children)],
            RawDirectory::Merged(merged) => {
                let run = children.start as usize..children.end as usize;
                let parts = merged.children.get(run).unwrap_or_default();
                let stretches = parts.chunk_by(|part, next| part.precedes(*next));
                stretches
                    .filter_map(|stretch| {
                        let (first, last) = (stretch.first()?, stretch.last()?);
                        let raw = self.raw_part(first.directory)?;
                        Some(raw.children_json(first.child..last.child + 1))
                    })
                    .collect()
            }
        }
    }

    /// The ids of the files below this directory, at every depth.
    pub(crate) fn file_ids(&self) -> Range<u32> {
        let order = self.catalog.file_order();
        match self.raw {
            RawDirectory::One(raw) => order.ids(0, raw.files()),
            RawDirectory::Merged(merged) => merged
                .parts
                .iter()
                .filter_map(|part| Some(order.ids(part.set, self.raw_part(*part)?.files())))
                .reduce(|all, part| all.start.min(part.start)..all.end.max(part.end))
                .unwrap_or_default(),
        }
    }

    fn raw_child(&self, child: u32) -> Option<(u32, skills_pack::Child<'static>)> {
        match self.raw {
            RawDirectory::One(raw) => Some((0, raw.child(child)?)),
            RawDirectory::Merged(merged) => {
                let part = merged.children.get(child as usize)?;
                let raw = self.raw_part(part.directory)?;
                Some((part.directory.set, raw.child(part.child)?))
            }
        }
    }

    fn raw_part(&self, part: Slot) -> Option<skills_pack::Directory<'static>> {
        self.catalog.set(part.set)?.pack().directory(part.index)
    }
}

impl fmt::Debug for Directory<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Directory").field(&self.uri()).finish()
    }
}

impl Child<'_> {
    pub(crate) fn static_uri(&self) -> &'static str {
        match self {
            Self::File(file) => file.static_uri(),
            Self::Directory(directory) => directory.static_uri(),
        }
    }
}
