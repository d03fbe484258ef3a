"""What becomes of messages that fail, as the dead-letter queue it names: "failed messages go to x", "what can't be delivered ends up in x"."""

from __future__ import annotations

from evidence.retold import Reworded, ended, mark, word
from evidence.token import Token

FAILING = "failed fail undeliverable undelivered dead poison bad delivered processed handled consumed"
_FAILED = frozenset("failed undeliverable undelivered dead poison bad".split())
_HANDLED = frozenset("delivered processed handled consumed read".split())
_MOVING = frozenset("go goes end ends land lands send sends sent move moves moved put puts".split())
_WORDS = frozenset(
    "messages message ones those that which what is are it them to in on up into not be can could".split()
)


def dead_letters(found: list[Token]) -> Reworded | None:
    """The clause at the end that says where such messages go, as what its dead-letter queue is."""
    told, end = ended(found)
    if len(told) < 4 or told[-1].kind != "name" or told[-2].low not in ("to", "in", "on", "into"):
        return None
    cut = next((i for i in range(len(told) - 1, -1, -1) if told[i].low in ("and", ";", ",")), -1)
    clause = told[cut + 1 : -1]
    low = [t.low for t in clause]
    unhandled = "not" in low and any(w in _HANDLED for w in low)
    failing = any(w in _FAILED for w in low) or low[:3] == ["messages", "that", "fail"]
    moved = [w for w in low if w in _MOVING]
    spare = _WORDS | _MOVING | (_HANDLED if unhandled else _FAILED | {"fail"})
    if not moved or not (unhandled or failing) or any(w not in spare for w in low):
        return None
    its = [word(w, told[-1]) for w in ("its", "dead-letter", "queue", "is")]
    before = [*told[:cut], mark(";", told[cut])] if cut > 0 else []
    return [*before, *its, told[-1], *end]
