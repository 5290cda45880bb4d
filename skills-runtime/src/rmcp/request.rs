//! What the SDK says about a request, and what it is told about a refused one.

use std::error::Error as _;

use ::rmcp::{
    ErrorData, RoleServer,
    model::{ErrorCode, PaginatedRequestParams},
    service::RequestContext,
};

use crate::{Error, RequestView};

/// A view of a request, with everything that the transport and the server's middleware know about it (A1).
pub(super) fn view(context: &RequestContext<RoleServer>) -> RequestView<'_> {
    let version = context.protocol_version();
    let version = version.map_or_else(String::new, |version| version.as_str().to_owned());
    RequestView::new(version).with_extensions(&context.extensions)
}

/// The cursor of a list request.
///
/// The SDK turns optional params that it cannot read into none. Where `_meta` came with them, something was there to be
/// read, so they were malformed (D10); without `_meta` such a request looks like one without params.
pub(super) fn cursor<'a>(
    request: Option<&'a PaginatedRequestParams>,
    context: &RequestContext<RoleServer>,
) -> Result<Option<&'a str>, ErrorData> {
    match request {
        Some(params) => Ok(params.cursor.as_deref()),
        None if context.meta.is_empty() => Ok(None),
        None => Err(refuse(Error::PARAMS)),
    }
}

/// An error for the client; why the server was at fault goes to the log alone (A4).
pub(super) fn refuse(error: Error) -> ErrorData {
    if let Some(cause) = error.source() {
        tracing::error!(cause, "failed to answer a skills request");
    }
    ErrorData::new(ErrorCode(error.code()), error.message(), None)
}

/// The error that says nothing, for what was logged already (A4).
pub(super) fn internal() -> ErrorData {
    ErrorData::internal_error("internal error", None)
}
