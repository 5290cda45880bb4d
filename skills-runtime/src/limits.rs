//! The bounds of a service.

use std::{fmt, ops::RangeInclusive};

const MIB: u64 = 1 << 20;

/// What a result adds to an entry at most, apart from a server's own `_meta`.
const RESULT_OVERHEAD: u64 = 256;

/// The bounds that a service holds its requests and results to (L).
///
/// | bound | default | valid values |
/// |---|---|---|
/// | [`page_size`](LimitsBuilder::page_size): items on a page of any list | 100 | 1–1,000 |
/// | [`entries`](LimitsBuilder::entries): skills in the catalog | 10,000 | 1–1,000,000 |
/// | [`files`](LimitsBuilder::files): files in the catalog | 10,000 | 1–1,000,000 |
/// | [`entry_bytes`](LimitsBuilder::entry_bytes): one encoded entry | 4 MiB | 1 B–16 MiB |
/// | [`result_bytes`](LimitsBuilder::result_bytes): one encoded list or get result | 8 MiB | entry bound + 256 B–64 MiB |
/// | [`read_bytes`](LimitsBuilder::read_bytes): one encoded read result | 8 MiB | 1 B–64 MiB |
/// | [`uri_bytes`](LimitsBuilder::uri_bytes): a URI in a request, or served | 8 KiB | 1 B–64 KiB |
///
/// The defaults are what the catalog was compiled with unless its author chose others. Clients have bounds of their
/// own, 64 pages of a list and 10 MB for a message in the tightest one known, so larger values are for clients that you
/// know.
///
/// # Examples
///
/// ```
/// use skills_runtime::Limits;
///
/// let limits = Limits::builder().page_size(25).build()?;
/// assert_eq!(limits.page_size(), 25);
///
/// let error = Limits::builder().page_size(0).build().unwrap_err();
/// assert_eq!(error.to_string(), "limit `page_size` is out of range (got 0, allowed 1 to 1000)");
/// # Ok::<(), skills_runtime::LimitError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    page_size: u64,
    entries: u64,
    files: u64,
    entry_bytes: u64,
    result_bytes: u64,
    read_bytes: u64,
    uri_bytes: u64,
}

impl Limits {
    /// Starts from the defaults.
    pub fn builder() -> LimitsBuilder {
        LimitsBuilder(Ok(Self::default()))
    }

    /// Items on a page of any list.
    pub fn page_size(&self) -> u64 {
        self.page_size
    }

    /// Skills in the catalog, concealed ones included.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Files in the catalog, concealed ones included.
    pub fn files(&self) -> u64 {
        self.files
    }

    /// Bytes of one encoded entry.
    pub fn entry_bytes(&self) -> u64 {
        self.entry_bytes
    }

    /// Bytes of one encoded list or get result.
    pub fn result_bytes(&self) -> u64 {
        self.result_bytes
    }

    /// Bytes of one encoded read result.
    pub fn read_bytes(&self) -> u64 {
        self.read_bytes
    }

    /// Bytes of a URI in a request, or served.
    pub fn uri_bytes(&self) -> u64 {
        self.uri_bytes
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            page_size: 100,
            entries: 10_000,
            files: 10_000,
            entry_bytes: 4 * MIB,
            result_bytes: 8 * MIB,
            read_bytes: 8 * MIB,
            uri_bytes: 8 << 10,
        }
    }
}

/// Sets bounds one by one; the first value out of its range is what [`build`](Self::build) reports.
#[derive(Clone, Debug)]
pub struct LimitsBuilder(Result<Limits, LimitError>);

impl LimitsBuilder {
    /// Items on a page of any list: 1–1,000.
    pub fn page_size(self, items: u64) -> Self {
        self.set("page_size", items, 1..=1_000, |limits| {
            &mut limits.page_size
        })
    }

    /// Skills in the catalog, concealed ones included: 1–1,000,000.
    pub fn entries(self, skills: u64) -> Self {
        self.set("entries", skills, 1..=1_000_000, |limits| {
            &mut limits.entries
        })
    }

    /// Files in the catalog, concealed ones included: 1–1,000,000.
    pub fn files(self, files: u64) -> Self {
        self.set("files", files, 1..=1_000_000, |limits| &mut limits.files)
    }

    /// Bytes of one encoded entry: 1 B–16 MiB.
    pub fn entry_bytes(self, bytes: u64) -> Self {
        self.set("entry_bytes", bytes, 1..=16 * MIB, |limits| {
            &mut limits.entry_bytes
        })
    }

    /// Bytes of one encoded list or get result: the entry bound and 256 B–64 MiB.
    pub fn result_bytes(self, bytes: u64) -> Self {
        self.set("result_bytes", bytes, 1..=64 * MIB, |limits| {
            &mut limits.result_bytes
        })
    }

    /// Bytes of one encoded read result: 1 B–64 MiB.
    pub fn read_bytes(self, bytes: u64) -> Self {
        self.set("read_bytes", bytes, 1..=64 * MIB, |limits| {
            &mut limits.read_bytes
        })
    }

    /// Bytes of a URI in a request, or served: 1 B–64 KiB.
    pub fn uri_bytes(self, bytes: u64) -> Self {
        self.set("uri_bytes", bytes, 1..=64 << 10, |limits| {
            &mut limits.uri_bytes
        })
    }

    /// The bounds.
    ///
    /// # Errors
    ///
    /// The first value that was out of its range, and a result bound that leaves no room for one entry at its bound.
    pub fn build(self) -> Result<Limits, LimitError> {
        let limits = self.0?;
        let needed = limits.entry_bytes + RESULT_OVERHEAD;
        check("result_bytes", limits.result_bytes, needed..=64 * MIB)?;
        Ok(limits)
    }

    fn set(
        self,
        field: &'static str,
        value: u64,
        range: RangeInclusive<u64>,
        place: fn(&mut Limits) -> &mut u64,
    ) -> Self {
        Self(self.0.and_then(|mut limits| {
            check(field, value, range)?;
            *place(&mut limits) = value;
            Ok(limits)
        }))
    }
}

fn check(field: &'static str, value: u64, range: RangeInclusive<u64>) -> Result<(), LimitError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(LimitError {
        field,
        value,
        range,
    })
}

/// A bound that was set to a value out of its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitError {
    field: &'static str,
    value: u64,
    range: RangeInclusive<u64>,
}

impl LimitError {
    /// The bound's name.
    pub fn field(&self) -> &str {
        self.field
    }

    /// The value that it was set to.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// The values that it can be set to.
    pub fn range(&self) -> RangeInclusive<u64> {
        self.range.clone()
    }
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (field, value) = (self.field, self.value);
        let (min, max) = (self.range.start(), self.range.end());
        write!(
            f,
            "limit `{field}` is out of range (got {value}, allowed {min} to {max})"
        )
    }
}

impl std::error::Error for LimitError {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    type Setter = fn(LimitsBuilder, u64) -> LimitsBuilder;
    type Getter = fn(&Limits) -> u64;

    // L
    #[test]
    fn the_defaults_are_valid() {
        assert_eq!(Limits::builder().build(), Ok(Limits::default()));
    }

    // L
    #[test]
    fn every_bound_takes_its_range_and_nothing_else() {
        let bounds: [(&str, Setter, Getter, u64, u64); 6] = [
            (
                "page_size",
                LimitsBuilder::page_size,
                Limits::page_size,
                1,
                1_000,
            ),
            (
                "entries",
                LimitsBuilder::entries,
                Limits::entries,
                1,
                1_000_000,
            ),
            ("files", LimitsBuilder::files, Limits::files, 1, 1_000_000),
            (
                "read_bytes",
                LimitsBuilder::read_bytes,
                Limits::read_bytes,
                1,
                64 * MIB,
            ),
            (
                "uri_bytes",
                LimitsBuilder::uri_bytes,
                Limits::uri_bytes,
                1,
                64 << 10,
            ),
            (
                "entry_bytes",
                LimitsBuilder::entry_bytes,
                Limits::entry_bytes,
                1,
                16 * MIB,
            ),
        ];
        for (field, set, get, min, max) in bounds {
            let builder = || Limits::builder().result_bytes(64 * MIB);
            for value in [min, max] {
                assert_eq!(get(&set(builder(), value).build().unwrap()), value);
            }
            for value in [min - 1, max + 1, u64::MAX] {
                let error = set(builder(), value).build().unwrap_err();
                assert_eq!((error.field(), error.value()), (field, value));
                assert_eq!(error.range(), min..=max);
            }
        }
    }

    // L
    #[test]
    fn a_result_has_room_for_one_entry() {
        let limits = |result| {
            Limits::builder()
                .entry_bytes(1_000)
                .result_bytes(result)
                .build()
        };
        assert_eq!(limits(1_256).unwrap().result_bytes(), 1_256);
        assert_eq!(
            limits(1_255).unwrap_err().to_string(),
            "limit `result_bytes` is out of range (got 1255, allowed 1256 to 67108864)"
        );
        assert_eq!(
            limits(64 * MIB + 1).unwrap_err().to_string(),
            "limit `result_bytes` is out of range (got 67108865, allowed 1 to 67108864)"
        );
    }

    #[test]
    fn the_first_error_is_kept() {
        let error = Limits::builder().files(0).page_size(0).build().unwrap_err();
        assert_eq!(error.field(), "files");
    }
}
