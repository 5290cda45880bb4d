//! From the command line's words to the compiler's options.

use skills_compiler::Options;

use crate::args::Compile;
use crate::failure::Failure;

/// The compiler's options; it judges each value itself.
pub(crate) fn options(args: &Compile) -> Result<Options, Failure> {
    let mut options = Options::new();
    if let Some(base) = &args.base {
        options.base(base)?;
    }
    for glob in &args.include {
        options.include(glob)?;
    }
    for glob in &args.exclude {
        options.exclude(glob)?;
    }
    for glob in &args.text {
        options.text(glob)?;
    }
    for glob in &args.binary {
        options.binary(glob)?;
    }
    for pair in &args.mime {
        let (glob, media_type) = pair_of("--mime", pair, "`*.foo=text/x-foo`")?;
        options.mime(glob, media_type)?;
    }
    for pair in &args.limit {
        let (name, value) = pair_of("--limit", pair, "`files=64`")?;
        options.limit(name, number(name, value)?)?;
    }
    for allowance in &args.allow {
        match allowance.rsplit_once(':') {
            Some((skill, lint)) => options.allow_for(skill, lint)?,
            None => options.allow(allowance)?,
        };
    }
    for pair in &args.expect {
        let (path, value) = pair_of(
            "--expect",
            pair,
            "`pdf/logo.png=sha256:…` or `pdf/logo.png=1234`",
        )?;
        match value.parse() {
            Ok(size) => options.expect(path, None, Some(size))?,
            Err(_) => options.expect(path, Some(value), None)?,
        };
    }
    options.allow_empty(args.allow_empty);
    Ok(options)
}

/// The two sides of the last `=`: a glob or a path may hold one, what is said of it cannot.
fn pair_of<'a>(option: &str, pair: &'a str, example: &str) -> Result<(&'a str, &'a str), Failure> {
    pair.rsplit_once('=').ok_or_else(|| {
        Failure::new(format!("`{option}` needs a `=` (got `{pair}`)"))
            .help(format!("write it like {example}"))
    })
}

fn number(name: &str, value: &str) -> Result<u64, Failure> {
    value.parse().map_err(|error| {
        Failure::new(format!(
            "limit `{name}` is not a number (got `{value}`): {error}"
        ))
    })
}
