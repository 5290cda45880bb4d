//! Trees of skills, the same on every machine.

use std::{fmt::Write as _, fs, path::Path};

use anyhow::Context as _;

/// A tree of skills that are all of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    /// How many skills there are.
    pub skills: usize,
    /// How many files each has, its `SKILL.md` included.
    pub files: usize,
    /// How many bytes each file has.
    pub bytes: usize,
}

/// The trees that are measured, from nothing to the largest skill that hosts have to load.
impl Tree {
    /// No skill.
    pub const NONE: Self = Self::of(0);
    /// 10 skills of five files.
    pub const TEN: Self = Self::of(10);
    /// 100 skills of five files.
    pub const HUNDRED: Self = Self::of(100);
    /// 1,000 skills of five files.
    pub const THOUSAND: Self = Self::of(1_000);
    /// 5,000 skills of three small files.
    pub const FIVE_THOUSAND: Self = Self {
        skills: 5_000,
        files: 3,
        bytes: 2 << 10,
    };
    /// One skill of 512 files and 16 MiB.
    pub const LARGE: Self = Self {
        skills: 1,
        files: 512,
        bytes: 32 << 10,
    };

    /// So many skills of five files with 4 KiB.
    pub const fn of(skills: usize) -> Self {
        Self {
            skills,
            files: 5,
            bytes: 4 << 10,
        }
    }

    /// How many bytes all files have.
    pub fn total(&self) -> usize {
        self.skills * self.files * self.bytes
    }

    /// The tree in words.
    pub fn label(&self) -> String {
        match self {
            Self { skills: 0, .. } => "no skill".to_owned(),
            Self {
                skills: 1, files, ..
            } => format!("1 skill, {files} files, {} MiB", self.total() >> 20),
            Self {
                skills,
                files,
                bytes,
            } => format!("{skills} skills × {files} × {} KiB", bytes >> 10),
        }
    }

    /// A name for files that belong to the tree.
    pub fn slug(&self) -> String {
        format!("{}x{}x{}", self.skills, self.files, self.bytes)
    }

    /// Every file, with its path.
    pub fn contents(self) -> impl Iterator<Item = (String, Vec<u8>)> {
        (0..self.skills)
            .flat_map(move |skill| (0..self.files).map(move |file| self.file(skill, file)))
    }

    /// Writes the tree below `root`.
    ///
    /// # Errors
    ///
    /// On whatever the file system refuses.
    pub fn write(self, root: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(root)?;
        write(root, self.contents())
    }

    fn file(self, skill: usize, file: usize) -> (String, Vec<u8>) {
        let name = skill_name(skill);
        if file > 0 {
            let path = format!("{name}/references/page-{file}.md");
            return (path, text(skill * self.files + file, self.bytes));
        }
        let mut head = format!(
            "---\nname: {name}\ndescription: Does task {skill} of the benchmark. Use it when task {skill} is to be done.\n\
             license: MIT\nmetadata:\n  version: \"1.{skill}\"\n---\n\n# {name}\n\n"
        );
        for file in 1..self.files.min(8) {
            // Writing to a string cannot fail.
            let _ = writeln!(head, "See [page {file}](references/page-{file}.md).");
        }
        let rest = self.bytes.saturating_sub(head.len());
        let mut content = head.into_bytes();
        content.extend(text(skill, rest));
        (format!("{name}/SKILL.md"), content)
    }
}

/// The root URI of a skill of a tree.
pub fn skill_uri(skill: usize) -> String {
    format!("skill://{}/SKILL.md", skill_name(skill))
}

fn skill_name(skill: usize) -> String {
    format!("skill-{skill:05}")
}

/// One skill with the files that are read: 4 KiB of text, 1 MiB of text, 1 MiB of bytes.
pub fn reads() -> Vec<(String, Vec<u8>)> {
    let root = "---\nname: reads\ndescription: Holds the files that are read.\n---\n";
    let file = |name: &str, content| (format!("reads/{name}"), content);
    vec![
        file("SKILL.md", root.as_bytes().to_vec()),
        file("small.md", text(1, 4 << 10)),
        file("large.md", text(2, 1 << 20)),
        file("large.bin", bytes(3, 1 << 20)),
    ]
}

/// Writes files below `root`.
///
/// # Errors
///
/// On whatever the file system refuses.
pub fn write(
    root: &Path,
    files: impl IntoIterator<Item = (String, Vec<u8>)>,
) -> anyhow::Result<()> {
    for (path, content) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().context("a file lies in a directory")?)?;
        fs::write(path, content)?;
    }
    Ok(())
}

/// Prose in lines of ten words, which differ with `seed`.
fn text(seed: usize, bytes: usize) -> Vec<u8> {
    const WORDS: [&str; 8] = [
        "read", "the", "form", "and", "fill", "every", "field", "once",
    ];
    let mut text = String::with_capacity(bytes + 80);
    let mut numbers = Numbers::new(seed);
    while text.len() < bytes {
        for _ in 0..10 {
            text.push_str(WORDS[numbers.next() % WORDS.len()]);
            text.push(' ');
        }
        text.push('\n');
    }
    text.truncate(bytes);
    text.into_bytes()
}

/// Bytes without any order, which no text has.
fn bytes(seed: usize, len: usize) -> Vec<u8> {
    let mut numbers = Numbers::new(seed);
    (0..len).map(|_| numbers.next().to_le_bytes()[0]).collect()
}

/// A linear congruential generator: the same numbers everywhere, and no care about their quality.
struct Numbers(u64);

impl Numbers {
    fn new(seed: usize) -> Self {
        Self((seed as u64).wrapping_mul(2_654_435_761).wrapping_add(1))
    }

    fn next(&mut self) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default()
    }
}
