//! The reader: slices of a pack, decoded when they are asked for.

mod directory;
mod entry;
mod file;

use core::fmt;
use core::ops::Range;

pub use self::directory::{Child, Directory};
pub use self::entry::Entry;
pub use self::file::File;
use crate::check;
use crate::error::{PackError, PackErrorKind};
use crate::index;
use crate::layout::{self, Section, header};
use crate::maxima::Maxima;

/// A catalog as one byte string.
///
/// A pack is two words that borrow the bytes, and a handle that it gives out is three. An accessor reads the field when
/// it is called. On a pack that has not passed [`Pack::check`] a field that makes no sense reads as
/// empty, and an index as written, so that looking it up yields `None`.
#[derive(Clone, Copy)]
pub struct Pack<'a> {
    /// As long as its header says, with all sections inside.
    bytes: &'a [u8],
}

impl<'a> Pack<'a> {
    /// A catalog without skills.
    pub const EMPTY: Pack<'static> = {
        const HEADER: [u8; header::LEN] = match layout::header_for([0; 32], [0; Section::ALL.len()])
        {
            Some(header) => header,
            None => panic!("an empty pack is short"),
        };
        Pack::new_unchecked(&HEADER)
    };

    /// Opens a pack. Looks at the header only, so that it can be done in a `const`, at no cost at run time.
    ///
    /// # Errors
    ///
    /// The bytes do not start like a pack, are of another format version, have another length than the header says,
    /// or a section does not lie where it should.
    pub const fn new(bytes: &'a [u8]) -> Result<Pack<'a>, PackError> {
        match check::envelope(bytes) {
            Ok(()) => Ok(Pack::new_unchecked(bytes)),
            Err(kind) => Err(PackError::new(kind)),
        }
    }

    /// Opens bytes whose header this crate has written or checked.
    pub(crate) const fn new_unchecked(bytes: &'a [u8]) -> Pack<'a> {
        Pack { bytes }
    }

    /// Checks everything that a reader relies on. To be called once before a pack from outside is served.
    ///
    /// All records point inside the pack, texts are UTF-8, URIs ascend strictly, every skill and directory has exactly
    /// the files below it, parents and owners are the innermost ones, single commas separate the JSON texts, and the
    /// header's maxima are those of the records.
    /// What other code computed is taken as given: JSON syntax, digests, fingerprints and encoded lengths.
    ///
    /// Takes little longer than reading the pack once, and memory in proportion to the number of its records.
    ///
    /// # Errors
    ///
    /// The first problem found, with the record that has it.
    pub fn check(&self) -> Result<(), PackError> {
        check::contents(*self).map_err(|fault| PackError::new(PackErrorKind::Damaged(fault)))
    }

    /// The identity of the whole catalog.
    pub fn fingerprint(&self) -> [u8; 32] {
        layout::hash(self.bytes, header::FINGERPRINT).unwrap_or_default()
    }

    /// The largest of everything that a server has bounds for, as the header says.
    pub fn maxima(&self) -> Maxima {
        Maxima::stated(self.bytes)
    }

    /// The bytes of the pack.
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many entries there are.
    pub fn entry_count(&self) -> u32 {
        self.count(Section::Entries)
    }

    /// The entry with this index, in the order of root URIs (D3).
    pub fn entry(&self, index: u32) -> Option<Entry<'a>> {
        self.record(Section::Entries, index)
            .map(|record| Entry::new(*self, record))
    }

    /// The index of the entry with exactly this root URI (D2).
    pub fn find_entry(&self, uri: &str) -> Option<u32> {
        let root = self.find_file(uri)?;
        let record: &[u8; layout::file::LEN] = self.record(Section::Files, root)?;
        // A root lies in its own entry, which is the innermost one.
        let owner = number(record, layout::file::OWNER);
        let entry: &[u8; layout::entry::LEN] = self.record(Section::Entries, owner)?;
        (number(entry, layout::entry::ROOT) == root).then_some(owner)
    }

    /// The JSON of a run of entries as one slice, with commas between and none at the ends.
    ///
    /// Empty for an empty run and for one that leaves the catalog.
    pub fn entries_json(&self, run: Range<u32>) -> &'a [u8] {
        self.json_run::<{ layout::entry::LEN }>(Section::Entries, layout::entry::JSON, run)
    }

    /// How many files there are.
    pub fn file_count(&self) -> u32 {
        self.count(Section::Files)
    }

    /// The file with this index, in the order of URIs.
    pub fn file(&self, index: u32) -> Option<File<'a>> {
        self.record(Section::Files, index)
            .map(|record| File::new(*self, record))
    }

    /// The index of the file with exactly this URI (D8).
    pub fn find_file(&self, uri: &str) -> Option<u32> {
        let (files, text) = (self.records(Section::Files), self.section(Section::Text));
        let len = u32::try_from(uri.len()).ok()?;
        index::find(
            self.records(Section::Index),
            uri.as_bytes(),
            |file, start| {
                let Some(end) = start.checked_add(len) else {
                    return false;
                };
                let record: Option<&[u8; layout::file::LEN]> = files.get(file as usize);
                let is_its = |record| range(record, layout::file::URI) == (start..end);
                slice(text, start..end) == uri.as_bytes() && record.is_some_and(is_its)
            },
        )
    }

    /// The resource descriptors of a run of files as one slice, with commas between and none at the ends.
    ///
    /// Empty for an empty run and for one that leaves the catalog.
    pub fn descriptors_json(&self, run: Range<u32>) -> &'a [u8] {
        self.json_run::<{ layout::file::LEN }>(Section::Files, layout::file::DESCRIPTOR, run)
    }

    /// How many directories there are.
    pub fn directory_count(&self) -> u32 {
        self.count(Section::Directories)
    }

    /// The directory with this index, in the order of URIs.
    pub fn directory(&self, index: u32) -> Option<Directory<'a>> {
        self.record(Section::Directories, index)
            .map(|record| Directory::new(*self, record))
    }

    /// The index of the directory with exactly this URI (D9).
    pub fn find_directory(&self, uri: &str) -> Option<u32> {
        let text = self.section(Section::Text);
        let records: &[[u8; layout::directory::LEN]] = self.records(Section::Directories);
        let found = records.binary_search_by(|record| {
            slice(text, range(record, layout::directory::URI)).cmp(uri.as_bytes())
        });
        u32::try_from(found.ok()?).ok()
    }
}

/// What the handles and the check are built from.
impl<'a> Pack<'a> {
    pub(crate) fn section(&self, section: Section) -> &'a [u8] {
        let range = layout::range(self.bytes, section.slot()).unwrap_or_default();
        slice(self.bytes, range)
    }

    /// The number of records in a section, or of bytes where it has none.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "`new` has compared the length of the pack with a `u32`"
    )]
    pub(crate) fn count(&self, section: Section) -> u32 {
        (self.section(section).len() / section.unit()) as u32
    }

    pub(crate) fn records<const N: usize>(&self, section: Section) -> &'a [[u8; N]] {
        debug_assert_eq!(section.unit(), N);
        self.section(section).as_chunks().0
    }

    fn record<const N: usize>(&self, section: Section, index: u32) -> Option<&'a [u8; N]> {
        self.records(section).get(index as usize)
    }

    /// A run of records, empty if it leaves the section.
    pub(crate) fn run<const N: usize>(&self, section: Section, run: Range<u32>) -> &'a [[u8; N]] {
        slice(self.records(section), run)
    }

    pub(crate) fn text(&self, range: Range<u32>) -> &'a [u8] {
        slice(self.section(Section::Text), range)
    }

    pub(crate) fn string(&self, range: Range<u32>) -> &'a str {
        core::str::from_utf8(self.text(range)).unwrap_or_default()
    }

    /// A range of records as it is in the pack, or an empty one if it leaves the section.
    pub(crate) fn inside(&self, section: Section, range: Range<u32>) -> Range<u32> {
        if range.start <= range.end && range.end <= self.count(section) {
            range
        } else {
            0..0
        }
    }

    /// The text from the first record's JSON to the last one's.
    fn json_run<const N: usize>(
        &self,
        section: Section,
        field: usize,
        run: Range<u32>,
    ) -> &'a [u8] {
        joined(*self, self.run::<N>(section, run), field)
    }
}

impl fmt::Debug for Pack<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pack")
            .field("bytes", &self.bytes.len())
            .field("entries", &self.entry_count())
            .field("files", &self.file_count())
            .field("directories", &self.directory_count())
            .finish()
    }
}

/// The text from the first record's JSON to the last one's: one slice, since they lie one comma apart.
fn joined<'a, const N: usize>(pack: Pack<'a>, run: &'a [[u8; N]], field: usize) -> &'a [u8] {
    let (Some(first), Some(last)) = (run.first(), run.last()) else {
        return &[];
    };
    pack.text(range(first, field).start..range(last, field).end)
}

/// A slice of `items`, empty if the range leaves them.
fn slice<T>(items: &[T], range: Range<u32>) -> &[T] {
    items
        .get(range.start as usize..range.end as usize)
        .unwrap_or_default()
}

/// The number in a record. `at` is one of the layout's constants, so it lies inside.
pub(crate) fn number<const N: usize>(record: &[u8; N], at: usize) -> u32 {
    layout::number(record, at).unwrap_or_default()
}

/// The range in a record. `at` is one of the layout's constants, so it lies inside.
pub(crate) fn range<const N: usize>(record: &[u8; N], at: usize) -> Range<u32> {
    layout::range(record, at).unwrap_or_default()
}

/// The hash in a record. `at` is one of the layout's constants, so it lies inside.
pub(crate) fn hash<const N: usize>(record: &[u8; N], at: usize) -> [u8; 32] {
    layout::hash(record, at).unwrap_or_default()
}
