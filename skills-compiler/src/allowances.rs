//! Which lints may pass, and which allowances allow nothing.

use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::options::{Allowance, Options};

/// Takes out the lints that an allowance names. An allowance that took nothing out is reported, unless something else
/// failed: what it is meant for may not have been reached.
pub(crate) fn apply(options: &Options, label: &str, problems: Diagnostics) -> Diagnostics {
    let mut used = vec![false; options.allowances.len()];
    let mut kept = Diagnostics::default();
    for problem in problems {
        let mut is_allowed = false;
        for (allowance, used) in options.allowances.iter().zip(&mut used) {
            if covers(allowance, &problem) {
                *used = true;
                is_allowed = true;
            }
        }
        if !is_allowed {
            kept.push(problem);
        }
    }
    kept.drop_consequences();
    if !kept.has_failures() {
        let unused = options
            .allowances
            .iter()
            .zip(used)
            .filter(|(_, used)| !used);
        kept.extend(unused.map(|(allowance, _)| {
            Diagnostic::new(
                code::UNUSED_ALLOWANCE,
                label,
                format!("`{allowance}` allows nothing"),
            )
            .help("remove it")
        }));
    }
    kept
}

fn covers(allowance: &Allowance, problem: &Diagnostic) -> bool {
    allowance.lint == problem.code()
        && allowance
            .skill
            .as_ref()
            .is_none_or(|skill| problem.skill() == Some(skill.as_str()))
}
