"""The journey: each source gets a verdict from the check itself, and the answer stays as it is."""

from api.journey import journey
from api.plain import plain_answer


def test_each_source_is_told_what_it_did(answered):
    """Alone: supports. Together with others: in part. Retrieved and uncited: not relevant."""
    plain = plain_answer(answered)
    told = journey(plain)
    assert [c["verdict"]["level"] for c in told["cards"]] == ["SUPPORTS", "PARTIAL", "PARTIAL", "SUPPORTS"]
    assert [c["verdict"]["level"] for c in told["alsoRetrieved"]] == ["NOT_RELEVANT"]
    assert all(c["verdict"]["reason"].endswith(".") for c in told["cards"] + told["alsoRetrieved"])


def test_it_never_changes_the_answer(answered):
    """Verdicts are advisory."""
    plain = plain_answer(answered)
    told = journey(plain)
    same = set(plain) - {"cards", "alsoRetrieved"}
    assert {k: told[k] for k in same} == {k: plain[k] for k in same}
    assert all(c["verdict"] is None for c in plain["cards"])
