//! What no case of the corpus can be: files that version control does not keep, directories that are not there, and more
//! than anyone wants to check out.

use std::fs;
use std::path::Path;

use skills_compiler::{Options, Source, compile};

const SKILL: &str = "---\nname: pdf\ndescription: Fills forms.\n---\n";

/// A package with one skill, `skills/pdf`.
fn package() -> tempfile::TempDir {
    let package = tempfile::tempdir().expect("a directory can be made");
    let skill = package.path().join("skills/pdf");
    fs::create_dir_all(&skill).expect("a directory can be made");
    fs::write(skill.join("SKILL.md"), SKILL).expect("a file can be written");
    package
}

/// Everything that is reported, with the package's own path taken out.
fn reported(package: &Path, relative: &str) -> Vec<String> {
    let problems = match compile(Source::directory(package, relative), &Options::new()) {
        Ok(compiled) => compiled.warnings().clone(),
        Err(problems) => problems,
    };
    let here = package.display().to_string();
    problems
        .iter()
        .map(|problem| problem.to_string().replace(&here, "…"))
        .collect()
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let package = package();
    assert_eq!(
        reported(package.path(), "skill"),
        [
            "error[missing_directory]: `skill` does not exist\n--> skill\n = note: looked for it at `…/skill`\n \
             = help: give the path from the directory of the package's `Cargo.toml`"
        ]
    );
    assert_eq!(
        reported(package.path(), "skills/pdf/SKILL.md"),
        [
            "error[missing_directory]: `skills/pdf/SKILL.md` is not a directory\n--> skills/pdf/SKILL.md\n \
             = note: looked for it at `…/skills/pdf/SKILL.md`\n \
             = help: give the path from the directory of the package's `Cargo.toml`"
        ]
    );
}

// S6: the path as written leaves the package, although it comes back.
#[test]
fn a_path_out_of_the_package_is_a_lint() {
    let package = package();
    let inner = package.path().join("inner");
    fs::create_dir(&inner).expect("a directory can be made");
    assert_eq!(
        reported(&inner, "../skills"),
        [
            "error[outside_package]: `../skills` lies outside the package\n--> ../skills\n \
             = note: `cargo package` would not pack it, and a build from the packed crate would fail\n \
             = help: move it into the package, or allow `outside_package` where the crate is never published"
        ]
    );
}

// S6: what is neither file nor directory.
#[cfg(unix)]
#[test]
fn sockets_and_pipes_are_refused() {
    let package = package();
    let skill = package.path().join("skills/pdf");
    let _socket =
        std::os::unix::net::UnixListener::bind(skill.join("a.sock")).expect("a socket can be made");
    let made = std::process::Command::new("mkfifo")
        .arg(skill.join("b.pipe"))
        .status();
    assert!(
        made.is_ok_and(|status| status.success()),
        "a pipe can be made"
    );
    let refused = |name: &str| {
        format!(
            "error[special_file]: socket, device or pipe would be embedded\n--> skills/pdf/{name}\n \
             = help: remove it, or leave it out with `exclude`"
        )
    };
    assert_eq!(
        reported(package.path(), "skills"),
        [refused("a.sock"), refused("b.pipe")]
    );
}

// S6: a name that no URI can carry. Other systems refuse to make such a file.
#[cfg(target_os = "linux")]
#[test]
fn a_file_name_is_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let package = package();
    let name = OsStr::from_bytes(b"caf\xe9.md");
    fs::write(package.path().join("skills/pdf").join(name), "").expect("a file can be written");
    assert_eq!(
        reported(package.path(), "skills"),
        [
            "error[file_name_encoding]: file name is not UTF-8\n--> skills/pdf/caf\u{fffd}.md\n \
             = help: rename it"
        ]
    );
}

// F8: a permission that MCP does not carry, and that some systems do not keep.
#[cfg(unix)]
#[test]
fn an_executable_bit_is_a_warning() {
    use std::os::unix::fs::PermissionsExt as _;

    let package = package();
    let skill = package.path().join("skills/pdf");
    fs::write(
        skill.join("SKILL.md"),
        format!("{SKILL}Run `sh fill.sh`.\n"),
    )
    .expect("a file can be written");
    fs::write(skill.join("fill.sh"), "true\n").expect("a file can be written");
    fs::set_permissions(skill.join("fill.sh"), fs::Permissions::from_mode(0o755))
        .expect("a mode can be set");
    assert_eq!(
        reported(package.path(), "skills"),
        [
            "warning[executable_bit]: executable bit is lost over MCP\n--> skills/pdf/fill.sh\n \
             = help: say in `SKILL.md` how to run the file"
        ]
    );
}

// S5: a path that some systems cannot check out.
#[test]
fn a_long_path_is_refused() {
    let name = "x".repeat(2_046);
    let problems = compile(
        Source::files([("pdf/SKILL.md", SKILL), (&*format!("pdf/{name}.md"), "")]),
        Options::new().advice(false),
    )
    .expect_err("the path is too long");
    assert_eq!(
        problems.to_string(),
        format!(
            "error[path_length]: path below its skill is too long (got 2049 bytes, limit 2048)\n--> pdf/{name}.md"
        )
    );
}

// F8: more skills than some clients list.
#[test]
fn a_list_that_clients_do_not_read_to_its_end_is_a_warning() {
    let skills = (0..6_401).map(|number| {
        let text = format!("---\nname: s{number}\ndescription: Fills forms.\n---\n");
        (format!("s{number}/SKILL.md"), text)
    });
    let source = Source::files(skills).labelled("skills");
    let compiled = compile(source, &Options::new()).expect("the skills are valid");
    let warned = |list: &str| {
        format!(
            "warning[many_pages]: `{list}` has 6401 items, and some clients stop after 6400\n--> skills\n \
             = help: serve larger pages, or split the catalog"
        )
    };
    let warnings: Vec<_> = compiled
        .warnings()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(warnings, [warned("resources/list"), warned("skills/list")]);
}
