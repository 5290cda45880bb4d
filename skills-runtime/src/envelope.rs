//! What stands around the items of a result (D4).

use std::sync::Arc;

use crate::{
    Body, CacheScope,
    body::{CURSOR_CLOSE, CURSOR_OPEN, Items},
    cache::CacheHints,
    cursor::CURSOR_LEN,
};

/// The member that carries what a method answers.
///
/// Its text is finished: a result opens with one of two constants and closes with a few bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    with_type: &'static str,
    bare: &'static str,
    close: &'static str,
}

impl Member {
    pub(crate) const SKILLS: Member = Member {
        with_type: r#"{"resultType":"complete","skills":["#,
        bare: r#"{"skills":["#,
        close: "]",
    };
    pub(crate) const SKILL: Member = Member {
        with_type: r#"{"resultType":"complete","skill":"#,
        bare: r#"{"skill":"#,
        close: "",
    };
    pub(crate) const RESOURCES: Member = Member {
        with_type: r#"{"resultType":"complete","resources":["#,
        bare: r#"{"resources":["#,
        close: "]",
    };
    pub(crate) const CONTENTS: Member = Member {
        with_type: r#"{"resultType":"complete","contents":["#,
        bare: r#"{"contents":["#,
        close: "]",
    };

    fn open(self, hints: bool) -> &'static str {
        if hints { self.with_type } else { self.bare }
    }
}

/// The ends of all results of a service, encoded once.
#[derive(Debug)]
pub(crate) struct Envelope {
    /// After the items and the cursor: cache hints and `_meta`.
    with_hints: Arc<str>,
    /// The same for protocol versions before the hints.
    bare: Arc<str>,
}

impl Envelope {
    /// `meta` is the encoded `_meta` object, if there is one.
    pub(crate) fn new(hints: CacheHints, meta: Option<&str>) -> Self {
        let meta = meta.map_or_else(String::new, |meta| format!(r#","_meta":{meta}"#));
        let CacheHints { ttl_ms, scope } = hints;
        let scope: CacheScope = scope;
        Self {
            with_hints: format!(
                r#","ttlMs":{ttl_ms},"cacheScope":"{}"{meta}}}"#,
                scope.as_str()
            )
            .into(),
            bare: format!("{meta}}}").into(),
        }
    }

    /// The bytes of a result without its items and without a cursor.
    pub(crate) fn overhead(&self, member: Member, hints: bool) -> usize {
        member.open(hints).len() + member.close.len() + self.end(hints).len()
    }

    /// The bytes that a cursor adds, reserved on every page so that the last item never has to give way to it (L).
    pub(crate) const fn cursor_overhead() -> usize {
        CURSOR_OPEN.len() + CURSOR_LEN + CURSOR_CLOSE.len()
    }

    /// A result that holds `items`.
    pub(crate) fn wrap(
        &self,
        member: Member,
        hints: bool,
        items: Items,
        next_cursor: Option<String>,
    ) -> Body {
        Body {
            open: member.open(hints),
            items,
            close: member.close,
            next_cursor,
            end: Arc::clone(self.end(hints)),
        }
    }

    fn end(&self, hints: bool) -> &Arc<str> {
        if hints { &self.with_hints } else { &self.bare }
    }
}
