"""The one place that talks to a model. Slow, refused or broken: ModelFailed, and the asker gets the composer's answer."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types.chat import ChatCompletionMessageParam

_LONGEST = 8_000
"""Characters of a reply; more is no answer to a question."""


@dataclass(frozen=True, slots=True)
class Model:
    """Which model, where, and how long one call may take. An empty `base_url` is OpenAI's own."""

    name: str
    base_url: str = ""
    key: str = ""
    seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation with the model; `role` is system, user or assistant."""

    role: str
    text: str


class ModelFailed(Exception):  # noqa: N818 — named by what happened
    """The model did not answer as it should: says how, in words for the asker."""


def complete(model: Model, messages: Sequence[Message], *, json: bool = False) -> str:
    """The whole reply. With `json` the server is asked for a JSON object. Raises ModelFailed."""
    from openai import OpenAIError  # noqa: PLC0415 — a second of import that only users of a model pay

    try:
        with _client(model) as client:
            wanted = client.chat.completions.create(
                model=model.name,
                messages=_plain(messages),
                temperature=0,
                response_format={"type": "json_object"} if json else {"type": "text"},
            )
    except OpenAIError as error:
        raise ModelFailed(_why(model, error)) from error
    text = wanted.choices[0].message.content if wanted.choices else None
    if not text:
        raise ModelFailed(f"The model {model.name} answered with nothing.")
    return text[:_LONGEST]


def stream(model: Model, messages: Sequence[Message]) -> Iterator[str]:
    """The reply piece by piece, until it ends or its time is over. Raises ModelFailed."""
    from openai import OpenAIError  # noqa: PLC0415

    ends = monotonic() + model.seconds
    length = 0
    try:
        with _client(model) as client:
            pieces = client.chat.completions.create(
                model=model.name, messages=_plain(messages), temperature=0, stream=True
            )
            for piece in pieces:
                if monotonic() > ends:
                    raise ModelFailed(_late(model))
                text = piece.choices[0].delta.content if piece.choices else None
                if text and length < _LONGEST:
                    length += len(text)
                    yield text
    except OpenAIError as error:
        raise ModelFailed(_why(model, error)) from error
    if not length:
        raise ModelFailed(f"The model {model.name} answered with nothing.")


def _client(model: Model) -> OpenAI:
    from openai import OpenAI  # noqa: PLC0415

    return OpenAI(
        api_key=model.key or "none",
        base_url=model.base_url or None,
        timeout=model.seconds,
        max_retries=0,
    )


def _plain(messages: Sequence[Message]) -> list[ChatCompletionMessageParam]:
    found: list[ChatCompletionMessageParam] = []
    for message in messages:
        if message.role == "system":
            found.append({"role": "system", "content": message.text})
        elif message.role == "assistant":
            found.append({"role": "assistant", "content": message.text})
        else:
            found.append({"role": "user", "content": message.text})
    return found


def _why(model: Model, error: Exception) -> str:
    from openai import APIStatusError, APITimeoutError  # noqa: PLC0415

    if isinstance(error, APITimeoutError):
        return _late(model)
    if isinstance(error, APIStatusError):
        return f"The model {model.name} refused (HTTP {error.status_code})."
    return f"The model {model.name} could not be reached."


def _late(model: Model) -> str:
    return f"The model {model.name} did not answer within {model.seconds:g} seconds."


def fenced(text: str) -> tuple[str, str]:
    """The text between two lines of a delimiter that is new for each request and not in the text; and the delimiter."""
    mark = f"=== {secrets.token_hex(12)} ==="
    while mark in text:
        mark = f"=== {secrets.token_hex(12)} ==="
    return f"{mark}\n{text}\n{mark}", mark
