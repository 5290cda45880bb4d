//! What stands around the items of a result (D4).

use crate::{Body, CacheScope, cache::CacheHints, cursor::CURSOR_LEN};

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

const CURSOR_OPEN: &str = r#","nextCursor":""#;
const CURSOR_CLOSE: &str = r#"""#;

/// The ends of all results of a service, encoded once.
#[derive(Debug)]
pub(crate) struct Envelope {
    /// After the items and the cursor: cache hints and `_meta`.
    with_hints: String,
    /// The same for protocol versions before the hints.
    bare: String,
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
            ),
            bare: format!("{meta}}}"),
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

    /// A result that holds `items`, with commas between them.
    pub(crate) fn wrap(
        &self,
        member: Member,
        hints: bool,
        items: impl IntoIterator<Item = &'static [u8]>,
        next_cursor: Option<&str>,
    ) -> Body {
        let mut body = Body::with_capacity(3);
        body.push(member.open(hints).as_bytes());
        for (position, item) in items.into_iter().enumerate() {
            if position > 0 {
                body.push(&b","[..]);
            }
            body.push(item);
        }
        body.push(self.close(member, hints, next_cursor));
        body
    }

    /// A result around one item that is encoded for it.
    pub(crate) fn wrap_owned(&self, member: Member, hints: bool, item: Vec<u8>) -> Body {
        let mut body = Body::with_capacity(3);
        body.push(member.open(hints).as_bytes());
        body.push(item);
        body.push(self.close(member, hints, None));
        body
    }

    fn end(&self, hints: bool) -> &str {
        if hints { &self.with_hints } else { &self.bare }
    }

    fn close(&self, member: Member, hints: bool, next_cursor: Option<&str>) -> Vec<u8> {
        let end = self.end(hints);
        let cursor = next_cursor.unwrap_or_default();
        let len = member.close.len() + CURSOR_OPEN.len() + cursor.len() + 1 + end.len();
        let mut close = String::with_capacity(len);
        close.push_str(member.close);
        if next_cursor.is_some() {
            close.push_str(CURSOR_OPEN);
            close.push_str(cursor);
            close.push_str(CURSOR_CLOSE);
        }
        close.push_str(end);
        close.into_bytes()
    }
}
