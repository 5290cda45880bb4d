//! One skill: each file read once, hashed, and judged (contract, S1 to S7).

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::budget::{self, as_u64};
use crate::content;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Text, code};
use crate::frontmatter::{Frontmatter, Manuscript};
use crate::media::{Media, NotText, first_byte_that_is_not_text};
use crate::member_path::{SKILL_MD, below, file_name};
use crate::options::Options;
use crate::source::{Listed, Listing, ReadError};
use crate::tree::SkillTree;
use crate::uri;
use crate::walk::unreadable;

/// What surrounds the content in a read result, beside URI and MIME type: the longest that a server may send.
const READ_ENVELOPE_BYTES: usize = 160;

/// A checked skill with everything that will be served of it.
#[derive(Debug)]
pub(crate) struct Revision<'l> {
    /// Its directory below the embedded one.
    pub(crate) directory: &'l str,
    pub(crate) frontmatter: Frontmatter,
    /// In bytewise order of their URIs.
    pub(crate) members: Vec<Member<'l>>,
    pub(crate) root_uri: String,
    /// How messages name its `SKILL.md`.
    pub(crate) shown: String,
}

/// One file of a revision.
#[derive(Debug)]
pub(crate) struct Member<'l> {
    pub(crate) uri: String,
    /// The path below the skill's directory.
    pub(crate) path: &'l str,
    /// The path below the embedded directory.
    pub(crate) source: &'l str,
    pub(crate) is_executable: bool,
    pub(crate) media: Media,
    pub(crate) bytes: Cow<'l, [u8]>,
    pub(crate) digest: [u8; 32],
    /// Bytes of the JSON string that carries the content.
    pub(crate) encoded_len: usize,
}

impl Member<'_> {
    pub(crate) fn is_root(&self) -> bool {
        self.path == SKILL_MD
    }

    pub(crate) fn name(&self) -> &str {
        file_name(self.path)
    }
}

/// Reads and checks a skill; `None` when a problem keeps it from being encoded.
pub(crate) fn check<'l>(
    skill: &SkillTree<'l>,
    listing: &'l Listing<'_>,
    options: &Options,
    problems: &mut Diagnostics,
) -> Option<Revision<'l>> {
    if !budget::check(skill, listing, &options.limits, problems) {
        return None;
    }
    let mut checker = Checker {
        skill,
        listing,
        options,
        problems: Vec::new(),
        frontmatter: None,
    };
    let contents: Vec<_> = skill
        .files
        .iter()
        .map(|file| checker.content(file))
        .collect();
    let revision = checker.revision(contents);
    problems.extend(checker.problems);
    revision
}

/// What was read of a file, before it has a URI.
struct Contents<'l> {
    file: &'l Listed<'l>,
    path: &'l str,
    media: Media,
    bytes: Cow<'l, [u8]>,
}

struct Checker<'c, 'l> {
    skill: &'c SkillTree<'l>,
    listing: &'l Listing<'l>,
    options: &'c Options,
    problems: Vec<Diagnostic>,
    frontmatter: Option<Frontmatter>,
}

impl<'l> Checker<'_, 'l> {
    fn report(&mut self, problem: Diagnostic) {
        self.problems.push(problem.in_skill(self.skill.directory));
    }

    fn content(&mut self, file: &'l Listed<'l>) -> Option<Contents<'l>> {
        let shown = self.listing.display(&file.path);
        let limits = &self.options.limits;
        if file.size > limits.file {
            self.report(budget::file_too_large(shown, file.size, limits));
            return None;
        }
        let bytes = match file.read(limits.file) {
            Ok(bytes) => bytes,
            Err(ReadError::Io(error)) => {
                self.report(unreadable("file", shown, &error));
                return None;
            }
            Err(ReadError::TooLarge) => {
                self.report(budget::file_too_large(
                    shown,
                    limits.file.saturating_add(1),
                    limits,
                ));
                return None;
            }
        };
        if content::is_lfs_pointer(&bytes) {
            let message = "Git LFS pointer stands in place of the file";
            self.report(
                Diagnostic::new(code::LFS_POINTER, shown, message).help("run `git lfs pull`"),
            );
            return None;
        }
        let path = below(&file.path, self.skill.directory)?;
        let media = if path == SKILL_MD {
            self.skill_md(&bytes, &shown)?
        } else {
            self.media(file, &bytes, &shown)?
        };
        Some(Contents {
            file,
            path,
            media,
            bytes,
        })
    }

    fn media(&mut self, file: &Listed<'_>, bytes: &[u8], shown: &str) -> Option<Media> {
        let media = Media::of(&file.path, bytes, self.options);
        media
            .map_err(|flaw| self.report(not_text(shown, bytes, &flaw)))
            .ok()
    }

    fn skill_md(&mut self, bytes: &[u8], shown: &str) -> Option<Media> {
        if let Some(offset) = first_byte_that_is_not_text(bytes) {
            let because = "a `SKILL.md` must be".to_owned();
            self.report(not_text(shown, bytes, &NotText { because, offset }));
            return None;
        }
        let file = Manuscript {
            path: shown,
            skill: self.skill.directory,
            directory: self.directory_name(),
            text: Arc::new(Text::new(String::from_utf8_lossy(bytes))),
            limits: &self.options.limits,
        };
        let mut problems = Vec::new();
        self.frontmatter = file.frontmatter(&mut problems);
        problems.extend(content::conflict_marker(&file));
        self.problems.extend(problems);
        self.frontmatter.is_some().then(Media::skill_md)
    }

    /// How messages name the member at `path`.
    fn shown(&self, path: &str) -> String {
        match self.skill.directory {
            "" => self.listing.display(path),
            directory => self.listing.display(&format!("{directory}/{path}")),
        }
    }

    /// What the skill's name has to equal.
    fn directory_name(&self) -> Option<&'l str> {
        match self.skill.directory {
            "" => self.listing.name.as_deref(),
            directory => Some(file_name(directory)),
        }
    }

    fn revision(&mut self, contents: Vec<Option<Contents<'l>>>) -> Option<Revision<'l>> {
        let frontmatter = self.frontmatter.take();
        let directory = match (self.skill.directory, &frontmatter) {
            ("", Some(frontmatter)) => frontmatter.name.clone(),
            ("", None) => return None,
            (directory, _) => directory.to_owned(),
        };
        let is_addressable = self.check_authority(&directory, frontmatter.is_some());
        let contents = contents.into_iter().collect::<Option<Vec<_>>>()?;
        let frontmatter = frontmatter.filter(|_| is_addressable)?;
        let members = contents
            .into_iter()
            .map(|content| self.member(&directory, content))
            .collect::<Vec<_>>();
        let mut members = members.into_iter().collect::<Option<Vec<_>>>()?;
        members.sort_by(|a, b| a.uri.cmp(&b.uri));
        let root_uri = members.iter().find(|member| member.is_root())?.uri.clone();
        let shown = self.shown(SKILL_MD);
        Some(Revision {
            directory: self.skill.directory,
            frontmatter,
            members,
            root_uri,
            shown,
        })
    }

    /// Whether the first segment can stand where the URI has its host. Where the frontmatter is broken and the segment
    /// is the skill's own, its name has been judged already.
    fn check_authority(&mut self, directory: &str, has_frontmatter: bool) -> bool {
        let first = directory.split('/').next().unwrap_or(directory);
        if !self.options.base.lacks_authority() || uri::is_authority(first) {
            return true;
        }
        if has_frontmatter || first != directory {
            let message =
                format!("directory name `{first}` cannot be the host part of a `skill://` URI");
            let shown = self.listing.display(self.skill.directory);
            self.report(
                Diagnostic::new(code::AUTHORITY, shown, message)
                    .note("a host part is made of `a` to `z`, digits, `.`, `_` and `-`")
                    .help("rename the directory, or set a `base` such as `skill://acme`"),
            );
        }
        false
    }

    fn member(&mut self, directory: &str, content: Contents<'l>) -> Option<Member<'l>> {
        let Contents {
            file,
            path,
            media,
            bytes,
        } = content;
        let uri = self.options.base.join(&format!("{directory}/{path}"));
        let encoded_len = encoded_len(&bytes, media.is_text);
        let answer = encoded_len + uri.len() + media.mime_type.len() + READ_ENVELOPE_BYTES;
        let limits = &self.options.limits;
        let sizes = [
            (
                code::URI_LENGTH,
                "URI is too long",
                as_u64(uri.len()),
                limits.uri,
            ),
            (
                code::READ_SIZE,
                "file is too large for one answer",
                as_u64(answer),
                limits.read,
            ),
        ];
        let over: Vec<(&'static Code, String)> = sizes
            .into_iter()
            .filter(|(_, _, size, limit)| size > limit)
            .map(|(code, what, size, limit)| {
                (code, format!("{what} (got {size} bytes, limit {limit})"))
            })
            .collect();
        let is_within = over.is_empty();
        for (code, message) in over {
            let problem = Diagnostic::new(code, self.shown(path), message);
            self.report(problem.help("shorten it, or leave it out with `exclude`"));
        }
        is_within.then(|| Member {
            source: &file.path,
            is_executable: file.is_executable,
            digest: Sha256::digest(&bytes).into(),
            uri,
            path,
            media,
            bytes,
            encoded_len,
        })
    }
}

/// A file that should be text and is not, with the place of its first bad byte.
fn not_text(shown: &str, bytes: &[u8], flaw: &NotText) -> Diagnostic {
    let before = String::from_utf8_lossy(&bytes[..flaw.offset]);
    let (line, column) = Text::new(before).line_column(flaw.offset);
    let byte = bytes.get(flaw.offset).copied().unwrap_or_default();
    let message = format!(
        "file is not UTF-8 text (byte 0x{byte:02x} at offset {}), but {}",
        flaw.offset, flaw.because
    );
    let help = "save it as UTF-8, or declare it with `binary(\"…\")`";
    let problem = Diagnostic::new(code::NOT_TEXT, shown, message).at_position(line, column);
    if file_name(shown) == SKILL_MD {
        problem.help("save it as UTF-8")
    } else {
        problem.help(help)
    }
}

/// Bytes of the JSON string, quotes included, that carries `bytes` as escaped text or as Base64.
fn encoded_len(bytes: &[u8], is_text: bool) -> usize {
    match std::str::from_utf8(bytes) {
        Ok(text) if is_text => json_len(&text),
        _ => bytes.len().div_ceil(3) * 4 + 2,
    }
}

/// The length of `value` as compact JSON.
fn json_len(value: &impl Serialize) -> usize {
    struct Counter(usize);
    impl std::io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    // A counter refuses nothing, and a string serializes without fail.
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

#[cfg(test)]
mod tests {
    use super::*;

    // L: each file's real encoded size.
    #[test]
    fn the_encoded_length_is_exact() {
        for text in ["", "plain", "\"quotes\"\n\t\\", "é\u{7}\u{2028}"] {
            let json = serde_json::Value::from(text).to_string();
            assert_eq!(encoded_len(text.as_bytes(), true), json.len(), "{text:?}");
        }
        for (length, encoded) in [(0, 2), (1, 6), (2, 6), (3, 6), (4, 10)] {
            assert_eq!(encoded_len(&vec![255; length], false), encoded);
        }
    }
}
