"""Tokens of a sentence: names whole first, then times, then figures, then words; each with its place in what was written.

Markdown of a sentence (emphasis, inline code, links) is read through: tokens hold the text that a reader sees, and the
offsets of what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from evidence import figure as figures
from evidence import time as times
from evidence.figure import Figure
from evidence.months import DAYS, MONTHS
from evidence.time import Moment
from evidence.unit import unit
from evidence.word import stem


@dataclass(slots=True)
class Token:
    """One token. `kind`: word, name, figure, time, mark. `key` is its text folded for comparing with values."""

    kind: str
    text: str
    start: int
    end: int
    low: str = ""
    stem: str = ""
    key: str = ""
    figure: Figure | None = None
    moment: Moment | None = None
    code: bool = False
    possessive: bool = False
    known: bool = False  # a name of the evidence
    refers: int = 0  # a number word that only refers back, and how many it means


@dataclass(slots=True)
class Read:
    """A sentence read: its tokens, the addresses of its links, and the plain pieces."""

    tokens: list[Token]
    links: list[tuple[str, int, int, str]] = field(default_factory=list)  # address, start, end, label


_PIECE = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<plain>[A-Za-z]+)(?=[\s,;()]|$)
  | (?P<code>`+)(?P<inner>[^`]+)(?P=code)
  | !?\[(?P<label>[^\]\[]*)\]\((?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)
  | <(?P<auto>https?://[^>\s]+)>
  | (?P<quoted>["“](?P<quote>[^"“”\n]{1,120})["”])
  | (?P<emphasis>\*{1,3}|(?<!\w)_{1,2}(?=\S)|(?<=\S)_{1,2}(?!\w)|~~)
  | (?P<grouped>[$€£~≈]{0,2}\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.]*\d)|\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?![\d\w.-]*\d)(?:\.\d+)?)(?P<suffix>%|[A-Za-z]{1,4}(?!\w))?
  | (?P<word>(?:[^\s,;()\[\]{}"“”<>|`*=!?]++|(?<=[<>])=|(?<=-)>|(?<=\w)[=*](?=\w))+)
  | (?P<compare><=|>=|≤|≥|<|>|==?)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_CONTRACTED = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "won't": ("will", "not"),
}
_SPLIT_CONTRACTION = re.compile(
    r"(is|are|was|were|has|have|had|does|do|did|could|should|would|must)n['’]t", re.IGNORECASE
)
_CONTRACTED_VERB = re.compile(r"(they|we|you|it|i|who|that|these|those)['’](re|ve|ll)", re.IGNORECASE)
_FULL = {"re": "are", "ve": "have", "ll": "will"}
_POSSESSIVE = re.compile(r"(.+?)(['’]s|(?<=s)['’])")
_ABBREVIATIONS = frozenset("i.e e.g etc vs approx incl cf ca resp no viz max min avg".split())
_PLAIN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)(?:-[a-z]+)?")
_NUMERIC = re.compile(r"[~≈]?[-−]?[$€£]?\d[\d.,]*%?")


def tokens(text: str, names: Container[str], asked: datetime) -> Read:
    """The tokens of a sentence. `names` are the identifiers of the evidence: kept whole whatever they look like."""
    read = Read([])
    pieces = _pieces(text, names, read)
    pieces = _joined_names(pieces, names)
    read.tokens = _figures(_moments(pieces, asked))
    return read


def _joined_names(pieces: list[Token], names: Container[str]) -> list[Token]:
    """“Python 3.13” where the evidence writes "python3.13"."""
    found: list[Token] = []
    for piece in pieces:
        last = found[-1] if found else None
        if last is not None and piece.text[:1].isdigit() and _is_family(last):
            joined = next((n for n in _written(last.low, piece.text) if n in names), "")
            if joined:
                name = _token("name", joined, last.start, piece.end)
                name.known = True
                found[-1] = name
                continue
        found.append(piece)
    return found


def _is_family(token: Token) -> bool:
    """A word that a version may follow: "Python", "Node", "Node.js"."""
    return not token.known and (token.text.isalpha() or token.low in ("node.js", ".net"))


def _written(family: str, version: str) -> Iterator[str]:
    """How evidence writes a family with its version: "python3.13", "nodejs16.x" for "Node 16"."""
    family = family.replace(".", "")
    for name in (
        (family, "nodejs") if family == "node" else (family, "dotnet") if family == "net" else (family,)
    ):
        yield f"{name}{version}"
        yield f"{name}{version}.x"


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """A value as it is compared with words: letters and digits in lower case ("OOM-killed" and "OOMKilled" are one)."""
    return "".join(c for c in text.lower() if c.isalnum()) or text


def _pieces(text: str, names: Container[str], read: Read) -> list[Token]:
    found: list[Token] = []
    for match in _PIECE.finditer(text):
        kind = match.lastgroup
        if kind in ("plain", "word"):
            found += _word(match.group(), match.start(), names)
        elif kind in ("space", "emphasis"):
            continue
        elif match["inner"] is not None:
            found += _code(match["inner"], match.start("inner"), names)
        elif match["label"] is not None:
            read.links.append((match["url"], match.start(), match.end(), match["label"]))
            inner = Read([])
            for token in _pieces(match["label"], names, inner):
                token.start += match.start("label")
                token.end += match.start("label")
                found.append(token)
        elif match["auto"] is not None:
            found.append(_token("name", match["auto"], match.start("auto"), match.end("auto")))
        elif match["quoted"] is not None:
            found += _quoted(match, names)
        else:
            kind = "word" if match["grouped"] is not None else "mark"
            found.append(_token(kind, match.group(), match.start(), match.end()))
    return found


def _token(kind: str, text: str, start: int, end: int) -> Token:
    low = text.lower()
    return Token(kind, text, start, end, low, stem(low) if kind == "word" else low, fold(text))


@lru_cache(maxsize=16384)
def _spelling(word: str) -> tuple[str, str, str]:
    """A word in lower case, its stem, and what it is compared by."""
    low = word.lower()
    return low, stem(low), fold(word)


def _code(inner: str, start: int, names: Container[str]) -> list[Token]:
    bare = inner.strip()
    at = start + inner.index(bare) if bare else start
    if bare in names or (bare and " " not in bare):
        token = _word(bare, at, names)
        for t in token:
            t.code = True
        return token
    found = _pieces(inner, names, Read([]))
    for t in found:
        t.start, t.end, t.code = t.start + start, t.end + start, True
    return found


def _quoted(match: re.Match[str], names: Container[str]) -> list[Token]:
    inner, start = match["quote"], match.start("quote")
    if inner in names:
        token = _token("name", inner, start, start + len(inner))
        token.known = True
        return [token]
    found = _pieces(inner, names, Read([]))
    for t in found:
        t.start, t.end = t.start + start, t.end + start
    return found


def _word(text: str, start: int, names: Container[str]) -> list[Token]:
    """The tokens of a run without spaces: a name whole, or a word without what punctuation clings to it."""
    if text.isalpha() and text not in names:
        low, stemmed, key = _spelling(text)
        if low not in _CONTRACTED and (start or low not in names):
            return [Token("word", text, start, start + len(text), low, stemmed, key)]
    tail: list[Token] = []
    while (
        text
        and text not in names
        and text[-1] in ".:!?…'’–—"
        and not (text[0].islower() and text.rstrip(".") in _ABBREVIATIONS)
    ):
        if text[-1] in "'’" and len(text) > 1 and text[-2] in "sz":
            break
        tail.insert(0, _token("mark", text[-1], start + len(text) - 1, start + len(text)))
        text = text[:-1]
    if not text:
        return tail
    if text[0] in "'‘’" and len(text) > 1 and text not in names:
        text, start = text[1:], start + 1
    return _clung(text, start, names) + tail


def _clung(text: str, start: int, names: Container[str]) -> list[Token]:
    if start == 0 and text not in names and text[:1].isupper() and text.lower() in names:
        token = _token("name", text.lower(), start, start + len(text))
        token.known = True
        return [token]
    if text in names:
        token = _token("name", text, start, start + len(text))
        token.known = True
        return [token]
    if text.endswith("s") and len(text) > 4 and text[:-1] in names and not text[:-1].isalpha():
        token = _token("name", text[:-1], start, start + len(text))
        token.known = True
        return [token]
    if match := _POSSESSIVE.fullmatch(text):
        found = _clung(match[1], start, names)
        found[-1].possessive = True
        if match[1].lower() in ("it", "that", "there", "what", "here"):
            found[-1].possessive = False
            found.append(_token("word", "is", start + len(match[1]), start + len(text)))
        return found
    if match := _SPLIT_CONTRACTION.fullmatch(text):
        cut = start + len(match[1])
        return [_token("word", match[1], start, cut), _token("word", "not", cut, start + len(text))]
    if (match := _CONTRACTED_VERB.fullmatch(text)) and match[2].lower() in _FULL:
        cut = start + len(match[1])
        verb = _token("word", _FULL[match[2].lower()], cut, start + len(text))
        return [_token("word", match[1], start, cut), verb]
    if text.lower() in _CONTRACTED:
        first, second = _CONTRACTED[text.lower()]
        end = start + len(text)
        return [_token("word", first, start, end), _token("word", second, end, end)]
    for dash in ("—", "–"):
        if dash in text and len(text) > 1 and not _digits_around(text, dash):
            left, _, right = text.partition(dash)
            found = _clung(left, start, names) if left else []
            found.append(_token("mark", dash, start + len(left), start + len(left) + 1))
            return found + (_clung(right, start + len(left) + 1, names) if right else [])
    return [_shaped(text, start)]


def _digits_around(text: str, dash: str) -> bool:
    left, _, right = text.partition(dash)
    return left[-1:].isdigit() and right[:1].isdigit()


def _shaped(text: str, start: int) -> Token:
    """A word, or by its shape an identifier: digits inside letters, a slash, an at, an underscore, a dot within."""
    token = _token("word", text, start, start + len(text))
    token.kind = _shape(text)
    return token


@lru_cache(maxsize=16384)
def _shape(text: str) -> str:
    """The kind of token that a run without spaces is by its letters alone."""
    if (
        _PLAIN.fullmatch(text)
        or _ORDINAL.fullmatch(text.lower())
        or text.lower() in _WORDS_WITH_DIGITS
        or _NUMERIC.fullmatch(text)
        or text.lower().rstrip(".") in _ABBREVIATIONS
    ):
        return "word"
    if figures.read([text], 0) is not None or times.read([text], 0, _ANY) is not None:
        return "word"
    if unit(text) is not None:
        return "word"
    if any(c.isalnum() for c in text):
        return "name" if any(c in "/@_:.#→=+" or c.isdigit() for c in text) else "word"
    return "mark"


_WORDS_WITH_DIGITS = frozenset(
    "ec2 s3 k8s imdsv1 imdsv2 tlsv1 ipv4 ipv6 route53 x86 p95 p99 p50 p90 oauth2 http2 sha256 and/or i/o tcp/ip n/a 24/7".split()
)
_ANY = datetime.fromisoformat("2026-01-01T00:00:00+00:00")


def _spelled(pieces: list[Token]) -> list[str]:
    return [p.text if p.kind != "name" else "\x00" for p in pieces]


def _moments(pieces: list[Token], asked: datetime) -> list[Token]:
    words = _spelled(pieces)
    found: list[Token] = []
    at = 0
    while at < len(pieces):
        moment = (
            times.read(words, at, asked)
            if pieces[at].kind == "word" and _may_start_time(pieces[at])
            else None
        )
        if moment is None:
            found.append(pieces[at])
            at += 1
            continue
        token = _span("time", pieces, at, moment.last)
        token.moment = moment
        found.append(token)
        at = moment.last
    return found


_TIME_STARTS = (
    frozenset(
        """in over within during for the through throughout last past previous preceding this these since before after
    until between from by till today yesterday tomorrow recently lately noon midnight""".split()
    )
    | frozenset(MONTHS)
    | frozenset(DAYS)
)


def _may_start_time(token: Token) -> bool:
    return token.low in _TIME_STARTS or token.text[0].isdigit()


def _figures(pieces: list[Token]) -> list[Token]:
    words = _spelled(pieces)
    for place, piece in enumerate(pieces):
        if piece.kind == "time":
            words[place] = "\x00"
    found: list[Token] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        if piece.kind in ("name", "time") or not figures.may_start(words[at]):
            found.append(piece)
            at += 1
            continue
        figure = None if _spreads(found, piece) else figures.read(words, at)
        if figure is None or _is_port(found, piece, figure) or _refers_back(pieces, found, figure):
            if figure is not None and _is_port(found, piece, figure):
                piece.kind = "name"
            elif figure is not None:
                piece.low, piece.stem, piece.refers = "them", "them", int(figure.value)
            found.append(piece)
            at += 1
            continue
        token = _span("figure", pieces, at, figure.last)
        token.figure = figure
        found.append(token)
        at = figure.last
    return found


def _spreads(found: list[Token], piece: Token) -> bool:
    """“spread over three namespaces”: over them, not over three."""
    if piece.low == "up":
        return bool(found) and found[-1].low in _ADDING
    return piece.low == "over" and bool(found) and found[-1].low in _SPREAD


_ADDING = frozenset("add adds added adding sum sums summing".split())
_SPREAD = frozenset("spread distributed split divided scattered shared deployed running run".split())


def _is_port(found: list[Token], piece: Token, figure: Figure) -> bool:
    """A port is a name (F1): the number right after the word."""
    return (
        bool(found)
        and found[-1].low in ("port", "ports")
        and piece.text.isdigit()
        and figure.last - figure.first <= 1
    )


def _refers_back(pieces: list[Token], found: list[Token], figure: Figure) -> bool:
    """“the two”, "these three", "the other one", "one of them": a number word that only refers back is no figure (F1)."""
    if (
        not figure.written
        or figure.last - figure.first != 1
        or figure.unit is not None
        or figure.form != "amount"
    ):
        return False
    before = found[-1].low if found else ""
    after = pieces[figure.last].low if figure.last < len(pieces) else ""
    if figure.value == 1 and (
        before in ("the", "that", "this", "other", "no", "any", "each", "every") or after == "another"
    ):
        return True
    return before in ("the", "these", "those", "other") and after in _REFERRING


_REFERRING = frozenset(
    "are were may might could is was have has had do did can will would should seem look both . , ; and changed differ share together hold take store total add make".split()
) | {""}


def _span(kind: str, pieces: list[Token], first: int, last: int) -> Token:
    start, end = pieces[first].start, pieces[last - 1].end
    text = " ".join(p.text for p in pieces[first:last])
    return Token(kind, text, start, end, text.lower(), "", fold(text))
