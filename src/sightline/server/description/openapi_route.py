"""The route that returns the description of the API."""

from __future__ import annotations

import asyncio
from functools import partial

import msgspec
from litestar import MediaType, Response, get

from sightline.server.description.openapi_document import document
from sightline.server.part import Part
from sightline.server.request_types import AnyHttpRequest


def description(root: str) -> Part:
    """Return the part of the server that describes the routes under a path."""
    made: list[bytes] = []

    @get("/openapi.json", include_in_schema=False)
    async def openapi(request: AnyHttpRequest) -> Response[bytes]:
        """Describe the API as OpenAPI 3.1."""
        if not made:
            found = await asyncio.to_thread(partial(document, request.app, root))
            made.append(msgspec.json.encode(found))
        return Response(made[0], media_type=MediaType.JSON)

    return Part(api=[openapi])
