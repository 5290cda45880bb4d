//! F7: `allowed-tools` is a string.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/field_type");

fn main() {
    let _: SkillSet = SKILLS;
}
