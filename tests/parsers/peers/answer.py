"""The conversation with the driver: a line with versions first, then a line of readings for each line of YAML texts."""

import json
import math
import sys


def not_json(value):
    """What keeps a value from being JSON as it stands; `None` when nothing does."""
    if value is None or isinstance(value, (bool, int)):
        return None
    if isinstance(value, float):
        return None if math.isfinite(value) else repr(value)
    if isinstance(value, str):
        return None if value.isascii() or not any(0xD800 <= ord(c) <= 0xDFFF for c in value) else ascii(value)
    if isinstance(value, list):
        return next(filter(None, map(not_json, value)), None)
    if isinstance(value, dict):
        keys = (ascii(key) for key in value if not isinstance(key, str) or not_json(key))
        return next(keys, None) or not_json(list(value.values()))
    return f"{type(value).__name__} {value!r}"


def reading(load, failures, text):
    try:
        value = load(text)
    except failures as error:
        problem = getattr(error, "problem", None) or str(error)
        return {"refused": " ".join(problem.split())}
    except Exception as error:  # A crash is a refusal too, and the driver shows it.
        return {"refused": f"{type(error).__name__}: {error}"}
    other = not_json(value)
    return {"json": json.dumps(value)} if other is None else {"other": other}


def serve(name, version, load, failures):
    print(json.dumps({"name": name, "version": version}), flush=True)
    for line in sys.stdin:
        print(json.dumps([reading(load, failures, text) for text in json.loads(line)]), flush=True)
