//! The bytes of a result, as a transport takes them.

use std::{borrow::Cow, mem, vec};

use super::content::{Chunks, Content};

/// Pieces below this length are put together, since each segment has a cost of its own.
const SHORT: usize = 512;

/// The same for content, which has to be written to some place anyway.
const SHORT_CONTENT: usize = 16 << 10;

/// A part of a result, as it lies in memory.
#[derive(Clone, Copy)]
pub(super) enum Piece<'a> {
    Plain(&'a [u8]),
    /// Of the program's own data.
    Static(&'static [u8]),
    /// Still to be encoded.
    Content(Content),
}

/// The bytes of a [`Body`](crate::Body), in order and in segments, none of which is empty.
#[derive(Clone, Debug)]
pub struct Segments {
    parts: vec::IntoIter<Part>,
    /// The content that is being given out.
    chunks: Option<Chunks>,
}

#[derive(Clone, Debug)]
enum Part {
    Segment(Cow<'static, [u8]>),
    Content(Content),
}

impl Iterator for Segments {
    type Item = Cow<'static, [u8]>;

    fn next(&mut self) -> Option<Cow<'static, [u8]>> {
        if let Some(chunk) = self.chunks.as_mut().and_then(Iterator::next) {
            return Some(Cow::Owned(chunk));
        }
        match self.parts.next()? {
            Part::Segment(segment) => Some(segment),
            // Even of nothing the quotes are left.
            Part::Content(content) => {
                let chunks = self.chunks.insert(content.chunks());
                chunks.next().map(Cow::Owned)
            }
        }
    }
}

#[cfg(all(feature = "http", feature = "rmcp"))]
impl From<Vec<u8>> for Segments {
    fn from(whole: Vec<u8>) -> Self {
        Collector::new(whole).finish()
    }
}

/// Makes segments of pieces.
pub(super) struct Collector {
    parts: Vec<Part>,
    short: Vec<u8>,
}

impl Collector {
    /// Starts with what stands before a result.
    pub(super) fn new(before: Vec<u8>) -> Self {
        Self {
            parts: Vec::with_capacity(3),
            short: before,
        }
    }

    pub(super) fn push(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::Static(bytes) if bytes.len() >= SHORT => {
                self.end_short();
                self.parts.push(Part::Segment(Cow::Borrowed(bytes)));
            }
            Piece::Plain(bytes) | Piece::Static(bytes) => self.short.extend_from_slice(bytes),
            Piece::Content(content) if content.len() < SHORT_CONTENT => {
                content.append_to(&mut self.short);
            }
            Piece::Content(content) => {
                self.end_short();
                self.parts.push(Part::Content(content));
            }
        }
    }

    pub(super) fn finish(mut self) -> Segments {
        self.end_short();
        Segments {
            parts: self.parts.into_iter(),
            chunks: None,
        }
    }

    fn end_short(&mut self) {
        let short = mem::take(&mut self.short);
        if !short.is_empty() {
            self.parts.push(Part::Segment(Cow::Owned(short)));
        }
    }
}
