//! S5: characters that no member path may hold.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/path_character");

fn main() {
    let _: SkillSet = SKILLS;
}
