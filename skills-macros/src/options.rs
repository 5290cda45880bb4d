//! From the arguments to the compiler's options, each refusal at the argument that caused it.

use crate::input::{Expectation, Number, Setting};
use crate::report::{both, wrong_value};
use proc_macro2::Span;
use skills_compiler::{OptionError, Options};
use syn::{Ident, LitStr, Result};

/// All options, or everything that is wrong with them.
pub(crate) fn options(settings: Vec<Result<Setting>>) -> Result<Options> {
    let mut options = Options::new();
    // A macro cannot show warnings.
    options.advice(false);
    let mut outcome = Ok(());
    for setting in settings {
        let applied = setting.and_then(|setting| apply(&mut options, &setting));
        outcome = both(outcome, applied).map(drop);
    }
    outcome.map(|()| options)
}

fn apply(options: &mut Options, setting: &Setting) -> Result<()> {
    match setting {
        Setting::Base(base) => refusal(options.base(&base.value()), base.span()),
        Setting::Include(glob) => refusal(options.include(&glob.value()), glob.span()),
        Setting::Exclude(glob) => refusal(options.exclude(&glob.value()), glob.span()),
        Setting::Text(glob) => refusal(options.text(&glob.value()), glob.span()),
        Setting::Binary(glob) => refusal(options.binary(&glob.value()), glob.span()),
        Setting::Mime { glob, mime_type } => mime(options, glob, mime_type),
        Setting::Allow { skill, lint } => allow(options, skill.as_ref(), lint),
        Setting::Limit { name, value } => limit(options, name, value),
        Setting::Expect(expectation) => expect(options, expectation),
        Setting::AllowEmpty => {
            options.allow_empty(true);
            Ok(())
        }
    }
}

/// What a setter refused, at the argument that it refused.
fn refusal(set: std::result::Result<&mut Options, OptionError>, place: Span) -> Result<()> {
    set.map(drop).map_err(|error| wrong_value(place, &error))
}

fn mime(options: &mut Options, glob: &LitStr, mime_type: &LitStr) -> Result<()> {
    // The setter takes both and does not say which of them it refuses: a glob that another setter takes is in order.
    refusal(Options::new().include(&glob.value()), glob.span())?;
    refusal(
        options.mime(&glob.value(), &mime_type.value()),
        mime_type.span(),
    )
}

fn allow(options: &mut Options, skill: Option<&LitStr>, lint: &Ident) -> Result<()> {
    let name = lint.to_string();
    let set = match skill {
        Some(skill) => options.allow_for(&skill.value(), &name),
        None => options.allow(&name),
    };
    refusal(set, lint.span())
}

fn limit(options: &mut Options, name: &Ident, value: &Number) -> Result<()> {
    let known = Options::limit_names().any(|known| name == known);
    let place = if known { value.span } else { name.span() };
    refusal(options.limit(&name.to_string(), value.value), place)
}

fn expect(options: &mut Options, expectation: &Expectation) -> Result<()> {
    let Expectation { path, digest, size } = expectation;
    let place = digest.as_ref().map_or(path.span(), LitStr::span);
    let digest = digest.as_ref().map(LitStr::value);
    let size = size.as_ref().map(|size| size.value);
    refusal(
        options.expect(&path.value(), digest.as_deref(), size),
        place,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    // The documentation names every limit that the compiler knows.
    #[test]
    fn every_limit_is_documented() {
        let documentation = include_str!("lib.rs");
        for limit in Options::limit_names() {
            assert!(documentation.contains(&format!("`{limit}`")), "{limit}");
        }
    }
}
