//! F7: `metadata` maps strings to strings.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/nested_metadata");

fn main() {
    let _: SkillSet = SKILLS;
}
