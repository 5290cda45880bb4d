//! The parts of the space of URIs in which skills lie.

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

use crate::Catalog;

/// Where the skills of a catalog lie: a scheme, or for `http` and `https` a scheme and a host.
///
/// A caller must not be able to tell a concealed skill from none (D10). What an inner handler says about a URI that it
/// does not know is its own; if only URIs of skills were answered by us, the difference in text would betray them. So
/// within a namespace of skills nobody but us says that something is unknown. Outside of `http` and `https`, what looks
/// like a host can be the name of a skill (`skill://work/SKILL.md`), so there the whole scheme is one namespace.
#[derive(Clone, Debug, Default)]
pub(super) struct Namespaces(Arc<OnceLock<BTreeSet<&'static str>>>);

impl Namespaces {
    /// Whether a URI lies where skills lie. They are looked through on first use (C3).
    pub(super) fn contain(&self, catalog: &Catalog, uri: &str) -> bool {
        let known = self.0.get_or_init(|| {
            let roots = catalog.entries().map(|entry| entry.static_uri());
            roots.map(namespace).collect()
        });
        known.contains(namespace(uri))
    }
}

fn namespace(uri: &str) -> &str {
    let Some((scheme, rest)) = uri.split_once(':') else {
        return "";
    };
    let host = match (scheme, rest.strip_prefix("//")) {
        ("http" | "https", Some(rest)) => rest.split(['/', '?', '#']).next(),
        _ => None,
    };
    let len = scheme.len() + host.map_or(0, |host| "://".len() + host.len());
    uri.get(..len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    #[test]
    fn a_namespace_is_a_scheme_or_a_web_host() {
        for (uri, expected) in [
            ("skill://work/SKILL.md", "skill"),
            ("skill:/r42/work/SKILL.md", "skill"),
            ("acme://host/a", "acme"),
            (
                "https://example.test/r42/work/SKILL.md",
                "https://example.test",
            ),
            ("https://example.test:8443/a", "https://example.test:8443"),
            ("http://example.test?x", "http://example.test"),
            ("https:/a", "https"),
            ("no scheme", ""),
            ("", ""),
        ] {
            assert_eq!(namespace(uri), expected, "{uri}");
        }
    }

    // C3, D10
    #[test]
    fn namespaces_are_those_of_the_skills() {
        let fixture = Fixture::default()
            .skill("skill://acme/pdf", &[])
            .skill("https://example.test/r42/pdf", &[]);
        let (catalog, namespaces) = (Catalog::from(fixture.set()), Namespaces::default());
        assert!(namespaces.0.get().is_none());
        for uri in ["skill://none", "skill:", "https://example.test/other"] {
            assert!(namespaces.contain(&catalog, uri), "{uri}");
        }
        for uri in [
            "file:///a",
            "https://other.test/r42",
            "skills://acme/pdf",
            "",
            "SKILL://acme/pdf",
        ] {
            assert!(!namespaces.contain(&catalog, uri), "{uri}");
        }
        assert!(
            !Namespaces::default().contain(&Catalog::from(crate::SkillSet::EMPTY), "skill://a")
        );
    }
}
