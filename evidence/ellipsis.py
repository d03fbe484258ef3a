"""What a clause leaves out because the one before it said it."""

from __future__ import annotations

from fractions import Fraction

from evidence.bench import Bench
from evidence.claim import Spoken
from evidence.clause import Clause, is_verb
from evidence.figure import Figure
from evidence.group import BREAK, EMPTY_PIECE, FIGURE, NAME, NOT, TIME, WORD, Piece, pieces_of
from evidence.lexicon import nouns_of
from evidence.token import Token
from evidence.word import BE, HAVE, stem


def with_object(pieces: list[Piece], before: Clause | None, spoken: Spoken, bench: Bench) -> list[Piece]:
    """“picker-app produces it”: the pronoun after a named subject's verb is what was last spoken of."""
    pieces = _the_noun(pieces, spoken)
    if not any(p.low in ("it", "them") for p in pieces):
        return pieces
    found = [p.token for p in pieces]
    verb = next((i for i in range(len(found)) if is_verb(found, i)), None)
    named = [t.text for t in before.tokens if t.kind == "name"] if before is not None else []
    here = {p.token.text for p in pieces if p.part == NAME}
    candidates = [*reversed(named), *(spoken.names if len(spoken.names) == 1 else ())]
    candidates = [
        n for n in candidates if n not in here and (n in bench.index.views or n in bench.index.ends)
    ]
    meant = next((n for n in candidates if _linked(n, here, bench)), candidates[0] if candidates else "")
    if verb is None or not meant or found[verb].low in BE or found[verb].low in HAVE:
        return pieces
    if not any(
        p.part == NAME and (p.token.text in bench.index.views or p.token.text in bench.index.ends)
        for p in pieces[:verb]
    ):
        return pieces
    if any(p.part == NAME and p.token.text == meant for p in pieces):
        return pieces
    at = next((i for i in range(verb + 1, len(pieces)) if pieces[i].low in ("it", "them")), None)
    if at is None:
        return pieces
    old = pieces[at].token
    name = Token("name", meant, old.start, old.end, meant.lower(), "", meant.lower(), known=True)
    return [*pieces[:at], Piece(name, NAME, "", pieces[at].place), *pieces[at + 1 :]]


def _the_noun(pieces: list[Piece], spoken: Spoken) -> list[Piece]:
    """“probe-14 monitors the tank”: what was spoken of, by the noun of its kind, at the end."""
    if len(spoken.subjects) != 1 or len(pieces) < 4 or pieces[0].part != NAME or pieces[0].token.possessive:
        return pieces
    at = next(
        (i for i in range(len(pieces) - 1, max(len(pieces) - 4, 1), -1) if pieces[i].low == "the"), None
    )
    if at is None or any(p.part != WORD for p in pieces[at + 1 :]):
        return pieces
    said = tuple(stem(w) for p in pieces[at + 1 :] for w in p.low.split("-"))
    if not said or not any(said in nouns_of(v.kind) for v in spoken.subjects[0] if v.kind):
        return pieces
    old = pieces[at].token
    it = Token("word", "it", old.start, pieces[-1].token.end, "it", "it", "it")
    return [*pieces[:at], Piece(it, EMPTY_PIECE, "it", pieces[at].place)]


def _linked(name: str, here: set[str], bench: Bench) -> bool:
    """Whether what is named here is at the other end of one of its relations."""
    return any(link.name in here for view in bench.index.views.get(name, ()) for link in view.links)


def with_topic(pieces: list[Piece], clause: Clause, outer: Spoken, inner: Spoken) -> list[Piece]:
    """“tickets-prod, which manages it, …”: in a relative clause the object is what the paragraph speaks of."""
    if clause.joined != "relative" or len(outer.names) != 1 or outer.names == inner.names:
        return pieces
    at = next((i for i in range(1, len(pieces)) if pieces[i].low in ("it", "them")), None)
    if at is None or any(p.part == NAME for p in pieces):
        return pieces
    old = pieces[at].token
    name = Token(
        "name",
        outer.names[0],
        old.start,
        old.end,
        outer.names[0].lower(),
        "",
        outer.names[0].lower(),
        known=True,
    )
    return [*pieces[:at], Piece(name, NAME, "", pieces[at].place), *pieces[at + 1 :]]


def complemented(pieces: list[Piece], spoken: Spoken) -> list[Piece]:
    """“the rest are stopped”, "the other two aren't": as many as are left of what was just counted."""
    size = _size_of_rest(pieces)
    counted = _just_counted(spoken)
    if not size or counted is None:
        return pieces
    part, whole = counted
    said = next((p.token.figure for p in pieces[:size] if p.token.figure is not None), None)
    referred = next((p.token.refers for p in pieces[:size] if p.token.refers), 0)
    left = whole - part
    if left <= 0 or (said is not None and said.value != left) or (referred and referred != left):
        return pieces
    at = pieces[0].token
    text = str(left)
    figure = Figure(text, Fraction(left), first=0, last=1)
    token = Token("figure", text, at.start, at.end, text, "", text, figure=figure)
    return [Piece(token, FIGURE, "", pieces[0].place), *pieces[size:]]


def _size_of_rest(pieces: list[Piece]) -> int:
    """How many pieces say "the rest", "the others", "the other two"."""
    if len(pieces) < 3 or pieces[0].low != "the":
        return 0
    if pieces[1].low in ("rest", "others", "remainder"):
        return 2
    if pieces[1].low in ("other", "remaining") and (pieces[2].part == FIGURE or pieces[2].token.refers):
        return 3
    return 0


def _just_counted(spoken: Spoken) -> tuple[int, int] | None:
    """Part and whole of what was last counted: rows of a result, or a pair of one record."""
    pop = spoken.population
    if pop is not None and pop.count is not None:
        whole = pop.of if pop.of is not None else pop.result.population
        return (pop.count, whole) if whole is not None else None
    for use in reversed(spoken.uses):
        if use.part == "pair" and len(use.fields) == 2:
            whole_fact, part_fact = (use.view.fact(f) for f in use.fields)
            if (
                whole_fact is not None
                and part_fact is not None
                and whole_fact.amount
                and part_fact.amount is not None
            ):
                return int(part_fact.amount), int(whole_fact.amount)
    return None


def alike(pieces: list[Piece], clause: Clause, spoken: Spoken) -> list[Piece]:
    """“…, unlike picker-events-dlq”: the opposite of the predicate, said of the other."""
    old = [p for p in spoken.rest if isinstance(p, Piece)]
    if not old:
        return pieces
    denied = any(p.part == NOT for p in old)
    rest = [p for p in old if p.part != NOT]
    if denied == (clause.joined == "unlike"):
        return [*pieces, *rest]
    word = Token("word", "not", clause.start, clause.start, "not", "not", "not")
    return [*pieces, Piece(word, NOT, "", 0), *rest]


def elided(pieces: list[Piece], clause: Clause, spoken: Spoken, bench: Bench) -> list[Piece]:
    """“…, but orders-db isn't”, "… and so is cart-api": the predicate of the clause before, denied or not."""
    if not spoken.rest or clause.joined == "start" or any(p.part in (FIGURE, TIME) for p in pieces):
        return pieces
    if any(
        (p.part == WORD and p.low not in ("too", "either", "likewise")) or p.part in {8, 5} for p in pieces
    ):
        return pieces
    if not any(p.low in _AUXILIARIES for p in pieces) or not any(p.part == NAME for p in pieces):
        return pieces
    old = [p for p in spoken.rest if isinstance(p, Piece) and p.part != NOT and p.low not in _AUXILIARIES]
    kept = [p for p in pieces if p.part in (NAME, NOT, BREAK) or p.low in ("and", *_AUXILIARIES)]
    if kept and kept[0].low in _AUXILIARIES and len(kept) > 1:  # "so does nightly-index"
        kept = [
            *(p for p in kept if p.part == NAME),
            *(p for p in kept if p.part != NAME and p.low not in ("do", "does", "did")),
        ]
    return kept + old


_AUXILIARIES = frozenset("is are was were does do did has have".split())


def completed(pieces: list[Piece], clause: Clause, before: Clause | None) -> list[Piece]:
    """A clause that leaves out its verb or noun takes them from the one before ("and 2 in staging")."""
    if clause.joined != "gap" or before is None:
        return pieces
    words = [p for p in pieces_of(before.tokens) if p.part == WORD]
    nouns = list(words)
    place = next((i for i, p in enumerate(pieces) if p.part == FIGURE), None)
    if place is None:
        return pieces
    return [*pieces[: place + 1], *nouns, *pieces[place + 1 :]]
