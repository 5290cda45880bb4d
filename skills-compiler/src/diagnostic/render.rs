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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Diagnostic, Text, code};

    /// The rendering of a mark on `marked` in `text`.
    fn shown(text: &str, marked: &str) -> String {
        let start = text.find(marked).expect("the mark is in the text");
        let text = Arc::new(Text::new(text));
        let problem = Diagnostic::new(code::TAB, "x/SKILL.md", "wrong").at(
            &text,
            start..start + marked.len(),
            "here",
        );
        problem.help("write it\nover two lines").to_string()
    }

    #[test]
    fn a_mark_stands_below_what_it_marks() {
        for (text, marked, column, line, mark) in [
            ("ab: cd", "cd", 5, "ab: cd", "    ^^ here"),
            ("\tab: cd\r\n", "cd", 6, "    ab: cd", "        ^^ here"),
            ("雪: cd", "cd", 4, "雪: cd", "    ^^ here"),
            ("e\u{301}: cd", "cd", 5, "e\u{301}: cd", "   ^^ here"),
            ("💰💰: 雪", "雪", 5, "💰💰: 雪", "      ^^ here"),
        ] {
            let expected = format!(
                "error[tab]: wrong\n --> x/SKILL.md:1:{column}\n  |\n1 | {line}\n  | {mark}\n  |\n  = help: write it\n          over two lines"
            );
            assert_eq!(shown(text, marked), expected, "{text:?}");
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        for letter in ["x", "雪"] {
            let text = format!("{}!{}", letter.repeat(400), letter.repeat(400));
            let rendered = shown(&text, "!");
            let longest = rendered.lines().map(|line| line.chars().count()).max();
            assert!(longest.is_some_and(|longest| longest < 500), "{rendered}");
            assert!(
                rendered.contains('!') && rendered.contains("^ here"),
                "{rendered}"
            );
        }
    }

    // rustc writes the `error:` before a macro's message.
    #[test]
    fn the_macros_text_starts_with_the_message() {
        let problem = Diagnostic::new(code::TAB, "x", "wrong");
        assert_eq!(problem.compile_error_text(), "wrong [tab]\n--> x");
        assert!(problem.styled_text().contains('\u{1b}'));
    }
}
