//! The server over standard input and output.

use anyhow::Context as _;
use rmcp::{ServiceExt as _, service::ServerInitializeError, transport::stdio_pipes};

use crate::Server;

/// Serves until the client closes our input.
pub(crate) async fn serve(server: Server) -> anyhow::Result<()> {
    let session = match server.serve(stdio_pipes()).await {
        // A client may change its mind before it says a word.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        session => session.context("the client did not open a session")?,
    };
    session.waiting().await.context("the session failed")?;
    Ok(())
}
