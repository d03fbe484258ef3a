"""Writing derived fields: what a rule concludes about records that a collector lists.

They live on the record's own node beside what was observed, and a rewrite by the collector leaves them alone. Who
derived them is kept in lists of one length: `derivedBy` (the rule's scope), `derivedDigest`, `derivedFields`,
`derivedRule`, `derivedConfidence`, `derivedBasis`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph import change, statement
from graph.batch import Look, Writing, batches
from graph.change import Draft, differences, drafted
from graph.difference import View
from graph.encoding import declared, encoded
from graph.errors import StoreConflict
from graph.kinds import KINDS
from graph.record import Derivation
from graph.store import Row, Statement, Store

_LISTS = ("derivedBy", "derivedDigest", "derivedFields", "derivedRule", "derivedConfidence", "derivedBasis")
_TRIES = 12
_REASON, _UNKNOWN = "Reason", "unknown"  # of a field that says why another is so; what a rule cannot tell
_BETWEEN = " "  # between names and between uids: neither can hold one


@dataclass(frozen=True, slots=True)
class _Candidate:
    uid: str
    look: Look
    view: View
    derivation: Derivation | None  # None: the rule says nothing any more
    digest: str = ""


def write_derivations(writing: Writing, looks: Sequence[Look], views: Mapping[str, View]) -> None:
    """Derived fields that are new or differ, and those that a complete look no longer derives."""
    concerned = [look for look in looks if look.stated.derivations or look.page.derives]
    if not concerned:
        return
    held = _held(writing.store, [look.uid for look in concerned])
    candidates: list[_Candidate] = []
    for look in concerned:
        known, view = held.get(look.uid, {}), views[look.uid]
        for uid, (derivation, digest) in look.stated.derivations.items():
            if known.get(uid) != digest:
                candidates.append(_Candidate(uid, look, view, derivation, digest))
        if look.stated.complete:
            gone = known.keys() - look.stated.derivations.keys()
            candidates += [_Candidate(uid, look, view, None) for uid in gone]
    for batch in batches(sorted(candidates, key=lambda c: c.uid)):
        _write(writing, batch)


def _held(store: Store, scopes: Sequence[str]) -> dict[str, dict[str, str]]:
    """By rule's scope and record: the digest of what it derived."""
    rows = store.stream(
        "MATCH (n:Record) WHERE n.derivedBy IS NOT NULL AND any(s IN n.derivedBy WHERE s IN $scopes) "
        "RETURN n.uid AS uid, n.derivedBy AS scopes, n.derivedDigest AS digests",
        {"scopes": list(scopes)},
    )
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        for scope, digest in zip(row["scopes"], row["digests"], strict=True):
            found.setdefault(scope, {})[row["uid"]] = digest
    return found


def _write(writing: Writing, batch: list[_Candidate]) -> None:
    left = batch
    for _ in range(_TRIES):
        left = _attempt(writing, left)
        if not left:
            return
    raise StoreConflict(f"Other rules keep writing {left[0].uid} and others. Try again in a moment.")


def _attempt(writing: Writing, batch: list[_Candidate]) -> list[_Candidate]:
    known = _found(writing.store, {c.uid for c in batch})
    first = {
        c.uid: c for c in reversed(batch)
    }  # one derivation of a record at a time: the lists are one value
    rows: list[dict[str, Any]] = []
    drafts: list[Draft] = []
    for candidate in first.values():
        found = known.get(candidate.uid)
        if found is not None and found.get("kind") in KINDS:
            values = _values(candidate, found)
            rows.append({"uid": candidate.uid, "was": found.get("derivedDigest") or [], "set": values})
            drafts += _drafts(candidate, found, values)
        else:
            candidate.look.pending += 1
            candidate.look.problems.append(
                f"derivation of {candidate.uid}: there is no such record; left out"
            )
    answer = writing.store.write(_statements(writing, batch, rows, drafts))
    done = {uid for row in answer[1] for uid in row["uids"]} if rows else set[str]()
    return _left(batch, first, {row["uid"] for row in rows}, done)


def _left(
    batch: Sequence[_Candidate], first: Mapping[str, _Candidate], tried: set[str], done: set[str]
) -> list[_Candidate]:
    left: list[_Candidate] = []
    for candidate in batch:
        if first[candidate.uid] is not candidate or (candidate.uid in tried and candidate.uid not in done):
            left.append(candidate)
        elif candidate.uid in done:
            candidate.look.counts["written"] += 1
    return left


def _found(store: Store, uids: set[str]) -> dict[str, Row]:
    rows = store.read(
        "UNWIND $uids AS uid MATCH (n:Record {uid: uid}) RETURN properties(n) AS p",
        {"uids": sorted(uids)},
        rows=len(uids) + 1,
        seconds=60,
    )
    return {row["p"]["uid"]: row["p"] for row in rows}


def _values(candidate: _Candidate, found: Mapping[str, Any]) -> dict[str, Any]:
    """The fields, and the lists with this rule's entry put in its place, replaced, or taken out."""
    known = declared(str(found["kind"]), derived=True)
    entries = [
        dict(zip(_LISTS, entry, strict=True))
        for entry in zip(*(found.get(k) or () for k in _LISTS), strict=True)
    ]
    mine = next((e for e in entries if e["derivedBy"] == candidate.look.uid), None)
    values: dict[str, Any] = dict.fromkeys(str(mine["derivedFields"]).split(_BETWEEN) if mine else ())
    entries = [e for e in entries if e is not mine]
    if candidate.derivation is not None:
        inference = candidate.derivation.inference
        fields, _ = encoded(candidate.derivation.fields, known)
        values |= fields
        entry = (
            candidate.look.uid,
            candidate.digest,
            _BETWEEN.join(sorted(fields)),
            inference.rule,
            float(inference.confidence),
            _BETWEEN.join(inference.basis),
        )
        entries.append(dict(zip(_LISTS, entry, strict=True)))
    entries.sort(key=lambda e: str(e["derivedBy"]))
    lists = {name: [e[name] for e in entries] or None for name in _LISTS}
    return {k: v for k, v in values.items() if k} | lists


def _drafts(candidate: _Candidate, found: Mapping[str, Any], values: Mapping[str, Any]) -> list[Draft]:
    """A derived field that was known and is another now is news (it was managed, and is not).

    That a rule can no longer tell, or can again, or gives another reason for the same, is nothing that happened.
    """
    if candidate.view.first or found.get("goneAt") is not None:
        return []
    kind = str(found["kind"])
    state = [str(d) for d in found.get("derivedDigest") or ()]
    return [
        drafted(
            "modified",
            found,
            candidate.view.scope,
            candidate.view.at,
            since=candidate.view.since,
            state=state,
            fingerprint=None,
            difference=difference,
        )
        for difference in differences(kind, found, {**found, **values}, derived=True)
        if _happened(kind, *difference)
    ]


def _happened(kind: str, name: str, before: str | None, after: str | None) -> bool:
    fields = declared(kind, derived=True)
    is_reason = name.endswith(_REASON) and name.removesuffix(_REASON) in fields
    return not is_reason and not {before, after} & {None, _UNKNOWN}


def _statements(
    writing: Writing, batch: Sequence[_Candidate], rows: Sequence[Mapping[str, Any]], drafts: Sequence[Draft]
) -> list[Statement]:
    statements = [statement.lock((c.look.uid for c in batch), writing.token)]
    if rows:
        statements.append(
            (
                (
                    "UNWIND $rows AS r MATCH (n:Record {uid: r.uid}) REMOVE n.lock "
                    "WITH r, n WHERE coalesce(n.derivedDigest, []) = r.was SET n += r.set RETURN collect(r.uid) AS uids"
                ),
                {"rows": rows},
            )
        )
    if drafts:
        statements.append(statement.change([change.row(d) for d in drafts]))
    return statements
