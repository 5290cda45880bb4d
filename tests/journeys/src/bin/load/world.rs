//! Everything that there is to be seen, and by whom.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use skills_journeys::{GROUPS, Made, View, make};

/// The skills, each with what a client has to get of it.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) skills: Vec<Known>,
}

/// A skill and its answers.
#[derive(Debug)]
pub(crate) struct Known {
    made: Made,
    pub(crate) entry: Value,
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

/// What can be listed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    Skills,
    Resources,
    Directory,
}

/// Whether a caller sees a skill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sight {
    Always,
    Sometimes,
    Never,
}

impl World {
    pub(crate) fn new(skills: usize) -> Self {
        let known = make(skills).into_iter().map(|made| Known {
            entry: made.entry(),
            files: made
                .files()
                .map(|(uri, bytes)| (uri, bytes.to_owned()))
                .collect(),
            made,
        });
        Self {
            skills: known.collect(),
        }
    }

    /// Whether a caller gets these items at some time, whichever group is hidden then: exactly these when the list is
    /// complete, these first ones when the rest was refused (D3, D7, D9).
    pub(crate) fn is_ever(
        &self,
        list: List,
        caller: usize,
        items: &[Value],
        is_complete: bool,
    ) -> bool {
        views(caller).any(|view| {
            let visible = self
                .skills
                .iter()
                .filter(|skill| skill.made.is_visible(view));
            let mut expected = visible.flat_map(|skill| skill.items(list));
            let mut found = items.iter();
            found.all(|found| expected.next().is_some_and(|item| item.is_in(found)))
                && (!is_complete || expected.next().is_none())
        })
    }
}

impl Known {
    pub(crate) fn sight(&self, caller: usize) -> Sight {
        let seen = views(caller).filter(|view| self.made.is_visible(*view));
        match seen.count() {
            0 => Sight::Never,
            // The last group is never hidden.
            count if count == GROUPS - 1 => Sight::Always,
            _ => Sight::Sometimes,
        }
    }

    pub(crate) fn uri(&self) -> String {
        self.made.uri()
    }

    pub(crate) fn directory(&self) -> String {
        self.made.directory()
    }

    fn items(&self, list: List) -> Vec<Item<'_>> {
        match list {
            List::Skills => vec![Item::Whole(&self.entry)],
            List::Directory => vec![Item::At(self.directory(), None)],
            List::Resources => {
                let files = self.files.iter();
                files
                    .map(|(uri, bytes)| Item::At(uri.clone(), Some(bytes.len())))
                    .collect()
            }
        }
    }
}

/// What an item of a list has to be.
enum Item<'a> {
    Whole(&'a Value),
    At(String, Option<usize>),
}

impl Item<'_> {
    fn is_in(&self, found: &Value) -> bool {
        match self {
            Self::Whole(entry) => *entry == found,
            Self::At(uri, size) => {
                found["uri"] == uri.as_str()
                    && found.get("size") == size.map(|size| json!(size)).as_ref()
            }
        }
    }
}

fn views(caller: usize) -> impl Iterator<Item = View> {
    (0..GROUPS - 1).map(move |hidden| View { caller, hidden })
}
