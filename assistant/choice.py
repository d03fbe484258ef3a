"""Which records a name means, and which place a restriction: by what the question says beside it, never by guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from assistant.grammar.frame import Phrase, Restriction
from assistant.meaning import Candidate
from graph.fields import ANY, PLACES, kinds_asked, kinds_with
from graph.kinds import KINDS
from graph.query import Op, Where, Within

_ORDER = ("cluster", "account", "region", "namespace", "environment", "application", "team", "repository")
_JOINT = frozenset({"cluster", "account"})
"""Places that lie in different worlds: a category over both is asked in each."""


@dataclass(frozen=True, slots=True)
class Reach:
    """One reading of the restrictions. `remarks` say what else a place could have been."""

    within: Within
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoPlace:
    """A restriction that is none: nothing of that name, or the kind does not lie in such a place."""

    restriction: Restriction
    reason: str


def reaches(restrictions: Sequence[Restriction], kinds: Iterable[str]) -> tuple[Reach, ...] | NoPlace:
    """Every reading of the restrictions for these kinds or categories; several where a place is two things."""
    found: tuple[Reach, ...] = (Reach(Within()),)
    asked = tuple(kinds) or (ANY,)
    for group in _groups([r for r in restrictions if not r.outside]):
        options = _options(group, asked)
        if isinstance(options, NoPlace):
            return options
        found = tuple(_narrowed(reach, option) for reach in found for option in options)
    return found


def elsewhere(restrictions: Sequence[Restriction], kinds: Iterable[str]) -> tuple[Where, ...] | NoPlace:
    """What holds of things outside the places that the question leaves out, in the fields that records hold them in."""
    found: list[Where] = []
    for restriction in (r for r in restrictions if r.outside):
        options = _options([restriction], tuple(kinds) or (ANY,))
        if isinstance(options, NoPlace):
            return options
        option = options[0]
        if len(options) > 1 or option.name not in PLACES:
            why = f'Things outside "{restriction.place.text}" cannot be told by what they are. Say of which kind.'
            return NoPlace(restriction, why)
        held = dict(restriction.place.ids).get(option.name, option.values[0])
        found.append(Where(option.name, Op.NE, held))
    return tuple(found)


def _groups(restrictions: Sequence[Restriction]) -> list[list[Restriction]]:
    """Restrictions joined by "and" or "or" are values of one place."""
    groups: list[list[Restriction]] = []
    for restriction in restrictions:
        if restriction.joined and groups:
            groups[-1].append(restriction)
        else:
            groups.append([restriction])
    return groups


@dataclass(frozen=True, slots=True)
class _Option:
    name: str
    values: tuple[str, ...]
    remark: str = ""


def _options(group: Sequence[Restriction], asked: tuple[str, ...]) -> tuple[_Option, ...] | NoPlace:
    first = group[0]
    explicit = next((r.explicit for r in group if r.explicit), "")
    readings = [dict(r.place.readings) for r in group]
    shared = [n for n in _ORDER if all(n in r for r in readings)]
    if explicit:
        shared = [n for n in shared if n == explicit]
    if not shared:
        if len(group) > 1 and all(readings):
            named = " and ".join(f'"{r.place.text}"' for r in group)
            return NoPlace(first, f"{named} are not places of one sort. Ask of each by itself.")
        return NoPlace(first, f'There is no {explicit or "place"} called "{first.place.text}".')
    fitting = [n for n in shared if _lies_in(asked, n)]
    if not fitting:
        nouns = f"{'an' if shared[0][0] in 'aeiou' else 'a'} {' or '.join(shared)}"
        return NoPlace(
            first, f'What is asked for does not lie in {nouns}, so "{first.place.text}" cannot restrict it.'
        )
    chosen = _chosen(fitting)
    left = [n for n in shared if n not in chosen]
    options: list[_Option] = []
    for name in chosen:
        others = [n for n in (*chosen, *left) if n != name]
        remark = (
            f'"{first.place.text}" was read as the {name}; it is also {_a_list(others)}.' if others else ""
        )
        options.append(_Option(name, tuple(dict.fromkeys(r[name] for r in readings)), remark))
    return tuple(options)


def _chosen(fitting: Sequence[str]) -> list[str]:
    """A cluster and an account of one name are both asked; of the rest the widest place is taken, and said."""
    joint = [n for n in fitting if n in _JOINT]
    return joint or [fitting[0]]


def _a_list(names: Sequence[str]) -> str:
    return " and ".join(f"{'an' if n[0] in 'aeiou' else 'a'} {n}" for n in names)


_PIECES = frozenset(
    {"Application", "ReplicaSet", "Pod", "Container", *(k.name for k in kinds_asked("Workload"))}
)
"""What is recorded as a piece of an application; nothing else is restricted by one."""
_SUBJECTS = frozenset({"Change", "Ownership", "CodeMapping"})


def _lies_in(asked: tuple[str, ...], name: str) -> bool:
    """Whether anything asked for can be restricted by the place; what lies in no place is placed by its relations."""
    if name == "application":
        return any(of in (ANY, *_SUBJECTS) or any(k.name in _PIECES for k in kinds_asked(of)) for of in asked)
    if name not in PLACES:
        return True
    return any(kinds_with(of, name) or not any(kinds_with(of, p) for p in PLACES) for of in asked)


def _narrowed(reach: Reach, option: _Option) -> Reach:
    held: tuple[str, ...] = getattr(reach.within, option.name)
    within = reach.within.narrowed(**{option.name: tuple(dict.fromkeys((*held, *option.values)))})
    return Reach(within, (*reach.remarks, option.remark) if option.remark else reach.remarks)


def candidates(phrase: Phrase, within: Within, kinds: frozenset[str] = frozenset()) -> tuple[Candidate, ...]:
    """The records that the names of a phrase mean: of its kind, in the place restricted to, of `kinds` where given.

    Of several, those that people mean by a bare name; the rest are `others`.
    """
    named = [c for n in phrase.names for c in n.candidates]
    if phrase.of:
        held = {k.name for k in kinds_asked(phrase.of)}
        named = [c for c in named if c.kind in held]
    if kinds:
        named = [c for c in named if c.kind in kinds] or named
    located = [c for c in named if _located(c)]
    named = [c for c in named if _inside(c, within)]
    if any(getattr(within, p) for p in PLACES):
        named = [c for c in named if _located(c) or not located]
    least = min((c.rank for c in named), default=0)
    return tuple(dict.fromkeys(c for c in named if c.rank == least))


def widest(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Of an application and its workloads of one name in one place, the application: it is owned, and built, as one."""
    return _without(found, lambda c: c.kind != "Application", lambda c: c.kind == "Application")


def nearest(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Of the same, the workloads: relations are theirs first."""
    return _without(found, lambda c: c.kind == "Application", lambda c: c.kind != "Application")


def together(candidate: Candidate, phrase: Phrase) -> tuple[Candidate, ...]:
    """A service, its workload and the application of its name in its place: what one of them depends on, people say of all."""
    mates = {"Application"}
    if candidate.kind in ("Service", "Application"):
        mates |= {k.name for k in kinds_asked("Workload")}
    same = (candidate.name, candidate.place)
    known = dict.fromkeys(c for n in phrase.names for c in n.candidates)
    if phrase.of in KINDS and candidate.kind != "Service":
        return (candidate,)  # its kind was said
    return (
        candidate,
        *(c for c in known if c.kind in mates and c != candidate and (c.name, c.place) == same),
    )


def _without(
    found: Sequence[Candidate], drop: Callable[[Candidate], bool], keep: Callable[[Candidate], bool]
) -> tuple[Candidate, ...]:
    kept = {(c.name, c.place) for c in found if keep(c)}
    return tuple(c for c in found if not (drop(c) and (c.name, c.place) in kept))


def others(phrase: Phrase, taken: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The records of the same names that were not taken."""
    return tuple(c for n in phrase.names for c in n.candidates if c not in taken)


def _located(candidate: Candidate) -> bool:
    """Whether it lies in any place; of a name that something in a place has, the place decides."""
    return bool(candidate.place)


def _inside(candidate: Candidate, within: Within) -> bool:
    """In every place of the restriction; what lies in no place at all (a team, a repository) is not left out."""
    place = dict(candidate.place)
    lies = [p for p in PLACES if kinds_with(candidate.kind, p)]
    for name in PLACES:
        values = getattr(within, name)
        if not values or not lies:
            continue
        if name == "environment":
            continue  # a field of the record itself, which a name does not carry
        if name not in lies or not _is_value(name, place.get(name, ""), values):
            return False
    return True


def _is_value(name: str, held: str, values: tuple[str, ...]) -> bool:
    """An account is restricted to by its configured name as well, while records carry its id: the query decides there."""
    named_account = name == "account" and held and any(not v.isdigit() for v in values)
    return held in values or bool(named_account)
