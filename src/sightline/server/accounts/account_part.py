"""The part of the server that manages accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

from sightline.server.accounts.account_export import export_routes
from sightline.server.accounts.account_routes import KEY, account_routes
from sightline.server.accounts.account_service import AccountService
from sightline.server.accounts.account_store import AccountStore
from sightline.server.accounts.password_hashes import PasswordHashes
from sightline.server.accounts.team_routes import team_routes
from sightline.server.guests.guest_identity import guests_of
from sightline.server.matches.match_service import KEY as MATCHES
from sightline.server.part import Part
from sightline.server.settings import Settings
from sightline.server.storage.open_database import database_of
from sightline.server.storage.sweep import sweeping


def accounts(settings: Settings) -> Part:
    """Return the part of the server that manages accounts and their saved teams."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        store, hashes = AccountStore(database_of(app)), PasswordHashes(settings.password_kibibytes)
        app.state[KEY] = service = AccountService(store, guests_of(app), lambda: app.state[MATCHES], hashes)
        try:
            async with sweeping(service.delete_unseen):  # guests who do not come back
                yield
        finally:
            hashes.close()

    routes = [*account_routes(settings.limits), *team_routes(settings.limits), *export_routes()]
    return Part(api=routes, lifespans=[opened])
