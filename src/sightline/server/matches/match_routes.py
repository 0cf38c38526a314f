"""The routes of matches."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Request, Response, get, post, websocket
from litestar.params import FromPath, FromQuery
from litestar.types import ControllerRouterHandler

from sightline.i18n import N_, use_language
from sightline.server.errors import HttpRefusal, language_of
from sightline.server.guests.guest_identity import guest_of, require_guest
from sightline.server.matches.match_bodies import ListedMatch, MatchMade, MatchTold, NewMatch, NewSeat, SeatTaken
from sightline.server.matches.match_play import write_record
from sightline.server.matches.match_service import MatchService, listed, told
from sightline.server.matches.match_socket import MatchConnection
from sightline.server.matches.ready_answers import maps_answer, roster_answer, teams_answer
from sightline.server.request_body import read_body
from sightline.server.settings import ServerLimits
from sightline.server.sockets import AnySocket, OpenSockets, refuse_socket
from sightline.server.workers.admission import Admission, owner_of
from sightline.server.workers.workers import workers_of

AnyHttpRequest = Request[Any, Any, Any]
KEY = "matches"
_NOT_YET = N_("There is no record before the battle begins.")


def match_routes(limits: ServerLimits, sockets: OpenSockets) -> list[ControllerRouterHandler]:
    """Return the routes of matches."""
    return [*_seat_routes(limits), *_reading_routes(), _live_route(limits, sockets), *_ready_routes()]


def _seat_routes(limits: ServerLimits) -> list[ControllerRouterHandler]:
    """Return the routes that make matches, and take seats."""
    admission = Admission(limits.at_once, limits.each_second)

    @post("/battles", status_code=HTTPStatus.CREATED, takes=NewMatch)
    async def create_match(request: AnyHttpRequest) -> MatchMade:
        """Make a battle, with the team that one plays."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            new = await read_body(request, NewMatch)
            return await service_of(request).create(guest, new, language_of(request))

    @post("/battles/{match:str}/seat", status_code=HTTPStatus.OK, takes=NewSeat)
    async def take_seat(request: AnyHttpRequest, match: FromPath[str]) -> SeatTaken:
        """Take the second seat of a battle."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            new = await read_body(request, NewSeat)
            return SeatTaken(await service_of(request).take_seat(guest, match, new, language_of(request)))

    return [create_match, take_seat]


def _reading_routes() -> list[ControllerRouterHandler]:
    """Return the routes that tell of matches."""

    @get("/battles")
    async def list_matches(request: AnyHttpRequest) -> list[ListedMatch]:
        """List the battles that anybody may join (`?open`), or one's own (`?mine`)."""
        store, guest = service_of(request).store, await guest_of(request)
        own = None if guest is None else guest.id
        if "mine" in request.query_params:
            return [listed(each, own) for each in (await store.list_of(own) if own else ())]
        return [listed(each, own) for each in await store.list_open()]

    @get("/battles/{match:str}")
    async def read_match(request: AnyHttpRequest, match: FromPath[str]) -> MatchTold:
        """Return a battle as those see it who look on."""
        service, guest = service_of(request), await guest_of(request)
        live = await service.open(match)
        seen = await service.seen(live, None if guest is None else guest.id)
        if seen is None:
            raise HttpRefusal(HTTPStatus.NOT_FOUND)
        return told(match, seen)

    @get("/battles/{match:str}/record", media_type=MediaType.TEXT)
    async def read_record(request: AnyHttpRequest, match: FromPath[str]) -> Response[str]:
        """Return the record, as far as the battle has come."""
        service, guest = service_of(request), await guest_of(request)
        live = await service.open(match)
        seen = await service.seen(live, None if guest is None else guest.id)
        if seen is None or seen.begun is None:
            raise HttpRefusal(HTTPStatus.CONFLICT, _NOT_YET)
        over = None if seen.over is None else (seen.over.winner, seen.over.how)
        record = await service.work(write_record, live.source(seen), over, subject=match, is_long=True)
        return Response(record, media_type=MediaType.TEXT)

    return [list_matches, read_match, read_record]


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


def _ready_routes() -> list[ControllerRouterHandler]:
    """Return the routes of what is ready for battles of a system."""

    @get("/rosters/{system:str}")
    async def read_roster(request: AnyHttpRequest, system: FromPath[str]) -> Mapping[str, Any]:
        """Return the characters of a system by key, with points and abilities."""
        answer: Mapping[str, Any] = await _run(request, roster_answer, system, language_of(request))
        return answer

    @get("/maps/{system:str}")
    async def read_maps(request: AnyHttpRequest, system: FromPath[str]) -> Mapping[str, Any]:
        """Return the maps of a system by key, each with its title, its limit and its zones."""
        answer: Mapping[str, Any] = await _run(request, maps_answer, system, language_of(request))
        return answer

    @get("/teams/{system:str}")
    async def read_teams(
        request: AnyHttpRequest, system: FromPath[str], limit: FromQuery[int | None] = None
    ) -> list[Mapping[str, Any]]:
        """Return the ready teams of a system, of a limit if there is one."""
        answer: list[Mapping[str, Any]] = await _run(request, teams_answer, system, limit, language_of(request))
        return answer

    return [read_roster, read_maps, read_teams]


async def _run(request: AnyHttpRequest, function: Any, *arguments: Any) -> Any:
    owner = owner_of(request.client.host if request.client else "")
    with use_language(language_of(request)):
        return await workers_of(request.app).run(function, *arguments, owner=owner)


def service_of(connection: AnyHttpRequest | AnySocket) -> MatchService:
    """Return the matches of the server that a request or a WebSocket came to."""
    service: MatchService = connection.app.state[KEY]
    return service
