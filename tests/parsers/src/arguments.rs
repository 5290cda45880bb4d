//! The command line.

use std::path::PathBuf;

/// Compares what the compiler reads in frontmatter with what other YAML parsers read.
#[derive(Debug, clap::Parser)]
pub(crate) struct Arguments {
    /// How many frontmatters to generate.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) cases: usize,
    /// The number that decides which.
    #[arg(long, value_name = "S", default_value_t = 2026)]
    pub(crate) seed: u64,
    /// Stop generating after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) seconds: Option<u64>,
    /// A Python with the packages of `requirements.txt`.
    #[arg(long, value_name = "PATH", default_value = "python3")]
    pub(crate) python: PathBuf,
    /// A Node.js.
    #[arg(long, value_name = "PATH", default_value = "node")]
    pub(crate) node: PathBuf,
}
