//! Requests made up from a seed: a well-formed one, then changes to it.

use fastrand::Rng;

use crate::sent::{Cut, Sent};

pub(crate) const METHODS: [&str; 5] = [
    "skills/list",
    "skills/get",
    "resources/list",
    "resources/read",
    "resources/directory/read",
];

pub(crate) const VERSION: &str = "2026-07-28";

const URIS: [&str; 22] = [
    "skill://team/pdf/SKILL.md",
    "skill://notes/SKILL.md",
    "skill://team/secret/SKILL.md",
    "skill://team/none/SKILL.md",
    "skill://team/pdf/scripts/fill.py",
    "skill://team/pdf/my%20notes.txt",
    "skill://team/pdf/my notes.txt",
    "skill://team/secret/plan.txt",
    "skill://team/secret/none.txt",
    "skill://zip/logo.png",
    "skill://large/book.txt",
    "skill://team",
    "skill://team/pdf",
    "skill://team/pdf/",
    "skill://team/secret",
    "skill://zip",
    "SKILL://zip",
    "skill://team/pdf/SKILL.md?x",
    "book://one",
    "book://two",
    "\u{96ea}",
    "",
];

const IDS: [&str; 9] = [
    "1",
    "0",
    "-7",
    "9223372036854775807",
    "-9223372036854775808",
    r#""a""#,
    r#""""#,
    r#""\u96ea\n\"""#,
    r#""17""#,
];

const METAS: [&str; 4] = [
    "",
    r#","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}"#,
    r#","progressToken":"p","io.modelcontextprotocol/logLevel":"info""#,
    r#","io.modelcontextprotocol/clientInfo":5,"progressToken":1.5"#,
];

const CAPABILITIES: [&str; 3] = [
    "{}",
    r#"{"extensions":{"io.modelcontextprotocol/skills":{"a":[1,2.5,-3,null,true]}}}"#,
    r#"{"roots":{},"sampling":{},"elicitation":{}}"#,
];

/// What stands in for a value that was right.
const JUNK: [&str; 16] = [
    "null",
    "true",
    "5",
    "-0",
    "1.0",
    "1e2",
    "1e400",
    "18446744073709551615",
    "[]",
    "{}",
    r#""""#,
    r#""\ud800""#,
    r#"["2.0",1,"skills/list",{}]"#,
    "01",
    "nul",
    r#"{"a":1,"a":2}"#,
];

/// A request whose parts can still be changed.
pub(crate) struct Draft {
    pub(crate) method: &'static str,
    pub(crate) uri: Option<String>,
    pub(crate) sent: Sent,
    pub(crate) message: Vec<(String, String)>,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) meta: Vec<(String, String)>,
}

impl Draft {
    /// A well-formed request.
    pub(crate) fn new(rng: &mut Rng, cursors: &[String]) -> Self {
        let method = METHODS[rng.usize(..METHODS.len())];
        // Half of the time one of the roots, which come first.
        let among = if rng.bool() { 4 } else { URIS.len() };
        let uri = (!method.ends_with("/list")).then(|| URIS[rng.usize(..among)].to_owned());
        Self::about(rng, method, uri, cursors)
    }

    pub(crate) fn about(
        rng: &mut Rng,
        method: &'static str,
        uri: Option<String>,
        cursors: &[String],
    ) -> Self {
        let mut params = Vec::new();
        if let Some(uri) = &uri {
            params.push(member("uri", &quoted(uri)));
        }
        if !matches!(method, "skills/get" | "resources/read") && rng.u8(..3) > 0 {
            let garbage = ["", "x", "\u{96ea}", &"A".repeat(48)].map(str::to_owned);
            let cursors = [cursors, &garbage].concat();
            params.push(member(
                "cursor",
                &quoted(&cursors[rng.usize(..cursors.len())]),
            ));
        }
        let meta = vec![
            member("io.modelcontextprotocol/protocolVersion", &quoted(VERSION)),
            member(
                "io.modelcontextprotocol/clientCapabilities",
                pick(rng, &CAPABILITIES),
            ),
        ];
        let message = vec![
            member("jsonrpc", r#""2.0""#),
            member("id", pick(rng, &IDS)),
            member("method", &quoted(method)),
        ];
        let mut draft = Self {
            method,
            uri,
            sent: sent(method),
            message,
            params,
            meta,
        };
        draft.name(rng);
        draft.dress(rng);
        draft
    }

    /// `Mcp-Name`, where a header can carry the URI as it is.
    fn name(&mut self, rng: &mut Rng) {
        if let Some(uri) = &self.uri
            && (self.method == "resources/read" || rng.bool())
            && is_visible(uri)
        {
            self.sent.add("mcp-name", uri.clone());
        }
    }

    /// Whether the layer may answer, as far as the URI and its header go.
    pub(crate) fn is_answerable(&self) -> bool {
        match (&self.uri, self.method) {
            (Some(uri), "skills/get") => uri.ends_with("/SKILL.md"),
            (Some(uri), "resources/read") => is_visible(uri),
            _ => true,
        }
    }

    /// What makes no difference to whether a request is well formed.
    fn dress(&mut self, rng: &mut Rng) {
        if rng.u8(..4) == 0 {
            self.sent.add("authorization", "Bearer staff");
        }
        if rng.u8(..12) == 0 {
            self.sent.add("x-fail", "1");
        }
        self.sent.staff = rng.u8(..4) == 0;
        self.sent.uri = ["/mcp", "/", "/a/b?c=d", "http://localhost/mcp"][rng.usize(..4)];
        if rng.u8(..4) == 0 {
            self.sent
                .set("accept", "text/event-stream, */*,APPLICATION/json");
            self.sent
                .set("content-type", "Application/JSON; charset=utf-8");
            self.sent.set("host", "LOCALHOST:8080");
        }
        rng.shuffle(&mut self.params);
        rng.shuffle(&mut self.meta);
    }

    pub(crate) fn change(&mut self, rng: &mut Rng) {
        match rng.u8(..10) {
            0..4 => self.change_headers(rng),
            4..9 => self.change_members(rng),
            _ => self.sent.verb = ["GET", "PUT", "DELETE", "HEAD", "OPTIONS"][rng.usize(..5)],
        }
    }

    fn change_headers(&mut self, rng: &mut Rng) {
        const VALUES: [(&str, &[u8]); 31] = [
            ("accept", b"application/json"),
            ("accept", b"*/*"),
            ("accept", b"application/json;q=0, text/event-stream"),
            (
                "accept",
                b"application/json;q=0.5, text/event-stream;a=\"b,c\"",
            ),
            ("accept", b"application/json, text/event-stream, x/y;a=\","),
            (
                "accept",
                b"text/event-stream, x/y;a=\"b, application/json, c\"",
            ),
            ("content-type", b"text/plain"),
            ("content-type", b"application/json5"),
            ("content-type", b" application/json ; x"),
            ("content-type", b"application/json\xff"),
            ("host", b"evil.test"),
            ("host", b"localhost.evil.test"),
            ("host", b"user@localhost"),
            ("host", b"[::1]:80"),
            ("host", b"local host"),
            ("host", b""),
            ("origin", b"http://localhost"),
            ("origin", b"null"),
            ("content-encoding", b"gzip"),
            ("mcp-session-id", b"s"),
            ("last-event-id", b"1"),
            ("mcp-method", b"skills/list"),
            ("mcp-method", b"Skills/Get"),
            ("mcp-method", b"tools/call"),
            ("mcp-method", b"\xe9"),
            ("mcp-name", b"skill://team/pdf/SKILL.md"),
            ("mcp-name", b"=?base64?c2tpbGw6Ly96aXA=?="),
            ("mcp-name", b"\xe9\x9b\xaa"),
            ("mcp-protocol-version", b"2025-11-25"),
            ("mcp-protocol-version", b"2027-01-01"),
            ("mcp-protocol-version", b"\xff"),
        ];
        let (name, value) = VALUES[rng.usize(..VALUES.len())];
        match rng.u8(..6) {
            0..3 => self.sent.set(name, value),
            3 => self.sent.add(name, value),
            4 => self.sent.remove(name),
            _ => {
                let again = self.sent.headers[rng.usize(..self.sent.headers.len())].clone();
                self.sent.headers.push(again);
            }
        }
    }

    fn change_members(&mut self, rng: &mut Rng) {
        let members = match rng.u8(..3) {
            0 => &mut self.message,
            1 => &mut self.params,
            _ => &mut self.meta,
        };
        let index = rng.usize(..=members.len());
        let kind = if index == members.len() {
            0
        } else {
            rng.u8(..8)
        };
        match kind {
            0 => members.push(member(
                pick(
                    rng,
                    &[
                        "x",
                        "cursor",
                        "uri",
                        "inputResponses",
                        "requestState",
                        "result",
                        "_meta",
                    ],
                ),
                pick(rng, &JUNK),
            )),
            1 => drop(members.remove(index)),
            2 => members.push(members[index].clone()),
            3 => pick(rng, &JUNK).clone_into(&mut members[index].1),
            4 => members[index].1 = quoted(pick(rng, &["2025-11-25", "2024-11-05", "2026-07-29"])),
            5 => members[index].1 = quoted(pick(rng, &METHODS)),
            6 => members[index].1 = nested(rng.usize(1..140)),
            // The same name, written in another way.
            _ => {
                let name = &members[index].0;
                let first = u32::from(name.chars().next().unwrap_or('x'));
                members[index].0 = format!("\\u{first:04x}{}", name.get(1..).unwrap_or_default());
            }
        }
    }

    /// Puts the text together.
    pub(crate) fn finish(mut self, rng: &mut Rng) -> Sent {
        let meta = format!("{{{}{}}}", joined(&self.meta), pick(rng, &METAS));
        self.params
            .insert(rng.usize(..=self.params.len()), member("_meta", &meta));
        let params = format!("{{{}}}", joined(&self.params));
        self.message
            .insert(rng.usize(..=self.message.len()), member("params", &params));
        self.sent.text = format!("{{{}}}", joined(&self.message)).into_bytes();
        cut(rng, &mut self.sent);
        self.sent
    }
}

/// Changes that are about bytes, not about JSON.
pub(crate) fn change_text(rng: &mut Rng, sent: &mut Sent) {
    let at = rng.usize(..sent.text.len());
    match rng.u8(..9) {
        0 => sent.text.truncate(at),
        1 => sent.text[at] ^= 1 << rng.u8(..8),
        2 => sent
            .text
            .extend_from_slice(pick(rng, &["x", "{}", "\0", ",", "\u{feff}"]).as_bytes()),
        3 => drop(sent.text.splice(..0, *b"\xef\xbb\xbf")),
        4 => sent.text[at] = 0xff,
        5 => sent.text = [b"[", &sent.text[..], b"]"].concat(),
        6 => sent.text.extend_from_slice(&vec![b' '; rng.usize(..5_000)]),
        7 => {
            let text = String::from_utf8_lossy(&sent.text).into_owned();
            sent.text = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        }
        _ => sent.cut.breaks = true,
    }
}

/// Cuts a body into a few pieces, or into more than the layer waits for.
fn cut(rng: &mut Rng, sent: &mut Sent) {
    let pieces = [0, 0, 0, 1, 5, 60][rng.usize(..6)];
    let mut places: Vec<_> = (0..pieces).map(|_| rng.usize(..=sent.text.len())).collect();
    places.sort_unstable();
    let trailers = rng.u8(..8) == 0;
    sent.cut = Cut {
        places,
        trailers,
        breaks: false,
    };
}

fn sent(method: &str) -> Sent {
    let headers = vec![
        ("host", b"localhost".to_vec()),
        ("content-type", b"application/json".to_vec()),
        ("accept", b"application/json, text/event-stream".to_vec()),
        ("mcp-protocol-version", VERSION.into()),
        ("mcp-method", method.into()),
    ];
    Sent {
        verb: "POST",
        uri: "/mcp",
        headers,
        staff: false,
        text: Vec::new(),
        cut: Cut::default(),
    }
}

fn member(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn joined(members: &[(String, String)]) -> String {
    let members = members
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"));
    members.collect::<Vec<_>>().join(",")
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn nested(depth: usize) -> String {
    format!("{}{}", "[".repeat(depth), "]".repeat(depth))
}

fn is_visible(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

fn pick<'a>(rng: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices[rng.usize(..choices.len())]
}
