"""What a rule concludes: records, relations and derived fields, each with its rule, confidence and basis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from graph.record import Derivation, Inference, Record, Relation, Uid, Value


@dataclass(slots=True)
class Conclusions:
    """The result of one rule, collected as it goes. Of several conclusions about one relation the surest stays."""

    records: dict[Uid, Record] = field(default_factory=dict[Uid, Record])
    relations: dict[tuple[str, Uid, Uid], Relation] = field(
        default_factory=dict[tuple[str, Uid, Uid], Relation]
    )
    derivations: dict[Uid, Derivation] = field(default_factory=dict[Uid, Derivation])

    def state(self, record: Record) -> None:
        """A record; the first of a uid stays."""
        self.records.setdefault(record.uid, record)

    def relate(self, kind: str, source: Uid, target: Uid, why: Inference) -> None:
        """A relation, unless a surer one is there already. Nothing is related to itself."""
        key = (kind, source, target)
        known = self.relations.get(key)
        if source != target and (
            known is None or (known.inference and known.inference.confidence < why.confidence)
        ):
            self.relations[key] = Relation(kind, source, target, why)

    def add(self, other: Conclusions) -> None:
        """Another rule's conclusions besides."""
        for record in other.records.values():
            self.state(record)
        for relation in other.relations.values():
            if relation.inference is not None:
                self.relate(relation.type, relation.source, relation.target, relation.inference)
        self.derivations.update(other.derivations)

    def add_records(self, other: Conclusions) -> None:
        """Another rule's records, said again: what is derived of them is written together with them."""
        for record in other.records.values():
            self.state(record)

    def derive(self, uid: Uid, fields: Mapping[str, Value], why: Inference) -> None:
        """Fields of a record that a collector lists."""
        self.derivations[uid] = Derivation(uid, fields, why)


def inferred(rule: str, confidence: float, *basis: str) -> Inference:
    """An inference, its basis without empty or repeated uids."""
    return Inference(rule, confidence, tuple(Uid(b) for b in dict.fromkeys(basis) if b))


def chain(*steps: Inference | float) -> float:
    """The confidence along a chain: the smallest in it. Saying one thing twice never raises it."""
    return min(s.confidence if isinstance(s, Inference) else s for s in steps)


def without_nothing(fields: Mapping[str, Value]) -> dict[str, Value]:
    """The fields that hold something."""
    return {k: v for k, v in fields.items() if v is not None and v not in ("", [])}


def told(parts: Iterable[str], most: int = 3) -> str:
    """A few texts in one, with the number of those left out."""
    each = list(dict.fromkeys(p for p in parts if p))
    rest = f" and {len(each) - most} more" if len(each) > most else ""
    return "; ".join(each[:most]) + rest
