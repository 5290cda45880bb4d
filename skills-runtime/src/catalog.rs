//! One or more sets of skills as one catalog.

mod claims;
mod conflict;
mod merged;
mod order;

use std::{
    fmt,
    ops::Range,
    sync::{Arc, OnceLock},
};

use skills_pack::Maxima;

pub use conflict::CatalogError;

use merged::Merged;
pub(crate) use merged::MergedDirectory;
pub(crate) use order::{Order, Slot};

use crate::{
    Directory, Entry, File, SkillSet, VerifyError, fingerprint::catalog_fingerprint, verify,
};

/// One or more sets of skills, served together.
///
/// Entries, files and directories of all sets lie in one order, bytewise by URI (D3). A catalog of one set costs nothing
/// to make. Several sets are checked against each other when the catalog is made, and put into one order on first use;
/// neither copies a skill (C3).
///
/// # Examples
///
/// ```
/// use skills_runtime::{Catalog, SkillSet};
///
/// static OURS: SkillSet = SkillSet::EMPTY;
/// static THEIRS: SkillSet = SkillSet::EMPTY;
///
/// let catalog = Catalog::new([&OURS, &THEIRS])?;
/// assert!(catalog.is_empty());
/// # Ok::<(), skills_runtime::CatalogError>(())
/// ```
#[derive(Clone)]
pub struct Catalog(Sets);

#[derive(Clone)]
enum Sets {
    One(SkillSet),
    Many(Arc<Many>),
}

struct Many {
    sets: Box<[SkillSet]>,
    merged: OnceLock<Merged>,
}

impl Many {
    fn merged(&self) -> &Merged {
        self.merged.get_or_init(|| Merged::new(&self.sets))
    }
}

impl Catalog {
    /// Puts sets together.
    ///
    /// # Errors
    ///
    /// Where one set has a file below a skill of another, the same URI included (S10): a skill is complete, so what lies
    /// below its directory is its own.
    pub fn new<'a>(sets: impl IntoIterator<Item = &'a SkillSet>) -> Result<Self, CatalogError> {
        let sets: Box<[SkillSet]> = sets.into_iter().copied().collect();
        match *sets {
            [] => Ok(Self::from(SkillSet::EMPTY)),
            [set] => Ok(Self::from(set)),
            _ => {
                conflict::check(&sets)?;
                Ok(Self(Sets::Many(Arc::new(Many {
                    sets,
                    merged: OnceLock::new(),
                }))))
            }
        }
    }

    /// How many skills there are.
    pub fn len(&self) -> usize {
        self.sets().iter().map(SkillSet::len).sum()
    }

    /// Whether there is no skill.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many files all skills hold together.
    pub fn file_count(&self) -> usize {
        let counts = self.sets().iter().map(|set| set.pack().file_count());
        counts.map(|count| count as usize).sum()
    }

    /// The default catalog scope: that of the first set.
    pub fn scope(&self) -> &'static str {
        self.sets().first().map_or("", SkillSet::scope)
    }

    /// Every skill, bytewise by root URI (D3).
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.entries_in(0..self.entry_order().len())
    }

    /// Every file, bytewise by URI, each once.
    pub fn files(&self) -> impl Iterator<Item = File<'_>> {
        self.files_in(0..self.file_order().len())
    }

    /// The skill with exactly this root URI.
    pub fn entry(&self, uri: &str) -> Option<Entry<'_>> {
        let slot = self.find(|set| set.pack().find_entry(uri))?;
        Entry::at(self, slot)
    }

    /// The file with exactly this URI.
    pub fn file(&self, uri: &str) -> Option<File<'_>> {
        let slot = self.find(|set| set.pack().find_file(uri))?;
        File::at(self, slot)
    }

    /// The bytes of the file with exactly this URI, unchanged.
    ///
    /// The catalog has them and a [`File`] does not, because a policy is shown a file without its bytes (A1).
    ///
    /// # Examples
    ///
    /// ```
    /// use skills_runtime::{Catalog, SkillSet};
    ///
    /// let catalog = Catalog::from(SkillSet::EMPTY);
    /// assert_eq!(catalog.content("skill://notes/SKILL.md"), None);
    /// ```
    pub fn content(&self, uri: &str) -> Option<&[u8]> {
        Some(self.file(uri)?.content())
    }

    /// The directory with exactly this URI, which has no slash at its end.
    pub fn directory(&self, uri: &str) -> Option<Directory<'_>> {
        Directory::at(self, self.directory_id(uri)?)
    }

    /// Whether a URI belongs to this catalog, so that nobody else may have a resource of that name (C2).
    ///
    /// It does where there is a file or directory with this URI, or a skill that it would lie below, whether or not
    /// anybody may see them.
    ///
    /// # Examples
    ///
    /// ```
    /// use skills_runtime::{Catalog, SkillSet};
    ///
    /// let catalog = Catalog::from(SkillSet::EMPTY);
    /// assert!(!catalog.claims("file:///notes.txt"));
    /// ```
    pub fn claims(&self, uri: &str) -> bool {
        self.sets()
            .iter()
            .any(|set| claims::claims(set.pack(), uri))
    }

    /// Hashes every file again and compares what the sets promise with what they hold (C4).
    ///
    /// It is a self-test: it reads everything and takes about a millisecond for each mebibyte.
    ///
    /// # Errors
    ///
    /// Names every file and entry that does not match.
    pub fn verify(&self) -> Result<(), VerifyError> {
        verify::sets(self.sets())
    }

    /// The largest of everything that a service has bounds for, in any set: numbers that the build wrote down.
    pub(crate) fn maxima(&self) -> Maxima {
        let mut all = Maxima::default();
        for one in self.sets().iter().map(|set| set.pack().maxima()) {
            all.uri = all.uri.max(one.uri);
            all.entry = all.entry.max(one.entry);
            all.descriptor = all.descriptor.max(one.descriptor);
            all.read = all.read.max(one.read);
        }
        all
    }

    fn sets(&self) -> &[SkillSet] {
        match &self.0 {
            Sets::One(set) => std::slice::from_ref(set),
            Sets::Many(many) => &many.sets,
        }
    }

    fn merged(&self) -> Option<&Merged> {
        match &self.0 {
            Sets::One(_) => None,
            Sets::Many(many) => Some(many.merged()),
        }
    }

    /// The first hit in any set. Sets share no URI, so it is the only one.
    fn find(&self, look_up: impl Fn(&SkillSet) -> Option<u32>) -> Option<Slot> {
        (0..)
            .zip(self.sets())
            .find_map(|(set, skills)| look_up(skills).map(|index| Slot { set, index }))
    }
}

/// Ids: positions in the catalog's one order.
impl Catalog {
    pub(crate) fn set(&self, set: u32) -> Option<&SkillSet> {
        self.sets().get(set as usize)
    }

    pub(crate) fn entry_order(&self) -> Order<'_> {
        match self.merged() {
            None => Order::One(
                self.sets()
                    .first()
                    .map_or(0, |set| set.pack().entry_count()),
            ),
            Some(merged) => Order::Merged(&merged.entries),
        }
    }

    pub(crate) fn file_order(&self) -> Order<'_> {
        match self.merged() {
            None => Order::One(self.sets().first().map_or(0, |set| set.pack().file_count())),
            Some(merged) => Order::Merged(&merged.files),
        }
    }

    pub(crate) fn entry_at(&self, id: u32) -> Option<Entry<'_>> {
        Entry::at(self, self.entry_order().slot(id)?)
    }

    pub(crate) fn file_at(&self, id: u32) -> Option<File<'_>> {
        File::at(self, self.file_order().slot(id)?)
    }

    pub(crate) fn entries_in(&self, ids: Range<u32>) -> impl Iterator<Item = Entry<'_>> {
        ids.filter_map(|id| self.entry_at(id))
    }

    pub(crate) fn files_in(&self, ids: Range<u32>) -> impl Iterator<Item = File<'_>> {
        ids.filter_map(|id| self.file_at(id))
    }

    /// The entries whose `SKILL.md` is one of these files. Entries and files have one order, so they lie together.
    pub(crate) fn entries_rooted_in(&self, files: Range<u32>) -> impl Iterator<Item = Entry<'_>> {
        let root = |entry| self.entry_at(entry)?.root()?.id();
        let first = |file| {
            let is_before = |entry| root(entry).is_some_and(|root| root < file);
            order::partition_point(self.entry_order().len(), is_before)
        };
        self.entries_in(first(files.start)..first(files.end))
    }

    pub(crate) fn merged_directory(&self, id: u32) -> Option<&MergedDirectory> {
        self.merged()?.directories.get(id as usize)
    }

    pub(crate) fn directory_id(&self, uri: &str) -> Option<u32> {
        match &self.0 {
            Sets::One(set) => set.pack().find_directory(uri),
            Sets::Many(many) => many.merged().find_directory(uri),
        }
    }

    #[cfg(feature = "rmcp")]
    pub(crate) fn directory_count(&self) -> u32 {
        match &self.0 {
            Sets::One(set) => set.pack().directory_count(),
            Sets::Many(many) => u32::try_from(many.merged().directories.len()).unwrap_or(u32::MAX),
        }
    }

    /// Whether several sets have been put into one order.
    #[cfg(test)]
    pub(crate) fn is_merged_yet(&self) -> bool {
        matches!(&self.0, Sets::Many(many) if many.merged.get().is_some())
    }

    pub(crate) fn is_merged(&self) -> bool {
        self.single().is_none()
    }

    /// The only set, where there is one: its order is the catalog's.
    pub(crate) fn single(&self) -> Option<SkillSet> {
        match self.0 {
            Sets::One(set) => Some(set),
            Sets::Many(_) => None,
        }
    }

    /// The finished entries of a run of ids: one slice for each stretch that lies together in one set.
    pub(crate) fn entries_json(&self, ids: Range<u32>) -> impl Iterator<Item = &'static [u8]> {
        let runs = self.entry_order().runs(ids);
        runs.filter_map(|(set, run)| Some(self.set(set)?.pack().entries_json(run)))
    }

    /// The finished descriptors of a run of ids, likewise.
    pub(crate) fn descriptors_json(&self, ids: Range<u32>) -> impl Iterator<Item = &'static [u8]> {
        let runs = self.file_order().runs(ids);
        runs.filter_map(|(set, run)| Some(self.set(set)?.pack().descriptors_json(run)))
    }

    /// The identity of the whole catalog: precomputed for one set, for several computed on first use (D5).
    pub(crate) fn fingerprint(&self) -> [u8; 32] {
        match &self.0 {
            Sets::One(set) => set.pack().fingerprint(),
            Sets::Many(many) => *many.merged().fingerprint.get_or_init(|| {
                catalog_fingerprint(self.entries().map(|entry| entry.fingerprint()))
            }),
        }
    }

    /// Whether both are handles to the same sets in the same order, so that ids of one are ids of the other.
    pub(crate) fn is_same(&self, other: &Catalog) -> bool {
        match (&self.0, &other.0) {
            (Sets::One(one), Sets::One(other)) => {
                std::ptr::eq(one.pack().as_bytes(), other.pack().as_bytes())
            }
            (Sets::Many(many), Sets::Many(other)) => Arc::ptr_eq(many, other),
            _ => false,
        }
    }
}

impl From<SkillSet> for Catalog {
    fn from(set: SkillSet) -> Self {
        Self(Sets::One(set))
    }
}

impl From<&SkillSet> for Catalog {
    fn from(set: &SkillSet) -> Self {
        Self::from(*set)
    }
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sets()).finish()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::{
        Child, Limits, RequestView, SkillsService, Visible,
        testing::{Fixture, all_pages, current, many, mixed, text},
    };

    /// The skills of `mixed`, dealt out to two sets. `skill://acme` is a directory of both.
    fn halves() -> [SkillSet; 2] {
        let first = Fixture::default()
            .skill("skill://acme/pdf-tools", &[("run.sh", b"echo hi\n")])
            .skill("skill://zoo/cat", &[]);
        let second = Fixture::default()
            .skill("skill://acme/a", &[("refs/x.txt", b"x")])
            .skill("skill://acme/outer", &[("own.txt", b"outer")])
            .skill("skill://acme/outer/inner", &[("own.txt", b"inner")])
            .skill("skill://acme/z", &[]);
        [first.set(), second.set()]
    }

    /// The same skills in one set.
    fn whole() -> SkillSet {
        let fixture = Fixture::default()
            .skill("skill://acme/a", &[("refs/x.txt", b"x")])
            .skill("skill://acme/outer", &[("own.txt", b"outer")])
            .skill("skill://acme/outer/inner", &[("own.txt", b"inner")])
            .skill("skill://acme/pdf-tools", &[("run.sh", b"echo hi\n")])
            .skill("skill://acme/z", &[])
            .skill("skill://zoo/cat", &[]);
        fixture.set()
    }

    fn service(catalog: Catalog, page_size: u64) -> SkillsService {
        let limits = Limits::builder().page_size(page_size).build().unwrap();
        SkillsService::builder(catalog)
            .limits(limits)
            .directory_reads(true)
            .scope("test")
            .cursor_secret([1; 32])
            .build()
            .unwrap()
    }

    /// Everything that both services can answer, page by page, cursors included.
    fn same_answers(one: &SkillsService, other: &SkillsService, see: &[RequestView; 2]) {
        let list = |service: &SkillsService, request: &RequestView| {
            let mut bodies = Vec::new();
            let mut keep = |body: crate::Body| {
                bodies.push(text(body.clone()));
                body
            };
            all_pages(|cursor| keep(service.list(request, cursor).unwrap()));
            all_pages(|cursor| keep(service.list_resources(request, cursor).unwrap()));
            for uri in [
                "skill://acme",
                "skill://acme/outer",
                "skill://zoo",
                "skill://acme/a/refs",
            ] {
                if service.read_directory(request, uri, None).is_ok() {
                    all_pages(|cursor| keep(service.read_directory(request, uri, cursor).unwrap()));
                }
            }
            for entry in service.catalog().entries() {
                bodies.extend(service.get(request, entry.uri()).map(text));
            }
            for file in service.catalog().files() {
                bodies.extend(service.read(request, file.uri()).map(text));
            }
            bodies
        };
        assert_eq!(list(one, &see[0]), list(other, &see[1]));
    }

    // C3, D3: several sets answer like one that holds all of it.
    #[test]
    fn several_sets_answer_like_one() {
        let [first, second] = halves();
        for page_size in [1, 2, 3, 100] {
            let one = service(Catalog::from(whole()), page_size);
            for sets in [[&first, &second], [&second, &first]] {
                let several = service(Catalog::new(sets).unwrap(), page_size);
                same_answers(&one, &several, &[current(), current()]);
                for hidden in ["outer", "inner", "pdf-tools", "a"] {
                    let see = [&one, &several].map(|service| {
                        let allow = |entry: &Entry<'_>| entry.name() != hidden;
                        let visible = Visible::select(service.catalog(), allow, |_| true);
                        current().with_visible(visible)
                    });
                    same_answers(&one, &several, &see);
                }
            }
        }
    }

    // C3
    #[test]
    fn sets_are_merged_on_first_use_and_not_before() {
        let [first, second] = halves();
        let catalog = Catalog::new([&first, &second]).unwrap();
        let Sets::Many(many) = &catalog.0 else {
            panic!("two sets are not one");
        };
        let service = service(catalog.clone(), 100);
        assert_eq!((catalog.len(), catalog.file_count()), (6, 10));
        service.get(&current(), "skill://zoo/cat/SKILL.md").unwrap();
        service
            .read(&current(), "skill://zoo/cat/SKILL.md")
            .unwrap();
        assert!(many.merged.get().is_none());
        service.list(&current(), None).unwrap();
        assert!(many.merged.get().is_some());
    }

    // C3: a set is a few words, and a catalog of one is the set.
    #[test]
    fn one_set_is_not_copied() {
        let set = whole();
        let catalog = Catalog::from(&set);
        assert!(matches!(catalog.0, Sets::One(_)));
        assert!(matches!(Catalog::new([&set]).unwrap().0, Sets::One(_)));
        assert!(Catalog::new([]).unwrap().is_empty());
        assert_eq!(catalog.fingerprint(), set.pack().fingerprint());
        assert_eq!(catalog.scope(), "fixture");
    }

    #[test]
    fn views_lead_from_one_to_the_other() {
        for catalog in [Catalog::from(whole()), Catalog::new(&halves()).unwrap()] {
            let inner = catalog.entry("skill://acme/outer/inner/SKILL.md").unwrap();
            assert_eq!(inner.name(), "inner");
            assert_eq!(inner.description(), "Does it.");
            assert_eq!(inner.metadata_value("team"), Some("docs"));
            assert_eq!(inner.metadata_value("none"), None);
            assert_eq!(
                inner.frontmatter_json(),
                r#"{"name":"inner","description":"Does it.","zeta":1.0,"alpha":[null]}"#
            );
            assert_eq!(inner.root().unwrap().uri(), inner.uri());
            assert!(inner.root().unwrap().is_root());
            let parent = inner.parent().unwrap();
            assert_eq!(parent.name(), "outer");
            assert!(parent.parent().is_none());
            assert_eq!(parent.files().count(), 4);

            let file = catalog.file("skill://acme/outer/inner/own.txt").unwrap();
            assert_eq!(
                (file.path(), file.mime_type(), file.is_text()),
                ("own.txt", "text/plain", true)
            );
            assert_eq!((file.content(), file.size()), (&b"inner"[..], 5));
            assert_eq!(catalog.content(file.uri()), Some(file.content()));
            assert_eq!(file.digest(), crate::Digest::of(b"inner"));
            assert_eq!(file.owner().unwrap().uri(), inner.uri());
            assert!(!file.is_root());
            assert!(
                file.descriptor_json()
                    .starts_with(r#"{"uri":"skill://acme/outer/inner/own.txt","#)
            );

            let directory = catalog.directory("skill://acme/outer").unwrap();
            let children: Vec<String> = directory
                .children()
                .map(|child| format!("{child:?}"))
                .collect();
            assert_eq!(
                children,
                [
                    r#"File(File("skill://acme/outer/SKILL.md"))"#,
                    r#"Directory(Directory("skill://acme/outer/inner"))"#,
                    r#"File(File("skill://acme/outer/own.txt"))"#,
                ]
            );
            let Some(Child::Directory(acme)) = catalog
                .directory("skill://acme")
                .and_then(|directory| directory.children().next())
            else {
                panic!("no subdirectory");
            };
            assert_eq!(acme.uri(), "skill://acme/a");
        }
    }

    // C4
    #[test]
    fn every_set_of_a_catalog_is_verified() {
        assert!(Catalog::new(&halves()).unwrap().verify().is_ok());
        assert!(Catalog::from(mixed().set()).verify().is_ok());
        assert!(Catalog::from(SkillSet::EMPTY).verify().is_ok());
    }

    #[test]
    fn debug_shows_sets_and_not_their_bytes() {
        let set = many(1).set();
        let bytes = set.pack().as_bytes().len();
        let expected = format!(r#"[SkillSet {{ scope: "fixture", skills: 1, bytes: {bytes} }}]"#);
        assert_eq!(format!("{:?}", Catalog::from(set)), expected);
    }
}
