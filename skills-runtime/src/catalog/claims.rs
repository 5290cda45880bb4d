//! Which URIs a set has for itself (C2).

use skills_pack::{Entry, Pack};

use super::conflict::first_at_or_after;

/// Whether there is a file or directory with this URI, or a skill around it.
pub(super) fn claims(pack: Pack<'static>, uri: &str) -> bool {
    pack.find_directory(uri).is_some() || is_in_skill(pack, uri)
}

/// Whether a URI is a file of a skill or would lie below one.
///
/// What lies below a skill lies together in the order of URIs, and the skill's own files are among it. So a URI that
/// belongs there has one of them right before or right behind it.
fn is_in_skill(pack: Pack<'static>, uri: &str) -> bool {
    let behind = first_at_or_after(pack, uri);
    let neighbours = [behind.checked_sub(1), Some(behind)];
    let files = neighbours.into_iter().flatten();
    let owners = files.filter_map(|index| pack.entry(pack.file(index)?.owner()));
    let mut skills = owners.flat_map(|owner| chain(pack, owner));
    skills.any(|skill| is_below(uri, skill))
}

/// An entry and those that enclose it. A damaged pack may have a ring of parents; it ends too.
fn chain(pack: Pack<'static>, entry: Entry<'static>) -> impl Iterator<Item = Entry<'static>> {
    let parent = move |entry: &Entry<'static>| pack.entry(entry.parent()?);
    std::iter::successors(Some(entry), parent).take(pack.entry_count() as usize)
}

fn is_below(uri: &str, skill: Entry<'static>) -> bool {
    let root = skill.uri();
    let directory = root.rfind('/').and_then(|slash| root.get(..=slash));
    directory.is_some_and(|directory| uri.starts_with(directory))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use crate::{
        Catalog,
        testing::{Fixture, many, mixed},
    };

    // C2
    #[test]
    fn files_directories_and_everything_below_a_skill_are_claimed() {
        let other = Fixture::default().skill("skill://zoo/dog", &[]);
        let one = Catalog::from(mixed().set());
        let two = Catalog::new([&other.set(), &mixed().set()]).unwrap();
        for catalog in [one, two] {
            for file in catalog.files() {
                assert!(catalog.claims(file.uri()));
                let depth = file.uri().matches('/').count();
                assert!((3..=6).contains(&depth));
            }
            for uri in [
                "skill://acme",
                "skill://acme/pdf",
                "skill://acme/pdf/",
                "skill://acme/pdf/refs",
                "skill://acme/pdf/refs/deep/other.md",
                "skill://acme/pdf/!first",
                "skill://acme/pdf/~last",
                "skill://acme/pdf/SKILL.md/below",
                "skill://acme/outer/inner/new/SKILL.md",
                "skill://acme/outer/zzz",
                "skill://zoo/cat/x",
            ] {
                assert!(catalog.claims(uri), "{uri}");
            }
            for uri in [
                "",
                "skill://",
                "skill://acme/",
                "skill://acme/pd",
                "skill://acme/pdf-other/SKILL.md",
                "skill://acme/pdf.md",
                "skill://zoo/cats",
                "SKILL://acme/pdf/SKILL.md",
                "file:///etc/passwd",
                "zzz",
            ] {
                assert!(!catalog.claims(uri), "{uri}");
            }
        }
    }

    // C2: the plain definition, tried on every short URI around skills within skills.
    #[test]
    fn a_search_finds_what_the_definition_says() {
        let fixture = many(2)
            .skill("skill://acme/s00/a/in", &[("m", b""), ("z/z", b"")])
            .skill("skill://acme/s00/a/in/n", &[]);
        let catalog = Catalog::from(fixture.set());
        let directories: Vec<String> = catalog
            .entries()
            .map(|entry| entry.uri().trim_end_matches("SKILL.md").to_owned())
            .collect();
        let names = [
            "", "a", "in", "m", "n", "s00", "s01", "s02", "z", "SKILL.md", "~",
        ];
        let mut level = vec!["skill://acme".to_owned()];
        for _ in 0..4 {
            let next = level
                .iter()
                .flat_map(|uri| names.map(|name| format!("{uri}/{name}")));
            level = next.collect();
            for uri in &level {
                let below = directories
                    .iter()
                    .any(|directory| uri.starts_with(directory));
                let expected = below || catalog.directory(uri).is_some();
                assert_eq!(catalog.claims(uri), expected, "{uri}");
            }
        }
    }
}
