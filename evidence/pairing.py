"""Two figures that belong together: "2 of 3 replicas", "between 3 and 12" (F4)."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

from evidence.amount import only_scaled
from evidence.evidenced import is_event, share_step, use
from evidence.fact import Fact, View
from evidence.figure import Figure, compares
from evidence.group import Group
from evidence.lexicon import OPTIONAL, RESTRICTIVE
from evidence.use import Reading, Use


def paired(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“2 of 3 replicas are ready”, "half of the replicas", "all 5 are ready", "one of the three is not ready": part and whole (F4)."""
    quantity = _quantity(group)
    if quantity is None:
        return None
    part_said, whole_said, quantifier = quantity
    words = [
        w
        for w in group.words
        if w
        not in (
            "all",
            "each",
            "both",
            "any",
            "out",
            "some",
            "every",
            "ever",
            "half",
            "none",
            "most",
            "total",
            "share",
        )
    ]
    words += [w for w in group.light if w in view.vocabulary or w == "work"]
    words, turned = _unready(words, view)
    inverted = group.negated != turned
    if quantifier == "not all":
        inverted = turned
    if quantifier == "no":
        inverted = turned
    for whole, part in _whole_and_part(view, words or list(reading.inherited), reading.inherited, kind_words):
        if (
            whole.amount is None
            or part.amount is None
            or (reading.past and not is_event(view, part))
            or (whole is part)
        ):
            continue
        value = whole.amount - part.amount if inverted else part.amount
        if not set(whole.phrases[0]) - _WANTED - _COUNTED < set(part.phrases[0]) and not _told_as_share(
            part_said, whole_said
        ):
            continue
        if any(p.low == "both" for p in group.pieces) and whole.amount != 2:
            continue
        if _pair_holds(value, whole.amount, part_said, whole_said, quantifier):
            how = (
                f"{value} of {whole.amount}"
                if part_said is not None and part_said.form in ("part", "percent")
                else ""
            )
            if inverted:
                how = f"{whole.amount} − {part.amount} = {value}"
            return [use(view, (whole.field, part.field), "pair", how=how, words=part.phrases[0], fact=whole)]
    return None


def _quantity(group: Group) -> tuple[Figure | None, Figure | None, str] | None:
    """The part, the whole and the quantifier that a group names; None where it pairs nothing."""
    figures = group.figures
    low = [p.low for p in group.pieces]
    if len(figures) == 2 and low[0] == "of" and figures[0].form == "amount":
        figures = [figures[1], figures[0]]
    if len(figures) == 1 and figures[0].form == "pair":
        first = figures[0]
        second = replace(first, value=first.second or Fraction(0), second=None, form="amount")
        return replace(first, second=None, form="amount"), second, ""
    if low.count("not") > 1:
        return None
    of_all = figures[0] if len(figures) == 1 and "of" in group.preps and _bare(figures[0]) else None
    if (not figures or of_all) and any(
        a == "not" and b in ("all", "every") for a, b in itertools.pairwise(low)
    ):
        return None, of_all, "not all"
    every = any(w in ("all", "every", "each", "both") for w in low)
    none = any(w in ("no", "none", "neither", "without") for w in low)
    if none and "not" in low:
        return None
    most = any(w in ("most", "majority") for w in low)
    if len(figures) == 2 and ("of" in group.preps or "out" in low or "/" in low or "against" in group.preps):
        first, second = figures
        if _counts_of_them(group):
            first, second = second, first
        if second.form in ("percent", "part"):
            first, second = second, first
        if second.form != "amount" or first.dimension not in ("", "share"):
            return None
        return first, second, ""
    if len(figures) == 1:
        figure = figures[0]
        if every and figure.form == "amount" and not figure.unit:
            return None, figure, "all"
        if none and figure.form == "amount" and not figure.unit and "of" in group.preps:
            return None, figure, "no"
        if most and of_all:
            return None, of_all, "most"
        if figure.form in ("part", "percent"):
            return figure, None, ""
        if figure.form == "amount" and not figure.unit and not none and not most:
            return figure, None, "count"
        return None
    if figures:
        return None
    if every:
        return None, None, "all"
    if none:
        return None, None, "no"
    if most:
        return None, None, "most"
    return None


def _counts_of_them(group: Group) -> bool:
    """“six targets, four of them healthy”: the part stands second."""
    at = [i for i, p in enumerate(group.pieces) if p.token.figure is not None]
    between = {p.low for p in group.pieces[at[0] + 1 : at[1]]}
    return group.pieces[0].low != "of" and not between & {"of", "out", "/", "against"}


def _bare(figure: Figure) -> bool:
    """A plain number: no share, no unit."""
    return figure.form == "amount" and figure.unit is None and figure.op == "="


def _unready(words: list[str], view: View) -> tuple[list[str], bool]:
    """“unready” and "missing" say the rest of "ready"."""
    found, turned = [], False
    for word in words:
        broken = next((b for b in _BROKEN if any(b in f.words for f in view.facts)), "")
        if word in ("work", "function") and broken:
            found.append(broken)
            turned = True
        elif word in _UNREADY:
            found.append(_UNREADY[word])
            turned = True
        elif word in _UP and not any(word in f.words for f in view.facts):
            if "ready" not in words and any("ready" in f.words for f in view.facts):
                found.append("ready")
            elif "run" not in words and any("run" in f.words for f in view.facts):
                found.append("run")
        else:
            found.append(word)
    return found, turned


_UNREADY = {
    **dict.fromkeys(("unready", "miss", "short", "down", "lack"), "ready"),
    "unavailab": "availab",
    "unhealth": "health",
    "sick": "health",
}
_UP = frozenset("up onlin aliv health serv come live".split())
"""What is said of replicas that are ready."""
_BROKEN = ("fail", "broken", "fault", "faulti", "down", "defect")
"""What does not work, as fields count it."""


def _whole_and_part(
    view: View, words: list[str], inherited: tuple[str, ...], kind_words: frozenset[str]
) -> list[tuple[Fact, Fact]]:
    numbers = [f for f in view.facts if f.form == "number" and f.unit is None and not f.measure]
    have = set(words)
    if "pod" in have and not any("pod" in f.words for f in numbers):
        have |= {"replica"}
    if have < set(inherited):
        have |= set(inherited)
    if inherited and have.isdisjoint(f.phrases[0][-1] for f in numbers):
        have |= {inherited[-1]}
    parts = [f for f in numbers if len(f.phrases[0]) > 1 and have >= set(f.phrases[0])]
    if (
        not parts and have and have <= RESTRICTIVE and set(inherited) <= RESTRICTIVE
    ):  # "13 of 14 are ready": of the one thing that has so many ready
        alone = [f for f in numbers if len(f.phrases[0]) == 2 and have == {f.phrases[0][0]}]
        parts = alone if len(alone) == 1 else []
        have |= set(parts[0].phrases[0]) if parts else set()
    found: list[tuple[Fact, Fact]] = []
    spare = OPTIONAL | kind_words | _BESIDE
    for part in parts:
        rest = set(part.phrases[0])
        left = have - rest - spare
        if not left:
            found += [
                (f, part)
                for f in numbers
                if f is not part and (core := set(f.phrases[0]) - _WANTED - _COUNTED) and core < rest
            ]
        found += [
            (f, part)
            for f in numbers
            if f is not part and _same_thing(f, part) and left and left <= set(f.phrases[0]) <= have
        ]
    return found


_COUNTED = frozenset({"count", "number"})
_BESIDE = frozenset({"run", "replica", "copy", "pod", "want", "desir", "request", "gone", "come", "serv"})


def _told_as_share(part: Figure | None, whole: Figure | None) -> bool:
    return part is not None and (whole is not None or part.form in ("part", "percent"))


def _same_thing(whole: Fact, part: Fact) -> bool:
    """“2.5 % of its daily swipes fail”: two counts of one thing, each named in full."""
    if not set(whole.phrases[0]) & set(part.phrases[0]) or whole.amount is None or part.amount is None:
        return False
    return len(whole.phrases[0]) > 1 and whole.phrases[0] != part.phrases[0] and whole.amount >= part.amount


_WANTED = frozenset({"desir", "total", "expect", "request", "want", "spec"})


def _pair_holds(
    value: Fraction, whole: Fraction, part_said: Figure | None, whole_said: Figure | None, quantifier: str
) -> bool:
    if whole_said is not None and not compares(whole_said.op, whole, whole_said.value, whole_said.step):
        return False
    match quantifier:
        case "all":
            return value == whole and whole > 0
        case "no":
            return value == 0
        case "not all":
            return value < whole
        case "most":
            return value * 2 > whole and value < whole
        case _:
            pass
    if part_said is None:
        return False
    if part_said.form in ("part", "percent"):
        share = part_said.base if part_said.unit else part_said.value
        return whole > 0 and compares(
            part_said.op,
            value / whole * 100,
            share * 100,
            share_step(part_said) if part_said.form == "percent" else Fraction(1, 1000),
        )
    return compares(part_said.op, value, part_said.value, part_said.step)


def ranged(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“between 3 and 12 replicas”, "3–12 replicas": both ends, of a least and a most of the same thing (F4)."""
    figures = group.figures
    if not only_scaled(view, group):
        return None
    if len(figures) == 1 and figures[0].form == "range":
        low, high = figures[0].value, figures[0].second or Fraction(0)
    elif (len(figures) == 2 and {"between", "from"} & set(group.preps)) or (
        len(figures) == 2 and "to" in group.preps
    ):
        low, high = figures[0].value, figures[1].value
    else:
        return None
    words = [
        w for w in group.words if w not in ("minimum", "maximum", "least", "most", "range", "scal", "vary")
    ]
    for least in view.facts:
        if least.form != "number" or "minimum" not in least.words:
            continue
        rest = least.words - {"minimum"}
        named = {w for phrase in least.phrases for w in phrase} - {"minimum"}
        most = next((f for f in view.facts if f.form == "number" and f.words == rest | {"maximum"}), None)
        if most is None or reading.past:
            continue
        if set(words) - named - OPTIONAL - kind_words or (
            not set(words) & named and not set(reading.inherited) & rest
        ):
            continue
        factor = figures[-1].unit.factor if figures[-1].unit else Fraction(1)
        if least.amount == low * factor and most.amount == high * factor:
            return [use(view, (least.field, most.field), "pair", words=tuple(rest), fact=most)]
    return None
