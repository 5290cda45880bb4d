//! S6: a Git LFS pointer in place of a file.

use skills_runtime::{SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!("fixtures/lfs_pointer");

fn main() {
    let _: SkillSet = SKILLS;
}
