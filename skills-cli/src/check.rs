//! `skills check`.

use skills_compiler::{Options, compile_observed};

use crate::args::{Check, Deny, Format};
use crate::failure::Failure;
use crate::options::options;
use crate::output::Output;
use crate::place::Place;
use crate::progress::Bar;
use crate::report::{Checked, Report, github, json, sarif, text};
use crate::{Verdict, report};

pub(crate) fn run(args: &Check, output: &Output) -> Result<Verdict, Failure> {
    let options = options(&args.compile)?;
    let places = args
        .directories
        .iter()
        .map(|directory| Place::find(directory));
    let places = places.collect::<Result<Vec<_>, _>>()?;
    let checked = places.iter().map(|place| check(place, &options)).collect();
    let denies_warnings = args.deny.contains(&Deny::Warnings);
    let report = Report::new(checked, denies_warnings);
    match args.format {
        Format::Text => output.styled(&text::write(&report))?,
        Format::Github => output.plain(&github::write(&report, &github::prefix()))?,
        Format::Json => output.plain(&report::document(&json::document(&report), output))?,
        Format::Sarif => output.plain(&report::document(&sarif::document(&report), output))?,
    }
    Ok(if report.passes() {
        Verdict::Valid
    } else {
        Verdict::Invalid
    })
}

fn check(place: &Place, options: &Options) -> Checked {
    let mut bar = Bar::new();
    let result = compile_observed(place.source(), options, &mut |progress| bar.show(progress));
    result.into()
}
