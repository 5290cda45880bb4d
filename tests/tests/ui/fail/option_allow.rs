//! Only lints can be allowed, by their names without quotes.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("fixtures/good", allow("nested_metadata"));
static B: SkillSet = embed_skills!("fixtures/good", allow(nested_metdata));
static C: SkillSet = embed_skills!("fixtures/good", allow("pdf": hidden_files));
static D: SkillSet = embed_skills!("fixtures/good", allow(name_mismatch));
static E: SkillSet = embed_skills!("fixtures/good", allow(outside_skill));
static F: SkillSet = embed_skills!("fixtures/good", allow("pdf": hidden_file, "mail": hidden_file));

fn main() {}
