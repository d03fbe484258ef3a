"""Conditions on a version: "older than version 14", "on a version below 1.29" (F1, F2)."""

from __future__ import annotations

from evidence import naming
from evidence.fact import Fact
from evidence.group import Group
from evidence.version_order import Version

_OLDER = frozenset("older lower earlier below before".split())
_NEWER = frozenset("newer higher later above after".split())
_BESIDE = frozenset("run on version releas than still own".split())
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}


def says_version(fact: Fact, group: Group) -> bool | None:
    """Whether the words compare the version as the condition does (True), or the other way round (False)."""
    if fact.form != "version" or fact.op not in _OPPOSITE or group.times:
        return None
    told = [f.version for f in group.figures] + [_version(n.text) for n in group.names]
    if len(told) != 1 or not told[0] or _whole(told[0]) != _whole(fact.version):
        return None
    op = group.figures[0].op if group.figures else "="
    low = {p.low for p in group.pieces}
    if op == "=":
        op = "<" if low & _OLDER else ">" if low & _NEWER else ""
    words = [
        w
        for w in group.words
        if w not in _BESIDE
        and w not in {"older", "old", "newer", "new", "lower", "low", "higher", "high", "earlier", "later"}
    ]
    if not op or (words and naming.names(fact, words) < naming.SUBSET):
        return None
    if not words and not {"version", "releas"} & set(group.words) and not low & {"older", "newer"}:
        return None
    op = _OPPOSITE.get(op, op) if group.negated else op
    return True if op == fact.op else False if op == _OPPOSITE[fact.op] else None


def _version(text: str) -> Version:
    parts = text.lstrip("vV").split(".")
    return tuple(int(p) for p in parts) if all(p.isdigit() for p in parts) else ()


def _whole(version: Version) -> Version:
    """Without zeros at the end: 14 and 14.0 are one bound."""
    while version and version[-1] == 0:
        version = version[:-1]
    return version
