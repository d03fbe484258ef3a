"""API Gateway: REST, HTTP and WebSocket APIs.

Calls: apigateway:GetRestApis, apigatewayv2:GetApis. Right: apigateway:GET on those two paths.
"""

from __future__ import annotations

from collections.abc import Iterator

from collectors.aws.place import Place
from collectors.aws.region import Raw
from collectors.aws.service import Listing, Service, listed
from collectors.aws.shape import Stated, record, tags_of

_REST = "apigateway:GetRestApis"
_HTTP = "apigatewayv2:GetApis"


def _rest(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "RestAPI",
        raw,
        place,
        uid=place.unowned_arn("apigateway", f"/restapis/{raw['id']}"),
        name=raw["name"],
        tags=tags_of(raw.get("tags")),
        endpoint=f"https://{raw['id']}.execute-api.{place.region}.amazonaws.com",
    )


def _http(raw: Raw, place: Place) -> Iterator[Stated]:
    yield record(
        "RestAPI",
        raw,
        place,
        uid=place.unowned_arn("apigateway", f"/apis/{raw['ApiId']}"),
        name=raw["Name"],
        tags=tags_of(raw.get("Tags")),
    )


SERVICE = Service(
    "apigateway",
    (
        Listing("rest-apis", ("RestAPI",), (_REST,), listed(_REST, "items[]"), _rest),
        Listing("http-apis", ("RestAPI",), (_HTTP,), listed(_HTTP, "Items[]"), _http),
    ),
)
