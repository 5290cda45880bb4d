//! What the measured servers share, so that they differ in nothing but who answers.
//!
//! Each is run as `<server> stdio …` or `<server> http …`; over HTTP it prints its URL. Both run on one thread: what is
//! compared is the work of one core.

use std::{future::Future, sync::Arc};

use anyhow::Context as _;
use axum::{Router, serve::ListenerExt as _};
use rmcp::{
    ServerHandler, ServiceExt as _,
    transport::{
        stdio_pipes,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
        },
    },
};
use tokio::{net::TcpListener, runtime};

/// The SDK's HTTP service around a handler.
pub type Mcp<H> = StreamableHttpService<H, NeverSessionManager>;

/// Runs a server to its end on this thread.
///
/// # Errors
///
/// Those of the server, and of making a runtime.
pub fn run(server: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    runtime?.block_on(server)
}

/// Serves a handler on standard input and output until the input ends.
///
/// # Errors
///
/// Those of the SDK.
pub async fn stdio(handler: impl ServerHandler) -> anyhow::Result<()> {
    handler.serve(stdio_pipes()).await?.waiting().await?;
    Ok(())
}

/// JSON answers without sessions, as [`mcp`] gives them.
pub fn config() -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_json_response(true)
        .with_legacy_session_mode(false)
}

/// Puts a handler behind the SDK's HTTP service.
pub fn mcp<H: ServerHandler + Clone>(handler: H) -> Mcp<H> {
    let sessions = Arc::new(NeverSessionManager::default());
    StreamableHttpService::new(move || Ok(handler.clone()), sessions, config())
}

/// Serves a router on a free port of the loopback interface, and prints its URL.
///
/// # Errors
///
/// Where there is no port, and those of the server.
pub async fn http(router: Router) -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            eprintln!("no TCP_NODELAY: {error}");
        }
    });
    axum::serve(listener, router)
        .await
        .context("serving failed")
}
