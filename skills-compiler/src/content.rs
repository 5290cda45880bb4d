//! What a file's bytes must not be: leftovers of Git (contract, S6).

use crate::diagnostic::{Diagnostic, code};
use crate::frontmatter::Manuscript;

const LFS_FIRST_LINE: &[u8] = b"version https://git-lfs.github.com/spec/v1";
const LFS_MAX_BYTES: usize = 1_024;

/// Whether the bytes are a pointer that Git LFS left where a file should be.
pub(crate) fn is_lfs_pointer(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(LFS_FIRST_LINE) else {
        return false;
    };
    bytes.len() <= LFS_MAX_BYTES && rest.windows(11).any(|part| part == b"oid sha256:")
}

/// The first conflict marker in the text of a `SKILL.md`, outside code fences and below the frontmatter.
pub(crate) fn conflict_marker(file: &Manuscript<'_>) -> Option<Diagnostic> {
    let text = file.text.as_str();
    let mut fence: Option<&str> = None;
    let mut dashes = 0;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        if dashes < 2 && line == "---" {
            dashes += 1;
        }
        let mark = fence_mark(line);
        match (fence, mark) {
            (None, Some(mark)) if dashes == 2 => fence = Some(mark),
            (Some(open), Some(close)) if close.starts_with(open) && line.trim() == close => {
                fence = None;
            }
            _ => {}
        }
        let is_marker = line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
        if is_marker && fence.is_none() && dashes == 2 {
            let problem = Diagnostic::new(
                code::CONFLICT_MARKER,
                file.path,
                "text holds a Git conflict marker",
            );
            let problem = problem.in_skill(file.skill).at(
                &file.text,
                start..start + 7,
                "unresolved conflict",
            );
            return Some(problem.help("keep one of the two sides and remove the marker lines"));
        }
        start += whole.len();
    }
    None
}

/// The run of backticks or tildes that opens or closes a fenced code block.
fn fence_mark(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.bytes().take_while(|b| char::from(*b) == mark).count();
    (length >= 3).then(|| &line[..length])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Text;
    use crate::limits::Limits;
    use std::sync::Arc;

    fn found(body: &str) -> Option<u32> {
        let text = Arc::new(Text::new(format!("---\nname: x\n---\n{body}")));
        let limits = Limits::default();
        let file = Manuscript {
            path: "SKILL.md",
            skill: "x",
            directory: None,
            text,
            limits: &limits,
        };
        conflict_marker(&file).and_then(|problem| problem.line())
    }

    // S6: a conflict marker in the body, outside code fences.
    #[test]
    fn markers_count_outside_code_fences_only() {
        assert_eq!(
            found("a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n"),
            Some(5)
        );
        assert_eq!(found("```\n<<<<<<< ours\n```\n"), None);
        assert_eq!(
            found("````md\n```\n<<<<<<< ours\n```\n````\n>>>>>>> theirs\n"),
            Some(9)
        );
        assert_eq!(found("Title\n=======\n"), None);
    }

    // S6: a Git LFS pointer in place of a file.
    #[test]
    fn a_pointer_is_told_from_a_file_about_pointers() {
        let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n";
        assert!(is_lfs_pointer(pointer));
        assert!(!is_lfs_pointer(
            b"version https://git-lfs.github.com/spec/v1\n"
        ));
        assert!(!is_lfs_pointer(
            b"See: version https://git-lfs.github.com/spec/v1\noid sha256:00\n"
        ));
    }
}
