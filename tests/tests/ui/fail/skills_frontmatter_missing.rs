//! F1: `SKILL.md` starts with frontmatter.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/frontmatter_missing");

fn main() {
    let _: SkillSet = SKILLS;
}
