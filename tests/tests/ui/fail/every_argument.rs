//! All wrong arguments of one invocation are reported at once, each where it stands, and `crate` is known nevertheless.

use skills_runtime::{self as runtime, embed_skills};

static SKILLS: runtime::SkillSet = embed_skills!(
    "",
    bsae = "skill://acme",
    include("*.md", 5, "{a"),
    limits(files = 0, pages = 1),
    allow(nested_metdata),
    crate = runtime,
);

fn main() {
    let _: runtime::SkillSet = SKILLS;
}
