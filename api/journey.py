"""The journey through the evidence: on request, what each source did for the answer, by the check's own account (J1).

A source that alone carries a sentence supports it; one that carries only together with others does so in part; one
that was retrieved and carries nothing is not relevant. Verdicts are advisory and never change the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.plain import Plain


def journey(answer: Plain) -> Plain:
    """The answer with a verdict on each of its cards."""
    cited = list(_marked(answer["blocks"]))
    return {
        **answer,
        "cards": [{**c, "verdict": _verdict(c["number"], cited)} for c in answer["cards"]],
        "alsoRetrieved": [{**c, "verdict": _NOT_RELEVANT} for c in answer["alsoRetrieved"]],
    }


_NOT_RELEVANT = {
    "level": "NOT_RELEVANT",
    "reason": "It was retrieved, and no sentence of the answer rests on it.",
}


def _marked(blocks: Iterable[Plain]) -> Iterator[list[int]]:
    """The markers of each sentence, and of each table."""
    for block in blocks:
        if block["__typename"] == "Table":
            yield block["markers"]
        for said in block.get("sentences") or block.get("items") or ():
            if said["markers"] and not said["interpretation"]:
                yield said["markers"]


def _verdict(number: int, cited: list[list[int]]) -> Plain:
    alone = sum(markers == [number] for markers in cited)
    shared = sum(number in markers and len(markers) > 1 for markers in cited)
    if alone:
        also = f", and shares {_times(shared)}" if shared else ""
        return {"level": "SUPPORTS", "reason": f"It carries {_times(alone)} alone{also}."}
    if shared:
        return {
            "level": "PARTIAL",
            "reason": f"It carries a part of {_times(shared)}, together with other sources.",
        }
    return {"level": "PARTIAL", "reason": "Only a conclusion rests on it."}


def _times(count: int) -> str:
    return "one claim" if count == 1 else f"{count} claims"
