//! What a user of `embed_skills!` sees: programs that build and run, and the full text of the errors of those that do not.
//!
//! `TRYBUILD=overwrite cargo test -p skills-tests --test ui` writes the `.stderr` files anew.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

#[test]
fn ui() -> io::Result<()> {
    copy_fixtures()?;
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
    Ok(())
}

/// The programs are compiled as parts of a crate that trybuild writes below the target directory: the skills belong
/// beside its `Cargo.toml`.
fn copy_fixtures() -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    let copy = target
        .join("tests/trybuild")
        .join(env!("CARGO_PKG_NAME"))
        .join("fixtures");
    match fs::remove_dir_all(&copy) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => skills_tests::copy_tree(&here.join("tests/ui/fixtures"), &copy),
    }
}
