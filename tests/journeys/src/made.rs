//! Skills that are made up, as many as a test wants, and what each caller has to see of them.

use anyhow::{Context as _, Result};
use rmcp::model::SkillResource;
use serde_json::{Value, json};
use skills_compiler::{Options, Source, compile};
use skills_runtime::SkillSet;

/// What every URI of these skills starts with; it is a directory, too, whose children are the skills.
pub const BASE: &str = "skill://made";

/// How many callers there are, numbered from 0. Every other skill belongs to one of them, and nobody else sees it.
pub const CALLERS: usize = 8;

/// How many groups of skills there are, numbered from 0. One of them may be hidden, but never the last.
pub const GROUPS: usize = 8;

/// How many skills in a row are of one group.
const IN_A_ROW: usize = 2 * CALLERS;

/// A skill that was made up.
#[derive(Clone, Debug)]
pub struct Made {
    name: String,
    owner: Option<usize>,
    group: usize,
    files: Vec<(&'static str, Vec<u8>)>,
}

/// Who looks, and what is hidden at that time.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The caller's number.
    pub caller: usize,
    /// The group that is hidden.
    pub hidden: usize,
}

/// Makes skills, the same ones each time, in the order of their URIs.
pub fn make(count: usize) -> Vec<Made> {
    (0..count).map(Made::new).collect()
}

/// Compiles the skills and opens what comes out, as a server does that gets its skills from elsewhere.
///
/// # Errors
///
/// When the compiler refuses them.
pub fn embed(skills: &[Made]) -> Result<SkillSet> {
    let files = skills.iter().flat_map(|skill| {
        let files = skill.files.iter();
        files.map(|(path, bytes)| (format!("{}/{path}", skill.name), bytes.clone()))
    });
    let mut options = Options::new();
    options.base(BASE)?;
    let compiled = compile(Source::files(files), &options)?;
    // A set lives as long as its program.
    let pack = Vec::leak(compiled.into_pack());
    SkillSet::from_pack(pack, "made").context("a pack that was just made")
}

impl Made {
    fn new(index: usize) -> Self {
        let owner = (index % 2 == 1).then_some(index / 2 % CALLERS);
        let group = index / IN_A_ROW % GROUPS;
        let name = format!("skill-{index:05}");
        let root = format!(
            "---\nname: {name}\ndescription: Number {index}, made for a test.\nmetadata:\n  owner: {:?}\n  group: {:?}\n---\n\n\
             See [the notes](references/notes.md) and `assets/table.bin`.\n",
            owner_name(owner),
            group.to_string(),
        );
        let notes = format!("# Notes of {name}\n\n").repeat(1 + index % 40);
        let table = (0..=255).cycle().skip(index).take(500 + index).collect();
        Self {
            files: vec![
                ("SKILL.md", root.into_bytes()),
                ("assets/table.bin", table),
                ("references/notes.md", notes.into_bytes()),
            ],
            name,
            owner,
            group,
        }
    }

    /// The URI of the skill's directory.
    pub fn directory(&self) -> String {
        format!("{BASE}/{}", self.name)
    }

    /// The root URI.
    pub fn uri(&self) -> String {
        self.directory() + "/SKILL.md"
    }

    /// The URI and the bytes of every file, bytewise by URI.
    pub fn files(&self) -> impl Iterator<Item = (String, &[u8])> {
        let directory = self.directory();
        let files = self.files.iter();
        files.map(move |(path, bytes)| (format!("{directory}/{path}"), bytes.as_slice()))
    }

    /// The entry that a client has to get.
    pub fn entry(&self) -> Value {
        let resources: Vec<_> = self
            .files()
            .map(|(uri, bytes)| SkillResource::from_bytes(uri, bytes))
            .map(|file| json!({"uri": file.uri, "digest": file.digest, "size": file.size}))
            .collect();
        let number: usize = self.name.trim_start_matches("skill-").parse().unwrap_or(0);
        json!({
            "uri": self.uri(),
            "frontmatter": {
                "name": self.name,
                "description": format!("Number {number}, made for a test."),
                "metadata": {"owner": owner_name(self.owner), "group": self.group.to_string()},
            },
            "resources": resources,
        })
    }

    /// Whether a caller sees it.
    pub fn is_visible(&self, view: View) -> bool {
        view.sees(&owner_name(self.owner), &self.group.to_string())
    }
}

impl View {
    /// Whether a skill is visible, by what its frontmatter says about it.
    pub fn sees(self, owner: &str, group: &str) -> bool {
        let is_for_caller = owner == owner_name(None) || owner == owner_name(Some(self.caller));
        is_for_caller && group != self.hidden.to_string()
    }
}

fn owner_name(owner: Option<usize>) -> String {
    owner.map_or_else(
        || "everyone".to_owned(),
        |caller| format!("caller-{caller}"),
    )
}
