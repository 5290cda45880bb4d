//! Running cargo on a generated crate.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::ensure;

use super::peak;
use crate::artifact::artifact;

/// What cargo is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Debug,
    /// The same, with optimised macros and build scripts.
    Override,
    Release,
    Check,
}

impl Mode {
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Override => "debug with build-override",
            Self::Release => "release",
            Self::Check => "check",
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Debug | Self::Override => &["build"],
            Self::Release => &["build", "--release"],
            Self::Check => &["check"],
        }
    }
}

/// A build that came to its end.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) time: Duration,
    /// Whether there was nothing to do.
    pub(super) fresh: bool,
    pub(super) program: Option<PathBuf>,
}

/// Where a workspace's builds go.
pub(super) fn target(workspace: &Path) -> PathBuf {
    workspace.join("target")
}

/// Builds one crate.
pub(super) fn build(workspace: &Path, name: &str, mode: Mode) -> anyhow::Result<Built> {
    let mut command = command(workspace, name, mode);
    let started = Instant::now();
    let output = command.output()?;
    let time = started.elapsed();
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let artifact = artifact(name, &output.stdout)?;
    Ok(Built {
        time,
        fresh: artifact["fresh"] == true,
        program: artifact["executable"].as_str().map(PathBuf::from),
    })
}

/// The most memory that one process takes while one crate is built, in bytes.
pub(super) fn peak(workspace: &Path, name: &str, mode: Mode) -> anyhow::Result<u64> {
    let mut command = command(workspace, name, mode);
    let child = command.stdout(Stdio::null()).spawn()?;
    peak::watch(child)
}

fn command(workspace: &Path, name: &str, mode: Mode) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(mode.arguments())
        .args(["--quiet", "--package", name])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", target(workspace));
    if mode == Mode::Override {
        // As in the manifest, but without a second workspace.
        command.env("CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL", "3");
    }
    command
}
