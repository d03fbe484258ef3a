"""What people call an application: workloads grouped by catalogue, deployer, labels, stack or tags.

An application lies in one place (cluster and namespace, or account and region): `shop` in production and `shop` in
staging are two (K8S-08). Where groupings of one workload agree they are one application; where they do not, both are kept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

from collectors.rules.conclusion import Conclusions, inferred, without_nothing
from collectors.rules.estate import WORKLOADS, Estate, Thing
from graph.record import Inference, Record, Uid

INPUTS = (*WORKLOADS, "LambdaFunction", "StateMachine", "CatalogEntity", "ArgoApplication")

GROUPED = (*WORKLOADS, "LambdaFunction", "StateMachine", "AutoScalingGroup", "EC2Instance")
"""What runs and so can be part of an application."""

TRACKING = "argocd.argoproj.io/tracking-id"
_TAGS = ("application", "app", "app-name", "application-name")
_STACK = "aws:cloudformation:stack-name"


@dataclass(frozen=True, slots=True)
class Grouping:
    """One way to group a workload: under which name, said by what, and how sure."""

    name: str
    method: str
    confidence: float
    basis: str = ""
    entity: Thing | None = None


@dataclass(slots=True)
class Application:
    """One application in its place, with its members and why each is one."""

    uid: Uid
    name: str
    place: Mapping[str, str]
    members: dict[Uid, Inference] = field(default_factory=dict[Uid, Inference])
    groupings: dict[str, float] = field(default_factory=dict[str, float])
    entity: Thing | None = None
    deployer: Thing | None = None


def application_uid(place: Mapping[str, str], name: str) -> Uid:
    """The key: where it lies, and its name."""
    parts = [
        place.get(p, "")
        for p in (("cluster", "namespace") if place.get("cluster") else ("account", "region"))
    ]
    return Uid("application://" + "/".join(quote(p, safe=":@.") for p in (*parts, name.casefold())))


def applications(estate: Estate) -> tuple[Application, ...]:
    """Every application, each with its members."""
    catalogue = Catalogue(estate)
    deployers = {t.name: t for t in estate.of("ArgoApplication")}
    found: dict[Uid, Application] = {}
    for workload in estate.of(*GROUPED):
        if workload.kind == "Job" and estate.targets("PART_OF", workload.uid):
            continue  # a run of a CronJob, which is grouped itself
        for grouping in groupings(workload, catalogue):
            _join(found, workload, grouping, deployers)
    return tuple(found.values())


def _join(
    found: dict[Uid, Application], workload: Thing, grouping: Grouping, deployers: Mapping[str, Thing]
) -> None:
    place = {p: v for p, v in workload.places().items() if p != "environment"}
    uid = application_uid(place, grouping.name)
    application = found.setdefault(uid, Application(uid, grouping.name, place))
    application.groupings[grouping.method] = max(
        grouping.confidence, application.groupings.get(grouping.method, 0.0)
    )
    application.entity = application.entity or grouping.entity
    if grouping.method == "argo":
        application.deployer = application.deployer or deployers.get(grouping.name)
    known = application.members.get(workload.uid)
    if known is None or known.confidence < grouping.confidence:
        rule = f"grouped-by-{grouping.method.replace(' ', '-')}"
        application.members[workload.uid] = inferred(rule, grouping.confidence, workload.uid, grouping.basis)


def groupings(workload: Thing, catalogue: Catalogue) -> Iterator[Grouping]:
    """The ways this workload is grouped, at most one of each source: catalogue, deployer, labels, stack or tag."""
    for entity, confidence, _ in catalogue.entities_of(workload):
        yield Grouping(entity.name, "backstage", confidence, entity.uid, entity)
    deployer = next(_deployers(workload), None)
    if deployer is not None:
        yield deployer
    label = next(_labels(workload, deployer), None)
    if label is not None:
        yield label
    if workload.text("account"):
        yield from _tags(workload)


def _deployers(workload: Thing) -> Iterator[Grouping]:
    """What deployed it, surest first. A tracking id counts only where it names this very object."""
    tracking = tracked(workload)
    if tracking:
        yield Grouping(tracking, "argo", 0.9)
    for toolkit in ("helm.toolkit.fluxcd.io", "kustomize.toolkit.fluxcd.io"):
        if name := workload.tag(f"{toolkit}/name"):
            yield Grouping(name, "flux", 0.85)
    if release := workload.notes.get("meta.helm.sh/release-name"):
        yield Grouping(release, "helm release", 0.85)
    if instance := workload.tag("argocd.argoproj.io/instance"):
        yield Grouping(instance, "argo", 0.7)


def tracked(thing: Thing) -> str:
    """The Argo CD application that tracks this object, by `app:group/Kind:namespace/name`; empty where it names another."""
    written = thing.notes.get(TRACKING, "")
    if not written:
        return ""
    app, _, rest = written.partition(":")
    group_kind, _, place = rest.rpartition(":")
    namespace, _, name = place.rpartition("/")
    kind = group_kind.rpartition("/")[2]
    same_place = namespace == thing.text("namespace") or not thing.text("namespace")
    if kind != kubernetes_kind(thing) or name != thing.name or not same_place:
        return ""
    return app.rpartition("_")[2]  # applications outside Argo CD's own namespace are written `namespace_name`


def kubernetes_kind(thing: Thing) -> str:
    """The kind as Kubernetes has it, from the key `k8s://cluster/group/Kind/namespace/name`."""
    parts = thing.uid.removeprefix("k8s://").split("/")
    return parts[2] if len(parts) >= 3 else ""


def _labels(workload: Thing, deployer: Grouping | None) -> Iterator[Grouping]:
    """What its labels say, from the recommended ones down to `app`.

    The instance label is claimed by Helm and by Argo CD alike: where the deployer itself says something, it is less sure (K8S-12).
    """
    if part_of := workload.tag("app.kubernetes.io/part-of"):
        yield Grouping(part_of, "part-of label", 0.9)
    if name := workload.tag("app.kubernetes.io/name"):
        yield Grouping(name, "name label", 0.8)
    if instance := workload.tag("app.kubernetes.io/instance"):
        yield Grouping(instance, "instance label", 0.4 if deployer else 0.6)
    for key in ("app", "k8s-app"):
        if (name := workload.tag(key)) and workload.text("cluster"):
            yield Grouping(name, "app label", 0.6)


def _tags(workload: Thing) -> Iterator[Grouping]:
    lowered = {k.casefold(): v for k, v in (workload.tags or {}).items()}
    for key in _TAGS:
        if lowered.get(key):
            yield Grouping(lowered[key], "tag", 0.8)
            break
    if stack := workload.tag(_STACK):
        yield Grouping(stack, "stack", 0.7)


class Catalogue:
    """Catalogue entities by what their workloads and resources carry."""

    def __init__(self, estate: Estate) -> None:
        self._by_id: dict[str, list[Thing]] = defaultdict(list)
        self._by_argo: dict[str, list[Thing]] = defaultdict(list)
        self._by_arn: dict[str, Thing] = {}
        self._by_selector: list[tuple[dict[str, str], Thing]] = []
        self._by_name: dict[str, list[Thing]] = defaultdict(list)
        self.by_ref = {e.text("ref"): e for e in estate.of("CatalogEntity")}
        for entity in self.by_ref.values():
            self._index(entity)

    def _index(self, entity: Thing) -> None:
        if entity.text("kubernetesId"):
            self._by_id[entity.text("kubernetesId")].append(entity)
        if entity.text("argoApplication"):
            self._by_argo[entity.text("argoApplication")].append(entity)
        for arn in entity.texts("arns"):
            self._by_arn.setdefault(arn, entity)
        if selector := _selector(entity.text("kubernetesSelector")):
            self._by_selector.append((selector, entity))
        if entity.text("entityKind") == "Resource":
            self._by_name[entity.name.casefold()].append(entity)

    def entities_of(self, thing: Thing) -> Iterator[tuple[Thing, float, str]]:
        """The entities that something is of, how sure, and how they are joined. Only entities that a catalogue really holds."""
        seen: set[Uid] = set()
        for entity, confidence, how in self._candidates(thing):
            namespace = entity.text("kubernetesNamespace")
            if entity.uid in seen or (namespace and thing.text("namespace") not in {namespace, ""}):
                continue
            seen.add(entity.uid)
            yield entity, confidence, how

    def _candidates(self, thing: Thing) -> Iterator[tuple[Thing, float, str]]:
        if thing.uid in self._by_arn:
            yield self._by_arn[thing.uid], 0.95, "the annotated ARN"
        written = thing.tag("backstage.io/kubernetes-id") or thing.notes.get("backstage.io/kubernetes-id", "")
        if written:
            yield from ((e, 0.95, "backstage.io/kubernetes-id") for e in self._by_id.get(written, ()))
        for selector, entity in self._by_selector:
            if selector and all(thing.tag(k) == v for k, v in selector.items()):
                yield entity, 0.9, "the annotated label selector"
        if tracking := tracked(thing):
            yield from (
                (e, 0.85, "the annotated Argo CD application") for e in self._by_argo.get(tracking, ())
            )
        if thing.kind in GROUPED and thing.text("cluster"):
            names = {thing.tag("app.kubernetes.io/name"), thing.tag("app"), thing.name} - {""}
            hits = {e.uid: e for n in names for e in self._by_id.get(n, ())}
            yield from ((e, 0.7, "the name that backstage.io/kubernetes-id gives") for e in hits.values())
        if thing.text("account"):
            named = self._by_name.get(thing.name.casefold(), [])
            if len(named) == 1:
                yield named[0], 0.6, "the name of the catalogue's resource"


def _selector(text: str) -> dict[str, str]:
    """The labels of `a=b,c==d`; other forms of selectors are left, and what is left selects nothing by itself."""
    parts = (p.partition("=") for p in text.split(",") if "=" in p and "!=" not in p)
    return {key.strip(): value.lstrip("=").strip() for key, _, value in parts}


def conclude(estate: Estate, found: Iterable[Application]) -> Conclusions:
    """Applications as records, with who is part of them."""
    conclusions = Conclusions()
    for application in found:
        method = max(application.groupings, key=lambda m: application.groupings[m])
        confidence = max(application.groupings.values())
        conclusions.state(
            Record(
                application.uid,
                "Application",
                application.name,
                without_nothing(_fields(estate, application, method)),
                inferred(
                    f"grouped-by-{method.replace(' ', '-')}",
                    confidence,
                    *(sorted(application.members)[:5]),
                    application.entity.uid if application.entity else "",
                ),
            )
        )
        for member, why in application.members.items():
            conclusions.relate("PART_OF", member, application.uid, why)
    return conclusions


def _fields(estate: Estate, application: Application, method: str) -> dict[str, str | int | None]:
    members = [estate.things[m] for m in application.members]
    environments = {m.text("environment") for m in members} - {""}
    entity, deployer = application.entity, application.deployer
    return {
        **application.place,
        "environment": environments.pop() if len(environments) == 1 else None,
        "grouping": method,
        "workloads": len(members),
        "health": deployer.text("health").lower() if deployer else None,
        "lifecycle": entity.text("lifecycle") if entity else None,
        "tier": (entity.text("tier") if entity else "") or _tier(members),
        "description": entity.text("description") if entity else None,
    }


def _tier(members: Iterable[Thing]) -> str | None:
    tiers = {
        v
        for m in members
        for k, v in {**(m.tags or {}), **m.notes}.items()
        if re.fullmatch(r"(?:.*/)?tier", k)
    }
    return tiers.pop() if len(tiers) == 1 else None
