//! The second front end: a build script that writes the pack to a file, and `include_skills!`, which takes it up.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

use skills_compiler::{Options, Source, compile};
use skills_tests::Project;
use tempfile::tempdir;

const TARGET: &str = env!("CARGO_TARGET_TMPDIR");

/// Prints what is served, and what the pack's bytes come to.
const MAIN: &str = r#"
use std::hash::{DefaultHasher, Hash, Hasher};

use skills_runtime::{Catalog, SkillSet, include_skills};

static SKILLS: SkillSet = include_skills!();

fn main() {
    for file in Catalog::from(&SKILLS).files() {
        println!("{}", file.uri());
    }
    let mut hash = DefaultHasher::new();
    include_bytes!(concat!(env!("OUT_DIR"), "/skills.pack")).as_slice().hash(&mut hash);
    println!("{}", hash.finish());
}
"#;

const BUILD_RS: &str = r#"fn main() -> std::process::ExitCode {
    skills_compiler::build::embed("skills")
}
"#;

fn project(directory: &Path, name: &'static str) -> io::Result<Project> {
    let project = Project::create(name, directory, TARGET, MAIN)?;
    project.add_build_dependency("skills-compiler")?;
    project.write("build.rs", BUILD_RS)?;
    project.write(
        "skills/pdf/SKILL.md",
        "---\nname: pdf\ndescription: Reads PDF files.\n---\n",
    )?;
    Ok(project)
}

/// What the program prints when it serves these files from the pack that the macro would embed.
fn expected(project: &Project, uris: &[&str]) -> String {
    let source = Source::directory(project.path(""), "skills");
    let compiled = compile(source, &Options::new()).expect("the skills are valid");
    let mut hash = DefaultHasher::new();
    compiled.pack().hash(&mut hash);
    format!("{}\n{}\n", uris.join("\n"), hash.finish())
}

// S2: the same pack, byte for byte; an added file is noticed without a line of its own.
#[test]
fn both_front_ends_embed_the_same_and_notice_added_files() -> io::Result<()> {
    let directory = tempdir()?;
    let project = project(directory.path(), "build-script")?;
    let root = "skill://pdf/SKILL.md";
    assert_eq!(project.build()?.run()?, expected(&project, &[root]));
    assert!(project.build()?.is_fresh, "nothing has changed");

    project.write("skills/pdf/docs/added.md", "added")?;
    let added = "skill://pdf/docs/added.md";
    assert_eq!(project.build()?.run()?, expected(&project, &[root, added]));

    fs::remove_dir_all(project.path("skills/pdf/docs"))?;
    assert_eq!(project.build()?.run()?, expected(&project, &[root]));
    Ok(())
}

// Every line of every diagnostic reaches the author, and the build fails.
#[test]
fn a_mistake_fails_the_build_with_the_whole_message() -> io::Result<()> {
    let directory = tempdir()?;
    let project = project(directory.path(), "build-script-mistake")?;
    project.write(
        "skills/pdf/SKILL.md",
        "---\nname: pdf\ndescription: Modes: fast\n---\n",
    )?;
    let build = project.build()?;
    for line in [
        "unquoted `: ` inside a value [unquoted_colon]",
        "--> skills/pdf/SKILL.md:3:19",
        "= help: write description: \"Modes: fast\"",
    ] {
        assert!(
            build.log.contains(line),
            "{line:?} is missing in\n{}",
            build.log
        );
    }
    assert!(build.run().is_err(), "the build has failed");
    Ok(())
}
