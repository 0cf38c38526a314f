"""The part of the server that identifies guests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from litestar import Litestar, Response, post
from msgspec import Struct

from sightline.i18n import use_language
from sightline.server.errors import language_of
from sightline.server.guests.guest_identity import KEY, check_origin, cookie_of, guests_of
from sightline.server.guests.guest_name import checked_name
from sightline.server.guests.guest_store import Guest, GuestStore
from sightline.server.part import Part
from sightline.server.request_reader import read_request
from sightline.server.request_types import AnyHttpRequest
from sightline.server.settings import Settings
from sightline.server.storage.open_database import database_of
from sightline.server.tokens import hash_secret, new_token
from sightline.server.unix_time import now_milliseconds
from sightline.server.workers.admission import Admission, sender_of


class NewGuest(Struct):
    """A guest to be created, with the name that others see."""

    name: str


class GuestMade(Struct):
    """A new guest; `token` identifies the guest, and is shown only this once."""

    id: str
    token: str


def guests(settings: Settings) -> Part:
    """Return the part of the server that identifies guests."""
    limits = settings.limits
    admission = Admission(limits.at_once, limits.each_second)

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        app.state[KEY] = GuestStore(database_of(app))
        yield

    @post("/guests", status_code=HTTPStatus.CREATED, takes=NewGuest, gives=[GuestMade])
    async def create_guest(request: AnyHttpRequest) -> Response[GuestMade]:
        """Create a guest; programs send the token as `Authorization: Bearer`, pages have it as a cookie."""
        check_origin(request)
        with admission.admit(sender_of(request)):
            content = await request.body()
            with use_language(language_of(request)):
                name = checked_name(read_request(NewGuest, content).name)
            guest, token = Guest(new_token(), name), new_token()
            await guests_of(request.app).create(guest, hash_secret(token), now_milliseconds())
        return Response(GuestMade(guest.id, token), cookies=[cookie_of(request, token)])

    return Part(api=[create_guest], lifespans=[opened])
