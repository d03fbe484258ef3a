"""The pages of the ownership report: this week's, and those that were made before."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from api import assembly
from api.ownership import shelf, text
from api.ownership import week as weeks
from api.ownership.gather import FIGURES
from api.page.site import asker_of, page_of, parts_of
from api.plain import Plain
from graph.errors import BadInput


def index(request: Request) -> Response:
    """The weeks that have a report."""
    weeks_filed = shelf.filed(parts_of(request).settings.home) if _may(request) else []
    return page_of(request, "reports.html", "/reports/ownership", weeks=weeks_filed, may=_may(request))


def make(request: Request) -> Response:
    """Makes this week's report, where nobody has yet, and leads to it."""
    if not _may(request):
        return _none(request)
    report, _ = shelf.made(parts_of(request), assembly.now())
    return RedirectResponse(f"/reports/ownership/{report['week']}", status_code=303)


def show(request: Request) -> Response:
    """One week's report."""
    report = _found(request)
    if report is None:
        return _none(request)
    return page_of(
        request,
        "report.html",
        "/reports/ownership",
        report=report,
        figures=FIGURES,
        titles=text.TITLES,
        figure=text.figure,
        words=text.row_words,
        caveats=text.caveats(report),
    )


def take(request: Request) -> Response:
    """One week's report, to take along."""
    report = _found(request)
    if report is None:
        return _none(request)
    match request.path_params["ending"]:
        case "csv":
            name = f"ownership-{report['week']}.csv"
            attached = {"Content-Disposition": f'attachment; filename="{name}"'}
            return Response(text.table(report), media_type="text/csv; charset=utf-8", headers=attached)
        case "md":
            return Response(text.markdown(report), media_type="text/markdown; charset=utf-8")
        case "json":
            return JSONResponse(report)
        case _:
            return _none(request)


def _may(request: Request) -> bool:
    """A report speaks of everything; whoever is limited to some places does not see it."""
    return not asker_of(request).allowed


def _found(request: Request) -> Plain | None:
    if not _may(request):
        return None
    try:
        week = weeks.parse(request.path_params["week"])
    except BadInput:
        return None
    return shelf.find(parts_of(request).settings.home, week)


def _none(request: Request) -> Response:
    return page_of(
        request,
        "missing.html",
        "/reports/ownership",
        404,
        title="No such report",
        message="No report of that week was made, or it is not for you to see.",
        matches=[],
    )


ROUTES = (
    Route("/reports/ownership", index),
    Route("/reports/ownership", make, methods=["POST"]),
    Route("/reports/ownership/{week}.{ending:str}", take),
    Route("/reports/ownership/{week}", show),
)
