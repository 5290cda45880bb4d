//! `embed_skills!` where little is allowed. What counts is that this crate compiles without a warning.

#![no_std]
#![forbid(
    unsafe_code,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused,
    nonstandard_style,
    future_incompatible,
    rust_2018_idioms,
    elided_lifetimes_in_paths,
    let_underscore_drop,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![deny(warnings)]
#![forbid(clippy::all, clippy::pedantic, clippy::nursery)]
#![forbid(
    clippy::absolute_paths,
    clippy::as_conversions,
    clippy::default_numeric_fallback,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::large_include_file,
    clippy::let_underscore_must_use,
    clippy::let_underscore_untyped,
    clippy::missing_docs_in_private_items,
    clippy::panic,
    clippy::redundant_type_annotations,
    clippy::semicolon_inside_block,
    clippy::semicolon_outside_block,
    clippy::single_call_fn,
    clippy::unwrap_used
)]

use skills_runtime::{SkillSet, embed_skills};

/// At module level.
pub static STATIC: SkillSet = embed_skills!("skills");

/// As a constant.
pub const CONST: SkillSet = embed_skills!("skills", base = "skill://acme/r1");

/// In a function, as a part of an expression.
#[must_use]
pub fn function() -> usize {
    embed_skills!("skills").len()
}

/// In a function that is evaluated by the compiler.
#[must_use]
pub const fn constant() -> SkillSet {
    embed_skills!("skills")
}

/// In a module that does not even have the prelude.
pub mod bare {
    #![no_implicit_prelude]

    /// At module level.
    pub static STATIC: ::skills_runtime::SkillSet = ::skills_runtime::embed_skills!("skills");

    /// In a function.
    #[must_use]
    pub fn function() -> usize {
        ::skills_runtime::embed_skills!("skills").len()
    }
}

/// In a module that gives other meanings to every name of the expansion.
pub mod shadowed {
    use ::skills_runtime::embed_skills;

    /// Not the library.
    pub mod core {}

    /// Not the runtime.
    pub mod skills_runtime {}

    /// Not the type.
    #[derive(Debug)]
    pub struct SkillSet;

    /// At module level, under the name that the expansion uses itself.
    pub static SKILLS: ::skills_runtime::SkillSet = embed_skills!("skills");
}

#[cfg(test)]
mod tests {
    use super::{CONST, STATIC, SkillSet, bare, constant, function, shadowed};

    #[test]
    fn every_set_holds_the_skill() {
        let sets = [STATIC, CONST, constant(), bare::STATIC, shadowed::SKILLS];
        assert!(
            sets.iter()
                .all(|set| SkillSet::len(set) == 1 && set.scope() == "skills-hygiene")
        );
        assert_eq!((function(), bare::function()), (1, 1));
    }
}
