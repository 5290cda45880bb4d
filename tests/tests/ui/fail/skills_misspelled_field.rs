//! F7: an unknown field one step away from a known one.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/misspelled_field");

fn main() {
    let _: SkillSet = SKILLS;
}
