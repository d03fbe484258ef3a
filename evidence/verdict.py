"""Whether the evidence carries a sentence: its clauses, the claims in them, and every way in which each is carried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from evidence import changing, deriving, unfolding
from evidence.bench import Bench, Verdict
from evidence.claim import Claim, Spoken
from evidence.clause import Clause, clauses
from evidence.distribution import distributed
from evidence.ellipsis import alike, complemented, completed, elided, with_object, with_topic
from evidence.entity import Entity, Member, views_of
from evidence.environment import in_environment
from evidence.fact import View
from evidence.group import LIKELIHOOD, Piece, pieces_of
from evidence.idiom import plainly
from evidence.lexicon import nouns_of
from evidence.malformed import is_malformed
from evidence.nominal import by_verb
from evidence.phrase import all_but
from evidence.plain import figure_texts, reordered, restated, uttered, without_phrases
from evidence.plural import counted
from evidence.rewording import reworded
from evidence.single import of_entities, same_record
from evidence.subject import entities
from evidence.token import Read, Token, tokens
from evidence.untold import untold
from graph.kinds import KINDS


def judge(text: str, spoken: Spoken, bench: Bench, *, read: Read | None = None) -> Verdict:
    """The verdict on one sentence, and what the paragraph speaks of after it."""
    found = read if read is not None else tokens(text, bench.index.names, bench.question.asked_at)
    raw = plainly(reordered(uttered(found.tokens)))
    raw = in_environment(by_verb(untold(all_but(raw) or raw)), bench)
    _grouped_as_written(raw, bench)
    words = without_phrases(restated(raw))
    _refer(words, spoken, bench)
    said = frozenset(t.text for t in words if t.kind == "name")
    if is_malformed(words):
        return Verdict(found, None, spoken, figure_texts(words), said)
    claims, after = _carried(raw, words, spoken, bench, said)
    if claims is None:
        apart = _apart(raw, spoken, bench, said, [_PARTS])
        claims, after = apart or (None, after)
    return Verdict(found, claims, after, figure_texts(words), said)


def _carried(
    raw: list[Token], words: list[Token], spoken: Spoken, bench: Bench, said: frozenset[str]
) -> tuple[list[Claim] | None, Spoken]:
    """The claims of a sentence in the first reading that is carried."""
    first: Spoken | None = None
    whole = unfolding.when(raw) is None
    for parts in _readings(raw, words, spoken) if whole else ():
        claims, after = _judge_parts(parts, spoken, bench, said)
        if claims:
            return claims, after
        first = first or after
    return None, first or spoken


_PARTS = 12
"""How many halves of one sentence are judged by themselves."""


def _apart(
    raw: list[Token], spoken: Spoken, bench: Bench, said: frozenset[str], left: list[int]
) -> tuple[list[Claim], Spoken] | None:
    """The claims of a sentence that is carried in two halves, each judged by itself, or apart again."""
    for halves in unfolding.halves(raw):
        claims: list[Claim] = []
        told = spoken
        for half in halves:
            left[0] -= 1
            if left[0] < 0:
                return None
            made = _of_half(half, told, bench, said, left)
            if made is None:
                break
            claims += made[0]
            told = made[1]
        else:
            return claims, told
    return None


def _of_half(
    half: list[Token], spoken: Spoken, bench: Bench, said: frozenset[str], left: list[int]
) -> tuple[list[Claim], Spoken] | None:
    half = by_verb(half)
    words = without_phrases(restated(half))
    _refer(words, spoken, bench)
    if is_malformed(words):
        return None
    claims, after = _carried(half, words, spoken, bench, said)
    return (claims, after) if claims else _apart(half, spoken, bench, said, left)


def _grouped_as_written(words: list[Token], bench: Bench) -> None:
    """“MySQL” where a result is grouped by "mysql"."""
    groups = bench.index.groups
    _kinds_as_grouped(words, bench)
    for token in words:
        if token.kind != "word" or not (token.text in groups or token.low in groups):
            continue
        token.known = True
        if token.text not in groups:
            token.text = token.low


def _kinds_as_grouped(words: list[Token], bench: Bench) -> None:
    """“nine buckets” where a result is grouped by kind: the group of that kind."""
    grouped = [p for p in bench.index.populations if p.group_names == ("kind",) and p.groups]
    if not grouped:
        return
    kinds = {k for p in grouped for g in p.groups for k in g.group.values() if k in KINDS}
    for token in words:
        if token.kind == "word" and not token.known:
            meant = [k for k in kinds if (token.stem,) in nouns_of(k)]
            if len(meant) == 1:
                token.text, token.known = meant[0], True


def _refer(words: list[Token], spoken: Spoken, bench: Bench) -> None:
    """“the two”, "the three": as many as were spoken of or are known; else the word is one that nothing accounts for."""
    if not any(t.refers for t in words):
        return
    counts = {len(spoken.subjects), len(spoken.known), len({v.name for v in spoken.known})}
    if spoken.population is not None:
        counts |= {spoken.population.count or 0, spoken.population.result.total}
    else:
        counts |= {p.count or 0 for p in bench.index.populations if p.groups or (p.whole and p.rows)}
    for token in words:
        if token.refers and token.refers not in counts:
            token.low, token.stem = token.text.lower(), token.text.lower()


def _readings(raw: list[Token], words: list[Token], spoken: Spoken) -> Iterator[list[Clause]]:
    """The ways to part a sentence into clauses: as it stands, with names that share a verb, with shares told on their own."""
    plain = clauses(words)
    yield plain
    gapped = clauses(words, gaps=True)
    if len(gapped) != len(plain):
        yield gapped
    told = clauses(without_phrases(raw), told=True)
    if len(told) != len(plain):
        yield told
    for said in reworded(words):
        yield clauses(said)
        if len(apart := clauses(said, told=True)) != len(clauses(said)):
            yield apart
    names = spoken.names or tuple(dict.fromkeys(v.name for v in spoken.known))
    for each in distributed(words, names):
        yield clauses(each)
        for said in reworded(each):
            yield clauses(said)
        if len(names) == 2:
            yield from (clauses(again) for again in distributed(each, names))


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
    """“harvest, which has nine members, is led by oona”: the name before the relative clause claims nothing yet."""
    names = [t for t in clause.tokens if t.kind == "name"]
    return (
        len(names) == 1
        and bool(views_of(names[0].text, bench.index))
        and len([t for t in clause.tokens if t.kind != "mark"]) <= 3
    )


def judge_clause(
    clause: Clause, before: Clause | None, spoken: Spoken, bench: Bench, said: frozenset[str]
) -> tuple[list[Claim] | None, Spoken]:
    """The claims of one clause with their supports, and what is spoken of afterwards."""
    pieces = pieces_of(clause.tokens)
    if clause.joined in ("unlike", "like"):
        pieces = alike(pieces, clause, spoken)
    if clause.joined == "relative":
        outer = spoken
        spoken = _last_named(before, spoken, bench, clause)
        pieces = with_topic(pieces, clause, outer, spoken)
    pieces = with_object(completed(pieces, clause, before), before, spoken, bench)
    if clause.joined != "start":
        pieces = complemented(pieces, spoken)
    supports = list(counted(pieces, clause, before, spoken, bench, said))
    claims = [Claim(supports)] if supports else []
    entity: Entity | None = None
    if not claims:
        pieces = elided(pieces, clause, spoken, bench)
        claims, entity = of_entities(pieces, clause, spoken, bench, said)
    if not claims:
        supports = [*changing.carried(pieces, spoken, bench.index, bench.edge, said, bench.question.asked_at)]
        supports += deriving.carried(pieces, clause, spoken, bench, said)
        claims = [Claim(supports)] if supports else []
    after = _spoken_after(pieces, claims, spoken, bench, entity)
    for claim in claims:
        claim.at, claim.end = clause.start, clause.end
        claim.hedged = any(t.low in LIKELIHOOD or t.low == "confidence" for t in clause.tokens)
    return (claims or None), after


def _last_named(before: Clause | None, spoken: Spoken, bench: Bench, clause: Clause) -> Spoken:
    """“…, which runs Postgres”: what was named last."""
    if before is None:
        return spoken
    for token in reversed(before.tokens):
        if token.kind == "name":
            views = views_of(token.text, bench.index)
            if views:
                return replace(spoken, subjects=(views,), names=(token.text,), words=(), fresh=False)
    return spoken


def _spoken_after(
    pieces: list[Piece], claims: list[Claim], spoken: Spoken, bench: Bench, used: Entity | None
) -> Spoken:
    """What later clauses refer to: the subject with the very records that carried it, and what was counted or measured."""
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
            fresh=spoken.fresh and not claims,
        )
    entity = used or next(entities(pieces, spoken, bench.index), None)
    if entity is None or (entity.pronoun and not supports):
        return replace(spoken, predicate=tuple(pieces), fresh=spoken.fresh and not claims)
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
