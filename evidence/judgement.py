"""What becomes of each sentence: kept, moved, replaced, marked as interpretation, or removed – and what rests on what."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations

from evidence import connective, counting, replacing, strong, unverified
from evidence.bench import Bench, Verdict
from evidence.claim import Claim, Spoken, Support
from evidence.entity import views_of
from evidence.plain import count_figures, figure_texts
from evidence.population import Population
from evidence.scope import view_allowed
from evidence.sentence import Said, without_label
from evidence.token import Read, Token, tokens
from evidence.verdict import judge

KEPT, REPLACED, INTERPRETED, CONNECTIVE, LABEL, REMOVED, DROPPED = (
    "kept", "replaced", "interpretation", "connective", "label", "removed", "dropped"
)  # fmt: skip
"""What may become of a sentence."""


@dataclass(slots=True)
class Judged:
    """A sentence of the draft and what became of it. `supports` carry its claims in order."""

    said: Said
    text: str
    fate: str = REMOVED
    supports: list[Support] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    handles: tuple[str, ...] = ()
    figures: int = 0
    figure_texts: tuple[str, ...] = ()
    strong: tuple[str, ...] = ()
    moved: bool = False
    rule: str = ""
    reason: str = ""
    unverified: tuple[str, ...] = ()
    rests_on: tuple[Judged, ...] = ()
    inferred: bool = False
    relayed: str = ""
    low: tuple[Population, ...] = ()  # results not read whole that an absence or total rests on
    unread: tuple[Population, ...] = ()  # results of which nothing could be read
    addresses: tuple[str, ...] = ()
    block: int = 0
    factual: bool = True
    colon: bool = False


def fresh_spoken(bench: Bench) -> Spoken:
    """Before any antecedent, "it" means the one record the question names, and "both" the two (W6)."""
    if bench.fresh is None:
        bench.fresh = _fresh(bench)
    return bench.fresh


def _fresh(bench: Bench) -> Spoken:
    named = bench.edge.named
    within = bench.edge.within
    records = bench.index.records
    known = named or (
        tuple(v for v in records if view_allowed(v, bench.edge, _NOTHING)) if within else tuple(records)
    )
    subjects = []
    for view in named:
        same = tuple(v for v in views_of(view.name, bench.index) if not v.uid or v.uid == view.uid)
        subjects.append(same or (view,))
    return Spoken(subjects=tuple(subjects), names=tuple(v.name for v in named), fresh=True, known=known)


_QUALIFIED = re.compile(r" in what could be read\b(?! (?:of|from|in)\b)")
"""Words of the application (A2): they are put in again where they are due."""

_NOTHING: frozenset[str] = frozenset()

LONGEST = 250
"""Words and marks of one sentence. The ways to read a sentence grow faster than it does, and nobody reads a longer one."""


def judged(
    said: Said,
    spoken: Spoken,
    bench: Bench,
    earlier: list[Judged],
    *,
    hints: tuple[str, ...] = (),
    heading: bool = False,
    introduces: bool = False,
) -> tuple[Judged, Spoken]:
    """The fate of one sentence, and what is spoken of after it. `hints` are those of what introduces it."""
    text, addresses = _bare_links(_QUALIFIED.sub("", without_label(said.text)), bench)
    read = tokens(text, bench.index.names, bench.question.asked_at)
    found = Judged(
        said,
        text,
        strong=tuple(strong.strong_words(read.tokens)),
        addresses=addresses,
        colon=text.rstrip().endswith(":"),
    )
    found.figures = count_figures(read.tokens)
    if not any(t.kind != "mark" for t in read.tokens):
        found.fate, found.factual = CONNECTIVE, False
        return found, spoken
    if heading and connective.is_label(read, bench):
        found.fate, found.factual = LABEL, False
        return found, spoken
    if len(read.tokens) > LONGEST:
        found.rule, found.reason = (
            "C1",
            f"it has more than {LONGEST} words, more than one sentence is judged by",
        )
        found.figure_texts = found.unverified = tuple(figure_texts(read.tokens))
        return found, spoken
    verdict = judge(text, spoken, bench, read=read)
    if verdict.claims is None and read.links:
        verdict = judge(text, spoken, bench, read=_addressed(read))
    found.figure_texts = tuple(verdict.figures)
    if verdict.claims is not None and _carry(found, verdict, said.hints or hints, bench, said):
        return found, verdict.spoken
    if connective.is_connective(read, bench, introduces=introduces):
        found.fate, found.factual, found.rule = CONNECTIVE, False, "C1"
        return found, spoken
    return _otherwise(found, read, verdict, spoken, bench, earlier), verdict.spoken


def _otherwise(
    found: Judged, read: Read, verdict: Verdict, spoken: Spoken, bench: Bench, earlier: list[Judged]
) -> Judged:
    """A sentence that nothing carries as it stands: replaced, kept as interpretation, or removed."""
    replacement = replacing.replacement(read, spoken, bench)
    if replacement is not None:
        support, text = replacement
        found.fate, found.text, found.supports, found.handles = REPLACED, text, [support], support.handles
        found.rule, found.reason = "F8", "the figure is the named record's own"
        found.figures = 1
        return found
    if strong.infers(read.tokens) and _may_be_drawn(found, read, bench, earlier):
        return found
    _remove(found, read, spoken, bench)
    return found


def _remove(found: Judged, read: Read, spoken: Spoken, bench: Bench) -> None:
    found.fate = REMOVED
    if found.relayed:
        found.rule, found.reason = "F13", f"stands only in free text ({found.relayed})"
    found.unread = unverified.unread_populations(read, spoken, bench)
    found.unverified = unverified.unverified(found.text, found.figure_texts, spoken, bench)
    if found.rule:
        return
    if found.unread:
        found.rule, found.reason = "A2", "nothing of what it speaks of could be read"
    elif strong.causal(read.tokens):
        found.rule, found.reason = "S3", "no record states this cause"
    elif found.strong:
        found.rule, found.reason = "S1", f"nothing retrieved says “{found.strong[0]}” of it"
    elif found.figure_texts:
        found.rule, found.reason = "F7", "its figures could not be verified beside their claim"
    else:
        found.rule, found.reason = "C1", "nothing retrieved carries it"


def _bare_links(text: str, bench: Bench) -> tuple[str, tuple[str, ...]]:
    """The text with the address taken off every link that nothing carries (C4)."""
    if "](" not in text:
        return text, ()
    read = tokens(text, bench.index.names, bench.question.asked_at)
    taken: list[str] = []
    for address, start, end, label in reversed(read.links):
        if address not in bench.index.names:
            text = text[:start] + label + text[end:]
            taken.insert(0, address)
    return text, tuple(taken)


def _addressed(read: Read) -> Read:
    """The sentence with each link read as its address ("The URL is [here](https://…)")."""
    found = [t for t in read.tokens if not any(a <= t.start < b for _, a, b, _ in read.links)]
    for address, start, end, _ in read.links:
        token = Token("name", address, start, end, address.lower(), "", address.lower(), known=True)
        found.append(token)
    return Read(sorted(found, key=lambda t: t.start), read.links)


# Carried ------------------------------------------------------------------------------------------------------------


def _carry(found: Judged, verdict: Verdict, hints: tuple[str, ...], bench: Bench, said: Said) -> bool:
    """Chooses what the sentence is cited to; False where it may not stay for another reason (F13)."""
    claims = verdict.claims or []
    chosen = choose(claims, hints, bench)
    if chosen is None:
        return False
    typed = next((u.typed for s in chosen for u in s.uses if u.typed), "")
    if typed and (bench.question.names or bench.question.within):
        found.relayed = typed
        return False
    found.fate, found.claims, found.supports = KEPT, claims, chosen
    found.handles = tuple(dict.fromkeys(h for s in chosen for h in s.handles))
    found.relayed = typed
    live = set(hints)
    found.moved = bool(live) and not live & set(found.handles)
    inserts = _inserts(found, bench)
    found.text = _inserted(found.text, inserts)
    return True


def choose(claims: list[Claim], hints: tuple[str, ...], bench: Bench) -> list[Support] | None:
    """The smallest set of evidence that carries every claim; hinted evidence first, whole records before results (C3, F5)."""
    hinted = [h for h in hints if h in bench.index.order]
    for pool in (_within(claims, frozenset(hinted)) if hinted else None, claims):
        if pool is None:
            continue
        found = _smallest(pool, hinted, bench)
        if found is not None:
            return found
    return None


def _within(claims: list[Claim], handles: frozenset[str]) -> list[Claim] | None:
    pool = [
        Claim([s for s in c.supports if handles.issuperset(s.handles)], c.at, c.end, c.hedged) for c in claims
    ]
    return pool if all(c.supports for c in pool) else None


def _smallest(claims: list[Claim], hinted: list[str], bench: Bench) -> list[Support] | None:
    candidates = sorted(
        {h for c in claims for s in c.supports for h in s.handles},
        key=lambda h: (_rank(h, hinted), _is_result(h, bench), bench.index.order[h]),
    )
    for size in range(1, min(len(candidates), 5) + 1):
        if size > 2 and len(candidates) > 14:
            break
        for handles in combinations(candidates, size):
            chosen = _covered(claims, frozenset(handles))
            if chosen is not None:
                return chosen
    return [_best(c.supports) for c in claims] if all(c.supports for c in claims) else None


def _rank(handle: str, hinted: list[str]) -> int:
    return hinted.index(handle) if handle in hinted else len(hinted)


def _is_result(handle: str, bench: Bench) -> bool:
    return not bench.index.of_handle[handle] or bench.index.of_handle[handle][0].role == "row"


def _covered(claims: list[Claim], handles: frozenset[str]) -> list[Support] | None:
    chosen = []
    for claim in claims:
        able = [s for s in claim.supports if handles.issuperset(s.handles)]
        if not able:
            return None
        chosen.append(_best(able))
    return chosen


def _best(supports: list[Support]) -> Support:
    return min(supports, key=lambda s: (s.weight, len(s.handles), any(u.typed for u in s.uses)))


def _inserts(found: Judged, bench: Bench) -> list[tuple[int, str]]:
    """The words the application puts in: inferred (I4), and "in what could be read" (A2)."""
    inserts: dict[int, str] = {}
    low: list[Population] = []
    for claim, support in zip(found.claims, found.supports, strict=True):
        if any(u.inferred for u in support.uses):
            found.inferred = True
            if not claim.hedged:
                inserts[claim.end] = " (inferred)"
        pop = support.population
        if pop is not None and qualified(support, pop, bench):
            inserts[claim.end] = " in what could be read"
            low.append(pop)
    found.low = tuple(low)
    return sorted(inserts.items(), reverse=True)


def qualified(support: Support, pop: Population, bench: Bench) -> bool:
    """Whether a claim over a result must say that not all could be read: not read whole, or – for all and none – old."""
    if not pop.complete:
        return support.absolute or support.counted
    if not support.absolute:
        return False
    limit: timedelta | None = bench.limits.get(pop.handle)
    return not counting.fresh(pop, bench.question.asked_at, limit)


def _inserted(text: str, inserts: list[tuple[int, str]]) -> str:
    for at, words in inserts:
        if text[at : at + 1] in ("`", "*", "_", '"', "”") and text[at : at + 1]:
            at += 1
        text = text[:at] + words + text[at:]
    return text


# Interpretation -----------------------------------------------------------------------------------------------------


def _may_be_drawn(found: Judged, read: Read, bench: Bench, earlier: list[Judged]) -> bool:
    """Whether a conclusion may stay, marked (I1, I3): it rests on sentences that stayed and brings nothing new of its own."""
    facts = [j for j in earlier if j.factual and j.fate != INTERPRETED]
    premises = _premises(read, facts)
    found.rule = "I3"
    if not premises or any(p.fate == REMOVED for p in premises):
        found.reason = "what it rests on did not stay"
        return False
    found.rule = "I1"
    found.reason = "a conclusion may bring no figure, name or strong word of its own"
    if strong.causal(read.tokens) or any(t.kind == "name" and not t.known for t in read.tokens):
        return False
    known = {text for p in premises for text in p.figure_texts}
    if any(text not in known for text in found.figure_texts):
        return False
    carried = " ".join(p.text.lower() for p in premises)
    if any(word not in carried for word in found.strong):
        return False
    found.fate, found.rests_on, found.factual = INTERPRETED, tuple(premises), False
    found.handles = tuple(dict.fromkeys(h for p in premises for h in p.handles))
    return True


def _premises(read: Read, facts: list[Judged]) -> list[Judged]:
    stayed = [j for j in facts if j.fate in (KEPT, REPLACED)]
    if strong.sums_up(read.tokens):
        return stayed
    if strong.refers_to_several(read.tokens) and len(stayed) >= 2:
        return stayed[-2:]
    return facts[-1:]
