"""The draft of an answer: each plan by its form, and the plainer words for what the evidence does not carry as first said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.composer import change, coverage, located, owner, record, relation, rows, weighed
from assistant.composer.phrase import Said, Titles, noun, places
from assistant.gather import Gathered, Reply
from assistant.plan import Form, Plan
from evidence.checked import Checked
from graph.fields import PLACES
from graph.query import Find, Related
from graph.result import Result

_HINTS = re.compile(r"\s*(?:\[[rq]\d+\])+")


@dataclass(frozen=True, slots=True)
class Draft:
    """Paragraphs of sentences, each with its ways to be said; `chosen` says which way each is said now."""

    paragraphs: tuple[tuple[Said, ...], ...]
    chosen: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...] = ()  # what is not known, said by the application

    @property
    def text(self) -> str:
        """Markdown with hints; one paragraph a plan, or a record that is described, none of them said twice."""
        said = (" ".join(s for s in sentences if s) for sentences in self._sentences())
        first: dict[str, str] = {}
        for paragraph in said:
            first.setdefault(_bare(paragraph), paragraph)
        return "\n\n".join(p for p in first.values() if p)

    def _sentences(self) -> list[list[str]]:
        return [
            [ways[min(place, len(ways) - 1)] for ways, place in zip(said, places, strict=True)]
            for said, places in zip(self.paragraphs, self.chosen, strict=True)
        ]

    def plainer(self, checked: Checked) -> Draft | None:
        """The draft with each removed sentence said in its next way; None where none of them has another."""
        removed = {_bare(r.text) for r in checked.badge.removed_sentences}
        chosen = [
            [
                place + 1
                if _bare(ways[min(place, len(ways) - 1)]) in removed and place + 1 < len(ways)
                else place
                for ways, place in zip(said, places, strict=True)
            ]
            for said, places in zip(self.paragraphs, self.chosen, strict=True)
        ]
        turned = tuple(tuple(c) for c in chosen)
        return replace(self, chosen=turned) if turned != self.chosen else None


def as_written(text: str) -> Draft:
    """A draft that stands as it is: a model's."""
    return Draft((((text,),),), ((0,),))


def draft(plans: Sequence[Plan], gathered: Gathered) -> Draft:
    """The draft of all plans, each sentence in its first way."""
    titles = titles_of(plans, gathered)
    paragraphs = tuple(
        paragraph
        for n, p in enumerate(plans)
        for paragraph in _parted(p, [_said(s) for s in _sentences(n, p, plans, gathered, titles)])
    )
    notes = dict.fromkeys(n for i, p in enumerate(plans) for n in _unknown(i, p, gathered, titles))
    notes |= dict.fromkeys(
        _nothing_of(p)
        for i, p in enumerate(plans)
        if p.form is not Form.TEST and _is_beside(i, plans, gathered)
    )
    return Draft(paragraphs, tuple(tuple(0 for _ in p) for p in paragraphs), tuple(n for n in notes if n))


def _parted(plan: Plan, said: list[Said]) -> list[tuple[Said, ...]]:
    """Records of one name are told apart: each has a paragraph of its own."""
    return [(one,) for one in said] if plan.form is Form.RECORD else [tuple(said)]


def _unknown(number: int, plan: Plan, gathered: Gathered, titles: Titles) -> list[str]:
    """What the records do not say."""
    match plan.form:
        case Form.OWNER | Form.CONTACT:
            return [owner.unknown_owner(plan, gathered, number)]
        case Form.CODE:
            return [owner.unknown_code(plan, gathered, number)]
        case Form.COMPARE:
            return [relation.undifferent(plan, gathered)]
        case Form.PATH:
            return [relation.unknown_path(plan, gathered, number)]
        case Form.FIELD:
            return [*record.unknown_fields(plan, gathered), weighed.remark(plan, gathered)]
        case Form.LIST:
            equals = rows.equals_of_first(plan, _beside(gathered, number))
            return [*equals, *rows.unread_of_first(gathered.reply(number))]
        case Form.MEASURE | Form.GROUP:
            return [rows.unknown_measure(gathered.reply(number))]
        case Form.SINCE:
            return [change.unknown_since(plan, gathered, number)]
        case Form.LAST_CHANGE:
            return [change.unknown_actor(gathered, number)]
        case Form.SCANNED:
            return coverage.looks(plan, gathered, number)
        case Form.COVERAGE:
            return coverage.whole(plan, gathered, number)
        case Form.TEST:
            return [
                *record.unknown_tested(plan, gathered, number),
                record.unknown_relation(plan, gathered, number, titles),
            ]
        case _:
            return []


_OF_ROWS = frozenset({Form.LIST, Form.YESNO, Form.RELATED, Form.CHANGES, Form.LAST_CHANGE, Form.IMPACT})


def _is_beside(number: int, plans: Sequence[Plan], gathered: Gathered) -> bool:
    """Whether nothing was found of one record of a name, and something of another: then a note says so."""
    tests = all(p.form is Form.TEST for p in plans) and not _is_of_fields(number, gathered)
    if _is_of_another_place(number, plans, gathered):
        return True
    if len(plans) < 2 or not plans[number].named or not (tests or all(p.form in _OF_ROWS for p in plans)):
        return False
    totals = [r.result.total if (r := gathered.reply(n)) and r.result else 0 for n in range(len(plans))]
    return not totals[number] and any(totals)


def _is_of_another_place(number: int, plans: Sequence[Plan], gathered: Gathered) -> bool:
    """Whether no such thing was ever looked for in this reading of a place, and there are some in another."""
    same = [p for p in plans if p.of == plans[number].of and p.form is plans[number].form]
    if len(plans) < 2 or len(same) < len(plans) or len({p.within for p in plans}) < len(plans):
        return False
    if plans[number].form not in (Form.MEASURE, Form.LIST, Form.GROUP):
        return False
    results = [r.result if (r := gathered.reply(n)) else None for n in range(len(plans))]
    here, others = results[number], [r for n, r in enumerate(results) if n != number]
    return here is not None and not _holds_any(here) and any(r is not None and _holds_any(r) for r in others)


def _holds_any(result: Result) -> bool:
    return bool(result.population) or any(row[-1] is not None for row in result.rows)


def _is_of_fields(number: int, gathered: Gathered) -> bool:
    """Whether a test is told by what the record itself says, be it so or not."""
    reply = gathered.reply(number)
    find = reply.asked.query if reply is not None else None
    return not isinstance(find, Find) or not any(isinstance(c, Related) for c in find.where)


def _nothing_of(plan: Plan) -> str:
    """Says "Of the deployment checkout-api in the namespace shop in the cluster staging, nothing such was found"."""
    if not plan.named:
        return f"Nothing such was found {places(plan.within)}."
    named = plan.named[0]
    if plan.form in (Form.LIST, Form.YESNO) and (there := places(plan.within)):
        return f"Nothing such was found {there}."
    where = places({n: v for n, v in named.place if n in PLACES})
    return f"Of the {noun(named.kind)} {named.name}{f' {where}' if where else ''}, nothing such was found."


def _beside(gathered: Gathered, number: int) -> Reply | None:
    """What a result is measured against."""
    found = (gathered.reply(number, role) for role in ("peers", "opposite", "none"))
    return next((r for r in found if r is not None), None)


def _said(sentence: Said | str) -> Said:
    return (sentence,) if isinstance(sentence, str) else sentence


def _bare(sentence: str) -> str:
    return _HINTS.sub("", sentence).strip().rstrip(".")


def titles_of(plans: Sequence[Plan], gathered: Gathered) -> Titles:
    """The names of every record that the plans or the evidence know."""
    known = {u: k.record.name for u, k in gathered.records().items()}
    return known | {c.uid: c.name for p in plans for c in (*p.named, *p.linked)}


def _sentences(
    number: int, plan: Plan, plans: Sequence[Plan], gathered: Gathered, titles: Titles
) -> Sequence[Said | str]:
    several = len(plans) > 1
    if _is_beside(number, plans, gathered):
        return []
    match plan.form:
        case Form.RECORD:
            return record.whole(plan, gathered)
        case Form.FIELD:
            return weighed.sentences(plan, gathered) if plan.verb else record.fields(plan, gathered)
        case Form.TEST:
            return record.tested(plan, gathered, number, titles)
        case Form.WHERE:
            return located.sentences(plan, gathered, number) if plan.verb else record.where(plan, gathered)
        case Form.WHY:
            return record.why(plan, gathered)
        case Form.OWNER:
            return owner.owners(plan, gathered, number, several=several)
        case Form.CONTACT:
            people = owner.contacts(plan, gathered, number)
            return [*owner.owners(plan, gathered, number, several=several), *people]
        case Form.CODE:
            return owner.code(plan, gathered, number, several=several)
        case Form.RELATED:
            return relation.related(plan, gathered, number, titles, several=several)
        case Form.IMPACT:
            return relation.impact(plan, gathered, number, several=several)
        case Form.PATH:
            return relation.path(gathered, number)
        case Form.COMPARE:
            return relation.compared(plan, gathered)
        case Form.WEAK:
            return relation.weak(plan, gathered, number)
        case Form.CHANGES:
            return change.changes(plan, gathered, number, titles)
        case Form.LAST_CHANGE:
            return change.last_change(plan, gathered, number, titles)
        case Form.SINCE:
            return change.since(plan, gathered, number)
        case Form.COVERAGE:
            return coverage.coverage(plan, gathered, number)
        case Form.SCANNED:
            return coverage.scanned(plan, gathered, number)
        case _:
            reply = gathered.reply(number)
            beside = _beside(gathered, number)
            return rows.compose(plan, reply, titles, beside) if reply else []
