//! Skill names (contract, F6).

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The most characters that a name may have.
pub(crate) const MAX_CHARS: usize = 64;

/// What is wrong with a name, as the second half of a sentence.
pub(crate) fn flaw(name: &str) -> Option<String> {
    rule_broken(name).or_else(|| {
        let compatible: String = name.nfkc().collect();
        rule_broken(&compatible)
            .map(|why| format!("{why} after compatibility normalisation to `{compatible}`"))
    })
}

fn rule_broken(name: &str) -> Option<String> {
    let count = name.chars().count();
    if count == 0 {
        return Some("is empty".into());
    }
    if let Some(bad) = name.chars().find(|c| !is_allowed(*c)) {
        let shown = if bad.is_control() {
            bad.escape_unicode().to_string()
        } else {
            bad.to_string()
        };
        return Some(format!(
            "holds `{shown}` (allowed are lowercase letters, digits and `-`)"
        ));
    }
    if name.starts_with('-') || name.ends_with('-') {
        return Some("starts or ends with `-`".into());
    }
    if name.contains("--") {
        return Some("holds `--`".into());
    }
    (count > MAX_CHARS).then(|| format!("has {count} characters (limit {MAX_CHARS})"))
}

fn is_allowed(c: char) -> bool {
    use GeneralCategory as Gc;
    c == '-'
        || matches!(
            c.general_category(),
            Gc::LowercaseLetter | Gc::ModifierLetter | Gc::OtherLetter | Gc::DecimalNumber
        )
}

/// The nearest name that keeps the rule, in ASCII, ready to paste.
pub(crate) fn slug(name: &str) -> Option<String> {
    let mut slug = String::new();
    for c in name.nfkd().filter(|c| c.is_ascii() || c.is_alphanumeric()) {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => slug.push(c),
            c if c.is_ascii() && !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug.truncate(MAX_CHARS);
    let slug = slug.trim_end_matches('-');
    (!slug.is_empty()).then(|| slug.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    // F6: lowercase or uncased letters, decimal digits, single inner hyphens, 1 to 64 characters.
    #[test]
    fn the_rule_is_the_formats() {
        for good in ["a", "pdf-tools", "東京-2", "9", "école", &"界".repeat(64)] {
            assert_eq!(flaw(good), None, "{good}");
        }
        for (bad, why) in [
            ("", "is empty"),
            (
                "PDF",
                "holds `P` (allowed are lowercase letters, digits and `-`)",
            ),
            (
                "a_b",
                "holds `_` (allowed are lowercase letters, digits and `-`)",
            ),
            (
                "a b",
                "holds ` ` (allowed are lowercase letters, digits and `-`)",
            ),
            (
                "a\u{7}",
                "holds `\\u{7}` (allowed are lowercase letters, digits and `-`)",
            ),
            ("-a", "starts or ends with `-`"),
            ("a-", "starts or ends with `-`"),
            ("a--b", "holds `--`"),
            (
                "½",
                "holds `½` (allowed are lowercase letters, digits and `-`)",
            ),
        ] {
            assert_eq!(flaw(bad).as_deref(), Some(why), "{bad}");
        }
        assert_eq!(
            flaw(&"a".repeat(65)).as_deref(),
            Some("has 65 characters (limit 64)")
        );
    }

    // F6: the NFKC form obeys the same rule and length.
    #[test]
    fn the_compatibility_form_counts_too() {
        let ligatures = "\u{fb03}".repeat(22);
        assert!(
            flaw(&ligatures)
                .is_some_and(|why| why.starts_with("has 66 characters (limit 64) after"))
        );
    }

    #[test]
    fn a_slug_keeps_the_rule() {
        for (name, expected) in [
            ("PDF Tools", "pdf-tools"),
            ("my--skill", "my-skill"),
            ("_a_b_", "a-b"),
            ("École", "ecole"),
            ("acme:pdf", "acme-pdf"),
        ] {
            assert_eq!(slug(name).as_deref(), Some(expected), "{name}");
        }
        assert_eq!(slug("☕"), None);
    }
}
