"""What a clause leaves out because the one before it said it."""

from __future__ import annotations

from evidence.bench import Bench
from evidence.claim import Spoken
from evidence.clause import Clause, is_verb
from evidence.group import BREAK, FIGURE, NAME, NOT, TIME, WORD, Piece, pieces_of
from evidence.token import Token
from evidence.word import BE, HAVE


def with_object(pieces: list[Piece], before: Clause | None, spoken: Spoken, bench: Bench) -> list[Piece]:
    """“picker-app produces it”: the pronoun after a named subject's verb is what was last spoken of."""
    if not any(p.low in ("it", "them") for p in pieces):
        return pieces
    found = [p.token for p in pieces]
    verb = next((i for i in range(len(found)) if is_verb(found, i)), None)
    named = [t.text for t in before.tokens if t.kind == "name"] if before is not None else []
    here = {p.token.text for p in pieces if p.part == NAME}
    candidates = [*reversed(named), *(spoken.names if len(spoken.names) == 1 else ())]
    meant = next(
        (n for n in candidates if n not in here and (n in bench.index.views or n in bench.index.ends)), ""
    )
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
    return [p for p in pieces if p.part in (NAME, NOT, BREAK) or p.low in ("and", *_AUXILIARIES)] + old


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
