"""Times of a question: every form resolved against the asker's zone and the question's own time, and shown in UTC.

A window includes its start and excludes its end. A day that is a threshold means the start of that day; "yesterday"
is the calendar day before, "last week" the calendar week before (Monday to Sunday), "recently" the last seven days
(F10), all of them in the asker's zone.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo

from graph.query import Window

_UNITS = {
    "second": "seconds",
    "sec": "seconds",
    "s": "seconds",
    "minute": "minutes",
    "min": "minutes",
    "m": "minutes",
    "hour": "hours",
    "hr": "hours",
    "h": "hours",
    "day": "days",
    "d": "days",
    "week": "weeks",
    "w": "weeks",
    "wk": "weeks",
    "fortnight": "fortnights",
    "month": "months",
    "quarter": "quarters",
    "year": "years",
    "y": "years",
    "yr": "years",
}
_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple of": 2, "a couple of": 2, "three": 3, "few": 3, "a few": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "twenty": 20,
    "thirty": 30, "sixty": 60, "ninety": 90,
}  # fmt: skip
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip

_NUMBER = r"(?P<n>\d+(?:\.\d+)?|" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")"
_UNIT = r"(?P<unit>" + "|".join(sorted(_UNITS, key=len, reverse=True)) + r")s?"
_DAY = r"(?P<day>" + "|".join(f"{d}|{d[:4]}|{d[:3]}" for d in _DAYS) + r")"
_MONTH = r"(?P<month>" + "|".join(f"{m}|{m[:3]}" for m in _MONTHS) + r"|sept)"
_ZONE = r"(?: ?(?P<zone>utc|gmt|z|local time|[+-]\d\d:?\d\d))?"
_CLOCK = r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d)(?::(?P<second>\d\d))?)? ?(?P<half>am|pm)?"
_ISO = (
    r"(?P<iso>\d{4}-\d\d-\d\d)(?:[t ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.\d+)?)?)?"
    + _ZONE
)


@dataclass(frozen=True, slots=True)
class Spell:
    """A stretch of time that words name, in the asker's zone: a day, an hour, an instant (`end` equals `start`)."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Clock:
    """The question's own time and the asker's zone."""

    now: datetime
    zone: tzinfo = UTC

    @property
    def local(self) -> datetime:
        """Now, in the asker's zone."""
        return self.now.astimezone(self.zone)

    def midnight(self, day: datetime) -> datetime:
        """The start of that day in the asker's zone."""
        return datetime.combine(day.date(), time(), self.zone)


def window_of(phrase: str, clock: Clock) -> Window | None:
    """The window a whole phrase names, or None where it is no time at all.

    "in the last 24 hours", "since Monday", "before 14:00 UTC yesterday", "between 09:00 and 10:00", "this week",
    "last December", "on 2026-11-28", "in 30 days", "within the next 2 weeks".
    """
    text = _plain(phrase)
    for pattern, resolve in _WINDOWS:
        match = pattern.fullmatch(text)
        if match and (found := resolve(match, clock)) is not None:
            return found
    return None


def moment_of(phrase: str, clock: Clock) -> datetime | None:
    """The past instant that a whole phrase names: "two days ago", "yesterday at noon", "as of 2026-11-28 14:00"."""
    text = re.sub(r"^(?:as of |back |at )*(?:around |about |roughly )?", "", _plain(phrase))
    if not _INSTANT.search(text):
        return None
    spell = spell_of(text, clock)
    if spell is None or spell.start != spell.end or spell.end >= clock.now:
        return None
    return _utc(spell.start)


def day_of(phrase: str, clock: Clock) -> Window | None:
    """The day of "two days ago", "a week ago": what happened then happened in it; half an hour around an exact instant."""
    match = re.fullmatch(_NUMBER + " ?" + _UNIT + r" (?:ago|back|earlier)", _plain(phrase))
    if match is None or _UNITS[match["unit"]] in ("seconds", "minutes", "hours"):
        at = moment_of(phrase, clock)
        return Window(at - _AROUND, min(at + _AROUND, clock.now)) if at else None
    found = _day_spell(_ago(match, clock).start, clock)
    return Window(_utc(found.start), _utc(found.end))


_AROUND = timedelta(minutes=30)

_INSTANT = re.compile(r"\b(?:ago|back|earlier)$|\d:\d\d|\d ?(?:am|pm)\b")
"""What an instant is told by; a day alone is a window."""

_NAMED_HOURS = (
    ("at noon", "12:00"),
    ("noon", "12:00"),
    ("midday", "12:00"),
    ("at midnight", "00:00"),
    ("midnight", "00:00"),
)


def _plain(phrase: str) -> str:
    """In lower case, one space between words, hours of a name as a clock says them."""
    text = " ".join(phrase.lower().replace(",", " ").split())
    for name, hour in _NAMED_HOURS:
        text = re.sub(rf"\b{name}\b", hour, text)
    return text


def spell_of(phrase: str, clock: Clock) -> Spell | None:
    """The day, hour or instant a phrase names: "yesterday", "Monday 14:00", "2026-11-28", "14:00 UTC yesterday"."""
    text = phrase.strip().removeprefix("the ").removeprefix("on ").removeprefix("at ")
    for pattern, resolve in _SPELLS:
        match = re.fullmatch(pattern, text)
        if match and (found := resolve(match, clock)) is not None:
            return found
    return None


def said(window: Window) -> str:
    """The window in UTC: "2026-11-29 12:00 to 2026-11-30 12:00 UTC", "since …", "before …"."""
    start = f"{window.start.astimezone(UTC):%Y-%m-%d %H:%M}" if window.start else ""
    end = f"{window.end.astimezone(UTC):%Y-%m-%d %H:%M}" if window.end else ""
    if start and end:
        return f"{start} to {end} UTC"
    return f"since {start} UTC" if start else f"before {end} UTC"


def _count(text: str) -> float:
    return float(_WORDS.get(text) or text)


def _back(at: datetime, count: float, unit: str, sign: int = -1) -> datetime:
    """So many units before (or after); months and years by the calendar, the rest by the clock."""
    name = _UNITS[unit]
    if name in ("months", "quarters", "years"):
        months = {"months": 1, "quarters": 3, "years": 12}[name] * count
        return _months_on(at, sign * int(months))
    days = {"weeks": 7, "fortnights": 14}.get(name)
    span = timedelta(days=days * count) if days else timedelta(**{name: count})
    return (at.astimezone(UTC) + sign * span).astimezone(at.tzinfo)


def _months_on(at: datetime, count: int) -> datetime:
    """The same day so many months on; the month's last day where it has no such day."""
    place = at.year * 12 + at.month - 1 + count
    year, month = place // 12, place % 12 + 1
    return at.replace(year=year, month=month, day=min(at.day, monthrange(year, month)[1]))


def _last(match: re.Match[str], clock: Clock) -> Window:
    count = _count(match["n"] or "1")
    return Window(_utc(_back(clock.local, count, match["unit"])), clock.now)


def _next(match: re.Match[str], clock: Clock) -> Window:
    count = _count(match["n"] or "1")
    return Window(clock.now, _utc(_back(clock.local, count, match["unit"], 1)))


def _ago_since(match: re.Match[str], clock: Clock) -> Window:
    return Window(_utc(_back(clock.local, _count(match["n"]), match["unit"])), clock.now)


def _ago_between(match: re.Match[str], clock: Clock) -> Window:
    """Said as "between 10 and 20 days ago", the longer time first or last."""
    edges = sorted(_utc(_back(clock.local, _count(match[n]), match["unit"])) for n in ("m", "n"))
    return Window(edges[0], edges[1])


def _ago_before(match: re.Match[str], clock: Clock) -> Window:
    return Window(None, _utc(_back(clock.local, _count(match["n"]), match["unit"])))


def _calendar(match: re.Match[str], clock: Clock) -> Window:
    """A day, week, month, quarter or year of the calendar: this one, the last or the next."""
    unit = _UNITS[match["unit"]]
    step = {"this": 0, "the current": 0, "current": 0}.get(match["which"], -1)
    step = 1 if match["which"] in ("next", "the next", "coming", "the coming") else step
    start = _floor(clock.midnight(clock.local), unit)
    first = _shift(start, unit, step)
    last = _shift(start, unit, step + 1)
    return Window(_utc(first), clock.now if step == 0 else _utc(last))


def _floor(midnight: datetime, unit: str) -> datetime:
    match unit:
        case "weeks":
            return midnight - timedelta(days=midnight.weekday())
        case "months":
            return midnight.replace(day=1)
        case "quarters":
            return midnight.replace(day=1, month=3 * ((midnight.month - 1) // 3) + 1)
        case "years":
            return midnight.replace(day=1, month=1)
        case _:
            return midnight


def _shift(start: datetime, unit: str, step: int) -> datetime:
    match unit:
        case "months" | "quarters" | "years":
            months = {"months": 1, "quarters": 3, "years": 12}[unit] * step
            return _months_on(start, months)
        case "weeks":
            return start + timedelta(days=7 * step)
        case _:
            return start + timedelta(days=step)


def _named_month(match: re.Match[str], clock: Clock) -> Spell | None:
    number = _month(match["month"])
    year = int(match["year"]) if match["year"] else clock.local.year
    start = datetime(year, number, 1, tzinfo=clock.zone)
    if not match["year"] and start > clock.local:
        start = start.replace(year=year - 1)
    if not match["year"] and match["last"] and start.year == clock.local.year and number == clock.local.month:
        start = start.replace(year=year - 1)
    return Spell(start, _months_on(start, 1))


def _month(name: str) -> int:
    return next(i for i, m in enumerate(_MONTHS, 1) if m.startswith(name[:3]))


def _weekday(name: str) -> int:
    return next(i for i, d in enumerate(_DAYS) if d.startswith(name[:3]))


def _day_spell(day: datetime, clock: Clock) -> Spell:
    start = clock.midnight(day)
    return Spell(start, clock.midnight(day + timedelta(days=1)))


def _relative_day(match: re.Match[str], clock: Clock) -> Spell:
    steps = {
        "today": 0,
        "yesterday": -1,
        "tomorrow": 1,
        "day before yesterday": -2,
        "the day before yesterday": -2,
    }
    return _day_spell(clock.local + timedelta(days=steps[match["rel"]]), clock)


def _named_day(match: re.Match[str], clock: Clock) -> Spell:
    """The latest such day before today; today itself only for "this Thursday", never for "last Thursday" (LLM-08)."""
    back = (clock.local.weekday() - _weekday(match["day"])) % 7
    if back == 0 and match["which"] != "this":
        back = 7
    if match["which"] == "next":
        return _day_spell(clock.local + timedelta(days=(7 - back) or 7), clock)
    return _day_spell(clock.local - timedelta(days=back), clock)


def _date_spell(match: re.Match[str], clock: Clock) -> Spell | None:
    number = _month(match["month"])
    year = int(match["year"]) if match["year"] else clock.local.year
    try:
        day = datetime(year, number, int(match["date"]), tzinfo=clock.zone)
    except ValueError:
        return None
    if not match["year"] and day > clock.local + timedelta(days=183):
        day = day.replace(year=year - 1)
    return _day_spell(day, clock)


def _iso(match: re.Match[str], clock: Clock) -> Spell | None:
    try:
        day = datetime.fromisoformat(match["iso"]).replace(tzinfo=clock.zone)
    except ValueError:
        return None
    if match["hour"] is None:
        return _day_spell(day, clock)
    return _at(day, match, clock)


def _at(day: datetime, match: re.Match[str], clock: Clock) -> Spell | None:
    hour = int(match["hour"])
    half = match.groupdict().get("half")
    if half == "pm" and hour < 12:
        hour += 12
    if half == "am" and hour == 12:
        hour = 0
    minute, second = int(match["minute"] or 0), int(match["second"] or 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    zone = _zone(match["zone"], clock)
    at = datetime.combine(day.date(), time(hour, minute, second), zone)
    return Spell(at, at)


def _zone(text: str | None, clock: Clock) -> tzinfo:
    if not text or text == "local time":
        return clock.zone
    if text in ("utc", "gmt", "z"):
        return UTC
    return datetime.strptime(text.replace(":", ""), "%z").tzinfo or UTC


def _clock_only(match: re.Match[str], clock: Clock) -> Spell | None:
    """A time of day alone: its latest occurrence not after now. "at 9" alone is no time: minutes, am, pm or a zone are needed."""
    if match["minute"] is None and not match["half"] and not match["zone"]:
        return None
    found = _at(clock.now.astimezone(_zone(match["zone"], clock)), match, clock)
    if found and found.start > clock.now:
        earlier = found.start - timedelta(days=1)
        return Spell(earlier, earlier)
    return found


def _clock_and_day(match: re.Match[str], clock: Clock) -> Spell | None:
    day = spell_of(match["rest"], clock)
    return _at(day.start, match, clock) if day and day.end > day.start else None


def _ago(match: re.Match[str], clock: Clock) -> Spell:
    at = _back(clock.local, _count(match["n"]), match["unit"])
    return Spell(at, at)


def _now(_: re.Match[str], clock: Clock) -> Spell:
    return Spell(clock.now, clock.now)


_PARTS = {"morning": (0, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (20, 30)}
"""Parts of a day by their hours; a night ends at six. The answer says which hours were meant."""


def _part_of_day(match: re.Match[str], clock: Clock) -> Window | None:
    held = match.groupdict()
    back = 0 if held.get("day") in ("this", "today") else 1
    first, last = _PARTS["night" if match["part"] in ("last night", "overnight") else match["part"]]
    midnight = clock.midnight(clock.local - timedelta(days=back))
    start, end = _utc(midnight + timedelta(hours=first)), _utc(midnight + timedelta(hours=last))
    if start >= clock.now:
        return None
    return Window(start, min(end, clock.now))


def _part_spell(match: re.Match[str], clock: Clock) -> Spell | None:
    """A part of a day as an edge ("since this morning")."""
    found = _part_of_day(match, clock)
    return Spell(found.start, found.end) if found and found.start and found.end else None


def _calendar_spell(match: re.Match[str], clock: Clock) -> Spell | None:
    """A week or month of the calendar as an edge ("since last week")."""
    found = _calendar(match, clock)
    return Spell(found.start, found.end) if found.start and found.end else None


_SPELLS: tuple[tuple[str, Callable[[re.Match[str], Clock], Spell | None]], ...] = (
    (r"(?P<day>this|yesterday|today) (?P<part>morning|afternoon|evening|night)", _part_spell),
    (r"(?P<part>last night)", _part_spell),
    (r"(?P<rel>today|yesterday|tomorrow|(?:the )?day before yesterday)", _relative_day),
    (r"(?:(?P<which>last|this|next|past) )?" + _DAY, _named_day),
    (r"(?:the )?(?P<which>this|current|last|previous) (?P<unit>week|month|quarter|year)", _calendar_spell),
    (_ISO, _iso),
    (r"(?:(?P<last>last) )?" + _MONTH + r"(?: (?P<year>\d{4}))?", _named_month),
    (r"(?P<date>\d{1,2})(?:st|nd|rd|th)?(?: of)? " + _MONTH + r"(?: (?P<year>\d{4}))?", _date_spell),
    (_MONTH + r" (?P<date>\d{1,2})(?:st|nd|rd|th)?(?: (?P<year>\d{4}))?", _date_spell),
    (_CLOCK + _ZONE, _clock_only),
    (_CLOCK + _ZONE + r"(?: on)? (?P<rest>.+)", _clock_and_day),
    (r"(?P<rest>.+?)(?: at)? " + _CLOCK + _ZONE, _clock_and_day),
    (_NUMBER + " ?" + _UNIT + r" (?:ago|back|earlier)", _ago),
    (r"now|the present", _now),
)  # fmt: skip


def _since(match: re.Match[str], clock: Clock) -> Window | None:
    spell = spell_of(match["at"], clock)
    return Window(_utc(spell.start), clock.now) if spell and spell.start <= clock.now else None


def _before(match: re.Match[str], clock: Clock) -> Window | None:
    spell = spell_of(match["at"], clock)
    return Window(None, _utc(spell.start)) if spell else None


def _after(match: re.Match[str], clock: Clock) -> Window | None:
    spell = spell_of(match["at"], clock)
    if spell is None:
        return None
    return Window(_utc(spell.end), clock.now if spell.end < clock.now else None)


def _between(match: re.Match[str], clock: Clock) -> Window | None:
    left, right = match["a"], match["b"]
    end = spell_of(right, clock)
    start = spell_of(left, clock) or _borrowed(left, right, clock)
    if end is None and start is not None:
        end = _borrowed(right, left, clock)
    if start is None or end is None:
        return None
    if start.start > end.start:
        borrowed = _borrowed(left, right, clock)
        start = borrowed if borrowed and borrowed.start <= end.start else start
    return Window(_utc(start.start), _utc(end.start)) if start.start < end.start else None


def _borrowed(phrase: str, other: str, clock: Clock) -> Spell | None:
    """A time of day with the day or zone of the other edge: "between 09:00 and 10:00 UTC yesterday"."""
    words = other.split()
    tails = (" ".join(words[i:]) for i in range(1, len(words)))
    heads = (" ".join(words[:i]) for i in range(1, len(words)))
    for more in tails:
        if found := spell_of(f"{phrase} {more}", clock):
            return found
    return next((f for h in heads if (f := spell_of(f"{h} {phrase}", clock))), None)


def _whole(match: re.Match[str], clock: Clock) -> Window | None:
    """A day or month by itself is that day, up to now where it is not over; an instant by itself is no window."""
    spell = spell_of(match["at"], clock)
    if spell is None or spell.start == spell.end:
        return None
    end = clock.now if spell.start <= clock.now < spell.end else spell.end
    return Window(_utc(spell.start), _utc(end))


def _recently(_: re.Match[str], clock: Clock) -> Window:
    return Window(clock.now - timedelta(days=7), clock.now)


_SOON = timedelta(days=30)


def _soon(_: re.Match[str], clock: Clock) -> Window:
    """The next thirty days; the answer says which."""
    return Window(clock.now, clock.now + _SOON)


def _in_future(match: re.Match[str], clock: Clock) -> Window:
    return _next(match, clock)


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC)


_EVENT = r"(?:the )?(?:(?:incident|outage|alarm|alert|page|deploy|deployment|failure|crash|restart|release|event) )?(?:at |on |of )?"
"""What happened then is the asker's own word for the time; only the time restricts."""

_LEAD = r"(?:(?:in|within|over|during|for|from) )?"
_WINDOWS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Clock], Window | None]], ...] = tuple(
    (re.compile(pattern), resolve)
    for pattern, resolve in (
        (_LEAD + r"(?:the )?(?:last|past|previous) " + _NUMBER + " ?" + _UNIT, _last),
        (_LEAD + r"(?:the )(?:last|past) (?P<n>)" + _UNIT, _last),
        (_LEAD + r"past (?P<n>)(?P<unit>hour|day|minute)", _last),
        (r"(?:in|within|over|during) last (?P<n>)(?P<unit>hour|minute)", _last),
        (_LEAD + r"(?:the )?next " + _NUMBER + " ?" + _UNIT, _next),
        (_LEAD + r"(?:the next|the coming) (?P<n>)" + _UNIT, _next),
        (r"(?:in|within)(?: less than)? " + _NUMBER + " ?" + _UNIT + r"(?: from now)?", _in_future),
        (r"for (?:at least )?" + _NUMBER + " ?" + _UNIT, _last),
        (r"(?:in )?less than " + _NUMBER + " ?" + _UNIT + " ago", _ago_since),
        (r"(?:more than|over|at least|longer than) " + _NUMBER + " ?" + _UNIT + " ago", _ago_before),
        (_LEAD + r"(?P<which>this|the current|current|last|previous|next) (?P<unit>week|month|quarter|year)", _calendar),
        (r"recently|lately|of late", _recently),
        (r"(?:during |over )?(?:the )?(?P<part>last night|overnight)", _part_of_day),
        (r"(?:early |late )?(?:in )?(?:the )?(?P<day>this|yesterday|today) (?P<part>morning|afternoon|evening|night)", _part_of_day),
        (r"(?:very |quite |pretty )?(?:soon|shortly)|in the near future|before long", _soon),
        (r"(?:since|starting|as of) " + _EVENT + r"(?P<at>.+)", _since),
        (r"from (?P<at>.+) (?:on|onwards)", _since),
        (r"(?:before|prior to|earlier than|up to|until|till|by) " + _EVENT + r"(?P<at>.+)", _before),
        (r"(?:after|later than) " + _EVENT + r"(?P<at>.+)", _after),
        (r"between (?P<m>\d+) (?:and|to) (?P<n>\d+) ?" + _UNIT + " ago", _ago_between),
        (r"between (?P<a>.+) (?:and|to) (?P<b>.+)", _between),
        (r"from (?P<a>.+) (?:to|until|till) (?P<b>.+)", _between),
        (r"(?:on |in |during )?(?P<at>.+)", _whole),
    )
)  # fmt: skip
