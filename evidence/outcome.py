"""How often something went wrong: "90 of 18,000 invocations failed", "one call in 200 fails", "its error rate is half a percent" (F4, F12)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from evidence.evidenced import dimension, share_step, use
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees, compares
from evidence.group import LIGHT, WORD, Group, words_of_piece
from evidence.lexicon import OPTIONAL, concept
from evidence.use import Reading, Use
from evidence.word import stem


def _stems(words: str) -> frozenset[str]:
    return frozenset(concept(stem(w)) for w in words.split())


_FAILING = {c: frozenset(w for w in _stems(ws)) for c, ws in (
    ("error", "error errored fail failed failure wrong"),
    ("fail", "error errored fail failed failure wrong"),
    ("timeout", "timeout timed time out"),
    ("throttl", "throttle throttled"),
    ("reject", "reject rejected refused"),
)}  # fmt: skip
"""By the word of a field that counts what went wrong: how people say that it did."""
_TRIED = _stems("invocations calls requests runs executions attempts queries deliveries")
"""What is tried: people say calls of invocations."""
_BESIDE = _stems("go end up with an rate ratio share all its every out")


def _counts(view: View) -> Iterator[tuple[Fact, Fact, frozenset[str]]]:
    """What was tried, how often it went wrong, and how that is said."""
    numbers = [
        f for f in view.facts if f.form == "number" and dimension(f) == "" and not f.measure and not f.typed
    ]
    tried = [f for f in numbers if f.words and f.words - OPTIONAL <= _TRIED]
    if len(tried) != 1:
        return
    for fact in numbers:
        ways = [_FAILING[w] for w in fact.words - tried[0].words if w in _FAILING]
        if fact is not tried[0] and len(ways) == 1 and len(fact.words - tried[0].words - OPTIONAL) == 1:
            yield tried[0], fact, ways[0]


def went_wrong(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“90 out of 18,000 invocations failed (0.5 %)”, "0.2 % of its 1.2 million calls end in an error"."""
    if group.names or group.times or group.negated or not 1 <= len(group.figures) <= 3:
        return None
    words = {w for p in group.pieces if p.part in (WORD, LIGHT) for w in words_of_piece(p)}
    for tried, wrong, ways in _counts(view):
        if not words & ways or words - ways - tried.words - _TRIED - OPTIONAL - _BESIDE - kind_words:
            continue
        rate = len(group.figures) == 1 and bool(_stems("rate ratio share") & words)
        if not rate and not words & (_TRIED | tried.words):
            continue
        told = group.figures
        if len(told) > 1 and group.pieces[0].low == "of":  # "of 1.2 million calls, 2,400 failed"
            told = [told[1], told[0], *told[2:]]
        if all(_holds(f, tried, wrong) for f in told) and _ordered(told, tried, wrong):
            how = f"{wrong.value} of {tried.value}"
            return [
                use(view, (wrong.field, tried.field), "pair", how=how, words=wrong.phrases[0], fact=wrong)
            ]
    return None


def rated(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“fails in 2 % of its 48,200 invocations” of something whose error rate is a field of its own."""
    if group.names or group.times or group.negated or not 1 <= len(group.figures) <= 2:
        return None
    words = {w for p in group.pieces if p.part in (WORD, LIGHT) for w in words_of_piece(p)}
    rates = [
        f for f in view.facts if f.form == "number" and dimension(f) == "share" and f.words & set(_FAILING)
    ]
    tried = [f for f in view.facts if f.form == "number" and f.words and f.words - OPTIONAL <= _TRIED]
    rate = rates[0] if len(rates) == 1 else None
    if rate is None or rate.amount is None or not _share(group.figures[0]):
        return None
    ways = frozenset(w for c in rate.words & set(_FAILING) for w in _FAILING[c])
    if not words & ways or words - ways - rate.words - _TRIED - OPTIONAL - _BESIDE - kind_words:
        return None
    share, told = group.figures[0], group.figures[1:]
    if any(len(tried) != 1 or tried[0].amount is None or not agrees(f, tried[0].amount) for f in told):
        return None
    said = (share.base if share.unit else share.value) * 100
    if not words & (_TRIED | rate.words) or not compares(
        share.op, rate.amount * 100, said, share_step(share)
    ):
        return None
    return [use(view, (rate.field, *(t.field for t in tried[:1] if told)), words=rate.phrases[0], fact=rate)]


def in_state(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“nine of the 180 resources have drifted” of a count of resources beside a count called "drifted"."""
    if group.names or group.times or group.negated or not 1 <= len(group.figures) <= 3:
        return None
    words = (
        {w for p in group.pieces if p.part in (WORD, LIGHT) for w in words_of_piece(p)} - OPTIONAL - _BESIDE
    )
    if len(words) != 2:
        return None
    numbers = [
        f for f in view.facts if f.form == "number" and dimension(f) == "" and not f.measure and not f.typed
    ]
    whole = next((f for f in numbers if f.words < words and f.field.endswith("s")), None)
    part = next(
        (f for f in numbers if f.words < words and f.field.endswith(("ed", "ing", "ale", "thy"))), None
    )
    if whole is None or part is None or whole.words | part.words != words:
        return None
    told = group.figures
    if len(told) > 1 and group.pieces[0].low == "of":
        told = [told[1], told[0], *told[2:]]
    if not any(_share(f) for f in told) and len(told) < 2:
        return None
    if not all(_holds(f, whole, part) for f in told) or not _ordered(told, whole, part):
        return None
    how = f"{part.value} of {whole.value}"
    return [use(view, (part.field, whole.field), "pair", how=how, words=part.phrases[0], fact=part)]


def _share(figure: Figure) -> bool:
    return figure.form in ("percent", "part") or (
        figure.unit is not None and figure.unit.dimension == "share"
    )


def _holds(figure: Figure, tried: Fact, wrong: Fact) -> bool:
    """Whether it is one of the two counts, or the share that they make."""
    if tried.amount is None or wrong.amount is None:
        return False
    if _share(figure):
        said = (figure.base if figure.unit else figure.value) * 100
        step = Fraction(1, 1000) if figure.form == "part" else share_step(figure)
        return bool(tried.amount) and compares(figure.op, wrong.amount / tried.amount * 100, said, step)
    return (
        figure.form == "amount"
        and figure.unit is None
        and (agrees(figure, tried.amount) or agrees(figure, wrong.amount))
    )


def _ordered(figures: list[Figure], tried: Fact, wrong: Fact) -> bool:
    """Whether a share is told, or what went wrong and what was tried, in this order."""
    plain = [f for f in figures if not _share(f)]
    if tried.amount is None or wrong.amount is None:
        return False
    if len(plain) == 2:
        first, second = plain
        return agrees(first, wrong.amount) and agrees(second, tried.amount)
    if len(plain) == 1 and len(figures) == 2:
        return agrees(plain[0], tried.amount)
    return not plain
