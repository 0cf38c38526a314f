"""The routes of accounts: registering, signing in and out, changing the password, deletion."""

from __future__ import annotations

from http import HTTPStatus

from litestar import Response, delete, get, post, put
from litestar.types import ControllerRouterHandler

from sightline.server.accounts.account_bodies import Deletion, Me, NewAccount, NewPassword, SignedIn, SignIn
from sightline.server.accounts.account_service import AccountService, Asker
from sightline.server.errors import language_of
from sightline.server.guests.guest_identity import (
    COOKIE,
    check_header,
    check_origin,
    cookie_of,
    guest_of,
    no_cookie,
    require_guest,
    token_of,
)
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest
from sightline.server.settings import ServerLimits
from sightline.server.workers.admission import Admission, sender_of

KEY = "accounts"


def account_routes(limits: ServerLimits) -> list[ControllerRouterHandler]:
    """Return the routes of accounts."""
    admission = Admission(limits.at_once, limits.each_second)

    @get("/me", gives=[Me | None])
    async def read_me(request: AnyHttpRequest) -> Response[Me | None]:
        """Return the caller, null if the request has no valid token."""
        guest = await guest_of(request)
        return Response(None if guest is None else await service_of(request).describe(guest))

    @post("/me/account", status_code=HTTPStatus.CREATED, takes=NewAccount, gives=[SignedIn])
    async def take_account(request: AnyHttpRequest) -> Response[SignedIn]:
        """Choose a name and a password; the answer has a new token, and earlier ones become invalid."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            new = await read_body(request, NewAccount)
            return _answer_signed_in(request, await service_of(request).register(guest, new, asker_of(request)))

    @post("/sign-in", status_code=HTTPStatus.OK, takes=SignIn, gives=[SignedIn])
    async def sign_in(request: AnyHttpRequest) -> Response[SignedIn]:
        """Sign in with name and password; the answer has a new token."""
        check_origin(request)
        check_header(request)
        with admission.admit(asker_of(request).address):
            stated = await read_body(request, SignIn)
            former = request.cookies.get(COOKIE)
            return _answer_signed_in(request, await service_of(request).sign_in(stated, former, asker_of(request)))

    @put("/me/password", takes=NewPassword, gives=[SignedIn])
    async def change_password(request: AnyHttpRequest) -> Response[SignedIn]:
        """Change the password; the answer has a new token, and all others become invalid."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            stated = await read_body(request, NewPassword)
            return _answer_signed_in(
                request, await service_of(request).change_password(guest, stated, asker_of(request))
            )

    return [read_me, take_account, sign_in, change_password, *_sign_out_routes(admission)]


def _sign_out_routes(admission: Admission) -> list[ControllerRouterHandler]:
    """Return the routes for signing out and deleting an account."""

    @delete("/me/session", status_code=HTTPStatus.NO_CONTENT)
    async def sign_out(request: AnyHttpRequest) -> Response[None]:
        """Sign out here: the token of this request becomes invalid."""
        await require_guest(request)
        await service_of(request).sign_out(str(token_of(request)))
        return _gone(request)

    @delete("/me/sessions", status_code=HTTPStatus.NO_CONTENT)
    async def sign_out_everywhere(request: AnyHttpRequest) -> Response[None]:
        """Sign out everywhere: all tokens of the caller become invalid."""
        guest = await require_guest(request)
        await service_of(request).sign_out_everywhere(guest)
        return _gone(request)

    @post("/me/deletion", status_code=HTTPStatus.NO_CONTENT, takes=Deletion)
    async def delete_me(request: AnyHttpRequest) -> Response[None]:
        """Delete the caller with all of their data; battles show a deleted player instead."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            await service_of(request).delete(guest, await read_body(request, Deletion), asker_of(request))
        return _gone(request)

    return [sign_out, sign_out_everywhere, delete_me]


def asker_of(request: AnyHttpRequest) -> Asker:
    """Return what the service needs to know of the caller: address and language."""
    return Asker(sender_of(request), language_of(request))


def service_of(request: AnyHttpRequest) -> AccountService:
    """Return the accounts of the server that a request came to."""
    service: AccountService = request.app.state[KEY]
    return service


def _answer_signed_in(request: AnyHttpRequest, answer: SignedIn) -> Response[SignedIn]:
    return Response(answer, cookies=[cookie_of(request, answer.token)], headers={"Cache-Control": "no-store"})


def _gone(request: AnyHttpRequest) -> Response[None]:
    return Response(None, cookies=[no_cookie(request)], status_code=HTTPStatus.NO_CONTENT)
