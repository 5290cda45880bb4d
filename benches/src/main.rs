//! Measurements beside the peers, each a ratio within one run.
//!
//! `cargo run --release -p skills-bench -- check` compares checking a tree with what rmcp takes to load it.

mod check;
mod tree;

use clap::{Parser, Subcommand};

/// Measures beside the peers.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    part: Part,
}

#[derive(Debug, Subcommand)]
enum Part {
    /// Checking a tree of skills, beside loading it with rmcp's `SkillCatalog`.
    Check(check::Check),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().part {
        Part::Check(check) => check.run(),
    }
}
