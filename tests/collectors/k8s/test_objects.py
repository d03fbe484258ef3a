"""Storage, rights, configuration and delivery, as the recorded objects say them."""

from decimal import Decimal

import pytest


def _fields(estate, kind):
    return {r.name: r.fields for r in estate[f"k8s prod {kind}"].records}


def test_a_claim_tells_what_it_asked_for_and_what_it_got(estate):
    """In GiB; one that waits got nothing yet."""
    claims = _fields(estate, "PersistentVolumeClaim")

    assert (Decimal(100), Decimal(120), "Bound") == tuple(
        claims["data-search-0"][n] for n in ("requestedGiB", "capacityGiB", "status")
    )
    assert (Decimal("0.488"), None) == (claims["stuck"]["requestedGiB"], claims["stuck"].get("capacityGiB"))


def test_a_volume_has_its_providers_id(estate):
    """Of a CSI driver, of the older EBS form, of an NFS server."""
    assert {
        "pvc-0a1b": ("ebs.csi.aws.com", "vol-0c1d2e3f4a5b6c7d8", "eu-west-1b"),
        "in-tree": ("kubernetes.io/aws-ebs", "vol-0aaaaaaaaaaaaaaaa", None),
        "shared": ("nfs", "nas.acme.io:/exports/shop", None),
    } == {
        n: (f["driver"], f["volumeHandle"], f.get("zone"))
        for n, f in _fields(estate, "PersistentVolume").items()
    }


def test_rights_are_said_in_words(estate):
    """Each resource with its group; everything is said to be everything; secrets by any name are told."""
    role, everything = (
        _fields(estate, "Role")["config-reader"],
        _fields(estate, "ClusterRole")["system:everything"],
    )

    assert [
        "get,list configmaps, configmaps.apps (named checkout-config)",
        "get secrets",
    ] == role["rights"]
    assert (False, True, True, True) == (
        role["everything"],
        role["readsSecrets"],
        everything["everything"],
        everything["readsSecrets"],
    )
    assert (0, False) == (
        _fields(estate, "ClusterRole")["aggregated"]["rules"],
        _fields(estate, "ClusterRole")["aggregated"]["everything"],
    )


def test_bindings_join_roles_and_service_accounts(estate):
    """A binding in a namespace is of its namespace's role; users and groups are named and no records."""
    found = {
        (r.type, r.target)
        for k in ("RoleBinding", "ClusterRoleBinding")
        for r in estate[f"k8s prod {k}"].relations
    }

    rbac = "k8s://prod/rbac.authorization.k8s.io"
    assert {
        ("GRANTS", f"{rbac}/Role/shop/config-reader"),
        ("GRANTED_TO", "k8s://prod//ServiceAccount/shop/checkout"),
        ("GRANTS", f"{rbac}/ClusterRole//system:everything"),
        ("GRANTED_TO", "k8s://prod//ServiceAccount/kube-system/log-agent"),
        ("GRANTS", f"{rbac}/ClusterRole//aggregated"),
    } == found
    assert ["Group platform", "ServiceAccount kube-system/log-agent"] == _fields(
        estate, "ClusterRoleBinding"
    )["operators"]["subjects"]


def test_a_service_account_names_its_role(estate):
    """By the annotation of EKS."""
    accounts = _fields(estate, "ServiceAccount")

    assert ("arn:aws:iam::012345671234:role/checkout", True, False) == (
        accounts["checkout"]["roleArn"],
        accounts["checkout"]["mountsToken"],
        accounts["locked"]["mountsToken"],
    )


def test_a_config_map_has_keys_and_addresses_and_no_values(estate):
    """Binary entries too."""
    config = _fields(estate, "ConfigMap")["checkout-config"]

    assert ["app.properties", "blob", "mode"] == config["keys"]
    assert [
        "cache.abc123.ng.0001.euw1.cache.amazonaws.com",
        "orders-db.c9abcdef.eu-west-1.rds.amazonaws.com",
    ] == config["endpoints"]


def test_an_external_secret_names_what_it_reads_and_makes(estate):
    """The keys in the store, and the secret of the cluster."""
    secret = _fields(estate, "ExternalSecret")["checkout-db"]

    assert (["prod/shop/checkout-db", "prod/shop/checkout-extra"], "checkout-db", True) == tuple(
        secret[n] for n in ("remoteKeys", "target", "ready")
    )
    assert {("DERIVED_FROM", "k8s://prod//Secret/shop/checkout-db")} == {
        (r.type, r.source) for r in estate["k8s prod ExternalSecret"].relations
    }


def test_a_quota_tells_what_is_nearest_its_limit(estate):
    """8500m of 10 cores are 0.85."""
    quota = _fields(estate, "ResourceQuota")["compute"]

    assert (Decimal("0.85"), "requests.cpu") == (quota["usedShare"], quota["tightest"])


def test_only_served_versions_of_a_definition_count(estate):
    """One that is kept for its stored objects is not served."""
    assert ["v1alpha1"] == _fields(estate, "CustomResourceDefinition")["applications.argoproj.io"]["versions"]


def test_an_application_of_several_sources_is_from_the_repository(shaped):
    """A chart beside its values' repository: the repository is where people look."""
    sources = [
        {"repoURL": "https://charts.acme.io", "chart": "web"},
        {"repoURL": "https://git.acme.io/values", "path": "web"},
    ]
    sight = shaped(
        "Application", {"metadata": {"name": "a", "namespace": "argocd"}, "spec": {"sources": sources}}
    )
    found = next(iter(sight.records.values())).fields

    assert ("https://git.acme.io/values", "web", None) == (
        found["repoUrl"],
        found["path"],
        found.get("chart"),
    )


def test_a_flux_release_is_named_as_flux_names_it(estate):
    """After its target namespace, where it has one; the version is the one that was installed."""
    release = _fields(estate, "HelmRelease")["ingress"]

    assert ("edge-ingress", "ingress-nginx", "4.11.3", "Flux", False) == tuple(
        release[n] for n in ("release", "chart", "chartVersion", "toldBy", "ready")
    )


@pytest.mark.parametrize("kind", ["GitRepository", "HelmRepository", "OCIRepository"])
def test_each_kind_of_source_says_which_it_is(kind, estate):
    """They are one kind of ours."""
    assert {kind} == {f["sourceKind"] for f in _fields(estate, kind).values()}
