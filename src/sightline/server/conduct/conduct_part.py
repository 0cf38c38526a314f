"""The part of the server for blocking and reporting guests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

from sightline.server.conduct.conduct_routes import conduct_routes
from sightline.server.conduct.report_store import ReportStore
from sightline.server.part import Part
from sightline.server.settings import Settings
from sightline.server.storage.open_database import database_of
from sightline.server.storage.sweep import sweeping
from sightline.server.unix_time import now_milliseconds

_KEPT_MILLISECONDS = 365 * 24 * 3600 * 1000


def conduct(settings: Settings) -> Part:
    """Return the part of the server for blocking and reporting guests."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        store = ReportStore(database_of(app))
        async with sweeping(lambda: store.delete_older(now_milliseconds() - _KEPT_MILLISECONDS)):
            yield

    return Part(api=conduct_routes(settings.limits), lifespans=[opened])
