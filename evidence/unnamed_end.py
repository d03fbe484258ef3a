"""Relations told without the name of their other end: "is managed by Terraform", "depends on a database"."""

from __future__ import annotations

from evidence.fact import View
from evidence.group import EMPTY_PIECE, LIGHT, NAME, NOT, PREP, WORD, Group, Piece
from evidence.lexicon import nouns_of
from evidence.relation import link_use
from evidence.use import Reading, Use

_TOOLS = {
    "TerraformState": (("terraform",), ("opentofu",), ("tofu",)),
    "CloudFormationStack": (("cloudform",), ("cloudformat",)),
    "ArgoApplication": (("argocd",), ("argo",), ("argo", "cd")),
    "FluxKustomization": (("flux",),),
    "HelmRelease": (("helm",),),
}
"""What people call the tool by whose records something is managed."""


def unnamed_end(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """The relation to something of a kind, of which there is one: several where the noun is plural, only one for "the"."""
    if group.negated or group.names or group.figures or group.times or not view.links:
        return None
    said = [p for p in group.pieces if p.part in (WORD, LIGHT, PREP)]
    if len(said) < 2 or any(p.part in (NAME, NOT) or p.low in _COMPARING for p in group.pieces):
        return None
    words = [p.token.stem for p in said]
    for link in view.links:
        for noun in (*nouns_of(link.kind), *_TOOLS.get(link.kind, ())):
            size = len(noun)
            if not 0 < size < len(words) or tuple(words[-size:]) != noun:
                continue
            before = tuple(words[:-size])
            if not any(w.words == before and w.out == link.out and not w.noun for w in link.ways):
                continue
            ends = [k for k in view.links if (k.type, k.out, k.kind) == (link.type, link.out, link.kind)]
            if _as_many(said[-1], group.pieces, said[-size], len(ends), tool=noun not in nouns_of(link.kind)):
                return [link_use(view, one) for one in ends]
    return None


_COMPARING = frozenset("same different separate distinct".split())
"""“the same team”: which one it is, is what is claimed."""


def _as_many(last: Piece, pieces: list[Piece], first: Piece, ends: int, *, tool: bool) -> bool:
    if tool:
        return True
    article = next((p.low for p in reversed(pieces[: pieces.index(first)]) if p.part == EMPTY_PIECE), "")
    if article == "the":
        return ends == 1
    return ends > 1 if last.low.endswith("s") and article not in ("a", "an", "one") else article != ""
