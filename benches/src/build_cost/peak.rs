//! How much memory the compiler and the build script take.
//!
//! The processes below cargo are looked at again and again. A wrapper around the compiler would see neither more, since it
//! has to look in the same way, nor the build script at all. The kernel keeps the peak itself, so only what a process adds
//! within its last moments can be missed. The clock is not running meanwhile.

use std::{fs, process::Child, thread, time::Duration};

use anyhow::ensure;

use crate::process;

const INTERVAL: Duration = Duration::from_millis(1);

/// Waits for cargo, and gives the largest peak of what it ran, in bytes.
pub(super) fn watch(mut cargo: Child) -> anyhow::Result<u64> {
    let mut largest = 0;
    let status = loop {
        if let Some(status) = cargo.try_wait()? {
            break status;
        }
        for process in below(cargo.id()) {
            largest = largest.max(peak(process).unwrap_or_default());
        }
        thread::sleep(INTERVAL);
    };
    ensure!(status.success(), "cargo ended with {status}");
    ensure!(largest > 0, "no compiler was seen");
    Ok(largest)
}

/// All processes below one; those that end meanwhile are left out.
fn below(process: u32) -> Vec<u32> {
    let mut found = children(process);
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        found.extend(children(process));
        next += 1;
    }
    found
}

/// Each thread has children of its own.
fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let lists = threads
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().map(str::parse).collect::<Vec<_>>())
        .flatten()
        .collect()
}

/// The peak of a compiler or a build script; linkers are the same for all.
fn peak(process: u32) -> Option<u64> {
    let name = process::status(process, "Name").ok()?;
    let counts = name == "rustc" || name.starts_with("build-script");
    counts.then(|| process::peak(process).ok())?
}
