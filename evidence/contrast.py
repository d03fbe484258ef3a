"""What a thing is said to be, and not the other: "x is a standard queue, not a FIFO one" denies the other of it as well."""

from __future__ import annotations

from evidence.clause import is_verb
from evidence.retold import Reworded, ended, mark, word
from evidence.token import Token
from evidence.word import BE

_PAIRS = (("rather", "than"), ("instead", "of"), ("as", "opposed", "to"))


def contrasted(found: list[Token]) -> Reworded | None:
    """The first said alone, then the same subject and the other denied of it. A last "one" is the noun of the first."""
    told, end = ended(found)
    cut = _cut(told)
    if cut is None:
        return None
    at, after = cut
    head = told[: at - 1] if told[at - 1].text == "," else told[:at]
    verb = next((i for i in range(1, len(head)) if head[i].low in BE), None)
    other = told[after:]
    if (
        verb is None
        or not other
        or other[0].kind == "figure"
        or any(_ends(other, i) for i in range(len(other)))
    ):
        return None
    if other[-1].low in ("one", "ones"):
        other = [*other[:-1], head[-1]]
    return [*head, mark(";", told[at]), *head[: verb + 1], word("not", told[at]), *other, *end]


def _cut(told: list[Token]) -> tuple[int, int] | None:
    """Where the denial begins, and where what is denied does."""
    low = [t.low for t in told]
    for at in range(3, len(told) - 1):
        if low[at] == "not" and told[at - 1].text == ",":
            return at, at + 1
        for pair in _PAIRS:
            if tuple(low[at : at + len(pair)]) == pair:
                return at, at + len(pair)
    return None


def _ends(other: list[Token], at: int) -> bool:
    """Whether something else than what is denied begins there."""
    return other[at].kind == "mark" or other[at].low in ("but", "and", "because", "so") or is_verb(other, at)
