"""Looks for statements in a PostgreSQL migration that lock or rewrite a table, or delete data.

usage: python3 check_migration.py FILE...

Prints one finding per line as FILE:LINE: rule: what happens; what to do instead.
Exit status: 0 nothing found, 1 something found, 2 wrong usage or unreadable file.
"""

import re
import sys

# What has to be skipped while looking for the `;` that ends a statement: the text inside may hold anything.
TOKEN = re.compile(
    r"""
      (?P<comment> --[^\n]* | /\*.*?\*/ )
    | (?P<string>  [eE]'(?:[^'\\]|\\.|'')*' | '(?:[^']|'')*' | (?P<dollar>\$\w*\$).*?(?P=dollar) )
    | (?P<name>    "(?:[^"]|"")*" )
    | (?P<end>     ; )
    """,
    re.VERBOSE | re.DOTALL,
)


def has(pattern):
    return lambda sql: re.search(pattern, sql, re.IGNORECASE) is not None


def lacks(pattern):
    return lambda sql: re.search(pattern, sql, re.IGNORECASE) is None


# The rest of one clause of ALTER TABLE: up to a comma that is not inside parentheses.
CLAUSE = r"(?:[^,()]|\([^()]*\))*"

# Name, tests that all have to hold for the statement, what happens and what to do.
RULES = [
    ("index-locks", [has(r"^create (unique )?index\b"), lacks(r"\bconcurrently\b")],
     "stops writes while the index is built; use CREATE INDEX CONCURRENTLY outside a transaction"),
    ("drop-index-locks", [has(r"^drop index\b"), lacks(r"\bconcurrently\b")],
     "stops reads and writes; use DROP INDEX CONCURRENTLY"),
    ("reindex-locks", [has(r"^reindex\b"), lacks(r"\bconcurrently\b")],
     "stops writes while the index is built; use REINDEX CONCURRENTLY"),
    ("required-column", [has(rf"^alter table\b.*\badd (column )?(?!constraint\b){CLAUSE}\bnot null\b"), lacks(r"\b(default|check|generated)\b")],
     "fails as soon as the table holds a row; add the column as nullable, fill it, then make it required"),
    ("volatile-default", [has(rf"\badd (column )?{CLAUSE}\bdefault (clock_timestamp|gen_random_uuid|random|nextval|uuid_generate_v\d)\b")],
     "rewrites the table; add the column without a default, set the default, then fill old rows in batches"),
    ("type-change", [has(r"^alter table\b.*\balter (column )?\S+ (set data )?type\b")],
     "mostly rewrites the table; add a new column instead, unless a varchar only gets longer"),
    ("set-not-null", [has(r"\bset not null\b")],
     "reads the whole table under an exclusive lock; validate a CHECK (… IS NOT NULL) first"),
    ("constraint-scan", [has(r"\badd (constraint \S+ )?(check|foreign key)\b"), lacks(r"\bnot valid\b")],
     "reads the whole table while writes wait; add it as NOT VALID and validate it afterwards"),
    ("key-build", [has(r"\badd (constraint \S+ )?(primary key|unique)\b"), lacks(r"\busing index\b")],
     "builds an index while reads and writes wait; build it concurrently and add it with USING INDEX"),
    ("rename", [has(r"^alter table\b.*\brename\b")],
     "breaks the code that is running; add the new name beside the old one"),
    ("drop-column", [has(r"^alter table\b.*\bdrop column\b")],
     "breaks running code that still names it, and the data is gone; stop using it one release earlier"),
    ("drop-table", [has(r"^(drop table|drop schema|truncate)\b")],
     "deletes data; make sure that nothing reads it and that a dump exists"),
    ("all-rows", [has(r"^(update|delete from)\b"), lacks(r"\bwhere\b")],
     "changes every row in one transaction; add a condition and work in batches"),
    ("rewrite", [has(r"^(vacuum\b.*\bfull\b|cluster\b)")],
     "rewrites the table while reads and writes wait; leave it to a maintenance window"),
    ("view-refresh", [has(r"^refresh materialized view\b"), lacks(r"\bconcurrently\b")],
     "stops readers of the view; use CONCURRENTLY, which needs a unique index"),
]

CHANGES_SCHEMA = has(r"^(alter|create (unique )?index|drop)\b")
SETS_TIMEOUT = has(r"^set (local |session )?lock_timeout\b")


def statements(text):
    """Pairs of the line on which a statement starts and the statement in one line, without comments and strings."""
    parts, start, position, line = [], None, 0, 1

    def take(piece, shown):
        nonlocal start, line
        stripped = piece.lstrip()
        if start is None and shown.strip():
            start = line + piece[: len(piece) - len(stripped)].count("\n")
        parts.append(shown)
        line += piece.count("\n")

    for token in TOKEN.finditer(text):
        before = text[position : token.start()]
        take(before, before)
        position = token.end()
        if token["end"]:
            if start is not None:
                yield start, " ".join("".join(parts).split())
            parts, start = [], None
        else:
            take(token[0], " " if token["comment"] else "''" if token["string"] else token[0].replace(" ", "_"))
    take(text[position:], text[position:])
    if start is not None:
        yield start, " ".join("".join(parts).split())


def findings(text):
    """Triples of line, rule and explanation, in the order of the file."""
    in_transaction = timeout = False
    for line, sql in statements(text):
        for name, tests, explanation in RULES:
            if all(test(sql) for test in tests):
                yield line, name, explanation
        if CHANGES_SCHEMA(sql) and not timeout:
            timeout = True
            yield line, "no-lock-timeout", "may wait forever, and everyone behind it; begin with SET lock_timeout = '3s'"
        if in_transaction and has(r"\bconcurrently\b")(sql):
            yield line, "in-transaction", "fails inside a transaction; take it out of BEGIN … COMMIT"
        timeout = timeout or SETS_TIMEOUT(sql)
        if re.match(r"(begin|start transaction)\b", sql, re.IGNORECASE):
            in_transaction = True
        elif re.match(r"(commit|rollback|end)\b", sql, re.IGNORECASE):
            in_transaction = False


def main():
    paths = sys.argv[1:]
    if not paths or paths[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    found = False
    for path in paths:
        try:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as error:
            print(f"check_migration: {path}: {error}", file=sys.stderr)
            return 2
        for line, name, explanation in findings(text):
            found = True
            print(f"{path}:{line}: {name}: {explanation}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
