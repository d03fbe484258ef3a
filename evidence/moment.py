"""Times, ages and durations (F11, F12)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from evidence import naming
from evidence.evidenced import of_fact, use
from evidence.fact import Fact, View
from evidence.figure import Figure, agrees, compares
from evidence.group import WORD, Group
from evidence.lexicon import concept
from evidence.months import calendar_months
from evidence.time import Moment
from evidence.unit import Unit
from evidence.use import Reading, Use
from evidence.word import stem

_BIRTH = (
    "createdAt",
    "launchedAt",
    "startedAt",
    "launchTime",
    "creationTimestamp",
    "created",
    "registeredAt",
    "startTime",
    "bornAt",
    "builtAt",
    "manufacturedAt",
    "commissionedAt",
    "enteredServiceAt",
    "installedAt",
    "openedAt",
    "foundedAt",
    "plantedAt",
)


def timed(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“created on 2024-06-11”, "up since 9 November", "last terminated at 09:51 UTC" (F11)."""
    if len(group.times) != 1 or group.names or group.negated:
        return None
    moment = group.times[0]
    words = [w for w in _without_last(view, group) if w not in ("seen", "see")]
    words += [w for w in group.light if w in _BIRTH_WORDS or w in view.vocabulary]
    if words == ["time"] and group.pieces[0].low == "times":
        return None  # "17 times in the last 24 hours": so many in that window, and no time of anything
    if not words and "observ" in group.light and _was_observed(view, moment):
        return [use(view, (), "seen")]
    if not words:
        return _same_moment(view, moment, reading)
    if _observed(view, moment, group):
        return [use(view, (), "observed")]
    for level, fact in naming.best(view, words, ("time",), kind_words) if words else ():
        if _told_as_past(fact, group, reading):
            continue
        if (level >= naming.SUBSET or (level == naming.LOOSE)) and moment_agrees(fact, moment):
            return of_fact(view, fact, reading)
    if words and (due := _due(view, words, reading)):
        return of_fact(view, due[0], reading) if moment_agrees(due[0], moment) else None
    if words and all(w in _BIRTH_WORDS for w in words):
        birth = birth_of(view)
        if birth is not None and moment.edge not in ("until", "till") and moment_agrees(birth, moment):
            return of_fact(view, birth, reading)
    return None


def _without_last(view: View, group: Group) -> list[str]:
    """“last modified” of a modifiedAt: what is kept is always the last time."""
    at = next((i for i, p in enumerate(group.pieces[:-1]) if p.low == "last"), None)
    if at is None or not group.pieces[at + 1].low.endswith("ed"):
        return group.words
    deed = group.pieces[at + 1].word
    known = any(deed in p and "last" in p for f in view.facts for p in f.phrases)
    return group.words if known else [w for w in group.words if w != "last"]


def _told_as_past(fact: Fact, group: Group, reading: Reading) -> bool:
    """“expired on …” of what still lies ahead."""
    ahead = isinstance(fact.value, datetime) and fact.value > reading.asked
    return ahead and any(
        p.part == WORD and p.low in ("expired", "ended", "lapsed", "finished") for p in group.pieces
    )


def _same_moment(view: View, moment: Moment, reading: Reading) -> list[Use] | None:
    """A time without a word of its own belongs to what was just said: the same time, or one of the same happening."""
    if not reading.said:
        return None
    opened = _opened(reading)
    if opened is not None:
        return of_fact(view, opened, reading) if moment_agrees(opened, moment) else None
    last = reading.said[-1].fact
    birth = birth_of(view)
    if view.about and reading.said[-1].fields == ("subject",) and birth is not None:
        return of_fact(view, birth, reading) if moment_agrees(birth, moment) else None
    for fact in view.facts:
        if fact.form != "time" or not moment_agrees(fact, moment) or last is None:
            continue
        if fact is last or (set(fact.phrases[0]) & set(last.phrases[0])) - {"last", "time", "at"}:
            return of_fact(view, fact, reading)
    return None


_BIRTH_WORDS = frozenset(
    concept(stem(w)) for w in "exist existed up running run alive old age around live made born".split()
)


def _observed(view: View, moment: Moment, group: Group) -> bool:
    """“as of 11:40 UTC”: when the record was observed."""
    if any(w not in ("observ", "scan", "last", "read", "record") for w in group.words):
        return False
    if not ({"as", "at", "on"} & set(group.preps) or any(p.low == "as" for p in group.pieces)):
        return False
    return _was_observed(view, moment)


def _was_observed(view: View, moment: Moment) -> bool:
    observed = getattr(view.held, "observed_at", None)
    return isinstance(observed, datetime) and inside(moment, observed)


def moment_agrees(fact: Fact, moment: Moment) -> bool:
    """Whether a time field holds what the time expression says, edges included."""
    at = fact.value
    if not isinstance(at, datetime):
        return False
    if moment.form == "window" and moment.edge in ("since", "after", "before", "until", "till", "by"):
        if moment.edge == "since":
            return (
                moment.start is not None
                and moment.edge_end is not None
                and moment.start <= at < moment.edge_end
            )
        if moment.edge == "after":
            return moment.edge_end is not None and at >= moment.edge_end
        if any(_ENDING.intersection(p) for p in fact.phrases):
            return _ends_by(moment, at)
        return moment.end is not None and at < moment.end
    return inside(moment, at)


_ENDING = frozenset(concept(stem(w)) for w in "expires expiry until end".split())
"""What lasts until a day ends on it: "is valid until 26 May"."""


def _ends_by(moment: Moment, at: datetime) -> bool:
    """Whether what ends then ends on the day that "until" names, or before the one that "before" and "by" name."""
    if moment.end is None or moment.edge_end is None:
        return False
    for edge in (moment.end, moment.next_year):
        if edge is not None and moment.edge in ("until", "till"):
            if edge <= at < edge + (moment.edge_end - moment.end):
                return True
        elif edge is not None and at < edge:
            return True
    return False


def inside(moment: Moment, at: datetime) -> bool:
    """Whether an instant lies in the moment, as precisely as that is written."""
    if moment.form == "monthday":
        return at.day == moment.day
    if moment.form == "clock":
        return (
            moment.start is not None and moment.end is not None and _same_clock(moment.start, moment.end, at)
        )
    if moment.next_year is not None and moment.next_year <= at < moment.next_year + timedelta(days=1):
        return True
    return (moment.start is None or moment.start <= at) and (moment.end is None or at < moment.end)


def _same_clock(start: datetime, end: datetime, at: datetime) -> bool:
    local = at.astimezone(start.tzinfo)
    same = local.hour == start.hour and local.minute == start.minute
    return same and (end - start >= timedelta(minutes=1) or local.second == start.second)


def between_times(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“ran from 02:00 to 02:07 UTC”: a start and an end."""
    moments = [m for m in group.times if not m.day_only] if len(group.times) == 3 else group.times
    days = [m for m in group.times if m.day_only]
    if len(moments) == 1 and moments[0].edge == "between":
        moments = _edges(moments[0])
        group.preps.append("between")
    if len(moments) != 2 or group.names or group.negated or any(w not in _SPAN_WORDS for w in group.words):
        return None
    start = next(
        (
            f
            for f in view.facts
            if f.form == "time" and f.field in ("startedAt", "startTime", "from", "beganAt")
        ),
        None,
    )
    end = next(
        (
            f
            for f in view.facts
            if f.form == "time"
            and f.field in ("endedAt", "finishedAt", "completedAt", "endTime", "to", "completionTime")
        ),
        None,
    )
    if (
        start is None
        or end is None
        or not isinstance(start.value, datetime)
        or not isinstance(end.value, datetime)
    ):
        return None
    first, second = moments
    if (
        first.form == "clock"
        and second.zoned
        and not first.zoned
        and second.start is not None
        and first.start is not None
    ):
        first = _rezoned(first, second)
    if not {"from", "between"} & set(group.preps) and not any(m.edge == "between" for m in moments):
        return None
    if len(group.times) == 3 and not all(inside(d, start.value) for d in days):
        return None
    if inside(first, start.value) and inside(second, end.value):
        return [use(view, (start.field, end.field), "pair", fact=start)]
    return None


def _edges(window: Moment) -> list[Moment]:
    """The two times a window was written with, to the minute where the end was."""
    if window.start is None or window.end is None or window.edge_end is None:
        return []
    width = window.edge_end - window.end
    return [
        replace(window, form="point", edge="", end=window.start + width),
        replace(window, form="point", edge="", start=window.end, end=window.edge_end),
    ]


def _rezoned(first: Moment, second: Moment) -> Moment:
    zone = second.start.tzinfo if second.start else UTC
    start = first.start.replace(tzinfo=zone) if first.start else None
    end = first.end.replace(tzinfo=zone) if first.end else None
    return replace(first, start=start, end=end)


_SPAN_WORDS = frozenset(
    concept(stem(w)) for w in "run ran last lasted take took execute executed between time".split()
)


def birth_of(view: View) -> Fact | None:
    """The time it was created, launched or started; of a change when it was made."""
    if view.kind == "Change":
        return view.fact("at")
    for name in _BIRTH:
        fact = view.fact(name)
        if fact is not None and isinstance(fact.value, datetime):
            return fact
    return None


def aged(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“2 years old”, "launched three weeks ago", "up for 4 days": an age, from a time and the question's own (F11)."""
    if len(group.figures) != 1 or group.names or group.negated:
        return None
    if any(not (m.day_only and inside(m, reading.asked)) for m in group.times):
        return None
    figure = group.figures[0]
    if figure.dimension != "time" or figure.unit is None:
        return None
    low = [p.low for p in group.pieces]
    words = [w for w in _without_last(view, group) if w not in ("ago", "old", "age", "away", "hence")]
    words += [w for w in group.light if w in _BIRTH_WORDS or w in view.vocabulary]
    ages = {"ago", "old", "age", "for", "aged", "since", "in", "away", "hence", "left", "now"}
    if not (ages & set(low)) and not {"age"} & set(group.words):
        return None
    facts = [f for _, f in naming.best(view, words, ("time",), kind_words)] if words else []
    if not words and reading.said and (opened := _opened(reading) or _told_time(view, reading)) is not None:
        facts = [opened]
    if not facts and all(w in _BIRTH_WORDS for w in words):
        birth = birth_of(view)
        facts = [birth] if birth else []
    if not facts and words:
        facts = _due(view, words, reading)
    valid = (
        "for" in low
        and bool({"valid", "good"} & set(low))
        and reading.verb in ("is", "are", "stays", "remains", "")
    )
    if "left" in low and set(words) <= {"leave"} and (end := _ending(view)) is not None:
        facts = [end]
    last = reading.said[-1] if reading.said else None
    valued = last is not None and last.part == "field" and last.fact is not None and last.fact.form != "time"
    if not group.words and "for" in low and valued:
        return None  # "its revision has been 27 for two years": how long a value has been so is no age
    for fact in facts:
        if isinstance(fact.value, datetime) and is_age(figure, fact.value, reading.asked):
            made = of_fact(
                view, fact, reading, how=f"from {fact.value:%Y-%m-%d %H:%M} UTC to when it was asked"
            )
            if made is not None:
                made[0].part = "age"
            return made
        ahead = {"in", "away", "hence", "left"} & set(low) or valid or ("from" in low and "now" in low)
        future = isinstance(fact.value, datetime) and fact.value > reading.asked and bool(ahead)
        if future and isinstance(fact.value, datetime) and is_age(figure, reading.asked, fact.value):
            return of_fact(view, fact, reading)
    return None


def _ending(view: View) -> Fact | None:
    """The one time at which it ends: "has a week left"."""
    found = [f for f in view.facts if f.form == "time" and any(_ENDING.intersection(p) for p in f.phrases)]
    return found[0] if len(found) == 1 else None


def untouched(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“hasn't been updated in half a year”, "not rotated since March": the last time lies that far back, or further."""
    if not group.negated or group.names or len(group.figures) + len(group.times) != 1:
        return None
    if any(p.low in ("no", "none", "nothing", "nobody") for p in group.pieces):
        return None
    words = [w for w in _without_last(view, group) if w not in ("ag", "ago")]
    for _, fact in naming.best(view, words, ("time",), kind_words) if words else ():
        if not isinstance(fact.value, datetime) or fact.value > reading.asked or not _happens(fact):
            continue
        if group.figures:
            figure = group.figures[0]
            if figure.dimension != "time" or not {"in", "for", "over"} & set(group.preps):
                return None
            if is_age(figure, fact.value, reading.asked):
                return of_fact(view, fact, reading, how=f"last {fact.value:%Y-%m-%d %H:%M} UTC")
            continue
        moment = group.times[0]
        if moment.edge == "since" and moment_agrees(fact, moment):
            return of_fact(view, fact, reading)
        window = moment.start is not None and moment.edge in ("", "in", "over", "within", "for", "during")
        if window and moment.start is not None and fact.value < moment.start and _to_now(moment, reading):
            return of_fact(view, fact, reading)
    return None


def _happens(fact: Fact) -> bool:
    """A time of what is done again and again, of which the last is kept."""
    return bool(fact.words & _AGAIN) or "last" in fact.words


_AGAIN = frozenset(
    concept(stem(w))
    for w in "modified updated changed rotated accessed used restarted deployed synced scanned inspected serviced refreshed pushed pulled committed seen touched".split()
)


def _to_now(moment: Moment, reading: Reading) -> bool:
    return moment.end is not None and abs(moment.end - reading.asked) <= timedelta(days=1)


def recurring(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“probes it every 15 seconds”, "runs every hour": the one interval of the record, where no other is named."""
    if len(group.figures) != 1 or group.names or group.times or group.negated or reading.past:
        return None
    at = next(i for i, p in enumerate(group.pieces) if p.token.figure is not None)
    figure = group.figures[0]
    every = (at > 0 and group.pieces[at - 1].low == "every") or (
        not at and group.lead == "" and group.before_every
    )
    if figure.dimension != "time" or figure.op != "=" or not every:
        return None
    spans = [
        f
        for f in view.facts
        if f.form == "number" and f.unit is not None and f.unit.dimension == "time" and f.words & _EVERY
    ]
    named = [f for f in spans if set(group.words) <= f.words]
    if len(named) == 1 and named[0].amount is not None and agrees(figure, named[0].amount):
        return of_fact(view, named[0], reading)
    return None


_EVERY = frozenset(
    concept(stem(w))
    for w in "interval period frequency rotation refresh poll polling cycle cadence sync".split()
)


def _due(view: View, words: list[str], reading: Reading) -> list[Fact]:
    """“is due again in three weeks”: the one time of what comes next."""
    if not set(words) <= _DUE or not set(words) & {"due", "next"}:
        return []
    found = [
        f
        for f in view.facts
        if isinstance(f.value, datetime) and f.value > reading.asked and f.words & {"next", "due"}
    ]
    return found if len(found) == 1 else []


_DUE = frozenset(concept(stem(w)) for w in "due again next up scheduled planned once more then".split())


def _told_time(view: View, reading: Reading) -> Fact | None:
    """The time just told, of which the age is told as well ("modified on Monday, three days ago"), or that of what was told."""
    last = reading.said[-1].fact
    if last is None or last.form == "time":
        return last
    own = set(last.phrases[0]) - {"last", "time", "at"}
    times = (
        [f for f in view.facts if f.form == "time" and own & set(f.phrases[0])]
        if "last" in last.words
        else []
    )
    return times[0] if len(times) == 1 else None


def _opened(reading: Reading) -> Fact | None:
    """The time that the clause has named and not told yet ("launched from york an hour ago")."""
    return next(
        (
            u.fact
            for u in reversed(reading.said)
            if u.part == "named" and u.fact is not None and u.fact.form == "time"
        ),
        None,
    )


def is_age(figure: Figure, start: datetime, end: datetime) -> bool:
    """Whether a span is what the figure says: its whole units, or rounded where it is written with decimals or "about"."""
    if figure.unit is None or start > end:
        return False
    if figure.unit.calendar:
        exact = Fraction(calendar_months(start, end)) / (12 if figure.unit.calendar == "year" else 1)
    else:
        exact = Fraction((end - start) / timedelta(microseconds=1)) / 1_000_000 / figure.unit.factor
    return age_agrees(figure, exact) or (
        figure.op in ("=", "==") and figure.value == _in_dates(figure.unit, start, end)
    )


def _in_dates(unit: Unit, start: datetime, end: datetime) -> int | None:
    """Days and months are also told from date to date: from the 17th to the 17th is a month."""
    first, last = start.astimezone(UTC).date(), end.astimezone(UTC).date()
    if unit.calendar:
        months = (last.year - first.year) * 12 + last.month - first.month
        whole = 12 if unit.calendar == "year" else 1
        return months // whole if last.day == first.day and months % whole == 0 else None
    return (last - first).days if unit.factor == 86_400 else None


def age_agrees(figure: Figure, exact: Fraction) -> bool:
    """Ages are told in whole units that have passed; a tenth of a unit short is rounded up."""
    if figure.op != "=":
        return compares(figure.op, exact, figure.value, figure.step)
    whole = Fraction(exact // figure.step) * figure.step
    return (
        whole == figure.value
        or abs(exact - figure.value) <= figure.step / 10
        or (figure.step < 1 and abs(exact - figure.value) * 2 <= figure.step)
    )


def lasted(view: View, group: Group, reading: Reading, kind_words: frozenset[str]) -> list[Use] | None:
    """“lasted 35 minutes”, "took 7 minutes": a duration, stated or from start to end (F12)."""
    if len(group.figures) != 1 or group.names or group.negated:
        return None
    figure = group.figures[0]
    words = set(group.words) | set(group.light)
    if not words and {"after", "for", "within", "in"} & set(group.preps):
        words = {"last"}
    if (
        figure.dimension != "time"
        or not words & {"last", "tak", "take", "run", "duration", "durat", "long"}
        or words - {"last", "tak", "take", "run", "durat", "duration", "long", "time"}
    ):
        return None
    start = next(
        (f for f in view.facts if f.field in ("startedAt", "startTime") and isinstance(f.value, datetime)),
        None,
    )
    end = next(
        (
            f
            for f in view.facts
            if f.field in ("endedAt", "finishedAt", "completedAt", "endTime")
            and isinstance(f.value, datetime)
        ),
        None,
    )
    if (
        start is None
        or end is None
        or not isinstance(start.value, datetime)
        or not isinstance(end.value, datetime)
    ):
        return None
    seconds = Fraction((end.value - start.value) / timedelta(microseconds=1)) / 1_000_000
    if agrees(figure, seconds):
        return [use(view, (start.field, end.field), "pair", how=f"{end.field} − {start.field}", fact=end)]
    return None
