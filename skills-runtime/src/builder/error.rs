//! Why a service cannot be made.

use std::fmt;

use crate::cache::MAX_TTL_MS;

/// Why a service cannot be made.
#[derive(Clone, Debug)]
pub struct BuildError(pub(super) BuildErrorKind);

#[derive(Clone, Debug)]
pub(super) enum BuildErrorKind {
    Scope(usize),
    Secret(usize),
    Secrets(usize),
    Ttl(u64),
    Catalog {
        /// What is too large, where it is not the catalog as a whole.
        uri: Option<&'static str>,
        limit: &'static str,
        got: u64,
        allowed: u64,
    },
    Room {
        limit: &'static str,
        got: u64,
        allowed: u64,
    },
    Random(getrandom::Error),
}

impl BuildError {
    /// Whether the catalog holds more than its bounds allow, or something larger.
    pub fn is_catalog_too_large(&self) -> bool {
        matches!(self.0, BuildErrorKind::Catalog { .. })
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            BuildErrorKind::Scope(len) => write!(
                f,
                "`scope` has the wrong length (got {len} bytes, allowed 1 to 128)"
            ),
            BuildErrorKind::Secret(len) => write!(
                f,
                "`cursor_secret` has the wrong length (got {len} bytes, allowed 32 to 4096)"
            ),
            BuildErrorKind::Secrets(0) => {
                f.write_str("`cursor_secrets` has no secret (got 0, allowed 1 to 16)")
            }
            BuildErrorKind::Secrets(_) => f.write_str(
                "`cursor_secrets` has too many secrets (got more than 16, allowed 1 to 16)",
            ),
            BuildErrorKind::Ttl(ttl_ms) => write!(
                f,
                "`ttl_ms` is out of range (got {ttl_ms}, allowed 0 to {MAX_TTL_MS})"
            ),
            BuildErrorKind::Catalog {
                uri,
                limit,
                got,
                allowed,
            } => {
                match uri {
                    Some(uri) => write!(f, "`{uri}`")?,
                    None => f.write_str("the catalog")?,
                }
                write!(
                    f,
                    " does not fit limit `{limit}` (got {got}, allowed {allowed})"
                )
            }
            BuildErrorKind::Room {
                limit,
                got,
                allowed,
            } => write!(
                f,
                "limit `{limit}` leaves no room beside `response_meta` (got {got} bytes without an item, allowed \
                 {allowed})"
            ),
            BuildErrorKind::Random(error) => {
                write!(f, "failed to get a random cursor secret: {error}")
            }
        }
    }
}

impl std::error::Error for BuildError {}
