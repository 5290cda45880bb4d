//! What the compiler said about every directory, and the ways to write it down.

pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod sarif;
pub(crate) mod text;

use std::collections::BTreeSet;

use serde::Serialize;
use skills_compiler::{Compiled, Diagnostic, Diagnostics, Level};

use crate::output::Output;

/// One directory and the compiler's answer.
#[derive(Debug)]
pub(crate) struct Checked {
    /// Skills that were found.
    pub(crate) skills: usize,
    /// In path order.
    pub(crate) problems: Vec<Diagnostic>,
}

impl From<Result<Compiled, Diagnostics>> for Checked {
    fn from(result: Result<Compiled, Diagnostics>) -> Self {
        match result {
            Ok(compiled) => Self {
                skills: compiled.skills(),
                problems: compiled.warnings().iter().cloned().collect(),
            },
            Err(problems) => Self {
                skills: problems.skills(),
                problems: problems.into_iter().collect(),
            },
        }
    }
}

impl Checked {
    /// The skills that have a problem which fails a build.
    fn invalid(&self) -> usize {
        let failures = self.problems.iter().filter(|problem| fails(problem));
        failures
            .filter_map(Diagnostic::skill)
            .collect::<BTreeSet<_>>()
            .len()
    }
}

/// The answers for all directories together.
#[derive(Debug)]
pub(crate) struct Report {
    checked: Vec<Checked>,
    denies_warnings: bool,
}

/// What the summary counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// Skills that were found.
    pub(crate) skills: usize,
    /// Those of them that a build would refuse.
    pub(crate) invalid: usize,
    /// Problems that fail a build and lie in no skill.
    pub(crate) outside: usize,
    pub(crate) warnings: usize,
}

impl Totals {
    pub(crate) fn valid(&self) -> usize {
        self.skills.saturating_sub(self.invalid)
    }
}

impl Report {
    pub(crate) fn new(mut checked: Vec<Checked>, denies_warnings: bool) -> Self {
        forgive_used_allowances(&mut checked);
        Self {
            checked,
            denies_warnings,
        }
    }

    /// Every problem, in the order of the directories and then of the paths.
    pub(crate) fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        self.checked.iter().flat_map(|checked| &checked.problems)
    }

    pub(crate) fn totals(&self) -> Totals {
        let failures = self.problems().filter(|problem| fails(problem));
        Totals {
            skills: self.checked.iter().map(|checked| checked.skills).sum(),
            invalid: self.checked.iter().map(Checked::invalid).sum(),
            outside: failures.filter(|problem| problem.skill().is_none()).count(),
            warnings: self.problems().filter(|problem| !fails(problem)).count(),
        }
    }

    pub(crate) fn denies_warnings(&self) -> bool {
        self.denies_warnings
    }

    /// Whether nothing fails a build, nor anything that was denied beyond that.
    pub(crate) fn passes(&self) -> bool {
        !self
            .problems()
            .any(|problem| self.denies_warnings || fails(problem))
    }
}

/// Whether a problem fails a build.
fn fails(problem: &Diagnostic) -> bool {
    problem.code().level() != Level::Warning
}

/// An allowance is given once for all directories: it is unused only when every one of them says so.
fn forgive_used_allowances(checked: &mut [Checked]) {
    const UNUSED: &str = "unused_allowance";
    let unused_in = |checked: &Checked| -> BTreeSet<String> {
        let unused = checked
            .problems
            .iter()
            .filter(|problem| problem.code().name() == UNUSED);
        unused.map(|problem| problem.message().to_owned()).collect()
    };
    let everywhere = checked
        .iter()
        .map(unused_in)
        .reduce(|all, here| &all & &here);
    let everywhere = everywhere.unwrap_or_default();
    for checked in checked {
        checked.problems.retain(|problem| {
            problem.code().name() != UNUSED || everywhere.contains(problem.message())
        });
    }
}

/// The path of a problem, where the current directory itself has a name too.
fn path(problem: &Diagnostic) -> &str {
    match problem.path() {
        "" => ".",
        path => path,
    }
}

/// A JSON document: on one line, or indented for a person's eyes.
pub(crate) fn document(document: &impl Serialize, output: &Output) -> String {
    let json = if output.is_watched() {
        serde_json::to_string_pretty(document)
    } else {
        serde_json::to_string(document)
    };
    // The documents' keys are strings, so that writing them cannot fail.
    json.unwrap_or_default() + "\n"
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use skills_compiler::{Options, Source, compile};

    /// The report on files in memory, one list for each directory.
    pub(crate) fn report(directories: &[&[(&str, &str)]], options: &Options) -> Report {
        let checked = directories.iter().map(|files| {
            let source = Source::files(files.iter().copied()).labelled("skills");
            Checked::from(compile(source, options))
        });
        Report::new(checked.collect(), false)
    }

    pub(crate) const VALID: (&str, &str) =
        ("pdf/SKILL.md", "---\nname: pdf\ndescription: x\n---\n");
    /// One lint with an edit and one error with two renames or edits.
    pub(crate) const INVALID: (&str, &str) = (
        "word/SKILL.md",
        "---\nname: docx\ndescription: y\nmetadata:\n  version: 1.1\n---\n",
    );
}

#[cfg(test)]
mod tests {
    use super::testing::{INVALID, VALID, report};
    use super::*;
    use skills_compiler::Options;

    #[test]
    fn skills_and_problems_are_counted_over_all_directories() {
        let stray = ("note.txt", "");
        let case = ("x/skill.md", "---\nname: x\ndescription: x\n---\n");
        let report = report(&[&[VALID, INVALID, stray], &[VALID, case]], &Options::new());
        let totals = Totals {
            skills: 3,
            invalid: 1,
            outside: 1,
            warnings: 1,
        };
        assert_eq!(report.totals(), totals);
        assert_eq!(report.totals().valid(), 2);
        assert!(!report.passes());
    }

    #[test]
    fn an_allowance_that_one_directory_uses_is_used() {
        let mut options = Options::new();
        options.allow("hidden_file").expect("a lint");
        let hidden = ("pdf/.env.example", "");
        assert!(report(&[&[VALID], &[VALID, hidden]], &options).passes());
        let unused = report(&[&[VALID], &[VALID]], &options);
        let codes: Vec<_> = unused
            .problems()
            .map(|problem| problem.code().name())
            .collect();
        assert_eq!(codes, ["unused_allowance", "unused_allowance"]);
    }

    #[test]
    fn warnings_fail_only_where_they_are_denied() {
        let mut report = report(&[&[VALID, ("note.txt", "")]], &Options::new());
        assert!(report.passes());
        report.denies_warnings = true;
        assert!(!report.passes());
    }
}
