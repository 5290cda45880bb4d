//! Problems: what is wrong, where, and how to mend it.

pub(crate) mod code;
mod fix;
mod render;
mod text;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use code::{Code, Level};
pub use fix::Fix;
pub(crate) use fix::Help;
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
    help: Vec<Help>,
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

    pub(crate) fn help(mut self, help: impl Into<Help>) -> Self {
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

    /// The line and the column behind the place, both from 1, where the file can be shown.
    pub fn end(&self) -> Option<(u32, u32)> {
        self.place
            .as_ref()
            .map(|place| place.text.line_column(place.span.end))
    }

    /// The line and the column, both from 1, of a byte of the file that the place is in.
    pub fn position(&self, offset: usize) -> Option<(u32, u32)> {
        self.place
            .as_ref()
            .map(|place| place.text.line_column(offset))
    }

    /// Other places of the same file that belong to the problem, each as bytes and what is said of it.
    pub fn others(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        self.also
            .iter()
            .map(|place| (place.span.clone(), place.label.as_str()))
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
        self.help.iter().map(|help| help.text.as_str())
    }

    /// Each way to mend it in words, with the change that a tool can make where there is one.
    pub fn ways(&self) -> impl Iterator<Item = (&str, Option<&Fix>)> {
        self.help
            .iter()
            .map(|help| (help.text.as_str(), help.fix.as_ref()))
    }

    /// The ways to mend it that a tool can carry out, the preferred one first.
    pub fn fixes(&self) -> impl Iterator<Item = &Fix> {
        self.help.iter().filter_map(|help| help.fix.as_ref())
    }

    /// Background that explains the message.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().map(String::as_str)
    }

    /// The whole report as a `compile_error!` shows it: `message [code]`, the place, the line, and the help.
    pub fn compile_error_text(&self) -> String {
        render::compile_error(self)
    }

    /// Whether the place of `other` lies within this one's.
    fn contains(&self, other: &Diagnostic) -> bool {
        let (Some(outer), Some(inner)) = (self.span(), other.span()) else {
            return false;
        };
        self.path == other.path && outer.start <= inner.start && inner.end <= outer.end
    }

    /// The same text as [`Display`](fmt::Display) writes, with ANSI colours.
    pub fn styled_text(&self) -> String {
        render::styled(self)
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
    skills: usize,
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

    /// How many skills were looked at, valid ones included.
    pub fn skills(&self) -> usize {
        self.skills
    }

    /// Gives the problems that were found while listing to the skills that they lie in.
    pub(crate) fn assign(&mut self, directories: &[(String, &str)]) {
        for item in self.items.iter_mut().filter(|item| item.skill.is_none()) {
            let inside = |shown: &str| {
                item.path == shown
                    || item
                        .path
                        .strip_prefix(shown)
                        .is_some_and(|rest| rest.starts_with('/'))
            };
            let owner = directories.iter().find(|(shown, _)| inside(shown));
            item.skill = owner.map(|(_, directory)| (*directory).to_owned());
        }
    }

    pub(crate) fn set_skills(&mut self, skills: usize) {
        self.skills = skills;
    }

    /// How many of the skills have a problem that fails a build.
    pub fn invalid_skills(&self) -> usize {
        let skills: std::collections::BTreeSet<_> =
            self.failures().filter_map(Diagnostic::skill).collect();
        skills.len()
    }

    /// Those that fail a build: errors, and lints that nothing allows.
    pub fn failures(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter()
            .filter(|item| item.code.level() != Level::Warning)
    }

    /// Drops what is wrong inside a value that is refused as a whole.
    pub(crate) fn drop_consequences(&mut self) {
        let refused =
            |item: &Diagnostic| [code::FIELD_TYPE, code::NESTED_METADATA].contains(&item.code);
        let whole: Vec<_> = self.iter().filter(|item| refused(item)).cloned().collect();
        self.items
            .retain(|item| refused(item) || !whole.iter().any(|whole| whole.contains(item)));
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
