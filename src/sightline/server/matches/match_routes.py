"""The routes of matches."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Response, get, post, websocket
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from sightline.i18n import N_
from sightline.server.errors import language_of
from sightline.server.guests.guest_identity import guest_id_of, require_guest
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches import match_seats
from sightline.server.matches.match_bodies import (
    Invitation,
    ListedMatch,
    MatchMade,
    NewMatch,
    NewSeat,
    SeatTaken,
    ShownMatch,
)
from sightline.server.matches.match_play import write_json_record, write_record
from sightline.server.matches.match_service import service_of
from sightline.server.matches.match_socket import MatchConnection
from sightline.server.matches.ready_routes import READY_ROUTES
from sightline.server.matches.screen_routes import screen_routes
from sightline.server.matches.shown_match import listed_match_of, shown_match_of
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest, AnySocket
from sightline.server.settings import ServerLimits
from sightline.server.sockets import OpenSockets, refuse_socket
from sightline.server.workers.admission import Admission, sender_of

_NOT_YET = N_("There is no record before the battle begins.")


def match_routes(limits: ServerLimits, sockets: OpenSockets) -> list[ControllerRouterHandler]:
    """Return the routes of matches."""
    return [
        *_seat_routes(limits),
        *_reading_routes(),
        *screen_routes(),
        _live_route(limits, sockets),
        *READY_ROUTES,
    ]


def _seat_routes(limits: ServerLimits) -> list[ControllerRouterHandler]:
    """Return the routes for creating matches and taking seats."""
    admission = Admission(limits.at_once, limits.each_second)

    @post("/battles", status_code=HTTPStatus.CREATED, takes=NewMatch)
    async def create_match(request: AnyHttpRequest) -> MatchMade:
        """Create a match with the caller's team."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            new = await read_body(request, NewMatch)
            return await match_seats.create_match(service_of(request), guest, new, language_of(request))

    @post("/battles/{match:str}/seat", status_code=HTTPStatus.OK, takes=NewSeat)
    async def take_seat(request: AnyHttpRequest, match: FromPath[str]) -> SeatTaken:
        """Take the second seat of a battle."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            new = await read_body(request, NewSeat)
            return SeatTaken(await match_seats.take_seat(service_of(request), guest, match, new, language_of(request)))

    @post("/battles/{match:str}/invitation", status_code=HTTPStatus.OK, takes=Invitation)
    async def read_invitation(request: AnyHttpRequest, match: FromPath[str]) -> ListedMatch:
        """Return a battle to a caller who may take its second seat."""
        guest = await guest_id_of(request)
        with admission.admit(sender_of(request)):
            stated = await read_body(request, Invitation)
            return await match_seats.find_invitation(service_of(request), guest, match, stated.invite)

    return [create_match, take_seat, read_invitation]


def _reading_routes() -> list[ControllerRouterHandler]:
    """Return the routes for reading matches."""

    @get("/battles")
    async def list_matches(request: AnyHttpRequest) -> list[ListedMatch]:
        """List the battles that anybody may join (`?open`), or the caller's own (`?mine`)."""
        store, own = service_of(request).store, await guest_id_of(request)
        if "mine" in request.query_params:
            return [listed_match_of(each, own) for each in (await store.list_of(own) if own else ())]
        apart = await service_of(request).blocks.apart_from(own) if own else frozenset[str]()
        return [listed_match_of(each, own) for each in await store.list_open() if not {each.first, each.second} & apart]

    @get("/battles/{match:str}")
    async def read_match(request: AnyHttpRequest, match: FromPath[str]) -> ShownMatch:
        """Return a battle as spectators see it."""
        service, guest = service_of(request), await guest_id_of(request)
        live = await service.open(match)
        seen = await service.visible_part(live, guest)
        if seen is None:
            raise HttpRefusal(HTTPStatus.NOT_FOUND)
        return shown_match_of(match, seen)

    @get("/battles/{match:str}/record", media_type=MediaType.TEXT)
    async def read_record(request: AnyHttpRequest, match: FromPath[str]) -> Response[str]:
        """Return the record of the battle so far."""
        return Response(await _record(request, match, write_record), media_type=MediaType.TEXT)

    @get("/battles/{match:str}/record.json", media_type=MediaType.JSON, gives=[Any])
    async def read_json_record(request: AnyHttpRequest, match: FromPath[str]) -> Response[bytes]:
        """Return the record of the battle so far, as JSON."""
        return Response((await _record(request, match, write_json_record)).encode(), media_type=MediaType.JSON)

    return [list_matches, read_match, read_record, read_json_record]


async def _record(request: AnyHttpRequest, match: str, write: Callable[..., str]) -> str:
    """Return what `write` returns for a battle up to what the caller may see. Raise `HttpRefusal`."""
    service, guest = service_of(request), await guest_id_of(request)
    live = await service.open(match)
    seen = await service.visible_part(live, guest)
    if seen is None or seen.begun is None:
        raise HttpRefusal(HTTPStatus.CONFLICT, _NOT_YET)
    over = None if seen.over is None else (seen.over.winner, seen.over.how)
    record: str = await service.work(write, live.source(seen), over, subject=match, is_long=True)
    return record


def _live_route(limits: ServerLimits, sockets: OpenSockets) -> ControllerRouterHandler:
    """Return the route of the WebSocket of a match."""

    @websocket("/battles/{match:str}/live")
    async def play(socket: AnySocket, match: FromPath[str]) -> None:
        """Send the log as it grows, and take commands."""
        try:
            with sockets.admit(socket):
                service = service_of(socket)
                await service.open(match)
                await socket.accept()
                await MatchConnection(socket, service, match, limits).run()
        except HttpRefusal as refusal:
            await refuse_socket(socket, refusal)

    return play
