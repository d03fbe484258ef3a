"""What is said where a question has no reading: what was not understood, why, and what could be asked instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.grammar.frame import Frame
from assistant.intents.asker import main_phrase
from graph.kind import Role, Type
from graph.kinds import KINDS

_OFFERED = 6
_GENERAL = (
    "Name what you ask for (a kind such as EC2 instances or pods, or a record), "
    "and restrict it by account, region, cluster, namespace, state, tag or time."
)
_KIND = re.compile(r"\b[A-Z][A-Za-z0-9]+\b")


def puzzled(frames: Sequence[Frame], reason: str = "") -> str:
    """The message: the words of the likeliest reading that are left over, why it means nothing, and what its kind can be asked."""
    frame = frames[0] if frames else Frame()
    unused = ", ".join(f'"{w}"' for w in frame.unused)
    what = f"The question was not understood: {unused}." if unused else "The question was not understood."
    why = f" {_in_nouns(reason)}" if reason and not unused else ""
    return f"{what}{why} {offered(frame) or _GENERAL}"


def _in_nouns(reason: str) -> str:
    """Kinds by their nouns, as people call them."""
    return _KIND.sub(lambda m: KINDS[m.group()].noun if m.group() in KINDS else m.group(), reason)


def offered(frame: Frame) -> str:
    """What can be asked of the kind that was spoken of; "" where none was."""
    kind = KINDS.get(main_phrase(frame).of)
    if kind is None:
        return ""
    told = [
        f.label
        for f in kind.fields
        if f.role is Role.PLAIN and f.type not in (Type.JSON, Type.MAP) and not f.derived and f.label
    ]
    return (
        f"Of {kind.plural} can be asked, among others: {', '.join(told[:_OFFERED])}; how many there are, which, "
        "where, whose, and what changed."
    )
