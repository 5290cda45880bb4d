//! Catalogs in memory, compiled as a build would compile them.

use skills_compiler::{Options, Source, compile};
use skills_runtime::{Catalog, SkillSet};

/// Compiles files and opens what comes out.
///
/// # Errors
///
/// When the compiler refuses them.
pub fn catalog(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> anyhow::Result<Catalog> {
    let compiled = compile(Source::files(files), &options()?)?;
    // A set lives as long as its program.
    let set = SkillSet::from_pack(Vec::leak(compiled.into_pack()), "bench")?;
    Ok(Catalog::from(set))
}

/// The defaults without advice, and with room for the largest trees.
///
/// # Errors
///
/// None but for a name that changes.
pub fn options() -> anyhow::Result<Options> {
    let mut options = Options::new();
    options
        .advice(false)
        .limit("catalog_files", 1_000_000)?
        .limit("entries", 1_000_000)?;
    Ok(options)
}
