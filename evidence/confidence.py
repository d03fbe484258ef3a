"""How far an answer can be relied on, led by the check (K1, K2)."""

from __future__ import annotations

from dataclasses import dataclass

from evidence.checked import Confidence, Level
from evidence.evidence import Assessment

_DOWN = {
    Level.HIGH: Level.MODERATE,
    Level.MODERATE: Level.LOW,
    Level.LOW: Level.LOW,
    Level.NOT_SCORED: Level.NOT_SCORED,
}


@dataclass(slots=True)
class Findings:
    """What the check found, as far as the label rests on it."""

    factual: int = 0
    stayed: int = 0
    removed: int = 0
    replaced: int = 0
    removed_held: bool = False  # a removed sentence or code block held a figure, date or strong word
    code_removed: bool = False
    absence_unread: bool = False
    stale: bool = False
    weak_inference: bool = False
    relayed: bool = False
    not_in_evidence: bool = False  # a typed row or an address
    nothing_read: bool = False


def confidence(found: Findings, assessment: Assessment | None) -> Confidence:
    """The label with its reasons, a line each. A model's own assessment may lower it, never raise it."""
    level, reasons = _level(found)
    said = ""
    if assessment is not None:
        said = (
            f"answer relevance {assessment.answer_relevance}, groundedness {assessment.groundedness}, "
            f"context relevance {assessment.context_relevance}"
        )
        if assessment.groundedness <= 2:
            level = _DOWN[level]
            reasons.append(f"The model doubts its own draft (groundedness {assessment.groundedness} of 5).")
    return Confidence(level, tuple(reasons), said)


def _level(found: Findings) -> tuple[Level, list[str]]:
    low = _reasons(
        (found.removed_held, "Something that held a figure, a date or a strong word was removed."),
        (found.absence_unread, "It rests on what could be read; not all could."),
        (found.nothing_read, "Nothing of what was asked could be read."),
    )
    moderate = _reasons(
        (found.removed > 0, f"{found.removed} of the draft's sentences did not stay."),
        (found.code_removed, "A code block did not stay."),
        (found.replaced > 0, "A sentence was replaced by the record's own statement."),
        (found.stale, "Cited evidence is older than its limit."),
        (found.weak_inference, "A cited record is inferred with a confidence under 0.5."),
        (found.relayed, "Something is relayed from free text, not observed."),
        (found.not_in_evidence, "A typed row or address was not in the evidence."),
    )
    if low:
        return Level.LOW, low + moderate
    if not found.factual:
        return (
            (Level.MODERATE, moderate)
            if moderate
            else (Level.NOT_SCORED, ["There was nothing to judge, and no scorer ran."])
        )
    if moderate or found.stayed * 5 < found.factual * 4:
        return Level.MODERATE, moderate
    return Level.HIGH, ["Every figure was found beside its claim."]


def _reasons(*found: tuple[bool, str]) -> list[str]:
    return [text for holds, text in found if holds]
