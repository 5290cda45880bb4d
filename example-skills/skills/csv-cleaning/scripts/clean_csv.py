"""Writes a clean copy of a CSV file: UTF-8, commas, LF, trimmed cells, usable column names, no empty rows.

usage: python3 clean_csv.py FILE CLEAN_FILE [--dedupe] [--empty TEXT]... [--encoding NAME]

The original is never changed and an existing CLEAN_FILE is never replaced.
Exit status: 0 written, 1 nothing written because of what the file holds, 2 wrong usage or unreadable file.
"""

import argparse
import csv
import re
import sys
import unicodedata

from profile_csv import decode, delimiter_of, numbered_rows


def column_names(header):
    """Lower-case names of letters, digits and `_`, each once."""
    names = []
    for position, cell in enumerate(header, 1):
        text = unicodedata.normalize("NFC", cell).strip().lower()
        base = re.sub(r"\W+", "_", text).strip("_") or f"column_{position}"
        name, copy = base, 2
        while name in names:
            name, copy = f"{base}_{copy}", copy + 1
        names.append(name)
    return names


def clean_cell(cell, placeholders):
    cell = cell.strip()
    return "" if cell in placeholders else cell


def clean_rows(body, placeholders, dedupe):
    """The rows to write, and the line numbers of those left out: empty ones, repeated ones."""
    kept, empty, repeated, seen = [], [], [], set()
    for line, row in body:
        row = tuple(clean_cell(cell, placeholders) for cell in row)
        if not any(row):
            empty.append(line)
        elif dedupe and row in seen:
            repeated.append(line)
        else:
            seen.add(row)
            kept.append(row)
    return kept, empty, repeated


def complain(message, status=1):
    print(f"clean_csv: {message}", file=sys.stderr)
    return status


def numbers(lines):
    shown = ", ".join(str(line) for line in lines[:20])
    return shown if len(lines) <= 20 else f"{shown} and {len(lines) - 20} more"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("clean_file")
    parser.add_argument("--dedupe", action="store_true", help="drop rows equal to an earlier one")
    parser.add_argument("--empty", action="append", default=[], help="a cell with this text means no value")
    parser.add_argument("--encoding", help="read the file as this instead of guessing")
    options = parser.parse_args()

    try:
        with open(options.file, "rb") as file:
            text, encoding, certain = decode(file.read(), options.encoding)
    except OSError as error:
        return complain(error, 2)
    except (UnicodeDecodeError, LookupError) as error:
        return complain(f"cannot decode the file: {error}")
    if not certain:
        return complain(f"the file is not UTF-8; if it is {encoding}, say so with --encoding {encoding}")
    try:
        rows = list(numbered_rows(text, delimiter_of(text)))
    except csv.Error as error:
        return complain(f"this is not a CSV file: {error}")
    if not rows:
        return complain("the file holds no row")

    (_, header), body = rows[0], rows[1:]
    # A row of blanks only is an empty row, whatever its width.
    ragged = [line for line, row in body if len(row) != len(header) and any(cell.strip() for cell in row)]
    if ragged:
        return complain(f"the number of cells differs from the header's {len(header)} in lines {numbers(ragged)}")

    kept, empty, repeated = clean_rows(body, set(options.empty), options.dedupe)
    try:
        with open(options.clean_file, "x", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(column_names(header))
            writer.writerows(kept)
    except OSError as error:
        return complain(error, 2)
    print(f"rows in: {len(body)}, rows out: {len(kept)}, rows dropped: {len(empty) + len(repeated)}")
    for reason, lines in [("empty", empty), ("equal to an earlier row", repeated)]:
        if lines:
            print(f"  {reason}: lines {numbers(lines)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
