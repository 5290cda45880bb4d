//! From YAML events to the spanned tree, with what the contract forbids on the way (contract, F3).

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

use super::Manuscript;
use super::block::Block;
use super::cause::{self, odd_blank};
use super::pair::{Pair, quote};
use super::scalar::{self, Plain};
use super::surface::{self, Collection, Scalar, Surface};
use super::tree::{Member, Node, Value};
use crate::diagnostic::{Code, Diagnostic, Help, Level, code};

/// After so many errors in one frontmatter, more would tell nothing new.
const MAX_ERRORS: usize = 20;

/// Parses the block; `None` when what follows would be a consequence of a problem reported here.
pub(super) fn parse(
    file: &Manuscript<'_>,
    block: &Block<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Node> {
    let mut builder = Builder {
        file,
        offsets: Offsets::new(block),
        parser: Parser::new_from_str(block.yaml),
        problems: Vec::new(),
        errors: 0,
        surface: Surface::default(),
        flow_depth: 0,
        lists: 0,
    };
    let result = builder.document();
    problems.append(&mut builder.problems);
    match result {
        Ok(root) => {
            problems.extend(surface::check(file, block, &builder.surface));
            Some(root)
        }
        Err(Stop::Reported) => None,
        Err(Stop::Syntax { info, offset }) => {
            problems.push(cause::explain(file, block, &info, offset));
            None
        }
    }
}

/// Parsers look 1,024 characters ahead for the colon of a key, and count them differently.
const MAX_KEY_BYTES: usize = 1_000;

/// The TypeScript client reads no deeper; the default limit is below it.
const SDK_DEPTH: u64 = 33;

/// Why parsing ended early.
enum Stop {
    /// The problem has been reported.
    Reported,
    /// The parser gave up at a byte of the file.
    Syntax { info: String, offset: usize },
}

/// Turns the parser's offsets, which count characters of the block, into bytes of the file.
struct Offsets {
    start: usize,
    length: usize,
    /// The byte of each character; empty when every character is one byte.
    bytes: Vec<usize>,
}

impl Offsets {
    fn new(block: &Block<'_>) -> Self {
        let bytes = if block.yaml.is_ascii() {
            Vec::new()
        } else {
            block.yaml.char_indices().map(|(at, _)| at).collect()
        };
        Self {
            start: block.start,
            length: block.yaml.len(),
            bytes,
        }
    }

    fn byte(&self, character: usize) -> usize {
        let at = if self.bytes.is_empty() {
            character
        } else {
            self.bytes.get(character).copied().unwrap_or(self.length)
        };
        self.start + at.min(self.length)
    }

    fn range(&self, span: Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }
}

struct Builder<'f, 'b> {
    file: &'f Manuscript<'f>,
    offsets: Offsets,
    parser: Parser<'b, StrInput<'b>>,
    problems: Vec<Diagnostic>,
    errors: usize,
    surface: Surface,
    /// How many flow collections are open.
    flow_depth: usize,
    /// How many block lists are open.
    lists: usize,
}

impl<'b> Builder<'_, 'b> {
    fn document(&mut self) -> Result<Node, Stop> {
        let mut root = None;
        loop {
            let (event, range) = self.next()?;
            match event {
                Event::StreamEnd => break,
                Event::DocumentStart(_) if root.is_some() => {
                    self.report(
                        code::YAML_DOCUMENTS,
                        "frontmatter holds more than one YAML document",
                        range,
                        |p| p.help("keep one document between the two `---` lines"),
                    )?;
                    return Err(Stop::Reported);
                }
                Event::StreamStart
                | Event::DocumentStart(_)
                | Event::DocumentEnd
                | Event::Nothing => {}
                event => root = Some(self.node(event, range, 0)?),
            }
        }
        let end = self.offsets.start;
        Ok(root.unwrap_or(Node {
            value: Value::Null,
            span: end..end,
        }))
    }

    fn next(&mut self) -> Result<(Event<'b>, Range<usize>), Stop> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, self.offsets.range(span))),
            Some(Err(error)) => Err(Stop::Syntax {
                info: error.info().to_owned(),
                offset: self.offsets.byte(error.marker().index()),
            }),
            None => Ok((Event::StreamEnd, self.offsets.range(Span::default()))),
        }
    }

    fn report(
        &mut self,
        code: &'static Code,
        message: impl Into<String>,
        span: Range<usize>,
        finish: impl FnOnce(Diagnostic) -> Diagnostic,
    ) -> Result<(), Stop> {
        let problem = self
            .file
            .problem(code, message)
            .at(&self.file.text, span, "");
        self.problems.push(finish(problem));
        // Lints may be allowed, and what an allowed lint stands in has to be read to its end.
        self.errors += usize::from(code.level() == Level::Error);
        if self.errors >= MAX_ERRORS {
            Err(Stop::Reported)
        } else {
            Ok(())
        }
    }

    /// Builds the node that `event` starts; `depth` is the level of the collection around it.
    fn node(&mut self, event: Event<'b>, range: Range<usize>, depth: u64) -> Result<Node, Stop> {
        self.properties(&event, &range)?;
        match event {
            Event::Scalar(text, style, ..) => self.scalar(&text, style, range),
            Event::SequenceStart(..) => self.collection(range, depth + 1, Self::sequence),
            Event::MappingStart(..) => self.collection(range, depth + 1, Self::mapping),
            Event::Alias(_) => {
                let help = self.quoted_or(&range, true, "write the value out");
                let message = "unquoted value starts with `*`, which makes it an alias";
                self.report(code::YAML_ALIAS, message, range.clone(), |p| p.help(help))?;
                Ok(Node {
                    value: Value::Refused,
                    span: range,
                })
            }
            _ => Err(Stop::Syntax {
                info: "unexpected end of the frontmatter".into(),
                offset: range.start,
            }),
        }
    }

    /// Reports an anchor and a tag.
    fn properties(&mut self, event: &Event<'b>, range: &Range<usize>) -> Result<(), Stop> {
        let (anchor, tag) = match event {
            Event::Scalar(_, _, anchor, tag) => (*anchor, tag.as_ref()),
            Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                (*anchor, tag.as_ref())
            }
            _ => (0, None),
        };
        let is_scalar = matches!(event, Event::Scalar(..));
        if anchor != 0 {
            let help = self.quoted_or(range, is_scalar, "remove the anchor");
            let message = "unquoted value starts with `&`, which makes it an anchor";
            self.report(code::YAML_ANCHOR, message, range.clone(), |p| p.help(help))?;
        }
        if let Some(tag) = tag {
            let help = self.quoted_or(range, is_scalar, "remove the tag");
            let message = format!("unquoted value starts with the tag `{}`", shown_tag(tag));
            self.report(code::YAML_TAG, message, range.clone(), |p| p.help(help))?;
        }
        Ok(())
    }

    /// The line's value in quotes, where the line has a scalar; otherwise the advice.
    fn quoted_or(&self, range: &Range<usize>, is_scalar: bool, advice: &str) -> Help {
        let pair = Pair::at(&self.file.text, range.start).filter(|_| is_scalar);
        let own =
            pair.filter(|pair| pair.span.start == range.start && !pair.value.starts_with("!!"));
        own.map_or_else(|| Help::text(advice), |pair| pair.quoted())
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, span: Range<usize>) -> Result<Node, Stop> {
        self.wrote(text, style, &span, false);
        let value = match style {
            ScalarStyle::Plain => self.plain(text, &span)?,
            _ => Value::String(text.to_owned()),
        };
        Ok(Node { value, span })
    }

    fn wrote(&mut self, value: &str, style: ScalarStyle, span: &Range<usize>, is_key: bool) {
        self.surface.scalars.push(Scalar {
            span: self.without_header(style, value, span),
            style,
            is_key,
            in_flow: self.flow_depth > 0,
            value: value.to_owned(),
        });
    }

    /// The span of a block scalar without text starts at its header, that of any other below it: brought into line.
    fn without_header(&self, style: ScalarStyle, value: &str, span: &Range<usize>) -> Range<usize> {
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let text = self
            .file
            .text
            .as_str()
            .get(span.clone())
            .unwrap_or_default();
        if !is_block || !value.bytes().all(|b| b == b'\n') || !text.starts_with(['|', '>']) {
            return span.clone();
        }
        text.find('\n').map_or(span.end, |at| span.start + at + 1)..span.end
    }

    /// Whether a collection that starts here is written in brackets.
    fn is_flow(&self, range: &Range<usize>) -> bool {
        self.file
            .text
            .as_str()
            .get(range.start..)
            .is_some_and(|text| text.starts_with(['[', '{']))
            && !range.is_empty()
    }

    /// Builds a collection and notes how it was written.
    fn collection(
        &mut self,
        range: Range<usize>,
        depth: u64,
        build: impl FnOnce(&mut Self, Range<usize>, u64) -> Result<Node, Stop>,
    ) -> Result<Node, Stop> {
        self.check_depth(depth, &range)?;
        let is_flow = self.is_flow(&range);
        let is_nested = self.flow_depth > 0;
        self.flow_depth += usize::from(is_flow);
        let node = build(self, range, depth)?;
        self.flow_depth -= usize::from(is_flow);
        self.surface.collections.push(Collection {
            span: node.span.clone(),
            is_root: depth == 1,
            is_flow,
            in_flow: is_nested,
        });
        Ok(node)
    }

    fn plain(&mut self, text: &str, span: &Range<usize>) -> Result<Value, Stop> {
        let (value, problem) = judge(text);
        if let Some((code, message)) = problem {
            let quoted = quote(text);
            let help = Help::edit(format!("write {quoted}"), span.clone(), quoted);
            self.report(code, message, span.clone(), |p| p.help(help))?;
        }
        Ok(value)
    }

    fn check_depth(&mut self, depth: u64, range: &Range<usize>) -> Result<(), Stop> {
        let limit = self.file.limits.depth;
        if depth > limit {
            let message = format!("frontmatter is nested too deeply (limit {limit} levels)");
            self.report(code::YAML_DEPTH, message, range.clone(), |p| {
                p.help("flatten it")
            })?;
            return Err(Stop::Reported);
        }
        if depth == SDK_DEPTH + 1 {
            let message = format!(
                "frontmatter has more than {SDK_DEPTH} levels, which some SDKs do not read"
            );
            self.report(code::SDK_SUBSET, message, range.clone(), |p| {
                p.help("flatten it")
            })?;
        }
        Ok(())
    }

    fn sequence(&mut self, range: Range<usize>, depth: u64) -> Result<Node, Stop> {
        let mut items = Vec::new();
        let is_block = self.flow_depth == 0;
        self.lists += usize::from(is_block);
        loop {
            match self.next()? {
                (Event::SequenceEnd, end) => {
                    let last = items.last().map(|item: &Node| item.span.end);
                    let span = self.whole(&range, &end, last);
                    self.lists -= usize::from(is_block);
                    if is_block && self.lists > 0 {
                        self.empty_last_item(&items)?;
                    }
                    return Ok(Node {
                        value: Value::Sequence(items),
                        span,
                    });
                }

                (event, item) => items.push(self.node(event, item, depth)?),
            }
        }
    }

    /// An empty item that ends a list inside another list: some parsers put what follows into the inner one.
    fn empty_last_item(&mut self, items: &[Node]) -> Result<(), Stop> {
        let last = items
            .last()
            .filter(|item| matches!(item.value, Value::Null) && item.span.is_empty());
        let Some(span) = last.map(|item| item.span.clone()) else {
            return Ok(());
        };
        let message = "empty item ends a list inside a list, which some SDKs read otherwise";
        self.report(code::SDK_SUBSET, message, span, |p| {
            p.help("write `- null`, or remove the item")
        })
    }

    /// The span of a collection: a flow collection ends with its bracket, a block collection with its last item, since
    /// the parser places the end of the latter at the token behind it.
    fn whole(&self, start: &Range<usize>, end: &Range<usize>, last: Option<usize>) -> Range<usize> {
        let inside = last.unwrap_or(start.end).max(start.end);
        if !self.is_flow(start) {
            return start.start..inside;
        }
        let text = self.file.text.as_str().get(..end.end).unwrap_or_default();
        if text.ends_with([']', '}']) {
            return start.start..end.end;
        }
        let rest = self.file.text.as_str().get(inside..).unwrap_or_default();
        start.start..rest.find([']', '}']).map_or(inside, |at| inside + at + 1)
    }

    fn mapping(&mut self, range: Range<usize>, depth: u64) -> Result<Node, Stop> {
        let mut members = Vec::new();
        let mut seen = HashMap::<String, Range<usize>>::new();
        loop {
            let (event, key_range) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                let last = members
                    .last()
                    .map(|member: &Member| member.node.span.end.max(member.key_span.end));
                let span = self.whole(&range, &key_range, last);
                return Ok(Node {
                    value: Value::Mapping(members),
                    span,
                });
            }
            let key = self.key(event, key_range.clone(), depth)?;
            let (event, value_range) = self.next()?;
            let node = self.node(event, value_range, depth)?;
            let Some(key) = key else { continue };
            if let Some(first) = seen.get(&key) {
                let (first, text) = (first.clone(), &self.file.text);
                let message = format!("key `{key}` stands twice in one mapping");
                self.report(code::DUPLICATE_KEY, message, key_range, |p| {
                    p.and_at(text, first, "first here")
                        .help("keep one of the two: some parsers refuse both, others take the last")
                })?;
                continue;
            }
            seen.insert(key.clone(), key_range.clone());
            members.push(Member {
                key,
                key_span: key_range,
                node,
            });
        }
    }

    /// The key's text; `None` when it was reported.
    fn key(
        &mut self,
        event: Event<'b>,
        range: Range<usize>,
        depth: u64,
    ) -> Result<Option<String>, Stop> {
        let reported = self.problems.len();
        let (text, style) = match &event {
            Event::Scalar(text, style, ..) => (text.to_string(), *style),
            Event::Alias(_) => {
                self.node(event, range, depth)?;
                return Ok(None);
            }
            _ => {
                self.report(
                    code::KEY_TYPE,
                    "key is a list or a mapping",
                    range.clone(),
                    |p| p.help("use a text as the key"),
                )?;
                self.node(event, range, depth)?;
                return Ok(None);
            }
        };
        self.wrote(&text, style, &range, true);
        if text == "<<" {
            let message = "`<<` merges another mapping in some parsers";
            self.report(code::MERGE_KEY, message, range, |p| {
                p.help("write the keys out")
            })?;
            return Ok(None);
        }
        self.properties(&event, &range)?;
        if range.len() > MAX_KEY_BYTES {
            let message = format!(
                "key is too long (got {} bytes, limit {MAX_KEY_BYTES})",
                range.len()
            );
            self.report(code::KEY_LENGTH, message, range.clone(), |p| {
                p.help("shorten it")
            })?;
        }
        if style == ScalarStyle::Plain {
            self.plain_key(&text, &range)?;
        }
        if text == "__proto__" {
            let message = "key `__proto__` is lost in JavaScript hosts";
            self.report(code::RESERVED_KEY, message, range, |p| p.help("rename it"))?;
        }
        Ok((self.problems.len() == reported).then_some(text))
    }

    /// A key without quotes, which has to be the same text for everyone.
    fn plain_key(&mut self, text: &str, range: &Range<usize>) -> Result<(), Stop> {
        let odd = text
            .char_indices()
            .find(|(_, c)| c.is_whitespace() && *c != ' ');
        if let Some((at, c)) = odd.filter(|_| text.trim() != text) {
            self.problems
                .push(odd_blank(self.file, range.start + at, c, "stands at a key"));
        } else if scalar::read(text) != Plain::Text {
            let quoted = quote(text);
            let message = format!("key `{text}` is not a string in every parser");
            let help = Help::edit(format!("write {quoted}:"), range.clone(), quoted);
            self.report(code::KEY_TYPE, message, range.clone(), |p| p.help(help))?;
        }
        Ok(())
    }
}

/// What a plain scalar means, and what is wrong with it.
fn judge(text: &str) -> (Value, Option<(&'static Code, String)>) {
    let string = || Value::String(text.to_owned());
    match scalar::read(text) {
        Plain::Null => (Value::Null, None),
        Plain::Bool(value) => (Value::Bool(value), None),
        Plain::Integer(value) => (Value::Integer(value), None),
        Plain::Float(value) => (Value::Float(value), None),
        Plain::Text => (string(), None),
        Plain::Date => {
            let message = format!("unquoted `{text}` is a date in some parsers and text in others");
            (string(), Some((code::PLAIN_DATE, message)))
        }
        Plain::NonFinite => {
            let message = format!("`{text}` is not finite, and JSON has no such number");
            (Value::Refused, Some((code::NON_FINITE, message)))
        }
        Plain::OutOfRange(why) => (
            Value::Refused,
            Some((code::NUMBER_RANGE, format!("{why} (got `{text}`)"))),
        ),
        Plain::Disputed(core, why) => {
            let value = match *core {
                Plain::Null => Value::Null,
                Plain::Bool(value) => Value::Bool(value),
                Plain::Integer(value) => Value::Integer(value),
                Plain::Float(value) => Value::Float(value),
                Plain::OutOfRange(_) | Plain::NonFinite => Value::Refused,
                Plain::Text | Plain::Date | Plain::Disputed(..) => string(),
            };
            let message =
                format!("unquoted `{text}` is read differently by different parsers: {why}");
            (value, Some((code::NON_PORTABLE_SCALAR, message)))
        }
    }
}

fn shown_tag(tag: &saphyr_parser::Tag) -> String {
    match tag.handle.as_str() {
        "tag:yaml.org,2002:" => format!("!!{}", tag.suffix),
        "" => format!("!<{}>", tag.suffix),
        handle => format!("{handle}{}", tag.suffix),
    }
}
