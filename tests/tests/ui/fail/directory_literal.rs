//! The directory is a string literal.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!(b"fixtures/good");
static B: SkillSet = embed_skills!(5);
static C: SkillSet = embed_skills!('s');
static D: SkillSet = embed_skills!(concat!("fixtures", "/good"));
static E: SkillSet = embed_skills!("fixtures" "/good");
static F: SkillSet = embed_skills!("fixtures/good"suffix);

fn main() {}
