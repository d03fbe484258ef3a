"""What every rewording is made with: words and marks put in, and the parts of an and-list."""

from __future__ import annotations

from evidence.token import Token
from evidence.word import stem

Reworded = list[Token]
"""The tokens of a sentence as it may be said as well."""


def word(text: str, beside: Token) -> Token:
    """A word put in beside another."""
    return Token("word", text, beside.start, beside.start, text, stem(text), text)


def named(text: str, beside: Token) -> Token:
    """A name that is known, put in beside another token."""
    return Token("name", text, beside.start, beside.start, text.lower(), "", text.lower(), known=True)


def mark(text: str, beside: Token) -> Token:
    """A mark put in beside another token."""
    return Token("mark", text, beside.start, beside.start, text, text, text)


def ended(found: list[Token]) -> tuple[list[Token], list[Token]]:
    """The sentence and its final mark."""
    if found and found[-1].kind == "mark" and found[-1].text in ".!":
        return found[:-1], found[-1:]
    return found, []


def last_copula(told: list[Token], first: int) -> int | None:
    """Where the last "is" or "was" from there on stands."""
    return next(
        (i for i in range(len(told) - 1, first - 1, -1) if told[i].low in ("is", "are", "was", "were")), None
    )


def tail_of(tokens: list[Token]) -> list[Token]:
    """“of kiln-mongo” at the end of what is spoken of."""
    at = next((i for i, t in enumerate(tokens) if t.low in ("of", "for", "in", "on") and i), None)
    return tokens[at:] if at is not None else []


def members(tokens: list[Token]) -> list[list[Token]] | None:
    """The members of an and-list, each with what the list has before its first and after its last member."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == "," or token.low == "and":
            if parts[-1]:
                parts.append([])
        else:
            parts[-1].append(token)
    if len(parts) < 2 or not all(parts):
        return None
    core = [next((i for i, t in enumerate(p) if is_value(t)), None) for p in parts]
    if None not in core:
        head = parts[0][: core[0]]
        tail = parts[-1][(core[-1] or 0) + 1 :]
        bare = [parts[0][core[0] or 0 :], *parts[1:-1], parts[-1][: (core[-1] or 0) + 1]]
        return [[*head, *b, *tail] for b in bare]
    tail = tail_of(parts[-1])
    bare = [*parts[:-1], parts[-1][: len(parts[-1]) - len(tail)]]
    return [[*b, *tail] for b in bare] if all(bare) else None


def parted(tokens: list[Token], joins: frozenset[str] = frozenset({",", "and"})) -> list[list[Token]]:
    """The parts that stand between such words and marks, as they stand; of a list, its members."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.low in joins:
            parts.append([])
        else:
            parts[-1].append(token)
    return [p for p in parts if p]


def is_value(token: Token) -> bool:
    """Whether a token is one that may be told of something: a name, a figure, a time."""
    return token.kind in ("name", "figure", "time")
