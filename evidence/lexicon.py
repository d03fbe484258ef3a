"""The words of what is declared: nouns of kinds, words of fields, phrases of relations, states and their opposites.

Everything here is derived from the declarations of `graph.kinds`; what no kind declares is read by its name split at
capitals (`cpuCreditBalance` → "cpu credit balance") or underscores (`RUNS_ON` → "runs on"). Words are compared by
stem, so "own", "owns" and "owned" are one; a preposition after the verb keeps the directions of a relation apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from evidence.unit import suffix_of
from evidence.word import ARTICLES, BE, PREPOSITIONS, stem, stems
from graph.kind import Field, Kind, RelationType, words_of
from graph.kinds import CATEGORIES, KINDS, RELATIONS

Stems = tuple[str, ...]

_MORE_NOUNS: dict[str, tuple[str, ...]] = {
    "RDSInstance": ("database", "db", "database instance", "db instance", "rds database", "instance"),
    "RDSCluster": ("database cluster", "aurora cluster", "database"),
    "EC2Instance": (
        "instance",
        "machine",
        "virtual machine",
        "vm",
        "server",
        "host",
        "box",
        "gateway",
        "fleet",
    ),
    "S3Bucket": ("bucket", "object store"),
    "Volume": ("disk", "ebs volume", "storage volume"),
    "EBSVolume": ("volume", "disk"),
    "LoadBalancer": ("balancer", "lb", "alb", "nlb"),
    "SecurityGroup": ("group", "sg", "firewall"),
    "PersistentVolumeClaim": ("claim", "pvc", "volume claim"),
    "PersistentVolume": ("volume", "pv"),
    "HorizontalPodAutoscaler": ("autoscaler", "hpa", "scaler", "pod autoscaler"),
    "Deployment": ("workload", "service"),
    "StatefulSet": ("workload", "stateful set"),
    "DaemonSet": ("workload", "daemon set"),
    "CronJob": ("cron job", "job", "schedule"),
    "LambdaFunction": ("function", "lambda"),
    "SQSQueue": ("queue",),
    "SNSTopic": ("topic",),
    "DynamoDBTable": ("table",),
    "IAMRole": ("role",),
    "IAMUser": ("user",),
    "Repository": ("repo", "repository", "code repository", "git repository"),
    "CodeMapping": ("mapping", "code mapping"),
    "KubernetesNode": ("node",),
    "Node": ("worker node", "host"),
    "Certificate": ("cert", "tls certificate"),
    "Incident": ("outage record",),
    "Application": ("app",),
    "ElastiCacheCluster": ("cache", "cluster", "cache cluster"),
    "EKSCluster": ("cluster", "kubernetes cluster"),
    "Subnet": ("subnetwork",),
    "EKSNodeGroup": ("pool", "node pool"),
    "AutoScalingGroup": ("fleet", "pool"),
    "VPC": ("network", "virtual network"),
}
_PLACES = frozenset(
    "cluster namespace account region environment zone datacentre datacenter site location rack station depot availabilityZone".split()
)


@dataclass(frozen=True, slots=True)
class Said:
    """A way to say a relation. `words` follow the copula ("owned by"); `out`: said of the source. `noun`: "owner", "dependency"."""

    words: Stems
    out: bool
    noun: bool = False


# Kinds --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def nouns_of(kind: str) -> frozenset[Stems]:
    """Every noun phrase, as stems, that may name a record of this kind: its own, synonyms, categories, its split name's head."""
    split = tuple(stem(w) for w in kind_words(kind))
    found = {split, *(stems(p) for p in _MORE_NOUNS.get(kind, ()))}
    if len(split) > 1:
        found.add(split[1:])
        found.add(split[-1:])
        found.add((stem("".join(c for c in kind if c.isupper())),))
    declared = KINDS.get(kind)
    if declared is not None:
        found.update(_declared_nouns(declared))
    category = CATEGORIES.get(kind)
    if category is not None:
        found.update(stems(p) for p in (category.noun, category.plural, *category.synonyms))
    return frozenset(n for n in found if n)


@lru_cache(maxsize=1024)
def own_nouns(kind: str) -> frozenset[Stems]:
    """The noun phrases of a kind without those of its categories."""
    declared = KINDS.get(kind)
    shared: set[Stems] = set()
    for name in declared.categories if declared is not None else ():
        category = CATEGORIES.get(name)
        if category is not None:
            shared |= {stems(p) for p in (category.noun, category.plural, *category.synonyms)}
    mine = {stems(p) for p in _MORE_NOUNS.get(kind, ())}
    return frozenset(n for n in nouns_of(kind) if n not in shared or n in mine)


@lru_cache(maxsize=1024)
def noun_words(kind: str) -> frozenset[str]:
    """Every stem in the nouns of a kind; none for no kind."""
    return frozenset(w for phrase in nouns_of(kind) for w in phrase) if kind else frozenset()


def kind_words(kind: str) -> tuple[str, ...]:
    """The words of a kind's name: acronyms with digits stay whole (`EC2Instance` → "ec2", "instance")."""
    return tuple(
        w.lower()
        for w in re.findall(r"[A-Z]+[0-9]*(?=[A-Z][a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[0-9]+", kind)
    )


def _declared_nouns(kind: Kind) -> Iterable[Stems]:
    for phrase in (kind.noun, kind.plural, *kind.synonyms):
        yield stems(phrase)
    head = stems(kind.noun)
    if len(head) > 1:
        yield head[-1:]
    for name in kind.categories:
        category = CATEGORIES.get(name)
        if category is not None:
            yield from (stems(p) for p in (category.noun, category.plural, *category.synonyms))


@lru_cache(maxsize=1)
def declared_nouns() -> dict[Stems, tuple[str, ...]]:
    """Noun phrases of declared kinds and categories → the kinds they may mean, for the grammar of questions."""
    found: dict[Stems, list[str]] = {}
    for kind in KINDS.values():
        for phrase in _declared_nouns(kind):
            found.setdefault(phrase, []).append(kind.name)
    return {phrase: tuple(dict.fromkeys(names)) for phrase, names in found.items()}


def plural_of_kind(kind: str) -> str:
    """What people call several of a kind: the declared plural, else its split name with an s."""
    declared = KINDS.get(kind)
    return declared.plural if declared else " ".join(kind_words(kind)) + "s"


# Fields -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def field_of(kind: str, name: str) -> Field | None:
    """The declaration of a field, where its kind has one."""
    declared = KINDS.get(kind)
    return declared.field(name) if declared else None


@lru_cache(maxsize=8192)
def split_name(name: str) -> Stems:
    """The stems of a field's name without the unit it ends with (`backupRetentionDays` → backup, retent)."""
    ending = suffix_of(name)
    bare = name[: -len(ending)] if ending and len(name) > len(ending) else name
    bare = bare.replace("_", " ").replace("-", " ").replace(".", " ")
    words = [w for part in bare.split() for w in words_of(part)]
    said = [w for w in words if w not in PREPOSITIONS] or words
    return tuple(concept(stem(w)) for w in said)


_PERCENTILE = re.compile(r"p\d{2}")


@lru_cache(maxsize=8192)
def phrases_of(kind: str, name: str) -> tuple[Stems, ...]:
    """Every phrase that names a field, as stems: its split name first, then the declared words."""
    declared = field_of(kind, name)
    more = tuple(tuple(concept(s) for s in stems(w)) for w in declared.words) if declared else ()
    deeds: tuple[Stems, ...] = ()
    if name.endswith(("ors", "ers")) and (verb := agent_verb(name[:-1])):
        deeds = ((verb,), ("person", verb))
    own = split_name(name)
    ranked: tuple[Stems, ...] = ()
    if "p50" in own:
        more = (*more, ("median",), *(tuple("median" if w == "p50" else w for w in own),))
    if any(_PERCENTILE.fullmatch(w) for w in own):
        ranked = (
            tuple(
                s for w in own for s in ((f"{w[1:]}th", "percentil") if _PERCENTILE.fullmatch(w) else (w,))
            ),
        )
    return tuple(dict.fromkeys((own, *ranked, *more, *_MORE_FIELDS.get(name, ()), *deeds)))


_COUNTED = ("instance", "node", "machine", "server", "member")
"""What the size of a group counts."""

_MORE_FIELDS: dict[str, tuple[Stems, ...]] = {
    "at": (("time",),),
    "managedResources": (("manag", "object"), ("object",), ("manag", "thing")),
    "headCommitAt": (("latest", "commit"), ("commit",), ("last", "push")),
    "notAfter": (("expir",), ("expir", "at"), ("end", "valid")),
    "notBefore": (("valid", "from"), ("valid", "since")),
    "engineVersion": (("version",),),
    "members": (("strong",),),
    "vcpus": (("cpu",), ("vcpu",), ("core",)),
    "passwordLastUsedAt": (("last", "log"), ("log",), ("last", "login"), ("last", "sign"), ("sign",)),
    **{
        name: tuple((stem(how), stem(what)) for how in ways.split() for what in _COUNTED)
        for name, ways in (
            ("minSize", "minimum"),
            ("maxSize", "maximum"),
            ("desiredSize", "desired want need"),
            ("desiredCapacity", "desired want need"),
        )
    },
    **dict.fromkeys(
        ("visibleMessages", "messagesVisible", "queuedMessages", "messages", "approximateNumberOfMessages"),
        (("wait", "messag"), ("queu", "messag"), ("pending", "messag"), (stem("waiting"),), ("backlog",)),
    ),
    "terminationProtection": ((stem("deletion"), stem("protection")), (stem("protected"), stem("deletion"))),
    "podIp": (("ip",), ("pod", "address"), ("address",), ("ip", "address")),
    "privateIp": (("ip",), ("address",), ("ip", "address"), (stem("private"), "address")),
    "publicIp": ((stem("public"), "address"), (stem("public"), "ip", "address")),
}

_CONCEPTS: dict[str, str] = {
    stem(word): stem(group.split()[0])
    for group in (
        "retention retain keep",
        "memory ram",
        "used full utilised utilized utilisation utilization occupied consumed usage",
        "storage disk",
        "environment env",
        "object item",
        "encrypted encryption",
        "postgres postgresql pgsql",
        "mongo mongodb",
        "maximum max maxes ceiling cap",
        "minimum min",
        "author actor",
        "repository repo",
        "accessible access reach",
        "success successful succeeded succeed good",
        "ingress inbound",
        "egress outbound",
        "start begin began",
        "end finish over",
        "bits bit",
        "request ask asks",
        "automatic auto automated",
        "message messages",
        "renewal renew",
        "cost spend spent spending",
        "monthly month",
        "daily day",
        "hourly hour",
        "yearly year annual",
        "weekly week",
        "temperature temp",
        "ok okay fine",
        "visibility visible",
        "humidity humid",
        "required require enforce enforced mandatory",
    )
    for word in group.split()
}


def concept(word: str) -> str:
    """The stem that stands for a group of synonyms ("retain", "keep", "retention" → "retent")."""
    return _CONCEPTS.get(word, word)


RESTRICTIVE = frozenset(
    concept(stem(w))
    for w in """target min max minimum maximum limit request requested desired ready failed available unavailable free
    used before after allowed reserved expected threshold average peak median low high surge pending active inactive
    healthy unhealthy open closed running stopped new old previous next first last updated succeeded completed
    idle soft hard warm cold read write updated unready evicted dropped lost missing running queued visible delayed
    inflight burst public private cap ceiling quota""".split()
)
"""Modifiers in a field's name that a sentence may not leave out: "max replicas" is not "replicas"."""

OPTIONAL = frozenset(
    concept(stem(w))
    for w in "count number total amount approximate estimated current time date at on instant timestamp value name id level state status type field setting share percentage ratio rate length size".split()
)
"""Words that may be left out of a field's name, or put to it, without saying another thing."""

FREE_WORDS: dict[str, frozenset[str]] = {
    concept(stem(head)): frozenset(concept(stem(w)) for w in words.split())
    for head, words in {
        "wait": "person people passenger guest visitor queue time long",
        "oldest": "wait age old sit queue",
        "visitors": "person people come visit through in",
        "retention": "backup retain keep period history back store message log data snapshot record window live stay last queue",
        "session": "last live expire end take",
        "timeout": "close connection after cut drop terminate time out wait idle client inactive end expire request seconds kill stop shut disconnect keep open become again",
        "deadline": "wait give progress after fail",
        "storage": "size allocate provision disk space",
        "size": "large big storage capacity disk space",
        "used": "space storage full capacity size disk",
        "restarts": "restart time pod",
        "startup": "start take need come boot ready",
        "duration": "last take long run over after outage",
        "replicas": "run scale copy want ask wants request up",
        "iops": "provision offer rate up perform",
        "memory": "use may ram replica container pod each",
        "cpu": "use may",
        "version": "run engine on upgrade",
        "engine": "run database version on",
        "pair": "launch start create with",
        "rotated": "regularly periodically automatically automatic regular",
        "image": "launch start boot create make run use tag version on deploy container",
        "port": "connection go reach answer client listen on let open allow accept in traffic forward route send serve expose",
        "type": "machine instance size",
        "class": "machine instance size type",
        "zones": "span spread run across availability instance node machine task replica",
        "hit": "lookup request cache read access query",
        "miss": "lookup request cache read access query",
        "objects": "store hold",
        "members": "person people team strong engineer",
        "launched": "start up run boot exist old age alive since",
        "created": "exist old age up make start set born date back first provision deploy introduce around live come join add appear spin pop since",
        "started": "start run begin began up since kick",
        "ended": "end finish stop complete done over close resolve",
        "expires": "expire valid run out until good lapse last end",
        "terminated": "kill end crash die",
        "target": "scale aim at out keep",
        "node": "run place schedule sit host live",
        "hosts": "serve answer host for",
        "domains": "serve answer host for cover",
        "energy": "use consume draw burn take need",
        "power": "use consume draw burn take need",
        "battery": "last charge hold run life",
        "history": "keep",
        "email": "address mail contact",
        "maximum": "grow scale go let allow reach up autoscal expand extend climb stretch auto hit",
        "minimum": "shrink scale go drop fall let allow reach down",
        "threshold": "fire trigger alert",
        "schedule": "run every",
        "branch": "default",
        "cidr": "let open allow ingress from in traffic address range network admit accept",
        "modified": "code function configuration touch update change edit alter deploy redeploy upload",
        "interval": "refresh every sync run poll repeat check",
        "success": "run execution finish complete go through",
        "chart": "install release come deploy from helm",
        "people": "commit contribute work",
        "contributors": "commit contribute work person people",
        "share": "write contribute do make author account carry",
        "pool": "belong part member sit join node",
        "group": "belong part member sit join",
        "project": "belong part",
        "organisation": "belong part",
        "cause": "because reason due",
        "balance": "credit left",
        "backlog": "wait",
        "concurrency": "run",
    }.items()
}
"""By the head of a field: words that go with it and say nothing that its value does not ("closes connections after …")."""

STATE_FIELDS = frozenset(
    """state status phase health drift condition severity priority exposure scheme management ownership lifecycle standing
    reachability outcome result visibility mode""".split()
)
"""Last words of fields whose value may be said without them: "is stopped", "is degraded"."""

REASONS_OF_NOW = frozenset("waitingReason pendingReason".split())
"""Reasons that hold as long as the state they are of, and may be said as it; a reason of an end may not."""

ATTRIBUTE_FIELDS = frozenset(
    "type class engine scheme runtime platform os architecture tier severity language family mode kind metric plan edition purchase lifecycle model forge flavour flavor protocol".split()
)
"""Last words of fields whose value may stand before the kind's noun or after "is a": "a postgres database", "an m5.2xlarge"."""

OPPOSITES: dict[str, frozenset[str]] = {}
for _left, _right in (
    ("running", "stopped"),
    ("enabled", "disabled"),
    ("active", "inactive"),
    ("public", "private"),
    ("on", "off"),
    ("open", "closed"),
    ("ready", "unready"),
    ("healthy", "unhealthy"),
    ("internal", "internet-facing"),
    ("enabled", "suspended"),
    ("passed", "failed"),
):
    OPPOSITES[_left] = OPPOSITES.get(_left, frozenset()) | {_right}
    OPPOSITES[_right] = OPPOSITES.get(_right, frozenset()) | {_left}


# Relations ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def ways_to_say(type_: str) -> tuple[Said, ...]:
    """Every way to say a relation from both ends, from its declaration and from its name."""
    declared = RELATIONS.get(type_)
    found = dict.fromkeys(_declared_ways(declared) if declared else ())
    found.update(dict.fromkeys(_ways_of_name(type_)))
    found.update(dict.fromkeys(_MORE_WAYS.get(type_, ())))
    return tuple(found)


def _declared_ways(relation: RelationType) -> Iterable[Said]:
    for phrases, out in ((relation.forward, True), (relation.backward, False)):
        for phrase in phrases:
            words = tuple(stem(w) for w in phrase.lower().split() if w not in BE and w not in ARTICLES)
            if words:
                yield Said(words, out)
    for noun in relation.target_nouns:
        yield Said(stems(noun), out=True, noun=True)
    for noun in relation.source_nouns:
        yield Said(stems(noun), out=False, noun=True)


def _ways_of_name(type_: str) -> Iterable[Said]:
    """Both directions of a name: `RUNS_ON` is "runs on" and back "is run on by", `OWNED_BY` "owned by" and back "owns"."""
    words = [w.lower() for w in type_.split("_") if w]
    if not words:
        return
    key = tuple(stem(w) for w in words)
    yield Said(key, out=True)
    if key[-1] == "by" and len(key) > 1:
        yield Said(key[:-1], out=False)
    elif words[0].endswith("s"):
        yield Said((*key, "by"), out=False)


def _more(out: str, back: str, target: str = "", source: str = "") -> tuple[Said, ...]:
    found = [Said(stems(p), out=True) for p in out.split(",") if p.strip()]
    found += [Said(stems(p), out=False) for p in back.split(",") if p.strip()]
    found += [Said(stems(p), out=True, noun=True) for p in target.split(",") if p.strip()]
    found += [Said(stems(p), out=False, noun=True) for p in source.split(",") if p.strip()]
    return tuple(found)


_MORE_WAYS: dict[str, tuple[Said, ...]] = {
    "DEPENDS_ON": _more(
        "depends upon,dependent on,relies upon,reliant on,calls,talks to,connects to,depends directly on,reads from,pulls from,consumes from,polls,feeds on,works off,built on top of",
        "used by,depended on by,depended upon by,relied on by,called by,needed by,supports,feeds,read by,consumed by,polled by",
        "dependency,upstream",
        "dependant,dependent,consumer,client,downstream,user",
    ),
    "OWNED_BY": _more(
        "owned by,belongs to,in the hands of,property of,responsibility of,looked after by,maintained by,run by",
        "owns,looks after,responsible for,maintains,answers for,in charge of,takes care of,cares for,stands behind,is behind",
        "owner,owning team,team",
        "",
    ),
    "PART_OF": _more("part of,belongs to,member of,one of the pods of", "consists of,contains,includes,has"),
    "RUNS_ON": _more(
        "runs on,running on,scheduled on,scheduled to,hosted on,placed on,sits on,lives on,hosted by",
        "runs,hosts",
        "node,host",
    ),
    "SCALES": _more(
        "scales,autoscales,controls", "scaled by,autoscaled by,controlled by", "", "autoscaler,scaler,hpa"
    ),
    "PROTECTED_BY": _more(
        "protected by,guarded by,behind,secured by,uses", "protects,guards,secures", "security group", ""
    ),
    "RUNS_AS": _more("runs as,running as,runs under,uses", "used by", "service account,identity,role"),
    "ATTACHED_TO": _more(
        "attached to,mounted on,in use by,hanging off,hangs off,hangs on,hanging on,plugged into,hooked to",
        "has attached,uses,mounts",
        "",
        "volume",
    ),
    "MOUNTS": _more(
        "mounts,uses,mounting,keeps data on,stores data on,writes to,stores on", "mounted by,used by"
    ),
    "ROUTES_TO": _more(
        "routes to,routes traffic to,passes traffic on to,sends traffic on to,forwards traffic to,hands traffic to,passes traffic to,passes on to,hands to,sends traffic to,forwards to,points at,fronts,in front of",
        "behind,reached through,routed to by,served through",
    ),
    "BUILT_FROM": _more(
        "built from,built by,comes from,built out of",
        "builds,is the source of",
        "repository,source,source repository,code",
        "",
    ),
    "MANAGED_BY": _more("managed by,under", "manages", "manager"),
    "EXPOSED_BY": _more("exposed by,exposed through,published through,served by", "exposes"),
    "STORED_ON": _more("stored on,backed by", "backs,stores"),
    "MEMBER_OF": _more(
        "member of,belongs to,in,on,works in,works for,works on,sits in,part of",
        "has as member",
        "team",
        "member",
    ),
}


@lru_cache(maxsize=1)
def relation_verbs() -> frozenset[str]:
    """Stems of the first word of every verb phrase of a declared relation."""
    return frozenset(
        said.words[0]
        for name in (*RELATIONS, *_MORE_WAYS)
        for said in ways_to_say(name)
        if not said.noun
        and said.words[0] not in PREPOSITIONS
        and said.words[0] not in ("the", "part", "front")
    )


@lru_cache(maxsize=4096)
def agent_verb(field_name: str) -> str:
    """The stem of the verb that an agent noun is made of (`owner` → own, `maintainer` → maintain); empty where it is none."""
    word = words_of(field_name)[-1] if words_of(field_name) else field_name
    for ending in ("er", "or"):
        if word.endswith(ending) and len(word) > 4:
            return stem(word[:-2]) if word not in ("number", "cluster", "server", "order") else ""
    return ""


def is_place(name: str) -> bool:
    """Whether a field restricts: account, region, cluster, namespace, environment, …."""
    return name in _PLACES


# Strong words -------------------------------------------------------------------------------------------------------

STRONG_PHRASES: tuple[Stems, ...] = tuple(
    tuple(p.split())
    for p in (
        "exposed", "public", "internet-facing", "internet facing", "unencrypted", "vulnerable", "compromised",
        "unmanaged", "orphaned", "unowned", "drifted", "deprecated", "end of life", "end-of-life", "expired", "deleted",
        "gone", "down", "failed", "fails", "failing", "crash-looping", "crashlooping", "crash looping", "oom-killed", "oomkilled",
        "oom killed", "unhealthy", "unreachable", "throttled", "over-provisioned", "overprovisioned", "unused",
        "critical", "root cause", "caused", "causes", "causing", "cause", "because of", "because", "due to", "breached", "insecure",
        "outage", "leaked", "corrupted", "broken", "crashed", "hacked",
    )
)  # fmt: skip
"""Words that people act on (S1), as they are written in lower case."""

CAUSAL = frozenset("cause caus because blame trigger due".split())
"""Stems of words that state a cause (S3)."""
