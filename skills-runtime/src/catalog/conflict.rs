//! Whether sets can be served together (S10).

use std::fmt;

use skills_pack::Pack;

use super::order::partition_point;
use crate::SkillSet;

/// Two sets that cannot be one catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogError(Conflict);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conflict {
    Same {
        uri: &'static str,
    },
    Below {
        uri: &'static str,
        root: &'static str,
    },
}

impl CatalogError {
    /// The URI that is where it may not be.
    pub fn uri(&self) -> &str {
        match self.0 {
            Conflict::Same { uri } | Conflict::Below { uri, .. } => uri,
        }
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Conflict::Same { uri } => write!(f, "`{uri}` is in two sets of skills"),
            Conflict::Below { uri, root } => {
                write!(f, "`{uri}` lies below the skill `{root}` of another set")
            }
        }
    }
}

impl std::error::Error for CatalogError {}

/// Refuses a file of one set below a skill of another.
///
/// Every file lies below some skill of its own set, so this finds equal URIs too, and a file of one set where another
/// has a directory: whatever is in that directory lies below the file's skill.
pub(super) fn check(sets: &[SkillSet]) -> Result<(), CatalogError> {
    for (index, set) in sets.iter().enumerate() {
        for (other_index, other) in sets.iter().enumerate() {
            if index != other_index {
                check_pair(set.pack(), other.pack())?;
            }
        }
    }
    Ok(())
}

fn check_pair(set: Pack<'static>, other: Pack<'static>) -> Result<(), CatalogError> {
    for root in (0..set.entry_count()).filter_map(|index| Some(set.entry(index)?.uri())) {
        let directory = root.rfind('/').and_then(|slash| root.get(..=slash));
        let intruder = directory.and_then(|directory| first_below(other, directory));
        if let Some(uri) = intruder {
            return Err(CatalogError(match set.find_file(uri) {
                Some(_) => Conflict::Same { uri },
                None => Conflict::Below { uri, root },
            }));
        }
    }
    Ok(())
}

/// The first file below a directory, which is given with its slash.
fn first_below(pack: Pack<'static>, directory: &str) -> Option<&'static str> {
    let file = pack.file(first_at_or_after(pack, directory))?;
    file.uri().starts_with(directory).then(|| file.uri())
}

/// The index of the first file whose URI is not less than `uri`.
pub(super) fn first_at_or_after(pack: Pack<'static>, uri: &str) -> u32 {
    partition_point(pack.file_count(), |index| {
        pack.file(index).is_some_and(|file| file.uri() < uri)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use crate::{Catalog, CatalogError, testing::Fixture};

    fn conflict(first: &Fixture, second: &Fixture) -> [CatalogError; 2] {
        let (first, second) = (first.set(), second.set());
        [[&first, &second], [&second, &first]].map(|sets| Catalog::new(sets).unwrap_err())
    }

    fn pdf() -> Fixture {
        Fixture::default().skill("skill://acme/pdf", &[("refs/a.txt", b"a")])
    }

    // S10
    #[test]
    fn the_same_uri_in_two_sets_is_refused() {
        for error in conflict(&pdf(), &pdf()) {
            assert_eq!(error.uri(), "skill://acme/pdf/SKILL.md");
            assert_eq!(
                error.to_string(),
                "`skill://acme/pdf/SKILL.md` is in two sets of skills"
            );
        }
    }

    // S10
    #[test]
    fn anything_below_a_skill_of_another_set_is_refused() {
        let below = Fixture::default().skill("skill://acme/pdf/nested", &[]);
        let message = "`skill://acme/pdf/nested/SKILL.md` lies below the skill \
                       `skill://acme/pdf/SKILL.md` of another set";
        for error in conflict(&pdf(), &below) {
            assert_eq!(error.uri(), "skill://acme/pdf/nested/SKILL.md");
            assert_eq!(error.to_string(), message);
        }
    }

    // S10: `refs` is a file here and a directory there.
    #[test]
    fn a_file_that_is_a_directory_of_another_set_is_refused() {
        let file = Fixture::default().skill("skill://acme/pdf", &[("refs", b"a")]);
        let directory = Fixture::default().skill("skill://acme/pdf/refs/skill", &[]);
        for error in conflict(&file, &directory) {
            assert_eq!(error.uri(), "skill://acme/pdf/refs/skill/SKILL.md");
        }
    }

    // S10: names that only start alike, and the same name at different addresses, are no conflict.
    #[test]
    fn neighbours_are_no_conflict() {
        let others = Fixture::default()
            .skill("skill://acme/pd", &[])
            .skill("skill://acme/pdf-tools", &[])
            .skill("skill://acme/pdf.old", &[])
            .skill("skill://acme/pdf0", &[])
            .skill("skill://acme/r2/pdf", &[("refs/a.txt", b"b")])
            .skill("skill://zoo/pdf", &[]);
        assert!(Catalog::new([&pdf().set(), &others.set()]).is_ok());
    }

    #[test]
    fn all_pairs_are_looked_at() {
        let sets = ["a", "b", "c", "b"].map(|name| {
            Fixture::default()
                .skill(&format!("skill://acme/{name}"), &[])
                .set()
        });
        let error = Catalog::new(&sets).unwrap_err();
        assert_eq!(error.uri(), "skill://acme/b/SKILL.md");
        assert!(Catalog::new(&sets[..3]).is_ok());
    }
}
