"""What a page's form sends: fields of text, urlencoded, of bounded size."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.requests import Request

from graph.errors import BadInput

_MOST_BYTES = 64 * 1024


async def fields(request: Request) -> dict[str, str]:
    """The fields by name; of one given twice, the last. Raises BadInput for more than a page would ever send."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise BadInput(f"A form of more than {_MOST_BYTES // 1024} KiB is not read.")
    held = parse_qs(body.decode("utf-8", errors="replace"), keep_blank_values=True, max_num_fields=50)
    return {name: values[-1] for name, values in held.items()}
