"""What nouns, names and places do to a reading."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.grammar.actor import acted, takes_actor
from assistant.grammar.frame import (
    NOTHING,
    Compared,
    Frame,
    Link,
    Pending,
    Phrase,
    Restriction,
    Test,
    Valued,
    fits,
    kinds_fit,
    replace,
)
from assistant.meaning import FieldWord, Name, Noun, Place, PlaceWord, RelationNoun, Tag, Unknown, Verb
from graph.fields import ANY, kinds_asked
from graph.kinds import KINDS, RELATIONS
from graph.query import Measure, Op

GENERIC_COST = 0.4  # a relation nobody named
_OF_PLACES = frozenset({"changed", "deployed", "unread", "coverage", "scanned", "stale", "weak"})
"""Topics that are asked of places sooner than of records."""

_LOCATED = ("cluster", "namespace", "account", "region")
"""Places that things lie in; after their word, the value restricts sooner than it is asked about."""

_PLACE_KINDS = {
    "cluster": ("KubernetesCluster",),
    "namespace": ("Namespace",),
    "account": ("AWSAccount",),
    "region": ("AWSRegion",),
    "team": ("Team",),
    "application": ("Application",),
    "repository": ("Repository",),
}


_TAGGED = 1.4
"""What "tagged" costs where no key follows it."""

_NAMED_SO = 0.6
"""A name and its own kind right behind it ("the prod vpc") before the place of that name."""

_OF_EACH = frozenset({Measure.AVERAGE, Measure.MEDIAN, Measure.MINIMUM, Measure.MAXIMUM})
"""Measures over things that "per" says the things of ("average restarts per pod")."""

_CLASSES = frozenset({"StorageClass", "IngressClass", "PriorityClass"})
"""Kinds that are called as the types of other things are ("gp3")."""

_SHOWN_BESIDE = {
    "Team": RelationNoun("OWNED_BY", "out", "owner"),
    "Repository": RelationNoun("BUILT_FROM", "out", "repository"),
}
"""Kinds that are shown of each record of a list ("applications and their repositories")."""


def noun(frame: Frame, word: Noun) -> Iterator[Frame]:
    """A noun of a kind: the thing asked for, the other end of a relation, what is lacking, or the kind of a name beside it."""
    waits = frame.pending
    if waits.beside:
        if word.of in _SHOWN_BESIDE:
            shown = (*frame.beside, _SHOWN_BESIDE[word.of])
            yield replace(frame.waiting(beside=False, join=""), beside=shown, last="field")
        return
    if frame.groups_on:
        if (
            frame.main < 0
            and frame.aggregate
            and frame.aggregate.measure in _OF_EACH
            and frame.aggregate_field
        ):
            yield from _placed(frame.waiting(per=False, join=""), Phrase(of=word.of), "noun")
        if frame.extreme and frame.extreme_field is None:
            yield replace(frame.waiting(per=False, extreme=False), extreme_noun=word.of, last="noun")
        yield replace(
            frame.waiting(per=False, join=""), group=(*frame.group, word), last="group", cost=frame.cost + 0.5
        )
        return
    if frame.extreme and waits.extreme and waits.verb is not None:
        yield from _most_related(frame, word, waits.verb)
        return
    if frame.extreme and waits.extreme and frame.main >= 0 and not frame.phrases[frame.main].is_open:
        done = frame.waiting(extreme=False, adjectives=())
        yield replace(done, extreme_noun=word.of, extreme_tests=waits.adjectives, last="noun")
    if frame.last == "name" and _names_kind(frame, word):
        located = any(stands_for_place(word.of, p) for p in _LOCATED)
        so_named = _NAMED_SO if frame.phrases[frame.focus].names[-1].also_place and not located else 0.0
        yield replace(frame.phrase(frame.focus, of=word.of), last="noun", cost=frame.cost - so_named)
    if frame.last == "noun" and waits.join and frame.focus >= 0 and not waits.adjectives:
        also = (*frame.phrases[frame.focus].also, word.of)
        yield replace(frame.phrase(frame.focus, also=also), pending=NOTHING, last="noun")
    if waits.aggregate and frame.aggregate is not None and frame.aggregate.measure is Measure.SUM:
        total = replace(frame, aggregate=None, ask="count", cost=frame.cost + 0.2).waiting(aggregate=False)
        yield from _placed(total, Phrase(of=word.of), "noun")  # the total of things is how many there are
    located = (
        frame.topic in _OF_PLACES and word.of != ANY and any(stands_for_place(word.of, p) for p in _LOCATED)
    )
    cost = 0.5 if located else 0.0
    nameless = waits.verb is None and (waits.lack or waits.have or waits.amount is not None)
    if (
        nameless
        and word.rank >= 4
        and frame.main >= 0
        and not _are_related(frame.phrases[frame.main].of, word.of)
    ):
        return  # half a noun, with no verb to say what it is to the rest
    yield from _placed(replace(frame, cost=frame.cost + cost), Phrase(of=word.of), "noun")


def _are_related(of: str, other: str) -> bool:
    """Whether a relation is declared between just these two kinds ("rules" of a security group)."""
    ends = {of, other}
    return any(set(r.sources) | set(r.targets) == ends for r in RELATIONS.values())


def most_of_all(frame: Frame) -> Iterator[Frame]:
    """Said as "who owns the most", with no word of what: of everything."""
    if frame.pending.verb is not None and frame.pending.verb.relation == "OWNED_BY":
        for found in _most_related(frame, Noun(ANY), frame.pending.verb):
            yield replace(found, cost=found.cost + 0.8)


def _most_related(frame: Frame, word: Noun, verb: Verb) -> Iterator[Frame]:
    """Said as "owns the most applications": what is asked for, ordered by how many of these it is related to."""
    if frame.pending.verb_subject == frame.main and not frame.pending.adjectives:
        done = frame.waiting(
            verb=None, verb_subject=-1, verb_needs_of=False, extreme=False, preposition="", quantifier=""
        )
        yield replace(done, extreme_noun=word.of, extreme_verb=verb, last="noun")


def name(frame: Frame, word: Name) -> Iterator[Frame]:
    """A name: of the kind just said, of another record of an and-list, or a phrase by itself."""
    waits = frame.pending
    if waits.tag is not None:
        return  # its value is a word as it is written
    if takes_actor(frame):
        yield acted(frame, word)
        return
    if waits.field is not None:
        yield from _value(frame, word.text, 0.5)
    if waits.place is not None:
        place = Place(word.text, ((waits.place.name, word.text),))
        yield replace(_restricted(frame, place, waits.place.name), cost=frame.cost + 0.6)
        return
    from assistant.grammar.determined import determined  # noqa: PLC0415 — the two modules take turns

    if "/" in word.text and not word.text.startswith(("arn:", "k8s:")):
        yield from determined(frame, word.text, -0.7)  # an image; of what else is called so it is no value
    if {c.kind for c in word.candidates} <= _CLASSES:
        yield from determined(
            frame, word.text, -0.3, typed=True
        )  # what a class is called is the type of what has no class
    if frame.last == "noun" and frame.focus >= 0 and _is_of(frame.phrases[frame.focus].of, word):
        of = frame.phrases[frame.focus].of
        cost = 0.3 if word.also_place and any(stands_for_place(of, p) for p in _LOCATED) else -0.2
        yield replace(frame.phrase(frame.focus, names=(word,)), last="name", cost=frame.cost + cost)
    if frame.last in ("name", "list") and frame.focus >= 0 and (waits.join or frame.last == "list"):
        names = (*frame.phrases[frame.focus].names, word)
        yield replace(frame.phrase(frame.focus, names=names).waiting(join=""), last="name")
    if frame.topic in ("path", "differ") and frame.main >= 0 and frame.phrases[frame.main].names:
        before = frame.phrases[frame.main].names
        cost = 0.6 if _is_located(word) and not _is_located(before[0]) else 0.0
        done = frame.phrase(frame.main, names=(*before, word)).waiting(join="", preposition="")
        yield replace(done, last="name", cost=frame.cost + cost)
    if (
        frame.last == "noun"
        and frame.focus == frame.main
        and not (waits.verb or waits.join or waits.relative)
    ):
        reduced = replace(frame.waiting(gap=True), cost=frame.cost + 0.5)  # "the databases cart depends on"
        yield from _placed(reduced, Phrase(names=(word,)), "name")
    if waits.field is None:
        asked = waits.gap and _is_located(word)
        placed = waits.preposition == "in" or asked or frame.topic in _OF_PLACES
        restricts = waits.preposition == "in" or _is_located(word)
        cost = 0.5 if (placed or frame.topic == "differ") and word.also_place and restricts else 0.0
        yield from _placed(replace(frame, cost=frame.cost + cost), Phrase(names=(word,)), "name")


def unknown(frame: Frame, word: Unknown) -> Iterator[Frame]:
    """A word that looks like a name and is none: it stands where a name would, so that the refusal can say what was meant."""
    from assistant.grammar.determined import determined, is_bare_version, versioned  # noqa: PLC0415 — the two modules take turns

    waits = frame.pending
    if waits.tag is not None:
        return  # its value is a word as it is written
    if takes_actor(frame):
        yield acted(frame, word)
        return
    if word.adjective and waits.field is None:
        return
    if is_bare_version(word.text) and not waits.field and not waits.have and not waits.preposition:
        return  # nothing is called by a version alone
    if waits.called and frame.last == "noun":
        phrase = frame.phrases[frame.focus]
        named = frame.phrase(frame.focus, unknown=(*phrase.unknown, word))
        yield replace(named.waiting(called=False), last="name")
        return
    if waits.field is not None:
        yield from _value(frame, word.text, 0.0)
        return
    if waits.place is not None:
        yield _restricted(frame, Place(word.text, ()), waits.place.name)
        return
    if word.plain and frame.asked and not waits.preposition and not waits.gap and frame.last != "do":
        return
    yield from versioned(frame, word.text)
    yield from determined(frame, word.text, -0.3)
    if frame.last == "noun" and frame.focus >= 0 and not word.plain:
        phrase = frame.phrases[frame.focus]
        yield replace(
            frame.phrase(frame.focus, unknown=(*phrase.unknown, word)), last="name", cost=frame.cost + 0.5
        )
    yield from _placed(replace(frame, cost=frame.cost + 1.0), Phrase(unknown=(word,)), "name")


def place(frame: Frame, word: Place) -> Iterator[Frame]:
    """A value that restricts: after a preposition, after its own word, or as an adjective ("prod databases")."""
    waits = frame.pending
    if waits.tag is not None:
        return  # its value is a word as it is written
    if waits.place is not None:
        if any(n == waits.place.name for n, _ in word.readings):
            placed = _restricted(frame, word, waits.place.name)
            yield placed
            yield from _as_a_whole(placed)
        return
    joined = bool(waits.join) and frame.last == "place"
    bare = not waits.preposition and not joined
    located = any(n in _LOCATED for n, _ in word.readings)
    asked_of = bare and frame.last == "do" and not located  # not "does storefront have an autoscaler"
    if (
        waits.verb
        or waits.lack
        or (bare and frame.last == "verb")
        or (waits.preposition == "inside" and not located)
    ):
        return
    if frame.topic in ("changed", "deployed") and all(n == "repository" for n, _ in word.readings):
        return  # a repository's changes are its own
    cost = 0.3 if bare and not (located and frame.topic in _OF_PLACES) else 0.0
    cost += 0.5 if frame.topic == "differ" and not located else 0.0
    cost += (
        0.1 if frame.topic in _OF_PLACES and not located else 0.0
    )  # its own changes before those of its pieces
    placed = _restricted(frame, word, "", joined=joined)
    placed = placed.waiting(noun_by=frame.position + _NOUN_WITHIN) if asked_of else placed
    yield replace(placed, cost=frame.cost + cost)
    if located:
        yield from _as_a_whole(placed)


_NOUN_WITHIN = 2
"""Words from a bare application or team to the noun that it is said of, after "do" ("do the cart pods run")."""


def _restricted(frame: Frame, place: Place, explicit: str, *, joined: bool = False) -> Frame:
    """With the place as a restriction: to it or, after "outside" or "not in", to anywhere else."""
    waits = frame.pending
    before = frame.restrictions[-1] if frame.restrictions else None
    outside = (waits.negated and bool(waits.preposition)) or (
        joined and before is not None and before.outside
    )
    join = "" if joined or explicit else waits.join
    done = frame.waiting(place=None, preposition="", join=join, negated=waits.negated and not outside)
    beside = frame.focus if waits.preposition and frame.focus >= 0 else len(frame.phrases)
    added = Restriction(place, explicit, joined, outside, beside)
    return replace(done, restrictions=(*frame.restrictions, added), last="place")


def _as_a_whole(frame: Frame) -> Iterator[Frame]:
    """A place as what the question is about: "is prod healthy?" asks it of everything that lies there."""
    if frame.main < 0 and frame.ask == "yesno" and not frame.topic and not frame.pending.dangles:
        opened = Phrase(word="which", quantifier="all")
        yield replace(frame, phrases=(opened,), main=0, focus=0, subject=0, cost=frame.cost + 0.1)


def place_word(frame: Frame, word: PlaceWord) -> Iterator[Frame]:
    """Said as "namespace", "account": the word of the restriction before or after it, or of a group."""
    waits = frame.pending
    if waits.beside:
        return
    if waits.tagged and not word.many:
        from assistant.grammar.predicate import tag  # noqa: PLC0415 — the two modules take turns

        keyed = replace(frame, cost=frame.cost - _TAGGED)
        yield from tag(keyed, Tag(word.name))  # "tagged with a team"
    if frame.groups_on:
        yield replace(frame.waiting(per=False, join=""), group=(*frame.group, word), last="group")
        return
    if frame.last == "place" and frame.restrictions and not frame.restrictions[-1].explicit:
        last = frame.restrictions[-1]
        if any(n == word.name for n, _ in last.place.readings):
            restrictions = (*frame.restrictions[:-1], replace(last, explicit=word.name))
            yield replace(frame, restrictions=restrictions, last="place", cost=frame.cost - 0.1)
    if (not word.many or waits.preposition) and word.name != "kind":
        yield replace(frame.waiting(place=word), last="place word", cost=frame.cost + 0.05)


def relation_noun(frame: Frame, word: RelationNoun) -> Iterator[Frame]:
    """Said as "owner", "dependencies": the other end of a relation, of what follows "of" or stands before it."""
    waits = frame.pending
    if frame.groups_on:
        yield replace(frame.waiting(per=False, join=""), group=(*frame.group, word), last="group")
        return
    if waits.beside or (frame.last == "field" and waits.join == "and" and frame.asked and frame.main >= 0):
        shown = frame.waiting(beside=False, join="")
        cost = frame.cost if word.relation == "OWNED_BY" else frame.cost + 0.3
        yield replace(shown, beside=(*frame.beside, word), last="field", cost=cost)
        return
    if waits.lack or ((waits.have or waits.amount) and frame.main >= 0):
        yield from _had(frame, word)
        return
    back = "in" if word.direction == "out" else "out"
    verb = Verb(word.relation, back, phrase=word.phrase)
    if frame.last == "name" and frame.focus >= 0 and not waits.verb:
        other = len(frame.phrases)
        link = Link(frame.focus, other, word.relation, word.direction, phrase=word.phrase)
        yield replace(
            frame,
            phrases=(*frame.phrases, Phrase(of=_end(word))),
            links=(*frame.links, link),
            main=other,
            focus=other,
            subject=other,
            last="noun",
        )
        return
    for opened in _placed(frame, Phrase(of=_end(word)), "noun"):
        yield opened.waiting(verb=verb, verb_subject=opened.focus, verb_needs_of=True)


def _had(frame: Frame, word: RelationNoun) -> Iterator[Frame]:
    """Said as "no owner", "with owners", "more than 3 dependencies": a relation that is there, or is not, or is counted."""
    waits = frame.pending
    if waits.join == "or" and any(p.tests for p in frame.phrases):
        return  # no alternative of a test
    index = len(frame.phrases)
    count = (waits.op or Op.EQ, int(waits.amount.value)) if waits.amount else None
    link = Link(
        _subject(frame),
        index,
        word.relation,
        word.direction,
        none=waits.lack,
        count=count,
        phrase=word.phrase,
    )
    yield replace(
        frame.waiting(lack=False, have=False, op=None, amount=None, negated=False),
        phrases=(*frame.phrases, Phrase(of=_end(word))),
        links=(*frame.links, link),
        last="had",
    )


def _end(word: RelationNoun) -> str:
    """The kind at the other end where the declaration has only one."""
    relation = RELATIONS[word.relation]
    ends = relation.targets if word.direction == "out" else relation.sources
    return ends[0] if len(ends) == 1 else ""


def _placed(frame: Frame, phrase: Phrase, last: str) -> Iterator[Frame]:
    """A new phrase where the reading has room for one."""
    waits = frame.pending
    if waits.beside or waits.preposition == "inside" or -1 < waits.noun_by < frame.position:
        return
    adorned = _adorned(phrase, waits)
    if adorned is None:
        return
    phrase = adorned
    index = len(frame.phrases)
    used = replace(
        waits,
        noun_by=-1,
        adjectives=(),
        quantifier="",
        relative=False,
        join="",
        preposition="",
        gap=False,
        extreme=False,
    )
    if waits.top and waits.amount:
        return
    if waits.verb is not None:
        link = Link(
            waits.verb_subject,
            index,
            waits.verb.relation,
            waits.verb.direction,
            none=waits.verb_none or phrase.quantifier == "none",
            count=(waits.op or Op.EQ, int(waits.amount.value)) if waits.amount else None,
            phrase=waits.verb.phrase,
        )
        done = replace(
            used, verb=None, verb_subject=-1, verb_none=False, verb_needs_of=False, op=None, amount=None
        )
        yield _with(frame, phrase, done, link, last)
        return
    if frame.main < 0 and frame.ask == "yesno" and waits.amount and waits.op and not waits.amount.unit:
        counted = used._replace(op=None, amount=None, have=False)
        bound = (waits.op, int(waits.amount.value))
        yield replace(_with(frame, phrase, counted, None, last), main=0, subject=0, ask="count", bound=bound)
        return
    if frame.main < 0:
        yield replace(_with(frame, phrase, used, None, last), main=0, subject=0)
        return
    if frame.phrases[frame.main].is_open and not waits.gap and not waits.lack and not waits.have:
        yield from _opened(frame, phrase, used, last)
    if waits.gap or (waits.relative and frame.last == "that" and frame.focus == frame.main):
        yield replace(
            _with(frame, phrase, used, None, last), gap_subject=index, subject=index, cost=frame.cost
        )
        return
    yield from _joined(frame, phrase, used, last)


def _opened(frame: Frame, phrase: Phrase, used: Pending, last: str) -> Iterator[Frame]:
    """The phrase that a question word opened ("which pods"), where what was said of it fits."""
    waits = frame.pending
    opened = frame.phrases[frame.main]
    merged = replace(
        phrase,
        word=opened.word,
        tests=(*opened.tests, *phrase.tests),
        quantifier=phrase.quantifier or opened.quantifier,
    )
    if not opened.tests or all(fits(merged, t) for t in opened.tests):
        phrases = (*frame.phrases[: frame.main], merged, *frame.phrases[frame.main + 1 :])
        cost = frame.cost + (
            0.3 if frame.asked and not waits.preposition and not frame.be and frame.last != "do" else 0.0
        )
        yield replace(
            frame,
            phrases=phrases,
            focus=frame.main,
            subject=frame.main,
            pending=used,
            last=last,
            cost=cost,
        )


def _joined(frame: Frame, phrase: Phrase, used: Pending, last: str) -> Iterator[Frame]:
    """The other end of a relation that no verb names: lacking, had, counted, or after a preposition."""
    waits, index = frame.pending, len(frame.phrases)
    if waits.join == "or" and any(p.tests for p in frame.phrases):
        return  # no alternative of a test
    if waits.lack:
        link = Link(_subject(frame), index, none=True)
        yield _with(frame, phrase, replace(used, lack=False, have=False), link, last, GENERIC_COST)
    elif waits.amount and not waits.top and waits.field is None:
        link = Link(_subject(frame), index, count=(waits.op or Op.EQ, int(waits.amount.value)))
        done = replace(used, op=None, amount=None, have=False)
        yield _with(frame, phrase, done, link, last, GENERIC_COST)
    elif waits.have:
        link = Link(_subject(frame), index, none=phrase.quantifier == "none")
        yield _with(frame, phrase, replace(used, have=False), link, last, GENERIC_COST)
    elif waits.preposition:
        target = frame.focus if not frame.phrases[frame.focus].is_open else frame.main
        cost = GENERIC_COST + (0.2 if waits.preposition != "of" else 0.0)
        yield _with(frame, phrase, used, Link(target, index), last, cost)
        if target != frame.main:
            yield _with(frame, phrase, used, Link(frame.main, index), last, cost + 0.2)


def implied_end(frame: Frame) -> Frame | None:
    """With the other end of the verb just said, where its declaration lets only one kind stand there ("allows": a rule)."""
    waits = frame.pending
    if waits.verb is None:
        return None
    relation = RELATIONS[waits.verb.relation]
    ends = relation.targets if waits.verb.direction == "out" else relation.sources
    if len(ends) != 1 or ends[0] not in KINDS:
        return None
    return next((f for f in _placed(frame, Phrase(of=ends[0]), "noun") if f.pending.verb is None), None)


def _with(
    frame: Frame, phrase: Phrase, waits: Pending, link: Link | None, last: str, cost: float = 0.0
) -> Frame:
    return replace(
        frame,
        phrases=(*frame.phrases, phrase),
        links=(*frame.links, link) if link else frame.links,
        focus=len(frame.phrases),
        pending=waits,
        last=last,
        cost=frame.cost + cost,
    )


def _subject(frame: Frame) -> int:
    """Whose predicate comes now: the phrase of a relative clause, else the one the verb is about."""
    if frame.pending.relative or frame.subject < 0:
        return frame.focus
    return frame.focus if not frame.be and frame.last in ("noun", "name") else frame.subject


def _adorned(phrase: Phrase, waits: Pending) -> Phrase | None:
    """With the adjectives and quantifier said before it; None where the kind cannot have one of them."""
    tests: tuple[Test, ...] = waits.adjectives
    if not all(fits(phrase, t) for t in tests):
        return None
    return replace(phrase, tests=tests, quantifier=waits.quantifier)


def _names_kind(frame: Frame, word: Noun) -> bool:
    """Whether the noun says the kind of the name before it ("the payments team")."""
    phrase = frame.phrases[frame.focus]
    return bool(phrase.names) and not phrase.of and _is_of(word.of, phrase.names[-1])


def _is_of(of: str, word: Name) -> bool:
    return bool(of) and kinds_fit(of, {c.kind for c in word.candidates})


def _value(frame: Frame, text: str, cost: float) -> Iterator[Frame]:
    """A value of the field just said ("engine postgres", "node ip-10-0-1-2")."""
    word = frame.pending.field
    if not isinstance(word, FieldWord):
        return
    from assistant.grammar.predicate import tested  # noqa: PLC0415 — the two modules take turns

    test = Valued(word, text, negated=frame.pending.negated)
    done = frame.waiting(field=None, have=False, op=None, negated=False)
    yield from (replace(f, cost=f.cost + cost) for f in tested(done, test))


def _is_located(word: Name) -> bool:
    """Whether it names a place that things lie in."""
    return word.also_place and any(stands_for_place(c.kind, p) for c in word.candidates for p in _LOCATED)


def stands_for_place(of: str, name: str) -> bool:
    """Whether a kind is the thing that a restriction names (Namespace for namespace)."""
    return any(k.name in _PLACE_KINDS.get(name, ()) for k in kinds_asked(of))


def compared(word: FieldWord, op: Op | None, frame: Frame) -> Compared | None:
    """The comparison of a field with the amount waited with, or None without one."""
    amount = frame.pending.amount
    return Compared(word, op or Op.EQ, amount) if amount else None
