"""The log of a served instance: a line of JSON for each request and event, with request ids and without anything secret."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

LOGGER = logging.getLogger("aletheia")


class Lines(logging.Formatter):
    """One line of JSON for each record; what is given as `fields` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        held = {
            "at": at,
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            held["error"] = self.formatException(record.exc_info)
        return json.dumps(held, ensure_ascii=False)


def start() -> None:
    """From now on the log goes to standard error, line by line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    LOGGER.handlers = [handler]
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False


def request(request_id: str, method: str, path: str, status: int, milliseconds: float, asker: str) -> None:
    """One request: never its question, its body or its token."""
    fields = {
        "request": request_id,
        "method": method,
        "path": path,
        "status": status,
        "milliseconds": round(milliseconds, 1),
        "asker": asker,
    }
    LOGGER.info("request", extra={"fields": fields})
