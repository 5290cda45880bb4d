//! Why a catalog could not be written, or a pack not be read.

use core::error::Error;
use core::fmt;
use core::ops::Range;

use crate::fault::Fault;
use crate::layout::{MAGIC, Section, VERSION, header};

/// Why a catalog could not be written as a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    kind: WriteErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum WriteErrorKind {
    TooLarge { got: u64, limit: u64 },
    Inconsistent(Fault),
}

impl WriteError {
    pub(crate) fn too_large(got: u64, limit: u64) -> Self {
        WriteError {
            kind: WriteErrorKind::TooLarge { got, limit },
        }
    }

    pub(crate) fn inconsistent(fault: Fault) -> Self {
        WriteError {
            kind: WriteErrorKind::Inconsistent(fault),
        }
    }

    /// Whether the pack would be longer than the 4 GiB that its offsets can address.
    pub fn is_too_large(&self) -> bool {
        matches!(self.kind, WriteErrorKind::TooLarge { .. })
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            WriteErrorKind::TooLarge { got, limit } => {
                write!(
                    f,
                    "pack would be too large (got {got} bytes, limit {limit}): split the catalog into several"
                )
            }
            WriteErrorKind::Inconsistent(fault) => write!(f, "catalog contradicts itself: {fault}"),
        }
    }
}

impl Error for WriteError {}

/// Why bytes are not a pack that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    kind: PackErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PackErrorKind {
    NotAPack,
    Version {
        got: u32,
    },
    Short {
        got: usize,
    },
    Length {
        got: usize,
        stated: u32,
    },
    Section {
        section: Section,
        got: Range<u32>,
        start: u32,
        length: u32,
    },
    Damaged(Fault),
}

impl PackError {
    pub(crate) const fn new(kind: PackErrorKind) -> Self {
        PackError { kind }
    }

    /// Whether the bytes do not even start like a pack.
    pub const fn is_not_a_pack(&self) -> bool {
        matches!(self.kind, PackErrorKind::NotAPack)
    }

    /// Whether the bytes are a pack of another format version, to be rebuilt with matching crate versions.
    pub const fn is_unsupported_version(&self) -> bool {
        matches!(self.kind, PackErrorKind::Version { .. })
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PackErrorKind::NotAPack => {
                write!(
                    f,
                    "not a skills pack (expected it to start with `{}`)",
                    MAGIC.escape_ascii()
                )
            }
            PackErrorKind::Version { got } => {
                write!(
                    f,
                    "pack format version is not supported (got {got}, expected {VERSION}): \
                     rebuild the pack with the same version of the skills crates"
                )
            }
            PackErrorKind::Short { got } => {
                write!(
                    f,
                    "pack is cut short (got {got} bytes, its header takes {})",
                    header::LEN
                )
            }
            PackErrorKind::Length { got, stated } => {
                write!(
                    f,
                    "pack has the wrong length (got {got} bytes, its header says {stated})"
                )
            }
            PackErrorKind::Section {
                section,
                got,
                start,
                length,
            } => {
                let (name, unit) = (section.name(), section.unit());
                write!(
                    f,
                    "section `{name}` is misplaced \
                     (got {got:?}, expected a multiple of {unit} bytes from {start} to at most {length})"
                )
            }
            PackErrorKind::Damaged(fault) => write!(f, "pack is damaged: {fault}"),
        }
    }
}

impl Error for PackError {}
