"""Topics that no kind of record is: impact, paths, comparison, changes, coverage, freshness, disagreement, weak points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from assistant.answer import DeclineType
from assistant.choice import Reach, candidates, nearest, others, widest
from assistant.condition import CannotSay, Context, conditions
from assistant.grammar.frame import Frame, Link, Phrase, State
from assistant.grammar.noun import stands_for_place
from assistant.inflection import base
from assistant.intents.actor import REMARK, changed_most, of_actor
from assistant.intents.asker import Asker, chosen, main_phrase, named_phrases
from assistant.intents.naming import IMAGES, asked_fields, contacts, lying_in, paged
from assistant.intents.relating import other
from assistant.intents.twofold import differing
from assistant.intents.unchanged import unchanged
from assistant.meaning import Candidate, FieldWord, StateWord
from assistant.plan import Asked, Form, Plan, Planned, Refusal, with_remarks
from assistant.vocabulary import vocabulary
from graph.fields import ANY, PLACES, field_of, kinds_asked
from graph.kind import Type
from graph.kinds import KINDS
from graph.query import (
    Analysis,
    AnyOf,
    Column,
    Condition,
    CoverageOf,
    Describe,
    Find,
    History,
    Impact,
    Op,
    Order,
    Path,
    Where,
    Window,
    Within,
)
from graph.record import Uid

_DEPLOYED = ("image", "images", "chartVersion", "targetRevision", "revision", "taskDefinition")
"""Fields whose change is a deployment."""


def _disagreements(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    main = main_phrase(frame)
    if main.of and main.of != "Ownership":
        contested = Find(
            main.of, (Where("ownership", Op.EQ, "conflict"),), reach.within, limit=asker.limits.rows
        )
        return (Plan(Form.LIST, (Asked(contested),), of=main.of, within=reach.within),)
    where = (Where("conflict", Op.EQ, value=True),)
    columns = tuple(Column(f) for f in ("subject", "owner", "method", "reason", "conflictReason"))
    find = Find("Ownership", where, reach.within, columns=columns, order=Order("subject", descending=False))
    return (Plan(Form.LIST, (Asked(find),), of="Ownership", within=reach.within),)


def _impact(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    phrase = named_phrases(frame)[0]
    found = chosen(phrase, reach)
    if isinstance(found, Refusal):
        return found
    return tuple(
        lying_in(c, asker)
        or Plan(
            Form.IMPACT,
            (Asked(Describe((c.uid,)), "record"), Asked(Impact(c.uid, direction="in"))),
            names=(c.uid,),
            named=(c,),
            within=reach.within,
            also_named=others(phrase, found),
        )
        for c in nearest(found)
    )


def _path(frame: Frame, reach: Reach, _asker: Asker) -> Planned:
    """How one named record reaches another. Of several of a name, those in one place are paired."""
    words = [replace(p, names=(n,)) for p in named_phrases(frame) for n in p.names]
    if len(words) != 2:
        raise CannotSay("From what to what?")
    left, right = chosen(words[0], reach), chosen(words[1], Reach(Within()))
    if isinstance(left, Refusal):
        return left
    if isinstance(right, Refusal):
        return right
    left, right = _of_things(left), _of_things(right)
    return tuple(
        Plan(
            Form.PATH,
            (Asked(Path(one.uid, other.uid)),),
            names=(one.uid, other.uid),
            named=(one, other),
            within=reach.within,
        )
        for one, other in _paired(nearest(left), nearest(right))
    )


def _of_things(found: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Without teams and people, where anything that reaches something is called so."""
    return tuple(c for c in found if c.kind not in ("Team", "Person", "CatalogEntity")) or found


def _paired(left: Sequence[Candidate], right: Sequence[Candidate]) -> list[tuple[Candidate, Candidate]]:
    pairs = [(one, other) for one in left for other in right if one.uid != other.uid]
    near = [(one, other) for one, other in pairs if _same_cluster(one, other)]
    return (near or pairs)[:4]


def _same_cluster(one: Candidate, other: Candidate) -> bool:
    ours, theirs = dict(one.place).get("cluster"), dict(other.place).get("cluster")
    return ours == theirs or ours is None or theirs is None


def _compare(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    """One name in two places, or two names."""
    words = [replace(p, names=(n,)) for p in frame.phrases for n in p.names]
    if not words and frame.asked:
        return differing(frame, reach, asker)
    if not words:
        raise CannotSay("Which two records are compared?")
    found = [candidates(w, reach.within) for w in words]
    if len(found) > 2:
        raise CannotSay("Two are compared.")
    if any(_is_place(c) for f in found for c in f) and not any(p.of for p in frame.phrases):
        return Refusal(
            DeclineType.AMBIGUOUS,
            "Those are places. Say what is to be compared in them: a record that both hold, by its name.",
            tuple(c for f in found for c in f)[:10],
        )
    if len(found) == 2:
        pairs = [p for p in _paired(nearest(found[0]), nearest(found[1])) if p[0].kind == p[1].kind]
    else:
        pairs = _namesakes_paired(nearest(found[0]) if found else ())
        pairs = pairs or _namesakes_paired(
            found[0] if found else ()
        )  # workloads of two kinds: their applications
    if len(pairs) != 1:
        return Refusal(
            DeclineType.AMBIGUOUS,
            "Two records of one kind are needed to compare. Say which two, with their places.",
            tuple(c for f in found for c in f)[:10],
        )
    left, right = pairs[0]
    return (
        Plan(
            Form.COMPARE,
            (Asked(Describe((left.uid, right.uid))),),
            names=(left.uid, right.uid),
            named=(left, right),
            within=Within(),
            fields=asked_fields(frame, (left, right)),
            verb=frame.ask if frame.ask == "same" else "",
        ),
    )


def _is_place(candidate: Candidate) -> bool:
    return any(stands_for_place(candidate.kind, p) for p in PLACES)


def _namesakes_paired(found: Sequence[Candidate]) -> list[tuple[Candidate, Candidate]]:
    """Of the records of one name, the two that are of one kind; workloads before what belongs to them."""
    for kind in dict.fromkeys(c.kind for c in found):
        same = [c for c in found if c.kind == kind]
        if len(same) == 2:
            return [(same[0], same[1])]
    return []


def changes(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    """Changes of named records, of a kind, or of everything in a place; the last one where who or when is asked."""
    main = main_phrase(frame)
    if frame.unchanged:
        return (unchanged(frame, main, reach, asker),)
    if (running := _running(frame, main, reach, asker)) is not None:
        return (running,)
    where = conditions([t for t in main.tests if _of_change(t)], Context("Change", asker.now))
    if [t for t in main.tests if not _of_change(t)]:
        raise CannotSay("Only changes can be asked for here.")
    acted = of_actor(frame, asker)
    if isinstance(acted, Refusal):
        return acted
    where = (*where, *acted)
    if frame.topic == "deployed":
        where = (*where, Where("field", Op.IN, list(_DEPLOYED)))
    if frame.asked:
        where = (*where, Where("field", Op.IN, _changed_fields(frame, main)))
    if (most := changed_most(frame, main, reach.within, where, asker)) is not None:
        return (most,)
    if frame.extreme is not None and frame.extreme.about != "birth":
        raise CannotSay("The most changes of what?")
    last = (frame.extreme is not None and frame.limit < 2) or frame.ask in ("who", "when")
    form = Form.LAST_CHANGE if last else Form.CHANGES
    window = frame.window.window if frame.window else None
    latest = replace(asker, limits=replace(asker.limits, rows=frame.limit)) if frame.limit > 1 else asker
    named = next((p for p in frame.phrases if p.names), None)
    if named is not None:
        found = chosen(named, reach)
        if isinstance(found, Refusal):
            return found
        if frame.topic == "deployed" and {c.kind for c in found} <= IMAGES:
            return (_history(form, (), reach, window, (*where, _of_image(named.names[0].text)), latest),)
        plans = tuple(_history_of(form, c, reach, window, where, latest) for c in widest(found))
        return with_remarks(plans, [REMARK] if acted else [])
    if main.of and main.of not in ("Change", ANY):
        if any(getattr(reach.within, p) and stands_for_place(main.of, p) for p in PLACES):
            raise CannotSay("A place beside its kind is where changes are, not what changed.")
        where = (*where, Where("subjectKind", Op.IN, [k.name for k in kinds_asked(main.of)]))
    return with_remarks((_history(form, (), reach, window, where, latest),), [REMARK] if acted else [])


def _of_image(name: str) -> Condition:
    """That it was deployed, or replaced by another: changes of workloads say it, and none of the image itself."""
    return AnyOf((Where("after", Op.CONTAINS, name), Where("before", Op.CONTAINS, name)))


def creation(frame: Frame, link: Link, reach: Reach, asker: Asker) -> Planned | None:
    """Said as "who created the bucket": a person is asked for, and no manager; None of anything else."""
    main = main_phrase(frame)
    end = frame.phrases[other(link, frame.main)]
    people = link.relation == "MANAGED_BY" and main.word == "who" and not main.of
    said = {link.phrase, f"{base(link.phrase)}d"}
    created = next((m for w in said for m in vocabulary().at((w,)) if isinstance(m, StateWord)), None)
    if not people or created is None or not end.names or not any(s.kind == "Change" for s in created.said):
        return None
    made = frame.phrase(frame.main, names=end.names, tests=(State(created),))
    return changes(made._replace(phrases=(made.phrases[frame.main],), main=0, links=()), reach, asker)


def _is_of_time(word: FieldWord) -> bool:
    """Whether it says when something was, which is no value that anybody changes ("created")."""
    return all((f := field_of(s.kind, s.field)) is not None and f.type is Type.TIME for s in word.slots)


def became_so(frame: Frame, main: Phrase, reach: Reach, asker: Asker) -> Plan | None:
    """Said as "which instances were stopped this week": the changes that made them so; None of anything else."""
    test = main.tests[0] if len(main.tests) == 1 else None
    more = (
        frame.topic or frame.links or main.names or main.also or frame.asked or frame.group or frame.extreme
    )
    if frame.window is None or not frame.past or more or not isinstance(test, State) or test.negated:
        return None
    if not main.of or frame.ask not in ("", "list", "count", "yesno") or _of_change(test):
        return None
    so = conditions(main.tests, Context(main.of, asker.now))
    if (
        len(so) != 1
        or not isinstance(so[0], Where)
        or so[0].op is not Op.EQ
        or not isinstance(so[0].value, str)
    ):
        return None
    kinds = [k.name for k in kinds_asked(main.of)]
    where = (
        Where("subjectKind", Op.IN, kinds),
        Where("field", Op.EQ, so[0].field),
        Where("after", Op.EQ, so[0].value),
    )
    return _history(Form.CHANGES, (), reach, frame.window.window, where, asker)


def _running(frame: Frame, main: Phrase, reach: Reach, asker: Asker) -> Plan | None:
    """Said as "what is deployed in staging": the workloads that are there, with their images; None of what was deployed when."""
    now = frame.be and not frame.past and frame.ask == "list" and main.is_open and main.word == "which"
    more = main.tests or frame.window or frame.extreme or frame.asked or frame.actor or frame.limit
    if frame.topic != "deployed" or not now or more or len(frame.phrases) > 1 or not reach.within.plain():
        return None
    columns = tuple(map(Column, ("name", "kind", "cluster", "namespace", "image")))
    find = Find("Workload", within=reach.within, columns=columns, limit=asker.limits.rows, as_of=asker.as_of)
    there = asker.rows(replace(find, limit=1))
    if there is None or not (there.total or there.scopes_read):
        raise CannotSay("No workloads were ever looked for there.")
    return Plan(Form.LIST, (Asked(find),), of="Workload", within=reach.within)


def _changed_fields(frame: Frame, main: Phrase) -> list[str]:
    """The fields whose changes are asked for, as changes name them ("changed their image")."""
    kinds = {k.name for k in kinds_asked(main.of)} if main.of and main.of != "Change" else set[str]()
    named = {c.kind for p in frame.phrases for n in p.names for c in n.candidates}
    held = kinds or named
    of_each = [[s.field for s in sorted(w.slots) if not held or s.kind in held] for w in frame.asked]
    fields = [name for names in of_each for name in names]
    if not fields or not all(of_each) or any(map(_is_of_time, frame.asked)):
        raise CannotSay("They have no such field.")
    return list(dict.fromkeys(fields))


def _history_of(
    form: Form,
    candidate: Candidate,
    reach: Reach,
    window: Window | None,
    where: tuple[Condition, ...],
    asker: Asker,
) -> Plan:
    """Of a place, a team or an application what lies in it or belongs to it; of anything else the record alone."""
    held = next((p for p in (*PLACES[:4], "team", "application") if stands_for_place(candidate.kind, p)), "")
    if not held:
        return _history(form, (candidate,), reach, window, where, asker)
    lies = {n: (v,) for n, v in candidate.place if n in PLACES[:4] and not getattr(reach.within, n)}
    within = reach.within.narrowed(**{**lies, held: (candidate.name,)})
    return _history(form, (), Reach(within), window, where, asker)


def _history(
    form: Form,
    named: tuple[Candidate, ...],
    reach: Reach,
    window: Window | None,
    where: tuple[Condition, ...],
    asker: Asker,
) -> Plan:
    uids: tuple[Uid, ...] = tuple(c.uid for c in named)
    limit = 1 if form is Form.LAST_CHANGE else asker.limits.rows
    query = History(uids[0] if uids else None, reach.within, window, where, limit=limit)
    record = (Asked(Describe(uids), "record"),) if uids else ()
    return Plan(
        form,
        (*record, Asked(query)),
        of="Change",
        names=uids,
        named=named,
        within=reach.within,
        window=window,
    )


def is_change(phrase: Phrase) -> bool:
    """Whether what is said of it is said only of changes ("deleted", "created")."""
    return bool(phrase.tests) and all(_of_change(t) for t in phrase.tests)


def _of_change(test: object) -> bool:
    return isinstance(test, State) and any(s.kind == "Change" for s in test.word.said)


def _unread(frame: Frame, reach: Reach, _asker: Asker) -> Planned:
    return (_coverage_plan(Form.COVERAGE, frame, reach, unread=True),)


def _coverage(frame: Frame, reach: Reach, _asker: Asker) -> Planned:
    return (_coverage_plan(Form.COVERAGE, frame, reach, unread=False),)


def _scanned(frame: Frame, reach: Reach, _asker: Asker) -> Planned:
    return (_coverage_plan(Form.SCANNED, frame, reach, unread=False),)


def _coverage_plan(form: Form, frame: Frame, reach: Reach, *, unread: bool) -> Plan:
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    whole = main.of in ("", "Scope", "Scan", ANY) or any(stands_for_place(main.of, p) for p in PLACES)
    kinds = () if whole else tuple(k.name for k in kinds_asked(main.of))
    query = CoverageOf(reach.within, kinds, unread_only=unread)
    return Plan(form, (Asked(query),), of="Scope", within=reach.within, quantifier="unread" if unread else "")


def _stale(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    main = frame.phrases[frame.main] if frame.main >= 0 else Phrase()
    of = main.of or ANY
    limit = asker.limits.freshness_of(KINDS[of].name if of in KINDS else "")
    where = (Where("observedAt", Op.LT, asker.now - limit),)
    columns = (Column("name"), Column("kind"), Column("observedAt"))
    find = Find(of, where, reach.within, columns=columns, order=Order("observedAt", descending=False))
    return (Plan(Form.STALE, (Asked(find),), of=of, within=reach.within),)


def _weak(frame: Frame, reach: Reach, asker: Asker) -> Planned:
    """What alone takes down more than itself, among the workloads of a place."""
    main = main_phrase(frame)
    if main.names:
        raise CannotSay("Single points of failure are asked of a place.")
    query = Analysis("single points", main.of or "Workload", reach.within, limit=asker.limits.rows)
    return (Plan(Form.WEAK, (Asked(query),), of=query.of, within=reach.within),)


TOPICS: dict[str, Callable[[Frame, Reach, Asker], Planned]] = {
    "impact": _impact,
    "path": _path,
    "differ": _compare,
    "changed": changes,
    "deployed": changes,
    "contact": contacts,
    "page": paged,
    "disagree": _disagreements,
    "unread": _unread,
    "coverage": _coverage,
    "scanned": _scanned,
    "stale": _stale,
    "weak": _weak,
}
"""What answers each topic."""
