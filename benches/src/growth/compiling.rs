//! Compiling a tree, beside loading it.

use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use rmcp::handler::server::skill_catalog::SkillCatalog;
use skills_compiler::{Source, compile};

use super::{FEW, Pair};
use crate::{catalogs::options, process::peak, report::Measure, stats::interleaved};

/// One tree, compiled or loaded by a process of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Once {
    time: Duration,
    peak: u64,
}

/// Compiles the skills in a directory, or loads them as the SDK does, and prints nanoseconds and bytes of memory.
///
/// This is what the program runs in a process of its own, whose peak of memory is that of the one tree.
///
/// # Errors
///
/// Where a skill is refused.
pub fn compile_once(directory: &Path, sdk: bool) -> anyhow::Result<String> {
    let started = Instant::now();
    if sdk {
        SkillCatalog::from_dir(directory)?;
    } else {
        let (package, name) = (directory.parent(), directory.file_name());
        let (package, name) = package.zip(name).context("no directory")?;
        compile(
            Source::directory(package, name.to_string_lossy()),
            &options()?,
        )?;
    }
    let time = started.elapsed();
    Ok(format!("{} {}", time.as_nanos(), peak(std::process::id())?))
}

pub(super) fn measure(directory: &Path) -> anyhow::Result<Vec<(&'static str, Pair)>> {
    let all = interleaved(FEW, 2, |index| run(directory, index == 1))?;
    let pair = |pick: fn(&Once) -> Measure| [pick(&all[0]), pick(&all[1])];
    Ok(vec![
        (
            "compile beside load, time",
            pair(|once| Measure::Time(once.time)),
        ),
        (
            "compile beside load, memory",
            pair(|once| Measure::Bytes(once.peak)),
        ),
    ])
}

fn run(directory: &Path, sdk: bool) -> anyhow::Result<Once> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("compile").arg(directory);
    if sdk {
        command.arg("--sdk");
    }
    let output = command.output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let printed = String::from_utf8(output.stdout)?;
    let (time, peak) = printed.trim().split_once(' ').context("no two numbers")?;
    Ok(Once {
        time: Duration::from_nanos(time.parse()?),
        peak: peak.parse()?,
    })
}
