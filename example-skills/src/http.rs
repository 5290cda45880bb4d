//! The server over streamable HTTP.

use std::{
    io::Write as _,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use axum::{Router, middleware::from_fn_with_state, serve::ListenerExt as _};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use skills_runtime::SkillsLayer;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_layer::Layer as _;

use crate::{Server, cli::HttpOptions, signal, staff};

/// How long open requests may take to finish once the program was told to stop.
const PATIENCE: Duration = Duration::from_secs(5);

/// Serves until Ctrl-C or SIGTERM, then lets open requests finish.
pub(crate) async fn serve(server: Server, options: &HttpOptions) -> anyhow::Result<()> {
    let listener = TcpListener::bind(options.addr)
        .await
        .with_context(|| format!("cannot listen on `{}`", options.addr))?;
    let address = listener.local_addr().context("cannot tell the address")?;

    let stop = CancellationToken::new();
    let config = config(address.ip(), options).with_cancellation_token(stop.clone());
    // Well-formed requests about skills are answered in front of the SDK, all others by it.
    let shortcut = SkillsLayer::new(server.service().clone(), &config).without_other_resources();
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let mut router = Router::new().route_service("/mcp", shortcut.layer(service));
    if let Some(token) = &options.staff_token {
        router = router.layer(from_fn_with_state(
            Arc::<str>::from(token.as_str()),
            staff::identify,
        ));
    }

    // Watched before the URL appears: whoever reads it may stop the server at once.
    let told = signal::told_to_stop().context("cannot watch for signals")?;
    if address.ip().is_unspecified() && options.allowed_hosts.is_empty() {
        tracing::warn!("only loopback hosts are answered; name others with --allowed-host");
    }
    announce(address)?;
    tokio::spawn({
        let stop = stop.clone();
        async move {
            told.await;
            tracing::info!("stopping");
            stop.cancel();
        }
    });

    // Without TCP_NODELAY the kernel holds back the end of an answer for some 40 ms.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
    });
    let serving =
        axum::serve(listener, router).with_graceful_shutdown(stop.clone().cancelled_owned());
    let too_long = async {
        stop.cancelled().await;
        tokio::time::sleep(PATIENCE).await;
    };
    tokio::select! {
        result = serving => result.context("the server failed"),
        () = too_long => {
            tracing::warn!("connections are still open; stopping anyway");
            Ok(())
        }
    }
}

/// JSON answers without sessions; only known `Host`s, only known `Origin`s.
fn config(bound: IpAddr, options: &HttpOptions) -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_json_response(true)
        .with_legacy_session_mode(false)
        .with_allowed_hosts(allowed_hosts(bound, options))
        .with_allowed_origins(allowed_origins(options))
        .enforce_origin_validation()
}

fn allowed_hosts(bound: IpAddr, options: &HttpOptions) -> Vec<String> {
    let mut hosts = ["localhost", "127.0.0.1", "[::1]"]
        .map(str::to_owned)
        .to_vec();
    if !bound.is_unspecified() {
        hosts.push(match bound {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        });
    }
    hosts.extend(options.allowed_hosts.iter().cloned());
    hosts
}

fn allowed_origins(options: &HttpOptions) -> Vec<String> {
    let loopback = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];
    loopback
        .map(str::to_owned)
        .into_iter()
        .chain(options.allowed_origins.iter().cloned())
        .collect()
}

/// The URL alone on a line of standard output, so that a script can read it.
fn announce(address: SocketAddr) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "http://{address}/mcp")
        .and_then(|()| out.flush())
        .context("cannot print the URL")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed parse fails the test")]

    use super::*;

    fn options(hosts: &[&str], origins: &[&str]) -> HttpOptions {
        HttpOptions {
            addr: "127.0.0.1:0".parse().unwrap(),
            staff_token: None,
            allowed_hosts: hosts.iter().map(ToString::to_string).collect(),
            allowed_origins: origins.iter().map(ToString::to_string).collect(),
        }
    }

    // C5
    #[test]
    fn hosts_are_loopback_the_bound_address_and_what_was_asked_for() {
        let hosts =
            |bound: &str| allowed_hosts(bound.parse().unwrap(), &options(&["skills.example"], &[]));
        assert_eq!(
            hosts("10.0.0.7"),
            [
                "localhost",
                "127.0.0.1",
                "[::1]",
                "10.0.0.7",
                "skills.example"
            ]
        );
        assert_eq!(
            hosts("fd00::1"),
            [
                "localhost",
                "127.0.0.1",
                "[::1]",
                "[fd00::1]",
                "skills.example"
            ]
        );
        assert_eq!(
            hosts("0.0.0.0"),
            ["localhost", "127.0.0.1", "[::1]", "skills.example"]
        );
    }

    // C5
    #[test]
    fn origins_are_loopback_and_what_was_asked_for() {
        assert_eq!(
            allowed_origins(&options(&[], &["https://app.example:443"])),
            [
                "http://localhost:*",
                "http://127.0.0.1:*",
                "http://[::1]:*",
                "https://app.example:443"
            ]
        );
    }
}
