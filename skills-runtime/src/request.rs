//! What an answer depends on beside the method's own params.

use crate::Visible;

/// The first protocol version whose results carry `resultType`, `ttlMs` and `cacheScope` (D4).
const FIRST_WITH_HINTS: &str = "2026-07-28";

/// One request, as far as its answer depends on it: the protocol version and what its caller may see.
///
/// Make one view for a request and use it for everything that the request needs, so that the answer is of one piece
/// (A3).
#[derive(Clone, Debug)]
pub struct RequestView {
    hints: bool,
    visible: Visible,
}

impl RequestView {
    /// A request on the given protocol version by a caller who may see everything.
    ///
    /// Results before `2026-07-28` carry neither `resultType` nor cache hints (D4). Versions are compared as the dates
    /// that they are.
    pub fn new(protocol_version: &str) -> Self {
        Self {
            hints: protocol_version >= FIRST_WITH_HINTS,
            visible: Visible::all(),
        }
    }

    /// Limits what the caller may see.
    ///
    /// `visible` is a selection from the catalog of the service that answers; with one from another catalog every method
    /// fails with -32603.
    pub fn with_visible(mut self, visible: Visible) -> Self {
        self.visible = visible;
        self
    }

    pub(crate) fn carries_hints(&self) -> bool {
        self.hints
    }

    pub(crate) fn visible(&self) -> &Visible {
        &self.visible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // D4
    #[test]
    fn versions_compare_as_dates() {
        for (version, hints) in [
            ("2026-07-28", true),
            ("2026-08-01", true),
            ("2027-01-01", true),
            ("2026-07-27", false),
            ("2025-11-25", false),
            ("", false),
        ] {
            assert_eq!(
                RequestView::new(version).carries_hints(),
                hints,
                "{version}"
            );
        }
    }
}
