//! One frontmatter that the compiler accepts, and how it reaches other parsers.

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;
use skills_compiler::{Options, Source, compile};
use skills_pack::Pack;

/// The directory of every generated skill, and so its name.
pub(crate) const NAME: &str = "x";

/// A frontmatter that passes without any `allow`.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    directory: String,
    /// The lines between the fences, with their last line break.
    pub(crate) block: String,
    /// What the compiler reads, as JSON text and as a value.
    json: String,
    pub(crate) value: Value,
}

/// What a parser is asked.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Question {
    /// The lines between the fences.
    Block(String),
    /// A whole `SKILL.md`, and the frontmatter that a host has for it.
    File { file: String, expected: String },
}

/// What a parser wants to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feed {
    /// The block with its final line break, and without.
    Block,
    /// The file with text below the frontmatter, and one that ends with its closing fence.
    File,
}

impl Feed {
    /// What sets the second of the two questions apart.
    pub(crate) fn second(self) -> &'static str {
        match self {
            Self::Block => "without the final line break",
            Self::File => "when the file ends with its fence",
        }
    }
}

impl Case {
    /// The case for the `SKILL.md` of the skill `directory`; `None` when the compiler does not accept it as it is.
    pub(crate) fn accepted(directory: &str, file: &str) -> Result<Option<Self>> {
        let files = [(format!("{directory}/SKILL.md"), file)];
        let Ok(compiled) = compile(Source::files(files), &Options::new()) else {
            return Ok(None);
        };
        let block = block(file).with_context(|| format!("accepted without fences: {file:?}"))?;
        let pack = Pack::new(compiled.pack())?;
        let entry = pack.entry(0).context("a pack has no entry")?;
        let json = std::str::from_utf8(entry.frontmatter_json())?.to_owned();
        Ok(Some(Self {
            directory: directory.to_owned(),
            block: block.to_owned(),
            value: serde_json::from_str(&json)
                .with_context(|| format!("accepted without JSON: {file:?}"))?,
            json,
        }))
    }

    /// The case for a block that becomes a file.
    pub(crate) fn of(directory: &str, block: &str) -> Result<Option<Self>> {
        Self::accepted(directory, &file(block, "Text.\n"))
    }

    /// A case that nobody has checked.
    pub(crate) fn claimed(block: &str, value: Value) -> Self {
        Self {
            directory: NAME.to_owned(),
            block: block.to_owned(),
            json: value.to_string(),
            value,
        }
    }

    /// The same skill with another block.
    pub(crate) fn with(&self, block: &str) -> Result<Option<Self>> {
        Self::of(&self.directory, block)
    }

    /// The two questions for a parser.
    pub(crate) fn questions(&self, feed: Feed) -> [Question; 2] {
        match feed {
            Feed::Block => [self.block.as_str(), without_last_break(&self.block)]
                .map(|block| Question::Block(block.to_owned())),
            Feed::File => ["\nText.\n", ""].map(|body| {
                let file = file(&self.block, body);
                Question::File {
                    file: match body {
                        "" => without_last_break(&file).to_owned(),
                        _ => file,
                    },
                    expected: self.json.clone(),
                }
            }),
        }
    }
}

/// A `SKILL.md`, with the line break that the block ends with.
fn file(block: &str, body: &str) -> String {
    let line_break = if block.ends_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    format!("---{line_break}{block}---{line_break}{body}")
}

fn without_last_break(text: &str) -> &str {
    text.strip_suffix("\r\n")
        .or_else(|| text.strip_suffix('\n'))
        .unwrap_or(text)
}

/// The lines between the fences.
fn block(text: &str) -> Option<&str> {
    let start = text.find('\n')? + 1;
    let rest = text.get(start..)?;
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end_matches(['\r', '\n']) == "---" {
            return rest.get(..end);
        }
        end += line.len();
    }
    None
}
