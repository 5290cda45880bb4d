//! `skills explain`, `skills list` and `skills show`.

mod common;

use common::{HIDDEN, PDF, Tree, WORD};
use skills_compiler::Code;

const LETTER: (&str, &str) = (
    "skills/office/letter/SKILL.md",
    "---\nname: letter\nversion: 1.0\ndescription: Writes letters\n---\n",
);

#[test]
fn explain_lists_every_code() {
    let ran = Tree::new(&[]).run(&["explain"]);
    assert_eq!((ran.status, &*ran.err), (Some(0), ""));
    let names: Vec<_> = ran
        .out
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(names, Code::all().map(Code::name).collect::<Vec<_>>());
}

#[test]
fn explain_says_what_a_code_and_its_level_mean() {
    for code in Code::all() {
        let ran = Tree::new(&[]).run(&["explain", code.name()]);
        assert_eq!((ran.status, &*ran.err), (Some(0), ""), "{}", code.name());
        let head = format!("[{}]: {}\n\n", code.name(), code.title());
        let text = head + code.explanation().trim_end() + "\n\nA";
        assert!(ran.out.contains(&text), "{}", ran.out);
    }
}

#[test]
fn explain_of_an_unknown_code_has_status_2() {
    let ran = Tree::new(&[]).run(&["explain", "hidden-file"]);
    let reason = "error: unknown code `hidden-file`\n  = help: did you mean `hidden_file`?\n";
    assert_eq!((ran.status, &*ran.out, &*ran.err), (Some(2), "", reason));
}

#[test]
fn list_is_a_table() {
    let ran = Tree::new(&[PDF, LETTER, ("skills/pdf/a.txt", "12345")]).run(&["list", "skills"]);
    let expected = "\
NAME    URI                             FILES     BYTES  DESCRIPTION
letter  skill://office/letter/SKILL.md      1        62  Writes letters
pdf     skill://pdf/SKILL.md                2        62  Fills forms
2 skills, 3 files, 124 bytes
";
    assert_eq!((ran.status, &*ran.out, &*ran.err), (Some(0), expected, ""));
}

// D2: the entry as `skills/list` carries it. F2: keys in the author's order.
#[test]
fn show_prints_the_entry_in_one_line() {
    let tree = Tree::new(&[PDF, LETTER]);
    let expected = concat!(
        r#"{"uri":"skill://office/letter/SKILL.md","#,
        r#""frontmatter":{"name":"letter","version":1.0,"description":"Writes letters"},"#,
        r#""resources":[{"uri":"skill://office/letter/SKILL.md","#,
        r#""digest":"sha256:b9a95267fa0159d89716efe0cfd97afa9058da53dcefa497b284966aba178ff3","size":62}]}"#,
        "\n"
    );
    for name in [
        "letter",
        "office/letter",
        "skills/office/letter",
        "./skills/office/letter/SKILL.md",
        "skill://office/letter/SKILL.md",
    ] {
        let ran = tree.run(&["show", "skills", name]);
        assert_eq!(
            (ran.status, &*ran.out, &*ran.err),
            (Some(0), expected, ""),
            "{name}"
        );
    }
    let acme = tree.run(&["show", "skills", "pdf", "--base", "skill://acme/r42"]);
    assert!(
        acme.out
            .starts_with(r#"{"uri":"skill://acme/r42/pdf/SKILL.md","#),
        "{}",
        acme.out
    );
}

#[test]
fn show_of_an_unknown_skill_has_status_2() {
    let ran = Tree::new(&[PDF]).run(&["show", "skills", "excel"]);
    let reason = "error: no skill has the name, path or URI `excel`\n  = help: `skills list` prints names and URIs\n";
    assert_eq!((ran.status, &*ran.out, &*ran.err), (Some(2), "", reason));
}

#[test]
fn invalid_skills_are_not_shown_but_reported_aside() {
    let tree = Tree::new(&[PDF, WORD, HIDDEN]);
    for arguments in [&["list", "skills"][..], &["show", "skills", "pdf"]] {
        let ran = tree.run(arguments);
        assert_eq!((ran.status, &*ran.out), (Some(1), ""));
        assert!(ran.err.contains("error[name_mismatch]: "), "{}", ran.err);
        assert!(ran.err.contains("error[hidden_file]: "), "{}", ran.err);
    }
    let ran = tree.run(&[
        "list",
        "skills",
        "--exclude",
        "word",
        "--allow",
        "hidden_file",
    ]);
    assert_eq!((ran.status, &*ran.err), (Some(0), ""));
}
