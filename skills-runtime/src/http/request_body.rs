//! Request bodies: read within bounds, and handed on as they came.

use std::{
    borrow::Cow,
    collections::VecDeque,
    fmt,
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll},
};

use ::http_body::{Body, Frame, SizeHint};
use bytes::{Buf, Bytes};

/// Each piece has a cost of its own, so that many tiny ones would cost more than their bytes.
const MAX_FRAMES: usize = 64;

/// The body of a request on its way to the service behind [`SkillsLayer`](crate::SkillsLayer): what was read of it, then
/// what was not.
///
/// The bytes, trailers and errors are those of the body that came in.
pub struct SkillsRequestBody<B: Body> {
    read: VecDeque<Frame<Bytes>>,
    failed: Option<B::Error>,
    /// Nothing once the body ended.
    rest: Option<B>,
}

impl<B: Body> SkillsRequestBody<B> {
    pub(super) fn untouched(body: B) -> Self {
        Self {
            read: VecDeque::new(),
            failed: None,
            rest: Some(body),
        }
    }
}

// An error is kept, never pinned.
impl<B: Body + Unpin> Unpin for SkillsRequestBody<B> {}

impl<B: Body + Unpin> Body for SkillsRequestBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let this = &mut *self;
        if let Some(frame) = this.read.pop_front() {
            return Poll::Ready(Some(Ok(frame)));
        }
        if let Some(error) = this.failed.take() {
            return Poll::Ready(Some(Err(error)));
        }
        match &mut this.rest {
            None => Poll::Ready(None),
            Some(rest) => {
                let frame = Pin::new(rest).poll_frame(context);
                frame.map(|frame| frame.map(|frame| frame.map(shared)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        let ended = self.rest.as_ref().is_none_or(Body::is_end_stream);
        self.read.is_empty() && self.failed.is_none() && ended
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.as_ref().map_or_else(zero, Body::size_hint);
        let read = self.read.iter().filter_map(Frame::data_ref);
        let read: u64 = read.map(|data| data.len() as u64).sum();
        let mut hint = SizeHint::new();
        hint.set_lower(rest.lower().saturating_add(read));
        if let Some(upper) = rest.upper() {
            hint.set_upper(upper.saturating_add(read));
        }
        hint
    }
}

impl<B: Body> fmt::Debug for SkillsRequestBody<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkillsRequestBody")
            .field("read", &self.read.len())
            .finish_non_exhaustive()
    }
}

fn zero() -> SizeHint {
    SizeHint::with_exact(0)
}

/// A frame whose data can be kept; nothing is copied where it already could.
fn shared<D: Buf>(frame: Frame<D>) -> Frame<Bytes> {
    frame.map_data(|mut data| data.copy_to_bytes(data.remaining()))
}

/// As much of a body as was read.
pub(super) struct Upload<B: Body> {
    body: SkillsRequestBody<B>,
    whole: bool,
}

impl<B: Body + Unpin> Upload<B> {
    /// Reads a body to its end, unless it is longer, in more pieces, or broken.
    pub(super) async fn read(body: B, max_bytes: usize) -> Self {
        let mut upload = Self {
            body: SkillsRequestBody::untouched(body),
            whole: false,
        };
        let mut left = max_bytes as u64;
        while upload.fits(left) {
            match upload.next().await {
                None => {
                    upload.whole = true;
                    upload.body.rest = None;
                    break;
                }
                Some(Err(error)) => {
                    upload.body.failed = Some(error);
                    break;
                }
                Some(Ok(frame)) => match left.checked_sub(upload.keep(frame)) {
                    None => break,
                    Some(rest) => left = rest,
                },
            }
        }
        upload
    }

    /// Whether there may be an end within the bounds.
    fn fits(&self, left: u64) -> bool {
        let rest = self.body.rest.as_ref().map_or_else(zero, Body::size_hint);
        rest.lower() <= left && self.body.read.len() < MAX_FRAMES
    }

    async fn next(&mut self) -> Option<Result<Frame<B::Data>, B::Error>> {
        let rest = self.body.rest.as_mut()?;
        poll_fn(|context| Pin::new(&mut *rest).poll_frame(context)).await
    }

    /// Keeps a frame, and says how many bytes it has.
    fn keep(&mut self, frame: Frame<B::Data>) -> u64 {
        let frame = shared(frame);
        let len = frame.data_ref().map_or(0, Bytes::len) as u64;
        self.body.read.push_back(frame);
        len
    }
}

impl<B: Body> Upload<B> {
    /// The body in one piece, where it was read to its end.
    pub(super) fn whole(&self) -> Option<Cow<'_, [u8]>> {
        if !self.whole {
            return None;
        }
        let mut data = self.body.read.iter().filter_map(Frame::data_ref);
        Some(match (data.next(), data.next()) {
            (None, _) => Cow::Borrowed(&[][..]),
            (Some(only), None) => Cow::Borrowed(&only[..]),
            (Some(first), Some(second)) => {
                let mut text = [&first[..], &second[..]].concat();
                data.for_each(|data| text.extend_from_slice(data));
                Cow::Owned(text)
            }
        })
    }

    pub(super) fn into_body(self) -> SkillsRequestBody<B> {
        self.body
    }
}
