//! The largest of everything that a server has bounds for.

use crate::fault::{Fault, Problem};
use crate::layout::{self, Section, child, directory, entry, file, header};
use crate::reader::{Pack, range};

/// The largest of everything that a server has bounds for, in bytes; zero in a catalog without skills.
///
/// They are part of the header, so that a server can refuse a catalog at its start without a look at each skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Maxima {
    /// The longest URI of a file or directory.
    pub uri: u32,
    /// The longest JSON of an entry.
    pub entry: u32,
    /// The longest JSON of a resource: a file's descriptor or a child of a directory.
    pub descriptor: u32,
    /// The largest sum of a file's URI, MIME type and encoded content: what the read of one file takes beyond what all
    /// reads take.
    pub read: u32,
}

/// Each maximum: its name, its place in the header, and the field that it belongs to.
type Field = (&'static str, usize, fn(&mut Maxima) -> &mut u32);

const FIELDS: [Field; 4] = [
    ("longest uri", header::LONGEST_URI, |maxima| &mut maxima.uri),
    ("longest entry", header::LONGEST_ENTRY, |maxima| {
        &mut maxima.entry
    }),
    ("longest descriptor", header::LONGEST_DESCRIPTOR, |maxima| {
        &mut maxima.descriptor
    }),
    ("largest read", header::LARGEST_READ, |maxima| {
        &mut maxima.read
    }),
];

impl Maxima {
    /// What the header says.
    pub(crate) fn stated(bytes: &[u8]) -> Self {
        let mut maxima = Self::default();
        for (_, at, field) in FIELDS {
            *field(&mut maxima) = layout::number(bytes, at).unwrap_or_default();
        }
        maxima
    }

    /// What the records say, whether or not they make sense.
    pub(crate) fn measured(pack: Pack<'_>) -> Self {
        let entries = pack.records::<{ entry::LEN }>(Section::Entries);
        let files = pack.records::<{ file::LEN }>(Section::Files);
        let directories = pack.records::<{ directory::LEN }>(Section::Directories);
        let children = pack.records::<{ child::LEN }>(Section::Children);
        let uris = lengths(files, file::URI).chain(lengths(directories, directory::URI));
        let descriptors = lengths(files, file::DESCRIPTOR).chain(lengths(children, child::JSON));
        Self {
            uri: uris.max().unwrap_or_default(),
            entry: lengths(entries, entry::JSON).max().unwrap_or_default(),
            descriptor: descriptors.max().unwrap_or_default(),
            read: files.iter().map(read).max().unwrap_or_default(),
        }
    }

    pub(crate) fn write(mut self, header: &mut [u8]) {
        for (_, at, field) in FIELDS {
            layout::put(header, at, field(&mut self).to_le_bytes());
        }
    }
}

/// Checks that the header says what the records say.
pub(crate) fn check(pack: Pack<'_>) -> Result<(), Fault> {
    let (mut stated, mut measured) = (pack.maxima(), Maxima::measured(pack));
    for (name, _, field) in FIELDS {
        let (got, expected) = (*field(&mut stated), *field(&mut measured));
        if got != expected {
            return Err(Fault::header(Problem::Maximum {
                field: name,
                got,
                expected,
            }));
        }
    }
    Ok(())
}

fn lengths<const N: usize>(records: &[[u8; N]], at: usize) -> impl Iterator<Item = u32> {
    records.iter().map(move |record| length(record, at))
}

fn length<const N: usize>(record: &[u8; N], at: usize) -> u32 {
    let range = range(record, at);
    range.end.saturating_sub(range.start)
}

fn read(record: &[u8; file::LEN]) -> u32 {
    let names = length(record, file::URI).saturating_add(length(record, file::MIME_TYPE));
    names.saturating_add(crate::reader::number(record, file::ENCODED_LEN))
}
