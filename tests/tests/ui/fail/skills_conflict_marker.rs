//! S6: Git conflict markers.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/conflict_marker");

fn main() {
    let _: SkillSet = SKILLS;
}
