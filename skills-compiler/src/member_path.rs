//! Paths of files below a skill's directory (contract, S5, S6).

use unicode_normalization::UnicodeNormalization;

/// The most bytes that a member path may have.
pub(crate) const MAX_BYTES: usize = 2_048;

/// The name that makes a directory a skill.
pub(crate) const SKILL_MD: &str = "SKILL.md";

/// What is wrong with one segment of a path, as the second half of a sentence.
pub(crate) fn segment_flaw(segment: &str) -> Option<String> {
    if segment.is_empty() {
        return Some("has an empty segment".into());
    }
    if matches!(segment, "." | "..") {
        return Some(format!("has the segment `{segment}`"));
    }
    let bad = segment
        .chars()
        .find(|c| matches!(c, '%' | '\\' | ':' | '?' | '#') || c.is_control())?;
    Some(if bad.is_control() {
        format!("holds the control character U+{:04X}", u32::from(bad))
    } else {
        format!("holds `{bad}`")
    })
}

/// The last segment.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// All but the last segment, empty at the top.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Each prefix of a path that ends with a whole segment, the shortest first, the path itself last.
pub(crate) fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/')
        .map(|(at, _)| &path[..at])
        .chain(std::iter::once(path))
}

/// `path` below `directory`; the whole path where `directory` is the top.
pub(crate) fn below<'p>(path: &'p str, directory: &str) -> Option<&'p str> {
    if directory.is_empty() {
        return Some(path);
    }
    path.strip_prefix(directory)?.strip_prefix('/')
}

/// What file systems that ignore letter case and Unicode normalisation make of a path.
pub(crate) fn folded(path: &str) -> String {
    if path.is_ascii() {
        return path.to_ascii_lowercase();
    }
    path.nfd().flat_map(char::to_lowercase).nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // S5: what a segment must not hold.
    #[test]
    fn segments_are_checked() {
        for good in ["a", "a b", "é", "(1)", "[x]@&+,;=!", "..."] {
            assert_eq!(segment_flaw(good), None, "{good}");
        }
        for (bad, why) in [
            ("", "has an empty segment"),
            (".", "has the segment `.`"),
            ("..", "has the segment `..`"),
            ("a%20b", "holds `%`"),
            ("a\\b", "holds `\\`"),
            ("c:", "holds `:`"),
            ("a?", "holds `?`"),
            ("bug#42", "holds `#`"),
            ("a\nb", "holds the control character U+000A"),
            ("a\u{85}", "holds the control character U+0085"),
        ] {
            assert_eq!(segment_flaw(bad).as_deref(), Some(why), "{bad:?}");
        }
    }

    #[test]
    fn prefixes_end_with_whole_segments() {
        assert_eq!(
            prefixes("a/b/c.md").collect::<Vec<_>>(),
            ["a", "a/b", "a/b/c.md"]
        );
        assert_eq!(prefixes("c.md").collect::<Vec<_>>(), ["c.md"]);
    }

    // S6: letter case and normalisation.
    #[test]
    fn folding_joins_what_hosts_cannot_tell_apart() {
        assert_eq!(folded("Docs/README.md"), folded("docs/readme.MD"));
        assert_eq!(folded("caf\u{e9}"), folded("CAFE\u{301}"));
        assert_ne!(folded("a"), folded("b"));
    }

    #[test]
    fn a_path_is_taken_apart() {
        assert_eq!((parent("a/b/c"), file_name("a/b/c")), ("a/b", "c"));
        assert_eq!((parent("c"), file_name("c")), ("", "c"));
        assert_eq!(below("a/b/c", "a"), Some("b/c"));
        assert_eq!(below("ab/c", "a"), None);
        assert_eq!(below("a", ""), Some("a"));
    }
}
