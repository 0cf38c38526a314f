"""The routes for blocking and reporting guests."""

from __future__ import annotations

from http import HTTPStatus

from litestar import delete, get, post
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from sightline.battles import match as matches
from sightline.battles.match.match_entries import Said, Seated
from sightline.formats.problems import collecting_problems
from sightline.i18n import N_, _, use_language
from sightline.server.attempts import Attempts
from sightline.server.conduct.report_store import Report, ReportContent, ReportedLine, ReportStore
from sightline.server.errors import language_of
from sightline.server.guests.block_store import MAX_BLOCKS, Blocked, BlockStore
from sightline.server.guests.guest_identity import known_guest, require_guest
from sightline.server.guests.guest_store import Guest
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.match_service import service_of
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest
from sightline.server.settings import ServerLimits
from sightline.server.storage.open_database import database_of
from sightline.server.tokens import is_token, new_token
from sightline.server.unix_time import now_milliseconds
from sightline.server.workers.admission import Admission

_MAX_LINES = 50
_MAX_CHARACTERS = 1000
_MAX_REPORTS, _WINDOW_SECONDS = 10, 24 * 3600
_NOBODY = N_("Nobody else has that seat.")
_NOT_BLOCKED = N_("You have not blocked this person.")
_TOO_MANY = N_("You can block at most {most} people.")


class NewBlock(Struct):
    """A request to block the player of a side of a battle."""

    battle: str
    side: str


class NewReport(Struct):
    """A complaint about the player of a side of a battle; the latest lines of chat are attached."""

    side: str
    text: str


class ReportKept(Struct):
    """The number of a report, for reference when writing to the operator of the server."""

    id: str


def conduct_routes(limits: ServerLimits) -> list[ControllerRouterHandler]:
    """Return the routes for blocking and reporting guests."""
    admission = Admission(limits.at_once, limits.each_second)
    return [*_block_routes(admission), _report_route(admission)]


def _block_routes(admission: Admission) -> list[ControllerRouterHandler]:
    @get("/me/blocks")
    async def list_blocks(request: AnyHttpRequest) -> list[Blocked]:
        """List the people whom the caller has blocked, the latest first."""
        guest = await known_guest(request)
        return await _blocks_of(request).list_of(guest.id)

    @post("/me/blocks", status_code=HTTPStatus.CREATED, takes=NewBlock)
    async def block(request: AnyHttpRequest) -> Blocked:
        """Block the player of a side of a battle: they can neither join the caller's battles nor write there."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            new = await read_body(request, NewBlock)
            seat = await _seat(request, guest, new.battle, new.side)
            added = Blocked(str(seat.person), seat.name, now_milliseconds())
            if not await _blocks_of(request).add(guest.id, added.id, added.since):
                raise HttpRefusal(HTTPStatus.CONFLICT, _TOO_MANY, fields={"most": MAX_BLOCKS})
            return added

    @delete("/me/blocks/{person:str}", status_code=HTTPStatus.NO_CONTENT)
    async def unblock(request: AnyHttpRequest, person: FromPath[str]) -> None:
        """Unblock a person."""
        guest = await require_guest(request)
        if not (is_token(person) and await _blocks_of(request).remove(guest.id, person)):
            raise HttpRefusal(HTTPStatus.NOT_FOUND, _NOT_BLOCKED)

    return [list_blocks, block, unblock]


def _report_route(admission: Admission) -> ControllerRouterHandler:
    counted = Attempts(_MAX_REPORTS, _WINDOW_SECONDS)

    @post("/battles/{match:str}/reports", status_code=HTTPStatus.CREATED, takes=NewReport)
    async def report(request: AnyHttpRequest, match: FromPath[str]) -> ReportKept:
        """Report the player of a side of a battle to the operator of the server, with the latest lines of chat."""
        guest = await require_guest(request)
        with admission.admit(guest.id):
            new = await read_body(request, NewReport)
            text = _check_text(request, new.text)
            counted.check(guest.id)
            seat = await _seat(request, guest, match, new.side)
            counted.count(guest.id)
            content = ReportContent(new.side, seat.name, text, await _latest_lines(request, guest, match))
            kept = Report(new_token(), now_milliseconds(), match, seat.person, guest.id, guest.name, content)
            await ReportStore(database_of(request.app)).create(kept)
            return ReportKept(kept.id)

    return report


async def _seat(request: AnyHttpRequest, guest: Guest, match: str, side: str) -> Seated:
    """Return the seat of somebody other than the caller. Raise `HttpRefusal` if the caller may not see one."""
    seen = await _require_seen(request, guest, match)
    seat = seen.seats.get(side)
    if seat is None or seat.person is None or seat.person == guest.id:
        raise HttpRefusal(HTTPStatus.NOT_FOUND, _NOBODY)
    return seat


async def _require_seen(request: AnyHttpRequest, guest: Guest, match: str) -> matches.Match:
    service = service_of(request)
    seen = await service.visible_part(await service.open(match), guest.id)
    if seen is None:
        raise HttpRefusal(HTTPStatus.NOT_FOUND)
    return seen


async def _latest_lines(request: AnyHttpRequest, guest: Guest, match: str) -> list[ReportedLine]:
    """Return the latest lines of chat that a guest can have read."""
    last = (await _require_seen(request, guest, match)).n
    log = [each.entry for each in await service_of(request).store.log_of(match)]
    lines = [entry for entry in log if isinstance(entry, Said) and entry.n <= last]
    return [ReportedLine(entry.time, str(entry.by), entry.text) for entry in lines[-_MAX_LINES:]]


def _check_text(request: AnyHttpRequest, stated: str) -> str:
    """Return the text of a report. Raise `ScenarioError`."""
    text = stated.strip()
    with use_language(language_of(request)), collecting_problems() as problems:
        if not 0 < len(text) <= _MAX_CHARACTERS:
            message = _("expected 1 to {most} characters").format(most=_MAX_CHARACTERS)
            problems.add(None, "text", message, found=text[:_MAX_CHARACTERS])
    return text


def _blocks_of(request: AnyHttpRequest) -> BlockStore:
    return BlockStore(database_of(request.app))
