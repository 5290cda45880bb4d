//! What to do about a problem, for people and for tools.

use std::ops::Range;

/// A change that a tool can make.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fix {
    /// Replaces bytes of the file that the problem is in.
    Edit {
        /// Which bytes; an empty range inserts.
        span: Range<usize>,
        /// What stands there afterwards.
        text: String,
    },
    /// Renames the file or directory at the problem's path, or one above it.
    Rename {
        /// The path to rename, as messages write it.
        from: String,
        /// The path that it gets.
        to: String,
    },
}

/// One way to mend a problem.
#[derive(Clone, Debug)]
pub(crate) struct Help {
    pub(crate) text: String,
    pub(crate) fix: Option<Fix>,
}

impl Help {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            fix: None,
        }
    }

    /// Replaces `span` of the file with `replacement`.
    pub(crate) fn edit(
        text: impl Into<String>,
        span: Range<usize>,
        replacement: impl Into<String>,
    ) -> Self {
        let fix = Fix::Edit {
            span,
            text: replacement.into(),
        };
        Self {
            text: text.into(),
            fix: Some(fix),
        }
    }

    pub(crate) fn rename(
        text: impl Into<String>,
        from: impl Into<String>,
        to: impl Into<String>,
    ) -> Self {
        let fix = Fix::Rename {
            from: from.into(),
            to: to.into(),
        };
        Self {
            text: text.into(),
            fix: Some(fix),
        }
    }
}

impl<T: Into<String>> From<T> for Help {
    fn from(text: T) -> Self {
        Self::text(text)
    }
}
