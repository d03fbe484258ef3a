"""Tokens of a question. A token keeps names whole; its parts are what the vocabulary is matched against."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
    (?P<quoted>"[^"\n]{1,200}"|“[^”\n]{1,200}”|`[^`\n]{1,200}`|(?<!\w)'[^'\n]{1,200}'(?!\w))
  | (?P<possessive>['’]s?(?=[\s?!.,;:)]|$))
  | (?P<operator><=|>=|!=|≤|≥|==|[<>=](?=\s|\d|$))
  | (?P<word>[^\s"“”`'’,;?!()<>]+(?:['’](?!s\b)\w+)?)
  | (?P<mark>[,;?!()<>'’"])
    """,
    re.VERBOSE,
)
_TAIL = ".:…"
_PART = re.compile(r"[a-z]+|\d+(?:\.\d+)*|[^\sa-z\d]", re.IGNORECASE)
_CONTRACTIONS = {
    "what's": ("what", "is"),
    "who's": ("who", "is"),
    "where's": ("where", "is"),
    "how's": ("how", "is"),
    "isn't": ("is", "not"),
    "aren't": ("are", "not"),
    "doesn't": ("does", "not"),
    "don't": ("do", "not"),
    "didn't": ("did", "not"),
    "wasn't": ("was", "not"),
    "weren't": ("were", "not"),
    "hasn't": ("has", "not"),
    "haven't": ("have", "not"),
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "couldn't": ("could", "not"),
    "won't": ("will", "not"),
    "i'm": ("i", "am"),
    "we've": ("we", "have"),
    "i've": ("i", "have"),
    "i'd": ("i", "would"),
    "let's": ("let", "us"),
    "that's": ("that", "is"),
    "there's": ("there", "is"),
    "whats": ("what", "is"),
    "whos": ("who", "is"),
    "wheres": ("where", "is"),
    "hows": ("how", "is"),
    "isnt": ("is", "not"),
    "arent": ("are", "not"),
    "doesnt": ("does", "not"),
    "dont": ("do", "not"),
    "didnt": ("did", "not"),
    "cant": ("can", "not"),
    "couldnt": ("could", "not"),
    "hasnt": ("has", "not"),
    "havent": ("have", "not"),
    "wasnt": ("was", "not"),
    "werent": ("were", "not"),
    "w/o": ("without",),
    "w/": ("with",),
}


@dataclass(frozen=True, slots=True)
class Token:
    """One word of the question as written (`text`), in lower case (`word`), and split at hyphens (`parts`).

    `quoted` tokens are names and nothing else. `corrected` is what the asker wrote, where a typo was mended.
    """

    text: str
    word: str
    parts: tuple[str, ...]
    quoted: bool = False
    corrected: str = ""

    @property
    def is_word(self) -> bool:
        """Letters only (hyphens allowed): may be vocabulary, may be mistyped."""
        return not self.quoted and all(p.isalpha() for p in self.parts) and bool(self.parts)


def tokens_of(question: str) -> tuple[Token, ...]:
    """The tokens of a question, punctuation left out but for commas and quotes taken as marks of a name."""
    found: list[Token] = []
    for match in _TOKEN.finditer(_unfolded(question)):
        match match.lastgroup:
            case "quoted":
                inner = match.group()[1:-1].strip()
                if inner:
                    found.append(Token(inner, inner.lower(), (inner.lower(),), quoted=True))
            case "operator":
                found.append(token(match.group()))
            case "word":
                found.extend(_words(match.group()))
            case "mark" if match.group() in ",;":
                found.append(token(","))
            case _:
                pass
    return tuple(found)


def token(text: str, corrected: str = "") -> Token:
    """A token of this text."""
    word = text.lower()
    parts = tuple(p for p in re.split(r"[-_/]", word) if p) or (word,)
    return Token(text, word, parts, corrected=corrected)


_EQUAL = re.compile(r"([a-z]+)(=)(\d+)", re.IGNORECASE)
"""A number beside a field ("replicas=0"): no tag has one for its value, or is said so."""


def _words(text: str) -> list[Token]:
    stripped = text.rstrip(_TAIL)
    if not stripped:
        return []
    if stripped in ("-", "–", "—"):
        return [token(",")]
    if (compared := _EQUAL.fullmatch(stripped)) is not None:
        return [token(part) for part in compared.groups()]
    return [token(stripped)]


_NON = re.compile(r"(?<![\w-])non-(?!prod)(?=[a-z]{4,}\b)", re.IGNORECASE)
"""Said as "non-encrypted"; what is called "non-prod" is a name."""


def _unfolded(question: str) -> str:
    """Contractions written out, so that "isn't" is two words."""

    def full(match: re.Match[str]) -> str:
        return " ".join(_CONTRACTIONS[match.group().lower().replace("’", "'")])

    question = _NON.sub("not ", question)
    pattern = "|".join(re.escape(c).replace("'", "['’]") for c in _CONTRACTIONS)
    return re.sub(rf"(?<![\w-])(?:{pattern})(?![\w-])", full, question, flags=re.IGNORECASE)
