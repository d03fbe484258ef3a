"""Whether the evidence carries a sentence: its clauses, the claims in them, and every way in which each is carried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from evidence import changing, counting, deriving
from evidence.carry import account
from evidence.use import Reading, Use
from evidence.claim import Claim, Spoken, Support
from evidence.clause import Clause, clauses, is_verb
from evidence.counting import Asked
from evidence.evidence import Question
from evidence.fact import View
from evidence.figure import Figure
from evidence.group import BREAK, FIGURE, LIKELIHOOD, NAME, NOT, TIME, WORD, Piece, pieces_of
from evidence.index import Index
from evidence.lexicon import nouns_of
from evidence.population import Population
from evidence.scope import Boundary, compatible_places, population_allowed, view_allowed
from evidence.subject import Entity, Member, entities, views_of
from evidence.token import Read, Token, tokens
from evidence.word import BE, HAVE, PRONOUNS, stem


@dataclass(slots=True)
class Bench:
    """What every sentence of one check is judged by."""

    index: Index
    question: Question
    edge: Boundary
    asked: Asked
    limits: dict[str, timedelta | None]
    fresh: Spoken | None = None  # what is spoken of before anything was said


@dataclass(slots=True)
class Verdict:
    """The claims of a sentence; `claims` is None where something in it is not carried."""

    read: Read
    claims: list[Claim] | None
    spoken: Spoken
    figures: list[str] = field(default_factory=list)
    names: frozenset[str] = frozenset()


_PAST = frozenset("was were had did".split())
_INTERJECTIONS = frozenset("yes no right correct indeed sure".split())


def judge(text: str, spoken: Spoken, bench: Bench, *, read: Read | None = None) -> Verdict:
    """The verdict on one sentence, and what the paragraph speaks of after it."""
    found = read if read is not None else tokens(text, bench.index.names, bench.question.asked_at)
    words = _without_phrases(_restated(_uttered(found.tokens)))
    _refer(words, spoken)
    said = frozenset(t.text for t in words if t.kind == "name")
    first: Spoken | None = None
    for parts in _readings(found.tokens, words):
        claims, after = _judge_parts(parts, spoken, bench, said)
        if claims:
            return Verdict(found, claims, after, figure_texts(words), said)
        first = first or after
    return Verdict(found, None, first or spoken, figure_texts(words), said)


def _refer(words: list[Token], spoken: Spoken) -> None:
    """ "the two", "the three": as many as were spoken of or are known; else the word is one that nothing accounts for."""
    if not any(t.refers for t in words):
        return
    counts = {len(spoken.subjects), len(spoken.known), len({v.name for v in spoken.known})}
    if spoken.population is not None:
        counts |= {spoken.population.count or 0, spoken.population.result.total}
    for token in words:
        if token.refers and token.refers not in counts:
            token.low, token.stem = token.text.lower(), token.text.lower()


def _readings(raw: list[Token], words: list[Token]) -> Iterator[list[Clause]]:
    """The ways to part a sentence into clauses: as it stands, with names that share a verb, with shares told on their own."""
    plain = clauses(words)
    yield plain
    gapped = clauses(words, gaps=True)
    if len(gapped) != len(plain):
        yield gapped
    told = clauses(_without_phrases(_uttered(raw)), told=True)
    if len(told) != len(plain):
        yield told


def _judge_parts(
    parts: list[Clause], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> tuple[list[Claim] | None, Spoken]:
    claims: list[Claim] = []
    whole = True
    before: Clause | None = None
    for place, clause in enumerate(parts):
        if place + 1 < len(parts) and parts[place + 1].joined == "relative" and _only_names(clause, bench):
            spoken = _last_named(clause, spoken, bench, clause)
            before = clause
            continue
        made, spoken = judge_clause(clause, before, spoken, bench, said)
        whole = whole and made is not None
        claims += made or []
        before = clause
    return (claims if whole and claims else None), spoken


def _only_names(clause: Clause, bench: Bench) -> bool:
    """ "harvest, which has nine members, is led by oona": the name before the relative clause claims nothing yet."""
    names = [t for t in clause.tokens if t.kind == "name"]
    return (
        len(names) == 1
        and bool(views_of(names[0].text, bench.index))
        and len([t for t in clause.tokens if t.kind != "mark"]) <= 3
    )


_PHRASES = tuple(
    tuple(p.split())
    for p in ("in all", "at all", "so far", "for now", "right now", "at present", "at the moment", "as it happens", "in turn",
              "of course", "by now", "as of now", "to date", "as expected", "if any", "all told", "as a whole", "for the record",
              "as it stands", "these days", "in the evidence", "in this account", "to be exact", "to be precise", "in other words", "in binary units", "in decimal units")
)  # fmt: skip


def _without_phrases(found: list[Token]) -> list[Token]:
    """Without phrases that say nothing of their own."""
    kept: list[Token] = []
    at = 0
    while at < len(found):
        phrase = next(
            (
                p
                for p in _PHRASES
                if found[at].low == p[0] and tuple(t.low for t in found[at : at + len(p)]) == p
            ),
            None,
        )
        if phrase is not None:
            at += len(phrase)
            continue
        kept.append(found[at])
        at += 1
    return kept


def _uttered(found: list[Token]) -> list[Token]:
    """Without a leading "Yes," or "No,"."""
    if len(found) > 2 and found[0].low in _INTERJECTIONS and found[1].text in (",", ":", "–", "—"):
        return found[2:]
    return found


def _restated(found: list[Token]) -> list[Token]:
    """A share told again in brackets or after "that is" stays as a figure; the words around it go."""
    kept: list[Token] = []
    at = 0
    while at < len(found):
        end = _restatement(found, at)
        if end:
            kept.append(next(t for t in found[at:end] if t.kind == "figure"))
            at = end
            continue
        whole = _restated_whole(found, at)
        if whole:
            kept += [t for t in found[at:whole] if t.kind == "figure" or t.low == "of"]
            at = whole + (1 if whole < len(found) and found[whole].text in (",", ")") else 0)
            continue
        kept.append(found[at])
        at += 1
    return kept


def _restated_whole(found: list[Token], at: int) -> int:
    """ ", just under 10 % of all 281,": the share with its whole."""
    if found[at].text not in ("(", ",", "—", "–") or at + 4 >= len(found):
        return 0
    place = at + 1
    while found[place].low in ("which", "that", "is", "or", "i.e.") and place + 4 < len(found):
        place += 1
    figure = found[place].figure
    if figure is None or figure.form not in ("percent", "part") or found[place + 1].low != "of":
        return 0
    place += 3 if found[place + 2].low in ("all", "the", "our", "its") else 2
    if place >= len(found) or found[place].kind != "figure" or found[place].figure is None:
        return 0
    return place + 1


def _restatement(found: list[Token], at: int) -> int:
    if found[at].text not in ("(", ",", "—", "–", ";") and found[at].low not in ("or", "i.e."):
        return 0
    place = at + 1
    while place < len(found) and found[place].low in (
        "which",
        "that",
        "is",
        "or",
        "i.e.",
        "makes",
        "are",
        "equals",
        "this",
        "just",
        "=",
        "so",
    ):
        place += 1
    if place >= len(found) or found[place].kind != "figure":
        return 0
    figure = found[place].figure
    if figure is None or figure.form not in ("percent", "part"):
        return 0
    place += 1
    tail = [t.low for t in found[place : place + 3]]
    for phrase in (["of", "them"], ["of", "all"], ["of", "the", "total"], ["in", "total"], ["of", "it"]):
        if tail[: len(phrase)] == phrase:
            place += len(phrase)
            break
    if (
        place + 2 < len(found)
        and found[place].low == "of"
        and found[place + 1].low in ("all", "the", "our", "its")
        and found[place + 2].kind == "figure"
    ):
        return 0
    if place < len(found) and found[place].text in (")", ",", "—", "–"):
        return place + 1
    return place if place >= len(found) or found[place].kind == "mark" else 0


def _place_words(words: list[Token], bench: Bench) -> frozenset[str]:
    return frozenset()


def figure_texts(words: list[Token]) -> list[str]:
    """The figures of a sentence as they are named: number with unit; a pair is one."""
    found: list[str] = []
    for place, token in enumerate(words):
        if token.kind == "figure" and token.figure is not None:
            text = token.figure.text
            if found and _pairs(words, place):
                found[-1] = f"{found[-1]} of {text}"
            else:
                found.append(text)
        elif token.kind == "time" and token.moment is not None and token.moment.figure:
            found.append(token.moment.text)
    return found


def _pairs(words: list[Token], place: int) -> bool:
    """ "2 of 3", "12 of the 40", "4 out of 6": one entry."""
    between: list[str] = []
    back = place - 1
    while back >= 0 and words[back].kind != "figure" and len(between) < 4:
        between.insert(0, words[back].low)
        back -= 1
    if back < 0 or words[back].kind != "figure":
        return False
    first, second = words[back].figure, words[place].figure
    if (
        first is None
        or second is None
        or first.form != "amount"
        or second.form != "amount"
        or first.unit
        or second.unit
    ):
        return False
    return [w for w in between if w not in ("the", "all", "its")] in (["of"], ["out", "of"])


def count_figures(words: list[Token]) -> int:
    """How many figures there are: a pair and a range count two."""
    count = 0
    for token in words:
        if token.kind == "figure" and token.figure is not None:
            count += 2 if token.figure.form in ("pair", "range") else 1
        elif token.kind == "time" and token.moment is not None and token.moment.figure:
            count += 2 if token.moment.edge == "between" else 1
    return count


# One clause ---------------------------------------------------------------------------------------------------------


def judge_clause(
    clause: Clause, before: Clause | None, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> tuple[list[Claim] | None, Spoken]:
    """The claims of one clause with their supports, and what is spoken of afterwards."""
    pieces = pieces_of(clause.tokens)
    if clause.joined in ("unlike", "like"):
        pieces = _alike(pieces, clause, spoken)
    if clause.joined == "relative":
        spoken = _last_named(before, spoken, bench, clause)
    pieces = _with_object(_completed(pieces, clause, before), before, spoken, bench)
    supports = list(_counted(pieces, clause, before, spoken, bench, said))
    claims = [Claim(supports)] if supports else []
    entity: Entity | None = None
    if not claims:
        pieces = _elided(pieces, clause, spoken, bench)
        claims, entity = _of_entities(pieces, clause, spoken, bench, said)
    if not claims:
        supports = [*changing.carried(pieces, spoken, bench.index, bench.edge, said, bench.question.asked_at)]
        supports += deriving.carried(pieces, clause, spoken, bench, said)
        claims = [Claim(supports)] if supports else []
    after = _spoken_after(pieces, claims, spoken, bench, entity)
    for claim in claims:
        claim.at, claim.end = clause.start, clause.end
        claim.hedged = any(t.low in LIKELIHOOD or t.low == "confidence" for t in clause.tokens)
    return (claims or None), after


def _with_object(pieces: list[Piece], before: Clause | None, spoken: Spoken, bench: Bench) -> list[Piece]:
    """ "picker-app produces it": the pronoun after a named subject's verb is what was last spoken of."""
    found = [p.token for p in pieces]
    verb = next((i for i in range(len(found)) if is_verb(found, i)), None)
    named = [t.text for t in before.tokens if t.kind == "name"] if before is not None else []
    here = {p.token.text for p in pieces if p.part == NAME}
    candidates = [*reversed(named), *(spoken.names if len(spoken.names) == 1 else ())]
    meant = next(
        (n for n in candidates if n not in here and (n in bench.index.views or n in bench.index.ends)), ""
    )
    if verb is None or not meant or found[verb].low in BE or found[verb].low in HAVE:
        return pieces
    if not any(
        p.part == NAME and (p.token.text in bench.index.views or p.token.text in bench.index.ends)
        for p in pieces[:verb]
    ):
        return pieces
    if any(p.part == NAME and p.token.text == meant for p in pieces):
        return pieces
    at = next((i for i in range(verb + 1, len(pieces)) if pieces[i].low in ("it", "them")), None)
    if at is None:
        return pieces
    old = pieces[at].token
    name = Token("name", meant, old.start, old.end, meant.lower(), "", meant.lower(), known=True)
    return [*pieces[:at], Piece(name, NAME, "", pieces[at].place), *pieces[at + 1 :]]


def _alike(pieces: list[Piece], clause: Clause, spoken: Spoken) -> list[Piece]:
    """ "…, unlike picker-events-dlq": the opposite of the predicate, said of the other."""
    old = [p for p in spoken.rest if isinstance(p, Piece)]
    if not old:
        return pieces
    denied = any(p.part == NOT for p in old)
    rest = [p for p in old if p.part != NOT]
    if denied == (clause.joined == "unlike"):
        return [*pieces, *rest]
    word = Token("word", "not", clause.start, clause.start, "not", "not", "not")
    return [*pieces, Piece(word, NOT, "", 0), *rest]


def _elided(pieces: list[Piece], clause: Clause, spoken: Spoken, bench: Bench) -> list[Piece]:
    """ "…, but orders-db isn't", "… and so is cart-api": the predicate of the clause before, denied or not."""
    if not spoken.rest or clause.joined == "start" or any(p.part in (FIGURE, TIME) for p in pieces):
        return pieces
    if any(
        p.part == WORD and p.low not in ("too", "either", "likewise") or p.part == 8 or p.part == 5
        for p in pieces
    ):
        return pieces
    if not any(p.low in _AUXILIARIES for p in pieces) or not any(p.part == NAME for p in pieces):
        return pieces
    old = [p for p in spoken.rest if isinstance(p, Piece) and p.part != NOT and p.low not in _AUXILIARIES]
    return [p for p in pieces if p.part in (NAME, NOT, BREAK) or p.low in ("and", *_AUXILIARIES)] + old


_AUXILIARIES = frozenset("is are was were does do did has have".split())


def _completed(pieces: list[Piece], clause: Clause, before: Clause | None) -> list[Piece]:
    """A clause that leaves out its verb or noun takes them from the one before ("and 2 in staging")."""
    if clause.joined != "gap" or before is None:
        return pieces
    words = [p for p in pieces_of(before.tokens) if p.part == WORD]
    nouns = [p for p in words]
    place = next((i for i, p in enumerate(pieces) if p.part == FIGURE), None)
    if place is None:
        return pieces
    return [*pieces[: place + 1], *nouns, *pieces[place + 1 :]]


def _last_named(before: Clause | None, spoken: Spoken, bench: Bench, clause: Clause) -> Spoken:
    """ "…, which runs Postgres": what was named last."""
    if before is None:
        return spoken
    for token in reversed(before.tokens):
        if token.kind == "name":
            views = views_of(token.text, bench.index)
            if views:
                return replace(spoken, subjects=(views,), names=(token.text,), words=())
    return spoken


def _spoken_after(
    pieces: list[Piece], claims: list[Claim], spoken: Spoken, bench: Bench, used: Entity | None
) -> Spoken:
    """What later clauses refer to: the subject with the very records that carried it, and what was counted or measured."""
    spoken = replace(spoken, fresh=False) if claims else spoken
    supports = [c.supports[0] for c in claims if c.supports]
    pops = [s.population for s in supports if s.population is not None]
    uses = [u for s in supports for u in s.uses]
    words = next(
        (
            u.words
            for u in reversed(uses)
            if u.words and u.part in ("field", "pair", "count", "measure", "change", "age", "sum")
        ),
        spoken.words,
    )
    if pops:
        measure = next((u.fact.measure for u in uses if u.fact is not None and u.fact.measure), "")
        return replace(
            spoken,
            population=pops[-1],
            words=words,
            measure=measure,
            predicate=tuple(pieces),
            uses=tuple(uses),
        )
    entity = used or next(entities(pieces, spoken, bench.index), None)
    if entity is None or (entity.pronoun and not supports):
        return replace(spoken, predicate=tuple(pieces))
    subjects, names = [], []
    for place, member in enumerate(entity.members):
        carriers = (
            claims[place].supports if place < len(claims) and len(claims) >= len(entity.members) else []
        )
        carried = tuple(v for s in carriers for v in s.views)
        subjects.append(_narrowed(member, carried))
        names.append(member.name)
    if entity.members:
        return replace(
            spoken,
            subjects=tuple(subjects),
            names=tuple(names),
            words=words,
            predicate=tuple(pieces),
            population=None if not entity.pronoun else spoken.population,
            uses=tuple(uses),
            rest=tuple(entity.rest),
            fresh=False,
        )
    return spoken


def _narrowed(member: Member, carried: tuple[View, ...]) -> tuple[View, ...]:
    """Only the views that may be of the very record that carried the claim."""
    own = tuple(v for v in carried if member.name in v.names)
    if not own:
        return member.views
    return tuple(v for v in member.views if any(same_record(v, c) for c in own)) or member.views


def same_record(left: View, right: View) -> bool:
    """Whether two views may speak of one record: by uid where both have one, else by name and place."""
    if left.uid and right.uid:
        return left.uid == right.uid
    if left.kind and right.kind and left.kind != right.kind:
        return False
    return compatible_places(left.place, right.place)


# Entities -----------------------------------------------------------------------------------------------------------


def _of_entities(
    pieces: list[Piece], clause: Clause, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> tuple[list[Claim], Entity | None]:
    """The claims about records that the clause makes, in the first reading that is carried."""
    past = _is_past(pieces)
    reading = Reading(bench.question.asked_at, spoken.words, past, copular=_is_copular(pieces))
    for entity in entities(pieces, spoken, bench.index):
        claims = _carried_by_each(entity, reading, bench, said, spoken, clause)
        if claims is not None:
            return claims, entity
    return [], None


def _is_copular(pieces: list[Piece]) -> bool:
    """Whether the clause's verb is "be" or "have", or there is none."""
    found = [p.token for p in pieces]
    verb = next((p for i, p in enumerate(pieces) if is_verb(found, i)), None)
    return verb is None or verb.low in BE or verb.low in HAVE


def _is_past(pieces: list[Piece]) -> bool:
    """The past said without a participle of its own: "had 3 replicas", "was running" – not "has been", not "was created"."""
    return any(p.low in _PAST for p in pieces) and not any(p.low in ("has", "have") for p in pieces)


def _carried_by_each(
    entity: Entity, reading: Reading, bench: Bench, said: frozenset[str], spoken: Spoken, clause: Clause
) -> list[Claim] | None:
    rest = entity.rest
    if any(p.low == "both" for p in rest[:2]) and len(entity.members) != 2:
        return None
    if len(entity.members) > 1:
        rest = [p for p in rest if p.low not in ("both", "each", "all", "apiece")]
    found = []
    for member in entity.members:
        supports = _supports(member, rest, reading, bench, said)
        if not supports:
            return None
        found.append(Claim(supports))
    return found


def _supports(
    member: Member, rest: list[Piece], reading: Reading, bench: Bench, said: frozenset[str]
) -> list[Support]:
    """Every view that carries the clause of this member, alone; else those that do so together."""
    allowed = [v for v in member.views if view_allowed(v, bench.edge, said)]
    quantified = any(p.low in ("only", "all", "every") and _quantifies(rest, i) for i, p in enumerate(rest))
    if quantified or _nothing_but(rest):
        return []
    found = []
    for view in allowed:
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


def _uses(view: View, rest: list[Piece], reading: Reading) -> list[Use] | None:
    uses = account(view, rest, reading)
    if not uses or (
        all(u.part in ("kind", "observed") for u in uses) and not any(u.part == "kind" for u in uses)
    ):
        return None
    return uses


def _quantifies(rest: list[Piece], at: int) -> bool:
    """ "only" before a name or a noun of a kind, with or without a preposition; "all" and "every" are judged with figures (W4)."""
    if rest[at].low != "only":
        return False
    following = rest[at + 1 : at + 4]
    for piece in following:
        if piece.part == NAME:
            return True
        if piece.part in (FIGURE, TIME):
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
        for a, b in zip(low, low[1:], strict=False)
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
        if sources is not None:
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
            if use.fact is not None and any(f is use.fact for f in view.facts):
                source = view
            elif use.part == "link" and any(
                k.name == use.name and use.fields[0] in (k.field, k.type) for k in view.links
            ):
                source = view
            elif use.part in ("place", "kind", "name") and (
                use.part != "place" or use.fields[0] in view.place
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


# Populations --------------------------------------------------------------------------------------------------------

_REFERRING = PRONOUNS | frozenset("such them those these rest others".split())


def _counted(
    pieces: list[Piece],
    clause: Clause,
    before: Clause | None,
    spoken: Spoken,
    bench: Bench,
    said: frozenset[str],
) -> Iterator[Support]:
    """The results that carry the clause as a claim about a population."""
    refers = any(p.low in _REFERRING for p in pieces)
    reading = Reading(bench.question.asked_at, spoken.words)
    kinds: dict[str, bool] = {}
    for pop in bench.index.populations:
        if pop.kind not in kinds:
            kinds[pop.kind] = _kind_named(pop.kind, pieces)
        inherited = _inherits(pop, pieces, spoken, clause, refers=refers, named=kinds[pop.kind])
        if inherited is None or not population_allowed(pop, bench.edge, said):
            continue
        if pop.result.scopes_read == 0:
            continue
        yield from _count_supports(pop, pieces, clause, spoken, bench, inherited, reading)


def _inherits(
    pop: Population, pieces: list[Piece], spoken: Spoken, clause: Clause, *, refers: bool, named: bool
) -> str | None:
    """How far the population is what was last spoken of: "all" of it, the same result's "base", "" for not; None to pass it over."""
    named = named or _named(pop, pieces)
    last = spoken.population
    same = last is not None and last.result is pop.result
    such = any(p.low == "such" for p in pieces)
    if such and named and last is None:
        return "all" if not pop.narrowed else ""
    if same and (refers or not named or clause.joined in ("gap", "verb")):
        return (
            "all"
            if last is pop or not pop.conditions and not pop.narrowed
            else "base"
            if pop.narrowed or last is not None and last.narrowed
            else "all"
        )
    if named:
        return ""
    if _measures_named(pop, pieces):
        return ""
    return None


def _named(pop: Population, pieces: list[Piece]) -> bool:
    if pop.kind == "Change" and any(p.token.stem in _ACTIONS for p in pieces):
        return True
    return bool(pop.group_names) and any(
        n in {p.token.stem for p in pieces} for n in (stem(g) for g in pop.group_names)
    )


def _kind_named(kind: str, pieces: list[Piece]) -> bool:
    """Whether a noun of the kind is said."""
    nouns = nouns_of(kind)
    heads = {n[0] for n in nouns}
    return any(
        counting._stems(p)[0] in heads and counting._noun_at(pieces, at, nouns)
        for at, p in enumerate(pieces)
        if p.part in (WORD, NAME, 8)
    )


_ACTIONS = frozenset(
    stem(w) for w in "deleted created modified changed removed added restored deletion creation".split()
)


def _measures_named(pop: Population, pieces: list[Piece]) -> bool:
    if not pop.measures:
        return False
    words = {p.word for p in pieces if p.part == WORD}
    return any(set(f.phrases[0]) & words for f in pop.measures)


def _count_supports(
    pop: Population,
    pieces: list[Piece],
    clause: Clause,
    spoken: Spoken,
    bench: Bench,
    inherited: str,
    reading: Reading,
) -> Iterator[Support]:
    earlier = (
        [p for p in spoken.predicate if isinstance(p, Piece)]
        if inherited and not _has_predicate(pieces)
        else None
    )
    outcome = counting.carry_count(
        pop, pieces, bench.asked, inherited=inherited, earlier=earlier, reading=reading
    )
    if outcome is not None:
        looked = not pop.conditions and any(p.token.stem in _LOOKED for p in pieces)
        yield Support((pop.handle,), outcome.uses, (), pop, outcome.absolute, outcome.counted and not looked)
        return
    if pop.measures:
        uses = counting.carry_measure(
            pop,
            pieces,
            bench.asked,
            inherited=inherited,
            measure=spoken.measure,
            words=spoken.words,
            reading=reading,
        )
        if uses:
            yield Support((pop.handle,), uses, (), pop, False, True)


_LOOKED = frozenset(stem(w) for w in "look check examine scan inspect read".split())
"""What was looked at is what could be read: it needs no such words (A2)."""


def _has_predicate(pieces: list[Piece]) -> bool:
    """Anything but a figure, a copula and a "not": "28 are not" has none."""
    return any(p.part in (WORD, NAME) for p in pieces) or not any(p.part == NOT for p in pieces)


__all__ = ["Bench", "Figure", "Token", "Verdict", "datetime", "judge", "is_verb"]
