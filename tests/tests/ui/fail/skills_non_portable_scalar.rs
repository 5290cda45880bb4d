//! F4: hosts disagree about `yes`.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/non_portable_scalar");

fn main() {
    let _: SkillSet = SKILLS;
}
