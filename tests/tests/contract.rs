//! Compares the rules of `docs/contract.md` with the rules that tests name.
//!
//! A test names the rule it holds in a comment, in its own name, or as the text of a table's cell; see [`names_in`] for
//! the spellings. Rules that no test names yet are listed in `docs/untested-rules.txt`, each with its reason. The list
//! has to be exact, so that it shrinks with every rule that gets its test.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Rules in the order of the contract.
fn rules_of(contract: &str) -> Vec<&str> {
    contract
        .lines()
        .filter_map(|line| line.strip_prefix("### ")?.split_once(". "))
        .map(|(rule, _)| rule)
        .collect()
}

/// The rule and the reason of every line of the list that is neither empty nor a comment.
fn listed_in(list: &str) -> Vec<(&str, &str)> {
    list.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(char::is_whitespace).unwrap_or((line, "")))
        .map(|(rule, reason)| (rule, reason.trim()))
        .collect()
}

/// Everything that is wrong with the list, in words that say what to do about it.
fn deviations(
    rules: &[&str],
    listed: &[(&str, &str)],
    named: &BTreeMap<String, String>,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (rule, reason) in listed {
        if !rules.contains(rule) {
            found.push(format!(
                "`{rule}` is listed and is no rule of the contract: remove it"
            ));
        } else if !seen.insert(*rule) {
            found.push(format!("`{rule}` is listed twice: remove one line"));
        } else if let Some(place) = named.get(*rule) {
            found.push(format!(
                "`{rule}` is listed and {place} names it: remove it from the list"
            ));
        } else if reason.is_empty() {
            found.push(format!("`{rule}` is listed without a reason"));
        }
    }
    for rule in rules {
        if !named.contains_key(*rule) && !seen.contains(rule) {
            found.push(format!("no test names `{rule}`: write one that does"));
        }
    }
    found
}

/// How the source of a test file marks its comments.
#[derive(Clone, Copy, PartialEq)]
enum Language {
    Rust,
    JavaScript,
    Shell,
}

impl Language {
    fn of(path: &Path, text: &str) -> Option<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => Some(Self::Rust),
            Some("js" | "mjs") => Some(Self::JavaScript),
            Some("sh" | "py") => Some(Self::Shell),
            None if text.starts_with("#!") => Some(Self::Shell),
            _ => None,
        }
    }

    fn marker(self) -> &'static str {
        if self == Self::Shell { "#" } else { "//" }
    }
}

/// The comment of a line, if it has one: the marker at its start or after a blank, so that `skill://` is none.
fn comment_in(line: &str, marker: &str) -> Option<String> {
    let at = line.match_indices(marker).map(|(at, _)| at).find(|at| {
        line[..*at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace)
    })?;
    // Where F4 is tested, comments speak of the control characters named C0 and C1.
    Some(line[at..].replace("C0 and C1", ""))
}

/// The rules that a line of a test names: as a word of a comment (`// D5, D3: …`), as a part of a function's name
/// (`fn d5_…`), or as a whole string (`"D5"`).
fn names_in<'a>(line: &str, language: Language, rules: &[&'a str]) -> Vec<&'a str> {
    let comment = comment_in(line, language.marker()).unwrap_or_default();
    let words: Vec<&str> = comment.split(|c: char| !c.is_alphanumeric()).collect();
    let function = line
        .trim_start()
        .strip_prefix("fn ")
        .and_then(|rest| rest.split('(').next())
        .unwrap_or_default();
    let parts: Vec<String> = function.split('_').map(str::to_uppercase).collect();
    let names = |rule: &str| {
        words.contains(&rule)
            || (parts.len() > 1 && parts.contains(&rule.to_uppercase()))
            || line.contains(&format!("\"{rule}\""))
    };
    rules.iter().copied().filter(|rule| names(rule)).collect()
}

/// Whether the whole file is a test: it lies below a `tests` directory, or is a module's `tests.rs`.
fn is_test_file(relative: &Path) -> bool {
    relative
        .iter()
        .any(|part| part == "tests" || part == "tests.rs")
}

/// The lines of a test file, or those of the `#[cfg(test)]` modules of any other source, with their numbers.
fn test_lines<'a>(relative: &Path, text: &'a str) -> Vec<(usize, &'a str)> {
    let whole = is_test_file(relative);
    let (mut inside, mut previous) = (whole, "");
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let opens = previous == "#[cfg(test)]" && line.starts_with("mod ") && line.ends_with('{');
        inside = whole || opens || (inside && line != "}");
        if inside {
            lines.push((index + 1, line));
        }
        previous = line;
    }
    lines
}

/// Every file below a directory except what is built, installed, or the content of a skill.
fn files_below(directory: &Path, found: &mut Vec<PathBuf>) {
    if directory.join("SKILL.md").exists() {
        return;
    }
    let mut entries: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_symlink()
            || name.starts_with('.')
            || ["target", "node_modules"].contains(&name.as_str())
        {
            continue;
        }
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The rules that tests name, each with the first place that does.
fn named_below(root: &Path, rules: &[&str]) -> BTreeMap<String, String> {
    let mut files = Vec::new();
    files_below(root, &mut files);
    let mut named = BTreeMap::new();
    for path in files {
        let relative = path.strip_prefix(root).unwrap();
        // This file speaks about names of rules.
        if path.ends_with("tests/tests/contract.rs") {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let Some(language) = Language::of(&path, &text) else {
            continue;
        };
        if language != Language::Rust && !is_test_file(relative) {
            continue;
        }
        for (number, line) in test_lines(relative, &text) {
            for rule in names_in(line, language, rules) {
                named
                    .entry(rule.to_owned())
                    .or_insert_with(|| format!("{}:{number}", relative.display()));
            }
        }
    }
    named
}

#[test]
fn the_list_of_untested_rules_is_exact() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let contract = fs::read_to_string(root.join("docs/contract.md")).unwrap();
    let list = fs::read_to_string(root.join("docs/untested-rules.txt")).unwrap();
    let rules = rules_of(&contract);
    let listed = listed_in(&list);
    let named = named_below(root, &rules);
    println!(
        "{} of {} rules are named by a test",
        named.len(),
        rules.len()
    );
    for rule in rules.iter().filter(|rule| !named.contains_key(**rule)) {
        println!("no test names {rule}");
    }
    let deviations = deviations(&rules, &listed, &named);
    assert!(
        deviations.is_empty(),
        "docs/untested-rules.txt:\n  {}",
        deviations.join("\n  ")
    );
}

#[test]
fn the_contract_has_every_rule_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let contract = fs::read_to_string(root.join("docs/contract.md")).unwrap();
    let expected = "S1 S2 S3 S4 S4a S5 S6 S7 S7a S8 S8a S9 S10 F1 F2 F3 F4 F4a F5 F6 F7 F8 F9 L \
                    D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 A1 A2 A3 A4 A5 C1 C2 C3 C4 C5";
    assert_eq!(rules_of(&contract).join(" "), expected);
}

#[test]
fn the_places_where_a_test_names_a_rule() {
    let rules = ["D1", "D10", "S7", "S7a", "C1", "L"];
    let rust = |line| names_in(line, Language::Rust, &rules);
    assert_eq!(rust("    // S7a: include and exclude globs."), ["S7a"]);
    assert_eq!(rust("let x = 1; // D1, D10 and (L)"), ["D1", "D10", "L"]);
    assert_eq!(rust("fn s7a_hidden_files() {"), ["S7a"]);
    assert_eq!(rust("    (\"S7\", \"a.txt\"),"), ["S7"]);
    assert_eq!(rust("let uri = \"skill://D1/SKILL.md\";"), [""; 0]);
    assert_eq!(rust("fn d1() {"), [""; 0]);
    assert_eq!(rust("// C0 and C1 controls"), [""; 0]);
    assert_eq!(names_in("start # D10", Language::Shell, &rules), ["D10"]);
}

#[test]
fn only_test_modules_of_a_source_count() {
    let source =
        "// a\n#[cfg(test)]\nmod tests;\n// b\n#[cfg(test)]\nmod tests {\n    // c\n}\n// d\n";
    let lines = |path: &str| test_lines(Path::new(path), source).len();
    assert_eq!(
        test_lines(Path::new("x/src/a.rs"), source),
        [(6, "mod tests {"), (7, "    // c")]
    );
    assert_eq!([lines("x/tests/a.rs"), lines("x/src/a/tests.rs")], [9, 9]);
}

#[test]
fn every_deviation_says_what_to_do() {
    let named = BTreeMap::from([("D1".to_owned(), "a.rs:3".to_owned())]);
    let listed = listed_in("# why\nD1 late\nD2\nD3 late\nD3 late\nX1 odd\n");
    let expected = [
        "`D1` is listed and a.rs:3 names it: remove it from the list",
        "`D2` is listed without a reason",
        "`D3` is listed twice: remove one line",
        "`X1` is listed and is no rule of the contract: remove it",
        "no test names `D4`: write one that does",
    ];
    assert_eq!(
        deviations(&["D1", "D2", "D3", "D4"], &listed, &named),
        expected
    );
}
