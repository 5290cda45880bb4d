//! An allowance that allows nothing is a mistake, or a leftover.

use skills_runtime::{SkillSet, embed_skills};

static EVERYWHERE: SkillSet = embed_skills!("fixtures/good", allow(nested_metadata));
static IN_ONE_SKILL: SkillSet = embed_skills!("fixtures/good", allow("pdf": hidden_file));
static IN_NO_SKILL: SkillSet = embed_skills!("fixtures/good", allow("docx": hidden_file));

fn main() {}
