//! The formats for programs, each exactly.

mod common;

use common::{HIDDEN, PDF, STRAY, Tree, WORD, ran};
use serde_json::{Value, json};
use skills_compiler::{Code, Diagnostic};

fn parsed(tree: &Tree, format: &str) -> (Option<i32>, Value) {
    let ran = tree.run(&["check", "--format", format]);
    assert_eq!(ran.err, "");
    assert_eq!(ran.out.lines().count(), 1, "{}", ran.out);
    (ran.status, serde_json::from_str(&ran.out).expect("JSON"))
}

fn problem(tree: &Tree, code: &str) -> Diagnostic {
    let problems = tree.problems();
    let found = problems
        .iter()
        .find(|problem| problem.code().name() == code);
    found.expect("the compiler finds it").clone()
}

/// The message and what explains it, joined by `end` of a line.
fn words(problem: &Diagnostic, end: &str) -> String {
    let notes = problem.notes().map(|note| format!("{end}note: {note}"));
    let helps = problem.helps().map(|help| format!("{end}help: {help}"));
    problem.message().to_owned() + &notes.chain(helps).collect::<String>()
}

#[test]
fn json_of_valid_skills() {
    let ran = Tree::new(&[PDF]).run(&["check", "--format", "json"]);
    let expected = concat!(
        r#"{"version":1,"success":true,"skills":1,"valid":1,"invalid":0,"warnings":0,"diagnostics":[]}"#,
        "\n"
    );
    assert_eq!((ran.status, &*ran.out, &*ran.err), (Some(0), expected, ""));
}

#[test]
fn json_names_places_and_fixes() {
    let tree = Tree::new(&[PDF, WORD, STRAY]);
    let (stray, name) = (
        problem(&tree, "outside_skill"),
        problem(&tree, "name_mismatch"),
    );
    let helps: Vec<_> = name.helps().collect();
    let (status, report) = parsed(&tree, "json");
    assert_eq!(status, Some(1));
    let expected = json!({
        "version": 1,
        "success": false,
        "skills": 2,
        "valid": 1,
        "invalid": 1,
        "warnings": 1,
        "diagnostics": [
            {
                "code": "outside_skill",
                "level": "warning",
                "path": "skills/note.txt",
                "skill": null,
                "line": null,
                "column": null,
                "endLine": null,
                "endColumn": null,
                "message": stray.message(),
                "notes": stray.notes().collect::<Vec<_>>(),
                "help": stray.helps().collect::<Vec<_>>(),
                "fixes": [],
            },
            {
                "code": "name_mismatch",
                "level": "error",
                "path": "skills/word/SKILL.md",
                "skill": "word",
                "line": 2,
                "column": 7,
                "endLine": 2,
                "endColumn": 11,
                "message": name.message(),
                "notes": name.notes().collect::<Vec<_>>(),
                "help": helps,
                "fixes": [
                    {
                        "kind": "edit",
                        "help": helps[0],
                        "path": "skills/word/SKILL.md",
                        "start": 10,
                        "end": 14,
                        "text": "word",
                    },
                    {
                        "kind": "rename",
                        "help": helps[1],
                        "from": "skills/word",
                        "to": "skills/docx",
                    },
                ],
            },
        ],
    });
    assert_eq!(report, expected);
}

#[test]
fn json_calls_a_lint_a_lint_and_a_denied_warning_no_success() {
    let (_, report) = parsed(&Tree::new(&[PDF, HIDDEN]), "json");
    assert_eq!(report["diagnostics"][0]["level"], "lint");
    let ran = Tree::new(&[PDF, STRAY]).run(&["check", "--format", "json", "--deny", "warnings"]);
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out
            .starts_with(r#"{"version":1,"success":false,"skills":1,"valid":1,"#),
        "{}",
        ran.out
    );
}

#[test]
fn github_annotates_each_problem() {
    let tree = Tree::new(&[PDF, WORD, STRAY]);
    let ran = tree.run(&["check", "--format", "github"]);
    let stray = words(&problem(&tree, "outside_skill"), "%0A");
    let name = words(&problem(&tree, "name_mismatch"), "%0A");
    let expected = format!(
        "::warning file=skills/note.txt,title=outside_skill::{stray}\n\
         ::error file=skills/word/SKILL.md,line=2,col=7,endColumn=11,title=name_mismatch::{name}\n\
         1 skill valid, 1 invalid, 1 warning\n"
    );
    assert_eq!(
        (ran.status, &*ran.out, &*ran.err),
        (Some(1), &*expected, "")
    );
}

#[test]
fn github_paths_start_at_the_top_of_the_repository() {
    let tree = Tree::new(&[("server/skills/word/SKILL.md", WORD.1)]);
    let mut command = tree.command(&["check", "--format", "github"]);
    command.env("GITHUB_WORKSPACE", tree.path());
    let ran = ran(&command
        .current_dir(tree.path().join("server"))
        .output()
        .expect("it runs"));
    assert!(
        ran.out
            .starts_with("::error file=server/skills/word/SKILL.md,line=2,"),
        "{}",
        ran.out
    );
}

#[test]
fn sarif_lists_the_whole_catalogue_as_rules() {
    let (status, log) = parsed(&Tree::new(&[PDF]), "sarif");
    assert_eq!(status, Some(0));
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["results"], json!([]));
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert_eq!(rules.len(), Code::all().count());
    for (rule, code) in rules.iter().zip(Code::all()) {
        assert_eq!(rule["id"], code.name());
    }
}

#[test]
fn sarif_results_have_places_and_fixes() {
    let tree = Tree::new(&[WORD]);
    let name = problem(&tree, "name_mismatch");
    let (status, log) = parsed(&tree, "sarif");
    assert_eq!(status, Some(1));
    let run = &log["runs"][0];
    let artifact = json!({"uri": "skills/word/SKILL.md", "uriBaseId": "%SRCROOT%"});
    let region = json!({"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 11});
    let index = Code::all().position(|code| code.name() == "name_mismatch");
    let expected = json!([{
        "ruleId": "name_mismatch",
        "ruleIndex": index,
        "level": "error",
        "message": {"text": words(&name, "\n")},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "fixes": [{
            "description": {"text": name.helps().next()},
            "artifactChanges": [{
                "artifactLocation": artifact,
                "replacements": [{"deletedRegion": region, "insertedContent": {"text": "word"}}],
            }],
        }],
    }]);
    assert_eq!(run["results"], expected);
    assert_eq!(run["columnKind"], "unicodeCodePoints");
}

#[test]
fn sarif_encodes_paths_and_keeps_related_places() {
    let twice = "---\nname: pdf\ndescription: x\ndescription: y\n---\n";
    let tree = Tree::new(&[("my skills/pdf/SKILL.md", twice)]);
    let ran = tree.run(&["check", "my skills", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&ran.out).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "duplicate_key");
    let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "my%20skills/pdf/SKILL.md");
    let related = &result["relatedLocations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&related["startLine"], &related["startColumn"]),
        (&json!(3), &json!(1))
    );
}
