//! Requests, as they are described, changed and sent.

use std::{
    collections::VecDeque,
    fmt, io,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Request};
use http_body::{Body, Frame};

use crate::servers::Staff;

/// How a body goes out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cut {
    /// Where one piece ends and the next begins; two equal places make an empty piece.
    pub(crate) places: Vec<usize>,
    pub(crate) trailers: bool,
    /// The connection breaks at the end.
    pub(crate) breaks: bool,
}

#[derive(Clone)]
pub(crate) struct Sent {
    pub(crate) verb: &'static str,
    pub(crate) uri: &'static str,
    pub(crate) headers: Vec<(&'static str, Vec<u8>)>,
    pub(crate) staff: bool,
    pub(crate) text: Vec<u8>,
    pub(crate) cut: Cut,
}

impl Sent {
    pub(crate) fn request(&self) -> Request<Pieces> {
        let mut request = Request::builder().method(self.verb).uri(self.uri);
        for (name, value) in &self.headers {
            let value = HeaderValue::from_bytes(value).unwrap();
            request = request.header(HeaderName::from_static(name), value);
        }
        if self.staff {
            request = request.extension(Staff);
        }
        request.body(Pieces::new(&self.text, &self.cut)).unwrap()
    }

    pub(crate) fn set(&mut self, name: &'static str, value: impl Into<Vec<u8>>) {
        self.remove(name);
        self.add(name, value);
    }

    pub(crate) fn add(&mut self, name: &'static str, value: impl Into<Vec<u8>>) {
        self.headers.push((name, value.into()));
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.headers.retain(|(other, _)| *other != name);
    }
}

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} (staff: {})", self.verb, self.uri, self.staff)?;
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {}", value.escape_ascii())?;
        }
        writeln!(f, "{}\n{:?}", self.text.escape_ascii(), self.cut)
    }
}

/// A body that comes in pieces.
#[derive(Debug)]
pub(crate) struct Pieces(VecDeque<Result<Frame<Bytes>, io::Error>>);

impl Pieces {
    pub(crate) fn new(text: &[u8], cut: &Cut) -> Self {
        let mut pieces = VecDeque::new();
        let mut start = 0;
        for end in cut.places.iter().copied().chain([text.len()]) {
            let end = end.clamp(start, text.len());
            pieces.push_back(Ok(Frame::data(Bytes::copy_from_slice(&text[start..end]))));
            start = end;
        }
        if cut.trailers {
            let mut trailers = HeaderMap::new();
            trailers.insert("x-trailer", HeaderValue::from_static("1"));
            pieces.push_back(Ok(Frame::trailers(trailers)));
        }
        if cut.breaks {
            pieces.push_back(Err(io::Error::other("broken")));
        }
        Self(pieces)
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        Poll::Ready(self.0.pop_front())
    }
}
