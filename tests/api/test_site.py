"""The served application: pages that read without scripts, posts from our own pages alone, and nothing from elsewhere."""

import json
from dataclasses import replace
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from api import access, answers, assembly
from api.app import create
from api.plain import plain_answer
from graph.query import Within

UID = "k8s://prod/apps/Deployment/payments/checkout-api"
HERE = "http://127.0.0.1"


@pytest.fixture
def site(parts):
    """The application over the small estate, as a browser on this machine reaches it."""
    return TestClient(create(parts), base_url=HERE, follow_redirects=False)


def test_every_page_keeps_to_itself(site):
    """No third-party request: the policy allows nothing but our own files."""
    for path in ("/", "/coverage", "/answers", f"/r/{quote(UID, safe='')}"):
        response = site.get(path)
        assert response.status_code == 200
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert 'src="http' not in response.text
        assert "<script>" not in response.text


def test_a_kept_answer_has_a_permanent_page(site, parts, answered):
    """Markers are links to cards, and cards link back; labels stand in the text."""
    answers.keep(parts.settings.home, plain_answer(answered), "")
    page = site.get(f"/a/{answered.id}").text
    assert 'href="#card-1"' in page
    assert 'id="card-1"' in page
    assert 'href="#s-0"' in page
    assert 'id="s-0"' in page
    assert "Interpretation:" in page
    assert "(inferred)" in page
    assert "5 figures checked, 1 sentence removed" in page
    assert "Low confidence" in page
    assert "stale: observed 6 days ago" in page
    assert "weak match" in page


def test_what_a_source_wrote_never_becomes_markup(site, parts, answered):
    """Names and notes are text, whatever they hold."""
    hostile = "<script>alert(1)</script>"
    answers.keep(parts.settings.home, plain_answer(replace(answered, question=hostile)), "")
    page = site.get(f"/a/{answered.id}").text
    assert hostile not in page
    assert "<b>bold</b>" not in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page


def test_unknown_none_and_none_on_purpose_look_different(site, parts, answered):
    """Three values everywhere."""
    answers.keep(parts.settings.home, plain_answer(answered), "")
    page = site.get(f"/a/{answered.id}").text
    assert '<span class="unknown">unknown</span>' in page
    assert '<span class="none">none</span>' in page
    assert '<span class="purpose">none on purpose</span>' in page


def test_an_answer_can_be_taken_along(site, parts, answered):
    """Its data, Markdown, and tables as CSV and JSON."""
    answers.keep(parts.settings.home, plain_answer(answered), "")
    assert site.get(f"/a/{answered.id}.json").json() == plain_answer(answered)
    assert site.get(f"/a/{answered.id}.md").text == answered.markdown
    assert site.get(f"/a/{answered.id}/tables/0.csv").text.startswith("database,storage")
    assert site.get(f"/a/{answered.id}/tables/0.json").json()["total"] == 7
    assert site.get(f"/a/{answered.id}/tables/1.csv").status_code == 404


def test_a_record_page_shows_competing_owners_and_history(site):
    """Both sides of a conflict with their reasons; what happened, and when it was first seen."""
    page = site.get(f"/r/{quote(UID, safe='')}").text
    assert "Sources disagree:" in page
    assert "label team=storefront" in page
    assert "ready replicas" in page
    assert "first seen" in page
    assert '<svg class="picture"' in page


def test_a_record_that_is_not_there_offers_the_closest(site):
    """A near name is offered, never taken."""
    response = site.get(f"/r/{quote(UID.replace('checkout-api', 'chekout-api'), safe='')}")
    assert response.status_code == 404
    assert "Closest names" in response.text


def test_coverage_says_what_could_not_be_read(site):
    """Unread scopes stand first, with the reason."""
    page = site.get("/coverage").text
    assert "Could not be read" in page
    assert "forbids listing networkpolicies" in page


def test_a_question_by_form_leads_to_its_answer(site):
    """Works without scripts: a post, a redirect, a page."""
    response = site.post("/ask", data={"question": "How many deployments are there?"})
    assert response.status_code == 303
    assert site.get(response.headers["location"]).status_code == 200


def test_a_question_can_be_streamed(site):
    """Steps as they happen, and at the end the finished answer as it will stand on the page."""
    response = site.post(
        "/ask",
        data={"question": "How many deployments are there?"},
        headers={"Accept": "application/x-ndjson"},
    )
    steps = [json.loads(line) for line in response.text.splitlines()]
    assert steps[-1]["__typename"] in ("Answered", "Declined")
    assert 'class="answer"' in steps[-1]["html"]
    assert site.get(f"/a/{steps[-1]['id']}").status_code == 200


@pytest.mark.parametrize("question", ["", "   ", "x" * 1001])
def test_an_empty_or_endless_question_is_refused(site, question):
    """With what to do instead."""
    assert site.post("/ask", data={"question": question}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}],
)
def test_another_site_cannot_post_for_us(site, headers):
    """A page elsewhere must not ask, scan or report in our user's name."""
    assert site.post("/ask", data={"question": "x"}, headers=headers).status_code == 403
    assert site.post("/graphql", json={"query": "{ kinds { name } }"}, headers=headers).status_code == 403


def test_a_name_of_somebody_elses_does_not_reach_us(parts):
    """A host name that was pointed at loopback (rebinding) is refused."""
    rebound = TestClient(create(parts), base_url="http://evil.example")
    assert rebound.get("/").status_code == 421


def test_health_and_readiness_need_no_login(site):
    """For whoever runs it."""
    assert site.get("/healthz").text == "ok\n"
    assert site.get("/readyz").status_code == 200


@pytest.fixture
def guarded(parts):
    """The application where others can reach it, with one token for everything and one for a namespace."""
    home, now = parts.settings.home, assembly.now()
    free = access.create(home, "free", days=1, rights=("ask", "scan"), within=Within(), now=now)
    held = access.create(home, "held", days=1, rights=("ask",), within=Within(namespace=("shop",)), now=now)
    bound = replace(parts.settings, serve=replace(parts.settings.serve, host="0.0.0.0"))
    app = create(replace(parts, settings=bound))
    return (
        lambda token: TestClient(
            app,
            base_url="http://aletheia.acme.example",
            headers={"Authorization": f"Bearer {token}"} if token else {},
            follow_redirects=False,
        ),
        free,
        held,
    )


def test_without_a_token_nothing_is_told(guarded):
    """A browser is led to the login; a program is told what is missing."""
    client, _, _ = guarded
    assert client("").get("/", headers={"Accept": "text/html"}).headers["location"] == "/login"
    refused = client("").post("/graphql", json={"query": "{ kinds { name } }"})
    assert refused.status_code == 401
    assert refused.json()["errors"][0]["extensions"]["code"] == "UNAUTHENTICATED"


def test_a_login_keeps_the_token_where_no_script_can_read_it(guarded):
    """HttpOnly, and never sent along from another site."""
    client, free, _ = guarded
    browser = client("")
    response = browser.post("/login", data={"token": free})
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client("").post("/login", data={"token": "wrong"}).status_code == 401


def test_a_restriction_holds_on_every_page(guarded):
    """Nothing outside shows: no record, no count, no closest match, no other's answer."""
    client, free, held = guarded
    path = f"/r/{quote(UID, safe='')}"
    assert client(free).get(path).status_code == 200
    hidden = client(held).get(path)
    assert hidden.status_code == 404
    assert "payments/checkout-api" not in hidden.text.replace(UID, "")
    asked = client(free).post("/ask", data={"question": "How many deployments are there?"})
    assert client(held).get(asked.headers["location"]).status_code == 404


def test_a_token_without_the_right_cannot_scan(guarded):
    """Rights are given one by one."""
    client, _, held = guarded
    response = client(held).post("/graphql", json={"query": "mutation { scan { id } }"})
    assert response.json()["errors"][0]["extensions"]["code"] == "REFUSED"
