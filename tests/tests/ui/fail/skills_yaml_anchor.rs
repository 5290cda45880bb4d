//! F3: anchors and aliases.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/yaml_anchor");

fn main() {
    let _: SkillSet = SKILLS;
}
