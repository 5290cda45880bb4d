//! Requests as bytes.

use std::fmt::Write as _;

use crate::request::message;

/// A well-formed request of the current protocol version.
pub(super) struct Request(String);

impl Request {
    pub(super) fn new(method: &str, uri: Option<&str>) -> Self {
        let body = message(method, uri);
        let mut request = format!(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
             Mcp-Method: {method}\r\nContent-Length: {}\r\n",
            body.len()
        );
        if let Some(uri) = uri {
            // Writing to a string cannot fail.
            let _ = write!(request, "Mcp-Name: {uri}\r\n");
        }
        Self(request + "\r\n" + &body)
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}
