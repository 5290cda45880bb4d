//! Every fix that a tool can carry out is carried out, until none is left: what it promised to mend is mended.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use skills_compiler::{Diagnostic, Diagnostics, Fix, Options, Source, compile};

/// More rounds than any case has problems.
const ROUNDS: usize = 40;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory can be made");
    for entry in fs::read_dir(from).expect("the corpus can be read") {
        let entry = entry.expect("the corpus can be read");
        let kind = entry.file_type().expect("the corpus can be read");
        let target = to.join(entry.file_name());
        if kind.is_dir() {
            copy(&entry.path(), &target);
        } else if kind.is_file() {
            fs::copy(entry.path(), target).expect("a file can be copied");
        }
    }
}

/// Carries out the first fix that the problem offers; `false` when it offers none.
fn mend(root: &Path, problem: &Diagnostic) -> bool {
    let Some(fix) = problem.fixes().next() else {
        return false;
    };
    match fix {
        Fix::Edit { span, text } => {
            let path = root.join(problem.path());
            let mut file = fs::read_to_string(&path).expect("a file that can be edited is text");
            file.replace_range(span.clone(), text);
            fs::write(path, file).expect("a file can be written");
        }
        Fix::Rename { from, to } => {
            assert!(
                problem.path().starts_with(from.as_str()),
                "the problem lies in what is renamed"
            );
            assert!(!root.join(to).exists(), "nothing is overwritten");
            fs::rename(root.join(from), root.join(to)).expect("a file can be renamed");
        }
        _ => return false,
    }
    true
}

fn problems(root: &Path) -> Option<Diagnostics> {
    compile(
        Source::directory(root, "skills"),
        Options::new().advice(false),
    )
    .err()
}

/// The codes that remain once no fix is left.
fn mended(case: &Path) -> BTreeSet<&'static str> {
    let scratch = tempfile::tempdir().expect("a directory can be made");
    copy(&case.join("skills"), &scratch.path().join("skills"));
    for _ in 0..ROUNDS {
        let Some(problems) = problems(scratch.path()) else {
            return BTreeSet::new();
        };
        if !problems
            .failures()
            .any(|problem| mend(scratch.path(), problem))
        {
            return problems
                .failures()
                .map(|problem| problem.code().name())
                .collect();
        }
    }
    panic!("{}: the fixes never end", case.display());
}

#[test]
fn every_fix_mends_what_it_is_for() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/invalid");
    let mut cases: Vec<PathBuf> = fs::read_dir(corpus)
        .expect("the corpus exists")
        .map(|entry| entry.expect("the corpus can be read").path())
        .filter(|case| !case.join("options").exists() && !case.join(".gitignore").exists())
        .collect();
    cases.sort();
    let mut mended_to_the_end = 0;
    let mut left = String::new();
    for case in &cases {
        let codes = mended(case);
        mended_to_the_end += usize::from(codes.is_empty());
        if !codes.is_empty() {
            let name = case.file_name().unwrap_or_default().to_string_lossy();
            let codes: Vec<_> = codes.into_iter().collect();
            let _ = writeln!(left, "{name}: {}", codes.join(", "));
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/not-mended.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &left).expect("the list can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(left, expected, "what a tool cannot mend has changed");
    assert!(
        mended_to_the_end * 2 > cases.len(),
        "most mistakes can be mended by a tool"
    );
}
