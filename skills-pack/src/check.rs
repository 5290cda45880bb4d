//! The checks: of the header when a pack is opened, of everything else when it is asked for or was just written.

mod bytes;
mod nesting;
mod slots;
mod tables;

use crate::error::PackErrorKind;
use crate::fault::{Fault, Problem};
use crate::layout::{self, MAGIC, Section, VERSION, header};
use crate::maxima;
use crate::reader::Pack;

/// Checks magic, version, length and where the sections lie.
pub(crate) const fn envelope(bytes: &[u8]) -> Result<(), PackErrorKind> {
    let got = bytes.len();
    match layout::number(bytes, header::MAGIC) {
        Some(magic) if magic == u32::from_le_bytes(MAGIC) => {}
        _ => return Err(PackErrorKind::NotAPack),
    }
    // Another version may have another header, so nothing that follows is looked at before.
    match layout::number(bytes, header::VERSION) {
        Some(VERSION) => {}
        Some(got) => return Err(PackErrorKind::Version { got }),
        None => return Err(PackErrorKind::Short { got }),
    }
    if got < header::LEN {
        return Err(PackErrorKind::Short { got });
    }
    match layout::number(bytes, header::LENGTH) {
        Some(stated) if stated as usize == got => sections(bytes, stated),
        Some(stated) => Err(PackErrorKind::Length { got, stated }),
        None => Err(PackErrorKind::Short { got }),
    }
}

/// Checks that the sections fill the `length` bytes after the header in order, each with whole records.
const fn sections(bytes: &[u8], length: u32) -> Result<(), PackErrorKind> {
    let mut start = layout::HEADER_LEN;
    let mut i = 0;
    while i < Section::ALL.len() {
        let section = Section::ALL[i];
        let Some(got) = layout::range(bytes, section.slot()) else {
            return Err(PackErrorKind::Short { got: bytes.len() });
        };
        let last = i + 1 == Section::ALL.len();
        let misplaced =
            got.start != start || got.end < start || got.end > length || (last && got.end < length);
        if misplaced || !((got.end - start) as usize).is_multiple_of(section.unit()) {
            return Err(PackErrorKind::Section {
                section,
                got,
                start,
                length,
            });
        }
        start = got.end;
        i += 1;
    }
    Ok(())
}

/// Checks everything that a reader relies on beyond the header.
pub(crate) fn contents(pack: Pack<'_>) -> Result<(), Fault> {
    let text = core::str::from_utf8(pack.section(Section::Text)).map_err(|error| {
        let at = u32::try_from(error.valid_up_to()).unwrap_or(u32::MAX);
        Fault::new(Section::Text, at, Problem::NotUtf8)
    })?;
    tables::files(pack, text)?;
    tables::entries(pack, text)?;
    tables::metadata(pack, text)?;
    tables::directories(pack, text)?;
    slots::check(pack)?;
    nesting::check(pack)?;
    bytes::check(pack)?;
    maxima::check(pack)
}
