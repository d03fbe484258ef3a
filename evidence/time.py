"""Times as people write them, resolved against the moment a question is asked (F10, F11).

`read(pieces, at, asked)` reads the expression that starts at a piece; `expressions(text, asked, zone)` finds all of a text.
A moment is an interval as wide as it was written: "2026-11-29" is a day, "09:38 UTC" a minute without a day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from evidence.daypart import HOURS, part_of
from evidence.figure import Figure
from evidence.figure import read as read_figure
from evidence.months import DAYS, MONTHS, ORDINALS, months_on
from evidence.zone import zone_after, zone_of


@dataclass(frozen=True, slots=True)
class Moment:
    """A time expression. `form`: point, clock (no day), window.

    `start` inclusive, `end` exclusive, in UTC; either may be missing in a window ("before 14:00"). `figure` says whether
    it counts as one ("2026-11-29" does, "yesterday" does not); `text` is what is named when it cannot be verified.
    """

    form: str
    text: str
    start: datetime | None = None
    end: datetime | None = None
    first: int = 0
    last: int = 0
    figure: bool = True
    zoned: bool = False
    day_only: bool = False
    rolling: bool = False  # "the last 24 hours": ends when it was asked
    edge: str = ""  # since, before, after, until, by, between, from: the word that made a window of a point
    edge_end: datetime | None = None  # where the point that is the edge ends, as precisely as it was written
    day: int = 0  # of a month that is not said ("on the 19th")
    next_year: datetime | None = (
        None  # the same day a year later, where no year is written and it may lie ahead
    )
    begins: int = 0  # characters, where the text is known
    ends: int = 0


_ISO = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T_](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?"
)


_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:?\d{2})?")


_YEAR = re.compile(r"(19|20)\d{2}")


_MONTH = re.compile(r"(19|20\d{2})-(0[1-9]|1[0-2])")


_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")


_LAST = frozenset("last past previous preceding".split())


_SPANS = {"hour": "hour", "day": "day", "week": "week", "month": "month", "year": "year"}


_ONE_DAY = timedelta(days=1)


_MIDNIGHT = {"hour": 0, "minute": 0, "second": 0, "microsecond": 0}


def expressions(text: str, asked: datetime, zone: tzinfo = UTC) -> list[Moment]:
    """Every time expression of a text, with its place in characters."""
    pieces = list(re.finditer(r"[^\s,;()?!]+|[,;()?!]", text))
    words = [p.group().rstrip(".") or p.group() for p in pieces]
    found, at = [], 0
    while at < len(words):
        moment = read(words, at, asked, zone)
        if moment is None:
            at += 1
            continue
        start = pieces[moment.first].start()
        end = pieces[moment.last - 1].start() + len(words[moment.last - 1])
        found.append(replace(moment, begins=start, ends=end))
        at = moment.last
    return found


def read(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo = UTC) -> Moment | None:
    """The time expression that starts at this piece, with the preposition that belongs to a window; None where none starts."""
    low = pieces[at].lower()
    if (
        low in ("in", "over", "within", "during", "for", "the", "through", "throughout")
        or low in _LAST
        or low in ("this", "these")
    ):
        window = _window(pieces, at, asked, zone)
        if window is not None:
            return window
    if low in ("since", "before", "after", "until", "between", "from", "by", "till"):
        return _edged(pieces, at, asked, zone)
    return _point(pieces, at, asked, zone) or _relative(pieces, at, asked, zone)


def _low(pieces: Sequence[str], at: int) -> str:
    return pieces[at].lower() if 0 <= at < len(pieces) else ""


def _words(pieces: Sequence[str], start: int, end: int) -> str:
    return " ".join(pieces[start:end])


def _point(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo) -> Moment | None:
    """A date, a clock time, or both in either order, as one."""
    found = _date(pieces, at, asked, zone) or _clock(pieces, at, zone)
    if found is None:
        return None
    if found.form == "clock":
        return _with_day(found, pieces, asked, zone)
    if found.form == "monthday":
        return found
    return _with_clock(found, pieces, zone)


def _with_day(clock: Moment, pieces: Sequence[str], asked: datetime, zone: tzinfo) -> Moment:
    after = clock.last
    if _low(pieces, after) in ("on", "of", ","):
        after += 1
    day = _date(pieces, after, asked, zone) or _relative(pieces, after, asked, zone)
    if _low(pieces, after) == "this" and _low(pieces, after + 1) in ("morning", "afternoon", "evening"):
        day = _day(_midnight(asked, zone), pieces, after, after + 2, figure=False)
    if day is None or day.start is None or not day.day_only:
        return clock
    return _joined(day, clock, pieces, clock.first, day.last)


def _with_clock(day: Moment, pieces: Sequence[str], zone: tzinfo) -> Moment:
    if not day.day_only:
        return day
    part = _low(pieces, day.last)
    after = day.last + (part in HOURS)
    if _low(pieces, after) in ("at", ",", "around"):
        after += 1
    clock = _clock(pieces, after, zone)
    if clock is None and part in HOURS and day.start is not None:
        start, end = part_of(day.start, part)
        return replace(day, start=start, end=end, last=day.last + 1, day_only=False)
    return day if clock is None else _joined(day, clock, pieces, day.first, clock.last)


def _joined(day: Moment, clock: Moment, pieces: Sequence[str], first: int, last: int) -> Moment:
    if day.start is None or clock.start is None or clock.end is None:
        return day
    local = clock.start.tzinfo or UTC
    date = day.start.astimezone(local) if not clock.zoned else day.start
    start = datetime(
        date.year,
        date.month,
        date.day,
        clock.start.hour,
        clock.start.minute,
        clock.start.second,
        tzinfo=local,
    ).astimezone(UTC)
    return Moment(
        "point",
        _words(pieces, first, last),
        start,
        start + (clock.end - clock.start),
        first,
        last,
        zoned=clock.zoned,
    )


def _date(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo) -> Moment | None:
    if at >= len(pieces):
        return None
    text = pieces[at]
    if match := _ISO.fullmatch(text):
        return _iso(match, pieces, at, zone)
    if match := _MONTH.fullmatch(text):
        return _month(int(text[:4]), int(match[2]), pieces, at, at + 1, zone)
    if text.lower() in MONTHS:
        return _month_first(pieces, at, asked, zone)
    if (
        text.lower() == "the"
        and _low(pieces, at + 1) in ORDINALS
        and _low(pieces, at + 2) == "of"
        and _low(pieces, at + 3) in MONTHS
    ):
        spelled = [*pieces[: at + 1], str(ORDINALS[_low(pieces, at + 1)]), *pieces[at + 2 :]]
        day = _day_first(spelled, at + 1, asked, zone, first=at)
        return _of_year(day, pieces, asked, zone) if day is not None else None
    if (
        text.lower() == "the"
        and _DAY.fullmatch(_low(pieces, at + 1))
        and _low(pieces, at + 2) in ("of", *MONTHS)
    ):
        return _day_first(pieces, at + 1, asked, zone, first=at)
    if (
        text.lower() == "the"
        and re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)", _low(pieces, at + 1))
        and _low(pieces, at - 1) == "on"
    ):
        number = int(_low(pieces, at + 1)[:-2])
        return Moment("monthday", _words(pieces, at, at + 2), first=at, last=at + 2, figure=False, day=number)
    if _DAY.fullmatch(text.lower()):
        return _day_first(pieces, at, asked, zone, first=at)
    if (
        _YEAR.fullmatch(text)
        and at > 0
        and _low(pieces, at - 1) in ("in", "since", "of", "from", "until", "before", "during", "year", "by")
    ):
        return _year(int(text), pieces, at, zone)
    return None


def _of_year(day: Moment, pieces: Sequence[str], asked: datetime, zone: tzinfo) -> Moment:
    """“the first of March last year”."""
    said = (_low(pieces, day.last), _low(pieces, day.last + 1))
    if said not in (("last", "year"), ("this", "year")) or day.start is None:
        return day
    year = asked.astimezone(zone).year - (1 if said[0] == "last" else 0)
    local = day.start.astimezone(zone).replace(year=year)
    return replace(_day(local, pieces, day.first, day.last + 2), next_year=None)


def _iso(match: re.Match[str], pieces: Sequence[str], at: int, zone: tzinfo) -> Moment | None:
    try:
        day = datetime(int(match[1]), int(match[2]), int(match[3]), tzinfo=zone)
        if match[4] is None:
            return _day(day, pieces, at, at + 1)
        last, local = at + 1, zone_of(match[7]) if match[7] else None
        if local is None:
            local, last = zone_after(pieces, last, zone)
        start = day.replace(hour=int(match[4]), minute=int(match[5]), second=int(match[6] or 0), tzinfo=local)
    except ValueError:
        return None
    width = timedelta(seconds=1) if match[6] else timedelta(minutes=1)
    start = start.astimezone(UTC)
    return Moment("point", _words(pieces, at, last), start, start + width, at, last, zoned=True)


def _day(day: datetime, pieces: Sequence[str], first: int, last: int, *, figure: bool = True) -> Moment:
    start = day.astimezone(UTC)
    end = (day + _ONE_DAY).astimezone(UTC)
    return Moment("point", _words(pieces, first, last), start, end, first, last, figure, day_only=True)


def _month(year: int, month: int, pieces: Sequence[str], first: int, last: int, zone: tzinfo) -> Moment:
    start = datetime(year, month, 1, tzinfo=zone)
    return Moment(
        "point",
        _words(pieces, first, last),
        start.astimezone(UTC),
        months_on(start, 1).astimezone(UTC),
        first,
        last,
    )


def _year(year: int, pieces: Sequence[str], at: int, zone: tzinfo) -> Moment:
    start, end = datetime(year, 1, 1, tzinfo=zone), datetime(year + 1, 1, 1, tzinfo=zone)
    return Moment("point", pieces[at], start.astimezone(UTC), end.astimezone(UTC), at, at + 1)


def _month_first(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo) -> Moment | None:
    """“July 2026”, "August 25, 2026", "Feb 18", "November"."""
    month = MONTHS[pieces[at].lower()]
    following = _low(pieces, at + 1)
    if _YEAR.fullmatch(following):
        return _month(int(following), month, pieces, at, at + 2, zone)
    match = _DAY.fullmatch(following)
    if match and 1 <= int(match[1]) <= 31 and not _is_counted(pieces, at + 2):
        return _dated(int(match[1]), month, pieces, at, at + 2, asked, zone)
    if pieces[at].lower() == "may" or not pieces[at][0].isupper():
        return None
    year = asked.astimezone(zone).year
    if month > asked.astimezone(zone).month:
        year -= 1
    return _month(year, month, pieces, at, at + 1, zone)


def _is_counted(pieces: Sequence[str], at: int) -> bool:
    return _low(pieces, at) == ":"


def _day_first(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo, *, first: int) -> Moment | None:
    match = _DAY.fullmatch(pieces[at].lower())
    after = at + 1
    if _low(pieces, after) == "of":
        after += 1
    month = MONTHS.get(_low(pieces, after))
    if match is None or month is None or not pieces[after][0].isupper():
        return None
    return _dated(int(match[1]), month, pieces, first, after + 1, asked, zone)


def _dated(
    day: int, month: int, pieces: Sequence[str], first: int, last: int, asked: datetime, zone: tzinfo
) -> Moment | None:
    """With the year where it is written, else the latest such day that is not after the question."""
    year_at = last + 1 if _low(pieces, last) == "," else last
    written = _YEAR.fullmatch(_low(pieces, year_at))
    now = asked.astimezone(zone)
    year = int(written[0]) if written else now.year
    try:
        start = datetime(year, month, day, tzinfo=zone)
        if not written and start > now:
            start = start.replace(year=year - 1)
    except ValueError:
        return None
    found = _day(start, pieces, first, year_at + 1 if written else last)
    if written or (day, month) == (29, 2):
        return found
    return replace(found, next_year=start.replace(year=start.year + 1).astimezone(UTC))


def _clock(pieces: Sequence[str], at: int, zone: tzinfo) -> Moment | None:
    text = _low(pieces, at)
    match = _CLOCK.fullmatch(text.upper()) if text else None
    if match is None:
        return _named_clock(pieces, at, zone)
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    last, local, zoned = at + 1, zone, False
    if match[4]:
        local, zoned = zone_of(match[4]) or UTC, True
    else:
        half = _low(pieces, last)
        if half in ("am", "pm", "a.m", "p.m", "a.m.", "p.m.") and hour <= 12:
            hour, last = hour % 12 + (12 if half[0] == "p" else 0), last + 1
        local, end = zone_after(pieces, last, zone)
        zoned, last = end > last, end
    if hour > 23 or minute > 59 or second > 59:
        return None
    start = datetime(2000, 1, 3, hour, minute, second, tzinfo=local)
    width = timedelta(seconds=1) if match[3] else timedelta(minutes=1)
    return Moment("clock", _words(pieces, at, last), start, start + width, at, last, zoned=zoned)


def _named_clock(pieces: Sequence[str], at: int, zone: tzinfo) -> Moment | None:
    hours = {"noon": 12, "midnight": 0}
    if _low(pieces, at + 1) in ("o'clock", "o’clock") and _low(pieces, at).isdigit() and int(pieces[at]) < 24:
        local, last = zone_after(pieces, at + 2, zone)
        start = datetime(2000, 1, 3, int(pieces[at]), tzinfo=local)
        return Moment(
            "clock",
            _words(pieces, at, last),
            start,
            start + timedelta(minutes=1),
            at,
            last,
            zoned=last > at + 2,
        )
    if _low(pieces, at) not in hours:
        return None
    local, last = zone_after(pieces, at + 1, zone)
    start = datetime(2000, 1, 3, hours[_low(pieces, at)], tzinfo=local)
    return Moment("clock", _words(pieces, at, last), start, start + timedelta(minutes=1), at, last)


def _midnight(asked: datetime, zone: tzinfo) -> datetime:
    return asked.astimezone(zone).replace(**_MIDNIGHT)  # type: ignore[arg-type]


def _relative(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo) -> Moment | None:
    """“today”, "yesterday", "Monday", "recently", "last night" is not one."""
    low, today = _low(pieces, at), _midnight(asked, zone)
    match low:
        case "today":
            return _with_clock(_day(today, pieces, at, at + 1, figure=False), pieces, zone)
        case "the" if [_low(pieces, at + i) for i in (1, 2, 3)] == ["day", "before", "yesterday"]:
            return _with_clock(_day(today - 2 * _ONE_DAY, pieces, at, at + 4, figure=False), pieces, zone)
        case "the" if [_low(pieces, at + i) for i in (1, 2, 3)] == ["day", "after", "tomorrow"]:
            return _with_clock(_day(today + 2 * _ONE_DAY, pieces, at, at + 4, figure=False), pieces, zone)
        case "yesterday":
            return _with_clock(_day(today - _ONE_DAY, pieces, at, at + 1, figure=False), pieces, zone)
        case "tomorrow":
            return _day(today + _ONE_DAY, pieces, at, at + 1, figure=False)
        case "recently" | "lately":
            return _named("recently", pieces, at, at + 1, asked - timedelta(days=7), asked)
        case _:
            return _weekday(pieces, at, today, zone)


def _weekday(pieces: Sequence[str], at: int, today: datetime, zone: tzinfo) -> Moment | None:
    low = _low(pieces, at)
    named_last = low in ("last", "this")
    name = _low(pieces, at + 1) if named_last else low
    if name not in DAYS or (
        len(name) == 3 and not named_last and _low(pieces, at - 1) not in ("on", "since")
    ):
        return None
    after = [_low(pieces, at + 1 + named_last + i) for i in range(3)]
    if after == ["of", "last", "week"]:
        day = today - timedelta(days=today.weekday() + 7 - DAYS[name])
        return _with_clock(_day(day, pieces, at, at + 4 + named_last, figure=False), pieces, zone)
    back = (today.weekday() - DAYS[name]) % 7
    if back == 0 and low == "last":
        back = 7
    return _with_clock(
        _day(today - timedelta(days=back), pieces, at, at + 1 + named_last, figure=False), pieces, zone
    )


def _named(
    form: str, pieces: Sequence[str], first: int, last: int, start: datetime | None, end: datetime | None
) -> Moment:
    utc = [t.astimezone(UTC) if t else None for t in (start, end)]
    return Moment("window", _words(pieces, first, last) or form, utc[0], utc[1], first, last, figure=False)


def _window(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo) -> Moment | None:
    """“in the last 24 hours”, "over the past week", "last week", "this month", "last Thursday", "last December"."""
    first, place = at, at
    if _low(pieces, place) in ("in", "over", "within", "during", "for", "through", "throughout"):
        place += 1
    if _low(pieces, place) == "the":
        place += 1
    low = _low(pieces, place)
    if low in _LAST:
        return _counted_window(pieces, first, place, asked) or _calendar_window(
            pieces, first, place, asked, zone
        )
    if low in ("this", "these", "current"):
        return _this(pieces, first, place, asked, zone)
    return None


def _counted_window(pieces: Sequence[str], first: int, place: int, asked: datetime) -> Moment | None:
    figure = read_figure(pieces, place + 1)
    if figure is None or figure.dimension != "time" or figure.op != "=":
        few = _low(pieces, place + 1) == "few"
        if few and _low(pieces, place + 2) == "days":
            return _named("", pieces, first, place + 3, asked - timedelta(days=7), asked)
        return None
    start = _back(asked, figure)
    return Moment(
        "window", figure.text, start, asked.astimezone(UTC), first, figure.last, figure=True, rolling=True
    )


def _back(asked: datetime, figure: Figure) -> datetime:
    if figure.unit is not None and figure.unit.calendar and figure.value.denominator == 1:
        months = int(figure.value) * (12 if figure.unit.calendar == "year" else 1)
        return months_on(asked, -months).astimezone(UTC)
    return (asked - timedelta(seconds=float(figure.base))).astimezone(UTC)


def _calendar_window(
    pieces: Sequence[str], first: int, place: int, asked: datetime, zone: tzinfo
) -> Moment | None:
    """“last week” is the calendar week before; "the past week" and "the last week" are the seven days before now."""
    word, last = _low(pieces, place + 1), place + 2
    if word in DAYS:
        moment = _weekday(pieces, place, _midnight(asked, zone), zone)
        return replace(moment, first=first) if moment else None
    if word in MONTHS:
        now = asked.astimezone(zone)
        year = now.year if MONTHS[word] < now.month else now.year - 1
        return replace(_month(year, MONTHS[word], pieces, place, last, zone), first=first, figure=False)
    if word == "night":
        today = _midnight(asked, zone)
        return _named("", pieces, first, last, today - timedelta(hours=6), today + timedelta(hours=6))
    if word not in _SPANS:
        return None
    rolling = _low(pieces, place) != "last" or _low(pieces, place - 1) == "the" or word in ("hour", "day")
    start, end = _rolled(word, asked) if rolling else _previous(word, asked, zone)
    return replace(_named("", pieces, place, last, start, end), first=first, rolling=rolling)


def _rolled(word: str, asked: datetime) -> tuple[datetime, datetime]:
    if word in ("month", "year"):
        return months_on(asked, -1 if word == "month" else -12), asked
    return asked - {"hour": timedelta(hours=1), "day": _ONE_DAY, "week": timedelta(days=7)}[word], asked


def _previous(word: str, asked: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    start, _ = _current(word, asked, zone)
    match word:
        case "week":
            return start - timedelta(days=7), start
        case "month":
            return months_on(start, -1), start
        case "year":
            return months_on(start, -12), start
        case _:
            return start - _ONE_DAY, start


def _current(word: str, asked: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """From the start of this week, month, year or day to now."""
    today = _midnight(asked, zone)
    match word:
        case "week":
            return today - timedelta(days=today.weekday()), asked
        case "month":
            return today.replace(day=1), asked
        case "year":
            return today.replace(month=1, day=1), asked
        case _:
            return today, asked


def _this(pieces: Sequence[str], first: int, place: int, asked: datetime, zone: tzinfo) -> Moment | None:
    word = _low(pieces, place + 1)
    if word in ("morning", "afternoon", "evening"):
        start, end = part_of(_midnight(asked, zone), word)
        return _named("", pieces, first, place + 2, start, end)
    if word not in ("week", "month", "year"):
        return None
    start, end = _current(word, asked, zone)
    return _named("", pieces, first, place + 2, start, end)


def _edged(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo) -> Moment | None:
    """“since Monday”, "before 14:00 UTC yesterday", "between … and …", "from … to …"."""
    low = _low(pieces, at)
    if low in ("between", "from"):
        return _span(pieces, at, asked, zone)
    edge = _point(pieces, at + 1, asked, zone) or _relative(pieces, at + 1, asked, zone)
    if edge is None and low == "since":
        edge = _window(pieces, at + 1, asked, zone)
    if edge is None or edge.start is None:
        return None
    if edge.form == "clock":
        edge = _on_latest_day(edge, asked)
    start, end = {
        "since": (edge.start, asked.astimezone(UTC)),
        "after": (edge.start, asked.astimezone(UTC)),
    }.get(low, (None, edge.start))
    return Moment(
        "window", edge.text, start, end, at, edge.last, edge.figure, edge.zoned, edge=low, edge_end=edge.end,
        next_year=edge.next_year,
    )  # fmt: skip


def _on_latest_day(clock: Moment, asked: datetime) -> Moment:
    if clock.start is None or clock.end is None:
        return clock
    local = asked.astimezone(clock.start.tzinfo)
    start = local.replace(
        hour=clock.start.hour, minute=clock.start.minute, second=clock.start.second, microsecond=0
    )
    if start > asked:
        start -= _ONE_DAY
    return replace(
        clock,
        form="point",
        start=start.astimezone(UTC),
        end=start.astimezone(UTC) + (clock.end - clock.start),
    )


def _span(pieces: Sequence[str], at: int, asked: datetime, zone: tzinfo) -> Moment | None:
    left = _point(pieces, at + 1, asked, zone) or _relative(pieces, at + 1, asked, zone)
    if left is None or _low(pieces, left.last) not in ("and", "to", "until", "till", "-", "–"):
        return None
    right = _point(pieces, left.last + 1, asked, zone) or _relative(pieces, left.last + 1, asked, zone)
    if right is None or left.start is None or right.start is None:
        return None
    if left.form == "clock" and right.form == "clock":
        return None  # a pair of clock times: each is a figure of its own
    if left.form == "clock":
        left = _joined(replace(right, day_only=True), left, pieces, left.first, left.last)
    if right.form == "clock":
        right = _joined(replace(left, day_only=True), right, pieces, right.first, right.last)
    text = _words(pieces, left.first, right.last)
    return Moment(
        "window",
        text,
        left.start,
        right.start,
        at,
        right.last,
        left.figure or right.figure,
        edge="between",
        edge_end=right.end,
    )
