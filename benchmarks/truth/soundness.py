"""How much of what is false stays as fact, and how much of what is true is kept: by kind of mutation."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from benchmarks.truth.estate import ASKED, Estate, estate
from benchmarks.truth.mutation import MUTATIONS, Held, Twin, filled_by, twins, values
from benchmarks.truth.wordings import STALE
from evidence.check import check
from evidence.checked import Checked, Level, Status
from evidence.evidence import Item, Question
from graph.record import Known

OLD = timedelta(days=3)


@dataclass
class Tally:
    """What became of the sentences of one kind of mutation."""

    kind: str
    tried: int = 0
    lost: list[str] = field(default_factory=list)  # true, and not kept
    stayed: list[str] = field(default_factory=list)  # false, and kept

    @property
    def kept(self) -> float:
        """The share of true sentences that stayed."""
        return 1 - len(self.lost) / self.tried if self.tried else 1.0


def asked(text: str, items: Sequence[Item]) -> Checked:
    """A text checked for a question that names nothing."""
    return check(text, items, Question("What about it?", ASKED))


def stays(text: str, items: Sequence[Item]) -> bool:
    """Whether all of it stays as fact."""
    found = asked(text, items)
    gone = found.status is not Status.ANSWERED or found.badge.removed or found.badge.replaced
    return not gone and "Interpretation:" not in found.text


def soundness(count: int, seed: int = 11) -> list[Tally]:
    """Every kind of mutation over an invented estate, so many sentences each."""
    world, rng = estate(90, 20), random.Random(seed)
    items = world.items()
    found = [tallied(kind, twins(kind, world, count, rng), items) for kind in MUTATIONS]
    return [*found, staleness(world, count, rng)]


def tallied(kind: str, found: Iterable[Twin], items: Sequence[Item]) -> Tally:
    """The tally over these twins."""
    tally = Tally(kind)
    for twin in found:
        tally.tried += 1
        if not stays(twin.true, items):
            tally.lost.append(twin.true)
        if stays(twin.false, items):
            tally.stayed.append(f"{twin.false}   ({twin.true})")
    return tally


def staleness(world: Estate, count: int, rng: random.Random) -> Tally:
    """A sentence on what was seen too long ago may stay, but never as fresh: the card, a note and the confidence say it."""
    tally = Tally("stale evidence")
    for place in range(count):
        wording = STALE[place % len(STALE)]
        held = rng.choice(filled_by(wording, world))
        if "Most" in wording and isinstance(held, Known):
            continue
        text = wording.format(**values(held))
        tally.tried += 1
        if not stays(text, [Item("r1", held, OLD)]):
            tally.lost.append(text)
        if _passes_as_fresh(asked(text, [Item("r1", held, _age(held) / 2)])):
            tally.stayed.append(text)
    return tally


def _age(held: Held) -> timedelta:
    return ASKED - (held.observed_at or ASKED)


def _passes_as_fresh(found: Checked) -> bool:
    if found.status is not Status.ANSWERED:
        return False
    warned = any(n.type.value == "STALE" for n in found.notes) and all(c.stale for c in found.citations)
    return not warned or found.confidence.level is Level.HIGH
