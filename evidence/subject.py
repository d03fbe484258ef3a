"""What a clause speaks of: the record it names, or what its paragraph last spoke of (W6); and what is left to be carried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from evidence.claim import Spoken
from evidence.clause import is_verb
from evidence.definite import the_one, the_only
from evidence.described_end import ends_described
from evidence.entity import Entity, Member, views_of
from evidence.fact import Link, View
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, LIGHT, NAME, PREP, TIME, WORD, Piece
from evidence.index import Index
from evidence.last_change import of_last_change
from evidence.lexicon import CAUSAL, declared_nouns, nouns_of, own_nouns
from evidence.word import BE, POSSESSIVES, PRONOUNS, stem

_GOVERNING = frozenset("of in to for on at from with within under by across inside".split())
_GENERIC = (
    ("service",),
    ("servic",),
    ("workload",),
    ("record",),
    ("resourc",),
    ("object",),
    ("one",),
    ("system",),
    ("component",),
)


def entities(pieces: list[Piece], spoken: Spoken, index: Index) -> Iterator[Entity]:
    """The readings of the subject, likeliest first."""
    said = [p.token for p in pieces]
    verb = next((i for i in range(len(said)) if is_verb(said, i)), len(said))
    lead = _lead(pieces, verb)
    region = range(lead, verb)
    heads = [i for i in region if _is_head(pieces, i, lead, index)]
    if heads:
        yield from _of_heads(pieces, heads, spoken, index)
    else:
        yield from of_group(pieces, spoken)
    for i in (*region, *range(lead)):
        if pieces[i].part == NAME and i not in heads and _known(pieces[i], index):
            yield from _governed(pieces, i, index, head=False)
    if not heads:
        yield from of_last_change(pieces, verb, spoken, index)
        yield from _inverse(pieces, verb, index)
        yield from _caused(pieces, verb, index)
        yield from _end_described(pieces, lead, verb, spoken, index)
        yield from ends_described(pieces, lead, verb, spoken, index)
        if not _names_another(pieces, lead, verb, index, fresh=spoken.fresh, values=_values_of(spoken)):
            yield from _pronoun(pieces, spoken, index)
        yield from the_one(pieces, verb, spoken, index)
        yield from the_only(pieces, verb, spoken, index)
        owned = any(p.low in PRONOUNS or p.low in POSSESSIVES for p in pieces[:verb])
        for i in range(len(pieces) if owned else verb, len(pieces)):
            if pieces[i].part == NAME and _known(pieces[i], index) and _is_governed(pieces, i):
                yield from _governed(pieces, i, index, head=False)


def _names_another(
    pieces: list[Piece],
    lead: int,
    verb: int,
    index: Index,
    *,
    fresh: bool,
    values: frozenset[str] = frozenset(),
) -> bool:
    """Whether the subject's place is taken: a name stands there, or what "of", "for" or a genitive names."""
    if _says_values_only(pieces, lead, verb, values):
        return True
    if any(_takes_place(pieces, i, lead, verb, index) for i in range(lead, verb)):
        return True
    spoken_of = any(p.low in PRONOUNS or p.low in POSSESSIVES or p.low in ("the", "both") for p in pieces)
    if spoken_of or not fresh:
        return False
    return any(
        p.part == NAME and i > 0 and _known(p, index) and _is_governed(pieces, i)
        for i, p in enumerate(pieces)
        if i >= verb
    )


def _takes_place(pieces: list[Piece], i: int, lead: int, verb: int, index: Index) -> bool:
    """Whether a time, a version, an amount or a name stands where the subject does."""
    piece = pieces[i]
    if piece.part == TIME:
        moment = piece.token.moment
        after = pieces[i + 1].low if i + 1 < len(pieces) else ","
        return (
            moment is not None
            and not moment.edge
            and ((i > lead and pieces[i - 1].low == "of") or (i == lead and after != ","))
        )
    if piece.part == FIGURE:
        return verb < len(pieces) and _is_no_count(pieces, i, lead, verb)
    if piece.part != NAME or (piece.token.text.isdigit() and i and pieces[i - 1].word == "port"):
        return False
    if verb == len(pieces) and i > lead and not _known(piece, index) and not piece.token.possessive:
        return False
    if _known(piece, index) or piece.token.possessive or not _is_governed(pieces, i, lead):
        return True
    return pieces[i - 1].part == PREP and pieces[i - 1].low in ("of", "for", "by", "to", "on")


_ALL_NOUNS = frozenset(n for n in declared_nouns() if len(n) == 1)
"""Nouns that alone, in the plural, speak of all of a kind."""


def _values_of(spoken: Spoken) -> frozenset[str]:
    """The values, folded, of what was spoken of: none of them is a subject."""
    return frozenset(k for views in spoken.subjects for v in views if v.facts for k in v.folded)


def _says_values_only(pieces: list[Piece], lead: int, verb: int, values: frozenset[str]) -> bool:
    """ "available has 400 GiB": a value where the subject stands."""
    said = [p for p in pieces[lead:verb] if p.part != EMPTY_PIECE]
    if said and verb >= len(pieces):
        return len(said) > 1 and said[1].low == ":" and said[0].token.key in values
    if not said:
        return False
    plural = said[0] is pieces[lead] and said[0].part == WORD and said[0].low.endswith("s")
    if len(said) == 1 and plural and (said[0].token.stem,) in _ALL_NOUNS:
        return True
    if said[0].token.key in values and len(said) > 1 and said[1].low == ",":
        return True
    if any(_owns(pieces, i, lead) and pieces[i].token.key in values for i in range(lead, verb)):
        return True
    return all(p.part in (WORD, LIGHT, NAME) and p.token.key in values for p in said)


def _owns(pieces: list[Piece], at: int, lead: int) -> bool:
    """Whether what is spoken of is this word's: "the hit rate of redis", "redis's hit rate"."""
    if pieces[at].part != WORD:
        return False
    return pieces[at].token.possessive or (at > lead and pieces[at - 1].low in ("of", "for"))


def _is_no_count(pieces: list[Piece], at: int, lead: int, verb: int) -> bool:
    """A version or an amount where the subject stands ("15.4 is encrypted", "the engine of 15.4 is …")."""
    figure = pieces[at].token.figure
    if (
        figure is None
        or not (figure.unit is not None or len(figure.version) > 1)
        or figure.form in ("percent", "part")
    ):
        return False
    before = [p for p in pieces[lead:at] if p.part != EMPTY_PIECE]
    after = pieces[at + 1].low if at + 1 < len(pieces) else ""
    if not before:
        return after not in ("of", "is", "are", "")
    return at + 1 == verb < len(pieces) and before[-1].low in ("of", "to", "for", "on")


def _known(piece: Piece, index: Index) -> bool:
    return piece.token.text in index.views or piece.token.text in index.ends


def _lead(pieces: list[Piece], verb: int) -> int:
    """Where the subject begins: after a leading "In prod," or "As of …,"."""
    if not pieces or (pieces[0].part != PREP and pieces[0].low != "as"):
        return 0
    for place in range(1, min(verb, len(pieces))):
        if pieces[place].part == BREAK and pieces[place].low == ",":
            return place + 1
    return 0


def _is_head(pieces: list[Piece], at: int, lead: int, index: Index) -> bool:
    piece = pieces[at]
    if piece.part != NAME or not _known(piece, index) or piece.token.possessive:
        return False
    return not _is_governed(pieces, at, lead)


def _is_governed(pieces: list[Piece], at: int, lead: int = 0) -> bool:
    """Whether a preposition stands before the name's phrase."""
    place = at - 1
    listed = any(p.low == "and" for p in pieces[at : at + 4])
    while place >= lead and (
        pieces[place].part in (WORD, EMPTY_PIECE, NAME)
        or pieces[place].low == "and"
        or (listed and pieces[place].low == ",")
    ):
        if pieces[place].token.possessive:
            return False
        place -= 1
    return place >= lead and pieces[place].part == PREP and pieces[place].low in _GOVERNING


def _of_heads(pieces: list[Piece], heads: list[int], spoken: Spoken, index: Index) -> Iterator[Entity]:
    spent = _with_nouns(pieces, heads, index)
    rest = [
        p
        for i, p in enumerate(pieces)
        if i not in spent and not (heads[0] < i < heads[-1] and p.low in (",", "and", "or", "nor"))
    ]
    members = [
        Member(pieces[i].token.text, _of_kind(pieces, i, spent, views_of(pieces[i].token.text, index)))
        for i in heads
    ]
    if len({m.name for m in members}) < len(members) or _joins_another(pieces, heads):
        return
    if any(p.low in _QUANTIFYING for p in pieces[: heads[0]]):
        return
    own = {
        i
        for i in range(heads[0])
        if pieces[i].low in POSSESSIVES and not any(p.part == BREAK for p in pieces[i : heads[0]])
    }
    if own and not _belongs(members, spoken):
        return
    yield Entity(members, rest)


def _joins_another(pieces: list[Piece], heads: list[int]) -> bool:
    """Whether "and" joins a name to the subject that is none of the evidence's things."""
    first, last = heads[0], heads[-1]
    before = first > 1 and pieces[first - 1].low in ("and", ",") and pieces[first - 2].part == NAME
    lone = before and not pieces[first - 2].token.possessive and not _is_governed(pieces, first - 2)
    after = last + 2 < len(pieces) and pieces[last + 1].low == "and" and pieces[last + 2].part == NAME
    return lone or after


_QUANTIFYING = frozenset("no none nobody nothing every any all only solely exclusively".split())
"""Words before a subject that make the claim one about all there are (W4)."""


def _belongs(members: list[Member], spoken: Spoken) -> bool:
    """“its pod x”: x is related to what was last spoken of, or speaks of it."""
    names = set(spoken.names)
    for views in spoken.subjects:
        for view in views:
            names |= view.names
            for link in view.links:
                if any(m.name in (link.name, link.uid) for m in members):
                    return True
    if not names:
        return True
    return all(
        any(link.name in names or link.uid in names for view in m.views for link in view.links)
        or any(view.about in names for view in m.views)
        for m in members
    )


def _with_nouns(pieces: list[Piece], at: list[int], index: Index) -> set[int]:
    """The names and the nouns of their kinds beside them."""
    spent: set[int] = set()
    for i in at:
        spent.add(i)
        nouns = _nouns(pieces[i].token.text, index)
        spent |= _noun_before(pieces, i, nouns) or _noun_after(pieces, i, nouns)
    if len(at) > 1:
        plural = _nouns(pieces[at[0]].token.text, index)
        spent |= _noun_after(pieces, at[-1], plural)
    return spent


def _nouns(name: str, index: Index) -> frozenset[tuple[str, ...]]:
    kinds = {view.kind for view in index.views.get(name, ()) if view.kind}
    ends = {link.kind for _, link in index.ends.get(name, ())}
    return _nouns_of_kinds(frozenset(kinds | ends))


_OWNERS: frozenset[tuple[str, ...]] = frozenset((("team",), ("repositor",), ("repo",)))


@lru_cache(maxsize=1024)
def _nouns_of_kinds(kinds: frozenset[str]) -> frozenset[tuple[str, ...]]:
    """The nouns of records of these kinds; of the end of a relation that says no kind, those of what is mostly meant."""
    found: frozenset[tuple[str, ...]] = frozenset(_GENERIC)
    for kind in kinds:
        found |= nouns_of(kind) if kind else _OWNERS
    return found


def _noun_before(pieces: list[Piece], at: int, nouns: frozenset[tuple[str, ...]]) -> set[int]:
    for size in (3, 2, 1):
        if at - size < 0 or any(pieces[i].part not in (WORD, NAME, LIGHT) for i in range(at - size, at)):
            continue
        if tuple(s for i in range(at - size, at) for s in _stems(pieces[i])) in nouns:
            return set(range(at - size, at))
    return set()


def _noun_after(pieces: list[Piece], at: int, nouns: frozenset[tuple[str, ...]]) -> set[int]:
    if pieces[at].token.possessive:
        return set()
    for size in (3, 2, 1):
        end = at + 1 + size
        if end > len(pieces) or any(pieces[i].part not in (WORD, NAME) for i in range(at + 1, end)):
            continue
        if tuple(s for i in range(at + 1, end) for s in _stems(pieces[i])) in nouns:
            return set(range(at + 1, end))
    return set()


def _stems(piece: Piece) -> tuple[str, ...]:
    return _stemmed(piece.low)


@lru_cache(maxsize=8192)
def _stemmed(low: str) -> tuple[str, ...]:
    return tuple(stem(w) for w in low.split("-"))


def _of_kind(pieces: list[Piece], at: int, spent: set[int], views: tuple[View, ...]) -> tuple[View, ...]:
    """Only the views whose kind the noun beside the name is of, where it is said."""
    for span in (range(at - 3, at), range(at + 1, at + 4)):
        said = tuple(
            s
            for i in span
            if i in spent and 0 <= i < len(pieces) and pieces[i].part == WORD
            for s in _stems(pieces[i])
        )
        if said and said not in _GENERIC:
            fitting = tuple(v for v in views if not v.kind or said in nouns_of(v.kind))
            return fitting or views
    return views


def _governed(pieces: list[Piece], at: int, index: Index, *, head: bool) -> Iterator[Entity]:
    """The entity is what "of …", "in …" or "…'s" names; its preposition goes with it. An and-list goes whole."""
    if pieces[at].low == ",":
        return
    if at > 0 and _listed_before(pieces, at):
        return
    together = _list_from(pieces, at, index)
    spent = _with_nouns(pieces, together, index)
    first = min(spent)
    before = first - 1
    while before >= 0 and pieces[before].part == EMPTY_PIECE:
        before -= 1
    if pieces[together[-1]].token.possessive:
        pass
    elif before >= 0 and pieces[before].part == PREP and pieces[before].low in _GOVERNING:
        spent.add(before)
        if pieces[before].low in ("from", "by", "to") and _is_compound(pieces, max(spent) + 1):
            return
    elif not pieces[at].token.possessive and not head:
        return
    rest = [
        p
        for i, p in enumerate(pieces)
        if i not in spent and not (together[0] < i < together[-1] and p.low in (",", "and"))
    ]
    members = [
        Member(pieces[i].token.text, _of_kind(pieces, i, spent, views_of(pieces[i].token.text, index)))
        for i in together
    ]
    yield Entity(members, rest, head=False)


def _is_compound(pieces: list[Piece], at: int) -> bool:
    """“from the patient-pg chart”: the name only tells which chart."""
    if at >= len(pieces) or pieces[at].part != WORD:
        return False
    return not is_verb([p.token for p in pieces], at)


def _listed_before(pieces: list[Piece], at: int) -> bool:
    return at >= 2 and pieces[at - 1].low in ("and", ",") and pieces[at - 2].part == NAME


def _list_from(pieces: list[Piece], at: int, index: Index) -> list[int]:
    """The and-list of known names that starts here."""
    found = [at]
    place = at + 1
    while place < len(pieces):
        if pieces[place].low in (",", "and") and place + 1 < len(pieces):
            step = 2 if pieces[place + 1].low == "and" else 1
            following = place + step
            if (
                following < len(pieces)
                and pieces[following].part == NAME
                and _known(pieces[following], index)
            ):
                found.append(following)
                place = following + 1
                continue
        break
    closed = any(pieces[i].low == "and" for i in range(found[0], found[-1]))
    return found if closed else [at]


def _inverse(pieces: list[Piece], verb: int, index: Index) -> Iterator[Entity]:
    """“The machine with the address 10.9.4.18 is crane-gw-11”: a description before, the name after."""
    if verb >= len(pieces) or pieces[verb].low not in BE:
        return
    after = [i for i in range(verb + 1, len(pieces)) if pieces[i].part == NAME]
    of = next((i for i in range(verb) if pieces[i].low == "of"), None)
    if of is not None and not any(
        pieces[i].part == NAME and _known(pieces[i], index) for i in range(of, verb)
    ):
        return
    if len(after) != 1 or not _known(pieces[after[0]], index) or _is_governed(pieces, after[0], verb):
        return
    spent = _with_nouns(pieces, after, index) | {verb}
    name = pieces[after[0]].token.text
    rest = [p for i, p in enumerate(pieces) if i not in spent]
    yield Entity([Member(name, _of_kind(pieces, after[0], spent, views_of(name, index)))], rest, inverse=True)


def of_group(pieces: list[Piece], spoken: Spoken) -> Iterator[Entity]:
    """“the two databases”: exactly so many records of that kind were retrieved, or named by the question."""
    if not any(
        p.low == "both" or (p.part == FIGURE and i and pieces[i - 1].low in ("the", "these", "those"))
        for i, p in enumerate(pieces)
    ):
        return
    for at, piece in enumerate(pieces):
        if piece.part != WORD or piece.token.possessive:
            continue
        for size in (3, 2, 1):
            run = pieces[at : at + size]
            if len(run) < size or not all(p.part == WORD for p in run):
                continue
            noun = tuple(s for p in run for s in _stems(p))
            members = [v for v in spoken.known if v.kind and noun in nouns_of(v.kind)]
            if len(members) < 2 or not run[-1].low.endswith("s"):
                continue
            spent = set(range(at, at + size))
            count = at - 1
            while (
                count >= 0
                and pieces[count].part == EMPTY_PIECE
                and pieces[count].low not in ("the", "these", "both", "those")
            ):
                count -= 1
            if count < 0 or not _counts(pieces, count, len(members), spent):
                continue
            if (
                min(spent) > 0
                and pieces[min(spent) - 1].part == PREP
                and pieces[min(spent) - 1].low in _GOVERNING
            ):
                spent.add(min(spent) - 1)
            rest = [p for i, p in enumerate(pieces) if i not in spent]
            yield Entity([Member(v.name, (v,)) for v in members], rest)
            return


def _counts(pieces: list[Piece], at: int, size: int, spent: set[int]) -> bool:
    """“the two”, "both", "these three": as many as there are."""
    piece = pieces[at]
    if piece.low == "both" and size == 2:
        spent.add(at)
        return True
    figure = piece.token.figure
    if (
        figure is None
        or figure.value != size
        or figure.op != "="
        or figure.unit is not None
        or figure.form != "amount"
    ):
        return False
    before = pieces[at - 1] if at else None
    if before is None or before.low not in ("the", "these", "those"):
        return False
    spent |= {at, at - 1}
    return True


def _end_described(
    pieces: list[Piece], lead: int, verb: int, spoken: Spoken, index: Index
) -> Iterator[Entity]:
    """“its database”, "fare-api's owner", "the owner of fare-api": the one thing at the other end of that relation."""
    found = _description(pieces, lead, verb, spoken, index)
    if found is None or verb >= len(pieces):
        return
    base, nouns, spent = found
    said = tuple(s for i in nouns for s in _stems(pieces[i]))
    ends = [(view, link) for view in base for link in view.links if _is_end(link, said)]
    if len({link.name for _, link in ends}) > 1:
        ends = [(v, k) for v, k in ends if said in own_nouns(k.kind)]
    if len({link.name for _, link in ends}) != 1:
        return
    view, link = ends[0]
    rest = [p for i, p in enumerate(pieces) if i not in spent]
    yield Entity([Member(link.name, views_of(link.name, index))], rest, via=(view, link))


def _is_end(link: Link, said: tuple[str, ...]) -> bool:
    if said in nouns_of(link.kind) and link.kind:
        return True
    return any(way.noun and way.out == link.out and way.words == said for way in link.ways)


def _description(
    pieces: list[Piece], lead: int, verb: int, spoken: Spoken, index: Index
) -> tuple[tuple[View, ...], list[int], set[int]] | None:
    """Whose relation is spoken of, the noun that says which, and the pieces that say both."""
    own = next((i for i in range(lead, verb) if pieces[i].low in ("its", "their")), None)
    if own is not None and len(spoken.subjects) == 1:
        nouns = list(range(own + 1, verb))
        base: tuple[View, ...] = spoken.subjects[0]
        spent = {own, *nouns}
    else:
        at = next((i for i in range(lead, verb) if pieces[i].part == NAME and _known(pieces[i], index)), None)
        if at is None:
            return None
        base = views_of(pieces[at].token.text, index)
        if pieces[at].token.possessive:
            nouns = list(range(at + 1, verb))
        elif at == verb - 1 and at > lead + 1 and pieces[at - 1].low == "of":
            nouns = [i for i in range(lead, at - 1) if pieces[i].part != EMPTY_PIECE]
        else:
            return None
        spent = set(range(lead, verb))
    if not 1 <= len(nouns) <= 3 or any(pieces[i].part != WORD for i in nouns):
        return None
    return base, nouns, spent


def _caused(pieces: list[Piece], verb: int, index: Index) -> Iterator[Entity]:
    """“Expired credentials caused inc-31”: what stands after the verb is what has the cause."""
    if verb >= len(pieces) - 1 or pieces[verb].token.stem not in CAUSAL:
        return
    after = [i for i in range(verb + 1, len(pieces)) if pieces[i].part == NAME]
    if len(after) == 1 and _known(pieces[after[0]], index) and not _is_governed(pieces, after[0], verb):
        spent = _with_nouns(pieces, after, index)
        name = pieces[after[0]].token.text
        yield Entity(
            [Member(name, _of_kind(pieces, after[0], spent, views_of(name, index)))],
            [p for i, p in enumerate(pieces) if i not in spent],
        )


def _pronoun(pieces: list[Piece], spoken: Spoken, index: Index) -> Iterator[Entity]:
    """What was last spoken of: by a pronoun, by "the service", or where nothing is named."""
    if not spoken.subjects:
        return
    if len(spoken.subjects) > 1 and not _refers_to_all(pieces, spoken):
        return
    spent: set[int] = set()
    for i, piece in enumerate(pieces):
        if piece.low in PRONOUNS or piece.low in POSSESSIVES:
            spent.add(i)
            if i and pieces[i - 1].part == PREP and pieces[i - 1].low in _GOVERNING and not _parts(pieces, i):
                spent.add(i - 1)
    nouns = {
        n for views in spoken.subjects for v in views for n in (nouns_of(v.kind) if v.kind else ())
    } | set(_GENERIC)
    for i, piece in enumerate(pieces):
        if (
            piece.part == WORD
            and i > 0
            and pieces[i - 1].low in ("the", "this", "that", "these", "those", "both")
        ):
            for size in (3, 2, 1):
                run = pieces[i : i + size]
                if (
                    len(run) == size
                    and all(p.part in (WORD, NAME) for p in run)
                    and tuple(s for p in run for s in _stems(p)) in nouns
                ):
                    spent |= set(range(i, i + size))
                    owning = pieces[i + size - 1].token.possessive
                    if (
                        i > 1
                        and not owning
                        and pieces[i - 2].part == PREP
                        and pieces[i - 2].low in _GOVERNING
                    ):
                        spent.add(i - 2)
                    break
    rest = [p for i, p in enumerate(pieces) if i not in spent]
    members = [Member(name, views) for name, views in zip(spoken.names, spoken.subjects, strict=True)]
    yield Entity(members, rest, pronoun=True)
    if any(p.part == NAME for p in rest):
        yield Entity([Member(name, views_of(name, index)) for name in spoken.names], rest, pronoun=True)


def _parts(pieces: list[Piece], at: int) -> bool:
    """“two of its three replicas”, "neither of its two": the preposition pairs two figures."""
    before = pieces[at - 2].token.figure if at > 1 else None
    if before is not None and before.form in ("part", "percent"):
        return True
    counts = at > 1 and (
        pieces[at - 2].part == FIGURE or pieces[at - 2].low in ("neither", "none", "all", "both", "each")
    )
    return counts and at + 1 < len(pieces) and pieces[at + 1].part == FIGURE


def _refers_to_all(pieces: list[Piece], spoken: Spoken) -> bool:
    """Several subjects are meant by "they", "both", "each" – not by "it"; without a pronoun only where the clause goes on."""
    low = {p.low for p in pieces}
    if low & {"it", "its", "itself"}:
        return False
    if low & {"they", "them", "their", "both", "each", "these", "those", "all"}:
        return True
    return not spoken.fresh
