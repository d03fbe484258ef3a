"""Questions about records that they name: all of one, a field, a test, where, why, its owner, its code, what it relates to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.choice import Reach, nearest, others, together, widest
from assistant.condition import CannotSay, Context, birth_of, conditions, field_for, size_of
from assistant.grammar.frame import Frame, Link, Phrase, State, Test
from assistant.grammar.noun import stands_for_place
from assistant.intents.asker import MOST_CANDIDATES, Asker, chosen, main_phrase, named_phrases
from assistant.intents.finding import opposite
from assistant.intents.following import owners_of
from assistant.intents.located import lying_there
from assistant.intents.relating import Relating, ends_of, linked_uids, other, side
from assistant.meaning import Candidate
from assistant.plan import Asked, Form, Plan, Planned, Refusal
from graph.fields import ANY, PLACES, field_of
from graph.kind import Type
from graph.query import Column, Condition, Describe, Find, History, Op, Related, Where, Within

_SCHEDULES = ("schedule", "scheduleExpression")
"""Fields that say when something runs."""

_OWNER_ENDS = ("", "Team", "Person")
_CANDIDATES = {
    "OWNED_BY": (Form.OWNER, "Ownership", "OWNERSHIP_OF"),
    "BUILT_FROM": (Form.CODE, "CodeMapping", "MAPPING_OF"),
}
"""Relations that rules choose among candidates: the form of answer, the kind of candidate, and how it points at its subject."""


def of_named(frame: Frame, phrase: Phrase, reach: Reach, asker: Asker) -> Planned:
    """A question whose subject is named. Raises CannotSay where more is said than one record can answer."""
    if frame.aggregate or frame.group or frame.extreme or frame.limit:
        raise CannotSay("Of one record nothing is grouped, measured or first.")
    wanted = frozenset(s.kind for word in frame.asked for s in word.slots)
    if frame.ask == "count" and frame.asked:
        _are_numbers(frame)
    _says_its_state(frame, phrase, reach)
    if (lying := lying_there(frame, phrase, reach, asker)) is not None:
        return lying
    found = chosen(phrase, reach, wanted)
    if isinstance(found, Refusal):
        return found
    links = [link for link in frame.links if frame.main in (link.subject, link.target)]
    if frame.ask == "where" and phrase.tests and not links and all(map(_is_running, phrase.tests)):
        phrase = replace(phrase, tests=())  # "where is it running" asks of no state
    if frame.ask == "whose" and not (phrase.tests or links or frame.asked):
        return tuple(_among_candidates("OWNED_BY", c, phrase, found, reach) for c in widest(found))
    if frame.ask == "why" or (frame.ask == "how" and not (phrase.tests or links or frame.asked)):
        return (_described(Form.WHY, frame, phrase, found, reach, asker),)
    if (phrase.tests or links) and frame.asked:
        raise CannotSay("Either a field is asked for, or whether something holds.")
    if frame.ask == "when" and phrase.tests and not links:
        return _since(phrase, found, reach, asker)
    if not links and frame.ask == "yesno" and (either := _either(phrase.tests, {c.kind for c in found})):
        return (_described(Form.FIELD, frame, phrase, found, reach, asker, either),)
    if phrase.tests or links:
        return _tested(frame, phrase, found, reach, asker)
    if frame.asked and frame.ask == "count":
        _numbers(frame, found)
    if frame.ask == "count" and not frame.asked:
        raise CannotSay("How many of which kind?")
    if (listed := _listing(frame, found, reach, asker)) is not None:
        return (listed,)
    if frame.asked:
        return (_described(Form.FIELD, frame, phrase, found, reach, asker, asked_fields(frame, found)),)
    if frame.ask == "where" and {c.kind for c in found} <= IMAGES:
        return (_running_image(phrase, reach, asker),)
    if frame.ask == "where":
        return (_described(Form.WHERE, frame, phrase, found, reach, asker),)
    if frame.ask == "big":
        sizes = tuple(dict.fromkeys(f.name for c in found if (f := size_of(c.kind))))
        return (_described(Form.FIELD, frame, phrase, found, reach, asker, _said_by(sizes)),)
    if frame.ask == "when" and frame.pending.light:
        fields = tuple(n for n in _SCHEDULES if any(field_of(c.kind, n) for c in found))
        return (_described(Form.FIELD, frame, phrase, found, reach, asker, _said_by(fields)),)
    if frame.ask in ("when", "age"):
        born = _described(Form.FIELD, frame, phrase, found, reach, asker, _births(found))
        return (replace(born, asked_at=asker.now if frame.ask == "age" else None),)
    return (_described(Form.RECORD, frame, phrase, found, reach, asker),)


def _either(tests: Sequence[Test], kinds: set[str]) -> tuple[str, ...]:
    """Said as "is it running or stopped": the field that tells which; empty of any other test."""
    states = [t for t in tests if isinstance(t, State) and not t.negated]
    if len(states) < 2 or len(states) < len(tests) or not any(t.alternative for t in states):
        return ()
    fields = [{s.field for s in t.word.said if s.kind in kinds} for t in states]
    shared = set.intersection(*fields)
    return tuple(sorted(shared)) if len(shared) == 1 else ()


_STATES = frozenset({"state", "status", "phase"})


def _says_its_state(frame: Frame, phrase: Phrase, reach: Reach) -> None:
    """The state of a workload is not that of its containers, nor that of a place of a network of its name. Raises CannotSay."""
    slots = {s for word in frame.asked for s in word.slots}
    meant = chosen(phrase, reach)
    if len(frame.asked) != 1 or isinstance(meant, Refusal) or not {s.field for s in slots} & _STATES:
        return
    if not {c.kind for c in meant} & {s.kind for s in slots}:
        raise CannotSay("Its state is told as a whole.")
    if any(stands_for_place(c.kind, p) for c in meant for p in PLACES[:4]):
        raise CannotSay("The state of a place is that of what lies in it.")


_RUNNING = frozenset({"running", "available", "active", "in-service"})


def _is_running(test: Test) -> bool:
    return isinstance(test, State) and any(str(s.value).lower() in _RUNNING for s in test.word.said)


def _described(
    form: Form,
    frame: Frame,
    phrase: Phrase,
    found: Sequence[Candidate],
    reach: Reach,
    asker: Asker,
    fields: tuple[str, ...] = (),
) -> Plan:
    if frame.window is not None:
        raise CannotSay("A window restricts nothing here.")
    uids = tuple(c.uid for c in found)
    return Plan(
        form,
        (Asked(Describe(uids, as_of=asker.as_of)),),
        names=uids,
        named=tuple(found),
        fields=fields,
        within=reach.within,
        also_named=others(phrase, found),
    )


IMAGES = frozenset({"ECRImage", "ContainerImage"})


def _running_image(phrase: Phrase, reach: Reach, asker: Asker) -> Plan:
    """Where an image runs: the workloads that run it."""
    where = (Where("image", Op.CONTAINS, phrase.names[0].text),)
    columns = tuple(map(Column, ("name", "kind", "cluster", "namespace", "image")))
    find = Find("Workload", where, reach.within, columns=columns, limit=asker.limits.rows, as_of=asker.as_of)
    return Plan(Form.LIST, (Asked(find),), of="Workload", within=reach.within)


def _listing(frame: Frame, found: Sequence[Candidate], reach: Reach, asker: Asker) -> Plan | None:
    """Ports are shown in a table: their words hold more numbers than one sentence tells."""
    kinds = {c.kind for c in found}
    if not frame.asked or len(kinds) != 1 or asked_fields(frame, found) != ("ports",):
        return None
    of, uids = kinds.pop(), tuple(c.uid for c in found)
    find = Find(
        of, columns=(Column("name"), Column("ports")), named=uids, limit=asker.limits.rows, as_of=asker.as_of
    )
    return Plan(Form.LIST, (Asked(find),), of=of, names=uids, named=tuple(found), within=reach.within)


def _are_numbers(frame: Frame) -> None:
    """Of no kind at all is a text counted. Raises CannotSay."""
    declared = [f for word in frame.asked for s in word.slots if (f := field_of(s.kind, s.field))]
    if not any(f.type in (Type.INTEGER, Type.DECIMAL) for f in declared):
        raise CannotSay("How many is no text.")


def _numbers(frame: Frame, found: Sequence[Candidate]) -> None:
    """How many is answered by a number. Raises CannotSay where none of the asked fields is one."""
    for word in frame.asked:
        for kind in {c.kind for c in found}:
            declared = [f for s in word.slots if s.kind == kind and (f := field_of(kind, s.field))]
            if any(f.type in (Type.INTEGER, Type.DECIMAL) for f in declared):
                return
    raise CannotSay("How many is no text.")


def _said_by(fields: tuple[str, ...]) -> tuple[str, ...]:
    """These fields, of which there must be one. Raises CannotSay."""
    if not fields:
        raise CannotSay("None of the records has such a field.")
    return fields


def asked_fields(frame: Frame, found: Sequence[Candidate]) -> tuple[str, ...]:
    """The asked fields by name, for the kinds of the chosen records."""
    names: list[str] = []
    for word in frame.asked:
        before = len(names)
        for kind in dict.fromkeys(c.kind for c in found):
            try:
                names.append(field_for(word, kind).name)
            except CannotSay:
                continue
        if len(names) == before:
            raise CannotSay("None of the records has such a field.")
    return tuple(dict.fromkeys(names))


def _births(found: Sequence[Candidate]) -> tuple[str, ...]:
    fields = [birth_of(c.kind) for c in found]
    return tuple(dict.fromkeys(f.name for f in fields if f))


def _tested(frame: Frame, phrase: Phrase, found: Sequence[Candidate], reach: Reach, asker: Asker) -> Planned:
    """Says whether something holds of a record: the record itself, and a query that may come out empty."""
    made: list[Plan] = []
    if shown := _exposure(frame, phrase, found, reach, asker) or _within_place(
        frame, phrase, found, reach, asker
    ):
        return shown
    depends = any(k.relation == "DEPENDS_ON" for k in frame.links)
    needing = tuple(c for c in found if c.kind not in ("Team", "Person")) if depends else ()
    found = needing or tuple(found)  # a team needs nothing, where anything else is called so
    for candidate in nearest(found) if frame.links else found:
        as_one = together(candidate, phrase) if depends and not phrase.tests else (candidate,)
        uids = tuple(c.uid for c in as_one)
        of = candidate.kind if len(as_one) == 1 else ANY
        if (whole := _of_its_pieces(frame, phrase, candidate, asker)) is not None:
            made.append(whole)
            continue
        try:
            where = (
                *conditions(phrase.tests, Context(of, asker.now)),
                *Relating(frame, asker).conditions(frame.main, of),
            )
        except CannotSay:
            continue
        find = Find(of, where, named=uids, as_of=asker.as_of)
        record = Describe(uids, as_of=asker.as_of)
        made.append(
            Plan(
                Form.TEST,
                (Asked(record, "record"), Asked(find)),
                of=of,
                names=(*uids, *linked_uids(where)),
                named=(candidate,),
                within=reach.within,
                verb="yesno" if frame.ask == "yesno" else "",
            )
        )
    if not made:
        raise CannotSay("None of the named records can be said so.")
    return tuple(made)


def _since(phrase: Phrase, found: Sequence[Candidate], reach: Reach, asker: Asker) -> Planned:
    """Since when it is so: the record itself, and the last change of what says so."""
    made: list[Plan] = []
    for candidate in nearest(found):
        try:
            where = conditions(phrase.tests, Context(candidate.kind, asker.now))
        except CannotSay:
            continue
        fields = tuple(dict.fromkeys(c.field for c in where if isinstance(c, Where)))
        if len(fields) != len(where):
            continue
        asked = History(candidate.uid, where=(Where("field", Op.IN, list(fields)),), limit=1)
        holds = Find(candidate.kind, where, named=(candidate.uid,))
        queries = (Asked(Describe((candidate.uid,)), "record"), Asked(holds, "holds"), Asked(asked))
        names = (candidate.uid,)
        made.append(
            Plan(
                Form.SINCE,
                queries,
                of="Change",
                names=names,
                named=(candidate,),
                within=reach.within,
                fields=fields,
            )
        )
    if not made:
        raise CannotSay("None of the named records can be said so.")
    return tuple(made)


def _of_its_pieces(frame: Frame, phrase: Phrase, candidate: Candidate, asker: Asker) -> Plan | None:
    """Whether an application is healthy is asked of its pieces: none of its sources says it of the whole."""
    asked = [
        t for t in phrase.tests if isinstance(t, State) and any(s.field == "health" for s in t.word.said)
    ]
    if candidate.kind != "Application" or frame.ask != "yesno" or frame.links or asked != list(phrase.tests):
        return None
    place = {n: (v,) for n, v in candidate.place if n in PLACES[:4]}
    within = Within(application=(candidate.name,), **place)
    find = Find(ANY, conditions(asked, Context(ANY, asker.now)), within, limit=asker.limits.rows)
    denied = replace(find, where=opposite(find.where))
    queries = (Asked(find), Asked(denied, "opposite"))
    return Plan(Form.YESNO, queries, of=ANY, named=(candidate,), within=within, quantifier="all")


def _exposure(
    frame: Frame, phrase: Phrase, found: Sequence[Candidate], reach: Reach, asker: Asker
) -> tuple[Plan, ...]:
    """Whether a load balancer exposes a record is asked of the load balancers: they are found through what routes to it."""
    if len(frame.links) != 1 or phrase.tests or frame.links[0].relation != "EXPOSED_BY":
        return ()
    link = frame.links[0]
    far = other(link, frame.main)
    end = frame.phrases[far]
    if not end.of or end.names or link.none or link.count or frame.ask not in ("", "yesno"):
        return ()
    made: list[Plan] = []
    for candidate in nearest([c for c in found if placed(c)] or found):
        where = Relating(frame, asker, (candidate.uid,)).conditions(far, end.of)
        find = Find(end.of, where, limit=asker.limits.rows, as_of=asker.as_of)
        made.append(Plan(Form.YESNO, (Asked(find),), of=end.of, named=(candidate,), within=reach.within))
    return tuple(made)


def _within_place(
    frame: Frame, phrase: Phrase, found: Sequence[Candidate], reach: Reach, asker: Asker
) -> tuple[Plan, ...]:
    """What lies in no place itself is asked of what it is related to there ("does payments own anything in prod")."""
    restricted = any(getattr(reach.within, p) for p in PLACES[:4])
    if not restricted or phrase.tests or len(frame.links) != 1:
        return ()
    link = frame.links[0]
    far = other(link, frame.main)
    ends = ends_of(link, frame.main)
    free = chosen(phrase, Reach(Within()), ends)
    found = [c for c in (found if isinstance(free, Refusal) else free) if c.kind in ends] or found
    if any(map(placed, found)):
        return ()
    end = frame.phrases[far]
    if end.names or link.none or link.count or frame.ask not in ("", "yesno"):
        raise CannotSay("Of what lies in no place, that is not asked of one.")
    made: list[Plan] = []
    for candidate in found:
        where = Relating(frame, asker, (candidate.uid,)).conditions(far, end.of or ANY)
        find = Find(end.of or ANY, where, reach.within, limit=asker.limits.rows, as_of=asker.as_of)
        made.append(Plan(Form.YESNO, (Asked(find),), of=find.of, named=(candidate,), within=reach.within))
    return tuple(made)


def placed(candidate: Candidate) -> bool:
    """Whether it lies anywhere: what routes to it does so there."""
    return bool(candidate.place)


def named_through_nothing(frame: Frame) -> Phrase | None:
    """The named phrase at the other end of a nameless relation, where a field was asked of it ("What image runs in cart?")."""
    for link in frame.links:
        if not link.relation and frame.main in (link.subject, link.target):
            end = frame.phrases[other(link, frame.main)]
            if end.names and main_phrase(frame).is_open:
                return end
    return None


def related_link(frame: Frame) -> Link | None:
    """The one relation between what is asked for and a record that is named, where that is all the question says."""
    main = main_phrase(frame)
    links = [k for k in frame.links if frame.main in (k.subject, k.target)]
    if len(frame.links) != 1 or len(links) != 1 or main.tests or main.names or main.also or frame.asked:
        return None
    link = links[0]
    plain = link.relation and not link.none and link.count is None
    end = frame.phrases[other(link, frame.main)]
    return link if plain and end.names and not end.tests else None


def related(frame: Frame, link: Link, reach: Reach, asker: Asker) -> Planned:
    """What a named record relates to: each record of the name by itself, with what lies at its other end."""
    far = other(link, frame.main)
    phrase = frame.phrases[far]
    if link.relation == "OWNED_BY" and (many := _of_many(frame, phrase)) is not None:
        return (many,)
    main = main_phrase(frame)
    if (apart := _lying_apart(frame, phrase, reach, ends_of(link, far))) is not None:
        return _related_there(frame, main, apart, reach, asker)
    found = chosen(phrase, reach, ends_of(link, far))
    if isinstance(found, Refusal):
        return found
    if (
        link.relation in _CANDIDATES
        and side(link, frame.main) == "in"
        and main.of in (*_OWNER_ENDS, "Repository")
    ):
        return tuple(_among_candidates(link.relation, c, phrase, found, reach) for c in widest(found))
    made: list[Plan] = []
    if link.relation == "DEPENDS_ON" and (whole := _needs_of_whole(frame, link, found, asker)) is not None:
        return (whole,)
    for candidate in nearest(found):
        needed = link.relation == "DEPENDS_ON" and side(link, frame.main) == "out"
        if needed and (main.of or ANY) == ANY and (inside := lying_in(candidate, asker)):
            made.append(inside)
            continue
        as_one = together(candidate, phrase) if link.relation == "DEPENDS_ON" else (candidate,)
        uids = tuple(c.uid for c in as_one)
        where = Relating(frame, asker, uids).conditions(frame.main, main.of or ANY)
        find = Find(main.of or ANY, where, reach.within, limit=asker.limits.rows, as_of=asker.as_of)
        if not all(isinstance(c, Related) for c in where):
            made.append(Plan(Form.LIST, (Asked(find),), of=find.of, named=(candidate,), within=reach.within))
            continue
        made.append(
            Plan(
                Form.RELATED,
                (Asked(Describe(uids, as_of=asker.as_of), "record"), Asked(find)),
                of=find.of,
                names=uids,
                named=(candidate,),
                within=reach.within,
                also_named=others(phrase, found),
            )
        )
    return tuple(made)


def _needs_of_whole(frame: Frame, link: Link, found: Sequence[Candidate], asker: Asker) -> Plan | None:
    """What a namespace or a team depends on is what its workloads do; None of what has needs of its own."""
    wholes = [c for c in found if c.kind in ("Namespace", "Team")]
    if side(link, frame.main) != "in" or not wholes or any(c.kind not in _WHOLES for c in found):
        return None
    one = next((c for c in wholes if c.kind == "Namespace"), wholes[0])
    place = dict(one.place).get("cluster")
    if one.kind == "Namespace":
        lies: tuple[Condition, ...] = (Where("namespace", Op.EQ, one.name),)
        lies = (*lies, Where("cluster", Op.EQ, place)) if place else lies
    else:
        lies = (Related("OWNED_BY", "out", uids=(one.uid,)),)
    of = main_phrase(frame).of or ANY
    where = (Related("DEPENDS_ON", "in", "Workload", lies),)
    find = Find(of, where, limit=asker.limits.rows, as_of=asker.as_of)
    noun = "namespace" if one.kind == "Namespace" else "team"
    remark = f"These are what the workloads of the {noun} {one.name} depend on."
    return Plan(Form.LIST, (Asked(find),), of=of, named=(one,), remarks=(remark,), linked=tuple(found))


_WHOLES = frozenset({"Namespace", "Team", "CatalogEntity"})


def _lying_apart(
    frame: Frame, phrase: Phrase, reach: Reach, wanted: frozenset[str]
) -> tuple[Candidate, ...] | None:
    """The named records, where they lie in no such place: then the place is of what is asked for ("in staging" of what needs a database)."""
    restricted = [p for p in PLACES[:4] if getattr(reach.within, p)]
    if not restricted:
        return None
    free = chosen(phrase, Reach(Within()), wanted)
    if isinstance(free, Refusal) or any(_lies_there(c, p, reach, frame) for c in free for p in restricted):
        return None
    in_clusters = [p for p in restricted if p in ("cluster", "namespace")]
    could = any(field_of(c.kind, p) for c in free for p in in_clusters)
    return None if could else free


def _lies_there(candidate: Candidate, name: str, reach: Reach, frame: Frame) -> bool:
    ids = {i for r in frame.restrictions for n, i in r.place.ids if n == name}
    return dict(candidate.place).get(name) in {*getattr(reach.within, name), *ids}


def _related_there(
    frame: Frame, main: Phrase, named: Sequence[Candidate], reach: Reach, asker: Asker
) -> tuple[Plan, ...]:
    """What lies in the place and is related to records that lie elsewhere."""
    of = main.of or ANY
    where = Relating(frame, asker).conditions(frame.main, of)
    find = Find(of, where, reach.within, limit=asker.limits.rows, as_of=asker.as_of)
    form = Form.YESNO if frame.ask == "yesno" else Form.LIST
    names = tuple(c.uid for c in named)
    return (
        Plan(
            form,
            (Asked(find),),
            of=of,
            names=names,
            named=(named[0],),
            within=reach.within,
            linked=tuple(named),
        ),
    )


_THEM = frozenset({"them", "they", "these", "those", "their"})


def _of_many(frame: Frame, phrase: Phrase) -> Plan | None:
    """Who owns many records that were found before: a list of them with their owners."""
    known = tuple(dict.fromkeys(c for n in phrase.names for c in n.candidates))
    spoken = all(n.text.lower() in _THEM for n in phrase.names)
    kinds = {c.kind for c in known}
    if (
        not spoken
        or len(known) <= MOST_CANDIDATES
        or len(kinds) != 1
        or main_phrase(frame).of not in _OWNER_ENDS
    ):
        return None
    return owners_of(tuple(c.uid for c in known), kinds.pop())


def lying_in(candidate: Candidate, asker: Asker) -> Plan | None:
    """What goes down with a place is what lies in it; None of anything that is no place."""
    place = next((p for p in PLACES[:4] if stands_for_place(candidate.kind, p)), "")
    if not place:
        return None
    lies = {n: (v,) for n, v in candidate.place if n in PLACES[:4]}
    within = Within(**{**lies, place: (lies.get(place, (candidate.name,))[0],)})
    find = Find(ANY, within=within, limit=asker.limits.rows, as_of=asker.as_of)
    remark = f"Everything that lies in the {place} {candidate.name} depends on it."
    return Plan(Form.LIST, (Asked(find),), of=ANY, named=(candidate,), within=within, remarks=(remark,))


def _among_candidates(
    relation: str, candidate: Candidate, phrase: Phrase, found: Sequence[Candidate], reach: Reach
) -> Plan:
    """The record, and every candidate that a rule found for it."""
    form, of, points = _CANDIDATES[relation]
    find = Find(of, (Related(points, "out", uids=(candidate.uid,)),), limit=20)
    return Plan(
        form,
        (Asked(Describe((candidate.uid,)), "record"), Asked(find, "candidates")),
        of=of,
        names=(candidate.uid,),
        named=(candidate,),
        within=reach.within,
        also_named=others(phrase, found),
    )


def paged(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    """Who answers for it, with how the team is reached: who is on call is nothing that is collected, and that is said."""
    found = contacts(frame, reach, asker)
    if isinstance(found, Refusal):
        return found
    remark = "Who is on call is not collected: this is who owns it, and how they are reached."
    return (replace(found[0], remarks=(remark, *found[0].remarks)), *found[1:])


def contacts(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    """People who worked on it, beside its owner and how that is reached: contacts, said as such."""
    phrase = named_phrases(frame)[0]
    found = chosen(phrase, reach)
    if isinstance(found, Refusal):
        return found
    made: list[Plan] = []
    for candidate in widest(found):
        if candidate.kind == "Team":
            made.append(_described(Form.RECORD, frame, phrase, (candidate,), reach, asker))
            continue
        owner = _among_candidates("OWNED_BY", candidate, phrase, found, reach)
        people = Find("Person", (Related("CONTACT_FOR", "out", uids=(candidate.uid,)),), limit=20)
        teams = Find("Team", (Related("OWNED_BY", "in", uids=(candidate.uid,)),), limit=20)
        more = (Asked(people, "contacts"), Asked(teams, "contacts"))
        made.append(replace(owner, form=Form.CONTACT, queries=(*owner.queries, *more)))
    return tuple(made)
