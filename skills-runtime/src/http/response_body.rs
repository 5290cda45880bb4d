//! Response bodies: ours in segments, or those of the service behind.

use std::{
    borrow::Cow,
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use ::http_body::{Body, Frame, SizeHint};
use bytes::Bytes;

use crate::Segments;

/// The body of an answer: the catalog's, in pieces that are never joined, or that of the service behind
/// [`SkillsLayer`](crate::SkillsLayer).
pub struct SkillsResponseBody<B>(Kind<B>);

enum Kind<B> {
    Own(Answer),
    Inner(B),
}

impl<B> SkillsResponseBody<B> {
    pub(super) fn own(answer: Answer) -> Self {
        Self(Kind::Own(answer))
    }

    pub(super) fn inner(body: B) -> Self {
        Self(Kind::Inner(body))
    }

    /// Whether the layer answered, and not the service behind it.
    pub fn is_own(&self) -> bool {
        matches!(self.0, Kind::Own(_))
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for SkillsResponseBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        match &mut self.0 {
            Kind::Own(answer) => Poll::Ready(answer.next().map(|bytes| Ok(Frame::data(bytes)))),
            Kind::Inner(body) => Pin::new(body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Own(answer) => answer.len == 0,
            Kind::Inner(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Own(answer) => SizeHint::with_exact(answer.len as u64),
            Kind::Inner(body) => body.size_hint(),
        }
    }
}

impl<B> fmt::Debug for SkillsResponseBody<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillsResponseBody")
            .field("own", &self.is_own())
            .finish_non_exhaustive()
    }
}

/// What is left of an answer of ours.
pub(super) struct Answer {
    pub(super) segments: Segments,
    /// Its bytes.
    pub(super) len: usize,
}

impl Iterator for Answer {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let bytes = match self.segments.next()? {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        self.len = self.len.saturating_sub(bytes.len());
        Some(bytes)
    }
}

impl From<Vec<u8>> for Answer {
    fn from(whole: Vec<u8>) -> Self {
        Self {
            len: whole.len(),
            segments: Segments::from(whole),
        }
    }
}
