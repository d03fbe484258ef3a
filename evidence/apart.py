"""By how much two differ, and how much there is in all, told in the order in which they are judged.

“a exceeds b by 12” is "a has 12 more than b", “a is larger than b by 5 GiB” is "a is 5 GiB larger than b",
“in total it is 40 GiB” is "there are 40 GiB in total".
"""

from __future__ import annotations

from evidence.retold import word
from evidence.token import Token

_MORE = frozenset("exceeds outnumbers surpasses outstrips leads beats tops outweighs".split())
_LESS = frozenset("trails lags undercuts".split())
_ENDS = frozenset(", ; . ! and but".split())
_WHOLES = {
    tuple(opening.split())
    for total in ("in total", "altogether", "all told", "in all", "in sum")
    for opening in (
        f"{total} {said}" for said in ("it is", "that is", "this is", "that makes", "it makes", "it comes to", "that comes to")
    )
} | {
    (*total.split(), *verb.split())
    for total in ("the total", "the sum", "the grand total", "the overall total")
    for verb in ("is", "comes to", "amounts to", "stands at")
}  # fmt: skip
_WHOLE_STARTS = frozenset(opening[0] for opening in _WHOLES)


def told_apart(found: list[Token]) -> list[Token]:
    """The sentence with its differences and totals in that order."""
    return _whole(_by_how_much(found))


def _by_how_much(found: list[Token]) -> list[Token]:
    for at in range(3, len(found) - 1):
        if found[at].low == "by" and found[at + 1].figure is not None and _ended(found, at + 2):
            return _exceeding(found, at) or _compared(found, at) or found
    return found


def _exceeding(found: list[Token], by: int) -> list[Token] | None:
    """“a exceeds b by 12”."""
    verb = next((i for i in range(by - 2, 0, -1) if found[i].low in _MORE | _LESS), None)
    if verb is None or found[by - 1].kind != "name" or by - verb > 3:
        return None
    beside = found[verb]
    more = word("more" if beside.low in _MORE else "less", beside)
    said = [word("has", beside), found[by + 1], more, word("than", beside)]
    return [*found[:verb], *said, found[by - 1], *found[by + 2 :]]


def _compared(found: list[Token], by: int) -> list[Token] | None:
    """“a is larger than b by 5 GiB”: the figure stands before its comparative."""
    than = next((i for i in range(by - 2, 1, -1) if found[i].low == "than"), None)
    if than is None or by - than > 4 or any(t.figure is not None for t in found[than - 1 : by]):
        return None
    return [*found[: than - 1], found[by + 1], *found[than - 1 : by], *found[by + 2 :]]


def _whole(found: list[Token]) -> list[Token]:
    """“in total it is 40 GiB”, where nothing further is said. A bare number may count the whole or what was asked of it."""
    if not found or found[0].low not in _WHOLE_STARTS:
        return found
    for size in (5, 4, 3):
        if (
            tuple(t.low for t in found[:size]) in _WHOLES
            and size < len(found)
            and (amount := found[size].figure) is not None
            and amount.unit is not None
            and _ended(found, size + 1)
        ):
            said = found[size]
            return [
                word("there", said),
                word("are", said),
                said,
                word("in", said),
                word("total", said),
                *found[size + 1 :],
            ]
    return found


def _ended(found: list[Token], at: int) -> bool:
    return at >= len(found) or found[at].low in _ENDS or found[at].text in _ENDS
