//! S7: `text` on bytes that are not.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/not_text", text("*.txt"));

fn main() {
    let _: SkillSet = SKILLS;
}
