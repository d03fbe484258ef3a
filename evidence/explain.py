"""A line for each sentence of the draft: its verdict, the rule and the passage, for whoever wants to know why."""

from __future__ import annotations

from collections.abc import Mapping

from evidence.bench import Bench
from evidence.judgement import Judged
from evidence.reading import Heard


def explanation(heard: Heard, bench: Bench) -> tuple[Mapping[str, str], ...]:
    """By sentence: what was written, what became of it, by which rule, and what carries it."""
    return tuple(_line(one, bench) for one in heard.sentences)


def _line(one: Judged, bench: Bench) -> Mapping[str, str]:
    passages = []
    for support in one.supports:
        for use in support.uses:
            how = f" ({use.how})" if use.how else ""
            passages.append(f"{'+'.join(support.handles)}: {', '.join(use.fields) or use.part}{how}")
    verdict = "moved" if one.moved and one.fate == "kept" else one.fate
    return {
        "sentence": one.said.text,
        "verdict": verdict,
        "rule": one.rule or ("F5" if one.moved else "C3"),
        "reason": one.reason,
        "passage": "; ".join(dict.fromkeys(passages)),
    }
