//! Diagnostics as text, in the shape of rustc's own.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Level as Shown, Origin, Renderer, Snippet};

use super::{Diagnostic, Level, Place};

/// Longer lines are cut around the marked place.
const WIDTH: usize = 120;

/// `error[code]: message` and all that belongs to it.
pub(super) fn plain(diagnostic: &Diagnostic) -> String {
    report(diagnostic, Renderer::plain())
}

/// The same with colours.
pub(super) fn styled(diagnostic: &Diagnostic) -> String {
    report(diagnostic, Renderer::styled())
}

fn report(diagnostic: &Diagnostic, renderer: Renderer) -> String {
    let title = level(diagnostic)
        .primary_title(&diagnostic.message)
        .id(diagnostic.code.name());
    renderer
        .term_width(WIDTH)
        .render(&[title.elements(body(diagnostic))])
}

/// `message [code]` and all that belongs to it: rustc writes the `error:` before it.
pub(super) fn compile_error(diagnostic: &Diagnostic) -> String {
    let title = format!("{} [{}]", diagnostic.message, diagnostic.code.name());
    let group = Shown::ERROR
        .primary_title(&title)
        .elements(body(diagnostic));
    let rendered = Renderer::plain().term_width(WIDTH).render(&[group]);
    rendered
        .strip_prefix("error: ")
        .map_or(rendered.clone(), str::to_owned)
}

fn level(diagnostic: &Diagnostic) -> Shown<'static> {
    match diagnostic.code.level() {
        Level::Error | Level::Lint => Shown::ERROR,
        Level::Warning => Shown::WARNING,
    }
}

fn body(diagnostic: &Diagnostic) -> Vec<Element<'_>> {
    let mut elements = vec![place(diagnostic)];
    elements.extend(
        diagnostic
            .notes
            .iter()
            .map(|note| Element::from(Shown::NOTE.message(note))),
    );
    elements.extend(
        diagnostic
            .help
            .iter()
            .map(|help| Element::from(Shown::HELP.message(&help.text))),
    );
    elements
}

fn place(diagnostic: &Diagnostic) -> Element<'_> {
    let Some(first) = &diagnostic.place else {
        let origin = Origin::path(&diagnostic.path);
        return match diagnostic.position {
            Some((line, column)) => origin
                .line(line as usize)
                .char_column(column as usize)
                .into(),
            None => origin.into(),
        };
    };
    let others = diagnostic
        .also
        .iter()
        .map(|other| mark(AnnotationKind::Context, other, other.span.clone()));
    let (source, span) = cut(first, diagnostic.also.is_empty());
    Snippet::source(source)
        .path(&diagnostic.path)
        .annotation(mark(AnnotationKind::Primary, first, span))
        .annotations(others)
        .into()
}

/// The text to show: a line that goes on far behind the mark ends there. The renderer cuts lines itself, but not those
/// of wide characters.
fn cut(place: &Place, is_alone: bool) -> (Cow<'_, str>, Range<usize>) {
    let text = place.text.as_str();
    let (start, line) = place.text.line_at(place.span.start);
    let end = (start + line.len()).max(place.span.start);
    let shown: usize = text[place.span.start..end]
        .chars()
        .take(WIDTH / 2)
        .map(char::len_utf8)
        .sum();
    let limit = place.span.start + shown;
    if !is_alone || place.span.end > end || limit == end {
        return (Cow::Borrowed(text), place.span.clone());
    }
    (
        Cow::Owned(format!("{}…", &text[..limit])),
        place.span.start..place.span.end.min(limit),
    )
}

fn mark(
    kind: AnnotationKind,
    place: &Place,
    span: Range<usize>,
) -> annotate_snippets::Annotation<'_> {
    let label = Some(place.label.as_str()).filter(|label| !label.is_empty());
    kind.span(span).label(label)
}
