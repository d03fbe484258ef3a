"""Who made the changes that are asked for: said after "by", or as what changed something ("what did alice change")."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.grammar.frame import Frame, Phrase, State, replace
from assistant.meaning import Name, Unknown, Word

_ACTING = frozenset({"Person", "IAMUser", "IAMRole", "ServiceAccount"})
"""Kinds that change something; of any other record named so, its own changes are meant."""
_CHANGING = frozenset({"change", "changed", "touch", "touched", "alter", "altered", "modify", "been changed"})


def done_by(frame: Frame, _: Word) -> Iterator[Frame]:
    """Said as "made by": who made the changes follows."""
    if _is_of_changes(frame) and frame.actor is None:
        yield frame.waiting(done_by=True)


def takes_actor(frame: Frame) -> bool:
    """Whether a name that comes now says who made the changes that were just spoken of."""
    waits = frame.pending
    return waits.done_by or (waits.per and frame.actor is None and not frame.group and _is_of_changes(frame))


def acted(frame: Frame, word: Name | Unknown) -> Frame:
    """With who made the changes."""
    return replace(frame.waiting(done_by=False, per=False, preposition=""), actor=word, last="actor")


def acting(frame: Frame, word: Word) -> Frame | None:
    """With what was just named as who made the changes ("what did alice change"); None where it is no one who acts."""
    at = len(frame.phrases) - 1
    if frame.gap_subject != at or at < 1 or frame.actor is not None or word.text not in _CHANGING:
        return None
    said = frame.phrases[at]
    names: tuple[Name | Unknown, ...] = (*said.names, *said.unknown)
    if len(names) != 1 or said.of or said.tests or not _acts(names[0]):
        return None
    rest = replace(frame, phrases=frame.phrases[:at], gap_subject=-1, focus=frame.main, subject=frame.main)
    return replace(rest, actor=names[0])


def changed_anything(frame: Frame) -> Frame | None:
    """Said as "did alice change anything", "who changed something": of no record alone; None where it is said of another thing."""
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    if frame.topic != "changed" or frame.last != "topic" or main.tests or main.of:
        return None
    if main.is_open:
        return replace(frame, last="noun")
    names: tuple[Name | Unknown, ...] = (*main.names, *main.unknown)
    if len(names) != 1 or len(frame.phrases) > 1 or frame.actor is not None or not _acts(names[0]):
        return None
    return replace(frame, phrases=(Phrase(word="which"),), actor=names[0], ask="list", last="noun")


def _acts(word: Name | Unknown) -> bool:
    if isinstance(word, Unknown):
        return True
    kinds = {c.kind for c in word.candidates}
    return bool(kinds & _ACTING) or kinds == {"CatalogEntity"}  # a person by the name the catalogue has


def _is_of_changes(frame: Frame) -> bool:
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    changed = any(isinstance(t, State) and any(s.kind == "Change" for s in t.word.said) for t in main.tests)
    return frame.topic == "changed" or main.of == "Change" or changed
