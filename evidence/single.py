"""Claims about records: each subject, and the views that carry what is said of it (W1–W4, I4)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from evidence.bench import Bench
from evidence.carry import account, is_contested
from evidence.claim import Claim, Spoken, Support
from evidence.clause import Clause, is_verb
from evidence.entity import Entity, Member
from evidence.fact import Fact, View
from evidence.group import EMPTY_PIECE, FIGURE, NAME, NOT, PREP, TIME, WORD, Piece
from evidence.headroom import ROOM
from evidence.lexicon import nouns_of
from evidence.listing import says_more_of_a_list
from evidence.malformed import has_value_behind
from evidence.scope import compatible_places, view_allowed
from evidence.subject import entities
from evidence.use import Reading, Use
from evidence.word import BE, HAVE

_PAST = frozenset("was were had did ran belonged depended listened".split())


def same_record(left: View, right: View) -> bool:
    """Whether two views may speak of one record: by uid where both have one, else by name and place."""
    if left.uid and right.uid:
        return left.uid == right.uid
    if left.kind and right.kind and left.kind != right.kind:
        return False
    return compatible_places(left.place, right.place)


def of_entities(
    pieces: list[Piece], clause: Clause, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> tuple[list[Claim], Entity | None]:
    """The claims about records that the clause makes, in the first reading that is carried."""
    verb = _verb_of(pieces)
    copular = not verb or verb in BE or verb in HAVE
    reading = Reading(bench.question.asked_at, spoken.words, _is_past(pieces), copular=copular, verb=verb)
    reading.adverb = next((p.low for p in pieces if p.part == WORD and p.low.endswith("ly")), "")
    told = _told_last(spoken)
    reading.unit, reading.before = told.unit if told is not None else None, told
    for entity in entities(pieces, spoken, bench.index):
        if has_value_behind(entity, pieces):
            continue
        claims = _carried_by_each(entity, reading, bench, said, spoken, clause)
        if claims is not None:
            return claims, entity
    return [], None


def _told_last(spoken: Spoken) -> Fact | None:
    """What the clause before told last."""
    for use in reversed(spoken.uses):
        fact = use.fact or (use.view.fact(use.fields[0]) if use.fields else None)
        if fact is not None:
            return fact
    return None


def _verb_of(pieces: list[Piece]) -> str:
    """The first finite verb."""
    found = [p.token for p in pieces]
    return next((p.low for i, p in enumerate(pieces) if is_verb(found, i)), "")


def _is_past(pieces: list[Piece]) -> bool:
    """The past said without a participle of its own: "had 3 replicas", "was running" – not "has been", not "was created"."""
    if any(p.low in ("has", "have") for p in pieces):
        return False
    return any(p.low in _PAST and not _brought_about(pieces, i) for i, p in enumerate(pieces))


def _brought_about(pieces: list[Piece], at: int) -> bool:
    """“was scheduled to node-1”, "was built from": what was done then is so now."""
    following = next((p for p in pieces[at + 1 : at + 4] if p.part != EMPTY_PIECE and p.low != "last"), None)
    return following is not None and following.low in _DONE


_DONE = frozenset(
    "installed released shipped synced rendered scheduled built placed deployed configured assigned provisioned set rolled written saved applied made issued signed registered opened introduced added published merged pushed".split()
)


def _carried_by_each(
    entity: Entity, reading: Reading, bench: Bench, said: frozenset[str], spoken: Spoken, clause: Clause
) -> list[Claim] | None:
    rest = _without_both(entity.rest)
    if len(entity.members) != 2 and _both_of_them(rest):
        return None
    if len(entity.members) > 1:
        rest = [p for p in rest if p.low not in ("both", "each", "all", "apiece")]
    found = []
    for member in entity.members:
        supports = _supports(member, rest, reading, bench, said)
        if not supports:
            return None
        found.append(Claim([_described(s, entity) for s in supports]))
    return found


def _described(support: Support, entity: Entity) -> Support:
    """With what says that this is the thing described ("its database")."""
    if entity.via is None:
        return support
    view, link = entity.via
    fields = (link.field,) if link.field else (link.type,)
    use = Use(view, fields, "link", inferred=link.inferred is not None, name=link.name)
    handles = tuple(dict.fromkeys((view.handle, *support.handles)))
    return Support(handles, [use, *support.uses], (view, *support.views), weight=support.weight)


def _without_both(rest: list[Piece]) -> list[Piece]:
    """“owns both x and y”: the two that are named."""
    at = next((i for i, p in enumerate(rest[:-3]) if p.low == "both"), None)
    if at is None or rest[at + 1].part != NAME or rest[at + 2].low != "and" or rest[at + 3].part != NAME:
        return rest
    return [*rest[:at], *rest[at + 1 :]]


def _both_of_them(rest: list[Piece]) -> bool:
    """“both are ready” speaks of two things; "both replicas are ready" of what one has."""
    at = next((i for i, p in enumerate(rest[:2]) if p.low == "both"), None)
    if at is None:
        return False
    following = next((p for p in rest[at + 1 :] if p.part not in (PREP, EMPTY_PIECE)), None)
    counts = following is not None and following.part == WORD and following.low.endswith("s")
    return not counts or is_verb([p.token for p in rest], rest.index(following)) if following else True


def _supports(
    member: Member, rest: list[Piece], reading: Reading, bench: Bench, said: frozenset[str]
) -> list[Support]:
    """Every view that carries the clause of this member, alone; else those that do so together."""
    allowed = [v for v in member.views if view_allowed(v, bench.edge, said)]
    if any(p.low == "more" and not any(q.low == "than" or q.word in ROOM for q in rest) for p in rest):
        return []
    quantified = any(p.low in ("only", "all", "every") and _quantifies(rest, i) for i, p in enumerate(rest))
    if quantified or _nothing_but(rest):
        return []
    found = []
    for view in allowed:
        if says_more_of_a_list(view, rest):
            continue
        uses = _uses(view, rest, reading)
        if uses:
            found.append(Support((view.handle,), uses, (view,), weight=int(view.role == "end")))
    if not found and len(allowed) > 1:
        found = list(_together(allowed, rest, reading))
    return found or [s for v in allowed if (s := _relayed(v, rest)) is not None]


def _relayed(view: View, rest: list[Piece]) -> Support | None:
    """What free text says, word for word: relayed, not observed (F13)."""
    said = [p.token.key for p in rest if p.token.kind != "mark"]
    if len(said) < 2:
        return None
    for fact in view.facts:
        if fact.typed and isinstance(fact.value, str) and _contains(_keys(fact.value), said):
            return Support(
                (view.handle,),
                [Use(view, (fact.field,), "relayed", typed=fact.field, fact=fact)],
                (view,),
                weight=2,
            )
    return None


def _keys(text: str) -> list[str]:
    return [key for word in text.split() if (key := "".join(c for c in word.lower() if c.isalnum()))]


def _contains(text: list[str], said: list[str]) -> bool:
    whole = "".join(said)
    for start in range(len(text)):
        joined = ""
        for end in range(start, len(text)):
            joined += text[end]
            if joined == whole:
                return True
            if len(joined) > len(whole):
                break
    return False


def _stands_still(view: View, rest: list[Piece]) -> bool:
    """Whether its own state says that it does not run: "is running on node-1" says more than where it was placed."""
    if not any(p.low == "running" for p in rest) or any(p.part == NOT for p in rest):
        return False
    states = [f for f in view.facts if f.field in ("phase", "state") and isinstance(f.value, str)]
    return any(str(f.value).lower() != "running" for f in states)


def _uses(view: View, rest: list[Piece], reading: Reading) -> list[Use] | None:
    if _stands_still(view, rest):
        return None
    uses = account(view, rest, reading)
    if uses and view.kind == "Change" and any(f in ("before", "after") for u in uses for f in u.fields):
        return None  # what was and what became is judged as a change, with its time
    if not uses or (
        all(u.part in ("kind", "observed") for u in uses) and not any(u.part == "kind" for u in uses)
    ):
        return None
    return uses


def _quantifies(rest: list[Piece], at: int) -> bool:
    """“only” before a name or a noun of a kind, with or without a preposition; "all" and "every" are judged with figures (W4)."""
    if rest[at].low != "only":
        return False
    if at and rest[at - 1].low == "the":
        return True
    following = rest[at + 1 : at + 4]
    for piece in following:
        if piece.part == NAME:
            return True
        if piece.part == FIGURE:  # "open only to 5432", not "kept only for 7 days"
            figure = piece.token.figure
            return piece is not following[0] and figure is not None and figure.unit is None
        if piece.part == TIME:
            return False
        if piece.part == WORD:
            return (piece.token.stem,) in _COMMON_NOUNS
    return at > 0 and not following and rest[at - 1].part == NAME


_COMMON_NOUNS = frozenset(
    n
    for kind in (
        "Deployment",
        "RDSInstance",
        "EC2Instance",
        "Pod",
        "Team",
        "Namespace",
        "Volume",
        "Application",
    )
    for n in nouns_of(kind)
    if len(n) == 1
)


def _nothing_but(rest: list[Piece]) -> bool:
    low = [p.low for p in rest]
    return any(
        a in ("nothing", "nobody", "one") and b in ("but", "except", "besides")
        for a, b in itertools.pairwise(low)
    )


def _together(views: list[View], rest: list[Piece], reading: Reading) -> Iterator[Support]:
    """Views of one record that carry the clause between them."""
    seen: list[list[View]] = []
    for view in views:
        group = next((g for g in seen if all(same_record(view, other) for other in g)), None)
        if group is None:
            seen.append([view])
        else:
            group.append(view)
    for group in seen:
        if len(group) < 2 or len(group) > 12:
            continue
        merged = _merged(group)
        uses = _uses(merged, rest, reading)
        if not uses:
            continue
        sources = _sources(uses, group)
        if sources is not None and not any(is_contested(v, uses, rest) for v in sources):
            yield Support(tuple(dict.fromkeys(v.handle for v in sources)), uses, tuple(sources))


def _merged(group: list[View]) -> View:
    first = next((v for v in group if v.role == "record"), group[0])
    place: dict[str, str] = {}
    for view in group:
        place.update(view.place)
    facts = tuple(dict.fromkeys(f for v in group if v.role != "about" for f in v.facts))
    merged = View(
        first.held,
        first.kind,
        first.name,
        frozenset(n for v in group for n in v.names),
        first.uid,
        place,
        inferred=None,
        links=tuple(k for v in group for k in v.links),
        made=facts,
    )
    for fact in facts:
        for text in fact.exact:
            merged.exact.setdefault(text, []).append(fact)
        for text in fact.folded:
            merged.folded.setdefault(text, []).append(fact)
    merged.handle = first.handle
    return merged


def _sources(uses: list[Use], group: list[View]) -> list[View] | None:
    """The view behind each use, and the uses set to it."""
    found = []
    for use in uses:
        source = None
        for view in group:
            if (
                (use.fact is not None and any(f is use.fact for f in view.facts))
                or (
                    use.part == "link"
                    and any(k.name == use.name and use.fields[0] in (k.field, k.type) for k in view.links)
                )
                or (
                    use.part in ("place", "kind", "name")
                    and (use.part != "place" or use.fields[0] in view.place)
                )
            ):
                source = view
            if source is not None:
                break
        if source is None:
            return None
        use.view = source
        if use.part == "link" and source.role == "about":
            use.inferred = source.inferred is not None
        found.append(source)
    kept = [v for u, v in zip(uses, found, strict=True) if u.part not in ("kind", "name")]
    return kept or found
