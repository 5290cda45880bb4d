//! S6: `SKILL.md` with other letter case.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/skill_md_case");

fn main() {
    let _: SkillSet = SKILLS;
}
