"""The phrases of composed sentences: nouns with their number, places, predicates of conditions, and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal

from assistant.inflection import base, infinitives, plural, singulars
from evidence.value import shown
from graph.fields import ANY, PLACES, field_of, is_version, map_of
from graph.kind import Field, Type
from graph.kinds import CATEGORIES, KINDS, RELATIONS
from graph.query import AnyOf, Condition, Not, Op, Related, Where, Window, Within
from graph.record import Uid, Value

Titles = Mapping[Uid, str]

Said = tuple[str, ...]
"""One sentence in several ways, the best first; "" as the last way leaves it out."""

_COMPARED = {
    Op.EQ: "",
    Op.GT: "more than ",
    Op.GE: "at least ",
    Op.LT: "fewer than ",
    Op.LE: "at most ",
}
_MEASURED = {Op.EQ: "", Op.GT: "over ", Op.GE: "at least ", Op.LT: "under ", Op.LE: "at most "}
_TIMES = {Op.GE: "at or after", Op.GT: "after", Op.LT: "before", Op.LE: "at or before", Op.EQ: "at"}
_ACRONYMS = frozenset(
    "acl ami api arn aws az cidr cpu db dns ebs ec2 ecs efs eks iam id ip kms nat rds s3 sns sqs ssh ssl tls ttl uid url uri vpc".split()
)
_PLACE_WORDS = {
    "account": "in the account {}",
    "region": "in {}",
    "cluster": "in the cluster {}",
    "namespace": "in the namespace {}",
    "environment": "in the environment {}",
    "team": "of the team {}",
    "application": "of the application {}",
    "repository": "of the repository {}",
}


def noun(of: str, count: int | None = 1) -> str:
    """The noun of a kind or category for so many ("3 pods", "1 pod"); None for the plural."""
    declared = KINDS.get(of) or CATEGORIES.get(of)
    one, many = (declared.noun, declared.plural) if declared else ("record", "records")
    return one if count == 1 else many


def counted(count: int, of: str) -> str:
    """Says "3 pods", "1 pod"."""
    return f"{count} {noun(of, count)}"


def label(of: str, name: str) -> str:
    """A field's label as it stands in a sentence, acronyms in capitals."""
    stem, key = map_of(name)
    if key:
        return f"tag {key}"
    declared = field_of(of, stem)
    text = declared.label if declared else stem
    if (
        declared
        and declared.type is not Type.TIME
        and declared.words
        and " " not in text
        and infinitives(text)
    ):
        text = declared.words[0]  # a participle is no noun
    return " ".join(w.upper() if w in _ACRONYMS else w for w in text.split())


def value(held: Value, declared: Field | None) -> str:
    """A value as a sentence says it, with its unit; stars as they stand, since elsewhere they are emphasis."""
    if isinstance(held, str) and "*" in held:
        return f"`{held}`"
    return shown(held, declared.unit if declared else "")


def places(within: Within | Mapping[str, str]) -> str:
    """Says "in the namespace shop in the cluster prod"; empty without a restriction."""
    plain = within.plain() if isinstance(within, Within) else dict(within)
    order = ("namespace", "region", "cluster", "account", "environment", "team", "application", "repository")
    said = [_place(n, plain[n].split(", ")) for n in order if plain.get(n)]
    return " ".join(said)


def _place(name: str, values: Sequence[str]) -> str:
    """Says "in the cluster prod", "in the clusters prod and staging"."""
    words = _PLACE_WORDS[name]
    if len(values) > 1:
        words = words.replace(f"the {name}", f"the {plural(name)}")
    return words.format(a_list(values))


def window(span: Window | None) -> str:
    """Says "between 2026-11-29 12:00 and 2026-11-30 12:00 UTC", "since …", "before …"; empty without one."""
    if span is None or (span.start is None and span.end is None):
        return ""
    if span.start and span.end:
        return f"between {_minute(span.start)} and {_minute(span.end)} UTC"
    return (
        f"since {_minute(span.start)} UTC"
        if span.start
        else f"before {_minute(span.end or datetime.now(UTC))} UTC"
    )


def _minute(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M}"


def predicate(of: str, conditions: Sequence[Condition], titles: Titles, *, many: bool) -> str:
    """What the conditions say of one or of many: "are stopped and have no owner"; empty without any."""
    said = [_said(of, c, titles, many=many) for c in _windows_joined(conditions)]
    return " and ".join(s for s in said if s)


def clauses(of: str, conditions: Sequence[Condition], titles: Titles, *, many: bool) -> list[tuple[str, str]]:
    """Several conditions as one that is said of those of which the others hold: ("that have 0 restarts", "are not ready").

    Each of the last and the first may be what is said; of a single condition there is nothing to part.
    """
    windowed = _windows_joined(conditions)
    if len(windowed) < 2:
        return []
    said = [s for c in windowed if (s := _said(of, c, titles, many=many))]
    last, first = (said[:-1], said[-1]), (said[1:], said[0])
    return [(f"that {' and '.join(rest)}", one) for rest, one in (last, first) if not rest[-1].endswith(".")]


_Windowed = Condition | tuple[Where, Where]


def _windows_joined(conditions: Sequence[Condition]) -> list[_Windowed]:
    """The two edges of a window on one field as one."""
    found: list[_Windowed] = []
    for condition in conditions:
        before = found[-1] if found else None
        if (
            isinstance(condition, Where)
            and isinstance(before, Where)
            and before.field == condition.field
            and before.op is Op.GE
            and condition.op is Op.LT
            and isinstance(condition.value, datetime)
        ):
            found[-1] = (before, condition)
        else:
            found.append(condition)
    return found


def _said(of: str, condition: _Windowed, titles: Titles, *, many: bool) -> str:
    match condition:
        case (Where() as start, Where() as end):
            return _time_verb(of, start.field, f"between {_edge(start)} and {_edge(end)} UTC", many=many)
        case Where():
            return _where(of, condition, many=many)
        case Related():
            return _related(condition, titles, many=many)
        case AnyOf(conditions=inner):
            return _any_of(of, inner, titles, many=many)
        case Not(condition=inner):
            return _not(of, inner, titles, many=many)


def _edge(where: Where) -> str:
    return _minute(where.value) if isinstance(where.value, datetime) else str(where.value)


def _where(of: str, where: Where, *, many: bool) -> str:
    declared = field_of(of, where.field)
    be, have = ("are", "have") if many else ("is", "has")
    if map_of(where.field)[1]:
        return _tag(where, have)
    name = label(of, where.field)
    if where.field in PLACES and where.op is Op.NE:
        return f"{be} not {_place(where.field, [str(where.value)])}"
    match where:
        case Where(value=[]):
            return f"{have} {'no ' if where.op is Op.EQ else ''}{name}"
        case Where(op=Op.UNKNOWN):
            return f"{have} no known {name}"
        case Where(op=Op.KNOWN):
            return f"{have} a known {name}"
        case Where(value=bool(truth)) if declared:
            return _boolean(declared, truth if where.op is Op.EQ else not truth, be, have)
        case Where(value=datetime() as at):
            return _time_verb(of, where.field, f"{_TIMES.get(where.op, 'at')} {_minute(at)} UTC", many=many)
        case Where(value=int() | float() | Decimal()) if declared and where.op in _COMPARED:
            return f"{have} {_amount(declared, where, name)}"
        case Where(op=Op.EQ | Op.NE, value="none") if declared and declared.states:
            return f"{have} {'no' if where.op is Op.EQ else 'a'} {name}"
        case Where(op=Op.EQ | Op.NE) if declared and declared.states:
            word = state_word(declared, str(where.value))
            return f"{be} {'not ' if where.op is Op.NE else ''}{word}"
        case Where(op=Op.IN, value=list() as values):
            return f"{have} the {name} {' or '.join(values)}"
        case Where(op=Op.CONTAINS):
            return f"{have} {where.value} in {'their' if many else 'its'} {name}"
        case Where(op=Op.STARTS, field="name"):
            return f"{have} {'names' if many else 'a name'} that {'start' if many else 'starts'} with {where.value}"
        case Where(op=Op.STARTS):
            return f"{have} the {name} {where.value}"
        case Where(op=Op.NE):
            return f"{'do' if many else 'does'} not have the {name} {where.value}"
        case _ if declared and is_version(declared) and where.op is not Op.EQ:
            return f"{have} a {name} {_MEASURED.get(where.op, '')}{where.value}"
        case _:
            return f"{have} the {name} {where.value}"


def _tag(where: Where, have: str) -> str:
    key = map_of(where.field)[1]
    match where.op:
        case Op.UNKNOWN:
            return f"{have} no tag {key}"
        case Op.KNOWN:
            return f"{have} the tag {key}"
        case Op.NE:
            return f"{have} another tag {key} than {where.value}"
        case _:
            return f"{have} the tag {key}={where.value}"


def _boolean(declared: Field, truth: bool, be: str, have: str) -> str:
    said = declared.yes if truth else declared.no
    if not said:
        other = declared.no if truth else declared.yes
        word = other[0] if other else declared.label
        return f"{be} not {word}" if truth is False else f"{be} {word}"
    word = said[0]
    if word.startswith("with "):
        return f"{have} {word.removeprefix('with ')}"
    if word.startswith("without "):
        return f"{have} no {word.removeprefix('without ').removeprefix('a ')}"
    return f"{be} {word}"


def state_word(declared: Field, held: str) -> str:
    """How a state is said: its first declared word, else the value as it is stored."""
    said = declared.states.get(held, ())
    phrase = bool(said) and said[0].startswith("in ")
    return said[0] if said and (held[:1].isupper() or phrase) else held


def _amount(declared: Field, where: Where, name: str) -> str:
    rounded = round(where.value, 1) if isinstance(where.value, float) else where.value
    held = value(rounded, declared)
    if declared.type is Type.INTEGER and not declared.unit and singulars(name.rsplit(maxsplit=1)[-1]):
        return f"{_COMPARED[where.op]}{held} {name if where.value != 1 else _one(name)}"
    return f"{article(name)} {name} {_of(where.op)}{_MEASURED[where.op]}{held}"


def _of(op: Op) -> str:
    return "of " if op in (Op.EQ, Op.GE, Op.LE) else ""


def _one(name: str) -> str:
    head, _, last = name.rpartition(" ")
    return f"{head} {next(iter(singulars(last)), last)}".strip()


def article(name: str) -> str:
    """Says "a" or "an"."""
    first = name.split(" ", 1)[0]
    if first.isupper() or any(c.isdigit() for c in first):
        return "an" if first[:1] in "AEFHILMNORSX8" else "a"
    return "an" if name[:1].lower() in "aeiou" else "a"


def _time_verb(of: str, name: str, when: str, *, many: bool) -> str:
    """Says "were created after …", "expire before …", "have a last scaled time before …"."""
    words = label(of, name)
    if infinitives(words.split()[-1]):
        return f"{'were' if many else 'was'} {words} {when}"
    if words.endswith("s") and " " not in words:
        return f"{base(words) if many else words} {when}"
    return f"{'have' if many else 'has'} {article(words)} {words} {when}"


def _related(related: Related, titles: Titles, *, many: bool) -> str:
    relation = RELATIONS.get(related.relation)
    other = other_end(related, titles)
    have = "have" if many else "has"
    if relation is None:
        link = "are related to" if many else "is related to"
        return f"{link} {'no ' if related.none else ''}{other}"
    nouns = relation.target_nouns if related.direction == "out" else relation.source_nouns
    if related.none and nouns and not related.uids and not related.kind:
        return f"{have} no {nouns[0]}"
    if related.count is not None:
        return f"{verb(related.relation, related.direction, many=many)} {_COMPARED.get(related.count[0], '')}{related.count[1]} {other}"
    negated = "no " if related.none else ""
    return f"{verb(related.relation, related.direction, many=many)} {negated}{other}"


def other_end(related: Related, titles: Titles) -> str:
    """The other end in words."""
    if related.uids:
        return " or ".join(dict.fromkeys(titles.get(u, u) for u in related.uids))
    of = related.kind or ANY
    inner = predicate(of, related.where, titles, many=False)
    plain = noun(of, None if related.count else 1)
    one = plain if related.none or related.count else f"{article(plain)} {plain}"
    return f"{one} that {inner}" if inner else one


def verb(relation: str, direction: str, *, many: bool) -> str:
    """The relation's first phrase, agreeing with its subject: "depends on" → "depend on" of many."""
    declared = RELATIONS[relation]
    phrases = declared.backward if direction == "in" else declared.forward
    first = phrases[0] if phrases else "is related to"
    if not many:
        return first
    head, _, rest = first.partition(" ")
    return f"{'are' if head == 'is' else base(head)} {rest}".strip()


def _any_of(of: str, inner: Sequence[Condition], titles: Titles, *, many: bool) -> str:
    said = [_said(of, c, titles, many=many) for c in inner]
    shared = [s.split(" ", 1) for s in said]
    if len({s[0] for s in shared}) == 1 and all(len(s) == 2 for s in shared):
        return f"{shared[0][0]} {' or '.join(dict.fromkeys(s[1] for s in shared))}"
    return " or ".join(dict.fromkeys(said))


def _not(of: str, inner: Condition, titles: Titles, *, many: bool) -> str:
    said = _said(of, inner, titles, many=many)
    head, _, rest = said.partition(" ")
    match head:
        case "are" | "is" | "were" | "was":
            return f"{head} not {rest}"
        case "have" | "has":
            return f"{'do' if many else 'does'} not have {rest}"
        case _:
            return f"{'do' if many else 'does'} not {head if many else base(head)} {rest}"


def a_list(items: Sequence[str]) -> str:
    """Says "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def many_of(word: str) -> str:
    """The plural of a label, as it stands."""
    return word if word.endswith("s") else plural(word)


def negated(of: str, conditions: Sequence[Condition], titles: Titles) -> str:
    """The conditions denied of one record: "does not depend on orders-db"."""
    return " and ".join(_not(of, c, titles, many=False) for c in conditions)
