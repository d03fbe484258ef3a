"""Columns of lists and groups: the places of records, what groups them, and what orders them."""

from __future__ import annotations

from dataclasses import replace

from assistant.condition import CannotSay, field_for
from assistant.grammar.frame import Frame
from assistant.grammar.noun import stands_for_place
from assistant.meaning import FieldWord, Noun, PlaceWord, RelationNoun, Tag
from assistant.plan import Asked, Form, Plan
from graph.fields import ANY, PLACES, field_of, kinds_with
from graph.kind import Type
from graph.kinds import KINDS, RELATIONS
from graph.query import Aggregate, Column, Find, Measure, Order


def place_columns(find: Find) -> tuple[Column, ...]:
    """The places that tell the records of a list apart: those that are not one and the same for all."""
    held = [p for p in PLACES[:4] if kinds_with(find.of, p) and len(getattr(find.within, p)) != 1]
    return tuple(Column(p) for p in held)


def group_column(word: PlaceWord | FieldWord | Noun | RelationNoun | Tag, of: str) -> Column:
    """What a word of a question groups by. Raises CannotSay."""
    match word:
        case PlaceWord(name=name) if name in PLACES:
            if not kinds_with(of, name):
                raise CannotSay(f"{of} lies in no {name}.")
            return Column(name)
        case PlaceWord(name="kind") if of == "Change":
            return Column("subjectKind")
        case PlaceWord(name="kind"):
            return Column("kind")
        case PlaceWord(name="team"):
            return Column(special="owner")
        case PlaceWord(name="application"):
            return Column(special="application")
        case RelationNoun(relation="OWNED_BY") | Noun(of="Team"):
            return Column(special="owner")
        case RelationNoun(relation="MANAGED_BY"):
            return Column(special="manager")
        case Noun(of="Application"):
            return Column(special="application")
        case RelationNoun(relation=relation, direction=direction):
            return Column("name", relation, direction)
        case FieldWord() if of == ANY:
            raise CannotSay("Records of every kind share no such field.")
        case FieldWord():
            return Column(field_for(word, of).name)
        case Tag(key=key):
            return Column(f"tags.{key}")
        case Noun(of=kind):
            return column_of_kind(kind, of)
        case _:
            raise CannotSay("Nothing to group by.")


def column_of_kind(kind: str, of: str) -> Column:
    """A group by a kind: the place it stands for, else the relation whose other end only it can be."""
    for name in PLACES:
        if stands_for_place(kind, name) and kinds_with(of, name):
            return Column(name)
    if of == ANY and kind not in ("Team", "Application"):
        raise CannotSay("Things of every kind are counted by their places, kinds and owners.")
    if kind == "Change":
        raise CannotSay("Changes are counted, and group nothing.")
    if kind in ("Team", "Application"):
        return Column(special="owner" if kind == "Team" else "application")
    for relation in RELATIONS.values():
        if kind in relation.targets and len(relation.targets) == 1:
            return Column("name", relation.name, "out", kind)
    own = KINDS[kind].name[:1].lower() + KINDS[kind].name[1:] if kind in KINDS else ""
    if own and kinds_with(of, own):
        return Column(own)
    raise CannotSay(f"{of} cannot be grouped by {kind}.")


_PEERS = 2
"""Rows with the first of all, and the next beside it."""


def with_peers(ordered: Find) -> tuple[Asked, ...]:
    """The first of all, beside the next: one alone shows neither that it is the first nor that another equals it."""
    if ordered.limit > 1:
        return (Asked(ordered),)
    return (Asked(ordered), Asked(replace(ordered, limit=_PEERS), "peers"))


def by_field(frame: Frame, plan: Plan, find: Find, word: FieldWord, limit: int) -> Plan:
    """The first so many, ordered by a field; a place by the sum of the field of what lies in it."""
    if find.of == ANY:
        raise CannotSay("Records of every kind share no such order.")
    descending = frame.extreme is None or frame.extreme.descending
    try:
        declared = field_for(word, find.of, Type.INTEGER, Type.DECIMAL, Type.TIME)
    except CannotSay:
        return _by_place(plan, find, word, limit, descending=descending)
    columns = (Column("name"), *place_columns(find), Column(declared.name))
    ordered = replace(find, columns=columns, order=Order(declared.name, descending), limit=limit)
    return replace(plan, queries=with_peers(ordered), fields=(declared.name,))


def _by_place(plan: Plan, find: Find, word: FieldWord, limit: int, *, descending: bool) -> Plan:
    """A place ordered by the sum of a field of what lies in it."""
    place = next((p for p in PLACES if stands_for_place(find.of, p)), "")
    kinds = sorted({s.kind for s in word.slots if field_of(s.kind, place)}) if place else []
    if not kinds or find.where:
        raise CannotSay(f"{find.of} has no such field.")
    kind = next((k for k in kinds if k == "Pod"), kinds[0])
    declared = field_for(word, kind, Type.INTEGER, Type.DECIMAL)
    grouped = Find(
        kind,
        within=find.within,
        group_by=(Column(place),),
        aggregate=Aggregate(Measure.SUM, declared.name),
        order=Order("", descending=descending),
        limit=limit,
        as_of=find.as_of,
    )
    return replace(plan, form=Form.GROUP, of=kind, queries=(Asked(grouped),), fields=(declared.name,))
