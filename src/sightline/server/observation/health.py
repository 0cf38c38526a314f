"""Health checks: liveness and readiness."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from sightline.server.part import IsReady
from sightline.server.request_types import AnyHttpRequest

_MAX_SECONDS = 3.0
"""The time within which monitoring expects an answer."""


def health_routes(conditions: Sequence[IsReady], seconds: float = _MAX_SECONDS) -> list[ControllerRouterHandler]:
    """Return the routes for monitoring; the server is ready while all conditions hold.

    A condition that is not known within `seconds` counts as false.
    """

    @get("/health", include_in_schema=False)
    async def health() -> dict[str, str]:
        """Answer 200 while the process is alive."""
        return {"status": "alive"}

    @get("/ready", include_in_schema=False)
    async def ready(request: AnyHttpRequest) -> Response[dict[str, str]]:
        """Answer 200 only while everything that the server needs is available."""
        try:
            async with asyncio.timeout(seconds):
                are_ready = all(await asyncio.gather(*(is_ready(request.app) for is_ready in conditions)))
        except TimeoutError:
            are_ready = False
        if are_ready:
            return Response({"status": "ready"})
        return Response({"status": "not ready"}, status_code=HTTPStatus.SERVICE_UNAVAILABLE)

    return [health, ready]
