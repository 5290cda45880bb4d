//! What can be wrong inside a pack, or inside a catalog that shall become one.

use core::fmt;
use core::ops::Range;

use crate::layout::Section;

/// A problem and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    place: Place,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Header,
    /// A record by its index, or an offset in a section without records.
    Record(Section, u32),
}

/// What is wrong with a record. Fields are called as in the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// Text that is not UTF-8, in the text section or in a text file.
    NotUtf8,
    /// A text range that leaves its text or splits a character.
    Text {
        field: &'static str,
        got: Range<u32>,
        len: usize,
    },
    /// A range that leaves what it counts.
    Range {
        field: &'static str,
        got: Range<u32>,
        count: u32,
    },
    /// An index that points past the last record.
    Index {
        field: &'static str,
        got: u32,
        count: u32,
    },
    /// A number that stands for no kind of file or child.
    Kind { got: u32, limit: u32 },
    /// A JSON text of no bytes.
    Empty { field: &'static str },
    /// A JSON text that is not one comma away from the one before.
    Comma { field: &'static str },
    /// A URI that does not come after that of the record before.
    Order,
    /// A root that is no `SKILL.md`.
    Root { got: u32 },
    /// Files that are not exactly those below the URI.
    Files { got: Range<u32> },
    /// A child that does not lie below its directory.
    NotBelow,
    /// A run that does not start where the one before ended.
    Gap {
        field: &'static str,
        got: u32,
        expected: u32,
    },
    /// A record or byte that nothing refers to.
    Unclaimed,
    /// A file that lies in no skill.
    Stray,
    /// An index that is not that of the innermost enclosing entry.
    Innermost {
        field: &'static str,
        got: Option<u32>,
        expected: Option<u32>,
    },
    /// A slot of the index that does not hold what the files' URIs put there.
    Slot,
    /// A maximum that is not that of the records.
    Maximum {
        field: &'static str,
        got: u32,
        expected: u32,
    },
}

impl Fault {
    pub(crate) const fn new(section: Section, index: u32, problem: Problem) -> Self {
        Fault {
            place: Place::Record(section, index),
            problem,
        }
    }

    pub(crate) const fn header(problem: Problem) -> Self {
        Fault {
            place: Place::Header,
            problem,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place::Record(section, index) = &self.place else {
            return write!(f, "header: {}", self.problem);
        };
        let place = match section {
            Section::Entries => "entry",
            Section::Files => "file",
            Section::Directories => "directory",
            Section::Children => "child",
            Section::Metadata => "metadata pair",
            Section::Index => "index slot",
            Section::Text => "text at byte",
            Section::Bytes => "content at byte",
        };
        write!(f, "{place} {index}: {}", self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NotUtf8 => f.write_str("not UTF-8"),
            Problem::Text { field, got, len } => {
                write!(
                    f,
                    "`{field}` leaves its text or splits a character (got {got:?}, length {len})"
                )
            }
            Problem::Range { field, got, count } => {
                write!(
                    f,
                    "`{field}` points outside the catalog (got {got:?}, there are {count})"
                )
            }
            Problem::Index { field, got, count } => {
                write!(
                    f,
                    "`{field}` points outside the catalog (got {got}, there are {count})"
                )
            }
            Problem::Kind { got, limit } => {
                write!(f, "`kind` is unknown (got {got}, limit {limit})")
            }
            Problem::Empty { field } => write!(f, "`{field}` is empty"),
            Problem::Comma { field } => {
                write!(
                    f,
                    "`{field}` does not follow the one before it after one comma"
                )
            }
            Problem::Order => f.write_str("its URI does not come after that of the one before it"),
            Problem::Root { got } => write!(f, "`root` is not a `SKILL.md` (got file {got})"),
            Problem::Files { got } => {
                write!(f, "`files` are not exactly those below it (got {got:?})")
            }
            Problem::NotBelow => f.write_str("its URI does not lie below that of its directory"),
            Problem::Gap {
                field,
                got,
                expected,
            } => {
                write!(
                    f,
                    "`{field}` does not start where the one before it ended (got {got}, expected {expected})"
                )
            }
            Problem::Unclaimed => f.write_str("nothing refers to it"),
            Problem::Stray => f.write_str("it lies in no skill"),
            Problem::Innermost {
                field,
                got,
                expected,
            } => {
                let (got, expected) = (OrNone(*got), OrNone(*expected));
                write!(
                    f,
                    "`{field}` is not the innermost enclosing entry (got {got}, expected {expected})"
                )
            }
            Problem::Slot => f.write_str("it does not hold what the files' URIs put there"),
            Problem::Maximum {
                field,
                got,
                expected,
            } => {
                write!(
                    f,
                    "`{field}` is not that of the records (got {got}, expected {expected})"
                )
            }
        }
    }
}

struct OrNone(Option<u32>);

impl fmt::Display for OrNone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(index) => index.fmt(f),
            None => f.write_str("none"),
        }
    }
}
