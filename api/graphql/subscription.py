"""What can be followed: an answer as it comes to be, and a scan."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import strawberry
from starlette.concurrency import iterate_in_threadpool
from strawberry import UNSET
from strawberry.types import Info

from api import asking, waiting
from api.graphql.answer import AnswerEvent
from api.graphql.context import Context
from api.graphql.coverage import ScanEvent
from api.graphql.mutation import question_of
from api.graphql.scalar import DateTime, followed
from api.plain import Plain


@strawberry.type(description="What can be followed.")
class Subscription:
    @followed(AnswerEvent, "Asks, and tells each step; the last is the answer.")
    async def ask(
        self,
        info: Info[Context, None],
        question: str,
        about: strawberry.ID | None = UNSET,
        deep: bool | None = UNSET,
        as_of: DateTime | None = UNSET,
        conversation: strawberry.ID | None = UNSET,
    ) -> AsyncIterator[Plain]:
        context = info.context
        asked = question_of(context, question, about, deep, as_of, conversation)
        async for step in waiting.steps(partial(asking.plain_events, context.parts, asked)):
            yield step

    @followed(ScanEvent, "Tells each scope of a scan as it is read, then the scan.")
    async def scan(self, info: Info[Context, None], id: strawberry.ID) -> AsyncIterator[Plain]:  # noqa: A002 — the contract's name
        async for told in iterate_in_threadpool(info.context.scans.watch(str(id))):
            yield told
