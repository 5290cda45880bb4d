//! What an author will want to know although it fails no build (contract, F8).

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, Parser, Tag};

use crate::content::body_start;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Text, code};
use crate::member_path::{SKILL_MD, parent, prefixes};
use crate::revision::{Member, Revision};
use crate::source::Listing;
use crate::uri::encode_segment;

/// Longer texts cost an agent more than they give.
const MAX_BODY_LINES: usize = 500;

/// Some clients stop after 64 pages of 100 items.
const MAX_ITEMS: usize = 6_400;

/// Looks at everything that was read.
pub(crate) fn check(revisions: &[Revision<'_>], listing: &Listing<'_>, problems: &mut Diagnostics) {
    for revision in revisions {
        problems.extend(Advice::new(revision, listing).collect());
    }
    let descriptors: usize = revisions
        .iter()
        .map(|revision| revision.members.len())
        .sum();
    for (what, count) in [
        ("skills/list", revisions.len()),
        ("resources/list", descriptors),
    ] {
        if count > MAX_ITEMS {
            let message =
                format!("`{what}` has {count} items, and some clients stop after {MAX_ITEMS}");
            let problem = Diagnostic::new(code::MANY_PAGES, listing.display(""), message);
            problems.push(problem.help("serve larger pages, or split the catalog"));
        }
    }
}

/// One skill, looked at.
struct Advice<'a> {
    revision: &'a Revision<'a>,
    listing: &'a Listing<'a>,
    paths: BTreeSet<&'a str>,
    problems: Vec<Diagnostic>,
}

impl<'a> Advice<'a> {
    fn new(revision: &'a Revision<'a>, listing: &'a Listing<'a>) -> Self {
        let paths = revision
            .members
            .iter()
            .flat_map(|member| prefixes(member.path))
            .collect();
        Self {
            revision,
            listing,
            paths,
            problems: Vec::new(),
        }
    }

    fn collect(mut self) -> Vec<Diagnostic> {
        for member in &self.revision.members {
            self.member(member);
        }
        let root = self.revision.members.iter().find(|member| member.is_root());
        if let Some(text) = root.and_then(|root| std::str::from_utf8(&root.bytes).ok()) {
            self.body(text);
        }
        self.unmentioned();
        self.problems
    }

    fn report(&mut self, problem: Diagnostic) {
        self.problems
            .push(problem.in_skill(self.revision.directory));
    }

    fn about(&mut self, code: &'static Code, member: &Member<'_>, message: &str, help: &str) {
        let problem = Diagnostic::new(code, self.listing.display(member.source), message);
        self.report(problem.help(help));
    }

    fn member(&mut self, member: &Member<'_>) {
        if !member.is_root() && member.name() == SKILL_MD {
            let message =
                "`SKILL.md` inside another skill is a supporting file, not a skill of its own";
            self.about(
                code::NESTED_SKILL,
                member,
                message,
                "move it out if it is meant to be listed",
            );
        }
        if member.is_executable {
            let message = "executable bit is lost over MCP";
            self.about(
                code::EXECUTABLE_BIT,
                member,
                message,
                "say in `SKILL.md` how to run the file",
            );
        }
    }

    fn body(&mut self, text: &str) {
        let start = body_start(text);
        let body = &text[start..];
        let lines = body.lines().count();
        let shown = Arc::new(Text::new(text));
        if lines > MAX_BODY_LINES {
            let message = format!("text has {lines} lines (advised are at most {MAX_BODY_LINES})");
            let problem = Diagnostic::new(code::LONG_BODY, &self.revision.shown, message);
            self.report(problem.help("move details into files that the text names"));
        }
        for (target, span) in links(body) {
            let Some(flaw) = self.dead(&target) else {
                continue;
            };
            let span = start + span.start..start + span.end;
            let message = format!("link to `{target}` {flaw}");
            let problem = Diagnostic::new(code::DEAD_LINK, &self.revision.shown, message);
            let problem = problem.at(&shown, span, "dead over MCP");
            self.report(problem.help("put the file into the skill, or mend the link"));
        }
    }

    /// Why a relative link leads nowhere; `None` when it does not, or is none.
    fn dead(&self, target: &str) -> Option<&'static str> {
        let path = target.split(['#', '?']).next().unwrap_or(target);
        let has_scheme = path
            .split('/')
            .next()
            .is_some_and(|first| first.contains(':'));
        if path.is_empty() || path.starts_with('/') || has_scheme {
            return None;
        }
        let decoded = percent_decode_str(path).decode_utf8_lossy();
        let mut resolved = Vec::new();
        for segment in decoded.split('/') {
            match segment {
                ".." if resolved.is_empty() => return Some("leaves the skill"),
                ".." => drop(resolved.pop()),
                "" | "." => {}
                segment => resolved.push(segment),
            }
        }
        let resolved = resolved.join("/");
        (!resolved.is_empty() && !self.paths.contains(resolved.as_str()))
            .then_some("leads to no file of the skill")
    }

    /// Files whose name, path or directory no text of the skill holds.
    fn unmentioned(&mut self) {
        let texts: Vec<(&str, &str)> = self
            .revision
            .members
            .iter()
            .filter(|member| member.media.is_text)
            .filter_map(|member| Some((member.path, std::str::from_utf8(&member.bytes).ok()?)))
            .collect();
        let is_hidden =
            |member: &Member<'_>| member.path.split('/').any(|part| part.starts_with('.'));
        let members = self.revision.members.iter();
        for member in members.filter(|member| !member.is_root() && !is_hidden(member)) {
            let directory = format!("{}/", parent(member.path));
            let encoded = encode_segment(member.name());
            let is_mentioned =
                texts
                    .iter()
                    .filter(|(path, _)| *path != member.path)
                    .any(|(_, text)| {
                        text.contains(member.name())
                            || text.contains(&encoded)
                            || (directory.len() > 1 && text.contains(&directory))
                    });
            if !is_mentioned {
                let message = "no text of the skill mentions this file";
                self.about(
                    code::UNMENTIONED_FILE,
                    member,
                    message,
                    "say in `SKILL.md` when to read it, or remove it",
                );
            }
        }
    }
}

/// The targets of links and pictures in a Markdown text.
fn links(body: &str) -> Vec<(String, Range<usize>)> {
    let events = Parser::new(body).into_offset_iter();
    let targets = events.filter_map(|(event, span)| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some((dest_url.to_string(), span))
        }
        _ => None,
    });
    targets.collect()
}

#[cfg(test)]
mod tests {
    use crate::{Options, Source, compile};

    fn warnings(files: &[(&str, &str)]) -> Vec<String> {
        let mut files: Vec<_> = files
            .iter()
            .map(|(path, text)| (format!("x/{path}"), (*text).to_owned()))
            .collect();
        for (path, text) in &mut files {
            if path == "x/SKILL.md" {
                *text = format!("---\nname: x\ndescription: d\n---\n{text}");
            }
        }
        let compiled = compile(Source::files(files), &Options::new()).expect("the skill is valid");
        let shown = compiled.warnings().iter().map(|problem| {
            let line = problem
                .line()
                .map_or_else(String::new, |line| format!(":{line}"));
            format!(
                "{}{line} {} [{}]",
                problem.path(),
                problem.message(),
                problem.code().name()
            )
        });
        shown.collect()
    }

    // F8: relative links that lead nowhere, code aside.
    #[test]
    fn dead_links_are_found() {
        let body = "[a](a.md) [b](b.md) [c](../y/c.md)\n`[d](d.md)`\n\n```\n[e](e.md)\n```\n[f](https://h/f.md) \
                    [g](#part) [h](docs/) [i](./docs/../a.md#x) ![j](j%20k.png) [l](mailto:a@b)\n";
        let files = [
            ("SKILL.md", body),
            ("a.md", "docs/"),
            ("docs/x.md", ""),
            ("j k.png", ""),
        ];
        assert_eq!(
            warnings(&files),
            [
                "x/SKILL.md:5 link to `../y/c.md` leaves the skill [dead_link]",
                "x/SKILL.md:5 link to `b.md` leads to no file of the skill [dead_link]",
            ]
            .map(str::to_owned)
            .into_iter()
            .rev()
            .collect::<Vec<_>>()
        );
    }

    // F8: files that nothing mentions, nested skills, long texts.
    #[test]
    fn what_readers_will_miss_is_named() {
        let body = format!("see docs/\n{}", "line\n".repeat(500));
        let files = [
            ("SKILL.md", body.as_str()),
            ("docs/a.md", ""),
            ("b.md", ""),
            ("c/SKILL.md", ""),
        ];
        assert_eq!(
            warnings(&files),
            [
                "x/SKILL.md text has 501 lines (advised are at most 500) [long_body]",
                "x/b.md no text of the skill mentions this file [unmentioned_file]",
                "x/c/SKILL.md `SKILL.md` inside another skill is a supporting file, not a skill of its own [nested_skill]",
                "x/c/SKILL.md no text of the skill mentions this file [unmentioned_file]",
            ]
        );
    }
}
