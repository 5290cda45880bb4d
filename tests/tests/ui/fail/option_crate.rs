//! `crate` takes a path.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("fixtures/good", crate = "skills_runtime");
static B: SkillSet = embed_skills!("fixtures/good", crate);
static C: SkillSet = embed_skills!("fixtures/good", crate = ::);
static D: SkillSet = embed_skills!("fixtures/good", crate = skills_runtime::);

fn main() {}
