//! Where text goes: to terminals with colours, to pipes without, and nowhere when nobody listens any more.

use std::io::{self, IsTerminal as _, Write};

use anstream::AutoStream;
use clap::ColorChoice;

use crate::failure::Failure;

/// Standard output and standard error.
#[derive(Debug)]
pub(crate) struct Output {
    color: anstream::ColorChoice,
}

impl Output {
    pub(crate) fn new(color: ColorChoice) -> Self {
        let color = match color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Self { color }
    }

    /// Writes text for people to standard output; its colours stay where they can be seen.
    pub(crate) fn styled(&self, text: &str) -> Result<(), Failure> {
        let mut stream = AutoStream::new(io::stdout().lock(), self.color);
        heard(
            stream
                .write_all(text.as_bytes())
                .and_then(|()| stream.flush()),
        )
    }

    /// Writes text for programs to standard output, as it is.
    #[expect(clippy::unused_self, reason = "all output goes through this value")]
    pub(crate) fn plain(&self, text: &str) -> Result<(), Failure> {
        let mut stream = io::stdout().lock();
        heard(
            stream
                .write_all(text.as_bytes())
                .and_then(|()| stream.flush()),
        )
    }

    /// Writes problems to standard error, beside the result of a command that is about something else.
    pub(crate) fn aside(&self, text: &str) -> Result<(), Failure> {
        let mut stream = AutoStream::new(io::stderr().lock(), self.color);
        heard(
            stream
                .write_all(text.as_bytes())
                .and_then(|()| stream.flush()),
        )
    }

    pub(crate) fn error(&self, failure: &Failure) {
        let mut stream = AutoStream::new(io::stderr().lock(), self.color);
        // Where standard error is closed, the exit status alone has to say it.
        let _ = writeln!(stream, "{failure}");
    }

    /// Whether JSON on standard output is for a person's eyes.
    #[expect(clippy::unused_self, reason = "all output goes through this value")]
    pub(crate) fn is_watched(&self) -> bool {
        io::stdout().is_terminal()
    }
}

/// A reader that has seen enough, such as `head`, is no failure.
fn heard(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_closed_pipe_is_forgiven() {
        assert!(heard(Ok(())).is_ok());
        assert!(heard(Err(io::ErrorKind::BrokenPipe.into())).is_ok());
        let failure = heard(Err(io::ErrorKind::StorageFull.into())).map_err(|f| f.to_string());
        assert_eq!(
            failure,
            Err("error: cannot write the output: no storage space".into())
        );
    }
}
