"""Names: the words of a question that the graph knows as records, places or stored values. None is ever changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from ipaddress import ip_network
from itertools import pairwise

from assistant.amount import amount_of
from assistant.boundary import BOUNDARY_WORDS
from assistant.grammar.noun import stands_for_place
from assistant.lattice import Linked
from assistant.limits import Limits
from assistant.meaning import Candidate, Literal, Name, Noun, Place, Said, Unknown
from assistant.spelling import mended
from assistant.token import Token
from assistant.vocabulary import PLACES as PLACE_NAMES
from assistant.vocabulary import Vocabulary
from assistant.words import FUNCTION_PARTS, FUNCTION_PHRASES
from graph.fields import kinds_asked
from graph.kind import Role, Type
from graph.lookup import Match, mentions
from graph.query import AnyOf, Column, Describe, Find, Op, Where, Within
from graph.record import Known, Uid
from graph.result import Result
from graph.retrieval import near, resolve, retrieve
from graph.store import Store

_PRONOUNS = frozenset({"it", "they", "them", "this", "that", "these", "those", "its", "their"})
_ORDINARY = frozenset(
    """today tonight yesterday tomorrow week weeks weekend month months year years day days hour hours minute minutes morning
    afternoon evening night noon midnight monday tuesday wednesday thursday friday saturday sunday january february april
    june july august september october november december enough same different else other another usually often
    sometimes anyone somehow otherwise instead around upstream downstream near far away back again soon late early
    weird odd strange funny good bad better worse best worst ok okay make makes made making do does go goes went come comes
    put puts take takes took look looks looked see sees saw happen happens keep keeps kept get gets got give gives gave
    next sure certain certainly true false right wrong hurt hurts think thinks believe
    rock rocks fix fixes fixed mess messed touch touched need needs sort rank""".split()
)
"""Words of every day that nobody's record is called by; where one is not understood, it is no name that is missing."""
_CALLING = frozenset({"called", "named"})
"""What stands before a name, whatever it looks like."""
_MOST_FIELDS = 40  # of one query; a category with more is asked kind by kind, or by its field
_SMALL = 40  # letters; longer stored values are nobody's adjective


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph as one asker may see it, at the question's own time."""

    store: Store
    now: datetime
    limits: Limits

    @property
    def allowed(self) -> tuple[Within, ...]:
        """The asker's rights, as retrieval takes them."""
        return (self.limits.allowed,) if self.limits.allowed != Within() else ()


def link(
    graph: Graph, tokens: Sequence[Token], words: Vocabulary, spoken: Sequence[Candidate] = (), of: str = ""
) -> tuple[tuple[Token, ...], Linked]:
    """The tokens, with typos of ordinary words mended, and what the graph knows of them.

    `spoken` are the records that a pronoun means: the one of a record chat, or those of the conversation. `of` is the
    kind that the question before was about: a follow-up names values of it ("only the t3.micro ones").
    """
    texts = [t.text for t in tokens if _may_be_name(t)]
    pairs = {f"{a.text} {b.text}" for a, b in pairwise(tokens) if _is_capital(a) and _is_capital(b)}
    people = {
        f"{a.text} {b.text}".title()
        for a, b in pairwise(tokens)
        if _is_strange(a, words) and _is_strange(b, words)
    }
    texts += sorted(pairs | people)
    sought = {t.text for t in tokens if _is_shaped(t.text) and (t.quoted or not words.at(t.parts))}
    known = mentions(graph.store, texts, allowed=graph.allowed)
    found = {
        t: known.records.get(t) or (_resolved(graph, t) if t in sought and t not in known.places else ())
        for t in texts
    }
    named = {t.word: n for t in tokens if (n := _name(t.text, found.get(t.text, ())))}
    named |= {p.lower(): n for p in pairs | people if (n := _name(p, found.get(p, ())))}
    places = _places(found, known.places)
    called = {b.word for a, b in pairwise(tokens) if a.word in _CALLING and b.word not in named}
    known_words = {*named, *places, *called, *(w for name in named for w in name.split())}
    spared = [i for i, t in enumerate(tokens) if t.word in known_words or _is_known(t, words)]
    right = mended(tokens, words, spared)
    left = [t for i, t in enumerate(right) if i not in spared and not t.corrected]
    literals = _literals(graph, left, right, words, of)
    named = {w: replace(n, also_place=w in places) for w, n in named.items()}
    if spoken:
        named |= {t.word: Name(t.text, tuple(spoken)) for t in tokens if t.word in _PRONOUNS}
    described = {t.word for t, after in pairwise(right) if _is_noun(after, words)}
    unknown = {
        t.word: Unknown(t.text, _is_plain(t), _is_plain(t) and t.word in described)
        for t in left
        if t.word not in literals and not _is_range(t.text) and t.word not in _ORDINARY and len(t.word) > 1
    }
    unknown |= {
        t.word: Unknown(t.text)
        for i, t in enumerate(right)
        if i in spared and t.word not in named and t.word not in places and _is_compound(t, words)
    }
    unknown |= {
        p.lower(): Unknown(p)
        for p in pairs
        if p.lower() not in named and all(w in unknown and w not in places for w in p.lower().split())
    }
    unknown |= {w: Unknown(w) for w in called if w not in places and (w,) not in FUNCTION_PHRASES}
    return right, Linked(named, places, literals, unknown)


def closest(graph: Graph, texts: Iterable[str]) -> tuple[Candidate, ...]:
    """The nearest names of each text, to be offered and never used (R2)."""
    found = [m for text in texts for m in near(graph.store, text, allowed=graph.allowed)]
    return tuple(dict.fromkeys(_candidate(m) for m in found))


def candidate_of(graph: Graph, uid: Uid) -> tuple[Candidate, ...]:
    """The record of this uid, as a name would find it; empty where there is none."""
    return tuple(_candidate(m) for m in _resolved(graph, uid))


def with_pieces(graph: Graph, known: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The records with the workloads of the applications among them, where they bear the same name in the same place."""
    wholes = {(c.name, c.place) for c in known if c.kind == "Application"}
    if not wholes:
        return tuple(known)
    workloads = {k.name for k in kinds_asked("Workload")}
    found = mentions(graph.store, sorted({name for name, _ in wholes}), allowed=graph.allowed).records
    listed = (_candidate(m) for matches in found.values() for m in matches)
    pieces = (c for c in listed if c.kind in workloads and (c.name, c.place) in wholes)
    return tuple(dict.fromkeys((*known, *pieces)))


def record_of(graph: Graph, uid: Uid) -> Known | None:
    """The whole record of this uid, as far as the asker may see it."""
    found = retrieve(graph.store, Describe((uid,)), now=graph.now, allowed=graph.allowed).records
    return next(iter(found), None)


def rows_of(graph: Graph, find: Find) -> Result | None:
    """What a query of the planner's own finds, as far as the asker may see it."""
    return retrieve(graph.store, find, now=graph.now, allowed=graph.allowed).result


def namesakes(graph: Graph, uids: Iterable[Uid]) -> tuple[Candidate, ...]:
    """Every record of the kinds and names of these, in any place."""
    known = [c for uid in uids for c in candidate_of(graph, uid)]
    found = mentions(graph.store, [c.name for c in known], allowed=graph.allowed).records
    kinds = {(c.kind, c.name) for c in known}
    listed = (_candidate(m) for c in known for m in found.get(c.name, ()))
    return tuple(dict.fromkeys(c for c in listed if (c.kind, c.name) in kinds))


def _resolved(graph: Graph, text: str) -> tuple[Match, ...]:
    return resolve(graph.store, text, allowed=graph.allowed).found


def _is_strange(token: Token, words: Vocabulary) -> bool:
    """An ordinary word that the vocabulary does not have: two of them may be a person's name in lower case."""
    return _is_plain(token) and not _is_known(token, words)


def _is_capital(token: Token) -> bool:
    """A word with a capital, as both words of a person's name are."""
    return token.text[:1].isupper() and token.text.isalpha() and token.parts not in FUNCTION_PHRASES


def _may_be_name(token: Token) -> bool:
    """Quoted words, and words that are neither function words nor amounts (a bare number of 12 digits is an account)."""
    if token.quoted:
        return True
    if token.parts in FUNCTION_PHRASES or len(token.word) < 2:
        return False
    return amount_of(token.word) is None or (token.word.isdigit() and len(token.word) == 12)


def _is_shaped(text: str) -> bool:
    """Shaped like an id, an address, a host, an image or a mail address: worth looking for beyond names."""
    return any(c.isdigit() for c in text) or any(c in ".:/@" for c in text)


def _is_known(token: Token, words: Vocabulary) -> bool:
    """Of the vocabulary, alone or as a part of a phrase of it."""
    if token.quoted:
        return False
    if "=" in token.word.strip("="):
        return True  # a tag with its value
    if token.word in BOUNDARY_WORDS:
        return True
    if token.parts in FUNCTION_PHRASES or words.at(token.parts) or amount_of(token.word) is not None:
        return True
    return all(p in words.parts or p in FUNCTION_PARTS for p in token.parts)


def _name(text: str, matches: Sequence[Match]) -> Name | None:
    return Name(text, tuple(_candidate(m) for m in matches)) if matches else None


def _candidate(match: Match) -> Candidate:
    place = tuple(
        (name, value)
        for name in ("cluster", "namespace", "account", "region")
        if (value := getattr(match, name))
    )
    return Candidate(match.uid, match.kind, match.name, place, match.rank, match.gone)


def _places(found: Mapping[str, tuple[Match, ...]], known: Mapping[str, tuple[str, ...]]) -> dict[str, Place]:
    """Words that restrict: values of scopes and environments, and names of records that are places themselves."""
    readings: dict[str, dict[str, str]] = {t: dict.fromkeys(names, t) for t, names in known.items()}
    ids: dict[str, dict[str, str]] = {}
    for text, matches in found.items():
        for match in matches:
            for name in PLACE_NAMES:
                if stands_for_place(match.kind, name):
                    readings.setdefault(text, {}).setdefault(name, match.name)
                    if name == "account" and match.account:
                        ids.setdefault(text, {})[name] = match.account
    return {t.lower(): Place(t, tuple(r.items()), tuple(ids.get(t, {}).items())) for t, r in readings.items()}


def _literals(
    graph: Graph, left: Sequence[Token], tokens: Sequence[Token], words: Vocabulary, before: str
) -> dict[str, Literal]:
    """Words left over that are a stored value of a kind the question names ("postgres databases")."""
    kinds = {m.of for t in tokens for m in words.at(t.parts) if isinstance(m, Noun)}
    kinds |= {before} if before and not kinds else set()
    values = [t for t in left if not t.quoted and len(t.text) <= _SMALL]
    found: dict[str, set[Said]] = {}
    if not kinds or not values:
        return {}
    for of in sorted(kinds):
        for token in values:
            for said in _stored(graph, of, token.text):
                found.setdefault(token.word, set()).add(said)
    return {word: Literal(word, frozenset(said)) for word, said in found.items()}


def _stored(graph: Graph, of: str, text: str) -> Iterable[Said]:
    """The text fields of a kind that hold the word, in the case it is stored in."""
    forms = list(dict.fromkeys((text, text.lower(), text.upper(), text.capitalize())))
    names = sorted(
        {
            f.name
            for k in kinds_asked(of)
            for f in k.fields
            if f.type is Type.TEXT and f.role in (Role.PLAIN, Role.NAME) and not f.derived
        }
    )
    if not names or len(names) > _MOST_FIELDS:
        return
    where = AnyOf(tuple(Where(n, Op.IN, forms) for n in names))
    columns = (Column("kind"), *(Column(n) for n in names))
    find = Find(of, (where,), columns=columns, limit=20)
    result = retrieve(graph.store, find, now=graph.now, allowed=graph.allowed).result
    for row in result.rows if result else ():
        for name, value in zip(names, row[1:], strict=True):
            if value in forms:
                yield Said(str(row[0]), name, value)


def _is_compound(token: Token, words: Vocabulary) -> bool:
    """Words of the vocabulary put together to what is none of it ("payments-gateway"): it may be a name as well."""
    plain = not token.quoted and len(token.parts) > 1 and "-" in token.text
    return plain and not words.at(token.parts) and token.parts not in FUNCTION_PHRASES


def _is_noun(token: Token, words: Vocabulary) -> bool:
    return not token.quoted and any(isinstance(m, Noun) and m.many for m in words.at(token.parts))


def _is_range(text: str) -> bool:
    """A range of addresses: a value of fields, and no name."""
    try:
        return "/" in text and bool(ip_network(text, strict=False))
    except ValueError:
        return False


def _is_plain(token: Token) -> bool:
    """Letters in lower case only: an ordinary word as well as a name."""
    return not token.quoted and token.text.isalpha() and token.text.islower()


def without_gone(name: Name) -> Name:
    """The name with only the records that are still there, where there are any."""
    there = tuple(c for c in name.candidates if not c.gone)
    return replace(name, candidates=there or name.candidates)
