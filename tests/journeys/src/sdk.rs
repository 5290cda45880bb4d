//! The client of the `rmcp` SDK, in both eras of the protocol.

use std::ffi::OsStr;

use anyhow::{Context as _, Result, bail, ensure};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use rmcp::{
    ClientLifecycleMode, ClientServiceExt as _, Peer, RoleClient,
    model::{ClientConfig, GetSkillRequestParams, ProtocolVersion, ResourceContents, Skill},
    service::RunningService,
    transport::{
        StreamableHttpClientTransport, TokioChildProcess,
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use tokio::process::Command;

use crate::CURRENT;

/// A connected client.
pub type Client = RunningService<RoleClient, ClientConfig>;

/// Starts a server as a host does, and connects to its standard streams.
///
/// # Errors
///
/// When it cannot be started, and when no session comes about.
pub async fn stdio(
    program: impl AsRef<OsStr>,
    arguments: &[impl AsRef<OsStr>],
    version: &str,
) -> Result<Client> {
    let mut command = Command::new(program);
    command.args(arguments);
    let (transport, _) = TokioChildProcess::builder(command)
        .stderr(std::process::Stdio::null())
        .spawn()?;
    let session = config(version)?.serve_with_lifecycle(transport, lifecycle(version)?);
    session.await.context("no session over stdio")
}

/// Connects to a server at a URL, with a bearer token if there is one.
///
/// # Errors
///
/// When no session comes about.
pub async fn http(url: &str, version: &str, token: Option<&str>) -> Result<Client> {
    let mut options = StreamableHttpClientTransportConfig::with_uri(url);
    if let Some(token) = token {
        options = options.auth_header(token);
    }
    let client = reqwest::Client::builder().no_proxy().build()?;
    let transport = StreamableHttpClientTransport::with_client(client, options);
    let session = config(version)?.serve_with_lifecycle(transport, lifecycle(version)?);
    session.await.context("no session over HTTP")
}

fn protocol(version: &str) -> Result<ProtocolVersion> {
    serde_json::from_value(version.into()).context("no version of the protocol")
}

fn config(version: &str) -> Result<ClientConfig> {
    let mut config = ClientConfig::default();
    config.protocol_version = protocol(version)?;
    Ok(config)
}

fn lifecycle(version: &str) -> Result<ClientLifecycleMode> {
    if version != CURRENT {
        return Ok(ClientLifecycleMode::Initialize);
    }
    Ok(ClientLifecycleMode::Discover {
        preferred_versions: vec![protocol(version)?],
    })
}

/// Gets a skill that a server listed.
///
/// # Errors
///
/// When the request fails, and when `skills/get` says anything else than `skills/list` (D2).
pub async fn get_as_listed(client: &Peer<RoleClient>, listed: &Skill) -> Result<()> {
    let params = GetSkillRequestParams::new(&listed.uri);
    let got = client.get_skill(params).await?.skill;
    ensure!(
        got == *listed,
        "{} differs between list and get",
        listed.uri
    );
    Ok(())
}

/// The bytes of a content item, however they travelled.
///
/// # Errors
///
/// When they are neither text nor Base64.
pub fn bytes_of(content: &ResourceContents) -> Result<Vec<u8>> {
    match content {
        ResourceContents::TextResourceContents { text, .. } => Ok(text.clone().into_bytes()),
        ResourceContents::BlobResourceContents { blob, .. } => Ok(BASE64_STANDARD.decode(blob)?),
        other => bail!("neither text nor blob: {other:?}"),
    }
}
