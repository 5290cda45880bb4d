//! An example of an explanation: the content of a file, or a list of files below a line of the macro.

use skills_compiler::{OptionError, Options, Source};

/// What stands below `Bad:` or `Good:`.
pub(crate) struct Example {
    /// The file that the text is the content of, below the embedded directory.
    path: Option<String>,
    text: String,
}

impl Example {
    /// Takes apart what follows the word: `:` or ` (path):`, a blank line, and lines indented by four spaces.
    pub(crate) fn parse(section: &str) -> Option<Self> {
        let (head, block) = section.split_once(":\n\n")?;
        let path = match head {
            "" => None,
            head => Some(
                head.strip_prefix(" (skills/")?
                    .strip_suffix(')')?
                    .to_owned(),
            ),
        };
        let mut text = String::new();
        for line in block.lines() {
            text += if line.is_empty() {
                ""
            } else {
                line.strip_prefix("    ")?
            };
            text.push('\n');
        }
        let path = path.or_else(|| text.starts_with("---\n").then(|| "pdf/SKILL.md".to_owned()));
        Some(Self { path, text })
    }

    pub(crate) fn source(&self) -> Source<'static> {
        let Some(path) = &self.path else {
            return Source::files(self.listed().lines().flat_map(files));
        };
        let mut files = vec![(path.clone(), expanded(&self.text))];
        if !path.ends_with("/SKILL.md") && !self.text.starts_with("---\n") {
            files.push(("pdf/SKILL.md".to_owned(), skill("pdf/SKILL.md", "")));
        }
        Source::files(files)
    }

    /// The options of the macro's line, where there is one.
    pub(crate) fn options(&self) -> Options {
        let mut options = Options::new();
        let arguments = self.call().strip_prefix("embed_skills!(");
        let option = arguments
            .and_then(|arguments| arguments.trim_end().strip_suffix(')'))
            .and_then(|arguments| arguments.split_once(','))
            .map_or("", |(_, option)| option);
        let option: String = option.lines().map(str::trim).collect();
        apply(&mut options, option.trim().trim_end_matches(','))
            .expect("an example's option is valid");
        options
    }

    fn call(&self) -> &str {
        self.text.split_once("\n\n").map_or("", |(call, _)| call)
    }

    fn listed(&self) -> &str {
        self.text
            .split_once("\n\n")
            .map_or(&*self.text, |(_, listed)| listed)
    }
}

/// The files of one line: a path with a stand-in or a range, and a note on the content.
fn files(line: &str) -> Vec<(String, Vec<u8>)> {
    let (path, note) = match line
        .strip_suffix(')')
        .and_then(|line| line.rsplit_once(" ("))
    {
        Some((path, note)) => (path, note),
        None => (line, ""),
    };
    let path = path.trim_start_matches("skills/");
    let path = String::from_utf8_lossy(&expanded(path)).into_owned();
    let file = |path: String| {
        let content = content(&path, note);
        (path, content)
    };
    let range = path.split_once("{1..").and_then(|(before, rest)| {
        let (last, after) = rest.split_once('}')?;
        Some((before, last.parse::<u32>().ok()?, after))
    });
    match range {
        Some((before, last, after)) => (1..=last)
            .map(|number| file(format!("{before}{number}{after}")))
            .collect(),
        None => vec![file(path)],
    }
}

/// A file that is as the note says: `2 KiB` long, a skill that `mentions` something, or as small as it can be.
fn content(path: &str, note: &str) -> Vec<u8> {
    if path.ends_with("SKILL.md") {
        return skill(path, note.strip_prefix("mentions ").unwrap_or_default());
    }
    let size = note.split_once(' ').and_then(|(count, unit)| {
        let unit = match unit {
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            _ => return None,
        };
        Some(count.parse::<usize>().ok()? * unit)
    });
    vec![b'x'; size.unwrap_or_default()]
}

fn skill(path: &str, text: &str) -> Vec<u8> {
    let directory = path.trim_end_matches("/SKILL.md");
    let name = directory.rsplit('/').next().unwrap_or(directory);
    format!("---\nname: {name}\ndescription: Fills forms.\n---\n{text}\n").into_bytes()
}

/// The text with every stand-in replaced by what it stands for.
fn expanded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        bytes.extend(before.as_bytes());
        let meant = after
            .split_once('>')
            .and_then(|(inside, after)| Some((stand_in(inside)?, after)));
        let (meant, after) = meant.unwrap_or_else(|| (b"<".to_vec(), after));
        bytes.extend(meant);
        rest = after;
    }
    bytes.extend(rest.as_bytes());
    bytes
}

/// `U+FEFF`, `0xE9`, `1,024 characters` or `501 lines`.
fn stand_in(text: &str) -> Option<Vec<u8>> {
    if let Some(number) = text.strip_prefix("U+") {
        let character = char::from_u32(u32::from_str_radix(number, 16).ok()?)?;
        return Some(character.to_string().into_bytes());
    }
    if let Some(number) = text.strip_prefix("0x") {
        return Some(vec![u8::from_str_radix(number, 16).ok()?]);
    }
    let (count, what) = text.split_once(' ')?;
    let count = number(count)?;
    match what {
        "characters" => Some("x".repeat(count).into_bytes()),
        "lines" => Some("x\n".repeat(count).into_bytes()),
        _ => None,
    }
}

fn number(text: &str) -> Option<usize> {
    text.replace([',', '_'], "").parse().ok()
}

/// Sets the one option that stands behind the directory in `embed_skills!`.
fn apply(options: &mut Options, option: &str) -> Result<(), OptionError> {
    if let Some(base) = option.strip_prefix("base = ") {
        return options.base(text(base)).map(drop);
    }
    let Some((name, arguments)) = option.strip_suffix(')').and_then(|o| o.split_once('(')) else {
        assert!(option.is_empty(), "unknown option `{option}`");
        return Ok(());
    };
    let arguments: Vec<_> = arguments.split_terminator(',').map(str::trim).collect();
    match (name, arguments.as_slice()) {
        ("exclude", [glob]) => options.exclude(text(glob)).map(drop),
        ("allow", [lint]) => match lint.split_once(": ") {
            Some((skill, lint)) => options.allow_for(text(skill), lint).map(drop),
            None => options.allow(lint).map(drop),
        },
        ("limits", limits) => limits.iter().try_for_each(|limit| {
            let (name, value) = pair(limit);
            options.limit(name, as_number(value)).map(drop)
        }),
        ("expect", [path, fact]) => match pair(fact) {
            ("size", size) => options
                .expect(text(path), None, Some(as_number(size)))
                .map(drop),
            (_, digest) => options
                .expect(text(path), Some(text(digest)), None)
                .map(drop),
        },
        _ => panic!("unknown option `{option}`"),
    }
}

fn text(literal: &str) -> &str {
    literal.trim_matches('"')
}

fn pair(argument: &str) -> (&str, &str) {
    argument
        .split_once(" = ")
        .expect("an argument is `name = value`")
}

fn as_number(literal: &str) -> u64 {
    let number = number(literal).expect("an argument is a number");
    u64::try_from(number).expect("a number of an example is small")
}
