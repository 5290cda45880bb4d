//! A Model Context Protocol server whose skills are part of the program.
//!
//! Everything that concerns skills is in two places: `SKILLS` below, and the service that `server` builds from it.
//! The rest is the command line and the transports.

mod cli;
mod http;
mod print;
mod signal;
mod staff;
mod stdio;
mod tools;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::Parser as _;
use skills_runtime::{
    Catalog, Limits, SkillSet, SkillsService, WithSkills, WithSkillsExt as _, embed_skills,
};
use tokio::runtime;
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

use crate::cli::{Cli, Command};
use crate::tools::Tools;

/// A handler with a tool of its own, and the skills beside it.
type Server = WithSkills<Tools>;

/// Every skill below `skills/`, checked and embedded when this crate is compiled.
static SKILLS: SkillSet = embed_skills!("skills");

fn main() -> ExitCode {
    let cli = Cli::parse();
    log_to_stderr();
    match run(&cli) {
        Err(error) if !is_broken_pipe(&error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run(cli: &Cli) -> anyhow::Result<()> {
    match cli.command() {
        Command::Stdio => {
            let server = server(cli, false)?;
            eprintln!(
                "serving {} skills on standard input and output",
                SKILLS.len()
            );
            runtime::Builder::new_current_thread()
                .enable_all()
                .build()?
                .block_on(stdio::serve(server))
        }
        Command::Http(options) => {
            let server = server(cli, options.staff_token.is_some())?;
            runtime::Builder::new_multi_thread()
                .enable_all()
                .build()?
                .block_on(http::serve(server, options))
        }
        Command::List => to_stdout(print::list),
        Command::Show { uri, raw: false } => {
            to_stdout(|catalog, out| print::show(catalog, uri, out))
        }
        Command::Show { uri, raw: true } => {
            to_stdout(|catalog, out| print::show_raw(catalog, uri, out))
        }
        Command::Verify => to_stdout(print::verify),
    }
}

/// `has_staff`: whether some skills are for staff only.
fn server(cli: &Cli, has_staff: bool) -> anyhow::Result<Server> {
    let service = SkillsService::builder(SKILLS)
        .directory_reads(cli.directory_reads)
        .limits(Limits::builder().page_size(cli.page_size).build()?);
    let service = if has_staff {
        service.availability(staff::may_see)
    } else {
        service
    };
    Ok(Tools.with_skills(service.build()?)?)
}

fn to_stdout(
    print: impl FnOnce(&Catalog, &mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    print(&Catalog::from(SKILLS), &mut out)?;
    out.flush()?;
    Ok(())
}

/// Warnings and errors, or what `RUST_LOG` asks for. Standard output belongs to the protocol.
fn log_to_stderr() {
    let filter = EnvFilter::builder()
        .with_default_directive(LevelFilter::WARN.into())
        .from_env_lossy();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .init();
}

/// Whether the reader of our output left, as `head` does: no failure of ours.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
