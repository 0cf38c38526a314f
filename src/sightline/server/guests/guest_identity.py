"""The identity of the sender of a request or WebSocket: by the bearer token of a program, or the cookie of a page."""

from __future__ import annotations

from http import HTTPStatus

from litestar import Litestar
from litestar.datastructures import Cookie

from sightline.i18n import N_
from sightline.server.guests.guest_store import Guest, GuestStore
from sightline.server.http_refusals import HttpRefusal
from sightline.server.request_types import AnyConnection, bearer_of
from sightline.server.sockets import is_of_same_origin
from sightline.server.tokens import hash_secret
from sightline.server.unix_time import now_milliseconds

KEY = "guests"
COOKIE = "sightline_guest"
HEADER = "x-sightline"
"""The header required for changes authorized by a cookie: pages of other servers cannot send it (CSRF)."""
_NOTED_MILLISECONDS = 24 * 3600 * 1000
"""The minimum time between two updates of when a guest was last seen."""
_COOKIE_SECONDS = 400 * 24 * 3600
_NOBODY = N_("Who are you? Send the token of a guest; POST /api/v1/guests makes one.")
_OTHER_ORIGIN = N_("A page from another server may not do this.")
_NO_HEADER = N_("A page must send the header X-Sightline with this.")


def guests_of(app: Litestar) -> GuestStore:
    """Return the guests of a server."""
    found: GuestStore = app.state[KEY]
    return found


async def guest_of(connection: AnyConnection, token: str | None = None) -> Guest | None:
    """Return the guest at the other end of a connection, None if unknown, by a stated token, its header or cookie."""
    known, store = token or token_of(connection), guests_of(connection.app)
    guest = None if known is None else await store.find(hash_secret(known))
    now = now_milliseconds()
    if guest is not None and now - guest.seen > _NOTED_MILLISECONDS:
        await store.note_seen(guest.id, now)
    return guest


async def guest_id_of(connection: AnyConnection) -> str | None:
    """Return the id of the guest at the other end of a connection, None if unknown."""
    guest = await guest_of(connection)
    return None if guest is None else guest.id


def token_of(connection: AnyConnection) -> str | None:
    """Return the token that a request sends in its header or its cookie, valid or not."""
    return bearer_of(connection) or connection.cookies.get(COOKIE)


async def require_guest(connection: AnyConnection) -> Guest:
    """Return the sender of a request that changes data. Raise `HttpRefusal` if unknown or another server's page."""
    check_origin(connection)
    if bearer_of(connection) is None and COOKIE in connection.cookies:
        check_header(connection)
    return await known_guest(connection)


async def known_guest(connection: AnyConnection) -> Guest:
    """Return the sender of a request that changes no data. Raise `HttpRefusal` if unknown."""
    guest = await guest_of(connection)
    if guest is None:
        raise HttpRefusal(HTTPStatus.UNAUTHORIZED, _NOBODY)
    return guest


def check_origin(connection: AnyConnection) -> None:
    """Raise `HttpRefusal` if a page of another server sends the request."""
    if not is_of_same_origin(connection):
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _OTHER_ORIGIN)


def check_header(connection: AnyConnection) -> None:
    """Raise `HttpRefusal` if the header is missing that pages of other servers cannot send."""
    if HEADER not in connection.headers:
        raise HttpRefusal(HTTPStatus.FORBIDDEN, _NO_HEADER)


def cookie_of(connection: AnyConnection, token: str) -> Cookie:
    """Return the cookie that identifies a page."""
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
    """Return the cookie that deletes the one of `cookie_of`."""
    cookie = cookie_of(connection, "")
    cookie.max_age = 0
    return cookie
