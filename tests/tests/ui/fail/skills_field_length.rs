//! F7: 1,024 characters of description at most.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/field_length");

fn main() {
    let _: SkillSet = SKILLS;
}
