//! What one caller may see.

use std::{
    borrow::Cow,
    convert::Infallible,
    ops::Range,
    sync::{Arc, OnceLock},
};

use sha2::{Digest as _, Sha256};

use crate::{
    Catalog, Entry, Error, File, error::Cause, fingerprint::catalog_fingerprint, page::Ids,
};

/// What the caller of one request may see: the value that pages, cursors, look-ups and reads are computed from.
///
/// It is decided once for a request (A3), before anything is counted or cut into pages (A5). A file can be seen where
/// any entry that lists it is allowed (F9) and the file itself is permitted; an entry can be seen where it is allowed and
/// all of its files are permitted (A2).
#[derive(Clone, Debug, Default)]
pub struct Visible(Option<Arc<Subset>>);

/// Sorted ids of one catalog.
#[derive(Debug)]
struct Subset {
    catalog: Catalog,
    entries: Box<[u32]>,
    files: Files,
}

#[derive(Debug)]
enum Files {
    /// Decided one by one.
    Listed(Box<[u32]>),
    /// All of the visible entries' files, put into a list when somebody needs one.
    OfEntries(OnceLock<Box<[u32]>>),
}

impl Subset {
    fn files(&self) -> &[u32] {
        match &self.files {
            Files::Listed(files) => files,
            Files::OfEntries(files) => files.get_or_init(|| self.files_of_entries()),
        }
    }

    /// Entries may lie within others, so their runs of files may too (F9).
    fn files_of_entries(&self) -> Box<[u32]> {
        let entries = self
            .entries
            .iter()
            .filter_map(|id| self.catalog.entry_at(*id));
        let mut runs: Vec<Range<u32>> = entries.map(|entry| entry.file_ids()).collect();
        runs.sort_unstable_by_key(|run| run.start);
        let (mut files, mut end) = (Vec::new(), 0);
        for run in runs {
            files.extend(run.start.max(end)..run.end);
            end = end.max(run.end);
        }
        files.into()
    }
}

impl Visible {
    /// Everything.
    pub fn all() -> Self {
        Self(None)
    }

    /// What the two decisions leave of a catalog.
    ///
    /// `allow` is asked once for each entry (A1), then `permit` once for each file that an allowed entry lists (A2).
    pub fn select(
        catalog: &Catalog,
        mut allow: impl FnMut(&Entry<'_>) -> bool,
        mut permit: impl FnMut(&File<'_>) -> bool,
    ) -> Self {
        let allow = |entry: &Entry<'_>| Ok::<_, Infallible>(allow(entry));
        let Ok(visible) = Self::decide(catalog, allow, |file| Ok(permit(file)));
        visible
    }

    /// The same with decisions that may fail; the first failure ends it.
    pub(crate) fn decide<E>(
        catalog: &Catalog,
        mut allow: impl FnMut(&Entry<'_>) -> Result<bool, E>,
        mut permit: impl FnMut(&File<'_>) -> Result<bool, E>,
    ) -> Result<Self, E> {
        let allowed = catalog.entries().map(|entry| allow(&entry));
        let allowed: Vec<bool> = allowed.collect::<Result<_, E>>()?;
        let is_allowed = |entry: &Entry<'_>| {
            let id = entry.id().and_then(|id| allowed.get(id as usize));
            id.copied().unwrap_or_default()
        };
        let mut files = Vec::new();
        for (id, file) in (0..).zip(catalog.files()) {
            let mut listed_by = file.owner().into_iter().flat_map(Entry::chain);
            if listed_by.any(|entry| is_allowed(&entry)) && permit(&file)? {
                files.push(id);
            }
        }
        let entries = (0..).zip(catalog.entries()).filter(|(_, entry)| {
            let ids = entry.file_ids();
            is_allowed(entry) && within(&files, &ids).len() == ids.len()
        });
        let entries = entries.map(|(id, _)| id).collect();
        Ok(Self::subset(catalog, entries, Files::Listed(files.into())))
    }

    /// What is left where files are not decided about one by one.
    pub(crate) fn of_entries<E>(
        catalog: &Catalog,
        mut allow: impl FnMut(&Entry<'_>) -> Result<bool, E>,
    ) -> Result<Self, E> {
        let mut entries = Vec::new();
        for (id, entry) in (0..).zip(catalog.entries()) {
            if allow(&entry)? {
                entries.push(id);
            }
        }
        let files = Files::OfEntries(OnceLock::new());
        Ok(Self::subset(catalog, entries.into(), files))
    }

    fn subset(catalog: &Catalog, entries: Box<[u32]>, files: Files) -> Self {
        Self(Some(Arc::new(Subset {
            catalog: catalog.clone(),
            entries,
            files,
        })))
    }

    pub(crate) fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// Ids mean nothing in another catalog.
    pub(crate) fn check(&self, catalog: &Catalog) -> Result<(), Error> {
        match &self.0 {
            Some(subset) if !subset.catalog.is_same(catalog) => Err(Cause::ForeignVisible.into()),
            _ => Ok(()),
        }
    }

    pub(crate) fn entry(&self, entry: &Entry<'_>) -> bool {
        self.0
            .as_ref()
            .is_none_or(|subset| contains(&subset.entries, entry.id()))
    }

    pub(crate) fn file(&self, file: &File<'_>) -> bool {
        self.0
            .as_ref()
            .is_none_or(|subset| contains(subset.files(), file.id()))
    }

    /// Whether any of these files can be seen.
    pub(crate) fn any_file(&self, ids: Range<u32>) -> bool {
        match &self.0 {
            None => !ids.is_empty(),
            Some(subset) => !within(subset.files(), &ids).is_empty(),
        }
    }

    pub(crate) fn entry_ids(&self, catalog: &Catalog) -> Ids<'_> {
        match &self.0 {
            None => Ids::All(catalog.entry_order().len()),
            Some(subset) => Ids::Some(Cow::Borrowed(&subset.entries)),
        }
    }

    pub(crate) fn file_ids(&self, catalog: &Catalog) -> Ids<'_> {
        match &self.0 {
            None => Ids::All(catalog.file_order().len()),
            Some(subset) => Ids::Some(Cow::Borrowed(subset.files())),
        }
    }

    /// The visible files that are the `SKILL.md` of an entry.
    pub(crate) fn root_ids<'a>(&self, catalog: &'a Catalog) -> Ids<'a> {
        match &self.0 {
            None => Ids::Roots(catalog),
            Some(subset) => {
                let is_root = |id: &u32| catalog.file_at(*id).is_some_and(|file| file.is_root());
                Ids::Some(subset.files().iter().copied().filter(is_root).collect())
            }
        }
    }

    /// The identity of the entries that can be seen (D5).
    pub(crate) fn entries_fingerprint(&self, catalog: &Catalog) -> [u8; 32] {
        match &self.0 {
            None => catalog.fingerprint(),
            // No policy had anything against anybody: what was computed for everybody holds.
            Some(subset) if subset.entries.len() == catalog.len() => catalog.fingerprint(),
            Some(subset) => {
                let entries = subset.entries.iter().filter_map(|id| catalog.entry_at(*id));
                catalog_fingerprint(entries.map(|entry| entry.fingerprint()))
            }
        }
    }

    /// The identity of the files that can be seen: that of the entries, which names all of their files, and the other
    /// files one by one.
    pub(crate) fn files_fingerprint(&self, catalog: &Catalog) -> [u8; 32] {
        let entries = self.entries_fingerprint(catalog);
        let Some(subset) = &self.0 else {
            return entries;
        };
        let Files::Listed(files) = &subset.files else {
            return entries;
        };
        let mut hash = Sha256::new_with_prefix(entries);
        let mut implied = true;
        for file in files.iter().filter_map(|id| catalog.file_at(*id)) {
            let mut listed_by = file.owner().into_iter().flat_map(Entry::chain);
            if !listed_by.any(|entry| self.entry(&entry)) {
                implied = false;
                hash.update((file.descriptor_bytes().len() as u64).to_le_bytes());
                hash.update(file.descriptor_bytes());
                hash.update(file.digest().as_bytes());
            }
        }
        if implied {
            entries
        } else {
            hash.finalize().into()
        }
    }
}

fn contains(ids: &[u32], id: Option<u32>) -> bool {
    id.is_some_and(|id| ids.binary_search(&id).is_ok())
}

/// The part of sorted ids that lies in a range.
fn within<'a>(ids: &'a [u32], range: &Range<u32>) -> &'a [u32] {
    let start = ids.partition_point(|id| *id < range.start);
    let end = ids.partition_point(|id| *id < range.end);
    ids.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::testing::{many, mixed};

    fn catalog() -> Catalog {
        Catalog::from(mixed().set())
    }

    fn names(catalog: &Catalog, visible: &Visible) -> Vec<String> {
        let entries = catalog.entries().filter(|entry| visible.entry(entry));
        entries.map(|entry| entry.name().to_owned()).collect()
    }

    fn paths(catalog: &Catalog, visible: &Visible) -> Vec<String> {
        let files = catalog.files().filter(|file| visible.file(file));
        files
            .map(|file| file.uri().trim_start_matches("skill://").to_owned())
            .collect()
    }

    // A3: one question for each item.
    #[test]
    fn every_item_is_asked_about_once() {
        let catalog = catalog();
        let asked = RefCell::new(Vec::new());
        Visible::select(
            &catalog,
            |entry| {
                asked.borrow_mut().push(entry.uri().to_owned());
                entry.name() != "pdf"
            },
            |file| {
                asked.borrow_mut().push(format!("file {}", file.uri()));
                true
            },
        );
        let asked = asked.into_inner();
        let mut once = asked.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), asked.len());
        // The five files of `pdf` are listed by no allowed entry, so nobody needs to know about them.
        assert_eq!(asked.len(), catalog.len() + catalog.file_count() - 5);
    }

    // A1, F9
    #[test]
    fn a_file_is_visible_through_any_entry_that_lists_it() {
        let catalog = catalog();
        let outer = Visible::select(&catalog, |entry| entry.name() == "outer", |_| true);
        assert_eq!(names(&catalog, &outer), ["outer"]);
        assert_eq!(
            paths(&catalog, &outer),
            [
                "acme/outer/SKILL.md",
                "acme/outer/inner/SKILL.md",
                "acme/outer/inner/own.txt",
                "acme/outer/own.txt"
            ]
        );
        let inner = Visible::select(&catalog, |entry| entry.name() == "inner", |_| true);
        assert_eq!(names(&catalog, &inner), ["inner"]);
        assert_eq!(
            paths(&catalog, &inner),
            ["acme/outer/inner/SKILL.md", "acme/outer/inner/own.txt"]
        );
    }

    // A2
    #[test]
    fn one_concealed_file_conceals_every_entry_that_lists_it() {
        let catalog = catalog();
        let hidden = "skill://acme/outer/inner/own.txt";
        let visible = Visible::select(&catalog, |_| true, |file| file.uri() != hidden);
        assert_eq!(names(&catalog, &visible), ["pdf-tools", "pdf", "cat"]);
        assert_eq!(paths(&catalog, &visible).len(), catalog.file_count() - 1);
    }

    // D5: whoever sees everything has the precomputed fingerprint, policies or not.
    #[test]
    fn everything_selected_is_everything() {
        let catalog = catalog();
        let all = Visible::all();
        let selected = Visible::select(&catalog, |_| true, |_| true);
        assert_eq!(all.entries_fingerprint(&catalog), catalog.fingerprint());
        assert_eq!(
            selected.entries_fingerprint(&catalog),
            catalog.fingerprint()
        );
        assert_eq!(all.files_fingerprint(&catalog), catalog.fingerprint());
        assert_eq!(selected.files_fingerprint(&catalog), catalog.fingerprint());
    }

    // D5: a caller cannot tell whether what is concealed was changed, added or removed.
    #[test]
    fn concealed_entries_do_not_change_a_fingerprint() {
        let fingerprints = |count: usize| {
            let catalog = Catalog::from(many(count).set());
            let first = |entry: &Entry<'_>| matches!(entry.name(), "s00" | "s02");
            let visible = Visible::select(&catalog, first, |_| true);
            [
                visible.entries_fingerprint(&catalog),
                visible.files_fingerprint(&catalog),
            ]
        };
        assert_eq!(fingerprints(3), fingerprints(8));
        assert_ne!(fingerprints(3), fingerprints(2));
    }

    // D5: files that no visible entry speaks for are hashed one by one.
    #[test]
    fn files_of_concealed_entries_change_only_the_fingerprint_of_files() {
        let catalog = Catalog::from(many(3).set());
        let without = |hidden: &'static str| {
            let visible = Visible::select(&catalog, |_| true, |file| file.uri() != hidden);
            [
                visible.entries_fingerprint(&catalog),
                visible.files_fingerprint(&catalog),
            ]
        };
        let guide = without("skill://acme/s01/refs/guide.md");
        let root = without("skill://acme/s01/SKILL.md");
        assert_eq!(guide[0], root[0]);
        assert_ne!(guide[1], root[1]);
        assert_ne!(guide[0], guide[1]);
    }

    #[test]
    fn ids_in_a_range_are_found() {
        let ids = [1, 3, 4, 9];
        assert_eq!(within(&ids, &(2..5)), [3, 4]);
        assert_eq!(within(&ids, &(0..10)), ids);
        assert!(within(&ids, &(5..9)).is_empty());
        assert!(within(&ids, &(3..3)).is_empty());
    }
}
