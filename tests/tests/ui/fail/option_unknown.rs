//! An unknown option is answered with the nearest one, or with all of them.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("fixtures/good", bsae = "skill://acme");
static B: SkillSet = embed_skills!("fixtures/good", excludes("*.bak"));
static C: SkillSet = embed_skills!("fixtures/good", colour = "red");
static D: SkillSet = embed_skills!("fixtures/good", 7);

fn main() {}
