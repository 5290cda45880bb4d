//! S7a: a stray hidden file is not published by accident.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/hidden_file");

fn main() {
    let _: SkillSet = SKILLS;
}
