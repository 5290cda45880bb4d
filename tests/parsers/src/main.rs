//! Compares what the compiler reads in frontmatter with what other YAML parsers read (contract, F4a).
//!
//! Hosts read the same frontmatter with parsers of their own. Everything that the compiler accepts without `allow` has
//! to be the same JSON in all of them. `run`, beside this crate, installs the parsers and starts it.

mod arguments;
mod canary;
mod case;
mod grammar;
mod library;
mod minimise;
mod peer;
mod process;
mod reading;
mod report;
mod survey;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use arguments::Arguments;

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let mut peers = peer::all(&arguments)?;
    canary::check(&mut peers)?;
    let survey = survey::take(&arguments, &mut peers)?;
    report::print(&survey, &mut peers)?;
    Ok(if survey.is_good() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
