//! S8: what is asserted about a file, and what is no assertion.

use skills_runtime::{SkillSet, embed_skills};

static NOT_AN_ASSERTION: SkillSet = embed_skills!("fixtures/good", expect("pdf/SKILL.md"));
static NOT_A_DIGEST: SkillSet = embed_skills!("fixtures/good", expect("pdf/SKILL.md", digest = "sha1:00"));
static UNKNOWN: SkillSet = embed_skills!("fixtures/good", expect("pdf/SKILL.md", length = 3));
static GONE: SkillSet = embed_skills!("fixtures/good", expect("pdf/gone.md", size = 3));
static OTHER: SkillSet = embed_skills!("fixtures/good", expect("pdf/SKILL.md", size = 3));

fn main() {
    let _: [SkillSet; 5] = [NOT_AN_ASSERTION, NOT_A_DIGEST, UNKNOWN, GONE, OTHER];
}
