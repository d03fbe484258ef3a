"""The input and output of `aletheia check`: one case as a mapping, and a verdict as a mapping (see tests/cases/README.md).

`read` turns what YAML or JSON held into the arguments of `evidence.check.check`; `output` turns its verdict into what is
printed. Both are pure; reading files is for the caller.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from evidence.checked import Checked
from evidence.evidence import Assessment, Item, Question
from graph.errors import BadInput
from graph.query import Window
from graph.record import Inference, Known, Neighbour, Record, Uid, Value
from graph.result import ColumnMeaning, Filter, Result, UnreadScope

_ASKED = datetime(2026, 11, 30, 12, tzinfo=UTC)
_DAY = timedelta(hours=24)
_SPAN = re.compile(r"(\d+)\s*(s|m|min|h|d|w)")
_SPAN_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800}
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?")


@dataclass(frozen=True, slots=True)
class Case:
    """The arguments of one check."""

    draft: str
    items: tuple[Item, ...]
    question: Question
    assessment: Assessment | None = None


def read(data: object, path: str = "") -> Case:
    """One input. Raises BadInput with the path of what is wrong ("evidence.records[2].observedAt") and what was expected."""
    case = _mapping(data, path or "the input")
    prefix = f"{path}." if path else ""
    asked = _time(case.get("askedAt", _ASKED), f"{prefix}askedAt")
    fresh = _span(case["freshFor"], f"{prefix}freshFor") if case.get("freshFor") is not None else _DAY
    items = _items(_mapping(case.get("evidence", {}), f"{prefix}evidence"), f"{prefix}evidence", fresh)
    question = Question(
        text=_text(case.get("question", ""), f"{prefix}question"),
        asked_at=asked,
        names=tuple(
            _text(n, f"{prefix}names[{i}]") for i, n in enumerate(_list(case.get("names"), f"{prefix}names"))
        ),
        within=_plain(case.get("within"), f"{prefix}within"),
    )
    if "draft" not in case:
        raise BadInput(f"{prefix}draft is missing: expected the text to be checked")
    draft = _text(case["draft"], f"{prefix}draft")
    return Case(draft, items, question, _assessment(case.get("assessment"), f"{prefix}assessment"))


def output(checked: Checked, *, explain: bool = False) -> dict[str, Any]:
    """What `aletheia check --json` prints of a verdict; with a line for each sentence where `explain`."""
    found: dict[str, Any] = {
        "status": checked.status.value,
        "text": checked.text,
        "cards": [c.handle for c in checked.citations],
        "checked": checked.badge.checked,
        "removed": checked.badge.removed,
        "replaced": checked.badge.replaced,
        "moved": checked.badge.moved,
        "unverified": list(checked.unverified),
        "notes": [n.text for n in checked.notes],
        "badge": checked.badge.text,
        "passages": {c.handle: [p.field for p in c.passages] for c in checked.citations},
        "confidence": checked.confidence.level.value,
    }
    if explain:
        found["explanation"] = [dict(line) for line in checked.explanation]
    return found


def _items(evidence: Mapping[str, Any], path: str, fresh: timedelta) -> tuple[Item, ...]:
    found: dict[str, Item] = {}
    for group, reader in (("records", _record), ("results", _result)):
        for place, entry in enumerate(_list(evidence.get(group), f"{path}.{group}")):
            here = f"{path}.{group}[{place}]"
            raw = _mapping(entry, here)
            handle = _text(_required(raw, "handle", here), f"{here}.handle")
            if handle in found:
                raise BadInput(
                    f"{here}.handle: {handle} is used twice; each handle names one record or result"
                )
            found[handle] = Item(handle, reader(raw, here), fresh)
    order = [
        _text(h, f"{path}.order[{i}]") for i, h in enumerate(_list(evidence.get("order"), f"{path}.order"))
    ]
    unknown = next((h for h in order if h not in found), None)
    if unknown is not None:
        raise BadInput(
            f"{path}.order: {unknown} is no handle of the evidence; expected one of {', '.join(found) or 'none'}"
        )
    return tuple(found[h] for h in dict.fromkeys([*order, *found]))


def _record(raw: Mapping[str, Any], path: str) -> Known:
    uid = Uid(_text(_required(raw, "uid", path), f"{path}.uid"))
    inference = None
    if raw.get("confidence") is not None:
        basis = tuple(Uid(_text(b, f"{path}.basis")) for b in _list(raw.get("basis"), f"{path}.basis"))
        inference = Inference(
            _text(raw.get("rule", ""), f"{path}.rule"),
            _number(raw["confidence"], f"{path}.confidence"),
            basis,
        )
    record = Record(
        uid,
        _text(_required(raw, "kind", path), f"{path}.kind"),
        _text(_required(raw, "name", path), f"{path}.name"),
        _values(raw.get("fields"), f"{path}.fields"),
        inference,
    )
    return Known(
        record,
        _time(_required(raw, "observedAt", path), f"{path}.observedAt"),
        scope=str(raw.get("scope", "")),
        source=str(raw.get("source", "")),
        relations=tuple(
            _neighbour(_mapping(r, f"{path}.relations[{i}]"), f"{path}.relations[{i}]")
            for i, r in enumerate(_list(raw.get("relations"), f"{path}.relations"))
        ),
        typed=_values(raw.get("typed"), f"{path}.typed"),
        bookkeeping=_values(raw.get("bookkeeping"), f"{path}.bookkeeping"),
    )


def _neighbour(raw: Mapping[str, Any], path: str) -> Neighbour:
    direction = _text(raw.get("direction", "out"), f"{path}.direction")
    if direction not in ("out", "in"):
        raise BadInput(f"{path}.direction: expected out or in, found {direction!r}")
    inference = None
    if raw.get("confidence") is not None:
        inference = Inference(str(raw.get("rule", "")), _number(raw["confidence"], f"{path}.confidence"))
    return Neighbour(
        _text(_required(raw, "type", path), f"{path}.type"),
        direction,
        _text(raw.get("kind", ""), f"{path}.kind"),
        _text(_required(raw, "name", path), f"{path}.name"),
        Uid(_text(raw.get("uid", ""), f"{path}.uid")),
        inference,
        _values(raw.get("fields"), f"{path}.fields"),
    )


def _result(raw: Mapping[str, Any], path: str) -> Result:
    measure = _text(raw.get("measure", ""), f"{path}.measure")
    rows = [
        tuple(_value(v, f"{path}.rows[{i}][{j}]") for j, v in enumerate(_list(row, f"{path}.rows[{i}]")))
        for i, row in enumerate(_list(raw.get("rows"), f"{path}.rows"))
    ]
    names = [
        _text(c, f"{path}.columns[{i}]") for i, c in enumerate(_list(raw.get("columns"), f"{path}.columns"))
    ]
    short = next((i for i, row in enumerate(rows) if len(row) != len(names)), None)
    if short is not None:
        raise BadInput(
            f"{path}.rows[{short}]: expected {len(names)} cells, one per column, found {len(rows[short])}"
        )
    observed = raw.get("observedAt")
    scopes_read = raw.get("scopesRead")
    return Result(
        words=_text(raw.get("words", ""), f"{path}.words"),
        of=_text(_required(raw, "of", path), f"{path}.of"),
        columns=tuple(
            ColumnMeaning(n, measure=measure if n in _measured(names, rows, measure) else "") for n in names
        ),
        rows=tuple(rows),
        total=_whole(raw.get("total", len(rows)), f"{path}.total"),
        observed_at=None if observed is None else _time(observed, f"{path}.observedAt"),
        complete=_boolean(raw.get("complete", False), f"{path}.complete"),
        where=tuple(
            _filter(_mapping(f, f"{path}.where[{i}]"), f"{path}.where[{i}]")
            for i, f in enumerate(_list(raw.get("where"), f"{path}.where"))
        ),
        within=_plain(raw.get("within"), f"{path}.within"),
        window=_window(raw.get("window"), f"{path}.window"),
        measure=measure,
        population=None if raw.get("population") is None else _whole(raw["population"], f"{path}.population"),
        unread=tuple(
            _unread(_mapping(u, f"{path}.unread[{i}]"), f"{path}.unread[{i}]")
            for i, u in enumerate(_list(raw.get("unread"), f"{path}.unread"))
        ),
        scopes_read=None if scopes_read is None else _whole(scopes_read, f"{path}.scopesRead"),
    )


def _measured(names: Sequence[str], rows: Sequence[tuple[Value, ...]], measure: str) -> tuple[str, ...]:
    """The column that holds the measure: the one of its name, else the last that is numeric; a column before it is a group."""
    if not measure:
        return ()
    if measure in names:
        return (measure,)
    numeric = [
        name
        for place, name in enumerate(names)
        if rows and all(isinstance(r[place], int | float) and not isinstance(r[place], bool) for r in rows)
    ]
    return tuple(numeric[-1:])


def _filter(raw: Mapping[str, Any], path: str) -> Filter:
    value = raw.get("value")
    return Filter(
        field=_text(raw.get("field", ""), f"{path}.field"),
        op=_text(raw.get("op", "="), f"{path}.op"),
        value=_value(value, f"{path}.value"),
        related=_text(raw.get("related", ""), f"{path}.related"),
        direction=_text(raw.get("direction", "out"), f"{path}.direction"),
        kind=_text(raw.get("kind", ""), f"{path}.kind"),
        name=_text(raw.get("name", ""), f"{path}.name"),
        none=_boolean(raw.get("none", False), f"{path}.none"),
        unknown=_boolean(raw.get("unknown", False), f"{path}.unknown"),
    )


def _window(raw: object, path: str) -> Window | None:
    if raw is None:
        return None
    found = _mapping(raw, path)
    start, end = found.get("from"), found.get("to")
    return Window(
        None if start is None else _time(start, f"{path}.from"),
        None if end is None else _time(end, f"{path}.to"),
    )


def _unread(raw: Mapping[str, Any], path: str) -> UnreadScope:
    since = raw.get("since")
    return UnreadScope(
        _text(_required(raw, "scope", path), f"{path}.scope"),
        _text(raw.get("outcome", ""), f"{path}.outcome"),
        None if since is None else _time(since, f"{path}.since"),
        _text(raw.get("reason", ""), f"{path}.reason"),
    )


def _assessment(raw: object, path: str) -> Assessment | None:
    if raw is None:
        return None
    found = _mapping(raw, path)
    scores = []
    for key in ("answerRelevance", "groundedness", "contextRelevance"):
        score = _whole(_required(found, key, path), f"{path}.{key}")
        if not 0 <= score <= 5:
            raise BadInput(f"{path}.{key}: expected a whole number from 0 to 5, found {score}")
        scores.append(score)
    return Assessment(scores[0], scores[1], scores[2], str(found.get("remark", "")))


# Values -------------------------------------------------------------------------------------------------------------


def _required(raw: Mapping[str, Any], key: str, path: str) -> Any:
    if key not in raw:
        raise BadInput(f"{path}.{key} is missing")
    return raw[key]


def _mapping(raw: object, path: str) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise BadInput(f"{path}: expected a mapping, found {_shown(raw)}")
    return {str(k): v for k, v in raw.items()}


def _list(raw: object, path: str) -> Sequence[Any]:
    if raw is None:
        return ()
    if not isinstance(raw, list | tuple):
        raise BadInput(f"{path}: expected a list, found {_shown(raw)}")
    return raw


def _text(raw: object, path: str) -> str:
    if isinstance(raw, str):
        return raw
    if isinstance(raw, bool) or raw is None or isinstance(raw, Mapping | list | tuple):
        raise BadInput(f"{path}: expected text, found {_shown(raw)}")
    return str(raw)


def _number(raw: object, path: str) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        raise BadInput(f"{path}: expected a number, found {_shown(raw)}")
    return float(raw)


def _whole(raw: object, path: str) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise BadInput(f"{path}: expected a whole number, found {_shown(raw)}")
    return raw


def _boolean(raw: object, path: str) -> bool:
    if not isinstance(raw, bool):
        raise BadInput(f"{path}: expected true or false, found {_shown(raw)}")
    return raw


def _time(raw: object, path: str) -> datetime:
    found = raw if isinstance(raw, datetime) else _parsed_time(raw) if isinstance(raw, str) else None
    if found is None:
        raise BadInput(f"{path}: expected a time such as 2026-11-30T11:40:00Z, found {_shown(raw)}")
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def _parsed_time(raw: str) -> datetime | None:
    try:
        return datetime.fromisoformat(raw)
    except ValueError:
        return None


def _span(raw: object, path: str) -> timedelta:
    match = _SPAN.fullmatch(raw.strip()) if isinstance(raw, str) else None
    if match is None:
        raise BadInput(f"{path}: expected a span such as 30d, 24h or 90m, found {_shown(raw)}")
    return timedelta(seconds=int(match[1]) * _SPAN_UNITS[match[2]])


def _plain(raw: object, path: str) -> dict[str, str]:
    if raw is None:
        return {}
    return {k: _text(v, f"{path}.{k}") for k, v in _mapping(raw, path).items()}


def _values(raw: object, path: str) -> dict[str, Value]:
    if raw is None:
        return {}
    return {k: _value(v, f"{path}.{k}") for k, v in _mapping(raw, path).items()}


def _value(raw: object, path: str) -> Value:
    match raw:
        case None | bool() | int() | float():
            return raw
        case datetime():
            return _time(raw, path)
        case date():
            return raw.isoformat()
        case str():
            return _time(raw, path) if _TIME.fullmatch(raw) and _parsed_time(raw) else raw
        case list() | tuple():
            return [_text(v, f"{path}[{i}]") for i, v in enumerate(raw)]
        case Mapping():
            return {str(k): _text(v, f"{path}.{k}") for k, v in raw.items()}
        case _:
            raise BadInput(
                f"{path}: expected text, a number, a time, true, false or a list, found {_shown(raw)}"
            )


def _shown(raw: object) -> str:
    text = repr(raw)
    return text if len(text) <= 60 else f"{text[:57]}…"
