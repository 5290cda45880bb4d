//! `cargo run --release -p skills-bench -- report` measures everything beside the peers and prints one table.

use std::{fs, path::PathBuf};

use clap::{Parser, Subcommand, ValueEnum};
use skills_bench::{
    build_cost, growth, http, in_process,
    report::{Row, markdown},
    servers::Servers,
    startup,
};

/// A build takes seconds.
const BUILDS: usize = 3;

/// Measures beside the peers.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure, and print a table of ratios
    Report(Report),
    /// Compile the skills in a directory once, for the part `growth`
    #[command(hide = true)]
    Compile {
        directory: PathBuf,
        /// Load them as the SDK does
        #[arg(long)]
        sdk: bool,
    },
}

#[derive(Debug, clap::Args)]
struct Report {
    /// What to measure; all of it by default
    #[arg(long, value_delimiter = ',')]
    parts: Vec<Part>,

    /// How often each thing is measured, in turn with what it is compared with
    #[arg(long, default_value_t = 31)]
    rounds: usize,

    /// Write the rows as JSON, too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// From starting a server to its first answer over standard input and output
    Start,
    /// Lists, look-ups and reads without a transport
    InProcess,
    /// Requests that one core answers
    Http,
    /// Ten to 10,000 skills
    Growth,
    /// Time and memory of a build, and the size of what comes out
    Build,
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Report(report) => report.run(),
        Command::Compile { directory, sdk } => {
            println!("{}", growth::compile_once(&directory, sdk)?);
            Ok(())
        }
    }
}

impl Report {
    fn run(&self) -> anyhow::Result<()> {
        let servers = Servers::new()?;
        let mut rows = Vec::new();
        for part in Part::value_variants() {
            if self.parts.is_empty() || self.parts.contains(part) {
                eprintln!("measuring: {part:?}");
                rows.extend(part.measure(&servers, self.rounds)?);
            }
        }
        print!("{}", markdown(&rows));
        if let Some(path) = &self.json {
            fs::write(path, serde_json::to_string_pretty(&rows)?)?;
        }
        Ok(())
    }
}

impl Part {
    fn measure(self, servers: &Servers, rounds: usize) -> anyhow::Result<Vec<Row>> {
        match self {
            Self::Start => startup::measure(servers, rounds),
            Self::InProcess => in_process::measure(servers, rounds),
            Self::Http => http::measure(servers, rounds),
            Self::Growth => growth::measure(servers, rounds),
            Self::Build => build_cost::measure(rounds.min(BUILDS), &build_cost::TREES),
        }
    }
}
