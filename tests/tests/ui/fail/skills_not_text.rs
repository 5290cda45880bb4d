//! S7: a `text/*` file that is not UTF-8.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/not_text");

fn main() {
    let _: SkillSet = SKILLS;
}
