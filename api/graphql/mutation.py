"""What can be done: asking, checking, reporting a claim, scanning. Nothing here changes a source."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

import strawberry
from strawberry import UNSET
from strawberry.types import Info

from api import answers, asking, claims, scans, waiting
from api import journey as journeys
from api.asking import Asked
from api.graphql.answer import Answer
from api.graphql.context import Context
from api.graphql.coverage import Scan
from api.graphql.record import RestrictionInput
from api.graphql.scalar import DateTime, Json, camel, said, served
from api.plain import Plain, plain_answer
from evidence import case
from evidence.check import check as judge
from evidence.checked import Level, Status
from graph.errors import BadInput
from graph.record import Uid

strawberry.enum(Status, name="CheckedStatus", description="Whether anything stayed.")


@strawberry.input(description="A text and the evidence to judge it against: the input of `aletheia check`.")
class CheckInput:
    draft: str = strawberry.field(description="The text.")
    question: str = strawberry.field(default="", description="The question it answers.")
    asked_at: DateTime | None = strawberry.field(default=UNSET, description="When that was asked.")
    names: list[str] | None = strawberry.field(
        default=None, description="Handles of the records that it names."
    )
    within: Json | None = strawberry.field(default=UNSET, description="Its other restrictions, by name.")
    evidence: Json = strawberry.field(description="`records` and `results`, as `aletheia check` reads them.")
    assessment: Json | None = strawberry.field(default=UNSET, description="A model's own assessment.")


@strawberry.type(description="What is left of a text after the check.")
class CheckedText:
    status: Status = said("Whether anything stayed.")
    text: str = said("The text that stays, with markers.")
    cards: list[str] = said("Handles of the cited evidence, by number.")
    checked: int = said("Figures verified.")
    removed: int = said("Sentences removed.")
    replaced: int = said("Sentences replaced.")
    moved: int = said("Sentences cited to other evidence than hinted at.")
    unverified: list[str] = said("Figures that could not be verified.")
    notes: list[str] = said("What the check adds.")
    badge: str = said("The counts in words.")
    passages: Json = said("The fields that each card quotes, by handle.")
    confidence: Level = said("How far to rely on it.")


@strawberry.type(description="A claim that somebody reported.")
class ClaimReport:
    answer: strawberry.ID = said("The answer.")
    sentence: int = said("The sentence, by its index.")
    text: str = said("The sentence.")
    comment: str = said("What is said to be wrong.")
    reported_at: DateTime = said("When it was reported.")


@strawberry.type(description="What can be done.")
class Mutation:
    @served(Answer, "Asks, and waits for the checked answer.")
    async def ask(
        self,
        info: Info[Context, None],
        question: str,
        about: strawberry.ID | None = UNSET,
        deep: bool | None = UNSET,
        as_of: DateTime | None = UNSET,
        conversation: strawberry.ID | None = UNSET,
    ) -> Plain:
        context = info.context
        asked = question_of(context, question, about, deep, as_of, conversation)
        work = partial(asking.answer, context.parts, asked)
        return plain_answer(await waiting.for_asker(context.request, work))

    @served(CheckedText, "Judges any text against given evidence.")
    def check(self, input: CheckInput) -> Plain:  # noqa: A002 — the contract's name
        given = {
            camel(name): value
            for name, value in vars(input).items()
            if value is not UNSET and value is not None
        }
        read = case.read(given, "input")
        return case.output(judge(read.draft, read.items, read.question, assessment=read.assessment))

    @served(
        Answer, "A stored answer with a verdict on each of its sources; the answer itself stays as it is."
    )
    def journey(self, info: Info[Context, None], answer: strawberry.ID) -> Plain:
        context = info.context
        held = answers.find(context.parts.settings.home, str(answer), context.asker)
        if held is None:
            raise BadInput(f"No answer has the id {answer}.")
        return journeys.journey(held)

    @served(ClaimReport, "Reports a claim of an answer as wrong.")
    def report_claim(
        self, info: Info[Context, None], answer: strawberry.ID, sentence: int, comment: str | None = UNSET
    ) -> Plain:
        context = info.context
        home = context.parts.settings.home
        held = answers.find(home, str(answer), context.asker)
        if held is None:
            raise BadInput(f"No answer has the id {answer}.")
        return claims.report(home, held, sentence, (comment or "")[:2000], context.asker.name)

    @served(Scan, "Begins a scan in the background.")
    def scan(
        self,
        info: Info[Context, None],
        collectors: list[str] | None = UNSET,
        within: RestrictionInput | None = UNSET,
    ) -> Plain:
        context = info.context
        context.needs("scan")
        places = {name: values for name, values in vars(within).items() if values} if within else {}
        return scans.plain_run(context.scans.start(tuple(collectors or ()), places))


def question_of(
    context: Context,
    question: str,
    about: str | None,
    deep: bool | None,
    as_of: Any,
    conversation: str | None,
) -> Asked:
    """The question with the asker's own restriction. Raises BadInput for an empty or endless one."""
    if not question.strip() or len(question) > 1000:
        raise BadInput("A question has 1 to 1000 characters.")
    return Asked(
        question.strip(),
        about=Uid(about) if about else None,
        deep=bool(deep),
        as_of=as_of if isinstance(as_of, datetime) else None,
        conversation=conversation or "",
        asker=context.asker.name,
        allowed=context.asker.within,
    )
