"""Known shapes of secrets in text that people typed. What looks like one never enters the graph.

The writer calls `masked` on free text and on the values of tags and labels. A shape is masked whole, and the mask says
which shape it was; nothing of the secret is kept, not even its length.
"""

from __future__ import annotations

import re

_SHAPES: tuple[tuple[str, str], ...] = (
    (
        "private key",
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\Z)",
    ),
    ("AWS access key", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b"),
    ("GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})"),
    ("GitLab token", r"\bgl(?:pat|ptt|dt|rt|oas|cbt|soat|ft|imt|agent)-[A-Za-z0-9_\-]{16,}"),
    (
        "Slack token",
        r"\bxox[abposer]-[A-Za-z0-9-]{10,}|https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}",
    ),
    ("Stripe key", r"\b(?:sk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{20,}"),
    ("Google key", r"\bAIza[A-Za-z0-9_\-]{35}\b|\bya29\.[A-Za-z0-9_\-]{20,}|\bGOCSPX-[A-Za-z0-9_\-]{20,}"),
    ("model key", r"\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_\-]{24,}"),
    ("package token", r"\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_\-]{30,}|\bdckr_pat_[A-Za-z0-9_\-]{20,}"),
    ("Vault token", r"\bhv[sbr]\.[A-Za-z0-9_\-]{20,}"),
    ("SendGrid key", r"\bSG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{16,}"),
    (
        "cloud token",
        r"\bdo[opr]_v1_[a-f0-9]{40,}|\bdapi[a-f0-9]{32}\b|\bglsa_[A-Za-z0-9_]{30,}|\bNRAK-[A-Z0-9]{20,}|\bshp(?:at|ss|ca|pa)_[a-f0-9]{32}\b",
    ),
    ("storage key", r"(?i:\b(?:AccountKey|SharedAccessKey|SharedAccessSignature)=)[A-Za-z0-9+/=%&\-]{16,}"),
    ("web token", r"\beyJ[A-Za-z0-9_\-]{8,}\.eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]*"),
    ("password in an address", r"(?<=://)[^\s/:@]*:[^\s/@]+(?=@)"),
    ("authorization", r"(?i:\b(?:bearer|basic))\s+[A-Za-z0-9+/._~\-]{16,}=*"),
    ("password hash", r"\$(?:2[aby]|5|6|y|argon2id?)\$[^\s]{20,}"),
)

_NAMED = re.compile(
    r"(?i)(?P<name>[\"']?\b[\w.\-]*(?:password|passwd|passphrase|pwd|secret|token|api[_\-. ]?key|access[_\-. ]?key|private[_\-. ]?key|"
    r"auth[_\-. ]?key|credentials?)\b[\"']?\s*(?:[:=]|=>|\bis\b)\s*)"
    r"(?P<value>\"[^\"]{4,}\"|'[^']{4,}'|[^\s,;\"']{6,})"
)
"""`password: …`, `api_key=…` and the like inside longer text. The name stays, so that a reader knows what was there."""

_KEY = re.compile(
    r"(?i)(?:^|[_.\-/: ])(?:password|passwd|passphrase|pwd|secret|token|api[_\-.]?key|access[_\-.]?key|secret[_\-.]?key|private[_\-.]?key|"
    r"auth[_\-.]?key|credentials?)$"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_HARMLESS = re.compile(r"(?i)\s*(?:true|false|yes|no|on|off|none|null|n/?a|enabled|disabled|\d{1,5}|)\s*\Z")
_ANY = re.compile("|".join(f"(?P<s{n}>{shape})" for n, (_, shape) in enumerate(_SHAPES)), re.DOTALL)
_HINT = re.compile(
    r"(?i)-----BEGIN|AKIA|ASIA|ABIA|ACCA|gh[pousr]_|github_pat|gl[a-z]{2,5}-|xox|hooks\.slack|[sr]k_|whsec|AIza|ya29|GOCSPX|sk-|npm_|pypi-|"
    r"dckr_|hv[sbr]\.|SG\.|do[opr]_v1|dapi|glsa_|NRAK|shp(?:at|ss|ca|pa)_|AccountKey|SharedAccess|eyJ|://|bearer|basic|\$|pass|pwd|secret|"
    r"token|key|credential"
)
"""A quick look that most texts fail, so that a scan of a hundred thousand tags is not spent here."""


def masked(text: str) -> str:
    """The text with every known shape of a secret replaced by "[masked: what it was]"."""
    if not _HINT.search(text):
        return text
    whole = _ANY.sub(_mask, text)
    return _NAMED.sub(_named, whole)


def masked_value(key: str, value: str) -> str:
    """A tag's value: masked whole where its key says that it is a secret, else by its shapes."""
    if _KEY.search(_CAMEL.sub("-", key)) and not _HARMLESS.match(value) and "[masked" not in value:
        return f"[masked: value of {key}]"
    return masked(value)


def _mask(found: re.Match[str]) -> str:
    number = int((found.lastgroup or "s0")[1:])
    return f"[masked: {_SHAPES[number][0]}]"


def _named(found: re.Match[str]) -> str:
    value = found["value"].strip("\"'")
    prose = found["name"].rstrip().endswith("is") and not any(c.isdigit() for c in value)
    if prose or value.startswith("[masked") or _HARMLESS.match(value):
        return found[0]
    return f"{found['name']}[masked: value]"
