//! Root URIs and the URIs of member files (contract, S4, S4a, S5).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::options::OptionError;

/// Every byte outside RFC 3986 *unreserved*.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The default ports that a canonical URI leaves out.
const DEFAULT_PORTS: &[(&str, u16)] = &[
    ("http", 80),
    ("https", 443),
    ("ws", 80),
    ("wss", 443),
    ("ftp", 21),
    ("ssh", 22),
];

/// `segment`, percent-encoded once.
pub(crate) fn encode_segment(segment: &str) -> String {
    utf8_percent_encode(segment, RESERVED).to_string()
}

/// `path`, each of its segments percent-encoded once.
pub(crate) fn encode_path(path: &str) -> String {
    path.split('/')
        .map(encode_segment)
        .collect::<Vec<_>>()
        .join("/")
}

/// Whether `segment` can be the first one below `skill://`, which is the authority of the URI.
pub(crate) fn is_authority(segment: &str) -> bool {
    segment.bytes().any(|b| b.is_ascii_alphanumeric())
        && segment
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b))
}

/// What every root URI starts with, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    text: String,
}

impl Default for Base {
    fn default() -> Self {
        Self {
            text: "skill://".to_owned(),
        }
    }
}

impl Base {
    /// Accepts `scheme://`, `scheme://host[:port][/segment…]` and `scheme:/segment…` in their one canonical spelling.
    pub(crate) fn parse(text: &str) -> Result<Self, OptionError> {
        let base = Self {
            text: text.to_owned(),
        };
        if text == "skill://" {
            return Ok(base);
        }
        let refuse = |why: String| OptionError::new(format!("base URI `{text}` {why}"));
        let (scheme, rest) = text
            .split_once(':')
            .filter(|(scheme, _)| is_scheme(scheme))
            .ok_or_else(|| {
                refuse("has no lowercase scheme".into())
                    .with_help("write it as `skill://host/path`")
            })?;
        if rest.contains(['?', '#']) {
            return Err(refuse("has a query or a fragment".into()));
        }
        let path = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest
                    .split_once('/')
                    .map_or((rest, None), |(a, p)| (a, Some(p)));
                check_authority(scheme, authority).map_err(refuse)?;
                path
            }
            None => Some(rest.strip_prefix('/').ok_or_else(|| {
                refuse("is not hierarchical".into())
                    .with_help(format!("write it as `{scheme}://…` or `{scheme}:/…`"))
            })?),
        };
        if path.is_some_and(|path| path.is_empty() || path.ends_with('/')) {
            return Err(refuse("ends in a slash".into()).with_help("leave the last slash out"));
        }
        path.into_iter()
            .flat_map(|path| path.split('/'))
            .try_for_each(check_segment)
            .map_err(refuse)?;
        Ok(base)
    }

    /// Whether the first segment below the base becomes the authority.
    pub(crate) fn lacks_authority(&self) -> bool {
        self.text.ends_with("//")
    }

    /// Whether official tools accept URIs below it without a remark.
    pub(crate) fn is_usual(&self) -> bool {
        self.text.starts_with("skill://")
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The URI of the file or directory at `path`, a `/`-separated path below the embedded directory.
    pub(crate) fn join(&self, path: &str) -> String {
        let slash = if self.lacks_authority() { "" } else { "/" };
        format!("{}{slash}{}", self.text, encode_path(path))
    }
}

fn is_scheme(scheme: &str) -> bool {
    scheme.starts_with(|c: char| c.is_ascii_lowercase())
        && scheme
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"+-.".contains(&b))
}

fn check_authority(scheme: &str, authority: &str) -> Result<(), String> {
    if authority.contains('@') {
        return Err("has credentials in its host part".into());
    }
    let (host, port) = authority
        .split_once(':')
        .map_or((authority, None), |(host, port)| (host, Some(port)));
    if !is_authority(host) {
        return Err(format!(
            "has the host `{host}` (allowed are `a` to `z`, digits, `.`, `_` and `-`)"
        ));
    }
    let Some(port) = port else { return Ok(()) };
    let number = port
        .parse::<u16>()
        .ok()
        .filter(|number| number.to_string() == port);
    match number {
        None => Err(format!(
            "has the port `{port}` (valid 0 to 65535, without leading zeros)"
        )),
        Some(number) if DEFAULT_PORTS.contains(&(scheme, number)) => Err(format!(
            "names the port {port}, which `{scheme}` has by default"
        )),
        Some(_) => Ok(()),
    }
}

fn check_segment(segment: &str) -> Result<(), String> {
    let decoded = percent_decode_str(segment)
        .decode_utf8()
        .map_err(|_| format!("has the segment `{segment}`, which is not UTF-8"))?;
    if matches!(&*decoded, "" | "." | "..") {
        return Err(format!("has the segment `{segment}`"));
    }
    if decoded.contains(['/', '\\', '%']) || decoded.chars().any(char::is_control) {
        return Err(format!(
            "has an encoded separator, percent sign or control character in `{segment}`"
        ));
    }
    let canonical = encode_segment(&decoded);
    if canonical != segment {
        return Err(format!(
            "has the segment `{segment}` (canonical is `{canonical}`)"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // S4: the accepted shapes.
    #[test]
    fn canonical_bases_are_accepted() {
        for (base, root) in [
            ("skill://", "skill://pdf/SKILL.md"),
            (
                "skill://catalog/revision-42",
                "skill://catalog/revision-42/pdf/SKILL.md",
            ),
            ("https://example.test", "https://example.test/pdf/SKILL.md"),
            (
                "https://example.test:8443/a",
                "https://example.test:8443/a/pdf/SKILL.md",
            ),
            ("skill:/revision-42", "skill:/revision-42/pdf/SKILL.md"),
            ("skill://a/r%C3%A9", "skill://a/r%C3%A9/pdf/SKILL.md"),
        ] {
            let base = Base::parse(base).expect(base);
            assert_eq!(base.join("pdf/SKILL.md"), root);
        }
    }

    // S4: anything but the one canonical spelling is refused.
    #[test]
    fn other_spellings_are_refused() {
        for (base, message) in [
            ("pdf", "base URI `pdf` has no lowercase scheme"),
            ("Skill://a", "base URI `Skill://a` has no lowercase scheme"),
            ("skill:a", "base URI `skill:a` is not hierarchical"),
            ("skill://a/", "base URI `skill://a/` ends in a slash"),
            ("skill:/", "base URI `skill:/` ends in a slash"),
            (
                "skill://u@a",
                "base URI `skill://u@a` has credentials in its host part",
            ),
            (
                "https://",
                "base URI `https://` has the host `` (allowed are `a` to `z`, digits, `.`, `_` and `-`)",
            ),
            (
                "skill://A",
                "base URI `skill://A` has the host `A` (allowed are `a` to `z`, digits, `.`, `_` and `-`)",
            ),
            (
                "skill://a?b",
                "base URI `skill://a?b` has a query or a fragment",
            ),
            (
                "https://a:443",
                "base URI `https://a:443` names the port 443, which `https` has by default",
            ),
            (
                "https://a:080",
                "base URI `https://a:080` has the port `080` (valid 0 to 65535, without leading zeros)",
            ),
            (
                "https://a:65536",
                "base URI `https://a:65536` has the port `65536` (valid 0 to 65535, without leading zeros)",
            ),
            ("skill://a//b", "base URI `skill://a//b` has the segment ``"),
            (
                "skill://a/../b",
                "base URI `skill://a/../b` has the segment `..`",
            ),
            (
                "skill://a/%2e%2E",
                "base URI `skill://a/%2e%2E` has the segment `%2e%2E`",
            ),
            (
                "skill://a/b%2Fc",
                "base URI `skill://a/b%2Fc` has an encoded separator, percent sign or control character in `b%2Fc`",
            ),
            (
                "skill://a/%2541",
                "base URI `skill://a/%2541` has an encoded separator, percent sign or control character in `%2541`",
            ),
            (
                "skill://a/%c3%a9",
                "base URI `skill://a/%c3%a9` has the segment `%c3%a9` (canonical is `%C3%A9`)",
            ),
            (
                "skill://a/%61",
                "base URI `skill://a/%61` has the segment `%61` (canonical is `a`)",
            ),
            (
                "skill://a/b c",
                "base URI `skill://a/b c` has the segment `b c` (canonical is `b%20c`)",
            ),
            (
                "skill://a/%FF",
                "base URI `skill://a/%FF` has the segment `%FF`, which is not UTF-8",
            ),
        ] {
            let error = Base::parse(base).expect_err(base);
            assert_eq!(error.to_string(), message);
        }
    }

    // S5: each segment is encoded once, Unicode as written.
    #[test]
    fn members_are_encoded_segment_by_segment() {
        let base = Base::default();
        assert_eq!(
            base.join("pdf/a b/é(1)~.md"),
            "skill://pdf/a%20b/%C3%A9%281%29~.md"
        );
    }

    #[test]
    fn an_authority_is_plain_ascii() {
        assert!(is_authority("pdf-tools_2.x"));
        for bad in ["", "..", "Pdf", "a b", "é"] {
            assert!(!is_authority(bad), "{bad}");
        }
    }
}
