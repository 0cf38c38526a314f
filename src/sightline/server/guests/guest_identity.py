"""The identity of those who send a request or open a WebSocket: by a token of programs, or by the cookie of a page."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sightline.i18n import N_
from sightline.server.errors import HttpRefusal
from sightline.server.guests.guest_store import Guest, GuestStore
from sightline.server.sockets import is_of_same_origin
from sightline.server.tables.table_secret import hash_secret
from sightline.server.unix_time import now_milliseconds

AnyConnection = ASGIConnection[Any, Any, Any, Any]

KEY = "guests"
COOKIE = "sightline_guest"
HEADER = "x-sightline"
"""The header without which a cookie changes nothing: pages of other servers cannot send it."""
_BEARER = "bearer "
_NOTED_MILLISECONDS = 24 * 3600 * 1000
"""The time in which somebody who is here again is not noted again."""
_COOKIE_SECONDS = 400 * 24 * 3600
_NOBODY = N_("Who are you? Send the token of a guest; POST /api/v1/guests makes one.")
_OTHER_ORIGIN = N_("A page from another server may not do this.")
_NO_HEADER = N_("A page must send the header X-Sightline with this.")


def guests_of(app: Litestar) -> GuestStore:
    """Return the guests of a server."""
    found: GuestStore = app.state[KEY]
    return found


async def guest_of(connection: AnyConnection, token: str | None = None) -> Guest | None:
    """Return who is at the other end of a connection: by a token that it states, its header, or its cookie."""
    known, store = token or token_of(connection), guests_of(connection.app)
    guest = None if known is None else await store.find(hash_secret(known))
    now = now_milliseconds()
    if guest is not None and now - guest.seen > _NOTED_MILLISECONDS:
        await store.note_seen(guest.id, now)
    return guest


def token_of(connection: AnyConnection) -> str | None:
    """Return the token that a request sends, in its header or its cookie, whether it is known or not."""
    return _bearer_of(connection) or connection.cookies.get(COOKIE)


async def require_guest(connection: AnyConnection) -> Guest:
    """Return who sends a request that changes something. Raise `HttpRefusal` for nobody, and for other pages."""
    check_origin(connection)
    if _bearer_of(connection) is None and COOKIE in connection.cookies:
        check_header(connection)
    return await known_guest(connection)


async def known_guest(connection: AnyConnection) -> Guest:
    """Return who sends a request that changes nothing. Raise `HttpRefusal` for nobody."""
    guest = await guest_of(connection)
    if guest is None:
        raise HttpRefusal(HTTPStatus.UNAUTHORIZED, _NOBODY)
    return guest


def check_origin(connection: AnyConnection) -> None:
    """Raise `HttpRefusal` for what a page of another server sends."""
    if not is_of_same_origin(connection):
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _OTHER_ORIGIN)


def check_header(connection: AnyConnection) -> None:
    """Raise `HttpRefusal` for what has not the header that pages of other servers cannot send."""
    if HEADER not in connection.headers:
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _NO_HEADER)


def cookie_of(connection: AnyConnection, token: str) -> Cookie:
    """Return the cookie by which a page is known again."""
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=_COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=connection.base_url.scheme == "https",
    )


def no_cookie(connection: AnyConnection) -> Cookie:
    """Return the cookie that takes the other one away."""
    cookie = cookie_of(connection, "")
    cookie.max_age = 0
    return cookie


def _bearer_of(connection: AnyConnection) -> str | None:
    stated = connection.headers.get("authorization", "")
    return stated[len(_BEARER) :].strip() if stated.lower().startswith(_BEARER) else None
