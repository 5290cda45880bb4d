//! F5: an unquoted `: ` is the most frequent mistake; the message shows the line and the quoted form.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/yaml_syntax");

fn main() {
    let _: SkillSet = SKILLS;
}
