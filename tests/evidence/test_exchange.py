"""What stands beside a name in a record is not the name: true sentences with one word put in another's place must go.

The sentences are those of the twins that stay. Each exchange makes a falsehood whatever the sentence says, so no truth
has to be known here: the thing a sentence speaks of becomes a state of it, and what did something becomes what was done.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from evidence import case
from evidence.check import check
from evidence.checked import Status

FOLDER = Path(__file__).parent / "twins"
ESTATES = sorted(FOLDER.glob("*.yaml"))
STATES = (
    "status",
    "state",
    "phase",
    "rollout",
    "severity",
    "engine",
    "scheme",
    "runtime",
    "architecture",
    "action",
    "field",
)
EVERY = 3  # each third sentence: enough of each form, in a few seconds


def pairs(path: Path) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Each true sentence of an estate, with the case it is judged in."""
    data = yaml.safe_load(path.read_text())
    evidence = (
        yaml.safe_load((path.parent / data["evidenceFile"]).read_text())
        if "evidenceFile" in data
        else data["evidence"]
    )
    for pair in data["pairs"]:
        used = {
            part: [e for e in evidence.get(part, []) if e["handle"] in pair["use"]]
            for part in ("records", "results")
        }
        asked = {k: pair[k] for k in ("question", "names", "within") if k in pair}
        yield {**asked, "askedAt": data["askedAt"], "evidence": used}, pair["stays"]


def stays(given: Mapping[str, Any], draft: str) -> bool:
    """Whether the draft is read out, all of it and as fact."""
    read = case.read({**given, "draft": draft})
    out = check(read.draft, read.items, read.question)
    whole = not out.badge.removed and not out.badge.replaced and "Interpretation:" not in out.text
    return whole and out.status is Status.ANSWERED


def whole(word: str) -> str:
    """A pattern of the word as a name of its own."""
    return rf"(?<![\w./@#-]){re.escape(word)}(?![\w@/-]|[.:]\w)"


def as_states(given: Mapping[str, Any], sentence: str) -> Iterator[str]:
    """The sentence with the name of a record exchanged for each word that says a state of that record."""
    for record in given["evidence"]["records"]:
        fields = record.get("fields", {})
        if len(re.findall(whole(record["name"]), sentence)) != 1:
            continue
        for state in (fields[f] for f in STATES if isinstance(fields.get(f), str)):
            if re.fullmatch(r"[a-z][a-z0-9-]*", state) and not re.search(whole(state), sentence):
                yield re.sub(whole(record["name"]), state, sentence)


def as_actors(given: Mapping[str, Any], sentence: str) -> Iterator[str]:
    """The sentence with whoever did something exchanged for what was done, or for what became different."""
    for record in given["evidence"]["records"]:
        fields = record.get("fields", {})
        if record["kind"] == "Change" and len(re.findall(whole(fields.get("actor", "-")), sentence)) == 1:
            for done in (fields[f] for f in ("action", "field") if f in fields):
                yield re.sub(whole(fields["actor"]), done, sentence)


def lies(path: Path) -> list[str]:
    """Every exchanged sentence of an estate that stays."""
    told = [
        (given, made)
        for given, sentence in list(pairs(path))[::EVERY]
        for made in dict.fromkeys((*as_states(given, sentence), *as_actors(given, sentence)))
    ]
    assert told
    return [made for given, made in told if stays(given, made)]


@pytest.mark.parametrize("path", ESTATES, ids=lambda p: p.stem)
def test_a_state_is_no_name_and_a_deed_no_actor(path: Path) -> None:
    """W1: the words are all in the evidence, and none of them says what the sentence says with it."""
    assert [] == lies(path)
