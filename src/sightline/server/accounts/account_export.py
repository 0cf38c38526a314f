"""The export of everything stored about a guest, as one JSON file that is streamed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
from litestar import MediaType, get
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from sightline.battles import match as matches
from sightline.battles.match import view
from sightline.server.accounts.account_routes import service_of
from sightline.server.accounts.kept_team_store import KeptTeamStore
from sightline.server.attempts import Attempts
from sightline.server.conduct.report_store import ReportStore
from sightline.server.guests.block_store import BlockStore
from sightline.server.guests.guest_identity import guests_of, known_guest
from sightline.server.guests.guest_store import Guest
from sightline.server.matches.match_store import MatchStore
from sightline.server.notices.webhook_store import WebhookStore
from sightline.server.request_types import AnyHttpRequest
from sightline.server.storage.open_database import database_of

_FILE = 'attachment; filename="sightline.json"'
_MAX_EXPORTS, _WINDOW_SECONDS = 10, 900


def export_routes() -> list[ControllerRouterHandler]:
    """Return the route of the file."""
    attempts = Attempts(_MAX_EXPORTS, _WINDOW_SECONDS)

    @get("/me/export", media_type=MediaType.JSON)
    async def export(request: AnyHttpRequest) -> Stream:
        """Return everything stored about the caller: name, teams, battles with the visible part of their logs."""
        guest = await known_guest(request)
        attempts.check(guest.id)
        attempts.count(guest.id)
        head = await _head(request, guest)
        headers = {"Content-Disposition": _FILE, "Cache-Control": "no-store"}
        store = MatchStore(database_of(request.app))
        return Stream(_iter_file(head, store, guest.id), media_type=MediaType.JSON, headers=headers)

    return [export]


async def _head(request: AnyHttpRequest, guest: Guest) -> Mapping[str, Any]:
    """Return everything but the battles."""
    account = await service_of(request).store.find_of(guest.id)
    database = database_of(request.app)
    return {
        "id": guest.id,
        "name": guest.name,
        "created": guest.created,
        "account_since": None if account is None else account.created,
        "seen": guest.seen,
        "signed_in": await guests_of(request.app).list_tokens(guest.id),
        "teams": await KeptTeamStore(database).list_of(guest.id),
        "blocks": await BlockStore(database).list_of(guest.id),
        "reports": await ReportStore(database).list_of(guest.id),
        "webhook": await WebhookStore(database).find(guest.id),
    }


async def _iter_file(head: Mapping[str, Any], store: MatchStore, guest: str) -> AsyncIterator[bytes]:
    """Yield the file one battle at a time, as battles may be long."""
    yield msgspec.json.encode(head)[:-1] + b',"battles":['
    for number, id in enumerate(await store.ids_of(guest)):
        yield (b"," if number else b"") + msgspec.json.encode(await _battle(store, id, guest))
    yield b"]}"


async def _battle(store: MatchStore, id: str, guest: str) -> Mapping[str, Any]:
    """Return a battle with the part of its log that a guest may see."""
    log = [each.entry for each in await store.log_of(id)]
    seats = matches.fold_all(log).seats if log else {}
    sides = tuple(side for side, seat in seats.items() if seat.person == guest)
    return {"id": id, "sides": sides, "log": [view(entry, sides) for entry in log]}
