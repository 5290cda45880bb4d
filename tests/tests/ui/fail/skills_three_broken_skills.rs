//! Every problem of every skill is reported in one build, in path order.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/three_broken_skills");

fn main() {
    let _: SkillSet = SKILLS;
}
