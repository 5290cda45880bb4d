//! The ways to embed a directory, each as the crate that its author would write.

use std::fmt;

/// One way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Front {
    Macro,
    BuildScript,
    IncludeDir,
    RustEmbed,
    Nothing,
}

impl Front {
    pub(super) const OURS: [Self; 2] = [Self::Macro, Self::BuildScript];
    pub(super) const PEERS: [Self; 2] = [Self::IncludeDir, Self::RustEmbed];
    pub(super) const EMBEDDING: [Self; 4] = [
        Self::Macro,
        Self::BuildScript,
        Self::IncludeDir,
        Self::RustEmbed,
    ];

    pub(super) fn slug(self) -> &'static str {
        match self {
            Self::Macro => "macro",
            Self::BuildScript => "script",
            Self::IncludeDir => "include-dir",
            Self::RustEmbed => "rust-embed",
            Self::Nothing => "nothing",
        }
    }

    /// The tables of dependencies; `runtime` and `compiler` are paths as TOML strings.
    pub(super) fn dependencies(self, runtime: &str, compiler: &str) -> String {
        match self {
            Self::Macro => format!("[dependencies]\nskills-runtime = {{ path = {runtime} }}\n"),
            Self::BuildScript => format!(
                "[dependencies]\nskills-runtime = {{ path = {runtime}, default-features = false }}\n\
                 [build-dependencies]\nskills-compiler = {{ path = {compiler} }}\n"
            ),
            Self::IncludeDir => "[dependencies]\ninclude_dir = \"=0.7.4\"\n".to_owned(),
            // Without the feature, an unoptimised program reads the directory when it runs. With it, `cargo check` embeds
            // too, as the other ways do.
            Self::RustEmbed => {
                "[dependencies]\nrust-embed = { version = \"=8.13.0\", features = [\"debug-embed\"] }\n".to_owned()
            }
            Self::Nothing => String::new(),
        }
    }

    /// A program that is given a path and prints the number of files, the length of that one, and, where entries are
    /// encoded, how many bytes they have. What it looks for is unknown to the compiler, so that nothing can be left out.
    pub(super) fn main_rs(self) -> String {
        match self {
            Self::Macro => ours(
                "embed_skills",
                r#"embed_skills!("skills", limits(catalog_files = 20_000), allow_empty)"#,
            ),
            Self::BuildScript => ours("include_skills", "include_skills!()"),
            Self::IncludeDir => INCLUDE_DIR.to_owned(),
            Self::RustEmbed => RUST_EMBED.to_owned(),
            Self::Nothing => NOTHING.to_owned(),
        }
    }

    pub(super) fn build_rs(self) -> Option<&'static str> {
        (self == Self::BuildScript).then_some(BUILD_RS)
    }
}

impl fmt::Display for Front {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Macro => "macro",
            Self::BuildScript => "build script",
            Self::IncludeDir => "include_dir",
            Self::RustEmbed => "rust-embed",
            Self::Nothing => "nothing embedded",
        })
    }
}

fn ours(import: &str, set: &str) -> String {
    OURS.replace("IMPORT", import).replace("SET", set)
}

const OURS: &str = r#"use std::hint::black_box;

use skills_runtime::{Catalog, SkillSet, IMPORT};

static SKILLS: SkillSet = SET;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let catalog = Catalog::from(black_box(SKILLS));
    let content = catalog.content(&format!("skill://{path}")).unwrap_or_default();
    let entries: usize = catalog.entries().map(|entry| entry.json().len()).sum();
    println!("{} {} {entries}", catalog.file_count(), content.len());
}
"#;

const BUILD_RS: &str = r#"use skills_compiler::{Options, build};

fn main() -> std::process::ExitCode {
    let mut options = Options::new();
    options.limit("catalog_files", 20_000).expect("the limit may be so high");
    build::embed_with("skills", options.allow_empty(true).advice(false))
}
"#;

const INCLUDE_DIR: &str = r#"use std::hint::black_box;

use include_dir::{Dir, include_dir};

static SKILLS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/skills");

fn count(directory: &Dir<'_>) -> usize {
    directory.files().count() + directory.dirs().map(count).sum::<usize>()
}

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let skills = black_box(&SKILLS);
    let content = skills.get_file(path).map(|file| file.contents()).unwrap_or_default();
    println!("{} {} 0", count(skills), content.len());
}
"#;

const RUST_EMBED: &str = r#"#[derive(rust_embed::RustEmbed)]
#[folder = "skills"]
struct Skills;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let content = Skills::get(&path).map(|file| file.data).unwrap_or_default();
    println!("{} {} 0", Skills::iter().count(), content.len());
}
"#;

const NOTHING: &str = r#"fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    println!("0 {} 0", path.len());
}
"#;
