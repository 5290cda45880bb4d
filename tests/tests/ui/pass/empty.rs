//! A directory without a skill, where that is wanted.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/no_skills", allow_empty);

fn main() {
    assert!(SKILLS.is_empty());
}
