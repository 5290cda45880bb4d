//! SHA-256 digests as skills write them.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of a file's bytes.
///
/// Displays as `sha256:` and 64 lowercase hexadecimal digits (S3).
///
/// # Examples
///
/// ```
/// use skills_runtime::Digest;
///
/// let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/// assert_eq!(Digest::of(b"").to_string(), empty);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Hashes `bytes` as they are, without any normalisation (S3).
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    pub(crate) const fn new(raw: [u8; 32]) -> Self {
        Self(raw)
    }

    /// The 32 raw bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
