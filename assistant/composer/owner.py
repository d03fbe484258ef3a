"""Owners, contacts and code: the chosen one, how sure, and every competing candidate with its reason."""

from __future__ import annotations

from assistant.composer.phrase import a_list
from assistant.composer.record import place_words, relation_sentence
from assistant.gather import Gathered, Reply
from assistant.plan import Plan
from graph.record import Known
from graph.result import Result


def owners(plan: Plan, gathered: Gathered, number: int, *, several: bool) -> list[str]:
    """Who owns each record named; conflicts with both reasons; unowned, on purpose and unknown told apart (A3)."""
    known = gathered.records().get(plan.names[0])
    if known is None:
        return []
    handle = gathered.handles[known.record.uid]
    lead = f"{_capital(place_words(known))}, " if several and place_words(known) else ""
    name = known.record.name
    ends = [r for r in known.relations if r.type == "OWNED_BY" and r.direction == "out"]
    said: list[str] = []
    if ends:
        names = a_list(list(dict.fromkeys(e.name for e in ends)))
        sure = min((e.inference.confidence for e in ends if e.inference), default=None)
        tail = f", inferred with confidence {sure:g}" if sure is not None else ""
        said.append(f"{lead}{name} is owned by {names}{tail} [{handle}].")
    elif (state := known.record.fields.get("ownership")) is not None:
        said.append(
            f"{lead}the ownership of {name} is {state} [{handle}]."
            if lead
            else f"The ownership of {name} is {state} [{handle}]."
        )
    said += _candidates(gathered, number)
    if not said:
        said.append(f"The owner of {name} is unknown [{handle}].")
    return said


def _candidates(gathered: Gathered, number: int) -> list[str]:
    """Each candidate with the method and place it was read from, strongest first."""
    reply = gathered.reply(number, "candidates")
    records = gathered.records()
    if reply is None or reply.result is None:
        return []
    listed = [records[u] for uids in reply.result.row_uids for u in uids[:1] if u in records]
    listed.sort(key=_rank)
    said: list[str] = []
    for candidate in listed:
        said += _candidate(candidate, gathered.handles[candidate.record.uid])
    return said


def _rank(known: Known) -> tuple[int, str]:
    rank = known.record.fields.get("rank")
    return (rank if isinstance(rank, int) else 99, known.record.name)


def _candidate(known: Known, handle: str) -> list[str]:
    fields = known.record.fields
    subject, owner, method = fields.get("subject"), fields.get("owner"), fields.get("method")
    if not subject or not owner:
        return []
    said = [f"The inferred owner of {subject} by {method} is {owner} [{handle}]."] if method else []
    if fields.get("conflictReason"):
        said.append(f"Its conflict reason is {fields['conflictReason']} [{handle}].")
    return said


def code(plan: Plan, gathered: Gathered, number: int, *, several: bool) -> list[str]:
    """The repository that was chosen, how sure, and the other mappings that were found."""
    known = gathered.records().get(plan.names[0])
    if known is None:
        return []
    handle, name = gathered.handles[known.record.uid], known.record.name
    lead = f"{_capital(place_words(known))}, " if several and place_words(known) else ""
    ends = [r for r in known.relations if r.type == "BUILT_FROM" and r.direction == "out"]
    if ends:
        return [
            f"{lead}{relation_sentence(known, 'BUILT_FROM', 'out', ends)} [{handle}].",
            *_mappings(gathered, number),
        ]
    reply = gathered.reply(number, "candidates")
    none = f"{lead}{name} has no code mapping [{reply.handle}]." if reply else ""
    return _mappings(gathered, number) or [none]


def _mappings(gathered: Gathered, number: int) -> list[str]:
    reply, records = gathered.reply(number, "candidates"), gathered.records()
    if reply is None or reply.result is None:
        return []
    said: list[str] = []
    for known in (records[u] for uids in reply.result.row_uids for u in uids[:1] if u in records):
        fields, handle = known.record.fields, gathered.handles[known.record.uid]
        if fields.get("method") and fields.get("repository"):
            said.append(
                f"The inferred repository of {fields.get('workload')} by {fields['method']} is {fields['repository']} [{handle}]."
            )
    return said


def contacts(plan: Plan, gathered: Gathered, number: int) -> list[str]:
    """People to ask, said to be contacts and no owners."""
    reply = gathered.reply(number, "contacts")
    names = _names(reply)
    named = plan.named[0].name if plan.named else ""
    if reply is None or reply.result is None:
        return []
    if not names:
        return [f"No person is a contact for {named} [{reply.handle}]."]
    verb = "is a contact for" if len(names) == 1 else "are contacts for"
    return [f"{a_list(names)} {verb} {named} [{reply.handle}]."]


def _names(reply: Reply | None) -> list[str]:
    result: Result | None = reply.result if reply else None
    if result is None:
        return []
    place = next((i for i, c in enumerate(result.columns) if c.name == "name"), 0)
    return [str(row[place]) for row in result.rows[:5]]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
