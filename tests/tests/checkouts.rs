//! The same sources give the same pack, wherever and in whatever order they were checked out.

use std::error::Error;
use std::fs;
use std::path::Path;

use skills_compiler::{Options, Source, compile};
use skills_tests::{Project, copy_tree, workspace};
use tempfile::tempdir;

fn pack(package: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let compiled = compile(Source::directory(package, "skills"), &Options::new())?;
    Ok(compiled.into_pack())
}

#[test]
fn two_checkouts_give_the_same_pack() -> Result<(), Box<dyn Error>> {
    let skills = workspace().join("example-skills/skills");
    let (one, other) = (tempdir()?, tempdir()?);
    let deep = other.path().join("another/place/with spaces");
    copy_tree(&skills, &one.path().join("skills"))?;
    // Other times, another order in the directories.
    fs::create_dir_all(&deep)?;
    fs::write(deep.join("unrelated"), "")?;
    copy_tree(&one.path().join("skills"), &deep.join("skills"))?;

    let pack_of_one = pack(one.path())?;
    assert_eq!(pack_of_one, pack(&deep)?);
    assert_eq!(pack_of_one, pack(&workspace().join("example-skills"))?);
    Ok(())
}

/// Prints what identifies the embedded set: the finished JSON and every byte served.
const DUMP: &str = r#"
use skills_runtime::{Catalog, SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("skills");

fn main() {
    let catalog = Catalog::from(&SKILLS);
    println!("{:?}", SKILLS);
    for entry in catalog.entries() {
        println!("{}", entry.json());
    }
    for file in catalog.files() {
        println!("{} {} {:?}", file.uri(), file.mime_type(), catalog.content(file.uri()));
    }
}
"#;

#[test]
fn two_checkouts_serve_the_same() -> Result<(), Box<dyn Error>> {
    let (one, other) = (tempdir()?, tempdir()?);
    let served = |directory: &Path| -> Result<String, Box<dyn Error>> {
        let project = Project::create("checkouts", directory, env!("CARGO_TARGET_TMPDIR"), DUMP)?;
        project.write(
            "skills/pdf/SKILL.md",
            "---\nname: pdf\ndescription: Fills forms.\n---\n\nText.\n",
        )?;
        project.write("skills/pdf/docs/a.md", "A\r\n")?;
        Ok(project.build()?.run()?)
    };
    let first = served(one.path())?;
    assert_eq!(first, served(&other.path().join("deeper/down"))?);
    assert!(
        !first.contains("tmp"),
        "no path of the machine that built it: {first}"
    );
    Ok(())
}
