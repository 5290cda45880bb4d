//! For people: the compiler's own words, then one line that counts.

use std::fmt::Write as _;

use super::Report;
use crate::words::counted;

/// Every problem with colours, an empty line behind each, and the summary.
pub(crate) fn write(report: &Report) -> String {
    let mut text = String::new();
    for problem in report.problems() {
        let _ = writeln!(text, "{}\n", problem.styled_text());
    }
    text + &summary(report) + "\n"
}

/// `29 skills valid, 6 invalid, 41 warnings`: the first part always, each other one when there is something to count.
pub(crate) fn summary(report: &Report) -> String {
    let totals = report.totals();
    let mut parts = vec![format!("{} valid", counted(totals.valid(), "skill"))];
    if totals.invalid > 0 {
        parts.push(format!("{} invalid", totals.invalid));
    }
    if totals.outside > 0 {
        parts.push(format!(
            "{} outside the skills",
            counted(totals.outside, "error")
        ));
    }
    if totals.warnings > 0 {
        let denied = if report.denies_warnings() {
            " (denied)"
        } else {
            ""
        };
        parts.push(counted(totals.warnings, "warning") + denied);
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::{INVALID, VALID, report};
    use skills_compiler::Options;

    #[test]
    fn the_summary_counts_in_words() {
        let other = ("ppt/SKILL.md", "---\nname: ppt\ndescription: x\n---\n");
        let strays = [("a.txt", ""), ("b.txt", "")];
        let case = ("x/skill.md", "---\nname: x\ndescription: x\n---\n");
        let options = Options::new();
        let of = |files: &[(&str, &str)]| summary(&report(&[files], &options));
        assert_eq!(of(&[VALID]), "1 skill valid");
        assert_eq!(of(&[VALID, other, strays[0]]), "2 skills valid, 1 warning");
        assert_eq!(
            of(&[VALID, INVALID, strays[0], strays[1]]),
            "1 skill valid, 1 invalid, 2 warnings"
        );
        assert_eq!(
            of(&[INVALID, case]),
            "0 skills valid, 1 invalid, 1 error outside the skills"
        );
    }
}
