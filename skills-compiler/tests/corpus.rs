//! Every case below `tests/corpus`: a directory of skills and exactly what the compiler makes of it.
//!
//! A case is a directory with `skills/`, an optional file `options` (one call per line, such as `allow nested_metadata`)
//! and `expected.txt`. `BLESS=1 cargo test -p skills-compiler --test corpus` writes what is expected anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use skills_compiler::{Compiled, Diagnostics, Options, Source, compile};
use skills_pack::Pack;

fn cases(kind: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(kind);
    let entries = fs::read_dir(&directory).expect("the corpus exists");
    let mut cases: Vec<_> = entries
        .map(|entry| entry.expect("the corpus can be read").path())
        .collect();
    cases.sort();
    cases
}

fn options(case: &Path) -> Options {
    let mut options = Options::new();
    for line in fs::read_to_string(case.join("options"))
        .unwrap_or_default()
        .lines()
    {
        let words: Vec<_> = line.split(' ').collect();
        match *words.as_slice() {
            ["allow", lint] => options.allow(lint),
            ["allow_for", skill, lint] => options.allow_for(skill, lint),
            ["base", uri] => options.base(uri),
            ["include", glob] => options.include(glob),
            ["exclude", glob] => options.exclude(glob),
            ["text", glob] => options.text(glob),
            ["binary", glob] => options.binary(glob),
            ["mime", glob, kind] => options.mime(glob, kind),
            ["limit", name, value] => options.limit(name, value.parse().expect("a number")),
            ["expect", path, digest, size] => options.expect(
                path,
                Some(digest).filter(|digest| *digest != "-"),
                Some(size.parse().expect("a number")),
            ),
            ["allow_empty"] => Ok(options.allow_empty(true)),
            _ => panic!("{}: unknown option `{line}`", case.display()),
        }
        .expect("the options of a case are valid");
    }
    options
}

fn outcome(case: &Path) -> (bool, String) {
    match compile(Source::directory(case, "skills"), &options(case)) {
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

fn check(kind: &str, should_pass: bool) {
    let bless = env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for case in cases(kind) {
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
