"""The weekly ownership report: once a week, compared with the week before, every row with its record, every figure the length of its rows."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from zoneinfo import ZoneInfo

import pytest
from starlette.testclient import TestClient

from api import assembly, schedule
from api.app import create
from api.ownership import delivery, gather, shelf, text
from api.ownership import week as weeks
from api.settings import Report
from graph.errors import BadInput, Misconfigured
from graph.record import Inference, Record, Relation, Uid
from graph.scope import Outcome, Reading, Scope
from graph.writer import observe

UID = "k8s://prod/apps/Deployment/payments/checkout-api"


@pytest.fixture
def report(parts):
    """The report of the small estate for the present week."""
    made, fresh = shelf.made(parts, assembly.now())
    assert fresh
    return made


@pytest.mark.parametrize(
    ("day", "filed"),
    [
        ("2026-11-30", "2026-W49"),
        ("2026-11-29", "2026-W48"),
        ("2027-01-01", "2026-W53"),
        ("2024-12-30", "2025-W01"),
    ],
)
def test_a_week_is_an_iso_week(day, filed):
    """Monday to Sunday, also over the end of a year."""
    week = weeks.of(datetime.fromisoformat(day).date())
    assert str(week) == filed
    assert weeks.parse(filed) == week
    assert weeks.of(week.before().monday + timedelta(days=7)) == week


@pytest.mark.parametrize("wrong", ["2026-W54", "2026-48", "W48", "2026-W00", ""])
def test_what_is_no_week_is_refused(wrong):
    """With what was expected."""
    with pytest.raises(BadInput, match="2026-W48"):
        weeks.parse(wrong)


def test_every_figure_is_the_length_of_its_rows(report):
    """And every row names the record behind it."""
    for name in gather.FIGURES:
        rows = report["sections"][name]
        assert report["sum"][name] == len(rows)
        assert all(r["subject"] for r in rows)
        for team in report["teams"]:
            assert team[name] == sum(team["team"] in r["owners"] for r in rows)


def test_conflicts_stand_with_both_reasons(report):
    """Chosen and losing side."""
    sides = {s["owner"]: s["reason"] for c in report["sections"]["conflicts"] for s in c["sides"]}
    assert sides == {"payments": "label team=payments", "storefront": "label team=storefront"}


def test_without_a_week_before_nothing_is_called_new_or_lost(report):
    """Not known is not none."""
    assert report["previousWeek"] is None
    assert text.figure(report["sum"], "newlyOwned") == "not known"
    assert any("week before" in line for line in text.caveats(report))


def test_what_was_not_read_is_said(report):
    """Partial data is said in every form of the report."""
    assert not report["complete"] or report["unread"] == []
    for told in (text.markdown(report), text.html(report), text.summary(report)):
        for line in text.caveats(report):
            assert line.split(":")[0] in told


def test_it_is_made_once_however_often_and_from_wherever_it_is_asked(parts):
    """Once per ISO week, also by several at once."""
    now = assembly.now()
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: shelf.made(parts, now), range(8)))
    assert sum(fresh for _, fresh in made) == 1
    assert len({json.dumps(r, sort_keys=True) for r, _ in made}) == 1


def test_a_week_without_a_report_is_said_to_have_none(parts):
    """Another week cannot be made after the fact: the graph is not then's."""
    with pytest.raises(BadInput, match="No report was made in 2020-W01"):
        shelf.made(parts, assembly.now(), weeks.parse("2020-W01"))


def moved(store) -> None:
    """What the next week brings: cart gets an owner, checkout-api loses its own."""
    cart = Uid(UID.replace("checkout-api", "cart"))
    held = Inference("owner-label", 0.4, (cart,))
    fields = {
        "subject": "cart",
        "subjectKind": "Deployment",
        "owner": "storefront",
        "method": "label",
        "reason": "label team=storefront",
        "standing": "chosen",
        "conflict": False,
    }
    record = Record(Uid("ownership://cart/storefront"), "Ownership", "cart: storefront", fields, held)
    relations = (
        Relation("OWNERSHIP_OF", record.uid, cart, held),
        Relation("NAMES", record.uid, Uid("team://storefront"), held),
    )
    scope = Scope("scope://rules/owner/k8s", "rules", ("Ownership",), "rules: owners", {})
    at = datetime.now(UTC)
    for n in range(2):
        observe(store, [Reading(scope, Outcome.COMPLETE, (record,), relations)], at=at + timedelta(seconds=n))


def test_the_week_after_says_what_is_new_and_what_was_lost(parts, report):
    """Against the week before, by record and by team; and a weak inference is told as one."""
    moved(parts.store)
    later = gather.report(
        parts.store,
        weeks.parse(report["week"]),
        weeks.parse(report["week"]).window(ZoneInfo("UTC")),
        assembly.now() + timedelta(seconds=5),
        report,
    )
    assert [(r["name"], r["owners"]) for r in later["sections"]["newlyOwned"]] == [("cart", ["storefront"])]
    assert [(r["name"], r["owners"]) for r in later["sections"]["lost"]] == [("checkout-api", ["payments"])]
    assert [r["name"] for r in later["sections"]["lowConfidence"]] == ["cart"]
    payments = next(t for t in later["teams"] if t["team"] == "payments")
    assert text.figure(payments, "owned") == "0 (-1)"
    assert text.figure(payments, "lost") == "1 (+1)"


def test_every_part_of_a_full_report_is_shown_in_every_form(parts, report):
    """Also what was found gone, lost and newly owned in the week: on the page, as text, as a table."""
    moved(parts.store)
    gone = Record(
        Uid(UID.replace("checkout-api", "old")),
        "Deployment",
        "old",
        {"cluster": "prod", "namespace": "payments"},
    )
    scope = Scope("scope://k8s/prod/Old", "k8s", ("Deployment",), "k8s prod Old", {"cluster": "prod"})
    at = datetime.now(UTC)
    observe(parts.store, [Reading(scope, Outcome.COMPLETE, (gone,))], at=at)
    for n in (1, 2):
        observe(parts.store, [Reading(scope, Outcome.COMPLETE)], at=at + timedelta(seconds=n))
    week = weeks.parse(report["week"])
    later = gather.report(parts.store, week, week.window(ZoneInfo("UTC")), at + timedelta(seconds=5), report)
    assert [(g["name"], g["place"]) for g in later["sections"]["gone"]] == [("old", "prod · payments")]
    (parts.settings.home / "reports" / "ownership" / f"{week}.json").write_text(json.dumps(later))
    site = TestClient(create(parts), base_url="http://127.0.0.1")
    page = site.get(f"/reports/ownership/{week}")
    assert page.status_code == 200
    for told in (page.text, text.markdown(later), text.html(later)):
        for title in ("Gone", "Lost", "Newly owned", "Low confidence"):
            assert title in told
    assert "Gone,old" in text.table(later)


def test_a_spreadsheet_runs_nothing_of_it(report):
    """Cells that begin like a formula are text."""
    held = {**report, "sections": {**report["sections"]}}
    row = {"subject": "x", "name": "=HYPERLINK(1)", "kind": "k", "place": "", "owners": [], "new": False}
    held["sections"]["unowned"] = [row]
    assert "'=HYPERLINK(1)" in text.table(held)


def test_names_never_become_markup(report):
    """In mail as on the page."""
    row = {"subject": "x", "name": "<img src=x>", "kind": "k", "place": "", "owners": [], "new": False}
    held = {**report, "sections": {**report["sections"], "unowned": [row]}}
    assert "<img" not in text.html(held)


def test_the_page_makes_shows_and_hands_out_the_report(parts):
    """Page, CSV, Markdown, JSON; and the same by GraphQL."""
    site = TestClient(create(parts), base_url="http://127.0.0.1")
    page = site.post("/reports/ownership")
    assert "In conflict" in page.text
    week = str(page.url).rpartition("/")[2]
    assert site.get(f"/reports/ownership/{week}.json").json()["week"] == week
    assert site.get(f"/reports/ownership/{week}.csv").text.startswith("part,name")
    assert f"# Ownership, {week}" in site.get(f"/reports/ownership/{week}.md").text
    assert site.get("/reports/ownership/2020-W01").status_code == 404
    query = "{ ownershipReport { week from sum { conflicts } sections { conflicts { name sides { owner reason } } } } }"
    told = site.post("/graphql", json={"query": query}).json()["data"]["ownershipReport"]
    assert told["week"] == week
    assert told["sections"]["conflicts"][0]["name"] == "checkout-api"


class _Hook(BaseHTTPRequestHandler):
    """A channel's webhook on loopback."""

    def do_POST(self):
        self.server.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        """Quiet."""


def test_it_is_sent_to_a_channel(report, monkeypatch):
    """A Slack-compatible webhook, whose address is a secret of the environment."""
    server = HTTPServer(("127.0.0.1", 0), _Hook)
    server.got = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("TEAM_HOOK", f"http://127.0.0.1:{server.server_port}/hook")
    sent = delivery.deliver(report, Report(slack_webhook_env="TEAM_HOOK"))
    server.shutdown()
    thread.join()
    server.server_close()
    assert sent == ["webhook of 127.0.0.1"]
    assert report["week"] in server.got[0]["text"]


def test_a_delivery_that_cannot_be_is_an_error_and_the_report_is_kept(parts, report, monkeypatch):
    """The report is there; where it could not go is said."""
    with pytest.raises(Misconfigured, match="TEAM_HOOK"):
        delivery.deliver(report, Report(slack_webhook_env="TEAM_HOOK"))
    monkeypatch.setenv("TEAM_HOOK", "http://hooks.acme.example/x")
    with pytest.raises(Misconfigured, match="https"):
        delivery.deliver(report, Report(slack_webhook_env="TEAM_HOOK"))
    with pytest.raises(Misconfigured, match="could not be sent"):
        delivery.deliver(report, Report(mail_to=("a@acme.example",), smtp="127.0.0.1:1"))
    assert shelf.find(parts.settings.home, weeks.parse(report["week"])) == report


def test_mail_holds_text_and_page(report, monkeypatch):
    """For readers of either."""
    seen = []

    class Server:
        def __init__(self, *_, **__):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def has_extn(self, _):
            return False

        def send_message(self, message):
            seen.append(message_from_bytes(message.as_bytes()))

    monkeypatch.setattr("smtplib.SMTP", Server)
    delivery.deliver(report, Report(mail_to=("a@acme.example",), smtp="mail.acme.example:25"))
    assert [p.get_content_type() for p in seen[0].walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]


@pytest.mark.parametrize("wrong", ["monday 7", "mon", "mon 25:00", ""])
def test_a_wrong_schedule_says_what_was_expected(wrong):
    """A day and a time."""
    with pytest.raises(Misconfigured, match="mon 07:00"):
        schedule.trigger(wrong, "UTC")


def test_the_schedule_fires_on_its_day_in_its_zone():
    """Monday, seven o'clock, there."""
    zone = ZoneInfo("Europe/Berlin")
    wednesday = datetime(2026, 11, 25, 12, tzinfo=zone)
    due = schedule.trigger("mon 07:00", "Europe/Berlin").get_next_fire_time(None, wednesday)
    assert due == datetime(2026, 11, 30, 7, tzinfo=zone)
    with pytest.raises(Misconfigured, match="Europe/Berlin"):
        schedule.trigger("mon 07:00", "Mars/Base")
