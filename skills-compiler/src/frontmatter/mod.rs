//! The frontmatter of a `SKILL.md`: found, parsed, checked, and turned into JSON (contract, F).

mod absent;
mod block;
mod cause;
mod events;
mod fields;
mod json;
mod number;
mod pair;
mod scalar;
mod surface;
mod tree;

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Text, code};
use crate::limits::Limits;

/// What a valid frontmatter says.
#[derive(Debug)]
pub(crate) struct Frontmatter {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The string pairs of `metadata`, in the author's order.
    pub(crate) metadata: Vec<(String, String)>,
    /// Every field the author wrote, as one compact JSON object.
    pub(crate) json: String,
}

/// A `SKILL.md` while it is checked.
pub(crate) struct Manuscript<'a> {
    /// How messages name the file.
    pub(crate) path: &'a str,
    /// The skill's directory below the embedded one, which `allow` names.
    pub(crate) skill: &'a str,
    /// The name that the directory demands, when it has one.
    pub(crate) directory: Option<&'a str>,
    pub(crate) text: Arc<Text>,
    pub(crate) limits: &'a Limits,
}

impl Manuscript<'_> {
    fn problem(&self, code: &'static Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.path, message).in_skill(self.skill)
    }

    /// Parses and checks the frontmatter; `None` when a problem leaves nothing to go on with.
    pub(crate) fn frontmatter(&self, problems: &mut Vec<Diagnostic>) -> Option<Frontmatter> {
        let frontmatter = self.check(problems);
        keep_some_of_each(problems);
        frontmatter
    }

    fn check(&self, problems: &mut Vec<Diagnostic>) -> Option<Frontmatter> {
        let block = block::find(self, problems)?;
        let root = events::parse(self, &block, problems)?;
        if problems
            .iter()
            .any(|problem| [code::ODD_BLANK, code::TAB].contains(&problem.code()))
        {
            // The author sees another structure than the parser.
            return None;
        }
        let fields = fields::check(self, &root, problems);
        let json = json::encode(self, &root, problems)?;
        let (name, description, metadata) = fields?;
        Some(Frontmatter {
            name,
            description,
            metadata,
            json,
        })
    }
}

/// How often one frontmatter is told the same.
const SHOWN_OF_EACH: usize = 20;

/// Thins out problems of one kind. Some of each kind stay, so that what one allowance lets pass hides no other kind.
fn keep_some_of_each(problems: &mut Vec<Diagnostic>) {
    let mut counts = HashMap::<&str, usize>::new();
    let mut last = HashMap::<&str, usize>::new();
    let mut kept = Vec::with_capacity(problems.len());
    for problem in problems.drain(..) {
        let name = problem.code().name();
        let count = counts.entry(name).or_default();
        *count += 1;
        if *count <= SHOWN_OF_EACH {
            last.insert(name, kept.len());
            kept.push(problem);
        }
    }
    for (name, count) in counts
        .into_iter()
        .filter(|(_, count)| *count > SHOWN_OF_EACH)
    {
        let more = count - SHOWN_OF_EACH;
        if let Some(problem) = last.get(name).and_then(|index| kept.get_mut(*index)) {
            *problem = problem.clone().note(format!(
                "and {more} more of this kind in the same frontmatter"
            ));
        }
    }
    *problems = kept;
}
