//! F6: a skill is called what its directory is called.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/name_mismatch");

fn main() {
    let _: SkillSet = SKILLS;
}
