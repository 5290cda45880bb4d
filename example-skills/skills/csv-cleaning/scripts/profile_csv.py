"""Describes a CSV file: encoding, delimiter, line endings, ragged rows, and one line for each column.

usage: python3 profile_csv.py FILE [--encoding NAME]

Exit status: 0 described, 1 nothing to describe or not decodable, 2 wrong usage or unreadable file.
"""

import argparse
import csv
import io
import re
import sys
from collections import Counter

# The module's own limit of 128 KiB is less than what people paste into a cell.
csv.field_size_limit(16 * 1024 * 1024)

DELIMITERS = [",", ";", "\t", "|"]

# The first pattern that fits every value of a column names its kind.
KINDS = [
    ("whole number", r"-?(0|[1-9]\d*)"),
    ("digits with leading zeros (keep as text)", r"\d+"),
    ("decimal number", r"-?\d+\.\d+|-?(0|[1-9]\d*)"),
    ("decimal comma", r"-?\d{1,3}(\.\d{3})*(,\d+)?|-?\d+(,\d+)?"),
    ("date, year first", r"\d{4}-\d\d-\d\d"),
    ("date, day first", r"\d{1,2}\.\d{1,2}\.\d{4}"),
    ("date, ambiguous order", r"\d{1,2}/\d{1,2}/\d{2,4}"),
]


def decode(data, encoding=None):
    """The text, the encoding's name, and whether it is certain."""
    if encoding:
        return data.decode(encoding), encoding, True
    for bom, name in [(b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")]:
        if data.startswith(bom):
            return data.decode(name), name, True
    try:
        return data.decode("utf-8"), "utf-8", True
    except UnicodeDecodeError:
        return data.decode("cp1252"), "cp1252", False


def delimiter_of(text):
    """The delimiter that splits most rows of the beginning into the same number of cells, more than one."""
    best, best_score = ",", (0, 0)
    for delimiter in DELIMITERS:
        sample = csv.reader(io.StringIO(text[:65536], newline=""), delimiter=delimiter)
        widths = Counter(len(row) for _, row in zip(range(200), sample) if row)
        width, rows = max(widths.items(), key=lambda item: (item[0] > 1, item[1]), default=(1, 0))
        if width > 1 and (rows, width) > best_score:
            best, best_score = delimiter, (rows, width)
    return best


def numbered_rows(text, delimiter):
    """Pairs of the line a row starts on and its cells; blank lines are left out."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    start = 1
    for row in reader:
        if row:
            yield start, row
        start = reader.line_num + 1


def line_endings(text):
    crlf = text.count("\r\n")
    counts = {"CRLF": crlf, "LF": text.count("\n") - crlf, "CR": text.count("\r") - crlf}
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count) or "none"


def kind(values):
    if not values:
        return "no values"
    for name, pattern in KINDS:
        if all(re.fullmatch(pattern, value) for value in values):
            return name
    longest = max(len(value) for value in values)
    return f"text of up to {longest} characters"


def describe_column(name, cells):
    values = [cell.strip() for cell in cells if cell.strip()]
    padded = sum(cell != cell.strip() for cell in cells)
    notes = [f"{len(cells) - len(values)} empty", f"{len(set(values))} different"]
    if padded:
        notes.append(f"{padded} padded with blanks")
    example = f", such as {values[0][:40]!r}" if values else ""
    return f"  {name!r}: {kind(values)} ({', '.join(notes)}){example}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--encoding", help="read the file as this instead of guessing")
    options = parser.parse_args()
    try:
        with open(options.file, "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"profile_csv: {error}", file=sys.stderr)
        return 2
    try:
        text, encoding, certain = decode(data, options.encoding)
    except (UnicodeDecodeError, LookupError) as error:
        print(f"profile_csv: cannot decode the file: {error}", file=sys.stderr)
        return 1
    try:
        delimiter = delimiter_of(text)
        rows = list(numbered_rows(text, delimiter))
    except csv.Error as error:
        print(f"profile_csv: this is not a CSV file: {error}", file=sys.stderr)
        return 1
    if not rows:
        print("profile_csv: the file holds no row", file=sys.stderr)
        return 1

    (_, header), body = rows[0], rows[1:]
    print(f"encoding: {encoding}{'' if certain else ' (a guess: it is not UTF-8)'}")
    print(f"delimiter: {delimiter!r}, line endings: {line_endings(text)}")
    print(f"rows: {len(body)} below a header of {len(header)} cells")
    ragged = [(line, len(row)) for line, row in body if len(row) != len(header)]
    for line, width in ragged[:20]:
        print(f"  ragged: cells in line {line}: {width}, in the header: {len(header)}")
    if len(ragged) > 20:
        print(f"  ragged: {len(ragged) - 20} more lines")
    trimmed = Counter(tuple(cell.strip() for cell in row) for _, row in body)
    print(f"rows equal to an earlier one, blanks aside: {sum(trimmed.values()) - len(trimmed)}")
    print("columns:")
    for index, name in enumerate(header):
        print(describe_column(name, [row[index] for _, row in body if index < len(row)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
