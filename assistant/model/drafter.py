"""The model drafter: Markdown from rows and records only, each under its handle; it is checked like any other text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from assistant.model.client import Message, Model, fenced, stream
from evidence.evidence import Assessment, Item
from evidence.value import shown
from graph.kind import Field, Role
from graph.kinds import KINDS
from graph.record import Known, Value
from graph.result import Result

_MOST = 24_000  # characters of evidence: about six thousand tokens
_MOST_ROWS = 30
_MOST_ENDS = 30


@dataclass(slots=True)
class Drafting:
    """A draft as it is written. `text` grows; `assessment` is there at the end, where the model made one."""

    text: str = ""
    assessment: Assessment | None = None
    pieces: list[str] = field(default_factory=list[str])


def write(model: Model, question: str, items: Sequence[Item], into: Drafting) -> Iterator[str]:
    """The draft piece by piece, without the line of the assessment. Raises ModelFailed."""
    data, mark = fenced(f"Question: {question}\n\n{evidence(items)}")
    prompt = files("assistant").joinpath("prompts", "draft.md").read_text(encoding="utf-8")
    held = ""
    for piece in stream(model, [Message("system", prompt), Message("user", data)]):
        held += piece
        if mark[:6] in held:
            continue
        into.text += held
        yield held
        held = ""
    said, _, rest = held.partition(mark)
    if said:
        into.text += said
        yield said
    into.text = into.text.strip()
    into.assessment = _assessment(rest)


def evidence(items: Sequence[Item]) -> str:
    """The evidence as the model reads it: a block for each record and result, bounded."""
    blocks: list[str] = []
    left = _MOST
    for item in items:
        block = (
            _record(item.handle, item.held)
            if isinstance(item.held, Known)
            else _result(item.handle, item.held)
        )
        if len(block) > left:
            blocks.append(f"[{item.handle}] left out: the evidence is too long")
            continue
        blocks.append(block)
        left -= len(block)
    return "\n\n".join(blocks)


def _record(handle: str, known: Known) -> str:
    record = known.record
    kind = KINDS.get(record.kind)
    lines = [
        f"[{handle}] {kind.noun if kind else record.kind} {record.name}, observed {shown(known.observed_at)}"
    ]
    for name, value in record.fields.items():
        declared = kind.field(name) if kind else None
        if value is None or (declared and declared.role is Role.BOOKKEEPING):
            continue
        typed = " (typed by somebody)" if declared and declared.role is Role.TYPED else ""
        lines.append(f"- {declared.label if declared else name}{typed}: {_shown(value, declared)}")
    lines += [
        f"- {r.type} {r.direction}: {r.kind} {r.name}{_sure(r.inference)}"
        for r in known.relations[:_MOST_ENDS]
    ]
    if record.inference:
        lines.append(f"- inferred by {record.inference.rule}, confidence {record.inference.confidence:g}")
    return "\n".join(lines)


def _sure(inference: object) -> str:
    confidence = getattr(inference, "confidence", None)
    return f" (inferred, confidence {confidence:g})" if confidence is not None else ""


def _shown(value: Value, declared: Field | None) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k}={v}" for k, v in value.items())
    return shown(value, declared.unit if declared else "")


def _result(handle: str, result: Result) -> str:
    head = [f"[{handle}] result of: {result.words}", f"- true total of rows: {result.total}"]
    if result.population is not None:
        head.append(f"- of so many under the restriction: {result.population}")
    if not result.complete:
        head.append(f"- not read whole: {', '.join(u.scope for u in result.unread[:5])}")
    columns = " | ".join(c.label or c.name for c in result.columns)
    rows = [" | ".join(_shown(v, None) for v in row) for row in result.rows[:_MOST_ROWS]]
    return "\n".join((*head, f"- columns: {columns}", *(f"- row: {r}" for r in rows)))


def _assessment(text: str) -> Assessment | None:
    """The model's word on its own draft; nothing where it is not what was asked for."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end <= start:
        return None
    try:
        raw = json.loads(text[start : end + 1])
        scores = [int(raw[k]) for k in ("answerRelevance", "groundedness", "contextRelevance")]
    except (ValueError, KeyError, TypeError):
        return None
    if not all(0 <= s <= 5 for s in scores):
        return None
    return Assessment(scores[0], scores[1], scores[2], str(raw.get("remark", ""))[:200])
