"""Records, changes and kinds as plain data: what `show`, the record page and GraphQL give of one thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from api.plain import Plain, plain_value, time
from evidence.card import band
from evidence.evidence import DEFAULT_LIMIT
from evidence.link import Bases, page_link, source_link
from evidence.value import age, shown
from graph.errors import BadInput
from graph.kind import Kind, Role, Type, label_of
from graph.kinds import CATEGORIES, KINDS, RELATIONS
from graph.lookup import Match
from graph.query import Column, Describe, Find, Order, Related, Within
from graph.record import Known, Neighbour, Uid
from graph.retrieval import near, resolve, retrieve
from graph.store import Store

_MOST_CHANGES = 100
_MOST_OWNERS = 50


def plain_record(
    store: Store, uid: Uid, *, now: datetime, allowed: Sequence[Within] = (), bases: Bases = Bases()
) -> Plain | None:
    """All there is to know of one record, or None where there is none (or none the asker may see)."""
    found = retrieve(store, Describe((uid,)), now=now, allowed=allowed)
    if not found.records:
        return None
    known = found.records[0]
    return {
        **summary(known, now, bases),
        "fields": [*_fields(known)],
        "owners": owners(store, uid, now=now, allowed=allowed),
        "relations": [_relation(n) for n in known.relations],
        "changes": changes_of(store, uid, now=now, allowed=allowed),
    }


def summary(known: Known, now: datetime, bases: Bases = Bases()) -> Plain:
    """What a record is, where and when it was seen, and where it leads: without fields and relations."""
    record = known.record
    kind = KINDS.get(record.kind)
    limit = kind.fresh_for if kind else DEFAULT_LIMIT
    inference = record.inference
    return {
        "uid": record.uid,
        "kind": record.kind,
        "noun": kind.noun if kind else label_of(record.kind),
        "name": record.name,
        "place": [
            str(record.fields[p])
            for p in ("account", "region", "cluster", "namespace")
            if record.fields.get(p)
        ],
        "scope": known.scope or None,
        "source": known.source or None,
        "firstSeen": time(known.first_seen),
        "observedAt": time(known.observed_at),
        "age": age(now - known.observed_at),
        "stale": now - known.observed_at > limit,
        "changedAt": time(known.changed_at),
        "goneAt": time(known.gone_at),
        "goneReason": known.gone_reason or None,
        "confidence": inference.confidence if inference else None,
        "confidenceBand": band(inference.confidence if inference else None) or None,
        "rule": inference.rule if inference else None,
        "basis": list(inference.basis) if inference else [],
        "link": page_link(record.uid),
        "sourceLink": source_link(record, bases) or None,
    }


def _fields(known: Known) -> Iterable[Plain]:
    """Declared fields in the order of their declaration; one that has no value says so."""
    kind = KINDS.get(known.record.kind)
    for declared in kind.fields if kind else ():
        if declared.role is Role.BOOKKEEPING:
            continue
        value = known.record.fields.get(declared.name)
        yield {
            "name": declared.name,
            "label": declared.label,
            "value": plain_value(value),
            "shown": shown(value, declared.unit)
            if declared.type is not Type.JSON
            else str(value or "unknown"),
            "unit": declared.unit or None,
            "known": value is not None,
            "empty": value in ("", []) or value == {},
            "identifier": declared.role in (Role.NAME, Role.COMMIT, Role.PLACE),
            "typed": declared.role is Role.TYPED,
            "derived": declared.derived,
        }


def _relation(end: Neighbour) -> Plain:
    declared = RELATIONS.get(end.type)
    phrases = (declared.forward if end.direction == "out" else declared.backward) if declared else ()
    kind = KINDS.get(end.kind)
    return {
        "type": end.type,
        "direction": end.direction,
        "phrase": phrases[0] if phrases else label_of(end.type),
        "kind": end.kind,
        "noun": kind.noun if kind else label_of(end.kind),
        "name": end.name,
        "uid": end.uid,
        "link": page_link(end.uid),
        "confidence": end.inference.confidence if end.inference else None,
        "rule": end.inference.rule if end.inference else None,
    }


def owners(store: Store, uid: Uid, *, now: datetime, allowed: Sequence[Within] = ()) -> list[Plain]:
    """Every candidate owner with its reason, the chosen first; losing ones are kept (A3: nobody on purpose is one too)."""
    query = Find("Ownership", where=(Related("OWNERSHIP_OF", "out", uids=(uid,)),), limit=_MOST_OWNERS)
    found = retrieve(store, query, now=now, allowed=allowed)
    uids = _uids(found.result.row_uids if found.result else ())
    if not uids:
        return []
    held = retrieve(store, Describe(uids), now=now, allowed=allowed).records
    return [_owner(k) for k in sorted(held, key=_standing)]


def _standing(known: Known) -> tuple[bool, int, float, str]:
    fields, inference = known.record.fields, known.record.inference
    rank = fields.get("rank")
    return (
        fields.get("standing") != "chosen",
        rank if isinstance(rank, int) else 99,
        -(inference.confidence if inference else 1.0),
        known.record.name,
    )


def _owner(known: Known) -> Plain:
    record = known.record
    fields = record.fields
    named = next((n for n in known.relations if n.type == "NAMES"), None)
    return {
        "uid": record.uid,
        "owner": shown(fields.get("owner")) if fields.get("owner") else None,
        "ownerUid": named.uid if named else None,
        "method": fields.get("method"),
        "reason": fields.get("reason"),
        "rank": fields.get("rank"),
        "standing": fields.get("standing"),
        "conflict": bool(fields.get("conflict")),
        "conflictReason": fields.get("conflictReason") or None,
        "confidence": record.inference.confidence if record.inference else None,
        "rule": record.inference.rule if record.inference else None,
        "observedAt": time(known.observed_at),
    }


_CHANGE = (
    "at",
    "noticedAt",
    "action",
    "subject",
    "subjectKind",
    "subjectUid",
    "field",
    "before",
    "after",
    "actor",
    "via",
    "message",
)


def changes_of(store: Store, uid: Uid, *, now: datetime, allowed: Sequence[Within] = ()) -> list[Plain]:
    """What happened to one record, newest first."""
    return changes(
        store,
        Find("Change", where=(Related("CHANGE_OF", "out", uids=(uid,)),), limit=_MOST_CHANGES),
        now=now,
        allowed=allowed,
    )


def changes(store: Store, query: Find, *, now: datetime, allowed: Sequence[Within] = ()) -> list[Plain]:
    """The changes a query finds, newest first, each with its uid."""
    asked = replace(query, columns=tuple(Column(n) for n in _CHANGE), order=Order("at"))
    found = retrieve(store, asked, now=now, allowed=allowed).result
    if found is None:
        return []
    return [
        {"uid": uids[0] if uids else None, **dict(zip(_CHANGE, map(plain_value, row), strict=True))}
        for row, uids in zip(found.rows, found.row_uids, strict=True)
    ]


def _uids(rows: Iterable[Sequence[Uid]]) -> tuple[Uid, ...]:
    return tuple(dict.fromkeys(uids[0] for uids in rows if uids))


def named(store: Store, text: str, *, allowed: Sequence[Within] = ()) -> Uid:
    """The one record that a uid or a name means. Raises BadInput with the candidates, or the closest names."""
    found = resolve(store, text, allowed=allowed).found
    if len(found) == 1 or (found and found[0].uid == text):
        return found[0].uid
    if found:
        listed = "\n".join(f"  {_candidate(m)}" for m in found[:20])
        raise BadInput(f"Several records are named {text!r}; give the uid of one:\n{listed}")
    close = near(store, text, allowed=allowed)
    hint = "\nThe closest names:\n" + "\n".join(f"  {_candidate(m)}" for m in close) if close else ""
    raise BadInput(f"No record has the uid or name {text!r}.{hint}")


def _candidate(match: Match) -> str:
    place = " / ".join(p for p in (match.cluster, match.namespace, match.account, match.region) if p)
    return f"{match.name} · {match.kind}{f' · {place}' if place else ''} · {match.uid}"


def plain_kind(kind: Kind) -> Plain:
    """A declaration: what the model holds of one kind."""
    return {
        "name": kind.name,
        "noun": kind.noun,
        "plural": kind.plural,
        "description": kind.description,
        "synonyms": list(kind.synonyms),
        "categories": list(kind.categories),
        "freshFor": f"{int(kind.fresh_for.total_seconds() // 3600)}h",
        "fields": [
            {
                "name": f.name,
                "label": f.label,
                "type": f.type.value,
                "unit": f.unit or None,
                "states": list(f.states),
                "description": f.description or None,
            }
            for f in kind.fields
        ],
    }


def plain_kinds() -> list[Plain]:
    """Every declared kind, by name."""
    return [plain_kind(KINDS[name]) for name in sorted(KINDS)]


def plain_categories() -> list[dict[str, Any]]:
    """Every declared category, with the kinds in it."""
    return [
        {
            "name": c.name,
            "noun": c.noun,
            "plural": c.plural,
            "kinds": [k.name for k in KINDS.values() if c.name in k.categories],
        }
        for c in CATEGORIES.values()
    ]
