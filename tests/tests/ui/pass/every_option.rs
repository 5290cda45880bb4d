//! All options in one invocation.

use skills_runtime::{self as runtime, Catalog, SkillSet, embed_skills};

static SKILLS: SkillSet = embed_skills!(
    "fixtures/every_option",
    base = "skill://acme/r42",
    include("*.md", "*.tmpl", "*.dat", "*.foo", "*.bak"),
    exclude("*.bak"),
    text("*.tmpl"),
    binary("*.dat"),
    mime("*.foo" = "text/x-foo"),
    allow("pdf": nested_metadata),
    limits(files = 8, bytes = 1_000_000),
    allow_empty,
    crate = runtime,
);

fn main() {
    assert_eq!(SKILLS.len(), 2);
    assert_eq!(SKILLS.scope(), env!("CARGO_PKG_NAME"));

    let catalog = Catalog::from(&SKILLS);
    let served = |path: &str| {
        let file = catalog.file(&format!("skill://acme/r42/{path}"))?;
        Some((file.mime_type(), file.is_text()))
    };
    assert_eq!(served("mail/SKILL.md"), Some(("text/markdown", true)));
    assert_eq!(served("pdf/form.tmpl"), Some(("text/plain", true)));
    assert_eq!(served("pdf/table.dat"), Some(("application/octet-stream", false)));
    assert_eq!(served("pdf/layout.foo"), Some(("text/x-foo", true)));
    assert_eq!(served("pdf/old.bak"), None);
}
