"""Claims that readers report as wrong, kept beside the answers they stand in."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from api.plain import Plain
from graph.errors import BadInput


def report(home: Path, answer: Plain, sentence: int, comment: str, asker: str) -> Plain:
    """Keeps the report and returns it. Raises BadInput where the answer has no such sentence."""
    said = next((s for s in _sentences(answer) if s["index"] == sentence), None)
    if said is None:
        raise BadInput(f"The answer {answer['id']} has no sentence {sentence}.")
    held = {
        "answer": answer["id"],
        "sentence": sentence,
        "text": said["text"],
        "markers": said["markers"],
        "comment": comment,
        "asker": asker,
        "reportedAt": datetime.now(UTC).isoformat(),
    }
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (home / "claims.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps(held, ensure_ascii=False) + "\n")
    return held


def _sentences(answer: Plain) -> list[Plain]:
    return [s for b in answer["blocks"] for s in b.get("sentences") or b.get("items") or ()]
