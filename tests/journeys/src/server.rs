//! Servers as programs that run.

use std::{
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::OnceLock,
};

use anyhow::{Context as _, Result, anyhow, bail};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
};

/// The example's binary, built on first use.
///
/// Cargo builds no binary of another package for a test, so this asks it to, in the way the scripts beside it do: who
/// runs both builds it once. Cargo says itself where it put the binary.
///
/// # Errors
///
/// With the compiler's own words when the example does not build.
pub fn program() -> Result<&'static Path> {
    static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| build().map_err(|error| format!("{error:#}")));
    program
        .as_deref()
        .map_err(|error| anyhow!("cannot build the example: {error}"))
}

fn build() -> Result<PathBuf> {
    let output = std::process::Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "example-skills"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr));
    }
    let events = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    for event in events {
        let event = event?;
        if event["target"]["name"] == "example-skills"
            && let Some(path) = event["executable"].as_str()
        {
            return Ok(path.into());
        }
    }
    bail!("cargo reported no binary")
}

/// A server over HTTP on a port of the loopback interface. It is killed when this is dropped.
#[derive(Debug)]
pub struct Server {
    child: Child,
    url: String,
}

impl Server {
    /// Starts the example on a free port, with more options than the address.
    ///
    /// # Errors
    ///
    /// When it cannot be built or started, and when it ends without a URL.
    pub async fn example(options: &[&str]) -> Result<Self> {
        let mut command = Command::new(program()?);
        command
            .args(["http", "--addr", "127.0.0.1:0"])
            .args(options);
        Self::start(command).await
    }

    /// Starts a program that prints its URL as the first line.
    ///
    /// # Errors
    ///
    /// When it cannot be started, and when it ends without a URL.
    pub async fn start(mut command: Command) -> Result<Self> {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let stdout = child.stdout.take().context("no standard output")?;
        let url = BufReader::new(stdout).lines().next_line().await?;
        let url = url.context("the server ended before it printed its URL")?;
        Ok(Self { child, url })
    }

    /// Where it serves.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The number of its process.
    ///
    /// # Errors
    ///
    /// When it has ended.
    pub fn process(&self) -> Result<u32> {
        self.child.id().context("the server has ended")
    }

    /// Sends it SIGTERM and waits for its end.
    ///
    /// # Errors
    ///
    /// When it has ended before.
    pub async fn terminate(mut self) -> Result<ExitStatus> {
        let process = self.process()?.to_string();
        // The standard library sends no signal but SIGKILL.
        let sent = Command::new("kill").args(["-TERM", &process]).status();
        if !sent.await?.success() {
            bail!("no signal could be sent to process {process}");
        }
        Ok(self.child.wait().await?)
    }
}
