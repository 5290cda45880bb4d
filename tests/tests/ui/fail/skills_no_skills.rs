//! S6: a directory without any skill.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/no_skills");

fn main() {
    let _: SkillSet = SKILLS;
}
