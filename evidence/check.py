"""The check: a draft and the evidence in, what a person may read out.

One pure function. The way through: the draft is taken apart (sentence), the evidence is indexed by name and kind (index),
each sentence gets its fate (judgement), what is left gets its numbers (rendering), and notes, badge and confidence are
what the application says of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from evidence import note
from evidence.bench import Bench
from evidence.checked import Badge, Checked, Citation, Note, RemovedSentence, Status, Writer
from evidence.confidence import Findings, confidence
from evidence.evidence import Assessment, Item, Question
from evidence.explain import explanation
from evidence.group import pieces_of
from evidence.index import index
from evidence.judgement import KEPT, REMOVED, REPLACED, Judged
from evidence.passage import citations
from evidence.reading import Heard, hear
from evidence.rendering import Rendered, render
from evidence.scope import boundary
from evidence.sentence import blocks
from evidence.stated import Asked
from evidence.token import tokens
from graph.record import Known
from graph.result import Result


def check(
    draft: str,
    evidence: Sequence[Item],
    question: Question,
    *,
    assessment: Assessment | None = None,
    writer: Writer = Writer.MODEL,
) -> Checked:
    """What is left of a draft after every rule: pure, deterministic, and made for any text and any evidence."""
    bench = _bench(evidence, question)
    heard = hear(blocks(draft, bench.index.by_handle), bench)
    rendered = render(heard, writer)
    cited = citations(rendered, bench)
    notes = _notes(heard, rendered, cited, bench)
    badge = _badge(heard, rendered)
    findings = _findings(heard, rendered, cited, bench, badge)
    return Checked(
        status=Status.ANSWERED if rendered.numbers else Status.WITHHELD,
        text=rendered.text,
        blocks=tuple(rendered.blocks),
        citations=tuple(cited),
        notes=tuple(notes),
        badge=badge,
        confidence=confidence(findings, assessment),
        unverified=_unverified(heard),
        uncited=tuple(i.handle for i in evidence if i.handle not in rendered.numbers),
        explanation=explanation(heard, bench),
    )


def _bench(evidence: Sequence[Item], question: Question) -> Bench:
    found = index(evidence)
    asked = tokens(question.text, found.names, question.asked_at).tokens
    return Bench(
        found,
        question,
        boundary(question, found),
        Asked(dict(question.within), pieces_of(asked), frozenset(t.text for t in asked), question.asked_at),
        found.limits,
    )


def _removed(heard: Heard) -> list[Judged]:
    return [j for j in heard.sentences if j.fate == REMOVED]


def _badge(heard: Heard, rendered: Rendered) -> Badge:
    """The counts (B1)."""
    stayed = [j for j in rendered.shown if j.fate in (KEPT, REPLACED)]
    checked = sum(j.figures for j in stayed if not j.relayed)
    gone = _removed(heard)
    replaced = sum(j.fate == REPLACED for j in stayed)
    moved = sum(j.moved for j in stayed)
    text = f"{checked} {'figure' if checked == 1 else 'figures'} checked"
    if gone:
        text += f", {len(gone)} {'sentence' if len(gone) == 1 else 'sentences'} removed"
    if replaced:
        text += f", {replaced} replaced"
    if moved:
        text += f", {moved} moved"
    figures = tuple(t for j in stayed if not j.relayed for t in j.figure_texts)
    places = {id(j): i for i, j in enumerate(heard.sentences)}
    removed = tuple(RemovedSentence(j.said.text, j.rule, j.reason, places[id(j)]) for j in gone)
    return Badge(text, checked, len(gone), replaced, moved, figures, removed)


def _unverified(heard: Heard) -> tuple[str, ...]:
    found = [t for j in _removed(heard) for t in j.unverified]
    found += [t for p in heard.blocks if p.gone for t in p.figures]
    return tuple(dict.fromkeys(found))


def _notes(heard: Heard, rendered: Rendered, cited: list[Citation], bench: Bench) -> list[Note]:
    found: list[Note] = []
    for one in heard.sentences:
        if one.fate == REMOVED:
            found.append(_removal(one))
        elif one.fate == REPLACED:
            found.append(note.replaced(bench.edge.named[0].name, one.figure_texts))
        if one.addresses:
            found.append(note.address(one.addresses))
        if one.said.dangling:
            found.append(note.dangling(one.said.dangling))
    found += [note.code(p.figures, p.names) for p in heard.blocks if p.block.kind == "code" and p.gone]
    found += [note.rows(r.odd, r.handle) for r in heard.retyped if r.odd]
    found += note.unread(p for j in rendered.shown for p in j.low if not p.complete)
    found += note.unread((p for j in _removed(heard) for p in j.unread), nothing=True)
    found += _of_results(rendered, bench)
    found += _of_age(cited, bench)
    return list(dict.fromkeys(found))


def _removal(one: Judged) -> Note:
    pairs = tuple(t for t in one.unverified if " of " in t)
    if pairs and pairs == one.unverified:
        return note.with_strong(note.denominator(pairs), one.strong)
    return note.with_strong(note.removed(one.unverified, one.strong, one.reason), one.strong)


def _of_results(rendered: Rendered, bench: Bench) -> list[Note]:
    found = []
    for handle in rendered.numbers:
        held = bench.index.by_handle[handle].held
        if isinstance(held, Result):
            if len(held.rows) < held.total and held.rows:
                found.append(note.truncated(held))
            window = note.window(held)
            if window is not None:
                found.append(window)
    return found


def _of_age(cited: list[Citation], bench: Bench) -> list[Note]:
    old = [c for c in cited if c.stale]
    times = [(bench.index.by_handle[c.handle].held.observed_at, bench.limits[c.handle]) for c in old]
    known = [(at, limit) for at, limit in times if at is not None]
    return [note.stale(*min(known, key=lambda pair: pair[0]))] if known else []


def _findings(
    heard: Heard, rendered: Rendered, cited: list[Citation], bench: Bench, badge: Badge
) -> Findings:
    gone = _removed(heard)
    codes = [p for p in heard.blocks if p.block.kind == "code" and p.gone]
    factual = [j for j in heard.sentences if j.factual or j.fate == REMOVED]
    return Findings(
        factual=len(factual) + len(heard.retyped),
        stayed=sum(j.fate in (KEPT, REPLACED) for j in factual) + len(heard.retyped),
        removed=len(gone),
        replaced=badge.replaced,
        removed_held=any(j.figure_texts or j.strong for j in gone) or any(p.figures for p in codes),
        code_removed=bool(codes),
        absence_unread=any(j.low for j in rendered.shown),
        stale=any(c.stale for c in cited),
        weak_inference=_weak(rendered, bench),
        relayed=any(j.relayed for j in rendered.shown),
        not_in_evidence=any(r.odd for r in heard.retyped) or any(j.addresses for j in heard.sentences),
        nothing_read=any(j.unread for j in gone),
    )


def _weak(rendered: Rendered, bench: Bench) -> bool:
    for handle in rendered.numbers:
        held = bench.index.by_handle[handle].held
        if (
            isinstance(held, Known)
            and held.record.inference is not None
            and held.record.inference.confidence < 0.5
        ):
            return True
    for one in rendered.shown:
        for support in one.supports:
            for use in support.uses:
                if use.part == "link" and any(
                    k.name == use.name and k.inferred is not None and k.inferred < 0.5 for k in use.view.links
                ):
                    return True
    return False
