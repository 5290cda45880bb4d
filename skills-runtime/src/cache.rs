//! What a result says about being kept.

/// Who may keep a result (D4).
///
/// A hint to clients and caches; it never grants access (A5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CacheScope {
    /// Only the caller that asked.
    #[default]
    Private,
    /// Anybody: the server asserts that every caller gets the same answer.
    Public,
}

impl CacheScope {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Public => "public",
        }
    }
}

/// The hints that every result carries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CacheHints {
    pub(crate) ttl_ms: u64,
    pub(crate) scope: CacheScope,
}

/// The largest time to live: what a JavaScript client can still tell from its neighbours.
pub(crate) const MAX_TTL_MS: u64 = (1 << 53) - 1;
