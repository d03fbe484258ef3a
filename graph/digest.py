"""Digests: what was stated, in a few letters, so that what is the same need not be sent or compared again.

A digest covers everything a statement would store — encoded fields, name, kind, labels, inference, the source's word
that it is gone — and nothing that changes by being looked at. A new version that stores more gives new digests.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from pathlib import Path
from typing import Any

from graph.encoding import labels_of
from graph.record import Inference, Record, Relation
from graph.scope import Reading

_BYTES = 16  # 128 bits: no two statements of one record will meet by chance


def digest_of(*parts: Any) -> str:
    """The digest of any plain values; times and mappings included."""
    text = _JSON.encode(parts)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()


def digest_of_record(record: Record, properties: Mapping[str, Any]) -> str:
    """Of a record as it will be stored."""
    return digest_of(
        record.kind,
        labels_of(record.kind),
        record.name,
        record.gone,
        _inference(record.inference),
        properties,
    )


def digest_of_relation(inference: Inference | None, properties: Mapping[str, Any]) -> str:
    """Of a relation between two ends, as it will be stored."""
    if inference is None and not properties:
        return _BARE
    return digest_of(_inference(inference), properties)


def digest_of_scope(members: Iterable[tuple[str, ...]]) -> str:
    """Of everything stated in one look at a scope, in whatever order it came."""
    whole = blake2b(digest_size=_BYTES)
    for member in sorted(members):
        whole.update("\x00".join(member).encode("utf-8", "surrogatepass"))
        whole.update(b"\n")
    return whole.hexdigest()


def digest_as_said(reading: Reading) -> str:
    """Of a look as its collector said it, before anything is encoded: many times cheaper than digests of what is stored.

    Two looks of one digest are stored alike. Two that would be stored alike may have different ones (a field said in
    another order), and so have the same words read by other code of ours: then what would be stored is compared.
    Nothing where it cannot be told.
    """
    records = [(r.uid, r.kind, r.name, r.gone, r.inference, r.fields) for r in reading.records]
    plain = [f"{r.type} {r.source!r} {r.target!r}" for r in reading.relations if _is_bare(r)]
    relations = [
        (r.type, r.source, r.target, r.inference, r.fields) for r in reading.relations if not _is_bare(r)
    ]
    try:
        records.sort(key=_identity)
        relations.sort(key=_ends)
    except TypeError:
        return ""  # an identity that is no text: the look has a fault
    plain.sort()
    said = blake2b(_code(), digest_size=_BYTES)
    said.update(repr((records, relations, reading.derivations)).encode("utf-8", "surrogatepass"))
    said.update("\n".join(plain).encode("utf-8", "surrogatepass"))
    return said.hexdigest()


def _is_bare(relation: Relation) -> bool:
    """Whether it says nothing beside its ends, as most do."""
    return relation.inference is None and not relation.fields


_identity, _ends = itemgetter(0), itemgetter(0, 1, 2)


@cache
def _code() -> bytes:
    """The code that encodes and declares, all of it together."""
    whole = blake2b(digest_size=_BYTES)
    for module in sorted(Path(__file__).parent.rglob("*.py")):
        whole.update(module.read_bytes())
    return whole.digest()


def _inference(inference: Inference | None) -> Any:
    return None if inference is None else [inference.rule, inference.confidence, list(inference.basis)]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    return sorted(map(str, value)) if isinstance(value, (set, frozenset)) else str(value)


_JSON = json.JSONEncoder(sort_keys=True, ensure_ascii=False, default=_plain, separators=(",", ":"))
_BARE = digest_of(None, {})
"""Of a relation that says nothing beside its ends, as most do."""
