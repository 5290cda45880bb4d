//! F1: frontmatter has a closing line.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/frontmatter_unclosed");

fn main() {
    let _: SkillSet = SKILLS;
}
