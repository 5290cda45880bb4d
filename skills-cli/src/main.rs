//! The `skills` command: a thin shell over `skills-compiler`, which alone decides what is valid.
//!
//! Standard output carries what was asked for, problems included, so that it can be piped; standard error carries a
//! progress bar and the reason why the command could not do its work.

mod args;
mod check;
mod explain;
mod failure;
mod list;
mod open;
mod options;
mod output;
mod place;
mod progress;
mod report;
mod show;
mod words;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command};
use failure::Failure;
use output::Output;

/// What the exit status says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Valid,
    Invalid,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let output = Output::new(cli.color);
    match run(&cli.command, &output) {
        Ok(Verdict::Valid) => ExitCode::SUCCESS,
        Ok(Verdict::Invalid) => ExitCode::from(1),
        Err(failure) => {
            output.error(&failure);
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command, output: &Output) -> Result<Verdict, Failure> {
    match command {
        Command::Check(args) => check::run(args, output),
        Command::Explain { code } => explain::run(code.as_deref(), output),
        Command::List(args) => list::run(args, output),
        Command::Show(args) => show::run(args, output),
    }
}
