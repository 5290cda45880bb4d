//! What changes on the disk is in the program after the next `cargo build`.

use std::fs;
use std::io;

use sha2::{Digest, Sha256};
use skills_tests::Project;
use tempfile::tempdir;

/// Prints what is served: one line for each file.
const LIST: &str = r#"
use skills_runtime::{Catalog, SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("skills");

fn main() {
    for file in Catalog::from(&SKILLS).files() {
        println!("{} {}", file.uri(), file.digest());
    }
}
"#;

const TARGET: &str = env!("CARGO_TARGET_TMPDIR");

fn skill(name: &str, text: &str) -> String {
    format!("---\nname: {name}\ndescription: Does {name}. Use it for {name}.\n---\n\n{text}\n")
}

/// What the program prints when it serves these files.
fn listing(files: &[(&str, &str)]) -> String {
    let line =
        |(uri, text): &(&str, &str)| format!("{uri} sha256:{}\n", hex(&Sha256::digest(text)));
    files.iter().map(line).collect::<Vec<_>>().concat()
}

fn hex(bytes: &[u8]) -> String {
    let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

/// Builds, and compares what the program serves.
fn expect(project: &Project, files: &[(&str, &str)]) -> io::Result<()> {
    let build = project.build()?;
    assert!(!build.is_fresh, "the change was not noticed");
    assert_eq!(build.run()?, listing(files));
    let again = project.build()?;
    assert!(
        again.is_fresh,
        "built again without a change:\n{}",
        again.log
    );
    Ok(())
}

#[test]
fn the_next_build_serves_what_was_edited_added_renamed_and_removed() -> io::Result<()> {
    let directory = tempdir()?;
    let project = Project::create("rebuild-skills", directory.path(), TARGET, LIST)?;
    let first = skill("pdf", "First.");
    project.write("skills/pdf/SKILL.md", &first)?;
    project.write("skills/pdf/docs/forms.md", "one")?;
    expect(
        &project,
        &[
            ("skill://pdf/SKILL.md", &first),
            ("skill://pdf/docs/forms.md", "one"),
        ],
    )?;

    let root = skill("pdf", "Second.");
    project.write("skills/pdf/SKILL.md", &root)?;
    let root = ("skill://pdf/SKILL.md", root.as_str());
    expect(&project, &[root, ("skill://pdf/docs/forms.md", "one")])?;

    project.write("skills/pdf/docs/forms.md", "two")?;
    expect(&project, &[root, ("skill://pdf/docs/forms.md", "two")])?;

    project.write("skills/pdf/docs/added.md", "added")?;
    let forms = ("skill://pdf/docs/forms.md", "two");
    expect(
        &project,
        &[root, ("skill://pdf/docs/added.md", "added"), forms],
    )?;

    fs::rename(
        project.path("skills/pdf/docs/added.md"),
        project.path("skills/pdf/docs/renamed.md"),
    )?;
    expect(
        &project,
        &[root, forms, ("skill://pdf/docs/renamed.md", "added")],
    )?;

    fs::remove_file(project.path("skills/pdf/docs/renamed.md"))?;
    expect(&project, &[root, forms])?;

    let other = skill("csv", "Another skill, in a directory of its own.");
    project.write("skills/csv/SKILL.md", &other)?;
    expect(&project, &[("skill://csv/SKILL.md", &other), root, forms])?;

    fs::remove_dir_all(project.path("skills/pdf"))?;
    expect(&project, &[("skill://csv/SKILL.md", &other)])
}

// What the expansion tracks, without the help of a build script, and why the documentation asks for one.
#[test]
fn without_a_build_script_only_added_files_go_unnoticed() -> io::Result<()> {
    let directory = tempdir()?;
    let project = Project::create("rebuild-tracked", directory.path(), TARGET, LIST)?;
    fs::remove_file(project.path("build.rs"))?;
    let text = skill("pdf", "Text.");
    let root = ("skill://pdf/SKILL.md", text.as_str());
    project.write("skills/pdf/SKILL.md", &text)?;
    project.write("skills/pdf/a.md", "one")?;
    project.write("skills/pdf/b.md", "b")?;
    let b = ("skill://pdf/b.md", "b");
    expect(&project, &[root, ("skill://pdf/a.md", "one"), b])?;

    project.write("skills/pdf/a.md", "two")?;
    expect(&project, &[root, ("skill://pdf/a.md", "two"), b])?;

    fs::rename(
        project.path("skills/pdf/a.md"),
        project.path("skills/pdf/c.md"),
    )?;
    expect(&project, &[root, b, ("skill://pdf/c.md", "two")])?;

    fs::remove_file(project.path("skills/pdf/c.md"))?;
    expect(&project, &[root, b])?;

    project.write("skills/pdf/added.md", "added")?;
    assert!(project.build()?.is_fresh);
    Ok(())
}

#[test]
fn a_gitignore_that_changes_is_noticed() -> io::Result<()> {
    let directory = tempdir()?;
    let project = Project::create("rebuild-gitignore", directory.path(), TARGET, LIST)?;
    let text = skill("pdf", "Text.");
    let root = ("skill://pdf/SKILL.md", text.as_str());
    project.write("skills/pdf/SKILL.md", &text)?;
    project.write("skills/pdf/draft.md", "draft")?;
    project.write(".gitignore", "draft.md\n")?;
    expect(&project, &[root])?;

    project.write(".gitignore", "# nothing\n")?;
    expect(&project, &[root, ("skill://pdf/draft.md", "draft")])?;

    project.write("skills/pdf/.gitignore", "draft.md\n")?;
    expect(&project, &[root])
}

#[test]
fn a_build_that_failed_is_made_good_by_the_fix() -> io::Result<()> {
    let directory = tempdir()?;
    let project = Project::create("rebuild-fix", directory.path(), TARGET, LIST)?;
    project.write("skills/pdf/SKILL.md", &skill("dpf", "Text."))?;
    let build = project.build()?;
    assert_eq!(build.messages.len(), 1, "{:?}", build.messages);
    assert!(
        build
            .messages
            .concat()
            .contains("--> skills/pdf/SKILL.md:2:7"),
        "{}",
        build.messages.concat()
    );
    assert!(build.run().is_err());

    let text = skill("pdf", "Text.");
    project.write("skills/pdf/SKILL.md", &text)?;
    expect(&project, &[("skill://pdf/SKILL.md", &text)])
}

#[test]
fn a_missing_directory_is_named_with_the_whole_path() -> io::Result<()> {
    let directory = tempdir()?;
    let project = Project::create("rebuild-missing", directory.path(), TARGET, LIST)?;
    let messages = project.build()?.messages.concat();
    let tried = project.path("skills").display().to_string();
    assert!(messages.contains(&tried), "{messages}");
    assert!(messages.contains("[missing_directory]"), "{messages}");
    Ok(())
}

// The tracked paths are literals in the expansion, whatever characters they hold.
#[cfg(unix)]
#[test]
fn any_utf_8_path_will_do() -> io::Result<()> {
    let directory = tempdir()?;
    let odd = directory
        .path()
        .join(r#"a "quoted" {} \n back\slash café 表"#);
    let project = Project::create("rebuild-path", &odd, TARGET, LIST)?;
    let first = skill("pdf", "First.");
    project.write("skills/pdf/SKILL.md", &first)?;
    project.write("skills/pdf/it's \"so\" {0} é.md", "one")?;
    expect(
        &project,
        &[
            ("skill://pdf/SKILL.md", &first),
            ("skill://pdf/it%27s%20%22so%22%20%7B0%7D%20%C3%A9.md", "one"),
        ],
    )?;
    project.write("skills/pdf/it's \"so\" {0} é.md", "two")?;
    expect(
        &project,
        &[
            ("skill://pdf/SKILL.md", &first),
            ("skill://pdf/it%27s%20%22so%22%20%7B0%7D%20%C3%A9.md", "two"),
        ],
    )
}
