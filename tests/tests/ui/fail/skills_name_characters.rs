//! F6: the characters of a name.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/name_characters");

fn main() {
    let _: SkillSet = SKILLS;
}
