//! A directory whose skills are all valid, for the commands that look into it.

use std::path::Path;

use skills_compiler::{Compiled, compile_observed};

use crate::args::Compile;
use crate::failure::Failure;
use crate::options::options;
use crate::output::Output;
use crate::place::Place;
use crate::progress::Bar;

/// Compiles a directory. `None` when that fails: the problems went to standard error.
pub(crate) fn open(
    directory: &Path,
    args: &Compile,
    output: &Output,
) -> Result<Option<Compiled>, Failure> {
    let mut options = options(args)?;
    options.advice(false);
    let place = Place::find(directory)?;
    let mut bar = Bar::new();
    let result = compile_observed(place.source(), &options, &mut |progress| bar.show(progress));
    drop(bar);
    match result {
        Ok(compiled) => Ok(Some(compiled)),
        Err(problems) => {
            for problem in problems.failures() {
                output.aside(&format!("{}\n\n", problem.styled_text()))?;
            }
            Ok(None)
        }
    }
}
