"""GraphQL over the real graph: connections, limits, coded errors, subscriptions; no GET, no batches."""

import json

import pytest
from starlette.testclient import TestClient

from api.app import create

UID = "k8s://prod/apps/Deployment/payments/checkout-api"


@pytest.fixture
def site(parts):
    """The application over the small estate."""
    return TestClient(create(parts), base_url="http://127.0.0.1")


def run(site, query, **variables):
    """The data of an operation that has no errors."""
    answer = site.post("/graphql", json={"query": query, "variables": variables}).json()
    assert "errors" not in answer, answer["errors"]
    return answer["data"]


def code(site, query, **variables):
    """The code of the first error."""
    answer = site.post("/graphql", json={"query": query, "variables": variables}).json()
    return answer["errors"][0]["extensions"]["code"]


def test_a_record_comes_with_owners_relations_and_changes(site):
    """The same that the page shows."""
    record = run(
        site,
        "query($u: ID!) { record(uid: $u) { name stale owners { owner standing confidence } changes { field before after } } }",
        u=UID,
    )["record"]
    assert record["name"] == "checkout-api"
    assert [o["owner"] for o in record["owners"]] == ["payments", "storefront"]
    assert record["changes"] == [{"field": "readyReplicas", "before": "3", "after": "2"}]


def test_records_are_paged_by_cursor(site):
    """Relay connections: each page begins after the one before, and the total is the true one."""
    query = """query($after: String) { records(find: {of: "Deployment", orderBy: "name", descending: false}, first: 1, after: $after)
      { totalCount complete edges { node { name } } pageInfo { hasNextPage endCursor } } }"""
    first = run(site, query)["records"]
    second = run(site, query, after=first["pageInfo"]["endCursor"])["records"]
    assert (first["totalCount"], first["complete"]) == ("2", True)
    assert [e["node"]["name"] for p in (first, second) for e in p["edges"]] == ["cart", "checkout-api"]
    assert (first["pageInfo"]["hasNextPage"], second["pageInfo"]["hasNextPage"]) == (True, False)


def test_conditions_are_typed(site):
    """A misspelt field is refused and can never become "there are none"."""
    find = 'find: {of: "Deployment", where: [{field: "readyReplicas", op: "<", value: 3}]}'
    assert run(site, f"{{ records({find}) {{ totalCount }} }}")["records"]["totalCount"] == "1"
    assert (
        code(site, '{ records(find: {of: "Deployment", where: [{field: "redyReplicas"}]}) { totalCount } }')
        == "BAD_QUERY"
    )
    assert code(site, '{ records(find: {of: "Deploiment"}) { totalCount } }') == "BAD_QUERY"
    assert code(site, '{ records(find: {of: "Deployment"}, after: "x") { totalCount } }') == "BAD_INPUT"


def test_changes_and_coverage_and_search(site):
    """What changed, what is read, what is named so."""
    data = run(
        site,
        """{ changes(within: {cluster: ["prod"]}) { totalCount edges { node { field } } }
             coverage { words outcome reason } search(text: "chekout-api") { name score } }""",
    )
    assert data["changes"]["edges"][0]["node"]["field"] == "readyReplicas"
    assert {"DENIED"} == {c["outcome"] for c in data["coverage"] if "NetworkPolicy" in c["words"]}
    assert data["search"][0]["name"] == "checkout-api"


def test_a_question_is_answered_and_found_again(site):
    """The stored answer is the one that was given."""
    asked = run(site, 'mutation { ask(question: "How many deployments are there?") { id status text } }')[
        "ask"
    ]
    again = run(site, "query($i: ID!) { answer(id: $i) { id status text } }", i=asked["id"])["answer"]
    assert again == asked
    listed = run(site, "{ answers(first: 1) { edges { node { id } } } }")["answers"]
    assert listed["edges"][0]["node"]["id"] == asked["id"]


def test_a_claim_can_be_reported(site, parts):
    """It is kept with the sentence it is about."""
    asked = run(site, 'mutation { ask(question: "How many deployments are there?") { id } }')["ask"]
    report = 'mutation($i: ID!, $s: Int!) { reportClaim(answer: $i, sentence: $s, comment: "no") { text comment } }'
    assert run(site, report, i=asked["id"], s=0)["reportClaim"]["comment"] == "no"
    assert "no" in (parts.settings.home / "claims.jsonl").read_text(encoding="utf-8")
    assert code(site, report, i=asked["id"], s=99) == "BAD_INPUT"


def test_any_text_can_be_judged(site):
    """The field `check` is `aletheia check` by another way in."""
    evidence = {
        "records": [
            {
                "handle": "r1", "uid": UID, "kind": "Deployment", "name": "checkout-api",
                "observedAt": "2026-11-30T11:40:00Z", "fields": {"replicas": 3, "readyReplicas": 2},
            }
        ]
    }  # fmt: skip
    checked = run(
        site,
        'mutation($e: JSON!) { check(input: {draft: "checkout-api has 3 replicas [r1]. It has 9 replicas [r1].", evidence: $e}) '
        "{ status text removed cards } }",
        e=evidence,
    )["check"]
    assert checked == {
        "status": "ANSWERED",
        "text": "checkout-api has 3 replicas [1].",
        "removed": 1,
        "cards": ["r1"],
    }
    assert (
        code(site, 'mutation { check(input: {draft: "x", evidence: {records: [{}]}}) { text } }')
        == "BAD_INPUT"
    )


def test_there_is_no_get_and_no_batch(site):
    """POST alone, one operation at a time."""
    assert site.get("/graphql?query={kinds{name}}").status_code in (400, 404, 405)
    assert site.post("/graphql", json=[{"query": "{ kinds { name } }"}]).status_code == 400


def test_depth_aliases_and_length_are_limited(site):
    """A request costs what it may cost."""
    deep = (
        '{ records(find: {of: "Deployment"}) { edges { node { '
        + "relations { " * 1
        + "uid"
        + " }" * 1
        + " } } } }"
    )
    run(site, deep)
    aliases = "{ " + " ".join(f"a{n}: kinds {{ name }}" for n in range(40)) + " }"
    long = "{ " + " ".join("kinds { name }" for _ in range(2000)) + " }"
    assert code(site, aliases) == "INVALID"
    assert code(site, long) == "INVALID"


def test_introspection_is_for_development(site):
    """Elsewhere `schema.graphql` tells the same."""
    assert code(site, "{ __schema { types { name } } }") == "INVALID"


def test_a_fault_says_nothing_of_what_it_held(site, parts, monkeypatch):
    """Errors are masked; the code is stable."""

    def broken(*_, **__):
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr("api.graphql.query.standing.scopes", broken)
    answer = site.post("/graphql", json={"query": "{ coverage { words } }"}).text
    assert "hunter2" not in answer
    assert json.loads(answer)["errors"][0]["extensions"]["code"] == "INTERNAL"


SUBSCRIPTION = """subscription { ask(question: "How many deployments are there?") { __typename
  ... on Understood { understanding } ... on Answered { answer { id status } } ... on Declined { answer { id status } } } }"""


def test_an_answer_can_be_followed_over_a_socket(site):
    """graphql-transport-ws: each step, the last is the answer."""
    with site.websocket_connect("ws://127.0.0.1/graphql", subprotocols=["graphql-transport-ws"]) as socket:
        socket.send_json({"type": "connection_init"})
        assert socket.receive_json()["type"] == "connection_ack"
        socket.send_json({"id": "1", "type": "subscribe", "payload": {"query": SUBSCRIPTION}})
        steps = []
        while (message := socket.receive_json())["type"] == "next":
            steps.append(message["payload"]["data"]["ask"])
    assert message["type"] == "complete"
    assert steps[-1]["__typename"] in ("Answered", "Declined")


def test_an_answer_can_be_followed_as_a_multipart_stream(site):
    """For clients without sockets."""
    headers = {"Accept": "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json"}
    response = site.post("/graphql", json={"query": SUBSCRIPTION}, headers=headers)
    assert response.headers["content-type"].startswith("multipart/mixed")
    assert '"Answered"' in response.text or '"Declined"' in response.text
