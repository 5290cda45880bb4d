//! From one invocation to its expansion: read the arguments, compile the skills, emit.

use crate::emit::{self, Embedded};
use crate::input::{Input, Setting};
use crate::options::options;
use crate::package::Package;
use crate::report::{both, problem, wrong_skills};
use proc_macro2::{Span, TokenStream};
use skills_compiler::{Options, Source, compile};
use std::path::Path;
use syn::{Error, LitStr, Result};

pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
    let Input {
        directory,
        runtime,
        settings,
    } = Input::parse(tokens);
    match checked(directory, settings).and_then(|(directory, options)| embed(&directory, &options))
    {
        Ok(embedded) => emit::set(runtime.as_ref(), &embedded),
        Err(problems) => emit::failure(runtime.as_ref(), &problems),
    }
}

/// The arguments, each of them checked before anything is read.
fn checked(directory: Result<LitStr>, settings: Vec<Result<Setting>>) -> Result<(LitStr, Options)> {
    both(directory.and_then(relative), options(settings))
}

/// Refuses a path that means something else on another machine.
fn relative(directory: LitStr) -> Result<LitStr> {
    const HELP: &str = "write it relative to the directory of the crate's `Cargo.toml`";
    let path = directory.value();
    if path.is_empty() {
        return Err(problem(directory.span(), "the path is empty", HELP));
    }
    if is_absolute(&path) {
        return Err(problem(
            directory.span(),
            format!("the path is absolute (got `{path}`)"),
            HELP,
        ));
    }
    Ok(directory)
}

/// Whether any system takes the path for an absolute one, so that the answer is the same on all of them.
fn is_absolute(path: &str) -> bool {
    let drive = path.strip_prefix(|letter: char| letter.is_ascii_alphabetic());
    path.starts_with(['/', '\\']) || drive.is_some_and(|rest| rest.starts_with(':'))
}

fn embed(directory: &LitStr, options: &Options) -> Result<Embedded> {
    let place = directory.span();
    let package = Package::current(place)?;
    let source = Source::directory(package.directory, directory.value());
    let compiled = compile(source, options).map_err(|problems| wrong_skills(place, &problems))?;
    let tracked = compiled
        .tracked()
        .map(|path| text(path, place))
        .collect::<Result<_>>()?;
    Ok(Embedded {
        place,
        tracked,
        scope: package.name,
        pack: compiled.into_pack(),
    })
}

/// A path as the text of a literal, which is UTF-8.
fn text(path: &Path, place: Span) -> Result<String> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        Error::new(
            place,
            format!("a path is not UTF-8 (got `{}`)", path.display()),
        )
    })
}
