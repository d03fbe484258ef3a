"""Sentences as HTML: names of cited records become links to them, code stays code, and nothing a source wrote becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from api.plain import Plain

_INLINE = MarkdownIt("js-default", {"html": False, "linkify": False}).disable(
    ["image", "autolink", "html_inline"]
)
_LABEL = "Interpretation:"
_INFERRED = "(inferred)"

Names = Mapping[str, str]
"""The names of cited records, and the pages they lead to."""


def names_of(cards: Iterable[Plain]) -> dict[str, str]:
    """The names that a sentence may link: of records, not of results. A name of two records links to neither."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for card in cards:
        name = card["name"]
        if card["uid"] and len(name) > 2:
            twice |= {name} if found.get(name, card["link"]) != card["link"] else set()
            found[name] = card["link"]
    return {name: link for name, link in found.items() if name not in twice}


def sentence(said: Plain, names: Names) -> Markup:
    """One sentence, its label in words, its markers behind it."""
    text = said["text"]
    label = ""
    if said["interpretation"]:
        text = text.removeprefix(_LABEL).strip()
        label = f'<b class="label">{_LABEL}</b> '
    if text.lstrip().startswith("```"):
        return _fence(text)
    claim, end = (text[:-1], text[-1]) if text[-1:] in (".", "!", "?") else (text, "")
    body = str(prose(claim, names)).replace(_INFERRED, f'<span class="inferred">{_INFERRED}</span>')
    kind = ' class="interpretation"' if said["interpretation"] else ""
    inner = f"{label}{body}{markers(said['markers'])}{end}"
    return Markup(f'<span id="s-{said["index"]}"{kind}>{inner}</span>')  # noqa: S704 — escaped above


def markers(numbers: Sequence[int]) -> Markup:
    """Markers as links to their cards."""
    return Markup("").join(
        Markup('<a class="cite" href="#card-{0}" aria-label="evidence {0}">[{0}]</a>').format(n)
        for n in numbers
    )


def prose(text: str, names: Names) -> Markup:
    """Inline Markdown as HTML: code, emphasis and carried links; no raw HTML, no images."""
    tokens = _INLINE.parseInline(text)
    children = tokens[0].children or [] if tokens else []
    return Markup("".join(_rendered(children, names)))  # noqa: S704 — every part is escaped below


def _rendered(tokens: Sequence[Token], names: Names) -> Iterable[str]:
    inside_link = False
    for token in tokens:
        match token.type:
            case "text":
                yield escape(token.content) if inside_link else _linked(token.content, names)
            case "code_inline":
                yield _code(token.content, names)
            case "softbreak" | "hardbreak":
                yield "<br>"
            case "link_open":
                inside_link = True
                yield f'<a href="{escape(str(token.attrGet("href") or ""))}" rel="noreferrer">'
            case "link_close":
                inside_link = False
                yield "</a>"
            case "strong_open" | "strong_close" | "em_open" | "em_close":
                yield f"<{'/' if token.nesting < 0 else ''}{token.tag}>"
            case _:
                yield escape(token.content)


def _code(content: str, names: Names) -> str:
    if content in names:
        return _link(content, names)
    return f"<code>{escape(content)}</code>"


def _linked(content: str, names: Names) -> str:
    """Text with every whole name in it made a link. `shop-1` is not found in `shop-11`."""
    if not names:
        return escape(content)
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w./:@-])({'|'.join(map(re.escape, longest))})(?![\w/:@-]|\.\w)")
    parts = pattern.split(content)
    return "".join(_link(p, names) if n % 2 else escape(p) for n, p in enumerate(parts))


def _link(name: str, names: Names) -> str:
    return f'<a class="id" href="{escape(names[name])}">{escape(name)}</a>'


def _fence(text: str) -> Markup:
    body = re.sub(r"^\s*```[^\n]*\n?|\n?```\s*$", "", text)
    return Markup("<pre><code>{}</code></pre>").format(body)


def cited_in(answer: Mapping[str, Any]) -> dict[int, list[int]]:
    """For each card, the sentences that cite it: the way back from evidence to claim."""
    found: dict[int, list[int]] = {}
    for block in answer["blocks"]:
        for said in block.get("sentences") or block.get("items") or ():
            for number in said["markers"]:
                found.setdefault(number, []).append(said["index"])
    return found
