"""An answer as plain data: what `--json` prints, what is stored, what GraphQL serves and what the page and terminal draw.

One rendering, so that no two ways in can differ. Keys are those of the GraphQL schema; members of a union carry their
`__typename`; times are ISO text with a zone; what a nullable field has nothing for is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from assistant import answer as told
from assistant.answer import Answer, AnswerEvent
from evidence.card import Card
from evidence.checked import Badge, Heading, Listing, Paragraph, Sentence
from evidence.table import Table
from evidence.value import age
from graph.record import Value
from graph.scope import ScopeState

Plain = dict[str, Any]


def plain_answer(answer: Answer) -> Plain:
    """The whole answer. What it was checked against (`evidence`) is not part of it; `aletheia ask --evidence` writes that."""
    return {
        "id": answer.id,
        "question": answer.question,
        "askedAt": time(answer.asked_at),
        "asOf": time(answer.as_of),
        "status": answer.status.value,
        "decline": _decline(answer.decline),
        "understanding": answer.understanding,
        "planner": answer.planner.value,
        "blocks": [plain_block(b) for b in answer.blocks],
        "text": answer.text,
        "markdown": answer.markdown,
        "cards": [plain_card(c) for c in answer.cards],
        "alsoRetrieved": [plain_card(c) for c in answer.also_retrieved],
        "closestMatches": [plain_card(c) for c in answer.closest_matches],
        "notes": [{"type": n.type.value, "text": n.text, "figures": list(n.figures)} for n in answer.notes],
        "badge": plain_badge(answer.badge),
        "confidence": {
            "level": answer.confidence.level.value,
            "reasons": list(answer.confidence.reasons),
            "assessment": answer.confidence.assessment or None,
        },
        "coverage": [plain_scope(s, answer.asked_at) for s in answer.coverage],
        "queries": [_query(q) for q in answer.queries],
    }


def _decline(decline: told.Decline | None) -> Plain | None:
    if decline is None:
        return None
    return {"type": decline.type.value, "message": decline.message, "unverified": list(decline.unverified)}


def _query(query: told.ExecutedQuery) -> Plain:
    return {
        "words": query.words,
        "cypher": query.cypher,
        "parameters": plain_fields(query.parameters),
        "rows": query.rows,
        "total": query.total,
        "milliseconds": query.milliseconds,
    }


def plain_block(block: told.AnswerBlock) -> Plain:
    """One block, with its `__typename`."""
    match block:
        case Heading():
            return {"__typename": "Heading", "text": block.text, "level": block.level}
        case Paragraph():
            return {"__typename": "Paragraph", "sentences": [plain_sentence(s) for s in block.sentences]}
        case Listing():
            items = [plain_sentence(s) for s in block.items]
            return {"__typename": "List", "items": items, "ordered": block.ordered}
        case Table():
            return {"__typename": "Table", **plain_table(block)}
        case told.Picture():
            return {"__typename": "Picture", "svg": block.svg, "alternative": block.alternative}


def plain_sentence(sentence: Sentence) -> Plain:
    """One sentence that stayed. The label of an interpretation stands in its text (I2)."""
    return {
        "index": sentence.index,
        "text": sentence.text,
        "markers": list(sentence.markers),
        "interpretation": sentence.interpretation,
        "inferred": sentence.inferred,
        "writer": sentence.writer.value,
        "depth": sentence.depth,
    }


def plain_table(table: Table) -> Plain:
    """A table with its rows, the uids behind each, and all of it as CSV."""
    return {
        "columns": [
            {"name": c.name, "label": c.label, "numeric": c.numeric, "unit": c.unit or None}
            for c in table.columns
        ],
        "rows": [
            {
                "cells": [
                    {
                        "text": c.text,
                        "link": c.link or None,
                        "confidence": c.confidence,
                        "state": c.state.value,
                    }
                    for c in row.cells
                ],
                "uids": list(row.uids),
            }
            for row in table.rows
        ],
        "shown": table.shown,
        "total": table.total,
        "csv": table.csv,
        "markers": list(table.markers),
    }


def plain_card(card: Card) -> Plain:
    """One evidence card."""
    return {
        "number": card.number,
        "kind": card.kind,
        "uid": card.uid,
        "name": card.name,
        "passage": [
            {"name": f.name, "label": f.label, "value": f.value, "carries": f.carries, "how": f.how or None}
            for f in card.passage
        ],
        "relevance": card.relevance,
        "weak": card.weak,
        "observedAt": time(card.observed_at),
        "age": card.age or None,
        "stale": card.stale,
        "confidence": card.confidence,
        "confidenceBand": card.confidence_band or None,
        "rule": card.rule or None,
        "basis": list(card.basis),
        "scope": card.scope or None,
        "link": card.link,
        "sourceLink": card.source_link or None,
        "verdict": None,  # only a journey gives one
        "asStatedIn": card.as_stated_in or None,
    }


def plain_badge(badge: Badge) -> Plain:
    """The counts of the check, its figures, and on request what was removed."""
    return {
        "text": badge.text,
        "checked": badge.checked,
        "removed": badge.removed,
        "replaced": badge.replaced,
        "moved": badge.moved,
        "figures": list(badge.figures),
        "removedSentences": [
            {"text": s.text, "rule": s.rule, "reason": s.reason} for s in badge.removed_sentences
        ],
    }


_PLACES = ("account", "region", "cluster", "namespace", "repository")


def plain_scope(state: ScopeState, now: datetime) -> Plain:
    """A scope: what it can hold, how its last look ended, and how old what it holds is."""
    scope = state.scope
    return {
        "uid": scope.uid,
        "words": scope.words,
        "source": scope.source,
        "kinds": list(scope.kinds),
        **{name: scope.place.get(name) or None for name in _PLACES},
        "outcome": state.outcome.name,
        "triedAt": time(state.tried_at),
        "observedAt": time(state.observed_at),
        "age": age(now - state.observed_at) if state.observed_at else None,
        "since": time(state.since),
        "reason": state.reason or None,
        "missing": state.missing or None,
        "records": state.records,
    }


def plain_event(event: AnswerEvent) -> Plain:
    """One step of an answer as it is streamed, with its `__typename`."""
    match event:
        case told.Understood():
            held: Plain = {"understanding": event.understanding, "planner": event.planner.value}
        case told.RowsFound():
            held = {"words": event.words, "shown": event.shown, "total": event.total}
        case told.DraftText():
            held = {"text": event.text}
        case told.FirstSentenceVerified():
            held = {"sentence": event.sentence, "card": plain_card(event.card)}
        case told.Checking():
            held = {"figures": event.figures}
        case told.Declined() | told.Answered():
            held = {"answer": plain_answer(event.answer)}
    return {"__typename": type(event).__name__, **held}


def plain_fields(fields: Mapping[str, Value]) -> Plain:
    """Fields of a record, or parameters of a query, as JSON holds them."""
    return {name: plain_value(value) for name, value in fields.items()}


def plain_value(value: Value | Any) -> Any:
    """A value as JSON holds it: times as ISO text, decimals and integers over 53 bits as text."""
    match value:
        case datetime():
            return time(value)
        case Decimal():
            return str(value)
        case bool() | None | float() | str():
            return value
        case int():
            return value if abs(value) < 2**53 else str(value)
        case Mapping():
            return {str(k): plain_value(v) for k, v in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain_value(v) for v in value]
        case _:
            return str(value)


def time(at: datetime | None) -> str | None:
    """ISO text in UTC ("2026-11-30T11:40:00Z"), or None."""
    if at is None:
        return None
    zoned = at if at.tzinfo else at.replace(tzinfo=UTC)
    return zoned.astimezone(UTC).isoformat().replace("+00:00", "Z")
