//! An encoded result.

use std::{borrow::Cow, fmt, io};

/// The `result` of one answer as compact JSON, in pieces.
///
/// Most pieces borrow from the program's own data. A transport can write them one after another, or vectored, without
/// putting them together.
#[derive(Clone, Default)]
pub struct Body {
    segments: Vec<Cow<'static, [u8]>>,
    len: usize,
}

impl Body {
    pub(crate) fn with_capacity(segments: usize) -> Self {
        Self {
            segments: Vec::with_capacity(segments),
            len: 0,
        }
    }

    pub(crate) fn push(&mut self, segment: impl Into<Cow<'static, [u8]>>) {
        let segment = segment.into();
        if !segment.is_empty() {
            self.len += segment.len();
            self.segments.push(segment);
        }
    }

    /// How many bytes the result has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is nothing to write, which no result is.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The pieces, in order; none of them is empty.
    pub fn segments(&self) -> &[Cow<'static, [u8]>] {
        &self.segments
    }

    /// Takes the pieces out.
    pub fn into_segments(self) -> Vec<Cow<'static, [u8]>> {
        self.segments
    }

    /// Puts the pieces together.
    pub fn into_vec(self) -> Vec<u8> {
        self.segments.concat()
    }

    /// Writes the pieces one after another.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_to(&self, mut writer: impl io::Write) -> io::Result<()> {
        self.segments
            .iter()
            .try_for_each(|segment| writer.write_all(segment))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body")
            .field("len", &self.len)
            .field("segments", &self.segments.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn pieces_add_up_and_empty_ones_are_left_out() {
        let mut body = Body::with_capacity(3);
        body.push(&b"[1,"[..]);
        body.push(&b""[..]);
        body.push(b"2]".to_vec());
        assert_eq!((body.len(), body.segments().len()), (5, 2));

        let mut written = Vec::new();
        body.write_to(&mut written).unwrap();
        assert_eq!(written, b"[1,2]");
        assert_eq!(body.clone().into_segments().len(), 2);
        assert_eq!(format!("{body:?}"), "Body { len: 5, segments: 2 }");
        assert_eq!(body.into_vec(), b"[1,2]");
    }
}
