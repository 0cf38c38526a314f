"""The part of the server for matches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar

from sightline.server.guests.block_store import BlockStore
from sightline.server.matches.match_routes import match_routes
from sightline.server.matches.match_service import KEY, MatchService
from sightline.server.matches.match_store import MatchStore
from sightline.server.part import Part
from sightline.server.settings import Settings
from sightline.server.sockets import OpenSockets
from sightline.server.storage.open_database import database_of
from sightline.server.storage.sweep import sweeping
from sightline.server.workers.workers import workers_of


def matches(settings: Settings, sockets: OpenSockets) -> Part:
    """Return the part of the server for matches."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        async def work(function: Callable[..., Any], *arguments: Any, subject: str, is_long: bool = False) -> Any:
            options: dict[str, Any] = {"owner": subject, "subject": subject, "is_long": is_long}
            return await workers_of(app).run(function, *arguments, **options, is_admitted=True)

        app.state[KEY] = service = MatchService(MatchStore(database_of(app)), work, BlockStore(database_of(app)))
        await service.resume()
        beating = asyncio.ensure_future(service.beat())
        try:
            async with sweeping(service.delete_unopened):
                yield
        finally:
            beating.cancel()
            service.close()

    def close(app: Litestar) -> None:
        service: MatchService = app.state[KEY]
        service.close()

    return Part(api=match_routes(settings.limits, sockets), lifespans=[opened], on_stop=[close])
