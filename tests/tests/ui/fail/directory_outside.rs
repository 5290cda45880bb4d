//! S6: `cargo package` would lose a directory outside the crate.

use skills_runtime::{SkillSet, embed_skills};

static A: SkillSet = embed_skills!("../skills-tests/fixtures/good");

fn main() {}
