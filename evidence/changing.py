"""Claims about changes: what it was, what it became, when, and by whom (F10).

A change record carries only what it says: its `before` only what was, its `after` only what became. Every piece of the
clause must be the subject, the field, a value in its place, the time, the actor in an actor's place, or a verb that says
what the action or the direction was.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from evidence import several_changes
from evidence.amount import same_dimension
from evidence.change_record import Change, changes, is_of_now, ordered, quantity_of, superseded
from evidence.changed_field import EITHER, field_words, kind_words, scattered
from evidence.claim import Spoken, Support
from evidence.clause import is_verb
from evidence.figure import Figure, agrees
from evidence.group import EMPTY_PIECE, FIGURE, LIGHT, NAME, PREP, TIME, WORD, Piece
from evidence.index import Index
from evidence.lexicon import phrases_of
from evidence.moment import inside, is_age
from evidence.scope import Boundary, compatible_places, view_allowed
from evidence.time import Moment
from evidence.unit import of_field
from evidence.use import Use
from evidence.word import BE, POSSESSIVES, PRONOUNS, stem

_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ACTIONS = {
    "modified": "change modify update edit alter set switch adjust replace move go come apply make turn".split(),
    "deleted": "delete remove destroy drop".split(),
    "created": "create add make new introduce".split(),
    "restored": "restore come back".split(),
}
_ACTION_STEMS = {action: frozenset(stem(w) for w in words) for action, words in _ACTIONS.items()}
_UP = frozenset(stem(w) for w in "raise increase rise grow expand bump gain up upgrade".split())
_DOWN = frozenset(stem(w) for w in "reduce decrease lower drop fall shrink cut lose down downgrade".split())
_FACTORS: dict[str, Fraction | int] = {
    stem("double"): 2,
    stem("triple"): 3,
    stem("quadruple"): 4,
    stem("halve"): Fraction(1, 2),
}
_NOUNS = frozenset(
    stem(w) for w in "change update modification deletion creation rollout deployment release".split()
)


@dataclass(slots=True)
class _State:
    used: dict[str, None] = field(default_factory=dict)
    subject: bool = False
    verb: bool = False
    values: bool = False
    timed: bool = False
    mode: str = "event"
    asked: datetime | None = None
    done: str = ""  # the word that said the action


def asked_of(state: _State) -> datetime:
    """When the question was asked."""
    return state.asked or datetime.fromisoformat("1970-01-01T00:00:00+00:00")


def carried(
    pieces: list[Piece], spoken: Spoken, index: Index, edge: Boundary, said: frozenset[str], asked: datetime
) -> Iterator[Support]:
    """The changes that carry the clause."""
    known = [c for c in changes(index) if view_allowed(c.view, edge, said)]
    if known and (span := several_changes.quantified(pieces)) is not None:
        anyone = not any(c.subject in spoken.names for c in known)
        yield from several_changes.carried(
            pieces, span, known, lambda c, p: says(c, p, spoken, index, asked, anyone=anyone)
        )
        return
    for change in known:
        fields = says(change, pieces, spoken, index, asked)
        if fields and not (is_of_now(pieces) and superseded(change, index)):
            use = Use(change.view, fields, "change", words=_words(change))
            yield Support((change.view.handle,), [use], (change.view,))


def _words(change: Change) -> tuple[str, ...]:
    return phrases_of("", change.field)[0] if change.field else ()


_NEVER_TOLD = frozenset(
    "not never no none nothing without all every only can could may might will would shall should".split()
)
"""Words with which a clause says no single thing that happened."""


def says(
    change: Change,
    pieces: list[Piece],
    spoken: Spoken,
    index: Index,
    asked: datetime | None = None,
    *,
    anyone: bool = False,
) -> tuple[str, ...]:
    """The fields of the change that carry the clause; none where something in it is not so. `anyone`: of whatever changed."""
    if any(p.low in _NEVER_TOLD for p in pieces) or _deed_does(pieces):
        return ()
    tokens = [p.token for p in pieces]
    verb = next((i for i in range(len(tokens)) if is_verb(tokens, i)), len(tokens))
    object_ = pieces[verb + 1].low if verb + 1 < len(pieces) else ""
    if verb > 0 and object_ in ("it", "them") and field_words(change.view, change.field, pieces, verb - 1):
        return ()  # "replicas scaled it down": a field does nothing
    state = _State(asked=asked)
    state.mode = _mode(pieces, change)
    pieces = _once(pieces, state)
    pieces = _beside_change(change, pieces, state, spoken, index)
    at = 0
    while at < len(pieces):
        step = _spend(change, pieces, at, verb, state, spoken)
        if not step:
            return ()
        at += step
    if not state.subject and not anyone and not _implied(change, pieces, spoken, state, index):
        return ()
    if state.mode == "event" and not state.verb:
        return ()
    if state.mode != "event" and not (state.values and state.timed):
        return ()
    return tuple(state.used) or ("action",)


def _once(pieces: list[Piece], state: _State) -> list[Piece]:
    """“it used to have six tasks”, "previously …": what was so before a change."""
    at = next((i for i, p in enumerate(pieces[:-1]) if p.low == "used" and pieces[i + 1].low == "to"), None)
    if at is not None:
        pieces, told = [*pieces[:at], *pieces[at + 2 :]], True
    else:
        kept = [p for p in pieces if p.low not in ("previously", "formerly")]
        pieces, told = kept, len(kept) < len(pieces)
    if told and state.mode == "event":
        state.mode, state.timed = "before", True
    return pieces


def _deed_does(pieces: list[Piece]) -> bool:
    """“modified cut the replicas”: a deed does nothing."""
    return any(
        a.part == WORD
        and a.low in _DEEDS_DONE
        and b.part in (WORD, LIGHT)
        and (b.low.endswith("ed") or b.low in _PASTS)
        for a, b in itertools.pairwise(pieces)
    )


_DEEDS_DONE = frozenset("modified created deleted restored".split())
_PASTS = frozenset("cut put set made took brought gave got grew rose fell went ran".split())


def _beside_change(
    change: Change, pieces: list[Piece], state: _State, spoken: Spoken, index: Index
) -> list[Piece]:
    """“before marit's change it ran 4.7.9”, "since that change": the change itself is the time that is told."""
    at = next(
        (
            i
            for i, p in enumerate(pieces)
            if p.low in ("before", "until", "since", "after") and p.part == PREP
        ),
        None,
    )
    if at is None:
        return pieces
    end = at + 1
    while end < len(pieces) and (
        pieces[end].part == EMPTY_PIECE or pieces[end].low == "that" or pieces[end].token.text == change.actor
    ):
        end += 1
    named = any(p.token.text == change.actor and p.token.possessive for p in pieces[at:end])
    told = any(u.view is change.view for u in spoken.uses) or len(index.changes) == 1
    meant = named or (told and any(p.low in ("the", "that", "this") for p in pieces[at:end]))
    following = pieces[at + 2].token.stem if at + 2 < len(pieces) else ""
    if (
        pieces[at + 1 : at + 2]
        and pieces[at + 1].low in ("that", "this")
        and following not in _NOUNS
        and told
    ):
        end = at + 1
    elif end >= len(pieces) or pieces[end].token.stem not in _NOUNS or not meant:
        return pieces
    if end + 1 < len(pieces) and pieces[end + 1].low == "of":
        return pieces
    timed = [p for p in pieces[end + 1 : end + 3] if p.part == TIME]
    if timed and timed[0].token.moment is not None and change.at is not None:
        if not inside(timed[0].token.moment, change.at):
            return pieces
        end = next(i for i, p in enumerate(pieces) if p is timed[0])
    state.mode = "before" if pieces[at].low in ("before", "until") else "after"
    state.timed = True
    if named:
        state.used["actor"] = None
    return [*pieces[:at], *pieces[end + 1 :]]


def _mode(pieces: list[Piece], change: Change) -> str:
    """event, before ("had 5 before T") or after ("has had 3 since T")."""
    edges = {p.token.moment.edge for p in pieces if p.token.moment is not None}
    verbs = any(_is_change_word(p, change) for p in pieces)
    if verbs:
        return "event"
    if edges & {"before", "until", "till"}:
        return "before"
    if edges & {"since", "after"}:
        return "after"
    return "event"


def _is_change_word(piece: Piece, change: Change) -> bool:
    if piece.part not in (WORD, LIGHT):
        return False
    word = piece.token.stem
    return word in _NOUNS or word in _UP | _DOWN | EITHER or any(word in s for s in _ACTION_STEMS.values())


def _implied(change: Change, pieces: list[Piece], spoken: Spoken, state: _State, index: Index) -> bool:
    """The subject that is not named: what was last spoken of, or a value so exact that it names itself."""
    if any(p.part == NAME and p.token.text in (change.before, change.after) for p in pieces):
        return True
    if not spoken.names and all(c.subject == change.subject for c in changes(index)):
        return "field" in state.used or state.values
    if change.subject not in spoken.names:
        return False
    views = spoken.subjects[spoken.names.index(change.subject)]
    return any(compatible_places(change.view.place, v.place) for v in views) or not views


def _spend(change: Change, pieces: list[Piece], at: int, verb: int, state: _State, spoken: Spoken) -> int:
    """How many pieces are spent from here; 0 where this one says something that is not so."""
    piece = pieces[at]
    match piece.part:
        case 7 | 6:
            return 1
        case 3:
            return _spend_name(change, pieces, at, verb, state)
        case 2:
            return _spend_time(change, pieces, at, state)
        case 1:
            return _spend_figure(change, pieces, at, state)
        case 5:
            return (
                1
                if piece.low
                in (
                    "from",
                    "to",
                    "at",
                    "on",
                    "in",
                    "by",
                    "of",
                    "with",
                    "for",
                    "as",
                    "out",
                    "over",
                )
                else 0
            )
        case _:
            return _spend_word(change, pieces, at, verb, state, spoken)


def _before(pieces: list[Piece], at: int) -> str:
    """The preposition that governs this piece."""
    place = at - 1
    while place >= 0 and pieces[place].part in (EMPTY_PIECE, WORD) and pieces[place].low not in BE:
        place -= 1
    return pieces[place].low if place >= 0 and pieces[place].part == PREP else ""


def _spend_name(change: Change, pieces: list[Piece], at: int, verb: int, state: _State) -> int:
    text, prep = pieces[at].token.text, _before(pieces, at)
    if text == change.subject and prep != "by":
        if state.subject:
            return 0
        state.subject = True
        state.used["subject"] = None
        return 1
    if change.actor and text == change.actor:
        passive = any(p.low in BE for p in pieces[: verb + 1]) and prep != "by"
        if prep == "by" or (at < verb and not passive and not prep):
            state.used["actor"] = None
            return 1
        return 0
    place = next((n for n, v in change.view.place.items() if v == text), None)
    if place is not None and not _is_placed(pieces, at, prep):
        return 0
    if place is not None:
        state.used[place] = None
        return 1
    if (
        at < verb
        and prep not in ("from", "to")
        and change.actor in {p.token.text for p in pieces[:verb]} | {""}
        and verb < len(pieces)
    ):
        return 0
    if (
        at < verb
        and prep not in ("from", "to")
        and any(p.token.text == change.subject for p in pieces[verb:])
    ):
        return 0
    done = at > 0 and pieces[at - 1].part in (WORD, LIGHT) and pieces[at - 1].low.endswith("ed")
    if done and "field" in state.used and "actor" not in state.used and pieces[at - 1].low not in BE:
        return 0  # "the image deployed 12.1.0": a field does nothing
    return 1 if _value_said(change, text, prep, state) else 0


def _is_placed(pieces: list[Piece], at: int, prep: str) -> bool:
    """“in prod”, "of the cluster prod": a place stands behind its preposition or its noun."""
    beside = [pieces[i].token.stem for i in (at - 1, at + 1) if 0 <= i < len(pieces)]
    if prep == "of" and not any(w in _PLACE_NOUNS for w in beside):
        return False
    return prep in ("in", "on", "within", "at", "of") and (
        pieces[at - 1].part in (PREP, EMPTY_PIECE) or any(w in _PLACE_NOUNS for w in beside)
    )


_PLACE_NOUNS = frozenset(stem(w) for w in "cluster namespace account region environment".split())


_DOERS = frozenset("autoscaler hpa scaler user bot engineer pipeline controller colleague".split())
"""What stands before the name of whoever did it."""
_NO_VALUE = frozenset("of by in".split())
"""Prepositions behind which no value stands; behind "on" one does where it tells what was or is ("was on 0.9.5")."""


def _value_said(change: Change, text: str, prep: str, state: _State) -> bool:
    for name, value in (("before", change.before), ("after", change.after)):
        if not isinstance(value, str) or not _spells(value, text) or prep in _NO_VALUE:
            continue
        if prep == "on" and state.mode == "event":
            continue
        if not _in_place(name, prep, state, change) or (name in state.used and state.values):
            continue
        state.used[name] = None
        state.values = True
        return True
    return False


def _spells(value: str, text: str) -> bool:
    if value == text:
        return True
    if "/" in value or ":" in value:
        return text in (value.rpartition(":")[2], value.rpartition("/")[2])
    return value.lower() == text.lower() and text.isalpha()


def _in_place(name: str, prep: str, state: _State, change: Change) -> bool:
    """“from” stands before what was, "to" before what became; alone it is what became."""
    if state.mode in ("before", "after"):
        return name == state.mode
    if prep == "from":
        return name == "before"
    return name == "after"


def _spend_figure(change: Change, pieces: list[Piece], at: int, state: _State) -> int:
    figure = pieces[at].token.figure
    if figure is None or figure.form not in ("amount", "multiple", "version", "percent", "part"):
        return 0
    prep = _before(pieces, at)
    if figure.form in ("part", "percent") and prep == "by" and _grew_by(change, figure):
        state.used |= {"before": None, "after": None}
        state.values = True
        return 1
    figure = _with_unit_before(pieces, at, _of_same_unit(pieces, at, figure))
    if figure.form == "part":
        return 0
    if (
        figure.dimension == "time"
        and at + 1 < len(pieces)
        and pieces[at + 1].low == "ago"
        and change.at is not None
    ):
        state.used["at"] = None
        return 2 if is_age(figure, change.at, asked_of(state)) else 0
    if prep == "by" or _is_difference(pieces, at):
        return 1 if _differs_by(change, figure, state, pieces) else 0
    for name, value in (("before", change.before), ("after", change.after)):
        if _figure_is(change, figure, value) and _in_place(name, prep, state, change):
            state.used[name] = None
            state.values = True
            return 1
    return 0


def _grew_by(change: Change, figure: Figure) -> bool:
    """“increased by half”, "cut by 25 %": the difference as a share of what was."""
    left, right = ordered(change.before), ordered(change.after)
    if left is None or right is None or len(left) != 1 or len(right) != 1 or not left[0]:
        return False
    share = abs(right[0] - left[0]) / left[0]
    said = figure.base if figure.unit else figure.value
    return abs(share - said) * 200 <= (figure.step if figure.form == "percent" else Fraction(1, 100)) * 2


def _of_same_unit(pieces: list[Piece], at: int, figure: Figure) -> Figure:
    """“from 400 to 600 GiB”: the unit of the second is that of the first."""
    following = pieces[at + 1 : at + 3]
    if figure.unit is None and len(following) == 2 and following[0].low == "to":
        other = following[1].token.figure
        if other is not None and other.unit is not None and figure.form == "amount":
            return replace(figure, unit=other.unit)
    return figure


def _with_unit_before(pieces: list[Piece], at: int, figure: Figure) -> Figure:
    """“from one minute to six”: the unit of the first is that of the second."""
    if figure.unit is not None or figure.form != "amount" or at < 2 or pieces[at - 1].low != "to":
        return figure
    other = pieces[at - 2].token.figure
    return replace(figure, unit=other.unit) if other is not None and other.form == "amount" else figure


def _figure_is(change: Change, figure: Figure, value: object) -> bool:
    if isinstance(value, str) and figure.version and figure.unit is None:
        return _spells(value, figure.text)
    if isinstance(value, str) and (found := quantity_of(change.field, value)) is not None:
        return same_dimension(found[1], figure) and agrees(figure, found[0])
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        value = float(value) if "." in value else int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    unit = of_field(change.field)
    amount = Fraction(str(value)) * (unit.factor if unit else 1)
    return same_dimension(unit, figure) and agrees(figure, amount)


def _is_difference(pieces: list[Piece], at: int) -> bool:
    """“lost two replicas”, "gained three"."""
    before = pieces[at - 1].token.stem if at else ""
    if at > 1 and pieces[at - 1].low in ("another", "further"):
        before = pieces[at - 2].token.stem
    return before in ("lose", "gain", *_ADDED)


_ADDED = {stem("add"): False, stem("remove"): True}
"""Verbs that say by how much a number changed, and whether it fell."""


def _is_number(value: object) -> bool:
    """Whether a value is a number, as one or as text; a version is none."""
    return not isinstance(value, str) or _DECIMAL.fullmatch(value) is not None


def _differs_by(change: Change, figure: Figure, state: _State, pieces: list[Piece]) -> bool:
    left, right = ordered(change.before), ordered(change.after)
    if left is None or right is None or len(left) != 1 or len(right) != 1 or not _is_number(change.before):
        return False
    unit = of_field(change.field)
    amount = abs(right[0] - left[0]) * (unit.factor if unit else 1)
    if not same_dimension(unit, figure) or not agrees(figure, amount):
        return False
    state.used |= {"before": None, "after": None}
    state.values = True
    return True


def _spend_time(change: Change, pieces: list[Piece], at: int, state: _State) -> int:
    moment = pieces[at].token.moment
    if moment is None or change.at is None:
        return 0
    if state.mode in ("before", "after"):
        right = moment.edge in (("before", "until", "till") if state.mode == "before" else ("since", "after"))
        if not right or not _edge_is(moment, change.at):
            return 0
        state.timed = True
    elif moment.edge in ("before", "after", "since", "until"):
        if not inside(moment, change.at):
            return 0
    elif not inside(moment, change.at):
        return 0
    state.used["at"] = None
    return 1


def _edge_is(moment: Moment, at: datetime) -> bool:
    start = moment.start if moment.edge in ("since", "after") else moment.end
    if start is None or moment.edge_end is None:
        return False
    return start <= at < moment.edge_end


def _spend_field(change: Change, pieces: list[Piece], at: int, state: _State) -> int | None:
    """The words of the field that changed; None where these are none."""
    if scattered(change.field, pieces, at):
        state.used["field"] = None
        return 1
    size = field_words(change.view, change.field, pieces, at)
    if not size:
        return None
    if "field" in state.used and not (at and pieces[at - 1].part == FIGURE):
        return 0
    state.used["field"] = None
    return size


def _spend_word(
    change: Change, pieces: list[Piece], at: int, verb: int, state: _State, spoken: Spoken
) -> int:
    piece = pieces[at]
    word = piece.token.stem
    following = pieces[at + 1].token.text if at + 1 < len(pieces) else ""
    if piece.low in _DOERS and change.actor and following == change.actor:
        return 1
    if at and pieces[at - 1].low == "by":
        return 0
    spent = _spend_field(change, pieces, at, state)
    if spent is not None:
        return spent
    size = kind_words(change.view, change.subject, pieces, at)
    if size and _before(pieces, at) != "by":
        return size
    if piece.low in PRONOUNS or piece.low in POSSESSIVES:
        return 1
    if change.action == "modified" and word in _ADDED and change.falls is not None:
        state.verb = change.falls == _ADDED[word]
        return int(state.verb)
    if word in ("up", "down") or word in _UP | _DOWN:
        wanted = word in _DOWN
        if change.falls is not None and change.falls == wanted:
            state.verb = state.verb or word not in ("up", "down")
            return 1
        if word == "drop" and change.action == "deleted":
            state.verb = True
            return 1
        return 0
    if word in _FACTORS:
        left, right = ordered(change.before), ordered(change.after)
        state.verb = (
            left is not None and right is not None and len(left) == 1 and right[0] == left[0] * _FACTORS[word]
        )
        state.used |= {"before": None, "after": None}
        return int(state.verb)
    if word in _ACTION_STEMS.get(change.action, frozenset()) or word in _NOUNS_OF.get(
        change.action, frozenset()
    ):
        if state.done == word:
            return 0
        state.verb, state.done = True, word
        state.used["action"] = None
        return 1
    if word in EITHER and change.action == "modified":
        if (
            word == "scale"
            and change.field
            and "replica" not in change.field.lower()
            and not isinstance(change.after, int)
        ):
            return 0
        state.verb = True
        return 1
    if piece.part == LIGHT and state.mode != "event":
        return 1
    value = _word_value(change, piece, _before(pieces, at), state)
    return 1 if value else 0


_NOUNS_OF = {
    "modified": frozenset(stem(w) for w in "change update modification".split()),
    "deleted": frozenset(stem(w) for w in "deletion removal change".split()),
    "created": frozenset(stem(w) for w in "creation change".split()),
}


def _word_value(change: Change, piece: Piece, prep: str, state: _State) -> bool:
    return piece.token.text.isalpha() and _value_said(change, piece.token.text, prep, state)
