//! The catalogue of codes against what surrounds it: the page that lists them, and the tests that show them.
//!
//! `BLESS=1 cargo test -p skills-compiler --test catalogue` writes the page anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use skills_compiler::{Code, Level};

const HEAD: &str = "\
# Diagnostics

Whatever is wrong with a skill is reported under one of these codes. The command line writes it before the message, as in
`error[name_mismatch]: …`, the macro behind it, as in `… [name_mismatch]`. Each code leads to an explanation with a bad and a
good example; `skills explain name_mismatch` prints the same in a terminal.

There are three levels. An **error** fails the build and cannot be turned off. A **lint** fails the build too, but can be
allowed: in the macro with `allow(hidden_file)` for all skills or `allow(\"pdf\": hidden_file)` for one, on the command line
with `--allow hidden_file` or `--allow pdf:hidden_file`. A **warning** is shown by the command line only and fails no build,
unless `skills check --deny warnings` asks for it.

| code | level | what is wrong |
|---|---|---|
";

fn level(code: &Code) -> &'static str {
    match code.level() {
        Level::Lint => "lint",
        Level::Warning => "warning",
        _ => "error",
    }
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for code in Code::all() {
        let name = code.name();
        let link = format!("../skills-compiler/src/diagnostic/explain/{name}.md");
        let title = code.title().replace('|', "\\|");
        let _ = writeln!(page, "| [`{name}`]({link}) | {} | {title} |", level(code));
    }
    page
}

#[test]
fn the_page_lists_every_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/diagnostics.md");
    let page = page();
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), page);
}

/// Every file below `directory`.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("the directory can be read") {
        let entry = entry.expect("the directory can be read");
        if entry
            .file_type()
            .expect("the directory can be read")
            .is_dir()
        {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

/// What the tests of this repository expect to read: outcomes of the corpus, of the macro, and strings in unit tests.
fn expectations() -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut expected = String::new();
    let mut add = |directory: &str, is_wanted: fn(&Path) -> bool, after: &str| {
        for path in files(&package.join(directory))
            .iter()
            .filter(|path| is_wanted(path))
        {
            let text = fs::read_to_string(path).expect("a test is text");
            expected.extend(text.split_once(after).map(|(_, text)| text));
        }
    };
    add("tests/corpus", |path| path.ends_with("expected.txt"), "");
    add(
        "../tests/tests/ui/fail",
        |path| path.extension().is_some_and(|end| end == "stderr"),
        "",
    );
    add(
        "src",
        |path| path.extension().is_some_and(|end| end == "rs"),
        "#[cfg(test)]",
    );
    add("tests", |path| path.ends_with("beyond_corpus.rs"), "");
    expected
}

#[test]
fn every_code_is_shown_by_a_test() {
    let expected = expectations();
    let unshown: BTreeSet<_> = Code::all()
        .map(Code::name)
        .filter(|name| !expected.contains(&format!("[{name}]")))
        .collect();
    let reasons: BTreeSet<_> = include_str!("unshown-codes.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(": ").expect("a line is `code: reason`").0)
        .collect();
    assert_eq!(unshown, reasons, "left: no test shows it; right: excused");
}
