"""Set phrases of everyday speech, as the plain words they stand for; and openings that say nothing of their own.

“not a single bucket” is "no bucket", “gets rotated” is "is rotated", “p95” is "the 95th percentile". A phrase is only
exchanged for one that claims the same; the sentence is then judged like any other.
"""

from __future__ import annotations

from evidence import prose
from evidence.apart import told_apart
from evidence.retold import word
from evidence.token import Token
from evidence.turn import other_at_the_end, turned

_OPENINGS = tuple(
    tuple(p.split())
    for p in (
        "careful", "caution", "warning", "beware", "attention", "mind you", "hm", "look", "note that", "please note that", "please note", "fyi", "btw", "by the way", "heads up", "heads-up", "it turns out that", "it turns out", "turns out", "as far as i can see", "as far as i can tell",
        "from what i can see", "from what i see", "in short", "in summary", "to sum up", "in brief", "quick summary", "quick note", "good news", "bad news",
        "worth noting that", "worth noting", "worth knowing", "it is worth noting that", "unfortunately", "fortunately", "luckily", "sadly", "interestingly", "basically",
        "importantly", "notably", "admittedly", "obviously", "clearly", "at the time of writing", "as of this writing", "at the time of the scan", "as we speak", "as we see",
        "for your information", "i see that", "i see", "we see that", "i can confirm that", "i can confirm", "confirmed", "summary", "status", "answer", "update", "so far", "ok", "okay", "well", "hi", "as said", "be aware that", "keep in mind that", "mind that",
        "remember that", "according to the last scan", "according to the graph", "according to the evidence", "according to the record", "according to the records", "per the last scan", "the short answer", "short answer", "long story short", "in a nutshell", "all in all",
    )
)  # fmt: skip
"""What a sentence may open with and claim nothing by."""

_PHRASES: tuple[tuple[str, str], ...] = (
    ("out of service", "not in service"),
    ("out of operation", "not in operation"),
    ("out of use", "not in use"),
    ("what it should have", "its desired number"),
    ("what it should be", "its target"),
    ("what they should have", "their desired number"),
    ("what it could", "its maximum"),
    ("what it may have", "its maximum"),
    ("what it is allowed", "its maximum"),
    ("what it can take", "its capacity"),
    ("is made up of", "has"),
    ("are made up of", "have"),
    ("consists of", "has"),
    ("consisting of", "with"),
    ("comprising", "with"),
    ("you will find it at", "it is at"),
    ("you find it at", "it is at"),
    ("nobody can delete it by accident", "it is protected from deletion"),
    ("nobody can delete it by mistake", "it is protected from deletion"),
    ("nobody can delete it accidentally", "it is protected from deletion"),
    ("can not be reached from outside", "is not public"),
    ("is not reachable from outside", "is not public"),
    ("turned on", "enabled"),
    ("switched on", "enabled"),
    ("turned off", "disabled"),
    ("switched off", "disabled"),
    ("data at rest is", "it is"),
    ("its data is encrypted", "it is encrypted"),
    ("its data are encrypted", "it is encrypted"),
    ("all data is encrypted", "it is encrypted"),
    ("guards access to", "guards"),
    ("controls access to", "guards"),
    ("the team behind", "the owner of"),
    ("the people behind", "the owner of"),
    ("the team responsible for", "the owner of"),
    ("the team in charge of", "the owner of"),
    ("the team that owns", "the owner of"),
    ("the team which owns", "the owner of"),
    ("the team owning", "the owner of"),
    ("to the day", ""),
    ("to the minute", ""),
    ("down to the minute", ""),
    ("anything but", "not"),
    ("lets anyone in", "is open to the internet"),
    ("lets everyone in", "is open to the internet"),
    ("lets anybody in", "is open to the internet"),
    ("lets the whole world in", "is open to the internet"),
    ("lets the world in", "is open to the internet"),
    ("open to anyone", "open to the internet"),
    ("open to everyone", "open to the internet"),
    ("open to the world", "open to the internet"),
    ("open to the whole world", "open to the internet"),
    ("open to the whole internet", "open to the internet"),
    ("open to the public internet", "open to the internet"),
    ("open to the public", "public"),
    ("earlier today", "today"),
    ("earlier this week", "this week"),
    ("earlier this month", "this month"),
    ("stay in the queue for", "are kept for"),
    ("stay in the queue", "are kept"),
    ("nothing protects it from being deleted", "it is not protected from deletion"),
    ("nothing protects it from deletion", "it is not protected from deletion"),
    ("has been around since", "has existed since"),
    ("used to have", "had"),
    ("has been lying around for", "has existed for"),
    ("is responsible for it", "owns it"),
    ("are responsible for it", "own it"),
    ("encrypted at rest", "encrypted"),
    ("left to renew it", "left"),
    ("of the day", "today"),
    ("of today", "today"),
    ("by far the", "the"),
    ("something other than", "not"),
    ("dates back to", "was created in"),
    ("dates from", "was created in"),
    ("goes back to", "was created in"),
    ("was born on", "was created on"),
    ("a total of", ""),
    ("in total there are", "there are"),
    ("the grand total is", "the total is"),
    ("as things stand", ""),
    ("in its entirety", ""),
    ("in use by", "used by"),
    ("hooked up to", "attached to"),
    ("plugged into", "attached to"),
    ("to be rotated", "rotated"),
    ("is yet to be", "is not"),
    ("are yet to be", "are not"),
    ("has yet to be", "is not"),
    ("have yet to be", "are not"),
    ("is set to", "is"),
    ("are set to", "are"),
    ("is configured to", "is"),
    ("are configured to", "are"),
    ("is about to", "will"),
    ("has not got", "does not have"),
    ("has got", "has"),
    ("have got", "have"),
    ("in the meantime", ""),
    ("as for now", ""),
    ("nothing stops anyone from deleting it", "it is not protected from deletion"),
    ("nothing stops anybody from deleting it", "it is not protected from deletion"),
    ("nothing prevents it from being deleted", "it is not protected from deletion"),
    ("anyone can delete it", "it is not protected from deletion"),
    ("anybody can delete it", "it is not protected from deletion"),
    ("has been with us for", "has existed for"),
    ("has been around for", "has existed for"),
    ("is not a single", "is no"),
    ("are not any", "are no"),
    ("is not any", "is no"),
    ("there is not one", "there is no"),
    ("is used last", "is last used"),
    ("the public internet", "the internet"),
    ("the open internet", "the internet"),
    ("data is encrypted", "it is encrypted"),
    ("associated with anything", "associated"),
    ("attached to anything", "attached"),
    ("connected to anything", "connected"),
    ("was behind", "made"),
    ("were behind", "made"),
    ("was responsible for", "made"),
    ("can not be deleted by accident", "is protected from deletion"),
    ("can not be deleted by mistake", "is protected from deletion"),
    ("can not be deleted accidentally", "is protected from deletion"),
    ("can be deleted by accident", "is not protected from deletion"),
    ("can be deleted by mistake", "is not protected from deletion"),
    ("can be deleted accidentally", "is not protected from deletion"),
    ("managed by any tool", "managed"),
    ("managed by anything", "managed"),
    ("under management", "managed"),
    ("owned by anyone", "owned"),
    ("owned by anybody", "owned"),
    ("idles at", "is at"),
    ("hovers at", "is at"),
    ("hovers around", "is around"),
    ("x-ray tracing", "tracing"),
    ("vs.", "against"),
    ("vs", "against"),
    ("versus", "against"),
    ("w/o", "without"),
    ("w/", "with"),
)  # fmt: skip
"""What is said, and in plain words."""

_Said = tuple[str, ...]
_BY_TWO: dict[tuple[str, str], list[tuple[_Said, _Said]]] = {}
_BY_ONE: dict[str, _Said] = {}
for _said, _plain in (
    *(
        (tuple(a.split()), tuple(b.split()))
        for a, b in sorted((*_PHRASES, *prose.PHRASES), key=lambda p: -len(p[0]))
    ),
    *(
        ((*lead, whose, bound), ("at", bound))
        for bound in ("maximum", "minimum", "limit", "cap", "ceiling", "floor", "max", "min", "quota")
        for whose in ("its", "their", "the")
        for lead in (("at",), ("down", "to"))
    ),
    (("in", "a single", "availability", "zone"), ("not", "multi-az")),
    (("in", "a single", "zone"), ("not", "multi-az")),
):
    if len(_said) == 1:
        _BY_ONE[_said[0]] = _plain
    else:
        _BY_TWO.setdefault((_said[0], _said[1]), []).append((_said, _plain))
_OPENED: dict[str, list[tuple[str, ...]]] = {}
for _opening in sorted(_OPENINGS, key=len, reverse=True):
    _OPENED.setdefault(_opening[0], []).append(_opening)
_AFTER_OPENING = frozenset(", : – — - that !".split())


def plainly(found: list[Token]) -> list[Token]:
    """The sentence with its set phrases in plain words."""
    found = _unopened(prose.unled(found))
    made: list[Token] = []
    at = 0
    while at < len(found):
        said, size = _phrase(found, at) or turned(found, at, made) or ([found[at]], 1)
        made += said
        at += size
    return told_apart(other_at_the_end(made) or made)


def _phrase(found: list[Token], at: int) -> tuple[list[Token], int] | None:
    token = found[at]
    if token.kind == "name":
        return None
    plain = _BY_ONE.get(token.low)
    if plain is not None:
        return [word(w, token) for w in plain], 1
    if at + 1 >= len(found):
        return None
    for said, plain in _BY_TWO.get((token.low, found[at + 1].low), ()):
        if tuple(t.low for t in found[at : at + len(said)]) == said:
            return [word(w, token) for w in plain], len(said)
    return None


def _unopened(found: list[Token]) -> list[Token]:
    """Without what a sentence opens with and claims nothing by."""
    if not found or found[0].kind == "name":
        return found
    for opening in _OPENED.get(found[0].low, ()):
        size = len(opening)
        if tuple(t.low for t in found[:size]) != opening or size >= len(found):
            continue
        if opening[-1] != "that" and found[size].text not in _AFTER_OPENING:
            continue
        return found[size + 1 :] if found[size].text in _AFTER_OPENING else found[size:]
    return found
