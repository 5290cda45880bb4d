//! The procedural macro behind `skills_runtime::embed_skills!`.
//!
//! Depend on `skills-runtime`, which exports the macro together with the types that its expansion names. This crate is
//! the thin shell: it reads the arguments and emits the result; all checking is done by `skills-compiler`.

mod emit;
mod expand;
mod input;
mod options;
mod package;
mod report;

use proc_macro::TokenStream;

/// Checks a directory of Agent Skills when the crate is compiled, and embeds it.
///
/// The first argument is the directory, a string literal, relative to the directory of the crate's `Cargo.toml`. Options
/// may follow. The result is an expression of type `SkillSet`, which can initialise a `static` or a `const` or stand in a
/// function:
///
/// ```
/// use skills_runtime::{SkillSet, embed_skills};
///
/// /// Every skill below `skills/`.
/// static SKILLS: SkillSet = embed_skills!("skills");
/// ```
///
/// A skill is a directory with a `SKILL.md`; everything below it belongs to it. `skills/pdf/SKILL.md` is served as
/// `skill://pdf/SKILL.md`, `skills/pdf/scripts/fill.py` as `skill://pdf/scripts/fill.py`. Each file is read once: the bytes
/// that were checked and hashed are the bytes that the program carries.
///
/// # Large catalogs
///
/// All bytes pass through the compiler as one literal. From some mebibytes on, `include_skills!` with a build script costs
/// less time and memory, and gives the same set. Either is faster in debug builds where macros and build scripts are built
/// optimised:
///
/// ```toml
/// [profile.dev.build-override]
/// opt-level = 3
/// ```
///
/// # When something is wrong
///
/// The build fails, with one error for every problem of every skill. Each names the file, the line and the column, and says
/// what to write instead. A *lint*, which is a problem that only some hosts trip over, can be [allowed](#allow).
///
/// ```text
/// error: name `pdf` does not match its directory `pdf-tools` [name_mismatch]
///         --> skills/pdf-tools/SKILL.md:2:7
///          |
///        2 | name: pdf
///          |       ^^^
///          |
///          = note: a skill's URI ends in its name; a prefix for all skills of a vendor belongs into `base`
///          = help: write name: pdf-tools
///          = help: rename the directory to `pdf`, which keeps the name for its users
///  --> src/main.rs:4:41
///   |
/// 4 | static SKILLS: SkillSet = embed_skills!("skills");
///   |                                         ^^^^^^^^
/// ```
///
/// # Options
///
/// Each may be given in any order, after the directory. Options with one value may be given once; lists add up. Globs are
/// matched as lines of a `.gitignore` in the embedded directory would be: `*.bak` matches at every depth, `/pdf/**` only
/// below `pdf`, `drafts/` a directory with all that it holds.
///
/// ## `base`
///
/// What every URI starts with; `skill://` by default. Use it to publish a new revision at a new address.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// // skill://acme/r42/pdf/SKILL.md
/// static SKILLS: SkillSet = embed_skills!("skills", base = "skill://acme/r42");
/// ```
///
/// ## `include`
///
/// Embeds only the files that match one of the globs.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static SKILLS: SkillSet = embed_skills!("skills", include("/pdf/**"));
/// ```
///
/// ## `exclude`
///
/// Leaves out the files that match one of the globs, even if `include` names them.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static SKILLS: SkillSet = embed_skills!("skills", exclude("*.bak", "drafts/"));
/// ```
///
/// ## `text`
///
/// Declares that the matching files are text. They must be UTF-8 without NUL characters.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static SKILLS: SkillSet = embed_skills!("skills", text("*.tmpl"));
/// ```
///
/// ## `binary`
///
/// Declares that the matching files are binary: they are served as Base64, whatever they contain. Wins over `text`.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static SKILLS: SkillSet = embed_skills!("skills", binary("*.dat"));
/// ```
///
/// ## `mime`
///
/// The MIME type of the matching files; the last match wins.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static SKILLS: SkillSet = embed_skills!("skills", mime("*.tmpl" = "text/x-template"));
/// ```
///
/// ## `allow`
///
/// Lets a lint pass, in the whole set or in one skill, which is named by its directory below the embedded one. An allowance
/// that allows nothing is an error.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static EVERYWHERE: SkillSet = embed_skills!("vendor/skills", allow(nested_metadata));
/// static IN_ONE_SKILL: SkillSet = embed_skills!("vendor/skills", allow("pdf": nested_metadata));
/// ```
///
/// ## `limits`
///
/// Bounds of what is embedded: `files` and `bytes` of one skill, `frontmatter` (bytes), `depth` (levels of YAML), `entry`
/// (bytes of one encoded entry), `file` (bytes), `read` (bytes of one encoded answer), `uri` (bytes), `catalog_files` and
/// `entries` of the whole set.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static SKILLS: SkillSet = embed_skills!("skills", limits(files = 64, bytes = 1_048_576));
/// ```
///
/// ## `expect`
///
/// Asserts the digest, the size or both of a file, so that a build fails when the file is not the one that was reviewed.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static SKILLS: SkillSet = embed_skills!("skills", expect("pdf/scripts/fill.py", size = 69));
/// ```
///
/// ## `allow_empty`
///
/// A directory without any skill is an error, since it is mostly a wrong path. With this option it is an empty set.
///
/// ```
/// # use skills_runtime::{SkillSet, embed_skills};
/// static NONE: SkillSet = embed_skills!("skills", include("*.none"), allow_empty);
/// ```
///
/// ## `crate`
///
/// Where the runtime is found, if the crate knows it under another name or re-exports it; `::skills_runtime` by default. A
/// `macro_rules!` macro can say `crate = $crate::skills_runtime`.
///
/// ```
/// mod vendored {
///     pub use skills_runtime as runtime;
/// }
/// use vendored::runtime::{SkillSet, embed_skills};
///
/// static SKILLS: SkillSet = embed_skills!("skills", crate = crate::vendored::runtime);
/// # fn main() {}
/// ```
///
/// # Rebuilding
///
/// An embedded file that is edited, renamed or removed makes Cargo compile the crate again, and so does a `.gitignore` that
/// was consulted. An *added* file does not, because stable Rust lets no macro watch a directory. One line in the crate's
/// `build.rs` does:
///
/// ```
/// println!("cargo::rerun-if-changed=skills");
/// ```
///
/// # What is embedded, and what is published
///
/// Files that a `.gitignore` excludes are not embedded. The `.gitignore` files of the crate's directory and below count, and
/// no other: neither those above the crate nor a user's own, so that the same sources give the same program everywhere. Some
/// files are never part of a skill, such as `.git`, `.DS_Store`, `__pycache__` and editors' swap files; any other hidden file
/// is a lint, because a stray `.env` must not be published by accident.
///
/// Digests are taken over the bytes as they lie on the disk. Let Git check skills out with the same line ends everywhere, with
/// `skills/** text=auto eol=lf` in `.gitattributes`.
///
/// `cargo package` takes only what lies below the crate's directory, so a directory outside it is a lint (`outside_package`).
/// Cargo also leaves out what `exclude` in `Cargo.toml` names, and every directory with a `Cargo.toml` of its own:
/// `cargo package --list` shows what remains.
///
/// # Where it works
///
/// In every module and function, in `#![no_std]` crates, without a prelude, and below `#![forbid(…)]` of any lint. The path is
/// never taken relative to the directory in which Cargo or an editor happens to run.
#[proc_macro]
pub fn embed_skills(arguments: TokenStream) -> TokenStream {
    expand::expand(arguments.into()).into()
}
