//! Reads a directory of Agent Skills, checks the complete snapshot, and encodes it as a pack.
//!
//! This is an ordinary library, so that the macro, the command line, build scripts and tests all decide alike. One call
//! does it all: [`compile`] takes a [`Source`] and [`Options`] and gives either the finished pack or *every* problem,
//! each with its code, its place, and what to do about it.
//!
//! ```
//! use skills_compiler::{Options, Source, compile};
//!
//! let files = [("greeting/SKILL.md", "---\nname: greeting\ndescription: Greets people. Use at the door.\n---\nSay hello.\n")];
//! let compiled = compile(Source::files(files), &Options::new())?;
//! assert_eq!(compiled.skills(), 1);
//! # Ok::<(), skills_compiler::Diagnostics>(())
//! ```

mod advice;
mod allowances;
mod budget;
pub mod build;
mod catalog;
mod content;
mod diagnostic;
mod encode;
mod expectations;
mod frontmatter;
mod glob;
mod ignores;
mod limits;
mod media;
mod member_path;
mod name;
mod options;
mod revision;
mod source;
mod tree;
mod uri;
mod walk;

use std::path::{Path, PathBuf};

pub use diagnostic::{Code, Diagnostic, Diagnostics, Fix, Level};
pub use options::{OptionError, Options};
pub use source::Source;

use diagnostic::code;
use source::{Content, Listing};

/// A catalog that passed every check.
#[derive(Debug)]
pub struct Compiled {
    pack: Vec<u8>,
    skills: Vec<String>,
    tracked: Vec<PathBuf>,
    warnings: Diagnostics,
}

impl Compiled {
    /// The pack: the same bytes for the same files and options, on every machine.
    pub fn pack(&self) -> &[u8] {
        &self.pack
    }

    /// The pack, owned.
    pub fn into_pack(self) -> Vec<u8> {
        self.pack
    }

    /// How many skills the catalog has.
    pub fn skills(&self) -> usize {
        self.skills.len()
    }

    /// The directory of each skill below the embedded one, in the order of the entries; empty for a skill that is the
    /// embedded directory itself.
    pub fn directories(&self) -> impl Iterator<Item = &str> {
        self.skills.iter().map(String::as_str)
    }

    /// Every file that shaped the pack: those in it, and the ignore files that were followed.
    pub fn tracked(&self) -> impl Iterator<Item = &Path> {
        self.tracked.iter().map(PathBuf::as_path)
    }

    /// What is worth a look without failing a build.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}

/// Reads, checks and encodes the skills of `source`.
///
/// # Errors
///
/// Every problem of every skill, sorted by path and place, when any of them is an error or a lint that
/// [`Options::allow`] does not name. Warnings are among them.
pub fn compile(source: Source<'_>, options: &Options) -> Result<Compiled, Diagnostics> {
    compile_observed(source, options, &mut |_| {})
}

/// How far a compilation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Skills that have been read and checked.
    pub done: usize,
    /// Skills that were found.
    pub total: usize,
}

/// Does what [`compile`] does and tells `observe` after each skill.
///
/// # Errors
///
/// As [`compile`].
pub fn compile_observed(
    source: Source<'_>,
    options: &Options,
    observe: &mut dyn FnMut(Progress),
) -> Result<Compiled, Diagnostics> {
    let mut problems = Diagnostics::default();
    let listing = walk::list(source, options, &mut problems);
    check_options(options, &listing, &mut problems);
    let skills = tree::group(&listing, &mut problems);
    let directories: Vec<_> = skills
        .iter()
        .map(|skill| (listing.display(skill.directory), skill.directory))
        .collect();
    problems.assign(&directories);
    if skills.is_empty() && !options.allow_empty && !problems.has_failures() {
        problems.push(no_skills(&listing));
    }
    let mut revisions = Vec::with_capacity(skills.len());
    for (index, skill) in skills.iter().enumerate() {
        revisions.extend(revision::check(skill, &listing, options, &mut problems));
        observe(Progress {
            done: index + 1,
            total: skills.len(),
        });
    }
    let tracked = tracked(&skills, &listing);
    expectations::check(options, &revisions, &listing, &mut problems);
    if options.advice {
        advice::check(&revisions, &listing, &mut problems);
    }
    let catalog = catalog::assemble(&mut revisions, options, &listing.display(""), &mut problems);
    let mut problems = allowances::apply(options, &listing.display(""), problems);
    problems.sort();
    problems.set_skills(skills.len());
    if catalog.entries.len() < skills.len() && !problems.has_failures() {
        let message = "a skill could not be checked to its end";
        let problem = Diagnostic::new(code::INCOMPLETE, listing.display(""), message);
        problems.push(problem.help("please report this, with the skill if you may share it"));
    }
    if problems.has_failures() {
        return Err(problems);
    }
    let pack = match encode::encode(&catalog) {
        Ok(pack) => pack,
        Err(message) => {
            problems.push(Diagnostic::new(
                code::PACK_SIZE,
                listing.display(""),
                message,
            ));
            return Err(problems);
        }
    };
    let skills = catalog
        .entries
        .iter()
        .map(|entry| entry.revision.directory.to_owned())
        .collect();
    Ok(Compiled {
        pack,
        skills,
        tracked,
        warnings: problems,
    })
}

fn check_options(options: &Options, listing: &Listing<'_>, problems: &mut Diagnostics) {
    if let Some(message) = options.limits.contradiction() {
        let problem = Diagnostic::new(code::LIMITS, listing.display(""), message);
        problems.push(problem.help("raise `entry`, or lower `frontmatter`"));
    }
    if !options.base.is_usual() {
        let message = format!(
            "base URI `{}` is not of the form `skill://…`",
            options.base.as_str()
        );
        problems.push(
            Diagnostic::new(code::UNUSUAL_SCHEME, listing.display(""), message)
                .note("the official conformance suite warns about other schemes, or fails them")
                .help("use a base such as `skill://acme`, or allow `unusual_scheme`"),
        );
    }
}

fn no_skills(listing: &Listing<'_>) -> Diagnostic {
    let message = "no skill found: no directory holds a `SKILL.md`";
    Diagnostic::new(code::NO_SKILLS, listing.display(""), message)
        .help("add one, check `.gitignore` and globs, or pass `allow_empty`")
}

fn tracked(skills: &[tree::SkillTree<'_>], listing: &Listing<'_>) -> Vec<PathBuf> {
    let files = skills
        .iter()
        .flat_map(|skill| &skill.files)
        .filter_map(|file| match &file.content {
            Content::Disk(path) => Some(path.clone()),
            Content::Memory(_) => None,
        });
    let mut tracked: Vec<_> = files.chain(listing.consulted.iter().cloned()).collect();
    tracked.sort();
    tracked
}
