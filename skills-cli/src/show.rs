//! `skills show`.

use skills_compiler::Compiled;
use skills_pack::{Entry, Pack};

use crate::Verdict;
use crate::args::Show;
use crate::failure::Failure;
use crate::open::open;
use crate::output::Output;
use crate::place::Place;

pub(crate) fn run(args: &Show, output: &Output) -> Result<Verdict, Failure> {
    let Some(compiled) = open(&args.directory, &args.compile, output)? else {
        return Ok(Verdict::Invalid);
    };
    let label = Place::find(&args.directory)?;
    let skills = Skills::of(&compiled, label.label());
    let skill = skills.find(&args.name)?;
    let json = String::from_utf8_lossy(skill.entry.json());
    if output.is_watched() {
        output.plain(&(indented(&json)? + "\n"))?;
    } else {
        output.plain(&format!("{json}\n"))?;
    }
    Ok(Verdict::Valid)
}

/// What can be shown, by all the words that a person may use for it.
struct Skills<'c> {
    label: &'c str,
    all: Vec<Skill<'c>>,
}

#[derive(Clone, Copy)]
struct Skill<'c> {
    /// Its path below the directory; empty for a skill that is the directory.
    directory: &'c str,
    entry: Entry<'c>,
}

impl<'c> Skills<'c> {
    fn of(compiled: &'c Compiled, label: &'c str) -> Self {
        let pack = Pack::new(compiled.pack()).unwrap_or(Pack::EMPTY);
        let entries = (0..pack.entry_count()).filter_map(|index| pack.entry(index));
        let all = compiled.directories().zip(entries);
        Self {
            label,
            all: all
                .map(|(directory, entry)| Skill { directory, entry })
                .collect(),
        }
    }

    /// The one skill of this URI, path or name. A path wins over a name: it is exact.
    fn find(&self, wanted: &str) -> Result<Skill<'c>, Failure> {
        let paths = self.paths(wanted);
        let exact = self
            .all
            .iter()
            .find(|skill| skill.entry.uri() == wanted || paths.contains(&Some(skill.directory)));
        if let Some(skill) = exact {
            return Ok(*skill);
        }
        let named: Vec<_> = self
            .all
            .iter()
            .filter(|skill| skill.entry.name() == wanted)
            .collect();
        match named.as_slice() {
            [skill] => Ok(**skill),
            [] => Err(
                Failure::new(format!("no skill has the name, path or URI `{wanted}`"))
                    .help("`skills list` prints names and URIs"),
            ),
            several => {
                let paths: Vec<_> = several.iter().map(|skill| skill.directory).collect();
                let count = several.len();
                Err(
                    Failure::new(format!("{count} skills have the name `{wanted}`"))
                        .help(format!("name one by its path: `{}`", paths.join("`, `"))),
                )
            }
        }
    }

    /// The paths below the embedded directory that may be meant: the one as written, and the one behind the embedded
    /// directory's own, where that was written too.
    fn paths<'w>(&self, wanted: &'w str) -> [Option<&'w str>; 2] {
        let written = wanted.trim_start_matches("./").trim_end_matches('/');
        let written = match written.strip_suffix("SKILL.md").unwrap_or(written) {
            "." => "",
            path => path.trim_end_matches('/'),
        };
        let below = written
            .strip_prefix(self.label)
            .filter(|below| below.is_empty() || below.starts_with('/'))
            .map(|below| below.trim_start_matches('/'));
        [Some(written), below]
    }
}

/// The same JSON with line breaks, its keys in their order.
fn indented(json: &str) -> Result<String, Failure> {
    let mut out = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(json);
    let mut writer = serde_json::Serializer::pretty(&mut out);
    serde_transcode::transcode(&mut reader, &mut writer)
        .map_err(|error| Failure::new(format!("cannot indent the entry: {error}")))?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use skills_compiler::{Options, Source, compile};

    fn compiled() -> Compiled {
        let skill = |name: &str| format!("---\nname: {name}\ndescription: x\n---\n");
        let files = [
            ("office/pdf/SKILL.md", skill("pdf")),
            ("print/pdf/SKILL.md", skill("pdf")),
            ("word/SKILL.md", skill("word")),
        ];
        compile(Source::files(files), &Options::new()).expect("the skills are valid")
    }

    #[test]
    fn a_skill_is_found_by_name_path_and_uri() {
        let compiled = compiled();
        let skills = Skills::of(&compiled, "my/skills");
        for (wanted, uri) in [
            ("word", "skill://word/SKILL.md"),
            ("./my/skills/word/", "skill://word/SKILL.md"),
            ("my/skills/word/SKILL.md", "skill://word/SKILL.md"),
            ("office/pdf", "skill://office/pdf/SKILL.md"),
            ("print/pdf/SKILL.md", "skill://print/pdf/SKILL.md"),
            ("skill://print/pdf/SKILL.md", "skill://print/pdf/SKILL.md"),
        ] {
            let found = skills.find(wanted).map(|skill| skill.entry.uri());
            assert!(matches!(found, Ok(found) if found == uri), "{wanted}");
        }
    }

    #[test]
    fn what_is_unknown_or_ambiguous_is_said() {
        let compiled = compiled();
        let skills = Skills::of(&compiled, "skills");
        let refused = |wanted| skills.find(wanted).err().map(|failure| failure.to_string());
        assert_eq!(
            refused("excel").as_deref(),
            Some(
                "error: no skill has the name, path or URI `excel`\n  = help: `skills list` prints names and URIs"
            )
        );
        assert_eq!(
            refused("pdf").as_deref(),
            Some(
                "error: 2 skills have the name `pdf`\n  = help: name one by its path: `office/pdf`, `print/pdf`"
            )
        );
    }

    #[test]
    fn a_directory_that_is_a_skill_has_a_path_too() {
        let files = [("SKILL.md", "---\nname: pdf\ndescription: x\n---\n")];
        let compiled = compile(Source::files(files), &Options::new()).expect("the skill is valid");
        for (label, wanted) in [
            ("", "."),
            ("pdf", "pdf/"),
            ("a/pdf", "a/pdf/SKILL.md"),
            ("", "SKILL.md"),
        ] {
            assert!(
                Skills::of(&compiled, label).find(wanted).is_ok(),
                "{label} {wanted}"
            );
        }
    }

    // F2: key order and numbers as the author wrote them.
    #[test]
    fn indenting_keeps_order_and_numbers() {
        let json = r#"{"z":1.0,"a":[],"m":{"b":null,"a":9007199254740991}}"#;
        let text = "{\n  \"z\": 1.0,\n  \"a\": [],\n  \"m\": {\n    \"b\": null,\n    \"a\": 9007199254740991\n  }\n}";
        assert_eq!(indented(json).ok().as_deref(), Some(text));
    }
}
