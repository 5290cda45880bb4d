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

/// Whether Git left the line where two sides of a merge begin or end. The `=======` between them underlines a title, too.
pub(crate) fn is_conflict_side(line: &str) -> bool {
    line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")
}

/// Where the text below the frontmatter of a `SKILL.md` starts; its end where there is no frontmatter.
pub(crate) fn body_start(text: &str) -> usize {
    let mut start = 0;
    let mut fences = 0;
    for line in text.split_inclusive('\n') {
        start += line.len();
        let line = line
            .trim_end_matches(['\n', '\r'])
            .trim_start_matches('\u{feff}');
        fences += usize::from(line == "---");
        if fences == 2 {
            return start;
        }
    }
    text.len()
}

/// The first conflict marker in the text of a `SKILL.md`, outside code fences and below the frontmatter.
pub(crate) fn conflict_marker(file: &Manuscript<'_>) -> Option<Diagnostic> {
    let text = file.text.as_str();
    let mut start = body_start(text);
    let mut fence: Option<&str> = None;
    for whole in text[start..].split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        match (fence, fence_mark(line)) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(close)) if close.starts_with(open) && line.trim() == close => {
                fence = None;
            }
            _ => {}
        }
        if is_conflict_side(line) && fence.is_none() {
            let message = "text holds a Git conflict marker";
            let problem = Diagnostic::new(code::CONFLICT_MARKER, file.path, message);
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

    const FRONTMATTER: &str = "---\nname: x\n---\n";

    fn found(body: &str) -> Option<u32> {
        found_in(format!("{FRONTMATTER}{body}"))
    }

    fn found_in(text: String) -> Option<u32> {
        let text = Arc::new(Text::new(text));
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

    // S6, F1: a byte order mark before the opening fence hides neither fence nor markers.
    #[test]
    fn markers_count_in_a_file_with_a_byte_order_mark() {
        let text = format!("\u{feff}{FRONTMATTER}a\n<<<<<<< ours\n");
        assert_eq!(found_in(text), Some(5));
    }

    #[test]
    fn the_body_starts_below_the_closing_fence() {
        for (text, body) in [
            ("---\na: b\n---\nbody\n---\n", "body\n---\n"),
            ("\u{feff}---\r\na: b\r\n---\r\nbody", "body"),
            ("---\na: b\n---", ""),
            ("---\na: b\n", ""),
        ] {
            assert_eq!(&text[body_start(text)..], body, "{text:?}");
        }
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
