//! Trees of skills, the same on every machine.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Writes `skills` skills of `files` files with about `bytes` bytes each below `root`.
pub(crate) fn write(root: &Path, skills: usize, files: usize, bytes: usize) -> anyhow::Result<()> {
    for skill in 0..skills {
        let name = format!("skill-{skill:05}");
        let directory = root.join(&name);
        fs::create_dir_all(directory.join("references"))?;
        let mut links = String::new();
        for file in 1..files {
            writeln!(links, "See [page {file}](references/page-{file}.md).")?;
        }
        let head = format!(
            "---\nname: {name}\ndescription: Does task {skill} of the benchmark. Use it when task {skill} is to be done.\n\
             license: MIT\nmetadata:\n  version: \"1.{skill}\"\n---\n\n# {name}\n\n{links}\n"
        );
        fs::write(
            directory.join("SKILL.md"),
            head.clone() + &text(skill, bytes.saturating_sub(head.len())),
        )?;
        for file in 1..files {
            let path = directory.join(format!("references/page-{file}.md"));
            fs::write(path, text(skill * files + file, bytes))?;
        }
    }
    Ok(())
}

/// Lines of words that differ with `seed`.
fn text(seed: usize, bytes: usize) -> String {
    const WORDS: [&str; 8] = [
        "read", "the", "form", "and", "fill", "every", "field", "once",
    ];
    let mut text = String::with_capacity(bytes + 80);
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    while text.len() < bytes {
        for _ in 0..10 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(WORDS[(state >> 33) % WORDS.len()]);
            text.push(' ');
        }
        text.push('\n');
    }
    text.truncate(bytes);
    text
}
