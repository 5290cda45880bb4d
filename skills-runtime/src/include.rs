//! Taking up a pack that a build script wrote.

/// The set that `skills_compiler::build::embed` wrote in the crate's build script.
///
/// An expression of type [`SkillSet`](crate::SkillSet), as that of `embed_skills!`: the same checks, the same bytes, for
/// catalogs of many megabytes, which a macro's literal makes slow to compile. Added files are noticed by themselves.
///
/// ```ignore
/// // build.rs
/// fn main() -> std::process::ExitCode {
///     skills_compiler::build::embed("skills")
/// }
///
/// // src/main.rs
/// static SKILLS: SkillSet = include_skills!();
/// ```
#[macro_export]
macro_rules! include_skills {
    () => {{
        const SKILLS: $crate::SkillSet = $crate::__private::set_v1(
            ::core::include_bytes!(::core::concat!(::core::env!("OUT_DIR"), "/skills.pack")),
            ::core::env!("CARGO_PKG_NAME"),
        );
        SKILLS
    }};
}
