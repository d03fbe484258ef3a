"""One look, made ready to be compared: what it states, encoded and digested, without what cannot be taken.

One bad item (no uid, an undeclared kind or relation type, a value that cannot be encoded) is named among the problems
and costs nobody else anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graph.digest import digest_of, digest_of_record, digest_of_relation, digest_of_scope
from graph.encoding import clean, declared, encoded, scalar
from graph.kinds import KINDS, RELATIONS
from graph.record import Derivation, Inference, Record, Relation
from graph.scope import Outcome, Reading, Scope

LONGEST_UID = 4_000  # bytes; an index takes keys up to eight thousand
LONGEST_NAME = 1_000  # letters
CHANGE_OF = "CHANGE_OF"

Edge = tuple[str, str, str]
"""A relation's identity within its scope: type, source, target."""


@dataclass(frozen=True, slots=True)
class Item:
    """A record as stated. Its properties are encoded again when they are sent: most never are."""

    record: Record
    digest: str

    @property
    def event(self) -> bool:
        """Whether it is something that happened, which no later listing needs to hold."""
        return KINDS[self.record.kind].event


@dataclass(frozen=True, slots=True)
class Stated:
    """What one reading states. `told` are the relations of events (CHANGE_OF), written with them and never compared."""

    reading: Reading
    items: Mapping[str, Item]
    edges: Mapping[Edge, tuple[Relation, str]]
    told: Mapping[str, tuple[Relation, ...]]
    derivations: Mapping[str, tuple[Derivation, str]]
    problems: tuple[str, ...]
    digest: str

    @property
    def scope(self) -> Scope:
        """The scope that was looked at."""
        return self.reading.scope

    @property
    def complete(self) -> bool:
        """Whether what is not in it is missing."""
        return self.reading.outcome is Outcome.COMPLETE

    @property
    def read(self) -> bool:
        """Whether anything was read at all."""
        return self.reading.outcome in {Outcome.COMPLETE, Outcome.PARTIAL}


def stated(reading: Reading) -> Stated:
    """The reading, checked, encoded and digested."""
    problems = list(reading.problems)
    items = _items(reading, problems)
    edges, told = _edges(reading, items, problems)
    derivations = _derivations(reading, problems)
    return Stated(
        reading, items, edges, told, derivations, tuple(problems), _digest(items, edges, told, derivations)
    )


def properties_of_item(item: Item) -> dict[str, Any]:
    """Its declared fields, as they are stored."""
    return encoded(item.record.fields, declared(item.record.kind))[0]


def _items(reading: Reading, problems: list[str]) -> dict[str, Item]:
    found: dict[str, Item] = {}
    for record in reading.records:
        fault = _fault(record)
        if fault:
            problems.append(f"{_words(record)}: {fault}; left out")
            continue
        properties, bad = encoded(record.fields, declared(record.kind))
        problems += [f"{_words(record)}: {each}; the field is left out" for each in bad]
        item = Item(record, digest_of_record(record, properties))
        before = found.get(record.uid)
        if before is not None and before.digest != item.digest:
            problems.append(f"{_words(record)}: listed twice with different fields; the later is kept")
        found[record.uid] = item
    return found


def _fault(record: Record) -> str:
    """Why the record cannot be taken at all, or nothing."""
    if record.kind not in KINDS:
        return f"its kind {record.kind!r} is not declared"
    if not isinstance(record.name, str) or len(record.name) > LONGEST_NAME:  # pyright: ignore[reportUnnecessaryIsInstance]
        return f"its name is not text of at most {LONGEST_NAME} letters"
    return _key_fault(record.uid, "uid") or (
        "" if record.name.isascii() else _text_fault(record.name, "name")
    )


def _key_fault(uid: Any, what: str) -> str:
    if not isinstance(uid, str) or not uid:
        return f"it has no {what}"
    if len(uid) <= LONGEST_UID and uid.isascii():
        return ""
    return _text_fault(uid, what) or (
        f"its {what} is longer than {LONGEST_UID} bytes" if len(uid.encode()) > LONGEST_UID else ""
    )


def _text_fault(text: str, what: str) -> str:
    try:
        clean(text)
    except ValueError as error:
        return f"its {what} {error}"
    return ""


def _words(record: Record) -> str:
    """The record, so that a person finds it: text that cannot be written down is shown escaped."""
    shown = record.uid or record.name or "without uid and name"
    return f"{record.kind} {str(shown)[:200].encode('ascii', 'backslashreplace').decode()}"


def _edges(
    reading: Reading, items: Mapping[str, Item], problems: list[str]
) -> tuple[dict[Edge, tuple[Relation, str]], dict[str, tuple[Relation, ...]]]:
    edges: dict[Edge, tuple[Relation, str]] = {}
    told: dict[str, tuple[Relation, ...]] = {}
    for relation in (*reading.relations, *_implied(items, reading.relations)):
        fault = _relation_fault(relation)
        if fault:
            where = f"{relation.source} {relation.type} {relation.target}"[:400]
            problems.append(
                f"relation {where.encode('ascii', 'backslashreplace').decode()}: {fault}; left out"
            )
        elif relation.source in items and items[relation.source].event:
            told[relation.source] = (*told.get(relation.source, ()), relation)
        else:
            _keep_surer(edges, relation, problems)
    return edges, told


def _implied(items: Mapping[str, Item], relations: tuple[Relation, ...]) -> Iterator[Relation]:
    """An event that names its subject is related to it, whether or not its collector says so."""
    said = {(r.source, r.target) for r in relations if r.type == CHANGE_OF}
    for uid, item in items.items():
        subject = item.record.fields.get("subjectUid") if item.event else None
        if isinstance(subject, str) and subject and (uid, subject) not in said:
            yield Relation(CHANGE_OF, item.record.uid, type(item.record.uid)(subject))


def _relation_fault(relation: Relation) -> str:
    if relation.type not in RELATIONS:
        return "its type is not declared"
    return _key_fault(relation.source, "source") or _key_fault(relation.target, "target")


def _keep_surer(edges: dict[Edge, tuple[Relation, str]], relation: Relation, problems: list[str]) -> None:
    """Of one relation stated twice, the observed one stays, then the surer."""
    key = (relation.type, str(relation.source), str(relation.target))
    known = edges.get(key)
    if known is not None and _sureness(known[0].inference) >= _sureness(relation.inference):
        return
    try:
        edges[key] = (relation, digest_of_relation(relation.inference, edge_properties(relation)))
    except ValueError as error:
        problems.append(f"relation {' '.join(key)[:400]}: a field {error}; left out")


def _sureness(inference: Inference | None) -> float:
    return 2.0 if inference is None else inference.confidence


def edge_properties(relation: Relation) -> dict[str, Any]:
    """A relation's own fields, as they are stored."""
    return {k: scalar(v) for k, v in relation.fields.items() if v is not None and k not in _EDGE_OURS}


_EDGE_OURS = {
    *("scope", "source", "firstSeen", "observedAt", "changedAt", "goneAt", "goneReason"),
    *("confidence", "rule", "basis", "fingerprint"),
}


def _derivations(reading: Reading, problems: list[str]) -> dict[str, tuple[Derivation, str]]:
    found: dict[str, tuple[Derivation, str]] = {}
    for derivation in reading.derivations:
        fault = _key_fault(derivation.uid, "uid")
        if fault:
            problems.append(f"a derivation by {derivation.inference.rule}: {fault}; left out")
            continue
        merged = _merged(found.get(derivation.uid), derivation)
        found[derivation.uid] = (merged, digest_of(merged.fields, _key(merged.inference)))
    return found


def _merged(known: tuple[Derivation, str] | None, derivation: Derivation) -> Derivation:
    """Several derivations of one record in one look are one, as sure as the least sure of them."""
    if known is None:
        return derivation
    first = known[0]
    sure = min(first.inference, derivation.inference, key=lambda i: i.confidence)
    basis = tuple(dict.fromkeys((*first.inference.basis, *derivation.inference.basis)))
    return Derivation(
        derivation.uid,
        {**first.fields, **derivation.fields},
        Inference(sure.rule, sure.confidence, basis),
    )


def _key(inference: Inference) -> list[Any]:
    return [inference.rule, inference.confidence, list(inference.basis)]


def _digest(
    items: Mapping[str, Item],
    edges: Mapping[Edge, tuple[Relation, str]],
    told: Mapping[str, tuple[Relation, ...]],
    derivations: Mapping[str, tuple[Derivation, str]],
) -> str:
    members: list[tuple[str, ...]] = [("record", uid, item.digest) for uid, item in items.items()]
    members += [("relation", *key, digest) for key, (_, digest) in edges.items()]
    members += [("event", uid, *sorted(r.target for r in several)) for uid, several in told.items()]
    members += [("derivation", uid, digest) for uid, (_, digest) in derivations.items()]
    return digest_of_scope(members)
