//! The command line's words.

use std::path::PathBuf;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum, ValueHint};

/// Checks, explains, lists and shows Agent Skills.
#[derive(Debug, Parser)]
#[command(name = "skills", version, after_help = EXIT_STATUS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Whether to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value_t)]
    pub(crate) color: ColorChoice,
}

const EXIT_STATUS: &str = "\
Exit status: 0 when all skills are valid, 1 when any is not, 2 when the command could not do its work.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check directories of skills and report every problem
    #[command(after_help = EXIT_STATUS)]
    Check(Check),
    /// Explain a code that stands behind `error` or `warning`, or list all codes
    Explain {
        /// The code, such as `name_mismatch`
        code: Option<String>,
    },
    /// List the skills of a directory
    List(List),
    /// Print what `skills/list` says about one skill, as JSON
    Show(Show),
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The directories to check, one after the other
    #[arg(value_name = "DIR", default_value = "skills", value_hint = ValueHint::DirPath)]
    pub(crate) directories: Vec<PathBuf>,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value_t, value_enum)]
    pub(crate) format: Format,

    /// What else makes the check fail
    #[arg(long, value_name = "WHAT")]
    pub(crate) deny: Vec<Deny>,

    #[command(flatten)]
    pub(crate) compile: Compile,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// The directory of skills
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,

    #[command(flatten)]
    pub(crate) compile: Compile,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The directory of skills
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) directory: PathBuf,

    /// The skill's name, its path or its URI
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) compile: Compile,
}

/// The options of `embed_skills!`, as they are written on a command line.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options that embed_skills! has too")]
pub(crate) struct Compile {
    /// Let a lint pass, everywhere or in one skill (the path of its directory below DIR)
    #[arg(long, value_name = "LINT|SKILL:LINT")]
    pub(crate) allow: Vec<String>,

    /// What every root URI starts with [default: skill://]
    #[arg(long, value_name = "URI")]
    pub(crate) base: Option<String>,

    /// Take only files that match; globs are written as in `.gitignore`
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,

    /// Leave out files that match; wins over --include
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// Serve files that match as text
    #[arg(long, value_name = "GLOB")]
    pub(crate) text: Vec<String>,

    /// Serve files that match as Base64; wins over --text
    #[arg(long, value_name = "GLOB")]
    pub(crate) binary: Vec<String>,

    /// Set the MIME type of files that match; the last match wins
    #[arg(long, value_name = "GLOB=TYPE")]
    pub(crate) mime: Vec<String>,

    /// Set a limit, such as `files=64`
    #[arg(long, value_name = "NAME=NUMBER")]
    pub(crate) limit: Vec<String>,

    /// Assert a file's digest (`pdf/logo.png=sha256:…`) or its size in bytes (`pdf/logo.png=1234`)
    #[arg(long, value_name = "PATH=DIGEST|SIZE")]
    pub(crate) expect: Vec<String>,

    /// Let a directory without any skill pass
    #[arg(long)]
    pub(crate) allow_empty: bool,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, as the compiler writes it
    #[default]
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands that annotate a pull request on GitHub
    Github,
}

/// What fails a check that otherwise would not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Any warning
    Warnings,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
