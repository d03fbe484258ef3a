"""Owners: chosen by precedence, all candidates kept; unknown, unowned and nobody on purpose differ (A3, OWN-08, OWN-09, BST-01, BST-02)."""

from collections.abc import Mapping
from typing import Any

import pytest

from collectors.rules.owner import Verdict
from collectors.rules.party import Directory, Sort
from collectors.rules.run import Configured, Reasoning

ARN = "arn:aws:rds:eu-west-1:012345671234:db:orders"


def reason(estate: Any, aliases: Mapping[str, str] | None = None) -> Reasoning:
    """The rules over an estate."""
    return Reasoning(lambda: estate, Configured(aliases or {}))


def verdict(estate: Any, thing: Any, aliases: Mapping[str, str] | None = None) -> Verdict:
    """What the claims about one thing come to."""
    return reason(estate, aliases).verdicts[thing.uid]


def owners(found: Verdict) -> list[str]:
    """Who was chosen."""
    return [c.party.name for c in found.chosen]


@pytest.fixture
def read(scope: Any) -> list[Any]:
    """Every source of owners, read whole."""
    return [scope("code", "Repository", "CatalogEntity"), scope("k8s", "Namespace", cluster="prod")]


@pytest.fixture
def teams(entity: Any) -> list[Any]:
    """A catalogue of two teams and two people, one of whom left."""
    return [
        entity("group:default/payments", "Group", aliases=["@acme/payments"]),
        entity("group:default/search", "Group"),
        entity("user:default/jane", "User", email="jane@acme.io", active=True),
        entity("user:default/joe", "User", email="joe@acme.io", active=False),
    ]


def mapped(code: Any, workload: Any, *rules: dict[str, Any], **repository: str) -> list[Any]:
    """A workload built from a repository whose CODEOWNERS has these rules."""
    uid = "repo://github.com/acme/pay"
    state = {"codeowners": "read", "forge": "github", **repository}
    api = workload("api", notes={"org.opencontainers.image.source": "https://github.com/acme/pay"})
    lines = [
        code(
            "OwnershipRule",
            f"{uid}#owners:{n}",
            str(n),
            **{"repository": "acme/pay", "file": "CODEOWNERS", "position": n, **r},
        )
        for n, r in enumerate(rules)
    ]
    return [api, code("Repository", uid, "acme/pay", **state), *lines]


# Precedence


def test_the_things_own_tag_comes_first_in_any_case(cloud: Any, estate: Any, teams: Any) -> None:
    """`team` or `owner`, with or without a prefix, in any case; the owner is the catalogue's team of that name."""
    for key in ("team", "Team", "OWNER", "acme.io/owner", "app/Team"):
        thing = cloud("RDSInstance", ARN, tags={key: "Payments"})
        found = verdict(estate([thing, *teams]), thing)
        assert (found.state, owners(found), found.confidence) == ("owned", ["payments"], 0.95)


@pytest.mark.parametrize("key", ["kubernetes.io/cluster/owner", "aws:owner", "steam", "teams", "owner-id"])
def test_other_keys_say_nothing_of_owners(cloud: Any, estate: Any, teams: Any, read: Any, key: str) -> None:
    """A key that merely looks alike, or is not a person's word, is no claim."""
    thing = cloud("RDSInstance", ARN, tags={key: "payments"})
    assert verdict(estate([thing, *teams], scopes=read), thing).claims == ()


def test_the_catalogue_comes_before_codeowners_and_a_namespace_last(
    workload: Any, entity: Any, code: Any, estate: Any, teams: Any
) -> None:
    """All are kept, each with its rank, method and confidence; the strongest is chosen."""
    component = entity(
        "component:default/pay",
        kubernetesId="pay",
        owner="group:default/payments",
        sourceRepository="github.com/acme/pay",
    )
    api, *rest = mapped(code, workload, {"pattern": "*", "owners": ["@acme/payments"]})
    api = workload("api", labels={"backstage.io/kubernetes-id": "pay"})
    namespace = workload("shop", "Namespace", group="", labels={"team": "search"})
    found = verdict(estate([api, component, namespace, *rest, *teams]), api)
    assert (found.state, owners(found)) == ("owned", ["payments"])
    assert [(c.party.name, c.rank, c.method) for c in found.claims] == [
        ("payments", 2, "catalogue"),
        ("search", 4, "inherited from namespace"),
    ]


def test_an_entity_without_an_owner_has_its_systems(
    workload: Any, entity: Any, estate: Any, teams: Any
) -> None:
    """The system answers for its parts."""
    component = entity("component:default/pay", kubernetesId="pay", system="system:default/shop")
    system = entity("system:default/shop", "System", owner="group:default/search")
    api = workload("api", labels={"backstage.io/kubernetes-id": "pay"})
    assert owners(verdict(estate([api, component, system, *teams]), api)) == ["search"]


def test_codeowners_decides_for_the_mapped_path(
    workload: Any, code: Any, entity: Any, estate: Any, teams: Any
) -> None:
    """The last line that matches the folder, as sure as the mapping at most; all owners of that line."""
    component = entity(
        "component:default/x",
        kubernetesId="x",
        sourceRepository="github.com/acme/pay",
        sourcePath="services/pay",
    )
    api = workload("api", labels={"backstage.io/kubernetes-id": "x"})
    lines = (
        {"pattern": "*", "owners": ["@acme/search"]},
        {"pattern": "/services/", "owners": ["@acme/payments", "@jane"]},
    )
    found = verdict(estate([api, component, *mapped(code, workload, *lines)[1:], *teams]), api)
    assert (found.state, sorted(owners(found)), found.confidence) == ("owned", ["jane", "payments"], 0.7)


def test_a_chain_is_as_sure_as_its_weakest_step(workload: Any, code: Any, estate: Any) -> None:
    """A mapping by a Dockerfile's folder is 0.5, so the owner of that path is not surer."""
    uid = "repo://github.com/acme/pay"
    build = code(
        "ImageBuild",
        f"{uid}#build:pay/Dockerfile",
        "x",
        method="dockerfile",
        folder="pay",
        repository="acme/pay",
    )
    api = workload("api", images=["registry.acme.io/x/pay:1"])
    rest = mapped(code, workload, {"pattern": "/pay/", "owners": ["@acme/pay"]})[1:]
    assert verdict(estate([api, build, *rest]), api).confidence == 0.5


def test_a_repository_is_owned_by_its_own_codeowners(
    code: Any, workload: Any, estate: Any, teams: Any
) -> None:
    """By what its line for everything says."""
    _, repository, *lines = mapped(code, workload, {"pattern": "*", "owners": ["@acme/payments"]})
    assert owners(verdict(estate([repository, *lines, *teams]), repository)) == ["payments"]


def test_a_pod_has_the_owner_of_its_workload(workload: Any, estate: Any) -> None:
    """Inherited, and without candidate records of its own: there are too many pods for that."""
    api, pod = workload("api", labels={"team": "payments"}), workload("api-1", "Pod", group="")
    rules = reason(estate([api, pod], [("PART_OF", pod.uid, api.uid)]))
    assert owners(rules.verdicts[pod.uid]) == ["payments"]
    found = rules.owner("k8s")
    assert {r.fields["subject"] for r in found.records.values()} == {"api"}
    assert (("OWNED_BY", pod.uid, "team://payments")) in found.relations


# Conflicts


def test_several_values_are_a_conflict_and_both_stay(cloud: Any, estate: Any, teams: Any) -> None:
    """Two tags, or two in one tag: neither wins, and each says what it is against."""
    for tags in ({"team": "payments", "Owner": "search"}, {"team": "payments, search"}):
        thing = cloud("RDSInstance", ARN, "orders", tags)
        rules = reason(estate([thing, *teams]))
        found = rules.verdicts[thing.uid]
        assert (found.state, owners(found)) == ("conflict", ["payments", "search"])
        records = list(rules.owner("aws").records.values())
        assert [(r.name, r.fields["conflict"]) for r in records] == [
            ("orders → payments", True),
            ("orders → search", True),
        ]
        assert "payments" in str(records[1].fields["conflictReason"])


def test_equal_values_are_no_conflict(cloud: Any, estate: Any, teams: Any) -> None:
    """The same team twice, also by a declared spelling, is one claim and no surer."""
    thing = cloud(
        "RDSInstance", ARN, tags={"team": "payments", "owner": "@acme/payments", "squad": "group:Payments"}
    )
    found = verdict(estate([thing, *teams]), thing)
    assert (found.state, len(found.claims), found.confidence) == ("owned", 1, 0.95)


def test_what_is_declared_and_codeowners_may_disagree(
    workload: Any, code: Any, estate: Any, teams: Any
) -> None:
    """The declared one is chosen by precedence, and the conflict is reported with both reasons."""
    _, *rest = mapped(code, workload, {"pattern": "*", "owners": ["@acme/search"]})
    api = workload(
        "api",
        labels={"team": "payments"},
        notes={"org.opencontainers.image.source": "https://github.com/acme/pay"},
    )
    found = verdict(estate([api, *rest, *teams]), api, {"@acme/search": "search"})
    assert (found.state, owners(found)) == ("conflict", ["payments"])
    assert "label team=payments" in found.reason
    assert "CODEOWNERS" in found.reason


def test_a_team_that_does_not_exist_owns_nothing(workload: Any, code: Any, estate: Any, teams: Any) -> None:
    """OWN-09: named but unknown: a conflict in the report, and nothing is counted as owned by it."""
    things = mapped(code, workload, {"pattern": "*", "owners": ["@acme/gone"]})
    rules = reason(estate([*things, *teams]))
    found = rules.verdicts[things[0].uid]
    assert (found.state, owners(found)) == ("conflict", [])
    assert "@acme/gone is in no catalogue" in found.reason
    assert not [r for r in rules.owner("k8s").relations.values() if r.type == "OWNED_BY"]


def test_without_a_catalogue_nobody_can_say_that_a_team_does_not_exist(
    workload: Any, code: Any, estate: Any, teams: Any, scope: Any
) -> None:
    """Where there is no list of teams, or part of it was not read, a named team is taken at its word."""
    things = mapped(code, workload, {"pattern": "*", "owners": ["@acme/gone"]})
    assert owners(verdict(estate(things), things[0])) == ["@acme/gone"]
    partly = estate([*things, *teams], scopes=[scope("code", "CatalogEntity", outcome="failed")])
    assert owners(verdict(partly, things[0])) == ["@acme/gone"]


def test_a_person_who_left_owns_nothing(cloud: Any, estate: Any, teams: Any) -> None:
    """The catalogue says so; the claim is kept as a conflict."""
    thing = cloud("RDSInstance", ARN, tags={"owner": "joe"})
    found = verdict(estate([thing, *teams]), thing)
    assert (found.state, owners(found), found.reason) == ("conflict", [], "joe has left (tag owner=joe)")


def test_two_spellings_are_one_team_only_by_an_alias(cloud: Any, estate: Any, scope: Any) -> None:
    """Without a declared alias they are a conflict that says what it looks like; with one they agree."""
    thing = cloud("RDSInstance", ARN, tags={"team": "payments-eng", "owner": "@acme/payments"})
    found = verdict(estate([thing]), thing)
    assert found.state == "conflict"
    assert "two spellings of one team without a declared alias" in found.reason
    aliases = {"@acme/payments": "payments", "payments-eng": "payments"}
    agreed = verdict(estate([thing]), thing, aliases)
    assert (agreed.state, owners(agreed)) == ("owned", ["payments"])


def test_a_team_and_one_of_its_people_agree(cloud: Any, estate: Any, teams: Any) -> None:
    """`team=payments, owner=jane` with Jane in payments is no conflict; with Jane elsewhere it is one."""
    thing = cloud("RDSInstance", ARN, tags={"team": "payments", "owner": "jane@acme.io"})
    member = [("PART_OF", "catalog://user:default/jane", "catalog://group:default/payments")]
    assert verdict(estate([thing, *teams], member), thing).state == "owned"
    assert verdict(estate([thing, *teams]), thing).state == "conflict"


def test_a_person_speaks_through_the_own_team(workload: Any, code: Any, estate: Any, teams: Any) -> None:
    """A line of CODEOWNERS that names a team and one of its people is one word against another team, not two."""
    _, *rest = mapped(code, workload, {"pattern": "*", "owners": ["@acme/payments", "@jane"]})
    api = workload(
        "api",
        labels={"team": "search"},
        notes={"org.opencontainers.image.source": "https://github.com/acme/pay"},
    )
    member = [("PART_OF", "catalog://user:default/jane", "catalog://group:default/payments")]
    found = verdict(estate([api, *rest, *teams], member), api)
    assert sorted(found.conflicts) == ["team://payments", "team://search"]


def test_a_run_of_a_cron_job_has_its_owner_without_candidates_of_its_own(workload: Any, estate: Any) -> None:
    """Runs come and go; what is claimed is claimed of the CronJob."""
    cron = workload("report", "CronJob", group="batch", labels={"team": "payments"})
    run = workload("report-1", "Job", group="batch")
    rules = reason(estate([cron, run], [("PART_OF", run.uid, cron.uid)]))
    assert owners(rules.verdicts[run.uid]) == ["payments"]
    assert {r.fields["subject"] for r in rules.owner("k8s").records.values()} == {"report"}


# Absence


def test_unowned_is_said_only_where_every_source_was_read(
    cloud: Any, workload: Any, estate: Any, scope: Any, read: Any
) -> None:
    """A3: unread tags, no catalogue, a repository or a namespace list that failed: unknown, with the reason."""
    thing, api = cloud("RDSInstance", ARN, tags={}), workload("api")
    stacks = scope("aws", "CloudFormationStack", account="012345671234", region="eu-west-1")
    whole = estate([thing, api], scopes=[*read, stacks])
    assert (verdict(whole, thing).state, verdict(whole, api).state) == ("unowned", "unowned")

    untagged = cloud("RDSInstance", ARN, tags=None)
    assert verdict(estate([untagged], scopes=read), untagged).reason == "its tags could not be read"
    assert verdict(estate([api]), api).reason == "no catalogue and no CODEOWNERS has been read"
    for failing in (
        scope("code", "Repository", outcome="denied"),
        scope("k8s", "Namespace", outcome="partial", cluster="prod"),
    ):
        found = verdict(estate([api], scopes=[*read, failing]), api)
        assert (found.state, "not read whole" in found.reason) == ("unknown", True)
    other = scope("k8s", "Namespace", outcome="denied", cluster="stage")
    assert verdict(estate([api], scopes=[*read, other]), api).state == "unowned"


@pytest.mark.parametrize(
    ("state", "expected"), [("too large", "unknown"), ("unreadable", "unknown"), ("none", "unowned")]
)
def test_codeowners_that_was_not_read_is_unknown_and_none_is_none(
    workload: Any, code: Any, estate: Any, read: Any, state: str, expected: str
) -> None:
    """OWN-06: absent, too large and unreadable are not the same."""
    things = mapped(code, workload, codeowners=state)
    assert verdict(estate(things, scopes=read), things[0]).state == expected


def test_a_repository_that_was_not_read_leaves_the_owner_unknown(
    workload: Any, estate: Any, read: Any
) -> None:
    """It is known where the code is, and not what is said there."""
    api = workload("api", notes={"org.opencontainers.image.source": "https://github.com/acme/other"})
    assert verdict(estate([api], scopes=read), api).state == "unknown"


def test_nobody_on_purpose_is_a_third_value(
    workload: Any, cloud: Any, code: Any, estate: Any, read: Any
) -> None:
    """OWN-08: an empty line or @ghost in CODEOWNERS, or a tag that says so; an empty tag says nothing."""
    ghost = mapped(code, workload, {"pattern": "*", "owners": ["@ghost"], "nobody": True})
    rules = reason(estate(ghost, scopes=read))
    assert rules.verdicts[ghost[0].uid].state == "unowned on purpose"
    (record,) = rules.owner("k8s").records.values()
    assert (record.fields["standing"], "owner" in record.fields) == ("nobody on purpose", False)
    for value, state in (
        ("none", "unowned on purpose"),
        ("Nobody", "unowned on purpose"),
        ("", "unknown"),
        (" ", "unknown"),
    ):
        thing = cloud("RDSInstance", ARN, tags={"owner": value})
        assert verdict(estate([thing]), thing).state == state


# Who is who


def test_a_handle_with_a_slash_is_a_team_and_one_without_a_person(estate: Any, teams: Any) -> None:
    """BST-01: `@org/team` is resolved by a declared mapping or stays itself. BST-02: `@jane` is a user, not a group."""
    directory = Directory(estate(teams), {"@acme/eng": "search"})
    named = {
        h: directory.of_handle(h)
        for h in ("@acme/payments", "@acme/eng", "@acme/search", "@jane", "@payments", "x@acme.io")
    }
    assert {h: (p.sort.value, p.name, p.known) for h, p in named.items()} == {
        "@acme/payments": ("Team", "payments", True),
        "@acme/eng": ("Team", "search", True),
        "@acme/search": ("Team", "@acme/search", False),
        "@jane": ("Person", "jane", True),
        "@payments": ("Person", "payments", False),
        "x@acme.io": ("Person", "x@acme.io", False),
    }


def test_an_owner_tag_may_name_anybody(estate: Any, teams: Any) -> None:
    """A reference, an address, a login, a team; what no catalogue lists is a team by that name."""
    directory = Directory(estate(teams), {})
    named = [
        directory.of_tag(t)
        for t in ("user:jane", "JANE@acme.io", "jane", "group:default/search", "Logistics", "")
    ]
    assert [(p.sort, p.name) if p else None for p in named] == [
        (Sort.PERSON, "jane"),
        (Sort.PERSON, "jane"),
        (Sort.PERSON, "jane"),
        (Sort.TEAM, "search"),
        (Sort.TEAM, "Logistics"),
        None,
    ]


# Applications, teams, contacts


def test_an_application_has_its_members_owner(workload: Any, estate: Any, teams: Any) -> None:
    """One owner of all members is the application's; members that disagree are a conflict; unknown stays unknown."""

    def app(*labels: dict[str, str]) -> str:
        each = [workload(f"w{n}", labels={"app": "shop", **given}) for n, given in enumerate(labels)]
        ((_, derived),) = reason(estate([*each, *teams])).owner_of_applications().derivations.items()
        return str(derived.fields["ownership"])

    assert app({"team": "payments"}, {"team": "payments"}) == "owned"
    assert app({"team": "payments"}, {}) == "owned"
    assert app({"team": "payments"}, {"team": "search"}) == "conflict"
    assert app({}, {}) == "unknown"
    assert app({"team": "none"}, {"team": "none"}) == "unowned on purpose"


def test_teams_are_those_of_the_catalogue_and_those_that_are_named(
    cloud: Any, estate: Any, teams: Any
) -> None:
    """A team of the catalogue is known, with its number of members; one that is only named is not."""
    thing = cloud("RDSInstance", ARN, tags={"team": "logistics"})
    member = [("PART_OF", "catalog://user:default/jane", "catalog://group:default/payments")]
    found = reason(estate([thing, *teams], member)).people().records
    assert found["team://payments"].fields["members"] == 1
    assert found["team://payments"].inference is None
    assert found["team://logistics"].fields == {"known": False}
    assert found["person://joe"].fields["active"] is False


def test_contacts_are_never_owners(workload: Any, code: Any, estate: Any, read: Any, teams: Any) -> None:
    """GIT-01: who committed is a contact of the repository and of what is built from it; who left is none."""
    things = mapped(code, workload)
    uid = "repo://github.com/acme/pay"
    things += [
        code(
            "Contribution", f"{uid}#contribution:{who}", who, person=who, email=f"{who}@acme.io", share=share
        )
        for who, share in (("jane", 0.6), ("joe", 0.3), ("kim", 0.07), ("lee", 0.03))
    ]
    rules = reason(estate([*things, *teams], scopes=read))
    contacts = {(r.source, r.target) for r in rules.people().relations.values() if r.type == "CONTACT_FOR"}
    assert contacts == {
        (p, t) for p in ("person://jane", "person://kim@acme.io") for t in (uid, things[0].uid)
    }
    assert rules.verdicts[things[0].uid].claims == ()


def test_references_that_no_catalogue_answers_are_dangling(
    entity: Any, estate: Any, teams: Any, scope: Any
) -> None:
    """Said only where every repository was read: another catalogue may hold them."""
    component = entity("component:default/pay", owner="group:default/gone", dependsOn=["resource:default/db"])
    whole = reason(estate([component, *teams])).people().derivations
    assert whole[component.uid].fields["dangling"] == ["group:default/gone", "resource:default/db"]
    partly = estate([component, *teams], scopes=[scope("code", "CatalogEntity", outcome="failed")])
    assert reason(partly).people().derivations == {}
