//! Problems, as the errors that rustc prints. One `syn::Error` can hold several: each becomes its own `compile_error!`.

use proc_macro2::Span;
use skills_compiler::{Diagnostics, OptionError};
use syn::{Error, Result};

/// A problem with a way to mend it below.
pub(crate) fn problem(place: Span, message: impl AsRef<str>, help: impl AsRef<str>) -> Error {
    let (message, help) = (message.as_ref(), help.as_ref());
    Error::new(place, format!("{message}\n  = help: {help}"))
}

/// Both values, or the problems of both.
pub(crate) fn both<A, B>(first: Result<A>, second: Result<B>) -> Result<(A, B)> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(first), Err(second)) => Err(joined(first, second)),
        (Err(problems), Ok(_)) | (Ok(_), Err(problems)) => Err(problems),
    }
}

/// Why the compiler refused the value of an option.
pub(crate) fn wrong_value(place: Span, error: &OptionError) -> Error {
    match error.help() {
        Some(help) => problem(place, error.to_string(), help),
        None => Error::new(place, error),
    }
}

/// Why the compiler refused the skills, without its warnings, which a macro cannot pass on.
pub(crate) fn wrong_skills(place: Span, diagnostics: &Diagnostics) -> Error {
    diagnostics
        .failures()
        .map(|diagnostic| Error::new(place, diagnostic.compile_error_text()))
        .reduce(joined)
        .unwrap_or_else(|| Error::new(place, "the skills were refused without a reason"))
}

fn joined(mut first: Error, second: Error) -> Error {
    first.combine(second);
    first
}
