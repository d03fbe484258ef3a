"""Forms of the words of declarations: plurals of nouns, and what English makes of a verb phrase."""

from __future__ import annotations

_IRREGULAR_PAST = {
    "run": ("ran", "run"),
    "send": ("sent", "sent"),
    "have": ("had", "had"),
    "build": ("built", "built"),
    "make": ("made", "made"),
    "know": ("knew", "known"),
    "begin": ("began", "begun"),
    "read": ("read", "read"),
    "see": ("saw", "seen"),
    "fail": ("failed", "failed"),
    "come": ("came", "come"),
    "hold": ("held", "held"),
    "take": ("took", "taken"),
}
_IRREGULAR_BASE = {"has": "have", "is": "be", "does": "do", "goes": "go", "was": "be"}
_IRREGULAR_PLURAL = {"person": "people", "index": "indexes", "policy": "policies"}
_DOUBLED = frozenset({"run", "map", "stop", "plan", "get", "set", "put", "ship", "log", "begin"})
_VOWELS = "aeiou"


def plural(noun: str) -> str:
    """The plural of a noun phrase: its last word's ("code mapping" → "code mappings", "policy" → "policies")."""
    head, _, last = noun.rpartition(" ")
    return f"{head} {_plural_word(last)}".strip()


def singulars(word: str) -> tuple[str, ...]:
    """What a plural word may be the plural of, likeliest first; empty where it does not look like one."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return ()
    if word.endswith("ies"):
        return (word[:-3] + "y", word[:-1])
    if word.endswith(("xes", "ches", "shes", "sses", "zes", "uses")):
        return (word[:-2], word[:-1])
    return (word[:-1],)


def base(verb: str) -> str:
    """The infinitive of a verb in the third person: "relies" → "rely", "exposes" → "expose", "has" → "have"."""
    if verb in _IRREGULAR_BASE:
        return _IRREGULAR_BASE[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return verb[:-2]
    return verb.removesuffix("s") if not verb.endswith("ss") else verb


def forms(infinitive: str) -> frozenset[str]:
    """Every form of a verb: "depend", "depends", "depended", "depending"."""
    return frozenset({infinitive, third(infinitive), gerund(infinitive), *past(infinitive)})


def third(infinitive: str) -> str:
    """The third person: "carry" → "carries"."""
    return next((k for k, v in _IRREGULAR_BASE.items() if v == infinitive), _plural_word(infinitive))


def gerund(infinitive: str) -> str:
    """The -ing form: "run" → "running", "use" → "using"."""
    if infinitive.endswith("ie"):
        return infinitive[:-2] + "ying"
    if infinitive.endswith("e") and not infinitive.endswith(("ee", "ye", "oe")):
        return infinitive[:-1] + "ing"
    return _doubled(infinitive) + "ing"


def past(infinitive: str) -> tuple[str, ...]:
    """The past and the past participle: "carry" → ("carried",), "make" → ("made", "made")."""
    if infinitive in _IRREGULAR_PAST:
        return _IRREGULAR_PAST[infinitive]
    if infinitive.endswith("e"):
        return (infinitive + "d",)
    if infinitive.endswith("y") and infinitive[-2:-1] not in _VOWELS:
        return (infinitive[:-1] + "ied",)
    return (_doubled(infinitive) + "ed",)


def infinitives(participle: str) -> tuple[str, ...]:
    """What a past participle may come from: "launched" → ("launch", "launche"), "stopped" → ("stop", …)."""
    if not participle.endswith("ed") or len(participle) < 5:
        return ()
    stem = participle[:-2]
    found = [stem + "y" if participle.endswith("ied") else stem, participle[:-1]]
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl":
        found.insert(0, stem[:-1])
    return tuple(found if not participle.endswith("ied") else (participle[:-3] + "y", participle[:-1]))


def _plural_word(word: str) -> str:
    if word in _IRREGULAR_PLURAL:
        return _IRREGULAR_PLURAL[word]
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


def _doubled(word: str) -> str:
    return word + word[-1] if word in _DOUBLED else word
