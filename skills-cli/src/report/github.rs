//! Workflow commands, which GitHub shows beside the lines of a pull request.

use std::env;
use std::fmt::Write as _;
use std::path::PathBuf;

use skills_compiler::Diagnostic;

use super::{Report, fails, path, text};

/// One command for each problem, and the summary as an ordinary line of the log.
pub(crate) fn write(report: &Report, prefix: &str) -> String {
    let mut text = String::new();
    for problem in report.problems() {
        let _ = writeln!(text, "{}", command(problem, prefix));
    }
    text + &text::summary(report) + "\n"
}

/// The path from the top of the checked-out repository to the current directory, with a slash behind it: a step may run
/// below the top, and GitHub reads paths from there.
pub(crate) fn prefix() -> String {
    below_workspace()
        .unwrap_or_default()
        .iter()
        .fold(String::new(), |prefix, part| {
            prefix + &part.to_string_lossy() + "/"
        })
}

fn below_workspace() -> Option<PathBuf> {
    let workspace = env::var_os("GITHUB_WORKSPACE").filter(|path| !path.is_empty())?;
    let workspace = PathBuf::from(workspace).canonicalize().ok()?;
    let current = env::current_dir().ok()?;
    current.strip_prefix(workspace).map(PathBuf::from).ok()
}

fn command(problem: &Diagnostic, prefix: &str) -> String {
    let kind = if fails(problem) { "error" } else { "warning" };
    let mut properties = vec![("file", file(problem, prefix))];
    properties.extend(
        place(problem)
            .into_iter()
            .map(|(key, number)| (key, number.to_string())),
    );
    properties.push(("title", problem.code().name().to_owned()));
    let properties: Vec<_> = properties
        .iter()
        .map(|(key, value)| format!("{key}={}", property(value)))
        .collect();
    format!(
        "::{kind} {}::{}",
        properties.join(","),
        data(&message(problem))
    )
}

fn file(problem: &Diagnostic, prefix: &str) -> String {
    let path = path(problem);
    if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{prefix}{path}")
    }
}

/// Lines and columns from 1. GitHub takes columns only of a place within one line.
fn place(problem: &Diagnostic) -> Vec<(&'static str, u32)> {
    let (Some(line), Some(column)) = (problem.line(), problem.column()) else {
        return Vec::new();
    };
    match problem.end() {
        Some((end_line, end_column)) if end_line == line => {
            vec![("line", line), ("col", column), ("endColumn", end_column)]
        }
        Some((end_line, _)) => vec![("line", line), ("endLine", end_line)],
        None => vec![("line", line), ("col", column)],
    }
}

/// The message and, each on its own line, what explains it.
fn message(problem: &Diagnostic) -> String {
    let mut message = problem.message().to_owned();
    for note in problem.notes() {
        let _ = write!(message, "\nnote: {note}");
    }
    for help in problem.helps() {
        let _ = write!(message, "\nhelp: {help}");
    }
    message
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::report;
    use skills_compiler::Options;

    #[test]
    fn what_a_command_cannot_hold_is_escaped() {
        assert_eq!(data("50 %\r\na: b, c"), "50 %25%0D%0Aa: b, c");
        assert_eq!(property("a: 100%,\nb"), "a%3A 100%25%2C%0Ab");
        assert_eq!(data("%0A"), "%250A");
    }

    #[test]
    fn commands_name_the_place() {
        let skill = ("a,b/SKILL.md", "---\nname: ab\ndescription: x\n---\n");
        let mut options = Options::new();
        options.base("skill://acme").expect("a base");
        let text = write(&report(&[&[skill]], &options), "server/");
        let start = "::error file=server/skills/a%2Cb/SKILL.md,line=2,col=7,endColumn=9,title=name_mismatch::";
        assert!(text.starts_with(start), "{text}");
        assert!(text.ends_with("\n0 skills valid, 1 invalid\n"), "{text}");
    }
}
