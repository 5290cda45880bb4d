//! What Linux knows about a process.

use std::fs;

use anyhow::Context as _;

/// A field of a process's status, such as its name.
pub(crate) fn status(process: u32, field: &str) -> anyhow::Result<String> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let mut fields = status.lines().filter_map(|line| line.split_once(':'));
    let value = fields.find_map(|(name, value)| (name == field).then_some(value));
    Ok(value.context("no such field")?.trim().to_owned())
}

/// The most memory that a process has had, in bytes.
pub(crate) fn peak(process: u32) -> anyhow::Result<u64> {
    let peak = status(process, "VmHWM")?;
    let kib: u64 = peak.trim_end_matches(" kB").parse()?;
    Ok(kib << 10)
}
