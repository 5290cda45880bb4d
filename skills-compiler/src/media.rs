//! MIME types, and whether a file is served as text or as Base64 (contract, S7).

use crate::options::{OptionError, Options};

/// Types that the shared table lacks, or gives a meaning that a skill's file of this name does not have.
const OVERRIDES: &[(&str, &str)] = &[
    ("adoc", "text/asciidoc"),
    ("bib", "text/x-bibtex"),
    ("clj", "text/x-clojure"),
    ("cts", "text/typescript"),
    ("cpp", "text/x-c++src"),
    ("dart", "text/x-dart"),
    ("diff", "text/x-diff"),
    ("ex", "text/x-elixir"),
    ("exs", "text/x-elixir"),
    ("fs", "text/x-fsharp"),
    ("fsx", "text/x-fsharp"),
    ("go", "text/x-go"),
    ("gql", "application/graphql"),
    ("graphql", "application/graphql"),
    ("hcl", "text/x-hcl"),
    ("hs", "text/x-haskell"),
    ("j2", "text/x-jinja"),
    ("java", "text/x-java"),
    ("jinja", "text/x-jinja"),
    ("jl", "text/x-julia"),
    ("js", "text/javascript"),
    ("jsonl", "application/jsonl"),
    ("kt", "text/x-kotlin"),
    ("mjs", "text/javascript"),
    ("mts", "text/typescript"),
    ("ndjson", "application/x-ndjson"),
    ("nix", "text/x-nix"),
    ("otf", "font/otf"),
    ("patch", "text/x-diff"),
    ("php", "text/x-php"),
    ("pl", "text/x-perl"),
    ("proto", "text/x-protobuf"),
    ("ps1", "text/x-powershell"),
    ("py", "text/x-python"),
    ("r", "text/x-r"),
    ("rb", "text/x-ruby"),
    ("rst", "text/x-rst"),
    ("scala", "text/x-scala"),
    ("sql", "application/sql"),
    ("sv", "text/x-systemverilog"),
    ("swift", "text/x-swift"),
    ("tex", "text/x-tex"),
    ("tf", "text/x-hcl"),
    ("toml", "application/toml"),
    ("ts", "text/typescript"),
    ("tsx", "text/typescript"),
    ("v", "text/x-verilog"),
    ("vhd", "text/x-vhdl"),
    ("vue", "text/x-vue"),
    ("yaml", "application/yaml"),
    ("yml", "application/yaml"),
    ("zig", "text/x-zig"),
];

/// Subtypes of `application` that are text, beside everything that ends in `+json`, `+xml` or `+yaml`.
const TEXT_APPLICATIONS: &[&str] = &[
    "ecmascript",
    "graphql",
    "javascript",
    "json",
    "json5",
    "jsonl",
    "sql",
    "toml",
    "x-ndjson",
    "x-sh",
    "x-yaml",
    "xml",
    "yaml",
];

/// Subtypes of `application` that are never text, beside every `vnd.` type without a text suffix.
const BINARY_APPLICATIONS: &[&str] = &[
    "epub+zip",
    "gzip",
    "java-archive",
    "msword",
    "octet-stream",
    "pdf",
    "wasm",
    "x-7z-compressed",
    "x-bzip",
    "x-bzip2",
    "x-gzip",
    "x-iso9660-image",
    "x-msdownload",
    "x-msi",
    "x-rar-compressed",
    "x-sqlite3",
    "x-tar",
    "x-xz",
    "zip",
    "zstd",
];

/// What the table says about the bytes behind a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    /// `text/*`: other bytes are a mistake.
    Text,
    /// Never text, whatever the bytes look like.
    Binary,
    /// The bytes decide.
    Either,
}

/// A MIME type without parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MediaType(String);

impl MediaType {
    /// Accepts `type/subtype` in lowercase, each a restricted name of RFC 6838, section 4.2.
    pub(crate) fn parse(text: &str) -> Result<Self, OptionError> {
        let is_name = |name: &str| {
            name.len() <= 127
                && name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
                && name.bytes().all(|b| {
                    b.is_ascii_lowercase() || b.is_ascii_digit() || b"!#$&-^_.+".contains(&b)
                })
        };
        match text.split_once('/') {
            Some((kind, subtype)) if is_name(kind) && is_name(subtype) => Ok(Self(text.to_owned())),
            _ => Err(OptionError::new(format!("`{text}` is not a MIME type"))
                .with_help("write it in lowercase as `type/subtype`, without parameters")),
        }
    }

    fn of_path(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let (_, extension) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
        let extension = extension.to_ascii_lowercase();
        let known = OVERRIDES
            .iter()
            .find(|(key, _)| *key == extension)
            .map(|(_, value)| *value);
        known
            .or_else(|| mime_guess::from_ext(&extension).first_raw())
            .map(|text| Self(text.to_owned()))
    }

    fn column(&self) -> Column {
        let (kind, subtype) = self.0.split_once('/').unwrap_or((&self.0, ""));
        let is_text_suffix = [".json", "+json", "+xml", "+yaml"]
            .iter()
            .any(|end| subtype.ends_with(end));
        match kind {
            "text" => Column::Text,
            _ if is_text_suffix => Column::Either,
            "audio" | "font" | "image" | "video" => Column::Binary,
            "application" if TEXT_APPLICATIONS.contains(&subtype) => Column::Either,
            "application"
                if BINARY_APPLICATIONS.contains(&subtype) || subtype.starts_with("vnd.") =>
            {
                Column::Binary
            }
            _ => Column::Either,
        }
    }
}

/// How one file is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Media {
    pub(crate) mime_type: String,
    pub(crate) is_text: bool,
}

/// Why a file cannot be served as it was declared.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NotText {
    /// What says that the file is text.
    pub(crate) because: String,
    /// Where the first byte lies that is not text.
    pub(crate) offset: usize,
}

impl Media {
    /// A root `SKILL.md`, whose text has been checked.
    pub(crate) fn skill_md() -> Self {
        Self {
            mime_type: "text/markdown".to_owned(),
            is_text: true,
        }
    }

    /// `path` is relative to the embedded directory.
    pub(crate) fn of(path: &str, bytes: &[u8], options: &Options) -> Result<Self, NotText> {
        let declared = options
            .mime
            .iter()
            .rev()
            .find(|(globs, _)| globs.matches(path))
            .map(|(_, kind)| kind.clone());
        let table = MediaType::of_path(path);
        if options.binary.matches(path) {
            return Ok(Self::binary(declared.or(table)));
        }
        let offset = first_byte_that_is_not_text(bytes);
        if options.text.matches(path) {
            return match offset {
                None => Ok(Self::text(
                    declared.or(table.filter(|kind| kind.column() != Column::Binary)),
                )),
                Some(offset) => Err(NotText {
                    because: "a `text` option declares it as text".into(),
                    offset,
                }),
            };
        }
        let kind = declared.or(table);
        match (
            kind.as_ref().map_or(Column::Either, MediaType::column),
            offset,
        ) {
            (Column::Text | Column::Either, None) => Ok(Self::text(kind)),
            (Column::Binary, _) | (Column::Either, Some(_)) => Ok(Self::binary(kind)),
            (Column::Text, Some(offset)) => {
                let kind = kind.map_or_else(String::new, |kind| kind.0);
                Err(NotText {
                    because: format!("its MIME type is `{kind}`"),
                    offset,
                })
            }
        }
    }

    fn text(kind: Option<MediaType>) -> Self {
        Self {
            mime_type: kind.map_or_else(|| "text/plain".to_owned(), |kind| kind.0),
            is_text: true,
        }
    }

    fn binary(kind: Option<MediaType>) -> Self {
        let kind = kind.filter(|kind| kind.column() != Column::Text);
        Self {
            mime_type: kind.map_or_else(|| "application/octet-stream".to_owned(), |kind| kind.0),
            is_text: false,
        }
    }
}

/// The first byte that is not part of UTF-8 text without NUL.
pub(crate) fn first_byte_that_is_not_text(bytes: &[u8]) -> Option<usize> {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let nul = bytes[..valid].iter().position(|byte| *byte == 0);
    nul.or_else(|| (valid < bytes.len()).then_some(valid))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media(path: &str, bytes: &[u8]) -> Result<Media, NotText> {
        Media::of(path, bytes, &Options::new())
    }

    fn served(path: &str, bytes: &[u8]) -> (String, bool) {
        let media = media(path, bytes).expect("the file can be served");
        (media.mime_type, media.is_text)
    }

    // S7: what the table and the bytes say together.
    #[test]
    fn the_table_and_the_bytes_decide() {
        for (path, bytes, mime_type, is_text) in [
            ("a.md", &b"# A"[..], "text/markdown", true),
            ("a.py", b"pass", "text/x-python", true),
            ("A.PY", b"pass", "text/x-python", true),
            ("a.sh", b"#!/bin/sh", "application/x-sh", true),
            ("a.ts", b"let a = 1", "text/typescript", true),
            ("a.json", b"{}", "application/json", true),
            ("a.json", b"\xff", "application/json", false),
            ("a.svg", b"<svg/>", "image/svg+xml", true),
            ("a.png", b"all text", "image/png", false),
            ("a.ttf", b"\0\x01", "font/ttf", false),
            (
                "a.docx",
                b"PK",
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                false,
            ),
            ("a.xsd", b"<x/>", "text/xml", true),
            ("LICENSE", b"MIT", "text/plain", true),
            ("LICENSE", b"\xff", "application/octet-stream", false),
            ("dir.md/LICENSE", b"\xff", "application/octet-stream", false),
            (".md", b"x", "text/plain", true),
            ("a.unknown", b"", "text/plain", true),
            ("a.unknown", b"a\0b", "application/octet-stream", false),
        ] {
            assert_eq!(
                served(path, bytes),
                (mime_type.to_owned(), is_text),
                "{path}"
            );
        }
    }

    // S7: a `text/*` file that is not such text fails unless declared binary.
    #[test]
    fn a_text_type_with_other_bytes_is_a_mistake() {
        assert_eq!(
            media("a.txt", b"ab\xffc"),
            Err(NotText {
                because: "its MIME type is `text/plain`".into(),
                offset: 2
            })
        );
        assert_eq!(
            media("a.md", b"a\0\xff")
                .expect_err("NUL is not text")
                .offset,
            1
        );
    }

    // S7: `text()` and `binary()` win over the table, `mime()` names the type.
    #[test]
    fn options_win_over_the_table() {
        let mut options = Options::new();
        options
            .text("*.tmpl")
            .and_then(|o| o.text("*.png"))
            .expect("globs");
        options
            .binary("*.dat")
            .and_then(|o| o.binary("raw/*.txt"))
            .expect("globs");
        options
            .mime("*.foo", "text/x-foo")
            .and_then(|o| o.mime("*.dat", "application/x-dat"))
            .expect("types");
        let of =
            |path, bytes: &[u8]| Media::of(path, bytes, &options).map(|m| (m.mime_type, m.is_text));
        assert_eq!(of("a.tmpl", b"x"), Ok(("text/plain".into(), true)));
        assert_eq!(of("a.png", b"x"), Ok(("text/plain".into(), true)));
        assert_eq!(of("a.dat", b"x"), Ok(("application/x-dat".into(), false)));
        assert_eq!(
            of("raw/a.txt", b"\xff"),
            Ok(("application/octet-stream".into(), false))
        );
        assert_eq!(of("a.foo", b"x"), Ok(("text/x-foo".into(), true)));
        assert_eq!(
            of("a.tmpl", b"\xff").expect_err("not text").because,
            "a `text` option declares it as text"
        );
    }

    #[test]
    fn a_mime_type_has_one_spelling() {
        assert!(MediaType::parse("text/x-foo").is_ok());
        for bad in [
            "text",
            "Text/plain",
            "text/plain; charset=utf-8",
            "text/",
            "/x",
            "a/b/c",
        ] {
            assert_eq!(
                MediaType::parse(bad).expect_err(bad).to_string(),
                format!("`{bad}` is not a MIME type")
            );
        }
    }

    #[test]
    fn overrides_are_sorted_out_of_duplicates() {
        let mut keys: Vec<_> = OVERRIDES.iter().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), OVERRIDES.len());
        assert!(
            OVERRIDES
                .iter()
                .all(|(_, kind)| MediaType::parse(kind).is_ok())
        );
    }
}
