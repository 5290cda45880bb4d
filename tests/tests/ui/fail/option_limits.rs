//! Each limit has a name, a range and a whole number.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("fixtures/good", limits(file_s = 1));
static B: SkillSet = embed_skills!("fixtures/good", limits(pages = 1));
static C: SkillSet = embed_skills!("fixtures/good", limits(files = 0));
static D: SkillSet = embed_skills!("fixtures/good", limits(files = 513));
static E: SkillSet = embed_skills!("fixtures/good", limits(bytes = -1));
static F: SkillSet = embed_skills!("fixtures/good", limits(bytes = 18_446_744_073_709_551_616));
static G: SkillSet = embed_skills!("fixtures/good", limits(bytes = 4MiB));
static H: SkillSet = embed_skills!("fixtures/good", limits(bytes = "4"));
static I: SkillSet = embed_skills!("fixtures/good", limits(bytes = 4 * 1024));
static J: SkillSet = embed_skills!("fixtures/good", limits(entry = 1024, frontmatter = 4096));

fn main() {}
