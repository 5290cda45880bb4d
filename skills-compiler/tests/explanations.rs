//! Every explanation keeps its form, and its examples show what it says: the bad one is reported with exactly its code,
//! the good one is valid.

#[path = "explanations/example.rs"]
mod example;

use std::collections::BTreeSet;

use example::Example;
use skills_compiler::{Code, Diagnostic, Level, compile};

/// Their bad examples need a real directory, or a `.gitignore`, and `beyond_corpus.rs` and the corpus show them.
const NEEDS_A_DISK: &[&str] = &[
    "executable_bit",
    "file_name_encoding",
    "missing_directory",
    "outside_package",
    "special_file",
    "symbolic_link",
    "unreadable",
];

/// What no example can show: gigabytes, and mistakes of the compiler that nobody knows of.
const CANNOT_BE_SHOWN: &[&str] = &["incomplete", "pack_size"];

/// Only the macro and build scripts know a package, so the command line has no use for the allowance.
const NOT_ON_THE_COMMAND_LINE: &str = "outside_package";

/// The prose and the two examples.
fn parts(code: &Code) -> Option<(&'static str, Example, Example)> {
    let (prose, examples) = code.explanation().split_once("\n\nBad")?;
    let (bad, good) = examples.split_once("\n\nGood")?;
    Some((prose, Example::parse(bad)?, Example::parse(good)?))
}

/// What an explanation of this level has to say.
fn needed_words(code: &Code) -> Vec<String> {
    let name = code.name();
    match code.level() {
        Level::Lint if name == NOT_ON_THE_COMMAND_LINE => vec![format!("`allow({name})`")],
        Level::Lint => vec![format!("`allow({name})`"), format!("`--allow {name}`")],
        Level::Warning => vec!["This is a warning: it fails no build.".to_owned()],
        _ => Vec::new(),
    }
}

#[test]
fn every_explanation_has_prose_and_two_examples() {
    for code in Code::all() {
        let name = code.name();
        let (prose, ..) = parts(code).unwrap_or_else(|| panic!("{name}: not in the known form"));
        assert!(!prose.contains("\n\n"), "{name}: more than one paragraph");
        assert!(prose.ends_with('.'), "{name}: unfinished");
        for line in prose.lines() {
            assert!(line.chars().count() <= 80, "{name}: too wide: {line}");
        }
        let flowing = prose.replace('\n', " ");
        for words in needed_words(code) {
            assert!(flowing.contains(&words), "{name}: does not say {words}");
        }
    }
}

/// The codes that fail the build, and those of the warnings.
fn reported(example: &Example) -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let problems = match compile(example.source(), &example.options()) {
        Ok(compiled) => compiled.warnings().clone(),
        Err(problems) => problems,
    };
    let (warnings, failures): (Vec<_>, Vec<_>) = problems
        .iter()
        .map(Diagnostic::code)
        .partition(|code| code.level() == Level::Warning);
    let names = |codes: Vec<&'static Code>| codes.into_iter().map(Code::name).collect();
    (names(failures), names(warnings))
}

/// What is wrong with the bad example, if anything.
fn flaw_of_bad(code: &'static Code, bad: &Example) -> Option<String> {
    let (failures, warnings) = reported(bad);
    let is_shown = match code.level() {
        Level::Warning => failures.is_empty() && warnings.contains(code.name()),
        _ => failures == BTreeSet::from([code.name()]),
    };
    (!is_shown).then(|| format!("{}: bad gives {failures:?} {warnings:?}", code.name()))
}

/// What is wrong with the good example, if anything.
fn flaw_of_good(code: &'static Code, good: &Example) -> Option<String> {
    let (failures, warnings) = reported(good);
    let is_valid = failures.is_empty() && !warnings.contains(code.name());
    (!is_valid).then(|| format!("{}: good gives {failures:?} {warnings:?}", code.name()))
}

#[test]
fn every_example_gives_what_its_explanation_says() {
    let mut flaws = Vec::new();
    for code in Code::all().filter(|code| !CANNOT_BE_SHOWN.contains(&code.name())) {
        let (_, bad, good) = parts(code).expect("another test checks the form");
        if !NEEDS_A_DISK.contains(&code.name()) {
            flaws.extend(flaw_of_bad(code, &bad));
        }
        flaws.extend(flaw_of_good(code, &good));
    }
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}
