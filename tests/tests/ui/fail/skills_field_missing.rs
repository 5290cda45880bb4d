//! F7: a description is required.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/field_missing");

fn main() {
    let _: SkillSet = SKILLS;
}
