"""What a card quotes: the fields or columns that carry the claims cited to it, each by its own name and value (C6)."""

from __future__ import annotations

from evidence.bench import Bench
from evidence.checked import Citation, Passage
from evidence.judgement import Judged
from evidence.lexicon import field_of
from evidence.rendering import Rendered
from evidence.replacing import value_of
from evidence.use import Use
from evidence.value import shown
from graph.kind import label_of
from graph.kinds import RELATIONS
from graph.record import Known, Value
from graph.result import Result


def citations(rendered: Rendered, bench: Bench) -> list[Citation]:
    """One card for each cited item, by number, with its passages (C5)."""
    found = []
    citing: dict[str, list[Judged]] = {}
    for one in rendered.shown:
        for handle in dict.fromkeys((*one.handles, *(h for s in one.supports for h in s.handles))):
            citing.setdefault(handle, []).append(one)
    for handle, number in rendered.numbers.items():
        item = bench.index.by_handle[handle]
        observed = item.held.observed_at
        stale = observed is not None and bench.question.asked_at - observed > (
            bench.limits[handle] or bench.question.asked_at - observed
        )
        passages: dict[str, Passage] = {}
        relayed = ""
        for one in citing.get(handle, ()):
            relayed = relayed or (one.relayed if handle in one.handles else "")
            for passage in _of_sentence(one, handle, item.held):
                passages.setdefault(passage.field, passage)
        if not passages and isinstance(item.held, Result):
            passages = {c.name: Passage(c.name, c.label or label_of(c.name), "") for c in item.held.columns}
        found.append(Citation(number, handle, tuple(passages.values()), stale, relayed))
    return found


def _of_sentence(one: Judged, handle: str, held: Known | Result) -> list[Passage]:
    return [
        p
        for s in one.supports
        if handle in s.handles
        for u in s.uses
        if u.view.handle == handle
        for p in _of_use(u, held)
    ]


def _of_use(use: Use, held: Known | Result) -> list[Passage]:
    found = []
    for name in use.fields:
        if isinstance(held, Known):
            found.append(_of_record(name, use, held))
        else:
            found.append(_of_result(name, use, held))
    return found


def _of_record(name: str, use: Use, held: Known) -> Passage:
    if use.part == "link":
        return _of_link(name, use, held)
    base = name.partition(".")[0]
    value: Value = held.record.fields.get(name, held.typed.get(name, held.record.fields.get(base)))
    if use.fact is not None and use.fact.field == name:
        return Passage(name, label_of(name), value_of(use.fact), use.how)
    declared = field_of(held.record.kind, name)
    return Passage(name, label_of(name), shown(value, declared.unit if declared else ""), use.how)


def _of_link(name: str, use: Use, held: Known) -> Passage:
    """A relation as its record has it, also where the sentence said it from the other end."""
    other = use.view.name if use.name in (held.record.name, held.record.uid) else use.name
    declared = RELATIONS.get(name)
    out = next((n.direction == "out" for n in held.relations if n.type == name and n.name == other), True)
    if declared is None:
        return Passage(name, label_of(name), other, use.how)
    return Passage(name, (declared.forward if out else declared.backward)[0], other, use.how)


def _of_result(name: str, use: Use, held: Result) -> Passage:
    place = next((i for i, c in enumerate(held.columns) if c.name == name), None)
    row = use.view.row
    value: Value = None
    if place is not None and 0 <= row < len(held.rows):
        value = held.rows[row][place]
    elif place is not None and len(held.rows) == 1:
        value = held.rows[0][place]
    label = held.columns[place].label if place is not None and held.columns[place].label else label_of(name)
    return Passage(name, label, "" if value is None else shown(value), use.how)
