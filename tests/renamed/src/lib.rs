//! `embed_skills!` in a crate in which there is no `::skills_runtime`.

use runtime::{SkillSet, embed_skills};

/// Under the name that `Cargo.toml` gives to the runtime.
pub static RENAMED: SkillSet = embed_skills!("skills", crate = ::runtime);

/// Through a module of the crate.
pub static RELATIVE: SkillSet = embed_skills!("skills", crate = crate::elsewhere::runtime);

/// Through a library that hands the macro on.
pub static HANDED_ON: SkillSet = skills_facade::skills!("skills", base = "skill://acme");

/// Another way to the runtime.
pub mod elsewhere {
    pub use ::runtime;
}

#[cfg(test)]
mod tests {
    use super::*;

    // The path and the scope are those of the crate that invokes the macro, not of the one that hands it on.
    #[test]
    fn every_set_holds_this_crates_skill() {
        for set in [RENAMED, RELATIVE, HANDED_ON] {
            assert_eq!((set.len(), set.scope()), (1, "skills-renamed"));
        }
    }
}
