"""Draws the timeline of an incident as a PNG and prints its three durations.

usage: python3 timeline.py TIMELINE.csv PICTURE.png

The CSV has the columns time (HH:MM, UTC, one day), kind (start, detect, act, mitigate, end, note) and text.
Exit status: 0 drawn, 1 a timeline that makes no sense, 2 wrong usage or unreadable file.
"""

import csv
import re
import struct
import sys
import zlib

WIDTH, HEIGHT, MARGIN, AXIS = 560, 96, 40, 60
WHITE, GREY, BLACK = (255, 255, 255), (203, 207, 213), (34, 38, 46)
COLOURS = {
    "start": (196, 52, 52),
    "detect": (222, 142, 32),
    "act": (92, 104, 190),
    "mitigate": (48, 140, 96),
    "end": (34, 38, 46),
    "note": (140, 146, 156),
}
MARKED = ["start", "detect", "act", "mitigate", "end"]

# Digits, three pixels wide and five high, one number for each row.
GLYPHS = {
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 3, 1, 7), "4": (5, 5, 7, 1, 1),
    "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 2, 2, 2), "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7),
    ":": (0, 2, 0, 2, 0),
}


class Picture:
    def __init__(self):
        self.rows = [[WHITE] * WIDTH for _ in range(HEIGHT)]

    def rectangle(self, left, top, right, bottom, colour):
        for y in range(max(top, 0), min(bottom, HEIGHT)):
            for x in range(max(left, 0), min(right, WIDTH)):
                self.rows[y][x] = colour

    def text(self, left, top, text, colour, scale=2):
        for position, character in enumerate(text):
            for y, bits in enumerate(GLYPHS[character]):
                for x in range(3):
                    if bits & (4 >> x):
                        at = left + (position * 4 + x) * scale
                        self.rectangle(at, top + y * scale, at + scale, top + (y + 1) * scale, colour)

    def png(self):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
        lines = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in self.rows)
        body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + body


def read(path):
    """Triples of minute of the day, kind and text."""
    events = []
    with open(path, encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.DictReader(file, restval=""), 2):
            clock, kind = (row.get("time") or "").strip(), (row.get("kind") or "").strip()
            if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", clock):
                raise ValueError(f"line {line}: time {clock!r} is not HH:MM")
            if kind not in COLOURS:
                raise ValueError(f"line {line}: kind {kind!r} is not one of {', '.join(COLOURS)}")
            events.append((int(clock[:2]) * 60 + int(clock[3:]), kind, row.get("text") or ""))
    for earlier, later in zip(events, events[1:]):
        if later[0] < earlier[0]:
            raise ValueError(f"{later[2]!r} comes before {earlier[2]!r}")
    return events


def moments(events):
    """When it started, was detected, mitigated and ended; each must occur."""
    found = {}
    for minute, kind, _ in events:
        found.setdefault(kind, minute)
    missing = [kind for kind in ("start", "detect", "mitigate", "end") if kind not in found]
    if missing:
        raise ValueError(f"no event of kind {', '.join(missing)}")
    return found


def draw(events, found):
    picture = Picture()
    start, length = events[0][0], max(events[-1][0] - events[0][0], 1)

    def place(minute):
        return MARGIN + (minute - start) * (WIDTH - 2 * MARGIN) // length

    picture.rectangle(MARGIN, AXIS - 4, WIDTH - MARGIN, AXIS + 4, GREY)
    phases = [("start", "detect"), ("detect", "mitigate"), ("mitigate", "end")]
    for first, last in phases:
        picture.rectangle(place(found[first]), AXIS - 4, place(found[last]), AXIS + 4, COLOURS[first])
    taken = -WIDTH
    for minute, kind, _ in events:
        at, tall = place(minute), kind in MARKED
        picture.rectangle(at - 1, AXIS - (24 if tall else 10), at + 2, AXIS + 10, COLOURS[kind])
        # A label that would touch the one before it is left out; the mark stays.
        if tall and at - 19 >= taken + 6:
            picture.text(at - 19, AXIS - 38, f"{minute // 60:02}:{minute % 60:02}", BLACK)
            taken = at + 19
    return picture.png()


def main():
    if len(sys.argv) != 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        events = read(sys.argv[1])
        found = moments(events)
        picture = draw(events, found)
        with open(sys.argv[2], "wb") as file:
            file.write(picture)
    except OSError as error:
        print(f"timeline: {error}", file=sys.stderr)
        return 2
    except (ValueError, csv.Error) as error:
        print(f"timeline: {error}", file=sys.stderr)
        return 1
    for label, kind in [("detected", "detect"), ("mitigated", "mitigate"), ("ended", "end")]:
        print(f"until {label}: {found[kind] - found['start']} min")
    return 0


if __name__ == "__main__":
    sys.exit(main())
