//! `skills/get` (D2).

use crate::{
    Body, Entry, Error, RequestView, SkillsService, body::Items, envelope::Member,
    service::check_bound,
};

impl SkillsService {
    /// Answers `skills/get`: the entry with exactly this root URI, in the shape that `skills/list` gives it (D2).
    ///
    /// # Errors
    ///
    /// -32602 where there is no such entry or the caller may not see it, without saying which (D10). -32603 where a policy
    /// fails or the entry is over a bound.
    pub fn get(&self, request: &RequestView<'_>, uri: &str) -> Result<Body, Error> {
        let entry = self.visible_entry(request, uri)?;
        let items = Items::Slice(entry.json_bytes());
        self.list_body(request, Member::SKILL, items, None)
    }

    /// The entry with exactly this root URI.
    ///
    /// # Errors
    ///
    /// -32602 where there is no such entry or the caller may not see it; -32603 where a policy fails; -32601 where the
    /// service serves no skills.
    pub fn entry(&self, request: &RequestView<'_>, uri: &str) -> Result<Entry<'_>, Error> {
        if !self.serves_skills() {
            return Err(Error::UNSERVED);
        }
        let sight = self.sight(request, "skills/get")?;
        let entry = Some(uri).filter(|uri| self.takes_uri(uri));
        let entry = entry.and_then(|uri| self.catalog().entry(uri));
        let entry = entry.ok_or(Error::UNKNOWN_SKILL)?;
        // From here on, all that a denied entry costs more than an unknown one is what the policies cost (D10).
        if sight.entry(&entry)? {
            Ok(entry)
        } else {
            Err(Error::UNKNOWN_SKILL)
        }
    }

    pub(crate) fn visible_entry(
        &self,
        request: &RequestView<'_>,
        uri: &str,
    ) -> Result<Entry<'_>, Error> {
        let entry = self.entry(request, uri)?;
        self.check_entry(request, &entry)?;
        Ok(entry)
    }

    /// Measures the result before it is made, so that the typed form of it is held to the same bounds.
    fn check_entry(&self, request: &RequestView<'_>, entry: &Entry<'_>) -> Result<(), Error> {
        let uri = || entry.static_uri();
        let len = entry.json_bytes().len();
        let envelope = &self.parts().envelope;
        let overhead = envelope.overhead(Member::SKILL, request.carries_hints());
        check_bound("entry_bytes", uri, len, self.limits().entry_bytes())?;
        check_bound(
            "result_bytes",
            uri,
            len + overhead,
            self.limits().result_bytes(),
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::{
        Limits, Visible,
        testing::{current, many, mixed, service, text, value},
    };

    // D2, D4
    #[test]
    fn an_entry_has_the_shape_that_the_list_gives_it() {
        let service = service(&mixed());
        let list = value(service.list(&current(), None).unwrap());
        for entry in list["skills"].as_array().unwrap() {
            let uri = entry["uri"].as_str().unwrap();
            let body = text(service.get(&current(), uri).unwrap());
            let json = service.catalog().entry(uri).unwrap().json();
            let head = r#"{"resultType":"complete","skill":"#;
            let expected = format!(r#"{head}{json},"ttlMs":0,"cacheScope":"private"}}"#);
            assert_eq!(body, expected);

            let old = service.get(&RequestView::new("2025-11-25"), uri).unwrap();
            assert_eq!(text(old), format!(r#"{{"skill":{json}}}"#));
        }
    }

    // D2, D8, D10: exact URIs, and one answer for everything else.
    #[test]
    fn nothing_but_an_exact_root_uri_is_known() {
        let service = service(&mixed());
        let long = format!("skill://{}/SKILL.md", "a".repeat(9_000));
        for uri in [
            "",
            "skill://acme/pdf",
            "skill://acme/pdf/",
            "skill://acme/pdf/skill.md",
            "SKILL://acme/pdf/SKILL.md",
            "skill://acme/%70df/SKILL.md",
            "skill://acme/./pdf/SKILL.md",
            "skill://acme//pdf/SKILL.md",
            "skill://acme/pdf/SKILL.md/",
            "skill://acme/pdf/SKILL.md?x",
            "skill://acme/pdf/SKILL.md#x",
            "skill://acme/pdf/empty.txt",
            "skill://acme/none/SKILL.md",
            "skill://acme/pdf/SKILL.md\0",
            long.as_str(),
        ] {
            let error = service.get(&current(), uri).unwrap_err();
            assert_eq!(
                (error.code(), error.message()),
                (-32602, "unknown skill"),
                "{uri}"
            );
            assert!(error.is_invalid_params());
        }
    }

    // D10
    #[test]
    fn a_denied_entry_looks_unknown() {
        let service = service(&many(2));
        let visible = Visible::select(service.catalog(), |entry| entry.name() == "s00", |_| true);
        let request = current().with_visible(visible);
        assert!(service.get(&request, "skill://acme/s00/SKILL.md").is_ok());
        let denied = service
            .get(&request, "skill://acme/s01/SKILL.md")
            .unwrap_err();
        let unknown = service
            .get(&request, "skill://acme/s02/SKILL.md")
            .unwrap_err();
        assert_eq!(denied, unknown);
        assert!(std::error::Error::source(&denied).is_none());
    }

    // L
    #[test]
    fn bounds_hold_for_one_entry_too() {
        let fixture = many(1);
        let entry = fixture.set().pack().entries_json(0..1).len() as u64;
        let uri = "skill://acme/s00/SKILL.md";
        let get = |entry_bytes, uri_bytes| {
            let limits = Limits::builder()
                .entry_bytes(entry_bytes)
                .uri_bytes(uri_bytes);
            let service = SkillsService::builder(fixture.understated_set());
            let service = service.limits(limits.build().unwrap());
            service.build().unwrap().get(&current(), uri).map(text)
        };
        assert!(get(entry, uri.len() as u64).is_ok());
        assert!(get(entry - 1, uri.len() as u64).unwrap_err().is_internal());
        assert_eq!(get(entry, uri.len() as u64 - 1), Err(Error::UNKNOWN_SKILL));
    }

    // L: a result that is over its bound only because of the server's own `_meta`.
    #[test]
    fn a_result_over_its_bound_is_an_internal_error() {
        let fixture = many(1);
        let entry = fixture.set().pack().entries_json(0..1).len() as u64;
        let limits = Limits::builder()
            .entry_bytes(entry)
            .result_bytes(entry + 256);
        let meta = serde_json::json!({"filler": "y".repeat(200)});
        let service = SkillsService::builder(fixture.understated_set())
            .limits(limits.build().unwrap())
            .response_meta(meta.as_object().unwrap().clone())
            .build()
            .unwrap();
        let error = service
            .get(&current(), "skill://acme/s00/SKILL.md")
            .unwrap_err();
        assert!(error.is_internal());
    }
}
