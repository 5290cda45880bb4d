//! Diagnostics as text, in the shape of rustc's own.

use annotate_snippets::{AnnotationKind, Element, Level as Shown, Origin, Renderer, Snippet};

use super::{Diagnostic, Level, Place};

/// Longer lines are cut around the marked place.
const WIDTH: usize = 120;

/// `error[code]: message` and all that belongs to it.
pub(super) fn plain(diagnostic: &Diagnostic) -> String {
    let title = level(diagnostic)
        .primary_title(&diagnostic.message)
        .id(diagnostic.code.name());
    let group = title.elements(body(diagnostic));
    Renderer::plain().term_width(WIDTH).render(&[group])
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
            .map(|help| Element::from(Shown::HELP.message(help))),
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
        .map(|other| mark(AnnotationKind::Context, other));
    Snippet::source(first.text.as_str())
        .path(&diagnostic.path)
        .annotation(mark(AnnotationKind::Primary, first))
        .annotations(others)
        .into()
}

fn mark(kind: AnnotationKind, place: &Place) -> annotate_snippets::Annotation<'_> {
    let label = Some(place.label.as_str()).filter(|label| !label.is_empty());
    kind.span(place.span.clone()).label(label)
}
