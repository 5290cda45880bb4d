//! What the servers are asked.

/// A well-formed request of the current protocol version, as JSON.
pub(crate) fn message(method: &str, uri: Option<&str>) -> String {
    let uri = uri.map_or_else(String::new, |uri| format!(r#""uri":"{uri}","#));
    format!(
        concat!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"{}","params":{{{}"_meta":{{"#,
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
        ),
        method, uri
    )
}
