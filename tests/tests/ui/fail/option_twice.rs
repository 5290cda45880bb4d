//! What has one value is given once.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("fixtures/good", base = "skill://a", base = "skill://b");
static B: SkillSet = embed_skills!("fixtures/good", allow_empty, allow_empty);
static C: SkillSet = embed_skills!("fixtures/good", limits(files = 1), limits(files = 2));
static D: SkillSet = embed_skills!("fixtures/good", crate = skills_runtime, crate = ::skills_runtime);

fn main() {}
