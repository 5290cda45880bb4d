//! Every case below `tests/corpus`: a directory of skills and exactly what the compiler makes of it.
//!
//! A case is a directory with `skills/`, an optional file `options` (see `case`) and `expected.txt`. `BLESS=1 cargo test -p skills-compiler --test corpus` writes what is expected anew.

mod case;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use skills_compiler::{Compiled, Diagnostics, Source, compile};
use skills_pack::Pack;

fn outcome(case: &Path) -> (bool, String) {
    match compile(Source::directory(case, "skills"), &case::options(case)) {
        Ok(compiled) => (true, describe(&compiled)),
        Err(problems) => (false, report(&problems)),
    }
}

fn report(problems: &Diagnostics) -> String {
    format!("{problems}\n")
}

fn describe(compiled: &Compiled) -> String {
    let pack = Pack::new(compiled.pack()).expect("the compiler writes a pack");
    pack.check().expect("the pack is whole");
    let mut text = String::new();
    for entry in (0..pack.entry_count()).filter_map(|index| pack.entry(index)) {
        let _ = writeln!(text, "{}", String::from_utf8_lossy(entry.json()));
    }
    text.push('\n');
    for file in (0..pack.file_count()).filter_map(|index| pack.file(index)) {
        let kind = if file.is_text() { "text" } else { "blob" };
        let _ = writeln!(
            text,
            "{kind} {}",
            String::from_utf8_lossy(file.descriptor_json())
        );
    }
    if !compiled.warnings().is_empty() {
        let _ = write!(text, "\n{}", report(compiled.warnings()));
    }
    text
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn check(kind: &str, should_pass: bool) {
    let bless = env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for case in case::cases(&corpus(), kind) {
        let (passed, actual) = outcome(&case);
        let path = case.join("expected.txt");
        if bless {
            fs::write(&path, &actual).expect("the corpus can be written");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if passed != should_pass || expected != actual {
            wrong.push(format!(
                "{}\n--- expected\n{expected}\n--- actual\n{actual}",
                case.display()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} cases differ:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}

#[test]
fn valid_cases_give_exactly_their_entries() {
    check("valid", true);
}

#[test]
fn invalid_cases_give_exactly_their_messages() {
    check("invalid", false);
}

/// The command line's text and the macro's are the same but for who writes the level and where the code stands.
#[test]
fn the_macro_says_what_the_command_line_says() {
    for case in case::cases(&corpus(), "invalid") {
        let problems = compile(Source::directory(&case, "skills"), &case::options(&case))
            .expect_err("the case is invalid");
        for problem in problems.failures() {
            let code = problem.code().name();
            let expected = format!("error[{code}]: {}", problem.message());
            let shown = problem.to_string();
            let rest = shown
                .strip_prefix(&expected)
                .unwrap_or_else(|| panic!("{shown}"));
            assert_eq!(
                problem.compile_error_text(),
                format!("{} [{code}]{rest}", problem.message())
            );
        }
    }
}
