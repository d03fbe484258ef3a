"""Strong words (S1–S3) and words of inference (I1): closed lists, and where a sentence holds one."""

from __future__ import annotations

from evidence.lexicon import CAUSAL, STRONG_PHRASES
from evidence.token import Token

_OTHER_SENSES = {
    "down": frozenset(
        "scale scaled scaling scales go goes going went gone come came cut brought bring boil break breaks broken turned turn step stepped narrow slow slowed trimmed wind wound drill dropped up".split()
    ),
}
_NOT_BEFORE = {
    "public": frozenset(
        "ip ips address addresses subnet subnets access key dns endpoint endpoints internet cloud".split()
    ),
    "critical": frozenset("path section alarm threshold".split()),
    "failed": frozenset(),
    "down": frozenset("from to by".split()),
}
_INFERENCE = frozenset(
    """so therefore thus hence may might could suggest suggests suggesting indicate indicates looks look seems seem appears
    appear probably likely overall should would perhaps possibly presumably implies imply points worth recommend consider
    apparently conceivably consequently accordingly means maybe""".split()
)
_WHOLE = (
    ("overall",),
    ("in", "short"),
    ("in", "summary"),
    ("all", "in", "all"),
    ("to", "sum", "up"),
    ("taken", "together"),
    ("altogether",),
)
_SEVERAL = frozenset("two both together these three".split())


def strong_words(tokens: list[Token]) -> list[str]:
    """The strong words of a sentence, as written in lower case; not those used in another sense ("scaled down", "public IP")."""
    low = [t.low for t in tokens if t.kind != "mark"]
    kinds = [t.kind for t in tokens if t.kind != "mark"]
    found: list[str] = []
    at = 0
    while at < len(low):
        phrases = _BY_FIRST.get(low[at])
        if phrases is None:
            at += 1
            continue
        phrase = next((p for p in phrases if tuple(low[at : at + len(p)]) == p), None)
        if phrase is None or kinds[at] != "word" or _other_sense(low, at, phrase):
            at += 1
            continue
        found.append(" ".join(phrase))
        at += len(phrase)
    return found


_BY_FIRST: dict[str, list[tuple[str, ...]]] = {}
for _phrase in sorted(STRONG_PHRASES, key=len, reverse=True):
    _BY_FIRST.setdefault(_phrase[0], []).append(_phrase)


def _other_sense(low: list[str], at: int, phrase: tuple[str, ...]) -> bool:
    word = phrase[0]
    before = low[at - 1] if at else ""
    after = low[at + len(phrase)] if at + len(phrase) < len(low) else ""
    return before in _OTHER_SENSES.get(word, ()) or after in _NOT_BEFORE.get(word, ())


def causal(tokens: list[Token]) -> bool:
    """Whether a sentence speaks of a cause (S3)."""
    return any(
        t.kind == "word" and t.stem in CAUSAL and not (t.low == "due" and not _due_to(tokens, i))
        for i, t in enumerate(tokens)
    )


def _due_to(tokens: list[Token], at: int) -> bool:
    """“due to a failure” states a cause, "due tomorrow" a time."""
    return at + 1 < len(tokens) and tokens[at + 1].low == "to"


def infers(tokens: list[Token]) -> bool:
    """Whether a sentence has a word of inference or possibility (I1)."""
    low = [t.low for t in tokens if t.kind == "word"]
    if any(
        w in _INFERENCE
        and low[i : i + 2] != ["so", "far"]
        and not (w == "points" and low[i - 1 : i] == ["percentage"])
        for i, w in enumerate(low)
    ):
        return True
    return sums_up(tokens)


def sums_up(tokens: list[Token]) -> bool:
    """“Overall” and "in short" rest on everything that stayed (I3)."""
    low = tuple(t.low for t in tokens if t.kind == "word")
    return any(low[: len(p)] == p for p in _WHOLE)


def refers_to_several(tokens: list[Token]) -> bool:
    """“The two”, "both", "together", "these" refer to more than one sentence (I3)."""
    return any(t.text.lower() in _SEVERAL for t in tokens[:4])
