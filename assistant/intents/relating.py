"""Relations of a reading as conditions of a typed query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.choice import Reach
from assistant.condition import CannotSay, Context, conditions
from assistant.grammar.frame import HOSTED, Frame, Link, Phrase
from assistant.grammar.noun import stands_for_place
from assistant.intents.asker import Asker, chosen
from assistant.plan import Refusal
from graph.fields import ANY, PLACES, kinds_asked, kinds_with
from graph.kinds import KINDS, RELATIONS
from graph.kinds.relations import MANAGING
from graph.query import AnyOf, Condition, Not, Op, Related, Where, Within
from graph.record import Uid

_HOSTS_NOTHING = frozenset({"Workload", *(k.name for k in kinds_asked("Workload")), "Pod"})


_RUNS = _HOSTS_NOTHING | {"Container", "Node", "Application", "ECSTask", "ECSService"}
"""What is recorded as running on something."""

_MANAGERS = {"TerraformResource": "TerraformState"}
"""What manages, where people say the tool and its noun is that of a single line of it."""


def _describing(uids: Sequence[Uid]) -> Condition:
    """The lines of a state that describe these records: by the ARN that both bear, as no relation says which. Raises CannotSay."""
    if not uids or not all(u.startswith("arn:") for u in uids):
        raise CannotSay("Which line of a state describes it is told of resources with an ARN.")
    return Where("arn", Op.IN, list(uids))


@dataclass(frozen=True, slots=True)
class Relating:
    """A reading whose relations are resolved, for one asker. `only` fixes the records of one named phrase."""

    frame: Frame
    asker: Asker
    only: tuple[Uid, ...] = ()

    def conditions(self, index: int, of: str, seen: frozenset[int] = frozenset()) -> tuple[Condition, ...]:
        """The relations of a phrase, each with what is said of its other end."""
        links = [
            k for k in self.frame.links if index in (k.subject, k.target) and other(k, index) not in seen
        ]
        return tuple(self._one(k, index, of, seen | {index}) for k in links)

    def _one(self, link: Link, index: int, of: str, seen: frozenset[int]) -> Condition:
        far = other(link, index)
        phrase = self.frame.phrases[far]
        uids = self._uids(phrase, ends_of(link, far))
        if of == "TerraformResource" and link.relation == "MANAGED_BY" and side(link, index) == "in":
            return _describing(uids)
        if link.relation == "SCALES" and self.frame.phrases[self.frame.main].word == "who":
            raise CannotSay("Who changed it is told by its changes.")
        noun = _MANAGERS.get(phrase.of, phrase.of) if link.relation == "MANAGED_BY" else phrase.of
        kind = "" if uids else noun
        far_kinds = {c.kind for n in phrase.names for c in n.candidates if c.uid in uids} or {kind}
        _is_possible(link, side(link, index), of, phrase, far_kinds)
        if link.relation == "PART_OF" and of in HOSTED.values() and far_kinds == {"KubernetesCluster"}:
            names = {c.name for n in phrase.names for c in n.candidates if c.kind == "KubernetesCluster"}
            return hosting(tuple(sorted(names)), none=link.none)
        if (link.relation == "PART_OF" or link.phrase == "belongs to") and (
            any(map(_stands_for_a_place, far_kinds)) or (kind and _are_apart(of, kind))
        ):
            raise CannotSay(f"No relation tells of which {kind or 'place'} a {of} is a part.")
        inner = (
            *(conditions(phrase.tests, Context(kind or ANY, self.asker.now)) if phrase.tests else ()),
            *self.conditions(far, kind or ANY, seen),
        )
        if link.relation == "RULE_OF" and kind == "SecurityGroupRule" and not _says_direction(inner):
            inner = (*inner, Where("direction", Op.EQ, "ingress"))  # nobody means replies by "allows"
        ends = _kinds(kind) or {c.kind for n in phrase.names for c in n.candidates if c.uid in uids}
        if link.relation:
            asked = Related(
                link.relation, side(link, index), kind, inner, uids, none=link.none, count=link.count
            )
            return _told(link, asked, _kinds(of), ends)
        nameless = _nameless(link, of, kind or _kind_of(phrase), Related("", "any", kind, inner, uids))
        return _between_pods(nameless, _kinds(of), far_kinds) if isinstance(nameless, Related) else nameless

    def _uids(self, phrase: Phrase, wanted: frozenset[str]) -> tuple[Uid, ...]:
        if not phrase.names:
            return ()
        found = chosen(phrase, Reach(Within()), wanted)
        if isinstance(found, Refusal):
            raise CannotSay(found.message)
        uids = tuple(c.uid for c in found)
        return self.only if set(uids) & set(self.only) else uids


def _told(link: Link, asked: Related, of: set[str], ends: set[str]) -> Condition:
    """The relation that a verb names, in every way that the same is recorded."""
    if link.phrase == "belongs to" and not link.count:
        source, target = (of, ends) if asked.direction == "out" else (ends, of)
        attached = bool(source) and source <= _ATTACHED and target == {"EC2Instance"}
        return _belonging(asked, member=source == {"Person"} and "Team" in target, attached=attached)
    target = ends if asked.direction == "out" else of
    if asked.relation == "MOUNTS" and target and target <= _SETTINGS:
        asked = replace(asked, relation="DEPENDS_ON")  # what is mounted of settings is recorded as used
    if asked.relation == "DEPLOYED_FROM" and "Repository" in (of | ends) and not asked.count:
        built = AnyOf((replace(asked, none=False), replace(asked, relation="BUILT_FROM", none=False)))
        return Not(built) if asked.none else built
    if asked.relation == "ATTACHED_TO":
        asked = _guarding(asked, of, ends)
    return _with_detours(asked, of, ends, uses=_is_use(link.phrase))


_SETTINGS = frozenset({"ConfigMap", *(k.name for k in kinds_asked("Secret"))})


def _is_possible(link: Link, direction: str, of: str, phrase: Phrase, far_kinds: set[str]) -> None:
    """What the declarations leave open and nothing ever records is asked of nothing. Raises CannotSay."""
    if of == "Scope":
        raise CannotSay("A scope holds records, and is related to none.")
    outward = direction == "out"
    far = far_kinds - {"", "CatalogEntity"}
    match link.relation:
        case "RUNS_ON":
            _may_run(outward, of, phrase, far_kinds)
        case "ROUTES_TO" | "EXPOSED_BY":
            sends = outward is (link.relation == "ROUTES_TO")
            senders = _kinds(of) if sends else far
            receivers = far if sends else _kinds(of)
            if senders and senders <= _SENDS_NOTHING:
                raise CannotSay("Such things send nothing on.")
            if receivers and receivers <= _RECEIVES_NOTHING:
                raise CannotSay("Nothing is sent to such things.")
        case "DEPENDS_ON" if _never_needs(of, far_kinds, outward=outward):
            raise CannotSay("What lies in an account needs nothing that lies in a cluster.")
        case _:
            return


def _may_run(outward: bool, of: str, phrase: Phrase, far_kinds: set[str]) -> None:
    if not outward and of in _HOSTS_NOTHING:
        raise CannotSay("What runs somewhere hosts nothing.")
    if outward and _hosts_nothing(phrase):
        raise CannotSay("A workload hosts nothing.")
    if not _runs(of if outward else phrase.of or _kind_of(phrase)):
        raise CannotSay("Such things run nowhere.")
    if _is_a_place(phrase):
        raise CannotSay("Things run in a place, not on it.")
    if outward and phrase.names and far_kinds <= _IMAGES:
        raise CannotSay("Things run an image, and run on no image.")


def hosting(clusters: tuple[str, ...], *, none: bool = False) -> Related:
    """Machines that are part of a cluster: those that a node of it runs on."""
    named = tuple(Where("cluster", Op.EQ, c) for c in clusters)
    where = named if len(named) < 2 else (AnyOf(named),)
    return Related("RUNS_ON", "in", next(iter(HOSTED)), where, none=none)


def _belonging(asked: Related, *, member: bool, attached: bool) -> Condition:
    """To a whole, or to an owner: both are said so; a volume belongs to what it is attached to as well."""
    ways = ["OWNED_BY", "PART_OF", *(["MEMBER_OF"] if member else []), *(["ATTACHED_TO"] if attached else [])]
    either = AnyOf(tuple(replace(asked, relation=r, none=False) for r in ways))
    return Not(either) if asked.none else either


def _guarding(asked: Related, of: set[str], ends: set[str]) -> Related:
    """A security group that is attached is recorded as what protects; of what else is never attached, nothing is said."""
    source, target = (of, ends) if asked.direction == "out" else (ends, of)
    if source == {"SecurityGroup"} or target == {"SecurityGroup"}:
        outward = (asked.direction == "out") == (target == {"SecurityGroup"})
        return replace(asked, relation="PROTECTED_BY", direction="out" if outward else "in")
    if source and not source & _ATTACHED:
        raise CannotSay("Such things are attached to nothing.")
    return asked


_ATTACHED = frozenset({"Volume", "NetworkInterface", "ElasticIP", "InternetGateway"})
"""What is recorded as attached to something."""


_USED = ("RUNS_AS", "ASSUMES", "MOUNTS", "ENCRYPTED_BY", "PROTECTED_BY", "EXPOSED_BY", "RUNS_IMAGE")
"""What people call using, beside depending: an identity, a claim, a key."""
_IDENTIFIED = frozenset({"ServiceAccount", "IAMRole", "IAMUser", "InstanceProfile"})


def _never_needs(of: str, far: set[str], *, outward: bool) -> bool:
    """Whether what needs lies in an account alone, and what is needed in a cluster alone: nothing records such a need."""
    own = _kinds(of)
    needing, needed = (own, far) if outward else (far, own)
    return (
        bool(needing and needed)
        and _all_lie(needing, "account", "cluster")
        and _all_lie(needed, "cluster", "account")
    )


def _all_lie(kinds: set[str], inside: str, outside: str) -> bool:
    return all(kinds_with(k, inside) and not kinds_with(k, outside) for k in kinds if k in KINDS)


def _is_use(phrase: str) -> bool:
    """Whether the verb is a general one, that says of an identity or a key that it is used."""
    return phrase.split(" ", maxsplit=1)[0] in ("uses", "needs", "requires") or phrase in (
        "is used by",
        "is needed by",
    )


def _with_detours(asked: Related, of: set[str], ends: set[str], *, uses: bool) -> Condition:
    """The relation, or any other way that the same is recorded: a role through the identity that something runs as."""
    ways = [replace(asked, none=False)]
    source, target = (of, ends) if asked.direction == "out" else (ends, of)
    if asked.relation == "ROUTES_TO":
        return _between_pods(asked, of, ends)
    if uses and asked.relation in ("DEPENDS_ON", "RUNS_AS"):
        held = ["DEPENDS_ON", *(r for r in _USED if _may_hold(r, source, target))]
        ways = [replace(ways[0], relation=r) for r in held]
        asked = replace(asked, relation="DEPENDS_ON")
    if any(w.relation in ("ASSUMES", "RUNS_AS") for w in ways) and not asked.count:
        ways += _through_identity(ways[0], source, target)
    way_in = _may_hold("EXPOSED_BY", source, target)
    if asked.relation == "EXPOSED_BY" and not asked.count and not (way_in and source <= _HAS_ITS_OWN):
        ways = [*(ways if way_in else ()), *_through_routes(ways[0], target)]
    by_pieces = asked.relation in _OF_PIECES and bool(source & _WHOLES) and not asked.count
    by_pieces &= not (target and RELATIONS[asked.relation].targets) or _may_hold(
        asked.relation, set(), target
    )
    if len(ways) == 1 and ways[0].relation == asked.relation and not by_pieces:
        return asked
    if by_pieces:
        ways += [_through_pieces(way) for way in ways]
    either: Condition = ways[0] if len(ways) == 1 else AnyOf((*ways, *_by_its_type(asked, of, ends)))
    if asked.count:
        raise CannotSay("What is related in several ways is not counted.")
    return Not(either) if asked.none else either


_OF_PIECES = frozenset({"RUNS_ON", "MOUNTS", "STORED_ON", "RUNS_AS", "ASSUMES", "RUNS_IMAGE"})
"""What is recorded of pods, and is so of what they are part of."""
_WHOLES = frozenset({"Application", "ReplicaSet", *(k.name for k in kinds_asked("Workload"))})


def _through_pieces(way: Related) -> Related:
    """The relation as a piece of the whole has it, whichever end the whole is at."""
    if way.direction == "out":
        return Related("PART_OF", "in", where=(way,), hops=4)
    whole = Related("PART_OF", "out", way.kind, way.where, way.uids, hops=4)
    return replace(way, kind="", where=(whole,), uids=())


def _between_pods(asked: Related, of: set[str], ends: set[str]) -> Condition:
    """What comes in by an ingress reaches a workload by a service, and the pods of it; only of a bare pod is that recorded at once."""
    source, target = (of, ends) if asked.direction == "out" else (ends, of)
    if asked.relation != "ROUTES_TO" or not source or not target:
        return asked
    hops = 1 if source == {"Service"} else _MOST_ROUTES
    if target <= _kinds("Workload"):
        return asked if asked.count else replace(asked, hops=hops)
    if target != {"Pod"}:
        return asked
    if asked.count:
        raise CannotSay("What is related in several ways is not counted.")
    direct = replace(asked, none=False, hops=hops)
    if asked.direction == "out":
        pods = Related("PART_OF", "in", "Pod", asked.where, asked.uids, hops=4)
        through = Related("ROUTES_TO", "out", "Workload", (pods,), hops=hops)
    else:
        through = Related("PART_OF", "out", "Workload", (direct,), hops=4)
    either = AnyOf((direct, through))
    return Not(either) if asked.none else either


_MOST_ROUTES = 3
"""Steps from where traffic comes in to a workload: by a route or a target group, and a service."""


def _by_its_type(asked: Related, of: set[str], ends: set[str]) -> tuple[Where, ...]:
    """A service that asks for a load balancer says so by its type, whether or not that is known."""
    plain = not asked.uids and not asked.where and asked.relation == "EXPOSED_BY" and asked.direction == "out"
    return (
        (Where("type", Op.EQ, "LoadBalancer"),)
        if plain and of == {"Service"} and "LoadBalancer" in ends
        else ()
    )


_HAS_ITS_OWN = frozenset({"Ingress", "Gateway"})
"""What a load balancer is got for, with nothing between."""


def _through_routes(asked: Related, targets: set[str]) -> list[Related]:
    """What shows a workload to the outside: what routes to it; a load balancer also exposes what routes to it."""
    outward = asked.direction == "out"
    routed = replace(asked, relation="ROUTES_TO", direction="in" if outward else "out", hops=_MOST_ROUTES)
    if "LoadBalancer" not in targets:
        return [routed]
    if outward:
        return [routed, replace(routed, kind="", uids=(), where=(asked,))]
    return [routed, Related("EXPOSED_BY", "in", where=(routed,))]


def _may_hold(relation: str, sources: set[str], targets: set[str]) -> bool:
    """Whether the declaration names the target's kind, and does not leave out the source's."""
    declared = RELATIONS[relation]
    held = bool(targets) and bool({k.name for e in declared.targets for k in kinds_asked(e)} & targets)
    allowed = {k.name for e in declared.sources for k in kinds_asked(e)}
    return held and (not allowed or not sources or bool(allowed & sources))


def _through_identity(asked: Related, sources: set[str], targets: set[str]) -> list[Related]:
    """A role that something takes on through the service account it runs as, or runs as at once."""
    if "IAMRole" not in targets or not sources - _IDENTIFIED:
        return []
    assumed = replace(asked, relation="ASSUMES")
    run_as = replace(asked, relation="RUNS_AS")
    if asked.direction == "out":
        through = Related("RUNS_AS", "out", "ServiceAccount", (assumed,))
    else:
        through = Related("ASSUMES", "in", "ServiceAccount", (run_as,))
    direct = [assumed] if asked.relation != "ASSUMES" else [run_as]
    return [*direct, through]


_ROUTING = (
    *("Service", "Ingress", "Gateway", "HTTPRoute", "LoadBalancer", "TargetGroup", "DNSRecord"),
    *("SQSQueue", "SNSTopic", "LambdaFunction", "EventRule", "CloudFrontDistribution", "RestApi", "HttpApi"),
)
"""What sends something on."""


def ends_of(link: Link, far: int) -> frozenset[str]:
    """The kinds that the declaration lets stand at that end; empty where it says nothing."""
    if not link.relation:
        return frozenset()
    declared = RELATIONS[link.relation]
    is_target = (link.direction == "out") == (link.target == far)
    ends = declared.targets if is_target else declared.sources
    if link.relation == "ROUTES_TO" and not is_target:
        ends = _ROUTING  # of a service and a workload of one name, the service routes
    if link.relation == "MANAGED_BY" and is_target:
        ends = MANAGING  # of a name that an account and a state share, the state is meant
    return frozenset({k.name for e in ends for k in kinds_asked(e)} | set(ends))


_SENDS_NOTHING = frozenset(
    {"Pod", "Container", "Node", "EC2Instance", "Volume", "S3Bucket"}
    | {k.name for category in ("Workload", "Database") for k in kinds_asked(category)}
)
"""What is sent to, and sends nothing on."""


_RECEIVES_NOTHING = frozenset({"Certificate", "DNSZone"})
"""What points elsewhere, and nothing is sent to."""
_IMAGES = frozenset({"ECRImage", "ContainerImage", "ImageBuild", "ECRRepository"})


def _hosts_nothing(phrase: Phrase) -> bool:
    """Whether all that it can be runs somewhere itself, and hosts nothing."""
    kinds = {phrase.of} if phrase.of else {c.kind for n in phrase.names for c in n.candidates}
    return bool(kinds & _HOSTS_NOTHING) and not kinds & {"Node", "EC2Instance", "ECSCluster"}


def _is_a_place(phrase: Phrase) -> bool:
    return any(_stands_for_a_place(c.kind) for n in phrase.names for c in n.candidates)


def _stands_for_a_place(kind: str) -> bool:
    return any(stands_for_place(kind, p) for p in PLACES)


def _says_direction(where: tuple[Condition, ...]) -> bool:
    return any(isinstance(c, Where) and c.field == "direction" for c in where)


def other(link: Link, index: int) -> int:
    """The phrase at the other end."""
    return link.target if link.subject == index else link.subject


def side(link: Link, index: int) -> str:
    """The direction of the relation as seen from a phrase."""
    if link.direction == "any" or link.subject == index:
        return link.direction
    return "in" if link.direction == "out" else "out"


def _kind_of(phrase: Phrase) -> str:
    kinds = {c.kind for n in phrase.names for c in n.candidates}
    return next(iter(kinds)) if len(kinds) == 1 else ""


def _nameless(link: Link, of: str, far: str, plain: Related) -> Condition:
    """The relation that no verb names: the one whose declared ends are these kinds; else a part of it, at any depth, or any relation."""
    relation, direction = declared_between(of, far)
    if of == "Team" and relation == "OWNED_BY" and link.none:
        raise CannotSay("What a team owns by the whole of it is no relation of its own.")
    found = Related(
        relation, direction, plain.kind, plain.where, plain.uids, none=link.none, count=link.count
    )
    if _is_way_in(far) and _kinds(of) and _kinds(of) <= _kinds("Workload"):
        return replace(found, relation="ROUTES_TO", direction="in", hops=_MOST_ROUTES)
    if (
        _is_way_in(of)
        and not relation
        and (not _kinds(far) or _kinds(far) <= _kinds("Workload") | {"Application"})
    ):
        return replace(found, relation="ROUTES_TO", direction="out", hops=_MOST_ROUTES)
    if not relation and not plain.uids:
        if _is_piece(far, of):
            return replace(found, relation="PART_OF", direction="in", hops=4)
        if _is_piece(of, far):
            return replace(found, relation="PART_OF", direction="out", hops=4)
        if link.none or _are_apart(of, far):
            raise CannotSay(f"Nothing declares how {of} and {far} are related.")
    if not plain.uids and any(stands_for_place(far, p) for p in PLACES[:4]):
        raise CannotSay(f"In which {KINDS[far].noun if far in KINDS else 'place'}?")
    if not relation and of == ANY and (link.none or not plain.uids):
        raise CannotSay("How are they related?")
    if not relation and (_are_apart(of, far) or not plain.uids):
        raise CannotSay(f"Nothing declares how {of} and {far} are related.")
    if relation or link.none or link.count:
        return found
    parts = tuple(
        Related("PART_OF", way, plain.kind, plain.where, plain.uids, hops=4) for way in ("out", "in")
    )
    return AnyOf((found, *parts)) if plain.uids else found


def _is_way_in(far: str) -> bool:
    """What traffic comes in by, and reaches a workload through a service."""
    return far in ("Ingress", "Gateway", "HTTPRoute")


def _runs(of: str) -> bool:
    """Whether any of it can be recorded as running on something; nothing said of the kind can be."""
    return not _kinds(of) or bool(_kinds(of) & _RUNS)


def _kinds(of: str) -> set[str]:
    return {k.name for k in kinds_asked(of)} if of and of != ANY else set()


def _is_piece(far: str, of: str) -> bool:
    """Whether one is a piece of the other, however deep: a pod of a workload, a workload of an application."""
    wholes = ({"Application"}, _kinds("Workload"), {"Pod"}, {"Container"})
    place = [next((i for i, kinds in enumerate(wholes) if _kinds(k) & kinds), -1) for k in (of, far)]
    return -1 < place[0] < place[1]


def _are_apart(of: str, far: str) -> bool:
    """Whether one lies in a cluster and the other in an account: no word says how they are related."""
    worlds = [
        {p for p in ("cluster", "account") if kinds_with(k, p)} if _kinds(k) else set() for k in (of, far)
    ]
    return all(worlds) and not worlds[0] & worlds[1]


_NAMELESS = (
    ("Service", "Workload", "ROUTES_TO"),
    ("Service", "Pod", "ROUTES_TO"),
    ("Ingress", "Service", "ROUTES_TO"),
    ("LoadBalancer", "TargetGroup", "ROUTES_TO"),
    ("DNSRecord", "LoadBalancer", "ROUTES_TO"),
    ("Volume", "EC2Instance", "ATTACHED_TO"),
    ("Pod", "Node", "RUNS_ON"),
    ("Pod", "ServiceAccount", "RUNS_AS"),
    ("Workload", "ServiceAccount", "RUNS_AS"),
    ("HorizontalPodAutoscaler", "Workload", "SCALES"),
    ("PodDisruptionBudget", "Workload", "APPLIES_TO"),
    ("Subnet", "VPC", "PART_OF"),
    ("EC2Instance", "Subnet", "PART_OF"),
    ("EC2Instance", "AutoScalingGroup", "DERIVED_FROM"),
    ("ECRImage", "ECRRepository", "PART_OF"),
    ("RDSInstance", "RDSCluster", "PART_OF"),
)
"""How kinds are related where the declaration leaves an end open, and no verb says it ("workloads without an autoscaler")."""


def declared_between(of: str, far: str) -> tuple[str, str]:
    """The relation whose ends these kinds are, and its direction from the first; empty where no or several are declared."""
    for direction, own, end in (("out", of, far), ("in", far, of)):
        for relation in RELATIONS.values():
            both = relation.sources and relation.targets
            if both and _is_end(own, relation.sources) and _is_end(end, relation.targets):
                return relation.name, direction
    for source, target, relation_name in _NAMELESS:
        if _is_end(of, (source,)) and _is_end(far, (target,)):
            return relation_name, "out"
        if _is_end(far, (source,)) and _is_end(of, (target,)):
            return relation_name, "in"
    if "Team" in (of, far) and of != far:
        return "OWNED_BY", "in" if of == "Team" else "out"
    only = [r.name for r in RELATIONS.values() if r.targets == (far,) and not r.sources]
    return (only[0], "out") if len(only) == 1 else ("", "any")


def _is_end(of: str, ends: tuple[str, ...]) -> bool:
    if not of or of == ANY:
        return False
    allowed = {k.name for e in ends for k in kinds_asked(e)} | set(ends)
    return of in allowed or all(k.name in allowed for k in kinds_asked(of))


def linked_uids(where: tuple[Condition, ...]) -> tuple[Uid, ...]:
    """The records that conditions name."""
    found: list[Uid] = []
    for condition in where:
        if isinstance(condition, Related):
            found.extend(condition.uids)
            found.extend(linked_uids(condition.where))
        elif isinstance(condition, AnyOf):
            found.extend(linked_uids(condition.conditions))
        elif isinstance(condition, Not):
            found.extend(linked_uids((condition.condition,)))
    return tuple(dict.fromkeys(found))
