"""Ports that lists of records say in words ("http 80/TCP to 8080"): a number is one of them where it stands before its protocol."""

from __future__ import annotations

import re

from assistant.condition import CannotSay
from assistant.grammar.frame import Compared, Frame, Given, Test, Valued
from assistant.intents.asker import Asker
from graph.fields import kinds_asked
from graph.kind import Type
from graph.query import AnyOf, Column, Condition, Find, Op, Where

_MOST = 1000
_FIELD = "ports"


def with_ports(frame: Frame, asker: Asker) -> Frame:
    """The reading with each port as the entries that name it. Raises CannotSay where not all could be looked through."""
    for index, phrase in enumerate(frame.phrases):
        if phrase.of and any(_number(t) for t in phrase.tests) and _lists_ports(phrase.of):
            tests = tuple(_in_words(t, phrase.of, asker) for t in phrase.tests)
            frame = frame.phrase(index, tests=tests)
    return frame


def _lists_ports(of: str) -> bool:
    return any((f := k.field(_FIELD)) is not None and f.type is Type.LIST for k in kinds_asked(of))


def _number(test: Test) -> str:
    """The port that is said; empty of any other test."""
    if not isinstance(test, Compared | Valued) or not any(s.field == _FIELD for s in test.word.slots):
        return ""
    said = test.amount.text if isinstance(test, Compared) else str(test.value)
    return said if test.op is Op.EQ and said.isdigit() else ""


def _in_words(test: Test, of: str, asker: Asker) -> Test:
    number = _number(test)
    if not number:
        return test
    if isinstance(test, Valued) and test.negated:
        raise CannotSay("Which port they do not have is not asked of a list.")
    result = asker.rows(Find(of, columns=(Column("name"), Column(_FIELD)), limit=_MOST, as_of=asker.as_of))
    if result is None or result.total > len(result.rows):
        raise CannotSay("Not all of their ports could be looked through.")
    named = re.compile(rf"(?:^|\s){number}/")
    listed = (str(e) for _, ports in result.rows if isinstance(ports, list | tuple) for e in ports)
    entries = dict.fromkeys(e for e in listed if named.search(e))
    found: tuple[Condition, ...] = tuple(Where(_FIELD, Op.CONTAINS, e) for e in entries)
    found = found or (Where(_FIELD, Op.CONTAINS, number),)
    return Given(found[0] if len(found) == 1 else AnyOf(found), alternative=test.alternative)
