"""Numbers beside the words of their field: counts, amounts, versions, shares (F1–F3)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from evidence import naming
from evidence.evidenced import dimension, of_fact, plain_preps, share_step, use
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees, compares
from evidence.group import WORD, Group, group_of
from evidence.lexicon import OPTIONAL, RESTRICTIVE, concept
from evidence.unit import Unit
from evidence.use import Reading, Use
from evidence.word import stem


def counted(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“3 replicas”, "a backup retention of 14 days", "restarted 41 times": one figure and the words of its field (F2)."""
    if len(group.figures) != 1 or group.times or group.negated or not only_scaled(view, group):
        return None
    figure = group.figures[0]
    if figure.form in ("part", "multiple", "pair", "range", "version"):
        return None
    words = _field_words(view, group)
    bound = next(
        (p.low.split()[1] for p in group.pieces if p.low.startswith(("a maximum of ", "a minimum of "))), ""
    )
    if bound:
        words, figure = [*words, concept(stem(bound))], _exactly(figure)
    if figure.dimension == "cpu" and "cpu" not in words:
        words = [*words, "cpu"]
    inherited = frozenset(reading.inherited) - RESTRICTIVE if words else frozenset()
    if any(p in ("than", "by", "between", "against") for p in group.preps) or not plain_preps(group):
        return None
    if "scal" in words or "aim" in words or "scale" in words:
        inherited |= {"target"}
    if any(
        p.low == "times" for p in group.pieces
    ):  # "was throttled twelve times": that happened, and is counted
        reading = replace(reading, past=False)
    if reading.verb in _MAY and words and set(words) <= _GROWS and reading.inherited:
        return _grown(view, _in_told_unit(figure, reading), reading)
    if "grow" in words and "to" in group.preps:
        inherited |= {"maximum", "limit"}
    if "shrink" in words and "to" in group.preps:
        inherited |= {"minimum"}
    if "due" in words and len(words) > 1:
        words, inherited = [w for w in words if w != "due"], inherited | {"next"}
    granted = inherited | {"<=": frozenset({"limit", "maximum"}), ">=": frozenset({"minimum"})}.get(
        figure.op, frozenset()
    )
    if (named := _by_name(view, group, words, figure, reading, kind_words, granted)) is not None:
        return named
    if _is_named(words, figure):
        return _lengths(view, group, figure, words, kind_words)
    return _unnamed(view, group, figure, reading, kind_words)


def _by_name(
    view: View,
    group: Group,
    words: list[str],
    figure: Figure,
    reading: Reading,
    kind_words: frozenset[str],
    granted: frozenset[str],
) -> list[Use] | None:
    """The field that the words name, if it holds the figure."""
    for level, fact in naming.best(view, words, ("number", "list"), kind_words, granted):
        if _counts_its_kind(group, fact, kind_words):
            continue
        told = _in_unit_told(figure, fact, reading)
        if group.of in _BOUNDING and group.of not in fact.words:
            continue
        if "use" in group.light and "use" not in fact.words and any("use" in f.words for f in view.facts):
            continue
        if "grow" in words and not fact.words & {"maximum", "limit"}:
            continue
        if ("scal" in words or stem(reading.verb) == "scal") and _aimed_elsewhere(view, fact):
            continue
        if told.op in ("<=", ">=") and _bounded_elsewhere(view, fact, told.op):
            continue
        grows = "grow" in words and _only_bound(view, fact)
        alone = level == naming.EXACT or grows or _alone(view, fact, words, kind_words, granted)
        if fact.measure or not alone:
            continue
        if _number_agrees(fact, told) and not (level == naming.LOOSE and told.unit is None):
            named = tuple(words) if words and level > naming.LOOSE else fact.phrases[0]
            return of_fact(view, fact, reading, named)
    return None


def _is_named(words: list[str], figure: Figure) -> bool:
    """Whether the words name something that no field is, rather than only how a figure is told."""
    if not any(w not in OPTIONAL for w in words) or set(words) <= _SIZES:
        return False
    return not (figure.dimension in _TOLD_ALONE - {"bytes"} and set(words) <= _MEASURING)


_SIZES = frozenset("size larg big wide long up space total add sum altogether overall".split())


def _in_unit_told(figure: Figure, fact: Fact, reading: Reading) -> Figure:
    """“45 km/h, limit 70”, "400 GiB …, up to 1000": a bound in the unit of what was just told."""
    last = reading.said[-1].fact if reading.said else None
    if (
        figure.unit is not None
        or figure.form != "amount"
        or last is None
        or last is fact
        or last.unit is None
    ):
        return figure
    bound = fact.words & {"maximum", "minimum", "limit", "target", "threshold"}
    return replace(figure, unit=last.unit) if bound and dimension(last) == dimension(fact) else figure


_MAY = frozenset("can could may".split())
_GROWS = frozenset(concept(stem(w)) for w in "grow scale autoscale expand extend go out up".split())


def _grown(view: View, figure: Figure, reading: Reading) -> list[Use] | None:
    """“… and may grow to 1000”: the one upper bound of what was just told."""
    said = set(reading.inherited) - {"maximum", "limit"} - OPTIONAL
    bounds = [
        f for f in view.facts if f.form == "number" and f.words & {"maximum", "limit"} and f.words & said
    ]
    if len(bounds) != 1 or figure.op not in ("=", "<=") or not _number_agrees(bounds[0], _exactly(figure)):
        return None
    return of_fact(view, bounds[0], reading)


def _in_told_unit(figure: Figure, reading: Reading) -> Figure:
    """“Storage is at 400 GiB and may grow to 1000”: in the unit of the clause before."""
    plain = figure.unit is None and figure.form == "amount"
    return replace(figure, unit=reading.unit) if plain and reading.unit is not None else figure


_BOUNDING = frozenset(concept(stem(w)) for w in "maximum minimum limit target capacity".split())
"""Words whose "of" leads their own figure: "its maximum of 16"."""


def _aimed_elsewhere(view: View, fact: Fact) -> bool:
    """“scales it at 60 % CPU” says the target, not what is used now."""
    return (
        fact.unit is not None and "target" not in fact.words and any("target" in f.words for f in view.facts)
    )


def _counts_its_kind(group: Group, fact: Fact, kind_words: frozenset[str]) -> bool:
    """“17 pods have restarted” counts pods, not restarts."""
    at = next(i for i, p in enumerate(group.pieces) if p.token.figure is not None)
    after = next((p.word for p in group.pieces[at + 1 :] if p.part == WORD), "")
    return fact.unit is None and after in kind_words and not any(after in phrase for phrase in fact.phrases)


def _bounded_elsewhere(view: View, fact: Fact, op: str) -> bool:
    """“at most 5” of something that has a maximum of its own is said of that maximum."""
    bounds = {"maximum", "limit"} if op == "<=" else {"minimum"}
    if fact.words & bounds or not fact.phrases[0]:
        return False
    head = fact.phrases[0][-1]
    return any(f.form == "number" and f.words & bounds and f.phrases[0][-1] == head for f in view.facts)


def only_scaled(view: View, group: Group) -> bool:
    """Whether the only names are those of what the record scales: its bounds are theirs."""
    return all(
        any(k.name == n.text and k.out and k.type == "SCALES" for k in view.links) for n in group.names
    )


def _field_words(view: View, group: Group) -> list[str]:
    return group.words + [w for w in group.light if w in view.vocabulary]


def _only_bound(view: View, fact: Fact) -> bool:
    """Whether it is the one upper bound of its dimension: what something can grow to."""
    bounds = [
        f
        for f in view.facts
        if f.form == "number" and f.words & {"maximum", "limit"} and dimension(f) == dimension(fact)
    ]
    return bounds == [fact]


def _alone(
    view: View, fact: Fact, words: list[str], kind_words: frozenset[str], granted: frozenset[str]
) -> bool:
    """No other number of the same dimension is named as well by the same words."""
    same = [
        f
        for f in view.facts
        if f.form == fact.form
        and f is not fact
        and dimension(f) == dimension(fact)
        and naming.names(f, words, kind_words, granted) >= naming.LOOSE
    ]
    return not same


def _number_agrees(fact: Fact, figure: Figure) -> bool:
    if fact.amount is None or (fact.form == "list" and figure.unit is not None):
        return False
    if not same_dimension(fact.unit, figure):
        return False
    if fact.words & _BOUNDS_ITSELF and figure.op == "<=":
        figure = _exactly(figure)
    if fact.words & {"minimum"} and figure.op == ">=":
        figure = _exactly(figure)
    return agrees(figure, fact.amount)


_BOUNDS_ITSELF = frozenset(concept(stem(w)) for w in "maximum limit retention timeout deadline quota".split())
"""What is a bound by itself: "kept for 14 days at most" says that it is 14 days."""


def _exactly(figure: Figure) -> Figure:
    return replace(figure, op="=")


def same_dimension(unit: Unit | None, figure: Figure) -> bool:
    """A figure without a unit carries no unit's value; a ratio may be said in percent (F3)."""
    if unit is None and figure.dimension == "cpu" and figure.unit is not None and figure.unit.factor == 1:
        return True
    if unit is not None and unit.dimension == "cpu" and unit.factor == 1 and not figure.dimension:
        return True
    return (unit.dimension if unit else "") == figure.dimension or (
        unit is not None
        and unit.dimension == "share"
        and unit.factor == 1
        and not figure.dimension
        and figure.value <= 1
    )


def _unnamed(
    view: View, group: Group, figure: Figure, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """A figure without a noun: what the sentence last measured ("It now has 3"), or the one field of its dimension ("is 16 GB")."""
    if group.negated:
        return None
    if group.lead == "of" and reading.said and reading.said[-1].part == "kind" and figure.unit is None:
        members = view.fact("members")
        if members is not None and _number_agrees(members, figure):
            return of_fact(view, members, reading)
    if "use" in group.light and any("use" in f.words for f in view.facts):
        return None
    if view.role == "row" and not group.words and figure.op == "=":
        own = [
            f for f in view.facts if f.form == "number" and not f.measure and same_dimension(f.unit, figure)
        ]
        if len(own) == 1 and _number_agrees(own[0], figure):
            return of_fact(view, own[0], reading)
    if reading.inherited:
        tries = [reading.inherited]
        named = naming.best(view, reading.inherited, ("number",), kind_words)
        if figure.unit and not any(same_dimension(f.unit, figure) for _, f in named):
            tries.append(reading.inherited[-1:])
        granted = {"<=": frozenset({"maximum"}), ">=": frozenset({"minimum"})}.get(figure.op, frozenset())
        if granted:
            tries = [tuple(w for w in reading.inherited if w not in ("maximum", "minimum")), *tries]
        for words in tries:
            for level, fact in naming.best(view, words, ("number", "list"), kind_words, granted):
                if level >= naming.SUBSET and not fact.measure and _number_agrees(fact, figure):
                    return of_fact(view, fact, reading, reading.inherited)
    if figure.dimension in _TOLD_ALONE or (
        figure.dimension and set(group.words) <= _SIZES - {"wide", "long"} and group.words
    ):
        sized = _sized(view, figure)
        if figure.op not in ("=", "~"):
            return None
        if group.lead == "of" and reading.said and reading.said[-1].part == "place":
            return None
        away = ({"in", "by", "to"} if figure.dimension == "voltage" else {"in", "on", "by", "to"}) | (
            {"at"} if figure.dimension == "bytes" else set()
        )
        if figure.dimension == "bytes" and group.lead == "in" and not group.preps and _just_counted(reading):
            away = set()
        if {"add", "total", "amount", "sum", "com"} & {*group.light, *group.words} and "to" in group.preps:
            away = set()
        if away & {*group.preps, group.lead}:
            return None
        if (
            len(sized) == 1
            and _number_agrees(sized[0], figure)
            and (not reading.inherited or figure.dimension in _TOLD_ALONE)
        ):
            return of_fact(view, sized[0], reading)
    return None


def _sized(view: View, figure: Figure) -> list[Fact]:
    """The fields of the figure's dimension; of several, those that nothing restricts."""
    sized = [f for f in view.facts if f.form == "number" and dimension(f) == figure.dimension]
    plain = [f for f in sized if not f.words & RESTRICTIVE]
    if figure.dimension == "speed" and any("speed" in f.words for f in plain):
        plain = [f for f in plain if "speed" in f.words]
    return plain if len(sized) > 1 else sized


def _just_counted(reading: Reading) -> bool:
    """“4.2 million objects in 30 TiB”: how much room what was just counted takes."""
    last = reading.said[-1].fact if reading.said else None
    return last is not None and last.form == "number" and last.unit is None


_TOLD_ALONE = frozenset(
    {
        "bytes",
        "temperature",
        "power",
        "voltage",
        "current",
        "rotation",
        "speed",
        "length",
        "mass",
        "volume",
        "pressure",
        "throughput",
    }
)
"""Dimensions whose figure says by itself what it is of: "is at 71 °C", "draws 9.6 kW"."""


_MEASURING = frozenset(
    concept(stem(w))
    for w in "reach reached measure measures stand weigh draw high deep tall heavy done run travel travelled cover drive driven go".split()
)


def _lengths(
    view: View, group: Group, figure: Figure, words: list[str], kind_words: frozenset[str]
) -> list[Use] | None:
    """The number of members of a list (F12), or of ends of one relation is none: relations may not all be retrieved."""
    if figure.unit is not None or group.negated:
        return None
    for level, fact in naming.best(view, words, ("list",), kind_words):
        if level >= naming.SUBSET and fact.amount is not None and agrees(figure, fact.amount):
            return [
                use(view, (fact.field,), words=tuple(words), fact=fact, how=f"{fact.amount} in {fact.field}")
            ]
    return None


def shared(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“50 % of it is used”, "half full", "28 % is unused": a share that stands in one field, or its rest."""
    if len(group.figures) != 1:
        return None
    figure = group.figures[0]
    if figure.form not in ("percent", "part"):
        return None
    said = Fraction(figure.base if figure.unit else figure.value)
    words, rest = _positive(group.words)
    if any(p.low in ("taken", "gone", "occupied") for p in group.pieces) and "use" not in words:
        words = [w for w in words if w not in ("go", "occupi")] + ["use"]
    words = _filled(view, words)
    if (
        "miss" in words
        and not any("miss" in f.words for f in view.facts)
        and any("hit" in f.words for f in view.facts)
    ):
        words, rest = [w if w != "miss" else "hit" for w in words], not rest
    rest = rest != group.negated
    for fact in view.facts:
        if fact.form != "number" or dimension(fact) != "share" or fact.amount is None or fact.measure:
            continue
        if not words and not _only_share(view, fact, group):
            continue
        if words and naming.names(fact, words, kind_words) < naming.SUBSET:
            continue
        if stem(reading.verb) == "scal" and _aimed_elsewhere(view, fact):
            continue
        value = 1 - fact.amount if rest else fact.amount
        if compares(figure.op, value * 100, said * 100, share_step(figure)):
            return of_fact(view, fact, reading, how=f"1 − {fact.value}" if rest else "")
    return None


def _filled(view: View, words: list[str]) -> list[str]:
    """“the battery is 64 % full” of a share of the battery: what it is filled to."""
    bare = [w for w in words if w not in ("us", "use", concept(stem("full")), "charg")]
    if not bare or len(bare) == len(words):
        return words
    named = [f for f in view.facts if dimension(f) == "share" and naming.names(f, bare) >= naming.SUBSET]
    return bare if len(named) == 1 and not named[0].words & RESTRICTIVE else words


def _only_share(view: View, fact: Fact, group: Group) -> bool:
    """“is at 94 %” of something that has one share: that is what it is at."""
    if not ("at" in group.preps or group.lead == "at") or group.negated:
        return False
    return [f for f in view.facts if f.form == "number" and dimension(f) == "share"] == [fact]


def proportion(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“at 70 % of its pod capacity”: how much of a capacity, total or limit there is, of the same thing."""
    if (
        len(group.figures) != 1
        or group.figures[0].form not in ("percent", "part")
        or group.negated
        or ("of" not in group.preps and group.words != ["us"] and group.words != [concept(stem("full"))])
    ):
        return None
    figure = group.figures[0]
    if group.words == [concept(stem("full"))]:
        return _fullness(view, figure, reading)
    share = figure.base if figure.unit else figure.value
    named = _part_and_whole(view, group, figure, share, reading)
    if named is not None:
        return named
    for _, whole in naming.best(view, group.words, ("number",), kind_words):
        core = whole.words - _CAPACITIES
        if core == whole.words or not whole.amount:
            continue
        for part in view.facts:
            if (
                part.form != "number"
                or part is whole
                or part.amount is None
                or part.words - _COUNTS != core
                or dimension(part) != dimension(whole)
            ):
                continue
            if (
                compares(figure.op, part.amount / whole.amount * 100, share * 100, share_step(figure))
                and not reading.past
            ):
                return [
                    use(
                        view,
                        (part.field, whole.field),
                        "pair",
                        how=f"{part.value} of {whole.value}",
                        fact=whole,
                    )
                ]
    return None


def _part_and_whole(
    view: View, group: Group, figure: Figure, share: Fraction, reading: Reading
) -> list[Use] | None:
    """“40 % of its maximum storage is allocated”: both named by all their words, and nothing else said."""
    words = set(group.words)
    for whole in view.facts:
        if (
            whole.form != "number"
            or not whole.words & _CAPACITIES
            or not whole.words <= words
            or not whole.amount
        ):
            continue
        for part in view.facts:
            if (
                part is whole
                or part.form != "number"
                or part.amount is None
                or dimension(part) != dimension(whole)
            ):
                continue
            if not part.words <= words or words - part.words - whole.words - OPTIONAL or reading.past:
                continue
            if compares(figure.op, part.amount / whole.amount * 100, share * 100, share_step(figure)):
                how = f"{part.value} of {whole.value}"
                return [use(view, (part.field, whole.field), "pair", how=how, fact=whole)]
    return None


def _fullness(view: View, figure: Figure, reading: Reading) -> list[Use] | None:
    """“is a quarter full”: the one capacity there is, and what there is of it."""
    wholes = [f for f in view.facts if f.form == "number" and f.words & _CAPACITIES and f.amount]
    found = [
        (part, whole)
        for whole in wholes
        for part in view.facts
        if part.form == "number"
        and part is not whole
        and part.amount is not None
        and part.words - _COUNTS == whole.words - _CAPACITIES
        and dimension(part) == dimension(whole)
    ]
    if len(found) != 1 or reading.past:
        return None
    (part, whole), share = found[0], figure.base if figure.unit else figure.value
    if part.amount is None or not whole.amount:
        return None
    if not compares(figure.op, part.amount / whole.amount * 100, share * 100, share_step(figure)):
        return None
    return [use(view, (part.field, whole.field), "pair", how=f"{part.value} of {whole.value}", fact=whole)]


def multiple_within(
    view: View, group: Group, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """“the maximum is four times its minimum”: two fields of one record."""
    if len(group.figures) != 1 or group.figures[0].form not in ("multiple", "part", "percent"):
        return None
    if group.negated or group.names:
        return None
    at = next(i for i, p in enumerate(group.pieces) if p.token.figure is not None)
    left, right = group_of(group.pieces[:at]).words, group_of(group.pieces[at + 1 :]).words
    figure = group.figures[0]
    for one in view.facts:
        for other in view.facts:
            if (
                one is other
                or one.form != "number"
                or other.form != "number"
                or not other.amount
                or one.amount is None
            ):
                continue
            if dimension(one) != dimension(other) or not _named_apart(one, left, other, right):
                continue
            if (
                compares(
                    figure.op,
                    one.amount / other.amount,
                    figure.base if figure.unit else figure.value,
                    Fraction(1, 100),
                )
                and not reading.past
            ):
                return [
                    use(view, (one.field, other.field), "pair", how=f"{one.value} / {other.value}", fact=one)
                ]
    return None


def difference_within(
    view: View, group: Group, reading: Reading, kind_words: frozenset[str]
) -> list[Use] | None:
    """“6 GiB more than it requested”: what lies between what was just said and another field of the record."""
    if (
        len(group.figures) != 1
        or group.names
        or group.negated
        or not {"than", "below", "above", "under", "over"} & set(group.preps)
        or not reading.said
    ):
        return None
    sides = {"above": "more", "over": "more", "below": "less", "under": "less"}
    more = next((p.low for p in group.pieces if p.low in ("more", "less", "fewer", "higher", "lower")), "")
    more = more or next((sides[p] for p in group.preps if p in sides), "")
    one, figure = reading.said[-1].fact, group.figures[0]
    words = [w for w in group.words if w not in ("more", "less", "fewer", "high", "low", "higher", "lower")]
    if not more or one is None or one.amount is None or not words:
        return None
    for level, other in naming.best(view, words, ("number",), kind_words):
        if level < naming.LOOSE or other is one or other.amount is None or dimension(other) != dimension(one):
            continue
        gap = one.amount - other.amount if more in ("more", "higher") else other.amount - one.amount
        if gap > 0 and same_dimension(other.unit, figure) and agrees(figure, gap) and not reading.past:
            how = f"{one.value} against {other.value}"
            return [use(view, (one.field, other.field), "pair", how=how, fact=one)]
    return None


def _named_apart(one: Fact, left: list[str], other: Fact, right: list[str]) -> bool:
    """Each named by its words, or by what sets the two apart ("maximum", "minimum")."""
    if not left or not right:
        return False
    if naming.names(one, left) >= naming.SUBSET and naming.names(other, right) >= naming.SUBSET:
        return True
    return set(left) == one.words - other.words and set(right) == other.words - one.words


_CAPACITIES = frozenset(
    concept(stem(w)) for w in "capacity total limit maximum quota allocatable size".split()
)


_COUNTS = frozenset(concept(stem(w)) for w in "count used current number".split())


_FREE = frozenset({"free", "empty", "left", "leav", "remain", "spare"})


def _positive(words: list[str]) -> tuple[list[str], bool]:
    """“unused” is "used" of the rest; "free" is too."""
    found, turned = [], False
    for word in words:
        if word in _FREE or word == "unused":
            found.append("use")
            turned = True
        else:
            found.append(word)
    return found, turned
