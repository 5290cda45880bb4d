//! What the skills are, for people to read.

use std::io::{self, Write};

use anyhow::bail;
use skills_runtime::{Catalog, Child, Directory, Entry, File};

/// Characters of a description that `list` shows.
const DESCRIPTION_WIDTH: usize = 60;

/// A table with one line for each skill, and the totals.
pub(crate) fn list(catalog: &Catalog, out: &mut dyn Write) -> anyhow::Result<()> {
    let names = width("NAME", catalog.entries().map(|entry| entry.name()));
    let uris = width("URI", catalog.entries().map(|entry| entry.uri()));
    writeln!(
        out,
        "{:names$}  {:uris$}  FILES   BYTES  DESCRIPTION",
        "NAME", "URI"
    )?;
    for entry in catalog.entries() {
        writeln!(
            out,
            "{:names$}  {:uris$}  {:>5}  {:>6}  {}",
            entry.name(),
            entry.uri(),
            entry.files().count(),
            bytes(entry.files()),
            cut(entry.description(), DESCRIPTION_WIDTH),
        )?;
    }
    let (skills, files) = (catalog.len(), catalog.file_count());
    writeln!(
        out,
        "{skills} skills, {files} files, {} bytes",
        bytes(catalog.files())
    )?;
    Ok(())
}

/// A skill's facts and files, a text file's content, a binary file's facts, or a directory's children.
pub(crate) fn show(catalog: &Catalog, uri: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(entry) = catalog.entry(uri) {
        show_skill(entry, out)?;
    } else if let Some(file) = catalog.file(uri) {
        show_file(catalog, file, out)?;
    } else if let Some(directory) = catalog.directory(uri) {
        show_directory(directory, out)?;
    } else {
        bail!("no skill, file or directory has the URI `{uri}`; `list` prints those of the skills");
    }
    Ok(())
}

/// A file's bytes and nothing else.
pub(crate) fn show_raw(catalog: &Catalog, uri: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(content) = catalog.content(uri) else {
        bail!("no file has the URI `{uri}`; `show` of a skill prints those of its files");
    };
    out.write_all(content)?;
    Ok(())
}

/// Hashes everything again and says how much that was.
pub(crate) fn verify(catalog: &Catalog, out: &mut dyn Write) -> anyhow::Result<()> {
    catalog.verify()?;
    writeln!(out, "{} files verified", catalog.file_count())?;
    Ok(())
}

fn show_skill(entry: Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "name         {}", entry.name())?;
    writeln!(out, "uri          {}", entry.uri())?;
    writeln!(out, "description  {}", entry.description())?;
    for (key, value) in entry.metadata() {
        writeln!(out, "metadata     {key} = {value}")?;
    }
    writeln!(out, "frontmatter  {}", entry.frontmatter_json())?;
    writeln!(
        out,
        "files        {}, {} bytes",
        entry.files().count(),
        bytes(entry.files())
    )?;
    let types = width("", entry.files().map(|file| file.mime_type()));
    for file in entry.files() {
        writeln!(
            out,
            "  {:>7}  {:types$}  {}",
            file.size(),
            file.mime_type(),
            file.uri()
        )?;
    }
    Ok(())
}

fn show_file(catalog: &Catalog, file: File<'_>, out: &mut dyn Write) -> io::Result<()> {
    if let Some(text) = catalog.content(file.uri()).filter(|_| file.is_text()) {
        return out.write_all(text);
    }
    writeln!(out, "uri     {}", file.uri())?;
    writeln!(out, "path    {}", file.path())?;
    writeln!(
        out,
        "type    {} (binary; --raw writes its bytes)",
        file.mime_type()
    )?;
    writeln!(out, "size    {} bytes", file.size())?;
    writeln!(out, "digest  {}", file.digest())
}

fn show_directory(directory: Directory<'_>, out: &mut dyn Write) -> io::Result<()> {
    for child in directory.children() {
        match child {
            Child::File(file) => writeln!(out, "file       {}", file.uri())?,
            Child::Directory(directory) => writeln!(out, "directory  {}", directory.uri())?,
        }
    }
    Ok(())
}

fn bytes<'a>(files: impl Iterator<Item = File<'a>>) -> usize {
    files.map(|file| file.size()).sum()
}

/// The width in characters of the widest cell of a column.
fn width<'a>(title: &'a str, cells: impl Iterator<Item = &'a str>) -> usize {
    cells
        .chain([title])
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or_default()
}

/// The text in one line of at most `limit` characters, with `…` where something is left out.
fn cut(text: &str, limit: usize) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= limit {
        return line;
    }
    let kept: String = line.chars().take(limit.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed print fails the test")]

    use super::*;
    use crate::SKILLS;

    type Print<'a> = &'a dyn Fn(&Catalog, &mut dyn Write) -> anyhow::Result<()>;

    fn printed(print: Print<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        print(&Catalog::from(SKILLS), &mut out).unwrap();
        out
    }

    fn shown(uri: &str) -> String {
        String::from_utf8(printed(&|catalog, out| show(catalog, uri, out))).unwrap()
    }

    fn refused(print: Print<'_>) -> String {
        let mut out = Vec::new();
        let error = print(&Catalog::from(SKILLS), &mut out).unwrap_err();
        assert!(out.is_empty());
        error.to_string()
    }

    #[test]
    fn list_has_a_line_for_each_skill_and_the_totals() {
        let table = String::from_utf8(printed(&list)).unwrap();
        let lines: Vec<&str> = table.lines().collect();
        let catalog = Catalog::from(SKILLS);
        assert_eq!(lines.len(), catalog.len() + 2);
        assert!(lines[0].starts_with("NAME "), "{table}");
        for (line, entry) in lines[1..].iter().zip(catalog.entries()) {
            assert!(line.starts_with(entry.name()), "{line}");
            assert!(line.contains(entry.uri()), "{line}");
        }
        let totals = format!("{} skills, {} files, ", catalog.len(), catalog.file_count());
        assert!(lines[lines.len() - 1].starts_with(&totals), "{table}");
    }

    #[test]
    fn list_keeps_its_columns_aligned() {
        let table = String::from_utf8(printed(&list)).unwrap();
        let column = table.lines().next().unwrap().find("URI").unwrap();
        let uris = Catalog::from(SKILLS).len();
        let rows = table.lines().skip(1).take(uris);
        assert!(
            rows.into_iter()
                .all(|row| row[column..].starts_with("skill://")),
            "{table}"
        );
    }

    #[test]
    fn show_of_a_skill_lists_its_facts_and_every_file() {
        let facts = shown("skill://csv-cleaning/SKILL.md");
        for line in [
            "name         csv-cleaning",
            "uri          skill://csv-cleaning/SKILL.md",
            "metadata     audience = everyone",
            "files        8, ",
        ] {
            assert!(
                facts.lines().any(|found| found.starts_with(line)),
                "{line}\n{facts}"
            );
        }
        for uri in [
            "examples/customer%20list.csv",
            "examples/gr%C3%B6%C3%9Fen.csv",
            "examples/empty.csv",
        ] {
            let uri = format!("  skill://csv-cleaning/{uri}");
            assert!(
                facts.lines().any(|found| found.ends_with(&uri)),
                "{uri}\n{facts}"
            );
        }
    }

    #[test]
    fn show_of_a_text_file_is_its_content() {
        assert_eq!(
            shown("skill://incident-report/examples/timeline.csv"),
            include_str!("../skills/incident-report/examples/timeline.csv")
        );
        assert_eq!(shown("skill://csv-cleaning/examples/empty.csv"), "");
    }

    #[test]
    fn show_of_a_binary_file_is_its_facts() {
        let png = include_bytes!("../skills/incident-report/assets/timeline-example.png");
        assert_eq!(
            shown("skill://incident-report/assets/timeline-example.png"),
            format!(
                "uri     skill://incident-report/assets/timeline-example.png\n\
                 path    assets/timeline-example.png\n\
                 type    image/png (binary; --raw writes its bytes)\n\
                 size    {} bytes\n\
                 digest  {}\n",
                png.len(),
                skills_runtime::Digest::of(png),
            )
        );
    }

    #[test]
    fn show_of_a_directory_lists_its_children() {
        assert_eq!(
            shown("skill://changelog-writer"),
            "file       skill://changelog-writer/SKILL.md\n\
             directory  skill://changelog-writer/assets\n\
             directory  skill://changelog-writer/references\n\
             directory  skill://changelog-writer/scripts\n"
        );
    }

    #[test]
    fn show_raw_writes_the_bytes_of_any_file() {
        let raw = |uri| printed(&move |catalog, out| show_raw(catalog, uri, out));
        assert_eq!(
            raw("skill://incident-report/assets/timeline-example.png"),
            include_bytes!("../skills/incident-report/assets/timeline-example.png")
        );
        assert_eq!(
            raw("skill://csv-cleaning/examples/windows-export.csv"),
            include_bytes!("../skills/csv-cleaning/examples/windows-export.csv")
        );
        assert_eq!(
            raw("skill://meeting-notes/SKILL.md"),
            include_bytes!("../skills/meeting-notes/SKILL.md")
        );
    }

    #[test]
    fn unknown_uris_are_errors() {
        for uri in [
            "skill://nobody/SKILL.md",
            "skill://csv-cleaning/",
            "",
            "csv-cleaning",
        ] {
            assert_eq!(
                refused(&|catalog, out| show(catalog, uri, out)),
                format!(
                    "no skill, file or directory has the URI `{uri}`; `list` prints those of the skills"
                )
            );
        }
        assert_eq!(
            refused(&|catalog, out| show_raw(catalog, "skill://csv-cleaning", out)),
            "no file has the URI `skill://csv-cleaning`; `show` of a skill prints those of its files"
        );
    }

    // C4
    #[test]
    fn verify_counts_the_files() {
        let count = Catalog::from(SKILLS).file_count();
        assert_eq!(
            String::from_utf8(printed(&verify)).unwrap(),
            format!("{count} files verified\n")
        );
    }

    #[test]
    fn long_descriptions_are_cut_at_a_character() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("größere", 5), "größ…");
        assert_eq!(cut("two words", 5), "two…");
        assert_eq!(cut("one\n line", 20), "one line");
    }
}
