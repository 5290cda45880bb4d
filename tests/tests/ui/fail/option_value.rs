//! The compiler checks each value where it stands.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("fixtures/good", base = "Skill://acme");
static B: SkillSet = embed_skills!("fixtures/good", base = "skill://acme/%7Euser");
static C: SkillSet = embed_skills!("fixtures/good", include("{a"));
static D: SkillSet = embed_skills!("fixtures/good", exclude("!*.md"));
static E: SkillSet = embed_skills!("fixtures/good", mime("" = "text/x-foo"));
static F: SkillSet = embed_skills!("fixtures/good", mime("*.foo" = "Text"));

fn main() {}
