//! Each value is a literal of one kind.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("fixtures/good", base = 5);
static B: SkillSet = embed_skills!("fixtures/good", base = b"skill://acme");
static C: SkillSet = embed_skills!("fixtures/good", exclude(*.bak));
static D: SkillSet = embed_skills!("fixtures/good", text(true));
static E: SkillSet = embed_skills!("fixtures/good", mime("*.foo" = 1.5));

fn main() {}
