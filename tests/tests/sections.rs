//! What a catalog costs when the program is loaded: nothing that grows with it.

// Programs are ELF files here; other systems write relocations and writable data down in other ways.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Error};
use std::ops::Range;
use std::path::Path;

use object::elf::{SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHT_REL, SHT_RELA, SHT_RELR};
use object::{Object, ObjectSection, SectionFlags};
use skills_tests::Project;
use tempfile::tempdir;

const TARGET: &str = env!("CARGO_TARGET_TMPDIR");

const FEW: usize = 2;
const MANY: usize = 300;
const FILES: [&str; 4] = [
    "SKILL.md",
    "docs/guide.md",
    "scripts/run.py",
    "assets/data.json",
];

/// Prints how many skills and files are served, from the set that the expression yields.
fn main_rs(front_end: &str, expression: &str) -> String {
    format!(
        "use skills_runtime::{{Catalog, SkillSet, {front_end}}};\n\n\
         static SKILLS: SkillSet = {expression};\n\n\
         fn main() {{\n    \
             let catalog = Catalog::from(&SKILLS);\n    \
             println!(\"{{}} {{}}\", catalog.entries().count(), catalog.files().count());\n\
         }}\n"
    )
}

/// Adds skills of several files each, no two of them alike, and counts their bytes.
fn add_skills(project: &Project, numbers: Range<usize>) -> io::Result<u64> {
    let mut bytes = 0;
    for number in numbers {
        for file in FILES {
            let mut text = format!("{file} of skill {number}.\n").repeat(10);
            if file == "SKILL.md" {
                let about = "description: Does one thing.";
                text = format!("---\nname: skill-{number}\n{about}\n---\n\n{text}");
            }
            bytes += text.len() as u64;
            project.write(&format!("skills/skill-{number}/{file}"), &text)?;
        }
    }
    Ok(bytes)
}

/// Sizes of what the system maps when it loads a program. What it leaves in the file, such as debug information, is not
/// among it.
#[derive(Debug, Default)]
struct Sections {
    /// What the loader works through before the program starts.
    relocations: BTreeMap<String, u64>,
    /// What each process needs pages of its own for, even if they are read-only after relocation.
    writable: BTreeMap<String, u64>,
    /// What all processes share, apart from code.
    read_only: u64,
}

impl Sections {
    fn read(program: &Path) -> io::Result<Self> {
        let bytes = fs::read(program)?;
        let file = object::File::parse(bytes.as_slice()).map_err(Error::other)?;
        let mut sections = Self::default();
        for section in file.sections() {
            let SectionFlags::Elf { sh_type, sh_flags } = section.flags() else {
                return Err(Error::other("the program is no ELF file"));
            };
            let name = section.name().map_err(Error::other)?;
            // The linker's own filler: it reaches to the end of a page, from wherever the sections before it end.
            if !sh_flags.contains(SHF_ALLOC) || name == ".relro_padding" {
                continue;
            }
            let sizes = if [SHT_REL, SHT_RELA, SHT_RELR].contains(&sh_type) {
                &mut sections.relocations
            } else if sh_flags.contains(SHF_WRITE) {
                &mut sections.writable
            } else {
                if !sh_flags.contains(SHF_EXECINSTR) {
                    sections.read_only += section.size();
                }
                continue;
            };
            *sizes.entry(name.to_owned()).or_default() += section.size();
        }
        Ok(sections)
    }
}

/// Builds the program, and makes sure that it carries so many skills.
fn build(project: &Project, skills: usize) -> io::Result<Sections> {
    let build = project.build()?;
    let expected = format!("{skills} {}\n", skills * FILES.len());
    assert_eq!(build.run()?, expected);
    Sections::read(build.program()?)
}

/// Compares a program with itself, once it has many more skills.
fn expect_growth_in_read_only_data_alone(project: &Project) -> io::Result<()> {
    add_skills(project, 0..FEW)?;
    let few = build(project, FEW)?;
    // There is something to compare.
    for sizes in [&few.relocations, &few.writable] {
        assert!(sizes.values().sum::<u64>() > 0, "{few:?}");
    }

    let added = add_skills(project, FEW..MANY)?;
    let many = build(project, MANY)?;
    assert_eq!(many.relocations, few.relocations);
    assert_eq!(many.writable, few.writable);
    assert!(
        many.read_only >= few.read_only + added,
        "{added} bytes were added: {few:?}, {many:?}"
    );
    println!("{added} bytes were added:\n{few:?}\n{many:?}");
    Ok(())
}

// C3: nothing is done for each skill when a program is loaded.
#[test]
fn relocations_and_writable_pages_do_not_grow_with_what_the_macro_embeds() -> io::Result<()> {
    let directory = tempdir()?;
    let main_rs = main_rs("embed_skills", "embed_skills!(\"skills\")");
    let project = Project::create("sections-macro", directory.path(), TARGET, &main_rs)?;
    expect_growth_in_read_only_data_alone(&project)
}

// C3: the same for the other front end.
#[test]
fn relocations_and_writable_pages_do_not_grow_with_what_a_build_script_embeds() -> io::Result<()> {
    let directory = tempdir()?;
    let main_rs = main_rs("include_skills", "include_skills!()");
    let project = Project::create("sections-build-script", directory.path(), TARGET, &main_rs)?;
    project.add_build_dependency("skills-compiler")?;
    project.write(
        "build.rs",
        "fn main() -> std::process::ExitCode {\n    skills_compiler::build::embed(\"skills\")\n}\n",
    )?;
    expect_growth_in_read_only_data_alone(&project)
}
