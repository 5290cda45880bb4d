//! The second front end: a build script that writes the pack to a file.
//!
//! `build.rs`:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     skills_compiler::build::embed("skills")
//! }
//! ```
//!
//! and in the program, `static SKILLS: SkillSet = include_skills!();` of `skills-runtime`. The options, the diagnostics
//! and the bytes of the pack are those of `embed_skills!`.
//!
//! # Macro or build script
//!
//! What the macro costs a build grows with the catalog, since a literal of many megabytes passes through the compiler, in
//! time and in memory; a build script's file does not. It also notices added files by itself, and an editor that checks
//! the crate runs it only when a skill has changed. In return it makes the compiler a build dependency of the crate
//! itself, and its messages carry no place in the Rust source. So: the macro, until the skills are many megabytes.
//!
//! Both read, check and hash in code that cargo does not optimise in debug builds. With more than a mebibyte of skills, half
//! of their time or more is saved by
//!
//! ```toml
//! [profile.dev.build-override]
//! opt-level = 3
//! ```
//!
//! which builds macros and build scripts optimised, once. `benches/REPORT.md` in the repository has the measurements.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::{Compiled, Diagnostics, Options, Source, compile};

/// The file in `OUT_DIR` that `include_skills!` takes up.
const FILE: &str = "skills.pack";

/// Checks the skills at `directory`, relative to the crate's `Cargo.toml`, and writes their pack to `OUT_DIR`.
///
/// To be returned from a build script's `main`: on any problem every line of every diagnostic goes to cargo as an error,
/// and the build fails.
pub fn embed(directory: &str) -> ExitCode {
    let mut options = Options::new();
    embed_with(directory, options.advice(false))
}

/// Does what [`embed`] does, with options. Warnings, where [`Options::advice`] asks for them, are shown as cargo's.
pub fn embed_with(directory: &str, options: &Options) -> ExitCode {
    let mut out = io::stdout().lock();
    match run(directory, options, &mut out) {
        Ok(code) => code,
        Err(error) => {
            // Where even this line cannot be written, the exit code has to do.
            let _ = writeln!(
                out,
                "cargo::error=cannot embed the skills at `{directory}`: {error}"
            );
            ExitCode::FAILURE
        }
    }
}

fn run(directory: &str, options: &Options, out: &mut impl Write) -> io::Result<ExitCode> {
    let package = variable("CARGO_MANIFEST_DIR")?;
    let target = variable("OUT_DIR")?.join(FILE);
    let root = package.join(directory);
    writeln!(out, "cargo::rerun-if-changed=build.rs")?;
    rerun_if_changed(&root, out)?;
    match compile(Source::directory(package, directory), options) {
        Ok(compiled) => {
            track(&compiled, out)?;
            say(compiled.warnings(), "warning", out)?;
            write_if_changed(&target, compiled.pack())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(problems) => {
            say(&problems, "error", out)?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn variable(name: &str) -> io::Result<PathBuf> {
    let value = env::var_os(name).map(PathBuf::from);
    value
        .ok_or_else(|| io::Error::other(format!("`{name}` is not set, as it is in a build script")))
}

/// Cargo looks at a directory with everything below it, so that an added file is noticed too.
fn rerun_if_changed(path: &Path, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "cargo::rerun-if-changed={}", path.display())
}

fn track(compiled: &Compiled, out: &mut impl Write) -> io::Result<()> {
    compiled
        .tracked()
        .try_for_each(|path| rerun_if_changed(path, out))
}

/// Cargo keeps only the first line of a message, so that each line becomes one.
fn say(problems: &Diagnostics, level: &str, out: &mut impl Write) -> io::Result<()> {
    for problem in problems {
        for line in problem.compile_error_text().lines() {
            writeln!(out, "cargo::{level}={line}")?;
        }
    }
    Ok(())
}

/// Leaves the file alone when it is the same, so that the crate is not compiled again.
fn write_if_changed(path: &Path, pack: &[u8]) -> io::Result<()> {
    match fs::read(path) {
        Ok(before) if before == pack => Ok(()),
        _ => fs::write(path, pack),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_diagnostic_is_a_message_of_its_own() {
        let source = Source::files([("x/SKILL.md", "---\nname: y\ndescription: d\n---\n")]);
        let problems = compile(source, &Options::new()).expect_err("the name differs");
        let mut out = Vec::new();
        say(&problems, "error", &mut out).expect("a vector takes everything");
        let lines = String::from_utf8(out).expect("messages are UTF-8");
        assert!(
            lines.lines().all(|line| line.starts_with("cargo::error=")),
            "{lines}"
        );
        assert!(lines.starts_with(
            "cargo::error=name `y` does not match its directory `x` [name_mismatch]\n"
        ));
        assert!(lines.contains("cargo::error= --> x/SKILL.md:2:7\n"));
    }
}
