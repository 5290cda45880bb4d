//! `skills explain`.

use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use skills_compiler::{Code, Level};

use crate::Verdict;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(code: Option<&str>, output: &Output) -> Result<Verdict, Failure> {
    let text = match code {
        None => list(),
        Some(name) => explanation(find(name)?),
    };
    output.styled(&text)?;
    Ok(Verdict::Valid)
}

fn find(name: &str) -> Result<&'static Code, Failure> {
    Code::find(name).ok_or_else(|| {
        let help = match nearest(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`skills explain` lists all codes".to_owned(),
        };
        Failure::new(format!("unknown code `{name}`")).help(help)
    })
}

/// The code that differs in few letters.
fn nearest(name: &str) -> Option<&'static str> {
    Code::all()
        .map(|code| (strsim::damerau_levenshtein(name, code.name()), code.name()))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 5)
        .min()
        .map(|(_, name)| name)
}

/// Every code with its level and title, in the order of the contract's rules.
fn list() -> String {
    let width = Code::all()
        .map(|code| code.name().len())
        .max()
        .unwrap_or_default();
    Code::all().fold(String::new(), |mut text, code| {
        let (name, level, title) = (code.name(), level(code), code.title());
        let _ = writeln!(text, "{name:width$}  {level:7}  {title}");
        text
    })
}

/// The head as a diagnostic has it, the catalogue's explanation, and what the level means.
fn explanation(code: &Code) -> String {
    let (style, bold) = (style(code), Style::new().bold());
    let (level, name, title) = (level(code), code.name(), code.title());
    let (explanation, weight) = (code.explanation().trim_end(), weight(code));
    format!("{style}{level}[{name}]{style:#}{bold}: {title}{bold:#}\n\n{explanation}\n\n{weight}\n")
}

/// The colours of the compiler's own levels.
fn style(code: &Code) -> Style {
    let color = match code.level() {
        Level::Warning => AnsiColor::Yellow,
        _ => AnsiColor::BrightRed,
    };
    color.on_default().bold()
}

fn level(code: &Code) -> &'static str {
    match code.level() {
        Level::Lint => "lint",
        Level::Warning => "warning",
        _ => "error",
    }
}

/// What the level means for a build.
fn weight(code: &Code) -> String {
    let name = code.name();
    match code.level() {
        Level::Lint => format!(
            "A lint fails the build unless it is allowed, for all skills or for one:\n\n    \
             skills check --allow {name}\n    \
             skills check --allow pdf:{name}\n    \
             embed_skills!(\"skills\", allow({name}))\n    \
             embed_skills!(\"skills\", allow(\"pdf\": {name}))"
        ),
        Level::Warning => {
            "A warning fails no build. `skills check --deny warnings` makes it fail the check."
                .to_owned()
        }
        _ => "An error fails the build and cannot be allowed.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_code_is_answered_with_the_nearest_one() {
        let refused = |name| find(name).err().map(|failure| failure.to_string());
        assert_eq!(
            refused("hidden-file").as_deref(),
            Some("error: unknown code `hidden-file`\n  = help: did you mean `hidden_file`?")
        );
        assert_eq!(
            refused("E0308").as_deref(),
            Some("error: unknown code `E0308`\n  = help: `skills explain` lists all codes")
        );
    }
}
