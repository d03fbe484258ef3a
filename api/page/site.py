"""The page's routes: asking, answers, records, coverage. Thin: they fetch, render and refuse."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from api import answers, asking, assembly, claims, records, standing, waiting
from api.access import Asker
from api.asking import Asked
from api.assembly import Assembly
from api.form import fields
from api.journey import journey
from api.page import render
from api.plain import Plain
from api.waiting import Awaited
from graph.errors import AletheiaError
from graph.record import Uid
from graph.retrieval import near

EXAMPLES = (
    "How many pods are there per namespace?",
    "Is any S3 bucket public?",
    "Which applications have no owner?",
    "Where do sources disagree about owners?",
    "What changed in the last 24 hours?",
    "What could not be read?",
)
_MOST_QUESTION = 1000


def parts_of(request: Request) -> Assembly:
    """The assembly the application was made with."""
    parts: Assembly = request.app.state.parts
    return parts


def asker_of(request: Request) -> Asker:
    """Who asks, as the access middleware found."""
    asker: Asker = request.state.asker
    return asker


def page_of(request: Request, template: str, here: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page, with the head that says what is read."""
    now = assembly.now()
    held = standing.scopes(parts_of(request).store, now, allowed=asker_of(request).allowed)
    return HTMLResponse(render.page(template, here, held, now, **values), status_code=status)


def home(request: Request) -> Response:
    """The ask box, what was asked lately, and what is read."""
    parts, now = parts_of(request), assembly.now()
    held = standing.scopes(parts.store, now, allowed=asker_of(request).allowed)
    recent = answers.recent(parts.settings.home, asker_of(request), first=8)
    text = render.page(
        "home.html",
        "/",
        held,
        now,
        examples=EXAMPLES if held else (),
        recent=recent.answers,
        sources=standing.by_source(held, now),
    )
    return HTMLResponse(text)


async def ask(request: Request) -> Response:
    """A question: streamed to a page that asks for it, else answered by a redirect to the answer."""
    form = await fields(request)
    question = form.get("question", "").strip()
    if not question or len(question) > _MOST_QUESTION:
        return await run_in_threadpool(
            page_of,
            request,
            "missing.html",
            "/",
            400,
            title="A question is missing" if not question else "The question is too long",
            message=f"Type a question of at most {_MOST_QUESTION} characters.",
            matches=[],
        )
    asker = asker_of(request)
    asked = Asked(
        question,
        about=Uid(form["about"]) if form.get("about") else None,
        deep=bool(form.get("deep")),
        asker=asker.name,
        allowed=asker.within,
    )
    if "application/x-ndjson" in request.headers.get("accept", ""):
        return StreamingResponse(_stream(parts_of(request), asked), media_type="application/x-ndjson")
    answer = await waiting.for_asker(request, partial(asking.answer, parts_of(request), asked))
    return RedirectResponse(f"/a/{answer.id}", status_code=303)


async def _stream(parts: Assembly, asked: Asked) -> AsyncIterator[str]:
    async for step in waiting.steps(partial(_steps, parts, asked)):
        yield json.dumps(step, ensure_ascii=False) + "\n"


def _steps(parts: Assembly, asked: Asked, awaited: Awaited) -> Iterator[Plain]:
    """The steps of an answer; the last carries the finished HTML instead of the answer itself."""
    try:
        for step in asking.plain_events(parts, asked, awaited):
            if "answer" in step:
                answer = step["answer"]
                yield {
                    "__typename": step["__typename"],
                    "id": answer["id"],
                    "html": render.answer_parts(answer),
                }
            else:
                yield step
    except AletheiaError as error:
        yield {"__typename": "Failed", "message": str(error)}


def answer_page(request: Request) -> Response:
    """The permanent page of an answer, exactly as it was given."""
    answer = _answer(request)
    if answer is None:
        return _no_answer(request)
    if "journey" in request.query_params:
        answer = journey(answer)
    return page_of(request, "answer.html", "/answers", **render.answer_values(answer))


def answer_file(request: Request) -> Response:
    """An answer to take along: its data, or all of it as Markdown."""
    answer = _answer(request)
    if answer is None:
        return _no_answer(request)
    if request.path_params["ending"] == "md":
        return Response(
            answer["markdown"],
            media_type="text/markdown; charset=utf-8",
            headers=_as_file(f"{answer['id']}.md"),
        )
    return JSONResponse(answer)


def table_file(request: Request) -> Response:
    """A table of an answer as CSV (all rows) or JSON."""
    answer = _answer(request)
    tables = render.tables_of(answer) if answer else []
    number = int(request.path_params["number"])
    if number >= len(tables):
        return _no_answer(request)
    if request.path_params["ending"] == "csv":
        name = f"{request.path_params['id']}-{number + 1}.csv"
        return Response(tables[number]["csv"], media_type="text/csv; charset=utf-8", headers=_as_file(name))
    return JSONResponse(tables[number])


def picture_file(request: Request) -> Response:
    """A drawing of an answer. As an image it can run nothing."""
    answer = _answer(request)
    blocks = answer["blocks"] if answer else []
    number = int(request.path_params["number"])
    if number >= len(blocks) or blocks[number]["__typename"] != "Picture":
        return _no_answer(request)
    return Response(blocks[number]["svg"], media_type="image/svg+xml")


async def claim(request: Request) -> Response:
    """A claim somebody reports as wrong: kept for whoever looks after the project."""
    answer = await run_in_threadpool(_answer, request)
    form = await fields(request)
    if answer is None or not form.get("sentence", "").isdigit():
        return await run_in_threadpool(_no_answer, request)
    parts = parts_of(request)
    await run_in_threadpool(
        claims.report,
        parts.settings.home,
        answer,
        int(form["sentence"]),
        form.get("comment", "")[:2000],
        asker_of(request).name,
    )
    return RedirectResponse(f"/a/{answer['id']}", status_code=303)


def answers_page(request: Request) -> Response:
    """The answers given, newest first."""
    after = request.query_params.get("after", "")
    page = answers.recent(parts_of(request).settings.home, asker_of(request), first=30, after=after)
    return page_of(request, "answers.html", "/answers", page=page)


def record_page(request: Request) -> Response:
    """One record, or the closest names where there is none."""
    parts, asker = parts_of(request), asker_of(request)
    uid = Uid(request.path_params["uid"])
    now = assembly.now()
    record = records.plain_record(
        parts.store, uid, now=now, allowed=asker.allowed, bases=assembly.bases(parts.settings)
    )
    if record is None:
        close = near(parts.store, uid.rstrip("/").rpartition("/")[2], allowed=asker.allowed)
        matches = [{"name": m.name, "kind": m.kind, "link": f"/r/{quote(m.uid, safe='')}"} for m in close]
        return page_of(
            request,
            "missing.html",
            "/",
            404,
            title="No such record",
            message=f"No record has the uid {uid}.",
            matches=matches,
        )
    shown = request.query_params.get("unknown") == "1"
    return page_of(request, "record.html", "/", **render.record_values(record, show_unknown=shown))


def coverage_page(request: Request) -> Response:
    """Every scope, those that could not be read first."""
    now = assembly.now()
    held = standing.scopes(parts_of(request).store, now, allowed=asker_of(request).allowed)
    return HTMLResponse(
        render.page("coverage.html", "/coverage", held, now, scopes=held, unread=standing.unread(held))
    )


def _answer(request: Request) -> Plain | None:
    return answers.find(parts_of(request).settings.home, request.path_params["id"], asker_of(request))


def _no_answer(request: Request) -> Response:
    return page_of(
        request,
        "missing.html",
        "/answers",
        404,
        title="No such answer",
        message="No answer with this id is stored here.",
        matches=[],
    )


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


ROUTES = (
    Route("/", home),
    Route("/ask", ask, methods=["POST"]),
    Route("/answers", answers_page),
    Route("/coverage", coverage_page),
    Route("/a/{id}.{ending:str}", answer_file),
    Route("/a/{id}/tables/{number:int}.{ending:str}", table_file),
    Route("/a/{id}/pictures/{number:int}.svg", picture_file),
    Route("/a/{id}/claims", claim, methods=["POST"]),
    Route("/a/{id}", answer_page),
    Route("/r/{uid:path}", record_page),
    Mount("/static", StaticFiles(directory=render.STATIC)),
)
