//! The directory comes first.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!();
static B: SkillSet = embed_skills!(base = "skill://acme");

fn main() {}
