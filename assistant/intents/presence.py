"""Names that lie in several places, or in one and not in another: records of one name are the same thing elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from assistant.condition import CannotSay, Context, conditions
from assistant.grammar.frame import Frame, Restriction
from assistant.intents.asker import Asker, main_phrase
from assistant.intents.relating import Relating
from assistant.intents.twofold import all_rows
from assistant.meaning import Candidate
from assistant.plan import Asked, Form, Plan
from graph.fields import kinds_with
from graph.query import Aggregate, Column, Find, Measure, Within

_ORDER = ("cluster", "account", "region", "namespace")
_MOST = 1000
"""Records that are looked through; of more nothing is said."""

_Held = dict[str, dict[str, list[Candidate]]]


def of_names(frame: Frame, asker: Asker) -> Plan | None:
    """The plan of a question that compares what lies in places by its name; None of any other. Raises CannotSay."""
    main = main_phrase(frame)
    inside = [r for r in frame.restrictions if not r.outside]
    outside = [r for r in frame.restrictions if r.outside]
    if not frame.presence and not (inside and outside and _sort([*inside[-1:], *outside], main.of)):
        return None
    plain = frame.ask in ("", "list", "count") and not (
        frame.group or frame.extreme or frame.asked or frame.beside
    )
    if not main.of or main.names or main.also or frame.topic or frame.aggregate or not plain:
        raise CannotSay("Only records of a kind are compared by their names.")
    mode, _, everywhere = frame.presence.partition(":")
    compared = [] if everywhere else [r for r in frame.restrictions if _sort([r], main.of)]
    place = everywhere or _sort(compared, main.of)
    if not place or not kinds_with(main.of, place) or len(compared) < len(frame.restrictions):
        raise CannotSay("In which places of one sort?")
    where = (
        *conditions(main.tests, Context(main.of, asker.now)),
        *Relating(frame, asker).conditions(frame.main, main.of),
    )
    find = Find(main.of, where, limit=_MOST, as_of=asker.as_of)
    held = _held(find, place, asker)
    here = [_value(r, place) for r in compared if not r.outside]
    there = [_value(r, place) for r in compared if r.outside]
    if mode in ("both", "all"):
        return _both(frame, find, held, _of_both(here, place, held, frame.presence), place, asker)
    return _only(frame, find, held, (place, here, there), asker)


def _sort(restrictions: Sequence[Restriction], of: str) -> str:
    """The one sort of place that all of these are, and things of the kind lie in; "" where there is none."""
    shared = (
        p
        for p in _ORDER
        if restrictions and kinds_with(of, p) and all(p in _readings(r) for r in restrictions)
    )
    return next(shared, "")


def _readings(restriction: Restriction) -> tuple[str, ...]:
    return (
        (restriction.explicit,) if restriction.explicit else tuple(n for n, _ in restriction.place.readings)
    )


def _value(restriction: Restriction, place: str) -> str:
    """The place as records hold it: an account by its id."""
    return dict(restriction.place.ids).get(place) or dict(restriction.place.readings).get(
        place, restriction.place.text
    )


def _held(find: Find, place: str, asker: Asker) -> _Held:
    """Each name, by where it lies; of several of a name in one place, all."""
    result = all_rows(asker, replace(find, columns=(Column("name"), Column(place))))
    found: _Held = defaultdict(lambda: defaultdict(list))
    for (name, lies), uids in zip(result.rows, result.row_uids, strict=True):
        found[str(name)][str(lies)].append(Candidate(uids[0], find.of, str(name), ((place, str(lies)),)))
    return found


def _of_both(here: list[str], place: str, held: _Held, presence: str) -> list[str]:
    """The places that are all meant: those that were said, else all there are. Raises CannotSay of more than two called both."""
    values = here or sorted({p for places in held.values() for p in places})
    if len(values) < 2 or (not here and len(values) > 2 and presence.startswith("both:")):
        raise CannotSay(f"In which two {place}s?")
    return values


def _both(frame: Frame, find: Find, held: _Held, values: list[str], place: str, asker: Asker) -> Plan:
    found = [c for places in held.values() if all(v in places for v in values) for c in places[values[0]]]
    told = f"the {place}s {' and '.join(values)}"
    if not found:
        return _listed(frame, find, (place, values), None, f"No name is in each of {told}.", asker)
    remark = f"These names are in each of {told}."
    return _listed(frame, find, (place, values[:1]), found, remark, asker)


def _only(
    frame: Frame, find: Find, held: _Held, asked: tuple[str, list[str], list[str]], asker: Asker
) -> Plan:
    place, here, there = asked
    if not here:
        raise CannotSay("Only in which place?")
    every = _held(replace(find, where=()), place, asker) if find.where else held
    beyond = there or [p for p in {p for places in every.values() for p in places} if p not in here]
    names = [p for name, p in held.items() if not any(b in every.get(name, {}) for b in beyond)]
    found = [c for places in names for v in here for c in places.get(v, ())]
    other = f"the {place} {' or '.join(there)}" if there else f"another {place}"
    if not found:
        return _listed(frame, find, (place, here), None, f"Each of these names is in {other} as well.", asker)
    return _listed(
        frame, find, (place, here), found, f"Compared by name: none of these is in {other}.", asker
    )


def _listed(
    frame: Frame,
    find: Find,
    asked: tuple[str, list[str]],
    found: list[Candidate] | None,
    remark: str,
    asker: Asker,
) -> Plan:
    """Those records; where there is none, all that were compared, with a remark that says so."""
    place, values = asked
    within = Within(**{place: tuple(values)})
    if found is None:
        shown = replace(find, within=within, limit=asker.limits.rows)
    else:
        named = tuple(c.uid for c in found)
        shown = replace(find, where=(), within=within, named=named, limit=asker.limits.rows)
    linked = tuple(found or ())
    plan = Plan(Form.LIST, (Asked(shown),), of=find.of, within=within, remarks=(remark,), linked=linked)
    if frame.ask != "count" or found is None:
        return plan
    return replace(
        plan, form=Form.COUNT, queries=(Asked(replace(shown, aggregate=Aggregate(Measure.COUNT))),)
    )
