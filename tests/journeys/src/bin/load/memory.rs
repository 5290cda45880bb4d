//! How much memory a process holds.

use anyhow::{Context as _, Result};

/// The resident memory of a process, in KiB, as Linux tells it.
pub(crate) fn resident(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))
        .context("only Linux tells how much memory another process holds")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let size = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(size.context("a status without `VmRSS`")?.parse()?)
}
