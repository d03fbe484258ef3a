"""What an entry of the question set expects, computed from plain data, and how an answer is compared with it."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from assistant.answer import Answer, AnswerStatus
from evidence.table import Table

Held = dict[str, Any]

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "!": lambda a, b: a != b,
}


def faults(entry: Held, given: Answer, things: Sequence[Held], now: datetime) -> list[str]:
    """Everything in which the answer is not what the data gives; empty where it is right."""
    if "decline" in entry:
        return _not_declined(entry, given)
    if given.status is not AnswerStatus.ANSWERED:
        told = given.decline.message if given.decline else ""
        return [f"not answered: {given.decline.type if given.decline else ''} {told[:160]}"]
    found = [f'"{w}" is not said' for w in entry.get("says", ()) if w not in given.text]
    found += [f"wrongly said: {w}" for w in entry.get("never", ()) if w in given.text]
    return [
        *found,
        *_wrong_rows(entry, given, things, now),
        *_wrong_count(entry, given, things, now),
        *_wrong_groups(entry, given, things, now),
        *_wrong_figure(entry, given, things, now),
        *_wrong_yes(entry, given, things, now),
    ]


def _not_declined(entry: Held, given: Answer) -> list[str]:
    if given.decline is None:
        return [f"answered: {given.text[:160]}"]
    kind = given.decline.type.value
    wrong = [] if kind == entry["decline"] else [f"declined as {kind}: {given.decline.message[:160]}"]
    near = {c.name for c in given.closest_matches}
    return wrong + [f"{name} is not offered" for name in entry.get("closest", ()) if name not in near]


def _wrong_rows(entry: Held, given: Answer, things: Sequence[Held], now: datetime) -> list[str]:
    if "rows" not in entry:
        return []
    expected = Counter(str(t["name"]) for t in matching(entry["rows"], things, now))
    tables = [b for b in given.blocks if isinstance(b, Table)]
    if not tables:
        said = [n for n in expected if n not in given.text]
        none = (
            "" if expected or re.search(r"\b(no|none|nothing)\b", given.text, re.IGNORECASE) else "no absence"
        )
        return [f"{n} is not named" for n in said] + ([none] if none else [])
    found = Counter(row.cells[0].text for t in tables for row in t.rows)
    return [] if found == expected else [f"rows {dict(found)} instead of {dict(expected)}"]


def _wrong_count(entry: Held, given: Answer, things: Sequence[Held], now: datetime) -> list[str]:
    if "count" not in entry:
        return []
    expected = len(matching(entry["count"], things, now))
    first = re.search(r"(?<![\w.-])\d+(?![\w.-])", given.text)
    absent = expected == 0 and re.search(r"\b[Nn]o\b", given.text)
    right = absent or (first is not None and int(first.group()) == expected)
    return [] if right else [f"{given.text[:120]!r} instead of {expected}"]


def _wrong_groups(entry: Held, given: Answer, things: Sequence[Held], now: datetime) -> list[str]:
    if "groups" not in entry:
        return []
    asked = entry["groups"]
    groups: Counter[str] = Counter()
    for thing in matching(asked, things, now):
        if thing.get(asked["by"]) is not None:
            groups[_text(thing[asked["by"]])] += thing.get(asked.get("sum", ""), 1) or 0
    table = next((b for b in given.blocks if isinstance(b, Table)), None)
    if table is None:
        return ["no table"]
    found = {
        r.cells[0].text: int(r.cells[-1].text.split()[0]) for r in table.rows if r.cells[0].text != "unknown"
    }
    expected = dict(groups)
    if first := asked.get("first"):
        return [] if sorted(found.values()) == sorted(expected.values())[-first:] else [f"groups {found}"]
    return [] if found == expected else [f"groups {found} instead of {expected}"]


def _text(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _wrong_figure(entry: Held, given: Answer, things: Sequence[Held], now: datetime) -> list[str]:
    if "figure" not in entry:
        return []
    asked = entry["figure"]
    values = [t[asked["field"]] for t in matching(asked, things, now)]
    measures = {
        "sum": sum,
        "max": max,
        "min": min,
        "average": lambda v: sum(v) / len(v),
        "only": lambda v: v[0],
    }
    found = measures[asked["measure"]](values)
    shown = f"{found:.1f}".removesuffix(".0") if isinstance(found, int | float) else str(found)
    return [] if re.search(rf"(?<![\d.]){re.escape(shown)}(?![\d])", given.text) else [f"{shown} is not said"]


def _wrong_yes(entry: Held, given: Answer, things: Sequence[Held], now: datetime) -> list[str]:
    """Yes where any is so (`any`), or where all are (`all`: those of `of` that are in `so`)."""
    if "any" in entry:
        holds = bool(matching(entry["any"], things, now))
    elif "all" in entry:
        whole = matching(entry["all"]["of"], things, now)
        so = {**entry["all"]["of"], "where": {**entry["all"]["of"].get("where", {}), **entry["all"]["so"]}}
        holds = len(matching(so, things, now)) == len(whole)
    else:
        return []
    word = "Yes" if holds else "No"
    return [] if given.text.startswith(f"{word}:") else [f"{given.text[:100]!r} instead of {word}"]


def matching(asked: Held, things: Sequence[Held], now: datetime) -> list[Held]:
    """The things of these kinds for which all of it holds."""
    kinds = asked["kind"] if isinstance(asked["kind"], list) else [asked["kind"]]
    wheres = asked.get("where", {}).items()
    return [t for t in things if t["kind"] in kinds and all(_holds(t, k, v, now) for k, v in wheres)]


def _holds(thing: Held, field: str, wanted: Any, now: datetime) -> bool:
    name, _, key = field.partition(".")
    held = thing.get(name)
    if key:
        held = (held or {}).get(key)
    if wanted == "unknown":
        return held is None
    if wanted == "empty":
        return not held
    if isinstance(wanted, list):
        return held in wanted
    op = next((o for o in _COMPARED if isinstance(wanted, str) and wanted.startswith(o)), "")
    if op:
        return held is not None and _COMPARED[op](held, _bound(wanted.removeprefix(op).strip(), now))
    if isinstance(wanted, str) and wanted.startswith("~"):
        return wanted[1:] in str(held)
    return bool(held == wanted)


def _bound(text: str, now: datetime) -> Any:
    """A number, a text, or so many days before now."""
    if text.endswith(" days"):
        return now - timedelta(days=float(text.removesuffix(" days")))
    return float(text) if text.replace(".", "", 1).isdigit() else text


def filled(entry: Held, things: Sequence[Held], now: datetime) -> Held:
    """The entry with the record that it asks of by chance: `of` says of which kind, `nth` which by name."""
    if "of" not in entry:
        return entry
    found = sorted(matching(entry["of"], things, now), key=lambda t: str(t["name"]))
    one = found[entry.get("nth", 0) % len(found)]
    said = [_said(one[f]) for f in entry.get("fields", ())]
    where = {k: _replaced(v, one) for k, v in entry.items() if k in ("rows", "count", "any")}
    return {
        **entry,
        **where,
        "question": entry["question"].format(**one),
        "says": [*entry.get("says", ()), *said],
    }


def _replaced(asked: Held, one: Held) -> Held:
    wheres = {k: v.format(**one) if isinstance(v, str) else v for k, v in asked.get("where", {}).items()}
    return {**asked, "where": wheres}


def _said(value: object) -> str:
    return f"{value:%Y-%m-%d}" if isinstance(value, datetime) else str(value)
