//! `skills check`: what it says as text, where paths start, and its exit status.

mod common;

use std::io::Read as _;
use std::process::Stdio;

use common::{HIDDEN, PDF, STRAY, Tree, WORD, ran};

/// The compiler's own text.
fn compiler_text(tree: &Tree) -> String {
    let problems = tree.problems();
    problems.iter().fold(String::new(), |text, problem| {
        text + &problem.to_string() + "\n\n"
    })
}

#[test]
fn valid_skills_take_one_line() {
    let ran = Tree::new(&[PDF]).run(&["check"]);
    assert_eq!(
        (ran.status, &*ran.out, &*ran.err),
        (Some(0), "1 skill valid\n", "")
    );
}

#[test]
fn problems_read_as_the_compiler_writes_them() {
    let tree = Tree::new(&[PDF, WORD, HIDDEN, STRAY]);
    let ran = tree.run(&["check", "skills"]);
    let expected = compiler_text(&tree) + "0 skills valid, 2 invalid, 1 warning\n";
    assert_eq!(
        (ran.status, &*ran.out, &*ran.err),
        (Some(1), &*expected, "")
    );
    assert!(
        ran.out.contains(" --> skills/word/SKILL.md:2:7\n"),
        "{}",
        ran.out
    );
}

#[test]
fn warnings_pass_unless_they_are_denied() {
    let tree = Tree::new(&[PDF, STRAY]);
    let warning = compiler_text(&tree);
    let passed = tree.run(&["check"]);
    assert_eq!(
        (passed.status, passed.out),
        (Some(0), format!("{warning}1 skill valid, 1 warning\n"))
    );
    let denied = tree.run(&["check", "--deny", "warnings"]);
    assert_eq!(
        (denied.status, denied.out),
        (
            Some(1),
            format!("{warning}1 skill valid, 1 warning (denied)\n")
        )
    );
}

#[test]
fn lints_can_be_allowed_everywhere_or_in_one_skill() {
    let tree = Tree::new(&[PDF, HIDDEN]);
    for allowance in ["hidden_file", "pdf:hidden_file"] {
        let ran = tree.run(&["check", "--allow", allowance]);
        assert_eq!(
            (ran.status, &*ran.out),
            (Some(0), "1 skill valid\n"),
            "{allowance}"
        );
    }
    assert_eq!(
        tree.run(&["check", "--allow", "word:hidden_file"]).status,
        Some(1)
    );
}

#[test]
fn several_directories_are_checked_one_after_the_other() {
    let tree = Tree::new(&[
        ("b/word/SKILL.md", WORD.1),
        ("a/pdf/SKILL.md", PDF.1),
        ("a/pdf/.env", ""),
    ]);
    let ran = tree.run(&["check", "b", "./a/", "--allow", "hidden_file"]);
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out.contains(" --> b/word/SKILL.md:2:7\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.ends_with("\n1 skill valid, 1 invalid\n"),
        "{}",
        ran.out
    );
    let ran = tree.run(&["check", "b", "a"]);
    let places: Vec<_> = ran
        .out
        .lines()
        .filter(|line| line.contains("--> "))
        .collect();
    assert!(
        matches!(places.as_slice(), [first, second] if first.contains("b/word") && second.contains("a/pdf")),
        "{places:?}"
    );
}

// S6: `outside_package` is about a crate that embeds skills, not about a folder that is checked.
#[test]
fn a_directory_elsewhere_is_checked_with_the_rules_of_its_own_package() {
    let tree = Tree::new(&[
        ("server/Cargo.toml", ""),
        ("server/.gitignore", "*.log\n"),
        ("server/skills/pdf/SKILL.md", PDF.1),
        ("server/skills/pdf/debug.log", "\u{0}"),
        ("server/skills/note.txt", ""),
        ("here/x", ""),
    ]);
    let here = tree.path().join("here");
    let absolute = tree.path().join("server/skills");
    let absolute = absolute.to_str().expect("UTF-8");
    for directory in ["../server/skills", absolute] {
        let mut command = tree.command(&["check", directory]);
        let ran = ran(&command
            .current_dir(&here)
            .output()
            .expect("the command runs"));
        assert_eq!(ran.status, Some(0), "{}", ran.out);
        assert!(
            ran.out.contains(&format!("--> {directory}/note.txt\n")),
            "{}",
            ran.out
        );
        assert!(
            ran.out.ends_with("\n1 skill valid, 1 warning\n"),
            "{}",
            ran.out
        );
    }
}

#[test]
fn the_current_directory_can_be_checked() {
    let tree = Tree::new(&[PDF, WORD]);
    let mut command = tree.command(&["check", "."]);
    let ran = ran(&command
        .current_dir(tree.path().join("skills"))
        .output()
        .expect("the command runs"));
    assert_eq!(ran.status, Some(1));
    assert!(ran.out.contains(" --> word/SKILL.md:2:7\n"), "{}", ran.out);
}

// S7, S7a, S8, L: every option of the macro has its counterpart.
#[test]
fn options_reach_the_compiler() {
    let tree = Tree::new(&[
        PDF,
        ("skills/pdf/a.bak", "x"),
        ("skills/pdf/b.txt", "\u{0}"),
        ("skills/pdf/c=d.foo", "x"),
        ("empty/x.txt", ""),
    ]);
    for (arguments, status) in [
        (&["--binary", "*.txt"][..], 0),
        (&["--binary", "*.txt", "--text", "*.bak"], 0),
        (&["--exclude", "*.txt", "--base", "skill://acme/r42"], 0),
        (&["--exclude", "*.txt", "--mime", "c=*.foo=text/x-foo"], 0),
        (&["--include", "*.md"], 0),
        (&["--include", "*.md", "--limit", "files=1"], 0),
        (&["--exclude", "*.txt", "--limit", "files=1"], 1),
        (
            &[
                "--include",
                "*.md",
                "--include",
                "*.bak",
                "--expect",
                "pdf/a.bak=1",
            ],
            0,
        ),
        (
            &[
                "--include",
                "*.md",
                "--include",
                "*.bak",
                "--expect",
                "pdf/a.bak=2",
            ],
            1,
        ),
        (&["empty"], 1),
        (&["empty", "--allow-empty"], 0),
    ] {
        let ran = tree.run(&[&["check"], arguments].concat());
        assert_eq!(
            ran.status,
            Some(status),
            "{arguments:?}\n{}{}",
            ran.out,
            ran.err
        );
    }
}

#[test]
fn what_cannot_be_done_has_status_2_and_a_reason() {
    let tree = Tree::new(&[PDF, ("file", "")]);
    for (arguments, reason) in [
        (
            &["nowhere"][..],
            "error: cannot check `nowhere`: No such file or directory (os error 2)\n",
        ),
        (
            &["skills", "file"],
            "error: cannot check `file`: it is not a directory\n",
        ),
        (
            &["--allow", "hidden-file"],
            "error: unknown lint `hidden-file`\n  = help: did you mean `hidden_file`?\n",
        ),
        (
            &["--limit", "files"],
            "error: `--limit` needs a `=` (got `files`)\n  = help: write it like `files=64`\n",
        ),
        (
            &["--limit", "files=many"],
            "error: limit `files` is not a number (got `many`): invalid digit found in string\n",
        ),
        (
            &["--limit", "files=513"],
            "error: limit `files` is out of range (got 513, valid 1 to 512)\n",
        ),
        (
            &["--mime", "text/x-foo"],
            "error: `--mime` needs a `=` (got `text/x-foo`)\n  = help: write it like `*.foo=text/x-foo`\n",
        ),
    ] {
        let ran = tree.run(&[&["check"], arguments].concat());
        assert_eq!(
            (ran.status, &*ran.out, &*ran.err),
            (Some(2), "", reason),
            "{arguments:?}"
        );
    }
}

#[test]
fn unknown_words_have_status_2_and_a_suggestion() {
    let tree = Tree::new(&[PDF]);
    for (arguments, suggestion) in [
        (&["check", "--frmat", "json"][..], "'--format'"),
        (&["check", "--format", "jsn"], "'json'"),
        (&["check", "--deny", "warning"], "'warnings'"),
        (&["chekc"], "'check'"),
    ] {
        let ran = tree.run(arguments);
        assert_eq!((ran.status, &*ran.out), (Some(2), ""), "{arguments:?}");
        assert!(ran.err.contains(suggestion), "{}", ran.err);
    }
    assert_eq!(tree.run(&[]).status, Some(2));
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let tree = Tree::new(&[WORD]);
    let plain = tree.run(&["check"]).out;
    assert!(!plain.contains('\u{1b}'), "{plain}");
    assert_eq!(tree.run(&["check", "--color", "never"]).out, plain);
    let coloured = tree.run(&["check", "--color", "always"]).out;
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    for format in ["json", "sarif", "github"] {
        let out = tree
            .run(&["check", "--color", "always", "--format", format])
            .out;
        assert!(!out.contains('\u{1b}'), "{out}");
    }
}

#[test]
fn a_closed_pipe_changes_nothing_but_the_text() {
    let files: Vec<_> = (0..2_000)
        .map(|n| (format!("skills/pdf/.hidden-{n}"), ""))
        .collect();
    let files = files.iter().map(|(path, text)| (path.as_str(), *text));
    let tree = Tree::new(&files.chain([PDF]).collect::<Vec<_>>());
    for format in ["text", "json", "sarif", "github"] {
        let mut child = tree
            .command(&["check", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut [0]).expect("there is output");
        drop(out);
        let output = child.wait_with_output().expect("the command ends");
        let ended = ran(&output);
        assert_eq!((ended.status, &*ended.err), (Some(1), ""), "{format}");
    }
}
