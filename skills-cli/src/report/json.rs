//! One JSON object, for programs. The README documents its shape; every key is always there.

use serde::Serialize;
use skills_compiler::{Diagnostic, Fix, Level};

use super::{Report, path};

/// Rises when a key changes its meaning or goes away, not when one is added.
const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
pub(crate) struct Document<'r> {
    version: u32,
    success: bool,
    skills: usize,
    valid: usize,
    invalid: usize,
    warnings: usize,
    diagnostics: Vec<Problem<'r>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Problem<'r> {
    code: &'static str,
    level: &'static str,
    path: &'r str,
    skill: Option<&'r str>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
    message: &'r str,
    notes: Vec<&'r str>,
    help: Vec<&'r str>,
    fixes: Vec<Change<'r>>,
}

#[derive(Debug, Serialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
enum Change<'r> {
    Edit {
        help: &'r str,
        path: &'r str,
        start: usize,
        end: usize,
        text: &'r str,
    },
    Rename {
        help: &'r str,
        from: &'r str,
        to: &'r str,
    },
}

pub(crate) fn document(report: &Report) -> Document<'_> {
    let totals = report.totals();
    Document {
        version: VERSION,
        success: report.passes(),
        skills: totals.skills,
        valid: totals.valid(),
        invalid: totals.invalid,
        warnings: totals.warnings,
        diagnostics: report.problems().map(problem).collect(),
    }
}

fn problem(diagnostic: &Diagnostic) -> Problem<'_> {
    let end = diagnostic.end();
    Problem {
        code: diagnostic.code().name(),
        level: level(diagnostic),
        path: path(diagnostic),
        skill: diagnostic.skill(),
        line: diagnostic.line(),
        column: diagnostic.column(),
        end_line: end.map(|(line, _)| line),
        end_column: end.map(|(_, column)| column),
        message: diagnostic.message(),
        notes: diagnostic.notes().collect(),
        help: diagnostic.helps().collect(),
        fixes: diagnostic
            .ways()
            .filter_map(|(help, fix)| change(diagnostic, help, fix?))
            .collect(),
    }
}

fn level(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.code().level() {
        Level::Lint => "lint",
        Level::Warning => "warning",
        _ => "error",
    }
}

/// A change of a kind that this program does not know is left to the help text.
fn change<'r>(diagnostic: &'r Diagnostic, help: &'r str, fix: &'r Fix) -> Option<Change<'r>> {
    match fix {
        Fix::Edit { span, text } => Some(Change::Edit {
            help,
            path: diagnostic.path(),
            start: span.start,
            end: span.end,
            text,
        }),
        Fix::Rename { from, to } => Some(Change::Rename { help, from, to }),
        _ => None,
    }
}
