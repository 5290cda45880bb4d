//! Each option has one shape.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("fixtures/good", base("skill://acme"));
static B: SkillSet = embed_skills!("fixtures/good", base);
static C: SkillSet = embed_skills!("fixtures/good", exclude = "*.bak");
static D: SkillSet = embed_skills!("fixtures/good", exclude);
static E: SkillSet = embed_skills!("fixtures/good", exclude());
static F: SkillSet = embed_skills!("fixtures/good", exclude["*.bak"]);
static G: SkillSet = embed_skills!("fixtures/good", allow_empty = true);
static H: SkillSet = embed_skills!("fixtures/good", mime("*.foo"));
static I: SkillSet = embed_skills!("fixtures/good", limits(files));
static J: SkillSet = embed_skills!("fixtures/good" allow_empty);

fn main() {}
