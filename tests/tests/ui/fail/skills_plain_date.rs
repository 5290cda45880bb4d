//! F4: hosts disagree about plain dates.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/plain_date");

fn main() {
    let _: SkillSet = SKILLS;
}
