//! What a server links.

use std::collections::BTreeSet;
use std::io;
use std::process::Command;

use skills_tests::workspace;

/// What reads and checks skills, which is over when the program is built, and what serves on a network, which belongs
/// to the adapters.
const NOT_THE_RUNTIMES: &[&str] = &[
    "annotate-snippets",
    "async-trait",
    "axum",
    "futures",
    "futures-core",
    "globset",
    "http",
    "hyper",
    "ignore",
    "include_dir",
    "mime_guess",
    "regex-automata",
    "rmcp",
    "saphyr",
    "saphyr-parser",
    "skills-compiler",
    "skills-macros",
    "tokio",
    "unicode-normalization",
    "unicode-properties",
    "walkdir",
];

/// What procedural macros are made of.
const MACROS: &[&str] = &["proc-macro2", "quote", "syn"];

fn dependencies(arguments: &[&str]) -> io::Result<BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--package",
            "skills-runtime",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .args(arguments)
        .current_dir(workspace())
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        ));
    }
    let tree = String::from_utf8_lossy(&output.stdout);
    Ok(tree
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect())
}

fn check(arguments: &[&str], forbidden: &[&str]) -> io::Result<()> {
    let found = dependencies(arguments)?;
    // The tree was read at all.
    assert!(
        found.contains("skills-pack") && found.contains("hmac"),
        "{found:?}"
    );
    let forbidden: Vec<_> = forbidden
        .iter()
        .filter(|name| found.contains(**name))
        .collect();
    assert_eq!(forbidden, Vec::<&&str>::new());
    Ok(())
}

#[test]
fn the_runtime_alone_needs_no_yaml_no_file_walking_and_no_async() -> io::Result<()> {
    check(
        &["--no-default-features", "--edges", "normal,build"],
        NOT_THE_RUNTIMES,
    )
}

#[test]
fn nothing_of_the_macro_reaches_the_program() -> io::Result<()> {
    let forbidden = [NOT_THE_RUNTIMES, MACROS].concat();
    check(&["--edges", "normal,no-proc-macro"], &forbidden)
}
