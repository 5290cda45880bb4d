//! Problems: what is wrong, where, and how to mend it.

pub(crate) mod code;
mod render;
mod text;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use code::{Code, Level};
pub(crate) use text::Text;

/// One problem in one place.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    code: &'static Code,
    path: String,
    skill: Option<String>,
    place: Option<Place>,
    /// Line and column in a file that cannot be shown.
    position: Option<(u32, u32)>,
    also: Vec<Place>,
    message: String,
    notes: Vec<String>,
    help: Vec<String>,
}

/// A span of a file, with the words that stand beside the mark.
#[derive(Clone, Debug)]
struct Place {
    text: Arc<Text>,
    span: Range<usize>,
    label: String,
}

impl Diagnostic {
    pub(crate) fn new(
        code: &'static Code,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            path: path.into(),
            skill: None,
            place: None,
            position: None,
            also: Vec::new(),
            message: message.into(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Marks `span` (bytes of the file, clamped to it) with `label`.
    pub(crate) fn at(
        mut self,
        text: &Arc<Text>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        self.place = Some(Place {
            text: Arc::clone(text),
            span: text.clamp(span),
            label: label.into(),
        });
        self
    }

    /// Marks a second place of the same file.
    pub(crate) fn and_at(
        mut self,
        text: &Arc<Text>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        self.also.push(Place {
            text: Arc::clone(text),
            span: text.clamp(span),
            label: label.into(),
        });
        self
    }

    /// Names a line and a column, both from 1, of a file whose text cannot be shown.
    pub(crate) fn at_position(mut self, line: u32, column: u32) -> Self {
        self.position = Some((line, column));
        self
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    pub(crate) fn in_skill(mut self, skill: &str) -> Self {
        self.skill = Some(skill.to_owned());
        self
    }

    /// The kind of problem.
    pub fn code(&self) -> &'static Code {
        self.code
    }

    /// The file or directory, as a person would name it from the package's directory.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The skill that it belongs to: its directory's path below the embedded directory.
    pub fn skill(&self) -> Option<&str> {
        self.skill.as_deref()
    }

    /// The line of the file, from 1, where the problem has a place in it.
    pub fn line(&self) -> Option<u32> {
        self.line_column().map(|(line, _)| line)
    }

    /// The column in that line, from 1, in characters.
    pub fn column(&self) -> Option<u32> {
        self.line_column().map(|(_, column)| column)
    }

    fn line_column(&self) -> Option<(u32, u32)> {
        let shown = self
            .place
            .as_ref()
            .map(|place| place.text.line_column(place.span.start));
        shown.or(self.position)
    }

    /// The place as a range of the file's bytes.
    pub fn span(&self) -> Option<Range<usize>> {
        self.place.as_ref().map(|place| place.span.clone())
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it; each item is one way.
    pub fn helps(&self) -> impl Iterator<Item = &str> {
        self.help.iter().map(String::as_str)
    }

    /// The whole report as a `compile_error!` shows it: `message [code]`, the place, the line, and the help.
    pub fn compile_error_text(&self) -> String {
        render::compile_error(self)
    }

    fn sort_key(&self) -> (&str, usize, &'static str, &str) {
        let start = self.place.as_ref().map_or(0, |place| place.span.start);
        (&self.path, start, self.code.name(), &self.message)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render::plain(self))
    }
}

/// Every problem that one compilation found, in path order.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
}

impl Diagnostics {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.items.push(diagnostic);
    }

    pub(crate) fn extend(&mut self, other: impl IntoIterator<Item = Diagnostic>) {
        self.items.extend(other);
    }

    pub(crate) fn sort(&mut self) {
        self.items.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Each of them, sorted by path and place.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.items.iter()
    }

    /// Those that fail a build: errors, and lints that nothing allows.
    pub fn failures(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter()
            .filter(|item| item.code.level() != Level::Warning)
    }

    pub(crate) fn has_failures(&self) -> bool {
        self.failures().next().is_some()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n\n" };
            write!(f, "{gap}{item}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
