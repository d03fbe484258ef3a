"""Months and years, which are not all of one length, and the names of months and days."""

from __future__ import annotations

from datetime import datetime

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
            ("july", "jul"), ("august", "aug"), ("september", "sep", "sept"), ("october", "oct"),
            ("november", "nov"), ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip


DAYS = {
    name: number
    for number, names in enumerate(
        (("monday", "mon"), ("tuesday", "tue"), ("wednesday", "wed"), ("thursday", "thu"), ("friday", "fri"),
         ("saturday", "sat"), ("sunday", "sun"))
    )
    for name in names
}  # fmt: skip


ORDINALS = {
    name: number
    for number, name in enumerate(
        """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth twentieth""".split(),
        start=1,
    )
}


def months_on(at: datetime, months: int) -> datetime:
    """The same day of another month; its last day where it has no such day."""
    whole = at.year * 12 + at.month - 1 + months
    year, month = divmod(whole, 12)
    for day in range(at.day, 27, -1):
        try:
            return at.replace(year=year, month=month + 1, day=day)
        except ValueError:
            continue
    return at.replace(year=year, month=month + 1, day=min(at.day, 28))


def calendar_months(start: datetime, end: datetime) -> float:
    """Whole calendar months from one instant to another, and the part of the one begun."""
    whole = (end.year - start.year) * 12 + end.month - start.month
    if months_on(start, whole) > end:
        whole -= 1
    begun, following = months_on(start, whole), months_on(start, whole + 1)
    return whole + (end - begun) / (following - begun)
