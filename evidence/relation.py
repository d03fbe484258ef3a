"""Names: places, other names of one record, ends of relations, members of lists (W1, W2, W4)."""

from __future__ import annotations

from dataclasses import replace

from evidence import naming
from evidence.evidenced import of_fact, use
from evidence.fact import Fact, Link, View
from evidence.figure import agrees
from evidence.group import EMPTY_PIECE, LIGHT, NAME, PREP, WORD, Group, Piece
from evidence.lexicon import concept, nouns_of, ways_to_say
from evidence.token import Token
from evidence.use import Reading, Use
from evidence.word import stem

_PLACE_NOUNS = frozenset(
    "cluster namespace account region environment zone datacentre datacenter site location rack env project team repository application station depot".split()
)


def concerning(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“an incident on cart-api”, "hit cider": whom a record speaks of."""
    about = view.about or (view.name if view.kind == "Change" else "")
    if group.negated or len(group.names) != 1 or not about or group.names[0].text != about or group.figures:
        return None
    said = [p for p in group.pieces if p.part in (WORD, LIGHT)]
    if (
        group.pieces[-1].part != NAME
        or len(said) > 1
        or (set(group.preps) - {"on", "at", "of", "for", "to", "in", "with"})
    ):
        return None
    if (said and said[0].token.stem not in _CONCERNS) or not (said or group.preps):
        return None
    return [use(view, ("subject",), "name")]


_CONCERNS = frozenset(stem(w) for w in "hit affect strike concern involve touch".split())


def lacking(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“has no owner”, "is unowned" of a row of the records that have none."""
    if not view.lacks:
        return _unowned(view, group, reading)
    if not lacks(view.lacks[0], group):
        return None
    return [use(view, (view.lacks[0].type,), "lack")]


OWNED = Link("OWNED_BY", True, "Team", "", "", None, ways_to_say("OWNED_BY"))


def _unowned(view: View, group: Group, reading: Reading) -> list[Use] | None:
    """“has no owner” of something whose own field says that it is unowned."""
    if not group.negated and "without" not in group.preps:
        return None
    fact = next((f for f in view.facts if f.field == "ownership" and f.value == "unowned"), None)
    return of_fact(view, fact, reading) if fact is not None and lacks(OWNED, group) else None


def lacks(link: Link, group: Group) -> bool:
    """Whether the group denies the relation: "no owner", "without an owner", "unowned"."""
    words = tuple(
        p.token.stem
        for p in group.pieces
        if p.part in (WORD, LIGHT) and p.token.stem not in ("lack", "miss", "have")
    )
    denied = group.negated or bool({"lack", "miss"} & set(group.words)) or "without" in group.preps
    for way in link.ways:
        if way.out != link.out:
            continue
        if (
            denied
            and words
            and (words in (way.words, way.words[-1:]) if way.noun else words == way.words[:1])
        ):
            return True
    if len(words) == 1 and words[0].startswith("un") and not denied:
        return any(not way.noun and way.words[0] == stem(words[0][2:]) for way in link.ways)
    return False


def placed(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“in the namespace shop”, "in eu-west-1": where the record is."""
    if group.negated or group.figures or len(group.names) != 1:
        return None
    text = group.names[0].text
    nouns = [w for w in group.words if w in PLACE_STEMS]
    if group.follows in PLACE_STEMS and not nouns:
        return None
    if not _stands_placed(group, reading, bool(nouns)) and not _part_of_work(view, group):
        return None
    if len(nouns) != len(group.words) or len(nouns) > 1 or (set(group.preps) & {"by", "than", "from"}):
        return None
    field = PLACE_STEMS[nouns[0]] if nouns else ""
    found = [n for n, v in view.place.items() if v == text and (not field or n == field)]
    return [use(view, (found[0],), "place", words=())] if found else None


def _part_of_work(view: View, group: Group) -> bool:
    """“wrote 71 % of crumb/flour”: what somebody did a share of."""
    return view.kind == "Person" and view.role == "about" and (group.preps or [group.lead]) == ["of"]


def _stands_placed(group: Group, reading: Reading, noun: bool) -> bool:
    """Whether the name stands where a place does: behind "in" or its noun, or going on from another place."""
    at = next(i for i, p in enumerate(group.pieces) if p.part == NAME)
    before = [p.low for p in group.pieces[:at] if p.part == PREP] or ([group.lead] if group.lead else [])
    goes_on = bool(reading.said) and reading.said[-1].part == "place"
    if any(p.part == PREP for p in group.pieces[at:]):
        return False
    if not before:
        return noun or (goes_on and group.joined) or goes_on
    if before[-1] in ("in", "within", "inside", "across", "on", "at"):
        return True
    begun = before[-1] == "from" and bool(reading.said) and reading.said[-1].part == "named"
    return begun or (before[-1] in ("of", "from") and (noun or goes_on))


PLACE_STEMS = {concept(stem(n)): n for n in _PLACE_NOUNS} | {stem("env"): "environment"}


def identified(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“is the instance crane-gw-1”: another name of the same record, its own kind before it."""
    if group.negated or len(group.names) != 1 or group.names[0].text not in view.names:
        return None
    said = tuple(stem(p.low) for p in group.pieces if p.part == WORD)
    if group.preps or group.light or group.pieces[-1].part != NAME or group.names[0].text in reading.names:
        return None
    if said not in nouns_of(view.kind) and not (
        reading.copular and not said and group.names[0].text != view.name
    ):
        return None
    return [use(view, (), "name")]


def related(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """A relation with its direction, its verb or noun, and every name at its other end (W2)."""
    if group.negated or not group.names or group.times or (group.figures and not _as_many(group)):
        return None
    first = next(i for i, p in enumerate(group.pieces) if p.part == NAME)
    if len(group.names) > 1:
        first = _noun_start(group.pieces, first)
    before, after = group.pieces[:first], group.pieces[first:]
    if len(group.names) == 1 and group.names[0].possessive:
        return _possessed(view, after)
    before = _with_verb(before, group, reading)
    names = [p.token.text for p in after if p.part == NAME]
    uses = []
    for name in names:
        link = next(
            (
                k
                for k in view.links
                if name in (k.name, k.uid)
                if says_link(k, before, after, copular=reading.copular)
            ),
            None,
        )
        if link is None:
            return None
        uses.append(link_use(view, link))
    return uses


def _with_verb(before: list[Piece], group: Group, reading: Reading) -> list[Piece]:
    """“grants x to y”: the verb that the first end was told with leads the second end's preposition too."""
    said = [p for p in before if p.part != EMPTY_PIECE]
    if len(said) > 1 or (said and said[0].part != PREP) or not (said or group.lead):
        return before
    if not reading.said or reading.said[-1].part != "link" or not reading.verb or group.joined:
        return before
    token = Token("word", reading.verb, 0, 0, reading.verb, stem(reading.verb), reading.verb)
    lead = said or [Piece(replace(token, text=group.lead, low=group.lead, stem=group.lead), PREP)]
    return [Piece(token, WORD, concept(token.stem)), *lead]


def _noun_start(pieces: list[Piece], first: int) -> int:
    """Where the article before the first of several names begins its noun: "a deployment, x, and a database, y"."""
    at = first - 1
    while at > 0 and (pieces[at].part == WORD or pieces[at].low in (",", ":")):
        at -= 1
    return at + 1 if pieces[at].low in ("a", "an", "the") and at + 1 < first else first


def _as_many(group: Group) -> bool:
    """“owns two things: a and b”: as many names as the figure says."""
    figure = group.figures[0]
    distinct = len({n.text for n in group.names})
    return (
        len(group.figures) == 1
        and figure.unit is None
        and figure.form == "amount"
        and figure.op == "="
        and figure.value == distinct == len(group.names)
    )


def _possessed(view: View, after: list[Piece]) -> list[Use] | None:
    """“is payments' responsibility”, "is checkout-api's dependency": the noun after the name's genitive."""
    name = after[0].token.text
    said = tuple(p.token.stem for p in after[1:] if p.part in (WORD, LIGHT))
    for link in view.links:
        if link.name != name:
            continue
        if not said and link.type == "OWNED_BY" and link.out:
            return [link_use(view, link)]
        for way in link.ways:
            if way.out == link.out and not way.noun and way.words == (*said, "of"):
                return [link_use(view, link)]
            if way.noun and way.out != link.out and way.words == said:
                return [link_use(view, link)]
    return None


def link_use(view: View, link: Link) -> Use:
    """That the view has the relation."""
    fields = (link.field,) if link.field else (link.type,)
    return use(view, fields, "link", inferred=link.inferred is not None, name=link.name)


def says_link(link: Link, before: list[Piece], after: list[Piece], *, copular: bool = True) -> bool:
    """Whether the words before the names say this relation from the view's end, and those after say nothing else."""
    said = [
        p.token.stem
        for p in before
        if p.part in (WORD, LIGHT, PREP) or (p.part == EMPTY_PIECE and p.low == "as")
    ]
    if (
        any(p.token.figure is not None for p in before)
        and said
        and said[-1] in ("thing", "item", "object", "resourc", "record")
    ):
        said = said[:-1]
    said = [w for w in said if w != "the"]
    if not _told_apart(link, after, next((p.low for p in reversed(before) if p.part == PREP), "")):
        return False
    bare = _without_noun(said, link.kind)
    for way in link.ways:
        if way.noun and copular:
            located = tuple(said[:-1]) if said and said[-1] == "in" else ()
            if way.out == link.out and way.words in (tuple(bare), tuple(said), located):
                return True
            if way.out != link.out and tuple(bare) == (*way.words, "of"):
                return True
        elif not way.noun and way.out == link.out and (tuple(bare) == way.words or tuple(said) == way.words):
            return True
    return copular and bool(link.kind) and tuple(said) in nouns_of(link.kind)


def _told_apart(link: Link, after: list[Piece], lead: str) -> bool:
    """Whether nothing stands among the names but the noun of each: "the database a and the cache b"."""
    names = [i for i, p in enumerate(after) if p.part == NAME]
    for i, piece in enumerate(after):
        if piece.part == PREP and not (piece.low == lead and i and after[i - 1].low in ("and", ",")):
            return False
        if piece.part not in (WORD, LIGHT):
            continue
        owner = next((n for n in names if n > i), None)
        if owner is None:
            owner = names[-1] if names else None
        meant = owner is None or len(names) == 1 or after[owner].token.text in (link.name, link.uid)
        if meant and (piece.token.stem,) not in nouns_of(link.kind) and not _in_noun(after, i, link.kind):
            return False
    return True


def _in_noun(after: list[Piece], at: int, kind: str) -> bool:
    """Whether the word is one of a longer noun of the kind."""
    word = after[at].token.stem
    return any(len(n) > 1 and word in n for n in nouns_of(kind))


def _without_noun(said: list[str], kind: str) -> list[str]:
    """The words without the other end's kind at their end ("is owned by the team")."""
    for size in (3, 2, 1):
        if len(said) > size and tuple(said[-size:]) in nouns_of(kind):
            return said[:-size]
        if (
            len(said) > size
            and not kind
            and tuple(said[-size:]) in (("team",), ("repositor",), ("repo",), ("person",))
        ):
            return said[:-size]
    return said


def listed(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """Members of a list field: "its zones are a, b and c", "two zones, a and b"."""
    if (
        group.negated
        or {"through", "by", "from", "than"} & set(group.preps)
        or len({n.text for n in group.names}) < len(group.names)
    ):
        return None
    for fact in view.facts:
        if fact.form != "list" or not all(n.text in fact.exact for n in group.names):
            continue
        spelt = [p.word for p in group.pieces if p.part == WORD and p.token.key in fact.folded]
        spelled_out = set(spelt)
        if len(spelled_out) < len(spelt):
            continue
        if not group.names and not spelled_out:
            continue
        words = [w for w in group.words if w not in ("includ", "one") and w not in spelled_out]
        if words and naming.names(fact, words, kind_words) < (naming.LOOSE if group.names else naming.SUBSET):
            continue
        if not words and len(group.names) < 1:
            continue
        members = len(group.names) + len(spelled_out)
        if group.figures and not (len(group.figures) == 1 and _one_or_all(group, fact, members)):
            continue
        return of_fact(view, fact, reading)
    return None


def _one_or_all(group: Group, fact: Fact, members: int) -> bool:
    figure = group.figures[0]
    if figure.unit is not None or figure.form != "amount":
        return False
    if figure.value == 1 and members == 1 and "of" in group.preps:
        return True
    return fact.amount is not None and agrees(figure, fact.amount) and members == figure.value
