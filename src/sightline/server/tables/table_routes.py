"""The routes of tables."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus

from litestar import delete, get, post, websocket
from litestar.params import FromPath, FromQuery
from litestar.types import ControllerRouterHandler

from sightline.formats.arguments import check_range
from sightline.formats.problems import collecting_problems
from sightline.i18n import _, use_language
from sightline.server.errors import language_of, refuse_parameters
from sightline.server.http_refusals import HttpRefusal
from sightline.server.printable import is_printable
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest, AnySocket, bearer_of
from sightline.server.settings import ServerLimits
from sightline.server.sockets import OpenSockets, refuse_socket
from sightline.server.tables.live_socket import LiveConnection
from sightline.server.tables.table_bodies import EditsKept, NewEdits, NewTable, PastEdits, TableCreated, TableState
from sightline.server.tables.table_service import TableService, Work, expiry
from sightline.server.workers.admission import sender_of
from sightline.server.workers.workers import workers_of

_MAX_CHARACTERS = 100
_MAX_REVISION = 2**31 - 1
_MAX_DIGITS = len(str(_MAX_REVISION))


@post("/tables", status_code=HTTPStatus.CREATED, opt={"takes": NewTable})
async def create_table(request: AnyHttpRequest) -> TableCreated:
    """Create a table of a scenario; save `edit`, the secret that allows changes."""
    new = await read_body(request, NewTable)
    return await service_of(request).create(new, language_of(request), _work_for(request, is_admitted=False))


@get("/tables/{table:str}")
async def read_table(request: AnyHttpRequest, table: FromPath[str]) -> TableState:
    """Return the current state of a table."""
    found = await service_of(request).open(table)
    return TableState(found.id, found.revision, found.title, found.rules, found.scenario, expiry(found))


@get("/tables/{table:str}/history")
async def read_history(request: AnyHttpRequest, table: FromPath[str], after: FromQuery[int] = 0) -> list[PastEdits]:
    """Return the edits after a revision, in order; only the first ones if there are many."""
    with use_language(language_of(request)):
        check_range("after", after, 0, _MAX_REVISION)
    service = service_of(request)
    await service.find(table)
    past = await service.store.edits_after(table, after)
    return [PastEdits(each.revision, each.request, each.edits, each.undo) for each in past]


@post("/tables/{table:str}/edits", status_code=HTTPStatus.OK, opt={"takes": NewEdits, "needs_secret": True})
async def edit_table(request: AnyHttpRequest, table: FromPath[str]) -> EditsKept:
    """Apply edits, all or none; they are on disk when the answer is sent."""
    service, secret = service_of(request), bearer_of(request)
    await service.find_editable(table, secret)  # check the permission before reporting problems of the edits
    new = await read_body(request, NewEdits)
    with use_language(language_of(request)):
        _check_words(new)
        check_range("base", new.base, 0)
    return await service.edit(table, secret, new, language_of(request), _work_for(request, is_admitted=True))


@delete("/tables/{table:str}", opt={"needs_secret": True})
async def delete_table(request: AnyHttpRequest, table: FromPath[str]) -> None:
    """Delete a table and its history."""
    await service_of(request).delete(table, bearer_of(request))


def table_routes(limits: ServerLimits, sockets: OpenSockets) -> list[ControllerRouterHandler]:
    """Return the routes of tables."""

    @websocket("/tables/{table:str}/live")
    async def look_on(socket: AnySocket, table: FromPath[str]) -> None:
        """Send edits as they come, the list of viewers, and where they point."""
        try:
            with sockets.admit(socket):
                service = service_of(socket)
                opened = await service.open(table)
                connection = LiveConnection(socket, service, opened, limits.ping_seconds, _after(socket))
                await socket.accept()
                await connection.run()
        except HttpRefusal as refusal:
            await refuse_socket(socket, refusal)

    return [create_table, read_table, read_history, edit_table, delete_table, look_on]


def service_of(connection: AnyHttpRequest | AnySocket) -> TableService:
    """Return the tables of the server that a request or a WebSocket came to."""
    service: TableService = connection.app.state["tables"]
    return service


def _work_for(request: AnyHttpRequest, *, is_admitted: bool) -> Work:
    """Return a function that runs functions in worker processes for the sender of a request, see `Workers.run`."""
    return partial(workers_of(request.app).run, owner=sender_of(request), is_admitted=is_admitted)


def _check_words(new: NewEdits) -> None:
    """Raise `ScenarioError` for texts of a sender that are too long or cannot be stored."""
    with collecting_problems() as problems:
        for key, word in {"id": new.id, "client": new.client, "by": new.by}.items():
            least = 1 if key == "id" else 0
            if word is not None and not (is_printable(word) and least <= len(word) <= _MAX_CHARACTERS):
                message = _("expected {least} to {most} printable characters")
                message = message.format(least=least, most=_MAX_CHARACTERS)
                problems.add(None, key, message, found=word[:_MAX_CHARACTERS])


def _after(socket: AnySocket) -> int | None:
    """Return the revision that a page knows. Raise `HttpRefusal` if it is not one."""
    stated = socket.query_params.get("after")
    if stated is None:
        return None
    if not (stated.isascii() and stated.isdigit()) or len(stated) > _MAX_DIGITS or int(stated) > _MAX_REVISION:
        raise refuse_parameters(socket, ["after"])
    return int(stated)
