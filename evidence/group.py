"""Pieces of a clause, and groups of them that one fact is to carry.

A piece is a token with the part it plays: word, figure, time, name, not, prep, break, empty. A group is a contiguous run
of pieces; its words are compared with the names of fields, its figures, times, names and spelled values with their values.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from evidence.figure import Figure
from evidence.lexicon import concept
from evidence.time import Moment
from evidence.token import Token
from evidence.word import (
    ARTICLES,
    BE,
    CONJUNCTIONS,
    DO,
    EMPTY,
    HAVE,
    LIGHT_VERBS,
    MODALS,
    NEGATIONS,
    POSSESSIVES,
    PREPOSITIONS,
    RELATIVES,
    stem,
)

WORD, FIGURE, TIME, NAME, NOT, PREP, BREAK, EMPTY_PIECE, LIGHT = range(9)
"""The parts of pieces."""

QUANTIFIERS = frozenset(
    "all every each both no none neither any most only some half majority several many few nothing nobody".split()
)
LIKELIHOOD = frozenset(
    """inferred probably likely presumably apparently possibly perhaps maybe inference reportedly supposedly
    seemingly""".split()
)
"""Words that say that something is inferred (I4)."""

_MARKS_EMPTY = frozenset("\"'“”‘’`*")


@dataclass(slots=True)
class Piece:
    """A token and the part it plays in its clause. `word` is its concept."""

    token: Token
    part: int
    word: str = ""
    place: int = 0
    low: str = ""  # the token in lower case

    def __post_init__(self) -> None:
        """Keeps what is asked for most."""
        self.low = self.token.low


@dataclass(slots=True)
class Group:
    """A run of pieces."""

    pieces: list[Piece]
    words: list[str] = field(default_factory=list)  # concepts, light verbs left out
    light: list[str] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    times: list[Moment] = field(default_factory=list)
    names: list[Token] = field(default_factory=list)
    negated: bool = False
    preps: list[str] = field(default_factory=list)
    lead: str = ""  # the preposition before it, where that was passed over
    of: str = ""  # the word before that preposition
    follows: str = ""  # the word right after it
    before_name: bool = False  # a name stands right after it
    joined: bool = False  # "and" or a comma stands before it
    before_every: bool = False  # "every" stands before it


def pieces_of(tokens: list[Token]) -> list[Piece]:
    """The pieces of a clause's tokens."""
    found = []
    for place, token in enumerate(tokens):
        found.append(
            Piece(
                token, _part(token, tokens, place), concept(token.stem) if token.kind == "word" else "", place
            )
        )
    return found


def _part(token: Token, tokens: list[Token], place: int) -> int:
    if token.kind == "figure":
        return FIGURE
    if token.kind == "time":
        return TIME
    if token.low in ("each", "apiece") and place == len(tokens) - 1:
        return EMPTY_PIECE
    if token.kind == "name":
        return NAME
    if token.kind == "mark":
        return EMPTY_PIECE if token.text in _MARKS_EMPTY else BREAK
    low = token.low
    part = _ALWAYS.get(low)
    if part is not None:
        if low in HAVE and place + 1 < len(tokens) and tokens[place + 1].low == "to":
            return WORD  # "have to stay up" says what must be, not what is
        if low == "own" and not (place and _possesses(tokens[place - 1])):
            return WORD
        return part
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    if following is not None and (
        (low == "stuck" and following.low == "in") or (low == "every" and _is_span(following))
    ):
        return EMPTY_PIECE
    if low in ("can", "may") and place + 1 < len(tokens):
        return EMPTY_PIECE
    if low == "could" and any(t.low in _COULD for t in tokens[place + 1 : place + 3]):
        return EMPTY_PIECE
    if (
        low == "will"
        and place + 1 < len(tokens)
        and tokens[place + 1].stem in ("expir", "end", "lapse", "run", "be")
    ):
        return EMPTY_PIECE
    if low in MODALS:
        return WORD
    if token.stem in LIGHT_VERBS and _is_light(token, tokens, place):
        return LIGHT
    return WORD


_COULD = frozenset("add take fit grow scale autoscale expand extend".split())


_ALWAYS: dict[str, int] = {
    **dict.fromkeys(ARTICLES | BE | HAVE | DO | EMPTY | LIKELIHOOD, EMPTY_PIECE),
    **dict.fromkeys(PREPOSITIONS, PREP),
    **dict.fromkeys(CONJUNCTIONS | RELATIVES, BREAK),
    **dict.fromkeys(NEGATIONS, NOT),
}
"""The part of each word that plays the same one wherever it stands."""


def _possesses(token: Token) -> bool:
    return token.possessive or token.low in POSSESSIVES


def _is_span(token: Token) -> bool:
    return token.figure is not None and token.figure.dimension == "time"


def _is_light(token: Token, tokens: list[Token], place: int) -> bool:
    """Whether the verb only leads to what follows it: "is running 3 replicas", not "is running"."""
    if token.low in ("used", "attached", "placed", "own"):
        return False
    if not token.low.endswith("ing"):
        return True
    before = tokens[place - 1] if place else None
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if before is None or (before.low not in BE and before.low not in ("now", "currently", "still")):
        return False
    return (
        after is not None
        and after.kind != "mark"
        and after.low not in CONJUNCTIONS
        and (after.low not in PREPOSITIONS or after.low in ("with", "over", "under"))
    )


def words_of_piece(piece: Piece) -> list[str]:
    """The concepts of a word; those of its parts where hyphens join it ("Multi-AZ"): each part has to be accounted for."""
    if piece.low in ("e-mail", "e-mails"):
        return ["email"]
    if "-" not in piece.low:
        return [piece.word]
    parts = [w for w in piece.low.split("-") if w]
    return [
        concept(stem(w)) for i, w in enumerate(parts) if w not in PREPOSITIONS or (w in _TURNING and not i)
    ]


_TURNING = frozenset("over under out off without against after before above below beyond".split())
"""Prepositions that make another word of the one they lead: "over-provisioned" is not "provisioned"."""


def group_of(pieces: list[Piece]) -> Group:
    """The group of a run."""
    group = Group(pieces)
    for piece in pieces:
        match piece.part:
            case 0:
                group.words += words_of_piece(piece)
            case 1 if piece.token.figure is not None:
                group.figures.append(piece.token.figure)
            case 2 if piece.token.moment is not None:
                group.times.append(piece.token.moment)
            case 3:
                group.names.append(piece.token)
            case 4:
                # "neither a nor b" denies once: what denies already goes on with "nor"
                group.negated = piece.low == "nor" or not group.negated
            case 5:
                group.preps.append(piece.low)
            case 8:
                group.light.append(piece.word)
            case _:
                pass
    return group
