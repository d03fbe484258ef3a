"""Clauses of a sentence: where one claim ends and the next begins, and whether the next has a subject of its own."""

from __future__ import annotations

from dataclasses import dataclass

from evidence.lexicon import relation_verbs
from evidence.token import Token
from evidence.word import BE, DO, HAVE, LIGHT_VERBS, MODALS, POSSESSIVES, PREPOSITIONS, stem


@dataclass(slots=True)
class Clause:
    """A stretch of tokens that is judged by itself.

    `joined`: start, clause (own subject), verb (the subject of the clause before), relative (what was last named),
    gap (verb and noun of the clause before), restated.
    """

    tokens: list[Token]
    joined: str = "start"
    word: str = ""  # what joins it: and, but, so, which, whose, …

    @property
    def start(self) -> int:
        """Where it starts in the sentence."""
        return self.tokens[0].start if self.tokens else 0

    @property
    def end(self) -> int:
        """Where its last token ends."""
        return self.tokens[-1].end if self.tokens else 0


CHANGE_VERBS = frozenset(
    stem(w)
    for w in """change modify update edit alter delete remove destroy create add restore replace reduce raise increase
    decrease lower scale drop rise fall grow shrink go roll deploy upgrade downgrade switch set bump cut expand resize
    move rename lose gain terminate kill restart launch start stop end begin finish make double halve""".split()
)
_OTHER_VERBS = frozenset(
    stem(w)
    for w in """fail crash expire last wait scale accept listen allow let permit retain close time store span cover
    happen occur become turn show add sum differ vary range average account rank top lead lag exceed match remain
    cause trigger break suffer lack miss point route send handle process support back answer know depend rely
    support spread cost reach hit follow precede come need ask want request restart affect fit see find keep
    open issue inspect service visit sign print sell lend borrow sail depart dock board load unload""".split()
)
_VERBS = CHANGE_VERBS | _OTHER_VERBS | LIGHT_VERBS
_JOINING = frozenset("and but while whereas though although so yet then plus".split())
_ADVERBS = frozenset(
    """also still now currently just only already then both never not thus therefore otherwise even alone
    probably likely apparently presumably possibly together""".split()
)
_RELATIVE = frozenset("which who that whose where".split())
_OF_VERBS = frozenset(stem(w) for w in "consist dispose approve speak think hear know".split())
_FINITE = BE | HAVE | DO | MODALS


def is_verb(tokens: list[Token], at: int) -> bool:
    """Whether the token is a finite verb where it stands; past the end there is none."""
    if at >= len(tokens):
        return False
    token = tokens[at]
    if token.kind != "word" or token.code:
        return False
    if token.low in _FINITE:
        return token.low not in ("being", "been", "be", "having", "'s")
    if token.low.endswith("ing") or (token.stem not in _VERBS and token.stem not in relation_verbs()):
        return _stands_as_verb(tokens, at) or _after_subject(tokens, at)
    if (
        at + 1 < len(tokens)
        and tokens[at + 1].low == "of"
        and token.low.endswith("s")
        and token.stem not in _OF_VERBS
    ):
        return False
    before = _before(tokens, at)
    if before is None:
        return not token.low.endswith("ed")
    if before.kind == "figure" and not before.possessive:
        return _counted_do(tokens, at)
    if before.possessive:
        return False
    if before.kind in ("name", "time"):
        return True
    if before.low in (
        "it",
        "they",
        "that",
        "which",
        "who",
        "them",
        "this",
        "these",
        "those",
        "nothing",
        "nobody",
        "we",
    ):
        return True
    if (
        before.low in POSSESSIVES
        or before.low in PREPOSITIONS
        or before.low in ("the", "a", "an", "no", "each", "every", "any", "all")
    ):
        return False
    return token.low.endswith("s") != _is_plural(before) or token.low.endswith("ed")


def _counted_do(tokens: list[Token], at: int) -> bool:
    """“of 120 instances, 96 run, …”: a verb after a bare count, at the end of its clause or before a preposition."""
    figure = tokens[at - 1].figure if at else None
    if figure is None or figure.unit is not None or figure.form != "amount" or tokens[at].low.endswith("s"):
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None or following.kind in ("mark", "name") or following.known:
        return True
    return following.low in ("and", "in", "on")


def _is_plural(token: Token) -> bool:
    """Whether a noun stands in the plural: "replicas", not "status", "postgres" or "redis"."""
    return token.low.endswith("s") and not token.low.endswith(
        ("ss", "us", "is", "gres", "js", "netes", "dns")
    )


def _stands_as_verb(tokens: list[Token], at: int) -> bool:
    """A word between two names that ends as a verb does: "picker-app produces it"."""
    if at == 0 or at + 1 >= len(tokens) or tokens[at - 1].kind != "name" or tokens[at - 1].possessive:
        return False
    after = tokens[at + 1]
    leads = after.kind in ("name", "figure") or after.low in _LED_TO
    return tokens[at].low.endswith("s") and leads


_LED_TO = frozenset(
    "it them the a an its their every each no only about around up twice both all more less as to at".split()
)
_SUBJECTS = frozenset("they we i you who".split())


def _after_subject(tokens: list[Token], at: int) -> bool:
    """Any word after "they", "we", "who": nothing but a verb can stand there, save an adverb."""
    before, low = _before(tokens, at), tokens[at].low
    if before is None or before.low not in _SUBJECTS or low.endswith(("ing", "ly")):
        return False
    return low not in _ADVERBS and low not in PREPOSITIONS and low not in _FINITE and low not in _NEVER_VERBS


_NEVER_VERBS = frozenset("all both each not never no a an the own two three four more always often".split())


def _before(tokens: list[Token], at: int) -> Token | None:
    place = at - 1
    while place >= 0 and tokens[place].low in _ADVERBS:
        place -= 1
    return tokens[place] if place >= 0 else None


def has_verb(tokens: list[Token], first: int = 0, last: int | None = None) -> bool:
    """Whether a stretch holds a finite verb."""
    end = len(tokens) if last is None else last
    return any(is_verb(tokens, i) for i in range(first, end))


def clauses(tokens: list[Token], *, gaps: bool = False, told: bool = False) -> list[Clause]:
    """The clauses of a sentence, in order. With `gaps`, "orders-db runs postgres and reports-db mysql" is two."""
    found: list[Clause] = []
    start, joined, word = 0, "start", ""
    at = 0
    while at < len(tokens):
        cut = _told_cut(tokens, start, at) if told else None
        cut = cut or _cut(tokens, start, at) or (_gap_cut(tokens, start, at) if gaps else None)
        if cut is None:
            at += 1
            continue
        kind, resume = cut
        if at > start:
            found.append(Clause(_trimmed(tokens[start:at]), joined, word))
        joined, word = kind, tokens[resume - 1].low if resume > at else tokens[at].low
        if kind == "relative":
            word = tokens[at + 1].low if tokens[at].low == "," and at + 1 < len(tokens) else tokens[at].low
        start = resume
        at = max(resume, at + 1)
    if start < len(tokens):
        found.append(Clause(_trimmed(tokens[start:]), joined, word))
    return [c for c in found if any(t.kind != "mark" for t in c.tokens)]


def _trimmed(tokens: list[Token]) -> list[Token]:
    while tokens and tokens[-1].kind == "mark" and tokens[-1].text in ".,;:!?…—–":
        tokens = tokens[:-1]
    while tokens and tokens[0].kind == "mark" and tokens[0].text in ",;:—–":
        tokens = tokens[1:]
    return tokens


def _cut(tokens: list[Token], start: int, at: int) -> tuple[str, int] | None:
    """Whether a clause ends before this token: how the next is joined, and where it begins."""
    token = tokens[at]
    if at == start:
        return None
    if token.kind == "mark":
        return _cut_at_mark(tokens, start, at)
    if token.low in _JOINING:
        return None if _ranks_before(tokens, start, at) else _cut_at_word(tokens, start, at, at + 1)
    if (
        token.low in _RELATIVE
        and not _restates(tokens, at)
        and has_verb(tokens, at + 1, _next_break(tokens, at + 1))
    ):
        if (
            token.low == "that"
            and at + 1 < len(tokens)
            and tokens[at + 1].low in ("is", "are")
            and token.kind == "word"
            and tokens[at - 1].kind not in ("name", "word")
        ):
            return None
        if token.low in ("that", "where") and not is_verb(tokens, at + 1):
            return None
        if tokens[at - 1].low in ("of", "in", "for", "with", "from", "to"):
            return None
        if not _named_before(tokens, start, at):
            return None
        return "relative", at + 1
    return None


def _ranks(tokens: list[Token], at: int) -> bool:
    """“…, followed by ops with 45”: the next of a ranking."""
    return tokens[at].low == "followed" and at + 1 < len(tokens) and tokens[at + 1].low == "by"


def _ranks_before(tokens: list[Token], start: int, at: int) -> bool:
    return any(_ranks(tokens, i) for i in range(start, at))


def _named_before(tokens: list[Token], start: int, at: int) -> bool:
    """A relative clause after a common noun restricts it ("instances that are stopped") and stays with it."""
    return tokens[at - 1].kind == "name" or tokens[at - 1].low == ","


def _restates(tokens: list[Token], at: int) -> bool:
    """“which is 75 %”, "that is 7 %": another way to say the figure, no clause of its own."""
    rest = tokens[at + 1 : at + 4]
    if (
        len(rest) >= 3
        and rest[0].low in ("is", "are")
        and rest[1].low in ("its", "their", "the")
        and tokens[at - 1].kind != "name"
    ):
        end = _next_break(tokens, at + 2)
        if not any(t.kind in ("figure", "time", "name") for t in tokens[at + 3 : end]) and not has_verb(
            tokens, at + 3, end
        ):
            return True
    return (
        len(rest) >= 2
        and rest[0].low in ("is", "are", "was", "makes", "equals")
        and rest[1].kind == "figure"
        and rest[1].figure is not None
        and rest[1].figure.form in ("percent", "part")
    )


def _cut_at_mark(tokens: list[Token], start: int, at: int) -> tuple[str, int] | None:
    text = tokens[at].text
    if text == ";":
        return "clause", at + 1
    if text in (":", "—", "–", "-"):
        right = has_verb(tokens, at + 1, _next_break(tokens, at + 1))
        return ("clause", at + 1) if right and has_verb(tokens, start, at) else None
    if text != "," or at + 1 >= len(tokens) or _ranks(tokens, at + 1):
        return None
    following = tokens[at + 1]
    if following.low in _JOINING:
        return _cut_at_word(tokens, start, at, at + 2)
    if following.low in _RELATIVE:
        if _restates(tokens, at + 1):
            return None
        return ("relative", at + 2) if has_verb(tokens, at + 2, _next_break(tokens, at + 2)) else None
    if following.low == "of" and at + 2 < len(tokens) and tokens[at + 2].low in ("which", "whom", "these"):
        return "verb", at + 1
    if not has_verb(tokens, start, at):
        return None
    end = _next_break(tokens, at + 1)
    if _is_apposition(tokens, at, end):
        return "relative", at + 1
    if _is_participle(tokens, at + 1) and not has_verb(tokens, at + 2, end):
        return "verb", at + 1
    if is_verb(tokens, at + 1):
        return "verb", at + 1
    return ("clause", at + 1) if has_verb(tokens, at + 2, end) and not _listed(tokens, at) else None


def _is_apposition(tokens: list[Token], at: int, end: int) -> bool:
    """“…, a Postgres database in eu-west-1”: what was just named, told again."""
    return (
        tokens[at - 1].kind == "name"
        and tokens[at + 1].low in ("a", "an", "the", "one")
        and end - at > 2
        and not has_verb(tokens, at + 1, end)
    )


def _is_participle(tokens: list[Token], at: int) -> bool:
    """“…, created on 25 August”: the same subject, with "is" or "was" left out."""
    token = tokens[at]
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    return (
        token.kind == "word"
        and token.low.endswith("ed")
        and token.stem in _VERBS
        and (following in PREPOSITIONS or (at + 1 < len(tokens) and tokens[at + 1].kind == "time"))
    )


def _listed(tokens: list[Token], at: int) -> bool:
    """A comma between two names is a list."""
    return (
        tokens[at - 1].kind == "name"
        and tokens[at + 1].kind == "name"
        and at + 2 < len(tokens)
        and tokens[at + 2].low in (",", "and")
    )


def _cut_at_word(tokens: list[Token], start: int, at: int, resume: int) -> tuple[str, int] | None:
    if resume >= len(tokens):
        return None
    left = has_verb(tokens, start, at)
    first = resume
    while first < len(tokens) - 1 and tokens[first].low in _ADVERBS:
        first += 1
    if not left:
        return None
    if is_verb(tokens, first) and not _is_noun_of_list(tokens, first):
        return "verb", resume
    end = _next_break(tokens, resume)
    if has_verb(tokens, resume, end):
        return "clause", resume
    if _is_gap(tokens, start, at, resume, end):
        return "gap", resume
    if tokens[resume - 1].low in ("but", "though", "although", "whereas", "while"):
        return "verb", resume
    return None


def _is_noun_of_list(tokens: list[Token], at: int) -> bool:
    return (
        tokens[at].stem in _VERBS
        and tokens[at].low.endswith("s")
        and at + 1 < len(tokens)
        and tokens[at + 1].low in ("of", "is", "are")
    )


def _next_break(tokens: list[Token], at: int) -> int:
    for place in range(at, len(tokens)):
        token = tokens[place]
        if place > at and (token.low in _JOINING or (token.kind == "mark" and token.text in ",;:—–(")):
            return place
    return len(tokens)


def _told_cut(tokens: list[Token], start: int, at: int) -> tuple[str, int] | None:
    """“…, about three times as many as edge”, "…, a quarter of the total", "…, unlike x": told of the same subject, on its own."""
    if (
        at == start
        or tokens[at].text not in (",", "—", "–")
        or at + 1 >= len(tokens)
        or not has_verb(tokens, start, at)
    ):
        return None
    following = tokens[at + 1]
    if (
        following.low == "which"
        and at + 3 < len(tokens)
        and tokens[at + 2].low in ("is", "makes", "equals", "are")
        and _is_share(tokens[at + 3])
    ):
        return "told", at + 3
    if following.low in ("unlike", "like") and at + 2 < len(tokens) and tokens[at + 2].kind == "name":
        return "unlike" if following.low == "unlike" else "like", at + 2
    if _is_share(following):
        return "told", at + 1
    return None


def _is_share(token: Token) -> bool:
    return token.figure is not None and token.figure.form in ("multiple", "part", "percent")


def _gap_cut(tokens: list[Token], start: int, at: int) -> tuple[str, int] | None:
    """A name after "and" or a comma, with something said of it without a verb."""
    if (
        at == start
        or not (tokens[at].low == "and" or tokens[at].text == ",")
        or not has_verb(tokens, start, at)
    ):
        return None
    resume = at + 1
    if resume < len(tokens) and tokens[resume].low in ("and", "but", "while"):
        resume += 1
    if resume + 1 >= len(tokens) or has_verb(tokens, resume, _next_break(tokens, resume)):
        return None
    return (
        ("gap", resume)
        if tokens[resume].kind == "name"
        and tokens[resume + 1].kind in ("name", "figure", "word", "time")
        and tokens[resume + 1].low not in ("and", "or")
        else None
    )


def _is_gap(tokens: list[Token], start: int, at: int, resume: int, end: int) -> bool:
    """“and 2 in staging”, "and cart-api 5": a figure without a noun of its own, after a clause with a figure."""
    right = [t for t in tokens[resume:end] if t.kind != "mark"]
    if not any(t.kind in ("figure", "time") for t in right) or not any(
        t.kind in ("figure", "time") for t in tokens[start:at]
    ):
        return False
    if any(
        t.low == "between" or (t.moment is not None and t.moment.edge == "between")
        for t in tokens[max(start, at - 4) : at]
    ):
        return False
    words = [
        t
        for t in right
        if t.kind == "word"
        and t.low not in PREPOSITIONS
        and t.low
        not in ("the", "a", "an", "each", "only", "just", "cluster", "namespace", "region", "account")
    ]
    names = [t for t in right if t.kind == "name"]
    return bool(names) and not words
