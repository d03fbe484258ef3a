"""Owners, contacts and code: the chosen one, and every competing candidate with its method and reason."""

from __future__ import annotations

from assistant.composer.phrase import Said, a_list
from assistant.composer.record import field_sentence, placed_lead, relation_sentence
from assistant.gather import Gathered, Reply
from assistant.plan import Plan
from graph.fields import field_of
from graph.record import Known
from graph.result import Result

_UNSAID = ("owned", "unknown")
"""States of ownership that the owner, or the note that there is none, says better."""


def owners(plan: Plan, gathered: Gathered, number: int, *, several: bool) -> list[Said]:
    """Who owns the record; conflicts with both reasons; unowned, on purpose and unknown told apart (A3)."""
    known = gathered.records().get(plan.names[0])
    if known is None:
        return []
    handle, name = gathered.handles[known.record.uid], known.record.name
    lead = placed_lead(known) if several else ""
    ends = [r for r in known.relations if r.type == "OWNED_BY" and r.direction == "out"]
    said: list[Said] = []
    state = known.record.fields.get("ownership")
    if state == "conflict":
        words = f"the ownership of {name} is in conflict"
        said.append(_in_place(lead, words, handle))
    elif ends:
        said.append(_in_place(lead, relation_sentence(known, "OWNED_BY", "out", ends), handle))
    elif state is not None and state not in _UNSAID:
        said.append(_in_place(lead, f"the ownership of {name} is {state}", handle))
    listed = _listed(gathered, number)
    return said + [s for c in listed for s in _candidate(c, gathered, told=state == "conflict" or not ends)]


def unknown_owner(plan: Plan, gathered: Gathered, number: int) -> str:
    """A note where nothing says an owner and nothing says that there is none; "" elsewhere."""
    known = gathered.records().get(plan.names[0])
    if known is None or _listed(gathered, number):
        return ""
    ends = [r for r in known.relations if r.type == "OWNED_BY" and r.direction == "out"]
    state = known.record.fields.get("ownership")
    if ends or (state is not None and state not in _UNSAID):
        return ""
    return f"The owner of {known.record.name} is not known: nothing that was read names one, or says that there is none."


def _in_place(lead: str, words: str, handle: str) -> Said:
    plain = f"{words[:1].upper()}{words[1:]}" if words.startswith("the ") else words
    return (f"{lead}{words if lead else plain} [{handle}].", f"{plain} [{handle}].")


def _listed(gathered: Gathered, number: int) -> list[Known]:
    """The candidates, strongest first."""
    reply, records = gathered.reply(number, "candidates"), gathered.records()
    if reply is None or reply.result is None:
        return []
    found = [records[u] for uids in reply.result.row_uids for u in uids[:1] if u in records]
    return sorted(found, key=_rank)


def _rank(known: Known) -> tuple[int, str]:
    rank = known.record.fields.get("rank")
    return (rank if isinstance(rank, int) else 99, known.record.name)


def _candidate(known: Known, gathered: Gathered, *, told: bool) -> list[Said]:
    """One candidate by its method; where they disagree, with the place that says so."""
    fields, handle = known.record.fields, gathered.handles[known.record.uid]
    subject, owner, method, reason = (fields.get(n) for n in ("subject", "owner", "method", "reason"))
    if not subject or not owner or not (told or fields.get("conflict")):
        return []
    plain = f"The inferred owner of {subject} is {owner} [{handle}]."
    if not method:
        return [(plain,)]
    said: list[Said] = [(f"{subject} is owned by {owner} by {method} [{handle}].", plain)]
    if reason:
        said.append((f"The reason of {known.record.name} is {reason} [{handle}].", ""))
    return said


def code(plan: Plan, gathered: Gathered, number: int, *, several: bool) -> list[Said]:
    """The repository that was chosen, and the mappings that were found, each by its method."""
    known = gathered.records().get(plan.names[0])
    if known is None:
        return []
    handle = gathered.handles[known.record.uid]
    lead = placed_lead(known) if several else ""
    ends = [r for r in known.relations if r.type == "BUILT_FROM" and r.direction == "out"]
    said: list[Said] = []
    if ends:
        said.append(_in_place(lead, relation_sentence(known, "BUILT_FROM", "out", ends), handle))
    for mapping in _listed(gathered, number):
        fields, own = mapping.record.fields, gathered.handles[mapping.record.uid]
        workload, repository, method = (fields.get(n) for n in ("workload", "repository", "method"))
        if repository and method:
            plain = f"{workload} is mapped to the repository {repository} [{own}]."
            said.append((f"{workload} is mapped to {repository} by {method} [{own}].", plain, ""))
    return said


def unknown_code(plan: Plan, gathered: Gathered, number: int) -> str:
    """A note where no rule found a repository."""
    known = gathered.records().get(plan.names[0])
    if known is None or code(plan, gathered, number, several=False):
        return ""
    return f"The repository of {known.record.name} is not known: no rule found a mapping for it."


def contacts(plan: Plan, gathered: Gathered, number: int) -> list[Said]:
    """People to ask, said to be contacts and no owners."""
    reply = gathered.reply(number, "contacts")
    reached = _reached(gathered, number)
    names = _names(reply)
    named = plan.named[0].name if plan.named else ""
    if reply is None or reply.result is None:
        return []
    if not names:
        return [
            *reached,
            (
                f"No person is a contact for {named} [{reply.handle}].",
                f"There is no such person [{reply.handle}].",
            ),
        ]
    verb = "is a contact for" if len(names) == 1 else "are contacts for"
    count = f"There {'is' if len(names) == 1 else 'are'} {reply.result.total} such {'person' if reply.result.total == 1 else 'people'}"
    told = (f"{a_list(names)} {verb} {named} [{reply.handle}].", f"{count} [{reply.handle}].")
    return [*reached, told]


_REACHED = ("channel", "email")
"""Fields that say how a team is reached."""


def _reached(gathered: Gathered, number: int) -> list[Said]:
    """How the owning teams are reached, as far as their records say."""
    teams = [
        known
        for reply in gathered.replies.get(number, ())
        if reply.asked.role == "contacts" and reply.result is not None and reply.result.of == "Team"
        for known in reply.retrieved.records
    ]
    return [
        (f"{field_sentence(known, declared)} [{gathered.handles[known.record.uid]}].", "")
        for known in teams
        for name in _REACHED
        if known.record.fields.get(name) and (declared := field_of(known.record.kind, name))
    ]


def _names(reply: Reply | None) -> list[str]:
    result: Result | None = reply.result if reply else None
    if result is None:
        return []
    place = next((i for i, c in enumerate(result.columns) if c.name == "name"), 0)
    return [str(row[place]) for row in result.rows[:5]]
