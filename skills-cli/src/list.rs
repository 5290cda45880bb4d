//! `skills list`.

use std::fmt::Write as _;

use skills_pack::{Entry, Pack};

use crate::Verdict;
use crate::args::List;
use crate::failure::Failure;
use crate::open::open;
use crate::output::Output;
use crate::words::counted;

/// Characters of a description that a line shows.
const DESCRIPTION_WIDTH: usize = 60;

pub(crate) fn run(args: &List, output: &Output) -> Result<Verdict, Failure> {
    let Some(compiled) = open(&args.directory, &args.compile, output)? else {
        return Ok(Verdict::Invalid);
    };
    output.styled(&table(Pack::new(compiled.pack()).unwrap_or(Pack::EMPTY)))?;
    Ok(Verdict::Valid)
}

struct Row<'p> {
    name: &'p str,
    uri: &'p str,
    files: usize,
    bytes: usize,
    description: String,
}

fn table(pack: Pack<'_>) -> String {
    let rows: Vec<_> = (0..pack.entry_count())
        .filter_map(|index| pack.entry(index))
        .map(|entry| row(pack, entry))
        .collect();
    let names = width("NAME", rows.iter().map(|row| row.name));
    let uris = width("URI", rows.iter().map(|row| row.uri));
    let mut text = format!(
        "{:names$}  {:uris$}  FILES     BYTES  DESCRIPTION\n",
        "NAME", "URI"
    );
    for row in &rows {
        let Row {
            name,
            uri,
            files,
            bytes,
            description,
        } = row;
        let _ = writeln!(
            text,
            "{name:names$}  {uri:uris$}  {files:>5}  {bytes:>8}  {description}"
        );
    }
    let files = rows.iter().map(|row| row.files).sum();
    let bytes = rows.iter().map(|row| row.bytes).sum();
    let totals = [
        counted(rows.len(), "skill"),
        counted(files, "file"),
        counted(bytes, "byte"),
    ];
    text + &totals.join(", ") + "\n"
}

fn row<'p>(pack: Pack<'p>, entry: Entry<'p>) -> Row<'p> {
    let files = || entry.files().filter_map(|index| pack.file(index));
    Row {
        name: entry.name(),
        uri: entry.uri(),
        files: files().count(),
        bytes: files().map(|file| file.content().len()).sum(),
        description: cut(entry.description()),
    }
}

fn width<'a>(head: &'a str, cells: impl Iterator<Item = &'a str>) -> usize {
    cells
        .chain([head])
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or_default()
}

/// A description on one line, shortened.
fn cut(description: &str) -> String {
    let line = description.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= DESCRIPTION_WIDTH {
        return line;
    }
    line.chars()
        .take(DESCRIPTION_WIDTH - 1)
        .chain(['…'])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_takes_one_line() {
        assert_eq!(
            cut("Fills forms.\n  Signs\tthem.\n"),
            "Fills forms. Signs them."
        );
        assert_eq!(cut(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(cut(&"é".repeat(61)), "é".repeat(59) + "…");
    }
}
