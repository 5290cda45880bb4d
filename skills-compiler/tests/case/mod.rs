//! The corpus's cases and their options, for every test that compiles them.

use std::fs;
use std::path::{Path, PathBuf};

use skills_compiler::Options;

/// The cases of one kind below `corpus`, in order.
pub(crate) fn cases(corpus: &Path, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(corpus.join(kind)).expect("the corpus exists");
    let mut cases: Vec<_> = entries
        .map(|entry| entry.expect("the corpus can be read").path())
        .collect();
    cases.sort();
    cases
}

/// What a case's file `options` asks for: one call per line, such as `allow nested_metadata`.
pub(crate) fn options(case: &Path) -> Options {
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
