//! Response bodies: ours in segments, or those of the service behind.

use std::{
    borrow::Cow,
    fmt,
    pin::Pin,
    task::{Context, Poll},
    vec,
};

use ::http_body::{Body, Frame, SizeHint};
use bytes::Bytes;

/// The body of an answer: the catalog's, in pieces that are never joined, or that of the service behind
/// [`SkillsLayer`](crate::SkillsLayer).
pub struct SkillsResponseBody<B>(Kind<B>);

enum Kind<B> {
    Own(Segments),
    Inner(B),
}

impl<B> SkillsResponseBody<B> {
    pub(super) fn own(segments: Vec<Cow<'static, [u8]>>) -> Self {
        Self(Kind::Own(Segments::new(segments)))
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
            Kind::Own(segments) => Poll::Ready(segments.next().map(|bytes| Ok(Frame::data(bytes)))),
            Kind::Inner(body) => Pin::new(body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Own(segments) => segments.left == 0,
            Kind::Inner(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Own(segments) => SizeHint::with_exact(segments.left),
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

struct Segments {
    segments: vec::IntoIter<Cow<'static, [u8]>>,
    /// Bytes that were not given out yet.
    left: u64,
}

impl Segments {
    fn new(segments: Vec<Cow<'static, [u8]>>) -> Self {
        let left = segments.iter().map(|segment| segment.len() as u64).sum();
        let segments = segments.into_iter();
        Self { segments, left }
    }
}

impl Iterator for Segments {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let bytes = match self.segments.next()? {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        self.left -= bytes.len() as u64;
        Some(bytes)
    }
}
