"""The draft of an answer: each plan by its form, in the order of the plans."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.composer import change, coverage, owner, record, relation, rows
from assistant.composer.phrase import Titles
from assistant.gather import Gathered
from assistant.plan import Form, Plan


def draft(plans: Sequence[Plan], gathered: Gathered) -> str:
    """Markdown with hints; one paragraph a plan."""
    titles = titles_of(plans, gathered)
    paragraphs = [" ".join(_sentences(n, p, plans, gathered, titles)) for n, p in enumerate(plans)]
    return "\n\n".join(p for p in paragraphs if p)


def titles_of(plans: Sequence[Plan], gathered: Gathered) -> Titles:
    """The names of every record that the plans or the evidence know."""
    known = {u: k.record.name for u, k in gathered.records().items()}
    return known | {c.uid: c.name for p in plans for c in (*p.named, *p.linked)}


def _sentences(
    number: int, plan: Plan, plans: Sequence[Plan], gathered: Gathered, titles: Titles
) -> list[str]:
    several = len(plans) > 1
    match plan.form:
        case Form.RECORD:
            return record.whole(plan, gathered)
        case Form.FIELD:
            return record.fields(plan, gathered)
        case Form.TEST:
            return record.tested(plan, gathered, number, titles)
        case Form.WHERE:
            return record.where(plan, gathered)
        case Form.WHY:
            return record.why(plan, gathered)
        case Form.OWNER:
            return owner.owners(plan, gathered, number, several=several)
        case Form.CONTACT:
            return [
                *owner.owners(plan, gathered, number, several=several),
                *owner.contacts(plan, gathered, number),
            ]
        case Form.CODE:
            return owner.code(plan, gathered, number, several=several)
        case Form.RELATED:
            return relation.related(plan, gathered, number, titles, several=several)
        case Form.IMPACT:
            return relation.impact(plan, gathered, number, titles, several=several)
        case Form.PATH:
            return relation.path(plan, gathered, number)
        case Form.COMPARE:
            return relation.compared(plan, gathered, number)
        case Form.WEAK:
            reply = gathered.reply(number)
            return relation.weak(plan, reply) if reply else []
        case Form.CHANGES:
            return change.changes(plan, gathered, number)
        case Form.LAST_CHANGE:
            return change.last_change(plan, gathered, number)
        case Form.COVERAGE:
            return coverage.coverage(plan, gathered, number)
        case Form.SCANNED:
            return coverage.scanned(plan, gathered, number)
        case _:
            reply = gathered.reply(number)
            return rows.compose(plan, reply, titles) if reply else []
