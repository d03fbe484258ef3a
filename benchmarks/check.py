"""How fast the check is, how much of what is false it lets stay, and how much of what is true it keeps.

    python benchmarks/check.py [--small] [--sentences N]

Speed: drafts of 20 sentences against 200 records and 10 results. Known: the same objects are asked about again. Read
again: equal records under new objects, as each question reads them from the graph. Unknown: nothing is kept. Each as
milliseconds of processor time, as a ratio to parsing the same Markdown, and as it grows to 2 000 records.
Soundness: so many sentences for each kind of mutation, in twenty wordings each, true and with the mutation; and the
sentences of answers that are composed from the sample estate, with every mutation that their words allow.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence

from markdown_it import MarkdownIt

from benchmarks.truth import wordings
from benchmarks.truth.estate import ASKED, Estate, estate
from benchmarks.truth.mutation import filled_by, values
from benchmarks.truth.soundness import Tally, soundness
from evidence import check as checking
from evidence import index, judgement
from evidence.check import check
from evidence.evidence import Item, Question

QUESTION = Question("How is the estate?", ASKED)
SENTENCES = (*wordings.NUMBER, *wordings.NAME, *wordings.DIRECTION, *wordings.NEGATION, *wordings.CLUSTER)
KEPT_AT_LEAST = 0.97


def tell(line: str) -> None:
    """One line of the report."""
    sys.stdout.write(f"{line}\n")


# Speed --------------------------------------------------------------------------------------------------------------


def drafts(world: Estate, count: int, sentences: int = 20, seed: int = 3) -> list[str]:
    """So many drafts of true sentences about records taken at random, in paragraphs of five; no two are the same."""
    rng, found = random.Random(seed), []
    for _ in range(count):
        said = []
        for _ in range(sentences):
            wording = rng.choice(SENTENCES)
            said.append(wording.format(**values(rng.choice(filled_by(wording, world)))))
        found.append("\n\n".join(" ".join(said[i : i + 5]) for i in range(0, sentences, 5)))
    return found


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time: what else runs on the machine does not count."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


TIMES = 3


def least(work: Callable[[], float]) -> float:
    """The least of a few measurements: a busy machine spoils single ones."""
    return min(work() for _ in range(TIMES))


def unknown(text: str, items: Sequence[Item]) -> float:
    """One check with nothing known of the evidence; forgetting is not counted."""
    index.forget()
    return spent(lambda: check(text, items, QUESTION))


def speed(records: int, rounds: int) -> float:
    """A line of figures for so many records; what is known is returned."""
    world = estate(records, 10)
    items, texts = world.items(), drafts(world, rounds)
    for text in drafts(world, 5, seed=4):
        check(text, items, QUESTION)
    markdown = MarkdownIt("commonmark").enable("table")
    measured = [_measured(text, items, records, markdown) for text in texts]
    parsed, known, again, first = (statistics.median(column) for column in zip(*measured, strict=True))
    tell(
        f"{records:5} records: known {known:6.1f} ms, read again {again:6.1f} ms, unknown {first:6.1f} ms; "
        f"{known / parsed:.0f}, {again / parsed:.0f} and {first / parsed:.0f} times parsing the Markdown ({parsed:.2f} ms)"
    )
    return known


def _measured(
    text: str, items: Sequence[Item], records: int, markdown: MarkdownIt
) -> tuple[float, float, float, float]:
    """One draft parsed; checked with what is known, with what is read again, and with nothing known."""
    reads = [estate(records, 10).items() for _ in range(TIMES)]
    check(text, items, QUESTION)
    return (
        least(lambda: spent(lambda: markdown.parse(text))),
        least(lambda: spent(lambda: check(text, items, QUESTION))),
        least(lambda: _spent_on(text, reads.pop())),
        least(lambda: unknown(text, items)),
    )


def _spent_on(text: str, items: Sequence[Item]) -> float:
    return spent(lambda: check(text, items, QUESTION))


def shares(rounds: int) -> None:
    """Which step takes which share of a check of known evidence."""
    world = estate(200, 10)
    items, texts = world.items(), drafts(world, rounds)
    steps = {
        "evidence": (checking, "index"), "blocks and sentences": (checking, "blocks"), "sentences judged": (checking, "hear"),
        "of which words": (judgement, "tokens"), "of which claims": (judgement, "judge"), "text and numbers": (checking, "render"),
        "passages": (checking, "citations"), "notes": (checking, "_notes"), "explanation": (checking, "explanation"),
    }  # fmt: skip
    taken = dict.fromkeys(steps, 0.0)
    for name, (module, function) in steps.items():
        _timed(module, function, name, taken)
    whole = sum(spent(lambda t=text: check(t, items, QUESTION)) for text in texts)
    tell("  ".join(f"{name} {100 * ms / whole:.0f} %" for name, ms in taken.items()))


def _timed(module: object, function: str, name: str, taken: dict[str, float]) -> None:
    """Counts the time in a function of a module from now on, for the rest of this run."""
    work = getattr(module, function)

    def timed(*given: object, **named: object) -> object:
        start = time.process_time()
        try:
            return work(*given, **named)
        finally:
            taken[name] += (time.process_time() - start) * 1000

    setattr(module, function, timed)


# Soundness ----------------------------------------------------------------------------------------------------------


def report(found: list[Tally]) -> bool:
    """A line for each kind of mutation; whether nothing false stayed and nearly all that is true did."""
    for tally in found:
        tell(
            f"{tally.kind}: {len(tally.stayed)} of {tally.tried} false sentences stayed; {tally.kept:.1%} of the true ones were kept"
        )
        for line in [*tally.stayed[:10], *sorted(set(tally.lost))[:5]]:
            tell(f"    {line}")
    return all(not t.stayed and t.kept >= KEPT_AT_LEAST for t in found)


def main() -> int:
    """Prints everything; fails where a false sentence stayed or too many true ones were lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--small", action="store_true", help="a quick look: fewer rounds, 100 sentences of each kind"
    )
    parser.add_argument("--sentences", type=int, help="sentences for each kind of mutation (1000)")
    given = parser.parse_args()
    rounds = 8 if given.small else 24
    sizes = (200, 2000) if given.small else (200, 500, 1000, 2000)
    taken = [speed(records, rounds) for records in sizes]
    tell(
        f"from {sizes[0]} to {sizes[-1]} records, known evidence takes {taken[-1] / taken[0]:.1f} times as long"
    )
    count = given.sentences or (100 if given.small else 1000)
    sound = report(soundness(count))
    if not given.small:
        from benchmarks.truth.composed import answers, tallies  # noqa: PLC0415 — starts a graph and an emulator

        sound = report(tallies(answers(2, tell), count, random.Random(3))) and sound
    shares(rounds)
    return int(not sound)


if __name__ == "__main__":
    sys.exit(main())
