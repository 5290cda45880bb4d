//! What the SDK says about a request, and what it is told about a refused one.

use std::error::Error as _;

use ::rmcp::{
    ErrorData, RoleServer,
    model::{ErrorCode, PaginatedRequestParams},
    service::RequestContext,
};

use crate::{Error, RequestView};

pub(super) fn view(context: &RequestContext<RoleServer>) -> RequestView {
    let version = context.protocol_version();
    RequestView::new(version.as_ref().map_or("", |version| version.as_str()))
}

/// The cursor of a list request.
///
/// The SDK turns optional params that it cannot read into none. Where `_meta` came with them, something was there to be
/// read, so they were malformed (D10); without `_meta` such a request looks like one without params.
pub(super) fn cursor(
    request: Option<PaginatedRequestParams>,
    context: &RequestContext<RoleServer>,
) -> Result<Option<String>, ErrorData> {
    match request {
        Some(params) => Ok(params.cursor),
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
