//! F3: duplicate keys.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/duplicate_key");

fn main() {
    let _: SkillSet = SKILLS;
}
