//! A server of skills that are made up, over HTTP on a free port of the loopback interface, whose URL it prints.
//!
//! The secret of its cursors is taken from `CURSOR_SECRET`, where that is set.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use anyhow::{Context as _, Result};
use axum::{
    Router,
    extract::Request,
    middleware::{self, Next},
    response::Response,
    serve::ListenerExt as _,
};
use clap::Parser;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use skills_journeys::{CALLERS, GROUPS, View, embed, make};
use skills_runtime::{Entry, Limits, RequestView, SkillsServer, SkillsService};
use tokio::net::TcpListener;

#[derive(Debug, Parser)]
struct Options {
    /// How many skills there are
    #[arg(long, default_value_t = 500)]
    skills: usize,

    /// Items on a page
    #[arg(long, default_value_t = 20)]
    page_size: u64,

    /// Hide another group of skills after so many requests, and from every caller what belongs to another
    #[arg(long, value_name = "REQUESTS")]
    change_after: Option<u64>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let server = SkillsServer::new(service(&options)?);
    let config = StreamableHttpServerConfig::default()
        .with_json_response(true)
        .with_legacy_session_mode(false);
    let sessions = Arc::new(NeverSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let mut router = Router::new().route_service("/mcp", service);
    if let Some(change_after) = options.change_after {
        let requests = Arc::new(AtomicU64::new(0));
        router = router.layer(middleware::from_fn(move |request, next| {
            let number = requests.fetch_add(1, Ordering::Relaxed);
            identify(number / change_after.max(1), request, next)
        }));
    }
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

fn service(options: &Options) -> Result<SkillsService> {
    let limits = Limits::builder().page_size(options.page_size).build()?;
    let mut builder = SkillsService::builder(embed(&make(options.skills))?)
        .limits(limits)
        .directory_reads(true);
    if let Some(secret) = std::env::var_os("CURSOR_SECRET") {
        builder = builder.cursor_secret(secret.as_encoded_bytes());
    }
    if options.change_after.is_some() {
        builder = builder.availability(is_available);
    }
    Ok(builder.build()?)
}

/// Finds out who asks and what is hidden, once for each request: a policy that looked at something that changes while
/// it is asked would give an answer that is true at no time.
async fn identify(time: u64, mut request: Request, next: Next) -> Response {
    let token = request
        .headers()
        .get("authorization")
        .and_then(|value| value.to_str().ok());
    let caller = token
        .and_then(|token| token.strip_prefix("Bearer caller-"))
        .and_then(|number| number.parse().ok())
        .unwrap_or(CALLERS);
    // The last group is always visible.
    let hidden = usize::try_from(time).unwrap_or_default() % (GROUPS - 1);
    request.extensions_mut().insert(View { caller, hidden });
    next.run(request).await
}

fn is_available(entry: &Entry<'_>, request: &RequestView<'_>) -> Result<bool, &'static str> {
    let view = request.get::<View>().ok_or("nobody looks")?;
    let value = |key| entry.metadata_value(key).ok_or("a skill without metadata");
    Ok(view.sees(value("owner")?, value("group")?))
}
