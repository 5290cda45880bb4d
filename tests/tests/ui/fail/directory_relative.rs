//! The directory means the same on every machine.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("");
static B: SkillSet = embed_skills!("/srv/skills");
static C: SkillSet = embed_skills!(r"C:\skills");
static D: SkillSet = embed_skills!(r"\\server\skills");

fn main() {}
