"""Evidence cards: what a reader sees of a cited record or result (C6, C8, T1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from evidence.checked import Citation
from evidence.evidence import Item, Question, limit_of
from evidence.link import Bases, page_link, source_link
from evidence.relevance import WEAK_UNDER, relevance
from evidence.value import age, shown
from graph.kind import Role, Type, label_of
from graph.kinds import KINDS
from graph.record import Known, Uid
from graph.result import Result

_SHOWN_UNCITED = 6


@dataclass(frozen=True, slots=True)
class PassageField:
    """One line of a card: a field by its own name and value; `carries` where a claim rests on it, `how` for a derived figure."""

    name: str
    label: str
    value: str
    carries: bool = True
    how: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `number` is None on those not cited. `link` is its page in Aletheia, `source_link` the thing itself."""

    number: int | None
    kind: str
    uid: Uid | None
    name: str
    passage: tuple[PassageField, ...]
    relevance: int
    weak: bool
    observed_at: datetime | None
    age: str
    stale: bool
    confidence: float | None
    confidence_band: str
    rule: str
    basis: tuple[Uid, ...]
    scope: str
    link: str
    source_link: str
    verdict: str
    as_stated_in: str


def card(
    item: Item,
    question: Question,
    citation: Citation | None = None,
    *,
    bases: Bases = Bases(),
    link: str = "",
) -> Card:
    """The card of a record or a result; without a citation it is one of those also retrieved. `link` is a result's page."""
    held = item.held
    stale = is_stale(item, question.asked_at)
    near = relevance(item, question)
    passage = _passage(citation) if citation else ()
    if isinstance(held, Known):
        return _record_card(
            held, near, citation, passage or _first_fields(held), stale, question.asked_at, bases
        )
    return _result_card(held, near, citation, passage, stale, question.asked_at, link)


def is_stale(item: Item, at: datetime) -> bool:
    """Observed longer ago than its limit (T1)."""
    seen = item.held.observed_at
    return seen is not None and at - seen > limit_of(item)


def band(confidence: float | None) -> str:
    """The words for a confidence: high from 0.8, moderate from 0.5, low below; "" where nothing is inferred."""
    if confidence is None:
        return ""
    return "high" if confidence >= 0.8 else "moderate" if confidence >= 0.5 else "low"


def _passage(citation: Citation) -> tuple[PassageField, ...]:
    return tuple(PassageField(p.field, p.label, p.value, carries=True, how=p.how) for p in citation.passages)


def _first_fields(known: Known) -> tuple[PassageField, ...]:
    """What identifies a record that nothing was cited from: its first declared fields that have a value."""
    kind = KINDS.get(known.record.kind)
    fields = kind.fields if kind else ()
    lines: list[PassageField] = []
    for declared in fields:
        value = known.record.fields.get(declared.name)
        if value is None or declared.role is Role.BOOKKEEPING or declared.type in (Type.MAP, Type.JSON):
            continue
        lines.append(PassageField(declared.name, declared.label, shown(value, declared.unit), carries=False))
    return tuple(lines[:_SHOWN_UNCITED])


def _record_card(
    known: Known,
    near: int,
    citation: Citation | None,
    passage: tuple[PassageField, ...],
    stale: bool,
    at: datetime,
    bases: Bases,
) -> Card:
    record, inference = known.record, known.record.inference
    kind = KINDS.get(record.kind)
    return Card(
        number=citation.number if citation else None,
        kind=kind.noun if kind else label_of(record.kind),
        uid=record.uid,
        name=record.name,
        passage=passage,
        relevance=near,
        weak=near < WEAK_UNDER,
        observed_at=known.observed_at,
        age=age(at - known.observed_at),
        stale=stale,
        confidence=inference.confidence if inference else None,
        confidence_band=band(inference.confidence if inference else None),
        rule=inference.rule if inference else "",
        basis=inference.basis if inference else (),
        scope=known.scope,
        link=page_link(record.uid),
        source_link=source_link(record, bases),
        verdict="",
        as_stated_in=citation.as_stated_in if citation else "",
    )


def _result_card(
    result: Result,
    near: int,
    citation: Citation | None,
    passage: tuple[PassageField, ...],
    stale: bool,
    at: datetime,
    link: str,
) -> Card:
    facts = (
        PassageField("rows", "rows", f"{len(result.rows)} of {result.total}", carries=False),
        *(
            (PassageField("population", "looked at", str(result.population), carries=False),)
            if result.population is not None
            else ()
        ),
        PassageField("coverage", "coverage", _coverage(result), carries=False),
    )
    return Card(
        number=citation.number if citation else None,
        kind="query result",
        uid=None,
        name=result.words,
        passage=(*passage, *facts),
        relevance=near,
        weak=near < WEAK_UNDER,
        observed_at=result.observed_at,
        age=age(at - result.observed_at) if result.observed_at else "",
        stale=stale,
        confidence=None,
        confidence_band="",
        rule="",
        basis=(),
        scope="; ".join(u.scope for u in result.unread),
        link=link,
        source_link="",
        verdict="",
        as_stated_in=citation.as_stated_in if citation else "",
    )


def _coverage(result: Result) -> str:
    if result.complete:
        return "every scope read whole"
    if result.scopes_read == 0:
        return (
            f"nothing could be read ({len(result.unread)} unread)"
            if result.unread
            else "nothing was scanned there"
        )
    return f"{len(result.unread)} of {(result.scopes_read or 0) + len(result.unread)} scopes not read whole"
