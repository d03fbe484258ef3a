"""Words of English as the check reads them: stems, and the closed lists that everything else leans on.

A stem is only ever compared with another stem; it is no word of its own. `stem("retries") == stem("retry")`.
"""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = {
    "ran": "run",
    "kept": "keep",
    "held": "hold",
    "built": "build",
    "sent": "send",
    "made": "make",
    "took": "take",
    "taken": "take",
    "began": "begin",
    "begun": "begin",
    "went": "go",
    "gone": "go",
    "goes": "go",
    "fell": "fall",
    "fallen": "fall",
    "rose": "rise",
    "risen": "rise",
    "grew": "grow",
    "grown": "grow",
    "shrank": "shrink",
    "shrunk": "shrink",
    "saw": "see",
    "seen": "see",
    "found": "find",
    "came": "come",
    "gave": "give",
    "given": "give",
    "lost": "lose",
    "left": "leave",
    "wrote": "write",
    "written": "write",
    "said": "say",
    "stood": "stand",
    "people": "person",
    "failure": "fail",
    "failures": "fail",
    "failing": "fail",
    "expiry": "expir",
    "expiration": "expir",
    "use": "use",
    "uses": "use",
    "used": "use",
    "using": "use",
    "usage": "use",
    "indices": "index",
    "indexes": "index",
    "replicas": "replica",
    "replica": "replica",
    "dns": "dns",
    "https": "https",
    "status": "status",
    "statuses": "status",
    "this": "this",
    "series": "series",
    "iops": "iops",
    "tls": "tls",
    "aws": "aws",
    "eks": "eks",
    "rds": "rds",
    "ecs": "ecs",
    "sns": "sns",
    "sqs": "sqs",
    "kms": "kms",
    "ebs": "ebs",
    "efs": "efs",
    "waf": "waf",
    "last": "last",
    "least": "least",
    "size": "size",
    "sized": "size",
    "sizes": "size",
    "need": "need",
    "speed": "speed",
    "dependency": "dependenc",
    "dependencies": "dependenc",
    "dependant": "dependant",
    "dependent": "dependant",
    "dependants": "dependant",
    "dependents": "dependant",
    "pending": "pending",
    "string": "string",
    "engine": "engine",
    "engines": "engine",
    "engineer": "engineer",
    "engineers": "engineer",
    "hundred": "hundred",
    "species": "species",
    "bytes": "byte",
    "does": "do",
    "has": "have",
    "had": "have",
    "setting": "setting",
    "settings": "setting",
    "building": "build",
    "ingress": "ingress",
    "ingresses": "ingress",
    "egress": "egress",
    "alias": "alias",
    "aliases": "alias",
    "address": "address",
    "addresses": "address",
    "ready": "ready",
    "readiness": "ready",
    "availability": "availab",
    "accessibility": "access",
    "accessible": "access",
    "available": "availab",
    "owning": "owning",
    "led": "lead",
    "died": "die",
    "dies": "die",
    "dying": "die",
    "driven": "driv",
    "drove": "driv",
    "flown": "fly",
    "flew": "fly",
    "drawn": "draw",
    "drew": "draw",
    "worn": "wear",
    "going": "go",
    "doing": "do",
    "unused": "unused",
    "unlike": "unlike",
    "unavailable": "unavailab",
}
_DOUBLED = frozenset("bdgmnprt")


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The stem of a word in any case: plural, third person, past, gerund and "-tion" folded together."""
    w = word.lower()
    known = _IRREGULAR.get(w)
    if known is not None:
        return known
    if not w.isalpha() or len(w) <= 3:
        return w
    if w.endswith("ly") and len(w) > 6 and w not in _NO_ADVERBS:
        w = w[:-4] if w.endswith("ically") else w[:-2]
    return _strip_end(_strip_inflection(w))


_NO_ADVERBS = frozenset(
    """monthly nightly hourly weekly yearly quarterly assembly anomaly friendly likely unlikely supply family currently
    approximately presumably probably apparently possibly""".split()
)


_SILENT = frozenset("mov sav nam bas tun cod com giv mak tak liv".split())
"""What is left of a verb of four letters that ends with a silent e: "moved" is of "move"."""


def _strip_inflection(w: str) -> str:
    if w.endswith(("ies", "ied")) and len(w) > 4:
        return w[:-3] + "y"
    if w.endswith(("sses", "ches", "shes", "xes", "zes")):
        w = w[:-2]
    elif w.endswith("s") and not w.endswith(("ss", "us", "is")):
        w = w[:-1]
    for ending in ("ing", "ed"):
        if w.endswith(ending) and len(w) - len(ending) >= 3 and any(c in "aeiouy" for c in w[: -len(ending)]):
            bare = w[: -len(ending)]
            if bare in _SILENT:
                return f"{bare}e"
            doubled = len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] in _DOUBLED
            return bare[:-1] if doubled else bare
    return w


def _strip_end(w: str) -> str:
    if w in _IRREGULAR:
        return _IRREGULAR[w]
    if w.endswith("tion") and len(w) > 6:
        return w[:-3]
    if w.endswith("ied") and len(w) > 5:
        return w[:-3]
    if w.endswith(("e", "y")) and len(w) > 4:
        return w[:-1]
    return w


def stems(phrase: str) -> tuple[str, ...]:
    """The stems of a phrase, word by word; hyphens part words."""
    return tuple(stem(w) for w in phrase.lower().replace("-", " ").split())


ARTICLES = frozenset("the a an".split())
POSSESSIVES = frozenset("its their his her our your my".split())
PRONOUNS = frozenset("it they them he she this that these those itself themselves we".split())
BE = frozenset("is are was were be been being am 's 're".split())
HAVE = frozenset("has have had having 've".split())
DO = frozenset("do does did".split())
MODALS = frozenset("can could may might must shall should will would".split())
NEGATIONS = frozenset(
    "not n't never no without lack lacks lacking lacked none neither nor nothing nobody cannot".split()
)
PREPOSITIONS = frozenset(
    """of in on at by with to from for under over within inside across through between among since until
    before after during as into onto than per via about against out behind along throughout outside
    around below above toward towards despite upon without""".split()
)
CONJUNCTIONS = frozenset("and but or while whereas though although yet plus & nor".split())
RELATIVES = frozenset("which that who whose whom where".split())
ALL = frozenset("all every each both".split())
APPROXIMATE = frozenset(
    "about approximately roughly around some nearly ~ circa approx almost ca. ca ≈ approx. close".split()
)
EMPTY = frozenset(
    """the a an is are was were be been being am do does did has have had having there here also as well just only
    currently now still already indeed namely both either so then thus moreover furthermore additionally
    too at present we us our my your roughly approximately right moment exactly precisely however meanwhile respectively itself themselves
    itself in fact simply that this these those it its their they them such same e.g. i.e. ie eg etc viz. own
    actually overall presently yes today's which whose who whom where when while today alone entirely fully
    very quite even already yet i anywhere ago's overall binary decimal terms by itself accurately specifically notably say""".split()
)
"""Words that carry no claim of their own. Negations, quantifiers and comparatives are never among them."""

LIGHT_VERBS = frozenset(
    stem(w)
    for w in """have run use hold contain show sit live reside keep carry come offer provide operate
    equal stand find see include exist set configure give take get be do go consist make locate
    place deploy host comprise remain stay want declare observe know
    look work return bring read put leave boast enjoy watch monitor track draw consume let allow permit accept go span cover spread
    happen occur become arrive appear lie stretch extend weigh
    employ utilise utilize boot bear grant
    handle maintain retain store house accommodate pack equip fit
    speak talk ship feature possess claim deliver total number measure clock register report list occupy eat hog
    provide supply yield involve sport wear inherit cost burn amount probe""".split()
)
"""Stems of verbs that say no more than "have" or "be" when a figure, value or name follows them."""
