//! Keys and what stands around them.

use std::ops::Range;

use saphyr_parser::ScalarStyle;

use super::{Checker, Scalar};
use crate::diagnostic::Help;

impl Checker<'_> {
    /// What stands before a key: nothing that says that it is one.
    pub(super) fn before_key(&mut self, span: &Range<usize>, gap: &Range<usize>) {
        let before = self
            .structure(gap)
            .map(|(_, c)| c)
            .filter(|c| !c.is_whitespace())
            .last();
        if before == Some('?') {
            let help = Help::text("write it as `key: value`");
            self.subset(span.clone(), "key is written with `? `", help);
        }
    }

    /// What follows a key: a colon at once, a blank, and a value.
    pub(super) fn after_key(&mut self, key: Option<&Scalar>, gap: &Range<usize>) {
        let Some(key) = key.filter(|key| key.is_key) else {
            return;
        };
        let text = self.text(gap);
        let span = key.span.start..self.end(key);
        let is_plain = key.style == ScalarStyle::Plain;
        if !key.in_flow {
            if !is_plain && text.starts_with([' ', '\t']) {
                self.subset(
                    span,
                    "blank stands between a quoted key and its colon",
                    Help::text("remove the blank"),
                );
            }
            return;
        }
        let mut rest = self
            .structure(gap)
            .map(|(_, c)| c)
            .filter(|c| !c.is_whitespace());
        if rest.next() != Some(':') || matches!(rest.next(), Some(',' | '}')) {
            self.subset(
                span,
                "key in braces has no value",
                Help::text("write `key: null`, or leave it out"),
            );
        } else if is_plain
            && !text[text.find(':').map_or(0, |at| at + 1)..].starts_with(char::is_whitespace)
        {
            let colon = gap.start + text.find(':').unwrap_or_default();
            let help = Help::edit("put a blank behind the colon", colon + 1..colon + 1, " ");
            self.subset(
                colon..colon + 1,
                "colon in braces has no blank behind it",
                help,
            );
        }
    }
}
