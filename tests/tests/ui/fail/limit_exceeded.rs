//! L: a limit that the skills exceed.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/good", limits(files = 1, file = 100));

fn main() {
    let _: SkillSet = SKILLS;
}
