//! An encoded result.

mod content;
mod items;
mod segments;

use std::{convert::Infallible, fmt, io, sync::Arc};

pub(crate) use content::Content;
pub(crate) use items::{FileItem, Items};
pub use segments::Segments;

use segments::{Collector, Piece};

/// The `result` of one answer as compact JSON.
///
/// It is a few references into the program's own data, and becomes bytes when they are asked for. The content of a file is
/// encoded while it is written, some hundred kibibytes at a time, so that a large answer takes no memory of its size. A
/// transport can write the [segments](Self::into_segments) one after another, or vectored, without putting them together.
#[derive(Clone)]
pub struct Body {
    /// Up to the items.
    pub(crate) open: &'static str,
    pub(crate) items: Items,
    /// Behind the items, before any other member.
    pub(crate) close: &'static str,
    pub(crate) next_cursor: Option<String>,
    /// All other members, and the end.
    pub(crate) end: Arc<str>,
}

pub(crate) const CURSOR_OPEN: &str = r#","nextCursor":""#;
pub(crate) const CURSOR_CLOSE: &str = r#"""#;

impl Body {
    /// How many bytes the result has.
    pub fn len(&self) -> usize {
        let cursor = self.next_cursor.as_ref().map_or(0, |cursor| {
            CURSOR_OPEN.len() + cursor.len() + CURSOR_CLOSE.len()
        });
        self.open.len() + self.items.len() + self.close.len() + cursor + self.end.len()
    }

    /// Whether there is nothing to write, which no result is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of the result, in order, in segments none of which is empty.
    pub fn into_segments(self) -> Segments {
        self.segments_within(Vec::new(), b"")
    }

    /// The bytes of the result as a part of something larger.
    pub(crate) fn segments_within(&self, before: Vec<u8>, behind: &[u8]) -> Segments {
        let mut collector = Collector::new(before);
        let Ok(()) = self.visit(|piece| {
            collector.push(piece);
            Ok::<_, Infallible>(())
        });
        collector.push(Piece::Plain(behind));
        collector.finish()
    }

    /// Puts the segments together.
    pub fn into_vec(self) -> Vec<u8> {
        let mut whole = Vec::with_capacity(self.len());
        self.into_segments()
            .for_each(|segment| whole.extend_from_slice(&segment));
        whole
    }

    /// Writes all of it, piece by piece.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(&self, mut writer: impl io::Write) -> io::Result<()> {
        self.visit(|piece| match piece {
            Piece::Plain(bytes) | Piece::Static(bytes) => writer.write_all(bytes),
            Piece::Content(content) => {
                let mut chunks = content.chunks();
                chunks.try_for_each(|chunk| writer.write_all(&chunk))
            }
        })
    }

    fn visit<E>(&self, mut visit: impl FnMut(Piece<'_>) -> Result<(), E>) -> Result<(), E> {
        visit(Piece::Static(self.open.as_bytes()))?;
        self.items.visit(&mut visit)?;
        visit(Piece::Static(self.close.as_bytes()))?;
        if let Some(cursor) = &self.next_cursor {
            visit(Piece::Static(CURSOR_OPEN.as_bytes()))?;
            visit(Piece::Plain(cursor.as_bytes()))?;
            visit(Piece::Static(CURSOR_CLOSE.as_bytes()))?;
        }
        visit(Piece::Plain(self.end.as_bytes()))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::borrow::Cow;

    use super::*;

    const LONG: &[u8] = &[b'1'; 512];

    fn body(items: Items, next_cursor: Option<&str>) -> Body {
        Body {
            open: "[",
            items,
            close: "]",
            next_cursor: next_cursor.map(str::to_owned),
            end: "!".into(),
        }
    }

    /// Writes a result in every way, which must not differ.
    fn written(body: &Body) -> String {
        let mut written = Vec::new();
        body.write_to(&mut written).unwrap();
        assert_eq!(body.len(), written.len());
        assert_eq!(body.clone().into_vec(), written);
        let within = body
            .segments_within(b"<".to_vec(), b">")
            .collect::<Vec<_>>();
        assert!(within.iter().all(|segment| !segment.is_empty()));
        assert_eq!(within.concat(), [b"<", &written[..], b">"].concat());
        String::from_utf8(written).unwrap()
    }

    #[test]
    fn all_parts_are_there_in_order() {
        let slices = Items::Slices(vec![b"1", b"2,3", b"4"]);
        assert_eq!(written(&body(slices, None)), "[1,2,3,4]!");
        assert_eq!(written(&body(Items::Slices(Vec::new()), None)), "[]!");
        let cursor = body(Items::Slice(b"1"), Some("c"));
        assert_eq!(written(&cursor), r#"[1],"nextCursor":"c"!"#);
        assert_eq!(format!("{cursor:?}"), "Body { len: 21, .. }");
        assert!(!cursor.is_empty());
    }

    #[test]
    fn a_file_is_an_item_of_its_own() {
        let item = |content, encoded_len| {
            let (uri, mime_type) = (&b"a:b"[..], &b"x/y"[..]);
            body(
                Items::File(FileItem {
                    uri,
                    mime_type,
                    content,
                    encoded_len,
                }),
                None,
            )
        };
        assert_eq!(
            written(&item(Content::Text("\n"), 4)),
            r#"[{"uri":"a:b","mimeType":"x/y","text":"\n"}]!"#
        );
        assert_eq!(
            written(&item(Content::Bytes(b"\n"), 6)),
            r#"[{"uri":"a:b","mimeType":"x/y","blob":"Cg=="}]!"#
        );
    }

    // Short pieces share a segment; what is long is not copied.
    #[test]
    fn long_pieces_are_segments_of_their_own() {
        let segments: Vec<_> = body(Items::Slices(vec![LONG, b"2"]), None)
            .into_segments()
            .collect();
        let [Cow::Owned(open), Cow::Borrowed(long), Cow::Owned(rest)] = &segments[..] else {
            panic!("{segments:?}");
        };
        assert_eq!(
            (&open[..], *long, &rest[..]),
            (&b"["[..], LONG, &b",2]!"[..])
        );
    }
}
