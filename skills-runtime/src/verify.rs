//! The self-test (C4).

use std::fmt;

use serde::Deserialize;
use skills_pack::{Pack, PackError};

use crate::{Digest, SkillSet, body::Content, catalog_fingerprint};

/// What `verify` found, complete.
#[derive(Debug)]
pub struct VerifyError(Vec<Problem>);

impl VerifyError {
    /// Every problem: sets in order, in each the pack, then files, then entries.
    pub fn problems(&self) -> &[Problem] {
        &self.0
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, problem) in self.0.iter().enumerate() {
            if position > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for VerifyError {}

/// Something that a set promises and does not hold.
#[derive(Clone, Debug)]
pub struct Problem(ProblemKind);

#[derive(Clone, Debug)]
enum ProblemKind {
    Pack(PackError),
    Fingerprint,
    Content {
        uri: &'static str,
        expected: Digest,
        got: Digest,
    },
    Encoding {
        uri: &'static str,
    },
    Entry {
        uri: &'static str,
        member: String,
    },
}

impl Problem {
    /// The file, or the entry that promises something else, where the problem is not the pack as a whole.
    pub fn uri(&self) -> Option<&str> {
        match &self.0 {
            ProblemKind::Pack(_) | ProblemKind::Fingerprint => None,
            ProblemKind::Content { uri, .. }
            | ProblemKind::Encoding { uri }
            | ProblemKind::Entry { uri, .. } => Some(uri),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ProblemKind::Pack(error) => write!(f, "the pack is damaged: {error}"),
            ProblemKind::Fingerprint => {
                f.write_str("the pack's fingerprint is not that of its entries")
            }
            ProblemKind::Content { uri, expected, got } => {
                write!(
                    f,
                    "`{uri}` does not match its digest (got {got}, expected {expected})"
                )
            }
            ProblemKind::Encoding { uri } => {
                write!(f, "`{uri}` is not encoded as the pack says")
            }
            ProblemKind::Entry { uri, member } => {
                write!(f, "entry `{uri}` does not describe `{member}` as it is")
            }
        }
    }
}

pub(crate) fn sets(sets: &[SkillSet]) -> Result<(), VerifyError> {
    let mut problems = Vec::new();
    for set in sets {
        verify_pack(set.pack(), &mut problems);
    }
    if problems.is_empty() {
        return Ok(());
    }
    Err(VerifyError(problems.into_iter().map(Problem).collect()))
}

fn verify_pack(pack: Pack<'static>, problems: &mut Vec<ProblemKind>) {
    if let Err(error) = pack.check() {
        problems.push(ProblemKind::Pack(error));
        return;
    }
    let entries = || (0..pack.entry_count()).filter_map(|index| pack.entry(index));
    // Of no entries there is nothing to identify.
    let expected = catalog_fingerprint(entries().map(|entry| entry.fingerprint()));
    if pack.entry_count() > 0 && expected != pack.fingerprint() {
        problems.push(ProblemKind::Fingerprint);
    }
    let files = (0..pack.file_count()).filter_map(|index| pack.file(index));
    for file in files {
        problems.extend(check_content(file));
        problems.extend(check_encoding(file));
    }
    problems.extend(entries().filter_map(|entry| check_entry(pack, entry)));
}

fn check_content(file: skills_pack::File<'static>) -> Option<ProblemKind> {
    let (expected, got) = (Digest::new(file.digest()), Digest::of(file.content()));
    let uri = file.uri();
    (expected != got).then_some(ProblemKind::Content { uri, expected, got })
}

/// What a read says before and around the content that it encodes (D8, L).
fn check_encoding(file: skills_pack::File<'static>) -> Option<ProblemKind> {
    let content = Content::new(file.content(), file.is_text());
    let len = content.map(Content::encoded_len);
    let is_plain = |text: &'static str| Content::Text(text).encoded_len() == text.len() + 2;
    let uri = file.uri();
    let holds =
        len == Some(file.encoded_len() as usize) && is_plain(uri) && is_plain(file.mime_type());
    (!holds).then_some(ProblemKind::Encoding { uri })
}

/// As much of an entry as promises something about bytes.
#[derive(Deserialize)]
struct Promise {
    uri: String,
    resources: Vec<Member>,
}

#[derive(Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Member {
    uri: String,
    digest: String,
    size: u64,
}

impl Member {
    fn of(file: skills_pack::File<'static>) -> Self {
        Self {
            uri: file.uri().to_owned(),
            digest: Digest::new(file.digest()).to_string(),
            size: file.content().len() as u64,
        }
    }
}

/// The first member that an entry leaves out, adds or describes otherwise (D2).
fn check_entry(pack: Pack<'static>, entry: skills_pack::Entry<'static>) -> Option<ProblemKind> {
    let uri = entry.uri();
    let problem = |member: &str| ProblemKind::Entry {
        uri,
        member: member.to_owned(),
    };
    let Ok(promise) = serde_json::from_slice::<Promise>(entry.json()) else {
        return Some(problem(uri));
    };
    if promise.uri != uri {
        return Some(problem(&promise.uri));
    }
    let mut promised = promise.resources.into_iter();
    for file in entry.files().filter_map(|index| pack.file(index)) {
        let member = Member::of(file);
        if promised.next().as_ref() != Some(&member) {
            return Some(problem(&member.uri));
        }
    }
    promised.next().map(|member| problem(&member.uri))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use skills_pack::CatalogSpec;

    use super::*;
    use crate::{
        private,
        testing::{Fixture, mixed},
    };

    fn verify(pack: Vec<u8>) -> Result<(), String> {
        let set = private::set_v1(Vec::leak(pack), "fixture");
        set.verify().map_err(|error| error.to_string())
    }

    fn fixture() -> Fixture {
        Fixture::default().skill(
            "skill://pdf",
            &[("a.txt", b"first text"), ("b.txt", b"other text")],
        )
    }

    // C4
    #[test]
    fn what_was_written_verifies() {
        assert_eq!(verify(mixed().pack(|_| {})), Ok(()));
        assert_eq!(
            SkillSet::EMPTY.verify().map_err(|error| error.to_string()),
            Ok(())
        );
    }

    // C4
    #[test]
    fn every_changed_file_is_named() {
        let mut pack = fixture().pack(|_| {});
        for text in [b"first text", b"other text"] {
            let at = pack
                .windows(text.len())
                .position(|bytes| bytes == text)
                .unwrap();
            pack[at] = b'X';
        }
        let set = private::set_v1(Vec::leak(pack), "fixture");
        let error = set.verify().unwrap_err();
        let uris: Vec<_> = error.problems().iter().map(Problem::uri).collect();
        assert_eq!(uris, [Some("skill://pdf/a.txt"), Some("skill://pdf/b.txt")]);
        let line = |uri: &str, got: &[u8], expected: &[u8]| {
            let (got, expected) = (Digest::of(got), Digest::of(expected));
            format!("`{uri}` does not match its digest (got {got}, expected {expected})")
        };
        let first = line("skill://pdf/a.txt", b"Xirst text", b"first text");
        let second = line("skill://pdf/b.txt", b"Xther text", b"other text");
        assert_eq!(error.to_string(), format!("{first}\n{second}"));
    }

    // C4, D2: the entry is what clients check files against.
    #[test]
    fn an_entry_that_promises_something_else_is_named() {
        let expect = |json: String, member: &str| {
            let change = |spec: &mut CatalogSpec<'_>| {
                let json: &'static str = json.leak();
                spec.entries[0].json = json;
                spec.entries[0].frontmatter = 0..2;
            };
            let expected =
                format!("entry `skill://pdf/SKILL.md` does not describe `{member}` as it is");
            assert_eq!(verify(fixture().pack(change)), Err(expected));
        };
        let pack = fixture().pack(|_| {});
        let json =
            String::from_utf8(Pack::new(&pack).unwrap().entries_json(0..1).to_vec()).unwrap();
        expect(
            json.replace(r#""size":10}]"#, r#""size":11}]"#),
            "skill://pdf/b.txt",
        );
        expect(json.replace("pdf/a.txt", "pdf/c.txt"), "skill://pdf/a.txt");
        expect(
            json.replace(
                r#"{"uri":"skill://pdf/SKILL.md","f"#,
                r#"{"uri":"skill://x","f"#,
            ),
            "skill://x",
        );
        expect(
            json.replace(":10}]", r#":10},{"uri":"u","digest":"d","size":1}]"#),
            "u",
        );
        expect(
            json.replace(":10}]", r#":10,"extra":1}]"#),
            "skill://pdf/SKILL.md",
        );
        expect("{}".to_owned(), "skill://pdf/SKILL.md");
        let digest = Digest::of(b"first text").to_string();
        expect(
            json.replace(&digest, &digest.replace("sha256:", "SHA256:")),
            "skill://pdf/a.txt",
        );
    }

    // C4, D5
    #[test]
    fn a_wrong_fingerprint_is_named() {
        let pack = fixture().pack(|spec| spec.fingerprint = [0; 32]);
        let expected = "the pack's fingerprint is not that of its entries";
        assert_eq!(verify(pack), Err(expected.to_owned()));
    }

    // C4, D8, L: the length of an answer is stated before the content is encoded.
    #[test]
    fn a_wrong_encoded_length_is_named() {
        let expected = "`skill://pdf/a.txt` is not encoded as the pack says";
        let pack = fixture().pack(|spec| spec.files[1].encoded_len += 1);
        assert_eq!(verify(pack), Err(expected.to_owned()));
        // What stands around the content is written as it is.
        let pack = fixture().pack(|spec| spec.files[1].mime_type = "text/\"plain\"");
        assert_eq!(verify(pack), Err(expected.to_owned()));
    }

    // C4
    #[test]
    fn a_damaged_pack_is_one_problem() {
        let mut pack = fixture().pack(|_| {});
        let at = pack.windows(3).position(|bytes| bytes == b"pdf").unwrap();
        pack[at] = 0xff;
        let error = verify(pack).unwrap_err();
        assert!(error.starts_with("the pack is damaged: "), "{error}");
    }
}
