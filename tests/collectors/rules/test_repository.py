"""Code mappings: strongest signal first, likeness only a suggestion, losers kept, manifests apart."""

from typing import Any

import pytest

from collectors.rules.repository import candidates, conclude

IMAGE = "registry.acme.io/shop/checkout"


def mapped(estate: Any) -> list[tuple[str, str, float, str]]:
    """Repository, method, confidence and standing of the only thing's candidates."""
    ((_, each),) = candidates(estate).items()
    return [(c.name, c.method, c.confidence, c.standing) for c in each]


@pytest.fixture
def repositories(code: Any) -> list[Any]:
    """Two repositories of one organisation."""
    return [code("Repository", f"repo://github.com/acme/{n}", f"acme/{n}") for n in ("checkout", "deploy")]


def build(code: Any, repository: str, **fields: Any) -> Any:
    """An image build of a repository."""
    file = fields.setdefault("file", "Dockerfile")
    fields.setdefault("method", "workflow")
    return code(
        "ImageBuild", f"repo://github.com/{repository}#build:{file}", file, repository=repository, **fields
    )


def test_the_strongest_signal_is_chosen_and_the_others_are_kept(
    workload: Any, code: Any, estate: Any, repositories: Any
) -> None:
    """What the image says of its source, over the workflow that builds it, over a Dockerfile's folder."""
    api = workload(
        "api",
        images=[f"{IMAGE}:1"],
        notes={"org.opencontainers.image.source": "https://github.com/acme/mono"},
    )
    things = [
        *repositories,
        api,
        build(code, "acme/checkout", image=IMAGE),
        build(code, "acme/deploy", method="dockerfile", folder="images/checkout"),
    ]
    assert mapped(estate(things)) == [
        ("acme/mono", "OCI source label", 0.9, "chosen"),
        ("acme/checkout", "workflow", 0.85, "competing"),
        ("acme/deploy", "Dockerfile match", 0.5, "competing"),
    ]
    found = conclude(estate(things), candidates(estate(things)))
    assert [(r.source, r.target) for r in found.relations.values() if r.type == "BUILT_FROM"] == [
        (api.uid, "repo://github.com/acme/mono")
    ]
    assert sum(r.kind == "CodeMapping" for r in found.records.values()) == 3


def test_two_that_are_just_as_sure_are_both_kept_and_none_is_chosen(
    workload: Any, code: Any, estate: Any, repositories: Any
) -> None:
    """Two workflows that build one image: it is not known which."""
    things = [
        *repositories,
        workload("api", images=[IMAGE]),
        build(code, "acme/checkout", image=IMAGE),
        build(code, "acme/deploy", image=IMAGE),
    ]
    assert {(n, s) for n, _, _, s in mapped(estate(things))} == {
        ("acme/checkout", "competing"),
        ("acme/deploy", "competing"),
    }
    assert not [
        r
        for r in conclude(estate(things), candidates(estate(things))).relations.values()
        if r.type == "BUILT_FROM"
    ]


def test_a_likeness_of_names_is_a_suggestion_and_asserts_nothing(
    workload: Any, estate: Any, repositories: Any
) -> None:
    """At most 0.3, only where nothing better speaks, and never BUILT_FROM."""
    things = estate([*repositories, workload("checkout-api")])
    assert mapped(things) == [("acme/checkout", "name likeness", 0.3, "suggestion")]
    assert not [r for r in conclude(things, candidates(things)).relations.values() if r.type == "BUILT_FROM"]
    assert candidates(estate([*repositories, workload("cart")])) == {}


def test_a_registry_that_the_file_does_not_name_is_less_sure(
    workload: Any, code: Any, estate: Any, repositories: Any
) -> None:
    """`*/shop/checkout` fits the end of the image's name."""
    things = [
        *repositories,
        workload("api", images=[f"{IMAGE}:1"]),
        build(code, "acme/checkout", image="*/shop/checkout"),
    ]
    assert mapped(estate(things)) == [("acme/checkout", "workflow, registry not written", 0.7, "chosen")]


def test_a_forges_own_registry_names_the_repository(workload: Any, estate: Any, repositories: Any) -> None:
    """An image of ghcr.io under a repository's name, only where that repository is known."""
    things = [*repositories, workload("api", images=["ghcr.io/acme/checkout/web:1"])]
    assert mapped(estate(things)) == [("acme/checkout", "package owner", 0.6, "chosen")]
    assert candidates(estate([workload("api", images=["ghcr.io/acme/checkout/web:1"])])) == {}


def test_the_catalogue_gives_repository_and_folder(workload: Any, entity: Any, estate: Any) -> None:
    """By the id that the workload carries, exact; by its name alone, less sure."""
    component = entity(
        "component:default/pay",
        kubernetesId="pay",
        sourceRepository="github.com/acme/mono",
        sourcePath="services/pay",
    )
    exact = workload("x", labels={"backstage.io/kubernetes-id": "pay"})
    named = workload("pay")
    found = candidates(estate([component, exact, named]))
    assert [(c.folder, c.confidence) for c in found[exact.uid]] == [("services/pay", 0.9)]
    assert [(c.folder, c.confidence) for c in found[named.uid]] == [("services/pay", 0.7)]


def test_tags_of_infrastructure_code_say_where_something_is_defined(cloud: Any, estate: Any) -> None:
    """The repository of the definition: DEPLOYED_FROM, for anything tagged so."""
    tags = {"git_org": "acme", "git_repo": "infra", "git_file": "rds/orders.tf"}
    database = cloud("RDSInstance", "arn:aws:rds:eu-west-1:012345671234:db:orders", "orders", tags)
    found = conclude(estate([database]), candidates(estate([database])))
    assert [(r.type, r.target) for r in found.relations.values()] == [
        ("DEPLOYED_FROM", "repo://github.com/acme/infra")
    ]


def test_the_repository_of_manifests_is_another_relation(workload: Any, estate: Any) -> None:
    """Argo CD's and Flux's sources say where manifests come from, not the code."""
    argo = workload(
        "shop",
        "ArgoApplication",
        group="argoproj.io",
        namespace="argocd",
        repoUrl="https://github.com/acme/deploy.git",
    )
    source = workload(
        "flux",
        "FluxSource",
        group="source.toolkit.fluxcd.io",
        namespace="flux-system",
        url="ssh://git@github.com/acme/fleet",
    )
    applied = workload(
        "apps",
        "FluxKustomization",
        group="kustomize.toolkit.fluxcd.io",
        namespace="flux-system",
        sourceName="flux",
    )
    by_argo = workload("a", notes={"argocd.argoproj.io/tracking-id": "shop:apps/Deployment:shop/a"})
    by_flux = workload(
        "b",
        labels={
            "kustomize.toolkit.fluxcd.io/name": "apps",
            "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
        },
    )
    things = estate([argo, source, applied, by_argo, by_flux])
    found = {
        (r.source, r.target) for r in conclude(things, {}).relations.values() if r.type == "DEPLOYED_FROM"
    }
    assert {
        (by_argo.uid, "repo://github.com/acme/deploy"),
        (by_flux.uid, "repo://github.com/acme/fleet"),
    } <= found


def test_a_thousand_workloads_and_repositories_are_not_compared_each_with_each(
    workload: Any, code: Any, estate: Any
) -> None:
    """Only names that share a word are compared; this ends within the time of a test."""
    things = [code("Repository", f"repo://github.com/acme/r{n}", f"acme/r{n}") for n in range(3000)]
    things += [workload(f"r{n}-api") for n in range(3000)]
    assert len(candidates(estate(things))) == 3000
