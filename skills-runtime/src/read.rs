//! `resources/read` (D8).

use crate::{
    Body, Error, File, RequestView, SkillsService,
    body::{Content, FileItem, Items},
    envelope::Member,
    error::Cause,
    service::{check_bound, guard},
};

impl SkillsService {
    /// Answers `resources/read`: the file with exactly this URI, as one content item with `text` or a Base64 `blob`
    /// (D8).
    ///
    /// # Errors
    ///
    /// -32602 where there is no such file or the caller may not see it, without saying which (D10). -32603 where a policy
    /// fails or the encoded file is over a bound.
    pub fn read(&self, request: &RequestView<'_>, uri: &str) -> Result<Body, Error> {
        let file = self.visible_file(request, uri)?;
        let content = Content::new(file.static_content(), file.is_text());
        let item = FileItem {
            uri: file.uri_bytes(),
            mime_type: file.mime_type_bytes(),
            content: content.ok_or(Cause::Damaged)?,
            encoded_len: file.encoded_len(),
        };
        let hints = request.carries_hints();
        let envelope = &self.parts().envelope;
        let body = envelope.wrap(Member::CONTENTS, hints, Items::File(item), None);
        guard(body, "read_bytes", self.limits().read_bytes())
    }

    /// The file with exactly this URI.
    ///
    /// # Errors
    ///
    /// -32602 where there is no such file or the caller may not see it; -32603 where a policy fails.
    pub fn file(&self, request: &RequestView<'_>, uri: &str) -> Result<File<'_>, Error> {
        let sight = self.sight(request, "resources/read")?;
        let file = Some(uri).filter(|uri| self.takes_uri(uri));
        let file = file.and_then(|uri| self.catalog().file(uri));
        let file = file.ok_or(Error::UNKNOWN_RESOURCE)?;
        // From here on, all that a denied file costs more than an unknown one is what the policies cost (D10).
        if sight.file(&file)? {
            Ok(file)
        } else {
            Err(Error::UNKNOWN_RESOURCE)
        }
    }

    pub(crate) fn visible_file(
        &self,
        request: &RequestView<'_>,
        uri: &str,
    ) -> Result<File<'_>, Error> {
        let file = self.file(request, uri)?;
        self.check_file(request, &file)?;
        Ok(file)
    }

    /// Measures the result before anything is encoded.
    fn check_file(&self, request: &RequestView<'_>, file: &File<'_>) -> Result<(), Error> {
        let envelope = &self.parts().envelope;
        let overhead = envelope.overhead(Member::CONTENTS, request.carries_hints());
        let len = (overhead + item_overhead(file)).saturating_add(file.encoded_len());
        check_bound(
            "read_bytes",
            || file.static_uri(),
            len,
            self.limits().read_bytes(),
        )
    }
}

/// The bytes around the encoded content.
fn item_overhead(file: &File<'_>) -> usize {
    FileItem::overhead(file.uri_bytes().len(), file.mime_type_bytes().len())
}

/// The content of a text file. The compiler saw that it is UTF-8.
#[cfg(feature = "rmcp")]
pub(crate) fn text<'a>(file: &File<'a>) -> Result<&'a str, Error> {
    std::str::from_utf8(file.content()).map_err(|_| Cause::Damaged.into())
}

/// The content of a binary file, as clients expect it: the standard alphabet, padded.
#[cfg(feature = "rmcp")]
pub(crate) fn base64(file: &File<'_>) -> String {
    base64_simd::STANDARD.encode_to_string(file.content())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use base64::{Engine as _, engine::general_purpose::STANDARD};

    use super::*;
    use crate::{
        Limits, Visible,
        testing::{Fixture, current, mixed, service, text, value},
    };

    // D4, D8
    #[test]
    fn results_are_exactly_these() {
        let files: [(&str, &[u8]); 4] = [
            ("a.txt", b"one \"line\"\n"),
            ("b.bin", &[0, 255, 254, 253]),
            ("c.txt", b""),
            ("d.bin", b""),
        ];
        let service = service(&Fixture::default().skill("skill://pdf", &files));
        for (path, mime_type, member) in [
            ("a.txt", "text/plain", r#""text":"one \"line\"\n""#),
            ("b.bin", "application/octet-stream", r#""blob":"AP/+/Q==""#),
            ("c.txt", "text/plain", r#""text":"""#),
            ("d.bin", "application/octet-stream", r#""blob":"""#),
        ] {
            let uri = format!("skill://pdf/{path}");
            let item = format!(r#"{{"uri":"{uri}","mimeType":"{mime_type}",{member}}}"#);
            let hints = r#""ttlMs":0,"cacheScope":"private""#;
            assert_eq!(
                text(service.read(&current(), &uri).unwrap()),
                format!(r#"{{"resultType":"complete","contents":[{item}],{hints}}}"#)
            );
            let old = service.read(&RequestView::new("2025-11-25"), &uri).unwrap();
            assert_eq!(text(old), format!(r#"{{"contents":[{item}]}}"#));
        }
    }

    // D8, S2
    #[test]
    fn every_file_comes_back_byte_for_byte() {
        let service = service(&mixed());
        for file in service.catalog().files() {
            let value = value(service.read(&current(), file.uri()).unwrap());
            let [item] = value["contents"].as_array().unwrap().as_slice() else {
                panic!("not one item");
            };
            let content = match (&item["text"], &item["blob"]) {
                (text, serde_json::Value::Null) => text.as_str().unwrap().as_bytes().to_vec(),
                (_, blob) => STANDARD.decode(blob.as_str().unwrap()).unwrap(),
            };
            assert_eq!(content, file.content(), "{file:?}");
            assert_eq!(item["uri"], file.uri());
            assert_eq!(item["mimeType"], file.mime_type());
        }
    }

    // D8: what was computed beforehand is what is written.
    #[test]
    fn a_result_is_as_long_as_was_computed() {
        let service = service(&mixed());
        for file in service.catalog().files() {
            let body = service.read(&current(), file.uri()).unwrap();
            let envelope = service.parts().envelope.overhead(Member::CONTENTS, true);
            let expected = envelope + item_overhead(&file) + file.encoded_len();
            assert_eq!(body.len(), expected);
            assert_eq!(body.into_vec().len(), expected);
        }
    }

    // D8, D10
    #[test]
    fn nothing_but_an_exact_uri_is_known() {
        let service = service(&mixed());
        let long = format!("skill://acme/{}", "a".repeat(9_000));
        for uri in [
            "",
            "skill://acme/pdf",
            "skill://acme/pdf/",
            "skill://acme/pdf/EMPTY.txt",
            "skill://acme/pdf/./empty.txt",
            "skill://acme/pdf/refs/../empty.txt",
            "skill://acme/pdf/%65mpty.txt",
            "skill://acme/pdf/empty.txt/",
            "skill://acme/pdf//empty.txt",
            "skill://acme/pdf/empty.txt?",
            "skill://acme/pdf/empty.txt#",
            "file:///etc/passwd",
            long.as_str(),
        ] {
            let error = service.read(&current(), uri).unwrap_err();
            assert_eq!(
                (error.code(), error.message()),
                (-32602, "unknown resource"),
                "{uri}"
            );
        }
    }

    // F9, D10: a file can be read where any entry that lists it is visible.
    #[test]
    fn denying_the_nested_skill_does_not_hide_its_files_from_the_outer_one() {
        let service = service(&mixed());
        let (own, nested) = (
            "skill://acme/outer/own.txt",
            "skill://acme/outer/inner/own.txt",
        );
        let readable = |name: &str| {
            let visible =
                Visible::select(service.catalog(), |entry| entry.name() == name, |_| true);
            let request = current().with_visible(visible);
            [own, nested].map(|uri| match service.read(&request, uri) {
                Ok(_) => true,
                Err(error) => {
                    assert_eq!(error, Error::UNKNOWN_RESOURCE);
                    false
                }
            })
        };
        assert_eq!(readable("outer"), [true, true]);
        assert_eq!(readable("inner"), [false, true]);
        assert_eq!(readable("cat"), [false, false]);
    }

    // L
    #[test]
    fn a_read_over_its_bound_is_an_internal_error() {
        let set = Fixture::default()
            .skill("skill://pdf", &[("a.txt", b"12345\n")])
            .understated_set();
        let read = |read_bytes| {
            let limits = Limits::builder().read_bytes(read_bytes).build().unwrap();
            let service = SkillsService::builder(set).limits(limits).build().unwrap();
            service.read(&current(), "skill://pdf/a.txt").map(text)
        };
        let len = read(1_000).unwrap().len() as u64;
        assert!(read(len).is_ok());
        assert!(read(len - 1).unwrap_err().is_internal());
    }

    // A4: a pack that lies about its text fails closed.
    #[test]
    fn text_that_is_no_text_is_an_internal_error() {
        let fixture = Fixture::default().skill("skill://pdf", &[("a.txt", b"unique text")]);
        let mut pack = fixture.pack(|_| {});
        let at = pack
            .windows(11)
            .position(|bytes| bytes == b"unique text")
            .unwrap();
        pack[at] = 0xff;
        let set = crate::private::set_v1(Vec::leak(pack), "fixture");
        let service = SkillsService::builder(set).build().unwrap();
        let error = service.read(&current(), "skill://pdf/a.txt").unwrap_err();
        assert!(error.is_internal());
    }
}
