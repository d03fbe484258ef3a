"""Code blocks (C4): left as they are, unless they hold a figure or name that nothing carries."""

from __future__ import annotations

import re
from fractions import Fraction

from evidence.amount import same_dimension
from evidence.bench import Bench
from evidence.entity import views_of
from evidence.fact import View
from evidence.figure import Figure, agrees
from evidence.scope import view_allowed
from evidence.token import Token, tokens

_OPTION = re.compile(
    r"(?<!\S)-{1,2}[\w-]+(?:=\S+|\s+(?:jsonpath|json|yaml|wide|name|go-template|custom-columns)\S*)?"
)
_PATH_EXPRESSION = re.compile(
    r"'\{[^']*\}'|\"\{[^\"]*\}\"|\{[^}\n]*\}|\$\([^)]*\)|\$\{?\w+\}?|\[\d+\]|(?<!\S)\.[\w.\[\]]+"
)


def uncarried(code: str, bench: Bench) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The figures and names of a code block that nothing carries."""
    figures: list[str] = []
    names: list[str] = []
    for line in code.split("\n"):
        bare = _OPTION.sub(" ", _PATH_EXPRESSION.sub(" ", line))
        found = tokens(bare, bench.index.names, bench.question.asked_at).tokens
        subjects = [v for t in found if t.kind == "name" for v in views_of(t.text, bench.index)]
        said = frozenset(t.text for t in found if t.kind == "name")
        views = [v for v in subjects if view_allowed(v, bench.edge, said)]
        if not views:
            views = list(bench.edge.named)
        for token in found:
            if token.kind == "figure" and token.figure is not None and not _stands(token.figure, views):
                figures.append(token.figure.text)
            elif token.kind == "name" and not token.known and not _is_path(token):
                names.append(token.text)
            elif token.kind == "time" and token.moment is not None and token.moment.figure:
                figures.append(token.moment.text)
    return tuple(dict.fromkeys(figures)), tuple(dict.fromkeys(names))


def _is_path(token: Token) -> bool:
    text = token.text
    return "=" in text or text[0] in "./-$~" or text.isalpha()


def _stands(figure: Figure, views: list[View]) -> bool:
    """Whether a number of one of these records is the figure; a pair needs part and whole in one record."""
    for view in views:
        numbers = [f for f in view.facts if f.form == "number" and f.amount is not None]
        if figure.form == "pair":
            parts = [f for f in numbers if f.amount == figure.value and len(f.phrases[0]) > 1]
            if any(
                f.amount == (figure.second or Fraction(0))
                and f is not p
                and f.phrases[0][-1] == p.phrases[0][-1]
                for p in parts
                for f in numbers
            ):
                return True
        elif any(same_dimension(f.unit, figure) and agrees(figure, f.amount or Fraction(0)) for f in numbers):
            return True
    return False
