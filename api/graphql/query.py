"""The queries: each a few lines over the same functions that the page and the command line use."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import strawberry
from strawberry import UNSET
from strawberry.types import Info

from api import answers, assembly, records, standing
from api.graphql import finding
from api.graphql.answer import Answer
from api.graphql.context import Context
from api.graphql.coverage import ScopeCoverage
from api.graphql.record import (
    AnswerConnection,
    ChangeConnection,
    FindInput,
    KindInfo,
    Record,
    RecordConnection,
    RestrictionInput,
    SearchHit,
)
from api.graphql.report import OwnershipReport
from api.graphql.scalar import DateTime, served
from api.ownership import shelf
from api.ownership import week as weeks
from api.plain import Plain
from evidence.link import page_link
from graph.query import Find, Window
from graph.record import Uid
from graph.retrieval import near, resolve, retrieve

Asked = Info[Context, None]


@strawberry.type(description="What can be read.")
class Query:
    @served(Answer | None, "A stored answer, exactly as it was given.")
    def answer(self, info: Asked, id: strawberry.ID) -> Plain | None:  # noqa: A002 — the contract's name
        context = info.context
        return answers.find(context.parts.settings.home, str(id), context.asker)

    @served(AnswerConnection, "Answers given, newest first.")
    def answers(self, info: Asked, first: int | None = UNSET, after: str | None = UNSET) -> Plain:
        context = info.context
        size = finding.slice_of(first, None).size
        page = answers.recent(context.parts.settings.home, context.asker, first=size, after=after or "")
        edges = [{"cursor": _cursor(a), "node": a} for a in page.answers]
        return {
            "edges": edges,
            "pageInfo": {
                "hasNextPage": bool(page.more),
                "hasPreviousPage": bool(after),
                "startCursor": edges[0]["cursor"] if edges else None,
                "endCursor": edges[-1]["cursor"] if edges else None,
            },
        }

    @served(Record | None, "One record, with fields, owners, relations and history.")
    def record(self, info: Asked, uid: strawberry.ID) -> Plain | None:
        return _record(info.context, Uid(uid))

    @served(RecordConnection, "The records that a typed query finds.")
    def records(
        self, info: Asked, find: FindInput, first: int | None = UNSET, after: str | None = UNSET
    ) -> Plain:
        context, part = info.context, finding.slice_of(first, after)
        query = finding.find_of(find, part.end)
        found = retrieve(context.parts.store, query, now=assembly.now(), allowed=context.asker.allowed).result
        rows = found.row_uids[part.offset : part.end] if found else ()
        nodes = [node for uids in rows if uids and (node := _record(context, uids[0]))]
        return finding.connection(
            nodes, part, found.total if found else 0, complete=bool(found and found.complete)
        )

    @served(list[SearchHit], "Records of that name, then those of near names.")
    def search(self, info: Asked, text: str, first: int | None = UNSET) -> list[Plain]:
        context, size = info.context, finding.slice_of(first, None).size
        exact = resolve(context.parts.store, text, allowed=context.asker.allowed).found
        close = near(context.parts.store, text, allowed=context.asker.allowed, rows=size)
        hits = {m.uid: m for m in (*exact, *close)}
        return [
            {"uid": m.uid, "kind": m.kind, "name": m.name, "score": m.score, "link": page_link(m.uid)}
            for m in list(hits.values())[:size]
        ]

    @served(ChangeConnection, "What changed under a restriction, newest first.")
    def changes(
        self,
        info: Asked,
        within: RestrictionInput | None = UNSET,
        start: Annotated[DateTime | None, strawberry.argument(name="from")] = UNSET,
        to: DateTime | None = UNSET,
        first: int | None = UNSET,
        after: str | None = UNSET,
    ) -> Plain:
        context, part = info.context, finding.slice_of(first, after)
        window = Window(_time(start), _time(to))
        query = Find("Change", within=finding.within_of(within), window=window, limit=part.end)
        now, allowed = assembly.now(), context.asker.allowed
        found = retrieve(context.parts.store, replace(query, limit=1), now=now, allowed=allowed).result
        nodes = records.changes(context.parts.store, query, now=now, allowed=allowed)
        return finding.connection(
            nodes[part.offset : part.end],
            part,
            found.total if found else 0,
            complete=bool(found and found.complete),
        )

    @served(list[ScopeCoverage], "What is read, how old it is, what could not be read.")
    def coverage(self, info: Asked, within: RestrictionInput | None = UNSET) -> list[Plain]:
        context = info.context
        return standing.scopes(
            context.parts.store,
            assembly.now(),
            within=finding.within_of(within),
            allowed=context.asker.allowed,
        )

    @served(list[KindInfo], "Every kind of record that is collected, with its fields.")
    def kinds(self) -> list[Plain]:
        return records.plain_kinds()

    @served(OwnershipReport | None, "The ownership report of a week (default: this one), where it was made.")
    def ownership_report(self, info: Asked, week: str | None = UNSET) -> Plain | None:
        context = info.context
        if context.asker.allowed:
            return None  # a report speaks of everything
        zone = ZoneInfo(context.parts.settings.report.timezone)
        wanted = weeks.parse(week) if week else weeks.of(assembly.now().astimezone(zone).date())
        return shelf.find(context.parts.settings.home, wanted)


def _record(context: Context, uid: Uid) -> Plain | None:
    parts = context.parts
    return records.plain_record(
        parts.store,
        uid,
        now=assembly.now(),
        allowed=context.asker.allowed,
        bases=assembly.bases(parts.settings),
    )


def _cursor(answer: Plain) -> str:
    return answers.name_of(answer)


def _time(value: Any) -> datetime | None:
    return value if isinstance(value, datetime) else None
