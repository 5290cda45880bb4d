//! How long a tree takes to be checked and encoded, beside what rmcp takes to load it.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use rmcp::handler::server::skill_catalog::SkillCatalog;
use skills_compiler::{Options, Source, compile};

use crate::tree;

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// How many skills the tree has.
    #[arg(long, default_value_t = 1_000)]
    skills: usize,
    /// How many files each skill has.
    #[arg(long, default_value_t = 5)]
    files: usize,
    /// How many bytes each file has.
    #[arg(long, default_value_t = 4_096)]
    bytes: usize,
    /// How often each side is measured, in turn.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
}

impl Check {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let root = tempfile::tempdir().context("cannot make a directory for the tree")?;
        tree::write(
            &root.path().join("skills"),
            self.skills,
            self.files,
            self.bytes,
        )?;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..self.rounds {
            ours.push(self.ours(root.path())?);
            theirs.push(self.theirs(&root.path().join("skills"))?);
        }
        let (ours, theirs) = (median(ours), median(theirs));
        let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
        println!(
            "{} skills of {} files with {} bytes, medians of {} rounds",
            self.skills, self.files, self.bytes, self.rounds
        );
        println!("| what | time |\n|---|---|");
        println!("| skills-compiler: read, check, encode | {ours:.1?} |");
        println!("| rmcp SkillCatalog::from_dir | {theirs:.1?} |");
        println!("| ratio | {ratio:.2} |");
        Ok(())
    }

    fn ours(&self, package: &Path) -> anyhow::Result<Duration> {
        let mut options = Options::new();
        options
            .limit("catalog_files", 1_000_000)?
            .limit("entries", 1_000_000)?;
        let started = Instant::now();
        let compiled = compile(Source::directory(package, "skills"), &options)?;
        let elapsed = started.elapsed();
        ensure!(compiled.skills() == self.skills, "every skill is valid");
        ensure!(compiled.warnings().is_empty(), "no skill deserves a remark");
        Ok(elapsed)
    }

    fn theirs(&self, root: &Path) -> anyhow::Result<Duration> {
        let started = Instant::now();
        let catalog = SkillCatalog::from_dir(root)?;
        let elapsed = started.elapsed();
        ensure!(
            catalog.list_skills().skills.len() == self.skills,
            "rmcp loads every skill"
        );
        Ok(elapsed)
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
