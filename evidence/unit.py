"""Units, exactly: every unit is a dimension and a fraction of its base (F3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a dimension. `factor` times a value in this unit is the value in the dimension's base."""

    dimension: str  # bytes, time, share, cpu, rate
    factor: Fraction
    calendar: str = ""  # "month" or "year": of calendar length when it is an age


def _powers(dimension: str, base: int, names: tuple[tuple[str, ...], ...]) -> dict[str, Unit]:
    return {
        name: Unit(dimension, Fraction(base) ** power)
        for power, group in enumerate(names, start=1)
        for name in group
    }


_DAY = 86_400
_TIME = {
    ("ms", "msec", "millisecond", "milliseconds", "millis"): Fraction(1, 1000),
    ("s", "sec", "secs", "second", "seconds"): Fraction(1),
    ("min", "mins", "minute", "minutes"): Fraction(60),
    ("h", "hr", "hrs", "hour", "hours"): Fraction(3600),
    ("d", "day", "days"): Fraction(_DAY),
    ("week", "weeks"): Fraction(7 * _DAY),
    ("fortnight", "fortnights"): Fraction(14 * _DAY),
    ("decade", "decades"): Fraction(3650 * _DAY),
}
MONTH = Unit("time", Fraction(30 * _DAY), "month")
YEAR = Unit("time", Fraction(365 * _DAY), "year")
PERCENT = Unit("share", Fraction(1, 100))
RATIO = Unit("share", Fraction(1))
SECOND = Unit("time", Fraction(1))
BYTE = Unit("bytes", Fraction(1))
CORE = Unit("cpu", Fraction(1))

_WORDS: dict[str, Unit] = {
    **{name: Unit("time", factor) for names, factor in _TIME.items() for name in names},
    "month": MONTH,
    "months": MONTH,
    "year": YEAR,
    "years": YEAR,
    "yr": YEAR,
    "yrs": YEAR,
    "byte": BYTE,
    "bytes": BYTE,
    "b": BYTE,
    "%": PERCENT,
    "percent": PERCENT,
    "pct": PERCENT,
    "per cent": PERCENT,
    "core": CORE,
    "cores": CORE,
    "vcpu": CORE,
    "vcpus": CORE,
    "cpus": CORE,
    "millicore": Unit("cpu", Fraction(1, 1000)),
    "millicores": Unit("cpu", Fraction(1, 1000)),
    "millicpu": Unit("cpu", Fraction(1, 1000)),
    **_powers(
        "bytes",
        1000,
        (
            ("kb", "kilobyte", "kilobytes"),
            ("mb", "megabyte", "megabytes"),
            ("gb", "gigabyte", "gigabytes"),
            ("tb", "terabyte", "terabytes"),
            ("pb", "petabyte", "petabytes"),
            ("eb", "exabyte", "exabytes"),
        ),
    ),
    **_powers(
        "bytes",
        1024,
        (
            ("kib", "ki", "kibibyte", "kibibytes"),
            ("mib", "mi", "mebibyte", "mebibytes"),
            ("gib", "gi", "gibibyte", "gibibytes"),
            ("tib", "ti", "tebibyte", "tebibytes"),
            ("pib", "pi", "pebibyte", "pebibytes"),
            ("eib", "ei", "exbibyte", "exbibytes"),
        ),
    ),
    "w": Unit("power", Fraction(1)),
    "watt": Unit("power", Fraction(1)),
    "watts": Unit("power", Fraction(1)),
    **_powers("power", 1000, (("kw", "kilowatt", "kilowatts"), ("mw", "megawatt", "megawatts"))),
    "°c": Unit("temperature", Fraction(1)),
    "celsius": Unit("temperature", Fraction(1)),
    "degree": Unit("temperature", Fraction(1)),
    "degrees": Unit("temperature", Fraction(1)),
    "hz": Unit("frequency", Fraction(1)),
    "hertz": Unit("frequency", Fraction(1)),
    **{w: Unit("voltage", Fraction(1)) for w in ("v", "volt", "volts")},
    **{w: Unit("voltage", Fraction(1000)) for w in ("kv", "kilovolts")},
    **{w: Unit("current", Fraction(1)) for w in ("amp", "amps", "ampere", "amperes")},
    **{w: Unit("energy", Fraction(1)) for w in ("wh",)},
    **{w: Unit("energy", Fraction(1000)) for w in ("kwh",)},
    **{w: Unit("energy", Fraction(10**6)) for w in ("mwh",)},
    **{w: Unit("length", Fraction(1)) for w in ("metre", "metres", "meter", "meters")},
    **{w: Unit("length", Fraction(1000)) for w in ("km", "kilometre", "kilometres", "kilometers")},
    **{w: Unit("length", Fraction(1, 1000)) for w in ("mm", "millimetres", "millimeters")},
    **{w: Unit("length", Fraction(1, 100)) for w in ("cm", "centimetres")},
    **{w: Unit("mass", Fraction(1)) for w in ("kg", "kilo", "kilos", "kilogram", "kilograms")},
    **{w: Unit("mass", Fraction(1000)) for w in ("tonne", "tonnes")},
    **{w: Unit("volume", Fraction(1)) for w in ("litre", "litres", "liter", "liters")},
    **{w: Unit("rotation", Fraction(1)) for w in ("rpm",)},
    **{w: Unit("speed", Fraction(1)) for w in ("km/h", "kph")},
    **{w: Unit("pressure", Fraction(1)) for w in ("bar", "bars")},
    **{w: Unit("loudness", Fraction(1)) for w in ("db", "decibel", "decibels")},
    **{w: Unit("usd", Fraction(1)) for w in ("$", "usd", "dollar", "dollars")},
    **{w: Unit("eur", Fraction(1)) for w in ("€", "eur", "euro", "euros")},
    **{w: Unit("gbp", Fraction(1)) for w in ("£", "gbp")},
    **{w: Unit("bytes", Fraction(1024) ** n) for n, w in ((2, "meg"), (2, "megs"), (3, "gig"), (3, "gigs"))},
    **{
        f"{name}{per}": Unit("throughput", Fraction(base) ** power)
        for base, names in ((1000, "kb mb gb"), (1024, "kib mib gib"))
        for power, name in enumerate(names.split(), start=1)
        for per in ("/s", "ps")
    },
    **_powers("frequency", 1000, (("khz",), ("mhz",), ("ghz",))),
    **_powers("rate", 1000, (("kbps", "kbit/s"), ("mbps", "mbit/s"), ("gbps", "gbit/s"), ("tbps", "tbit/s"))),
}
_ONLY_WITH_DIGITS = frozenset("db kilo kilos b s h d w ki mi gi ti pi ei m".split())
_SUFFIX = {
    "Percent": PERCENT,
    "Share": RATIO,
    "Ratio": RATIO,
    "Fraction": RATIO,
    "Bytes": BYTE,
    "Seconds": SECOND,
    "Millicores": Unit("cpu", Fraction(1, 1000)),
    "Ms": Unit("time", Fraction(1, 1000)),
    "Millis": Unit("time", Fraction(1, 1000)),
    "Sec": SECOND,
    "Mins": _WORDS["minutes"],
    "Weeks": _WORDS["weeks"],
    "Years": YEAR,
    "Months": MONTH,
    "Watts": Unit("power", Fraction(1)),
    "Kw": Unit("power", Fraction(1000)),
    "Kilowatts": Unit("power", Fraction(1000)),
    "Celsius": Unit("temperature", Fraction(1)),
    "Volts": Unit("voltage", Fraction(1)),
    "Amps": Unit("current", Fraction(1)),
    "Kwh": Unit("energy", Fraction(1000)),
    "KWh": Unit("energy", Fraction(1000)),
    "Metres": Unit("length", Fraction(1)),
    "Meters": Unit("length", Fraction(1)),
    "Km": Unit("length", Fraction(1000)),
    "Mm": Unit("length", Fraction(1, 1000)),
    "Kg": Unit("mass", Fraction(1)),
    "Tonnes": Unit("mass", Fraction(1000)),
    "Litres": Unit("volume", Fraction(1)),
    "Liters": Unit("volume", Fraction(1)),
    "Usd": Unit("usd", Fraction(1)),
    "USD": Unit("usd", Fraction(1)),
    "Dollars": Unit("usd", Fraction(1)),
    "Eur": Unit("eur", Fraction(1)),
    "EUR": Unit("eur", Fraction(1)),
    "Euros": Unit("eur", Fraction(1)),
    "Gbp": Unit("gbp", Fraction(1)),
    "MiBps": Unit("throughput", Fraction(1024) ** 2),
    "MBps": Unit("throughput", Fraction(10**6)),
    "Rpm": Unit("rotation", Fraction(1)),
    "Kmh": Unit("speed", Fraction(1)),
    "Hz": Unit("frequency", Fraction(1)),
    "Bar": Unit("pressure", Fraction(1)),
    "Mhz": Unit("frequency", Fraction(10**6)),
    "Ghz": Unit("frequency", Fraction(10**9)),
} | {
    name: _WORDS[name.lower()]
    for name in "KiB MiB GiB TiB PiB KB MB GB TB PB Milliseconds Minutes Hours Days Mbps Gbps Kbps".split()
}
_AMOUNTS: dict[str, tuple[str, int | Fraction]] = {"litre": ("volume", 1), "liter": ("volume", 1), "metre": ("length", 1), "meter": ("length", 1), "kilometre": ("length", 1000), "gram": ("mass", Fraction(1, 1000)), "milligram": ("mass", Fraction(1, 10**6)), "kilogram": ("mass", 1), "tonne": ("mass", 1000)}  # fmt: skip
_SPANS: dict[str, tuple[str, int]] = {"second": ("time", 1), "minute": ("time", 60), "hour": ("time", 3600), "day": ("time", 86400), "litre": ("volume", 1), "liter": ("volume", 1)}  # fmt: skip


def _per(amount: str, span: str) -> Unit:
    """So much of one in each of another; lengths in time are speeds, in km/h as all of them."""
    (of, size), (over, length) = _AMOUNTS[amount], _SPANS[span]
    if (of, over) == ("length", "time"):
        return Unit("speed", Fraction(size) / length * Fraction(18, 5))
    return Unit(f"{of} per {over}", Fraction(size) / length)


_PER = {(a, s): _per(a, s) for a in _AMOUNTS for s in _SPANS}
_SUFFIX.update({f"{a.capitalize()}sPer{s.capitalize()}": u for (a, s), u in _PER.items()})
_WORDS.update({"m/s": _PER["metre", "second"], "l/min": _PER["litre", "minute"], "l/s": _PER["litre", "second"], "g/l": _PER["gram", "litre"], "mg/l": _PER["milligram", "litre"], "t/h": _PER["tonne", "hour"]})  # fmt: skip


def rate(amount: str, span: str) -> Unit | None:
    """“litres” and "minute" as litres per minute."""
    return _PER.get((amount.lower().removesuffix("s"), span.lower()))


_RATES = re.compile(
    r"(?:hit|miss|error|success|failure|usage|fill|load|cache)Rate$|[uU]tili[sz]ation$|[oO]ccupancy$"
)
"""Names of shares that end in another word: 0.94 of a hit rate is 94 %."""
_SUFFIX_ORDER = sorted(_SUFFIX, key=len, reverse=True)


@lru_cache(maxsize=1024)
def unit(word: str, *, joined: bool = False) -> Unit | None:
    """The unit that a word writes ("GiB", "days"); `joined`: it stood right after the digits ("35m", "512Mi")."""
    lower = word.lower()
    if word in ("V", "W", "dB"):
        return _WORDS[lower]
    if lower in _ONLY_WITH_DIGITS and not joined:
        return None
    return _WORDS.get(lower)


@lru_cache(maxsize=4096)
def of_field(name: str, declared: str = "") -> Unit | None:
    """The unit of a field: the declared one, else the one its name ends with (`backupRetentionDays`)."""
    if declared:
        return RATIO if declared == "ratio" else _WORDS.get(declared.lower())
    ending = suffix_of(name)
    if _RATES.search(name):
        return RATIO
    leads = _LEADING.match(name)
    if not ending and leads is not None:
        return _WORDS[leads[1].lower()]
    return _SUFFIX.get(ending) if ending else None


_LEADING = re.compile(r"(hours|minutes|seconds|days|litres|tonnes|metres)[A-Z]")
"""The unit that a name begins with: `hoursThisSeason`."""


@lru_cache(maxsize=4096)
def suffix_of(name: str) -> str:
    """The unit that a field's name ends with, as written there; empty where it ends with none."""
    for ending in _SUFFIX_ORDER:
        if (
            name.endswith(ending)
            and len(name) > len(ending)
            and (name[-len(ending) - 1].islower() or name[-len(ending) - 1].isdigit())
        ):
            return ending
    return ""
