"""The part of the server for tables."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from litestar import Litestar, Response
from sqlalchemy.exc import SQLAlchemyError

from sightline.formats.edits.edit_application import EditGone
from sightline.i18n import N_
from sightline.server.errors import ErrorBody, answer_refusal
from sightline.server.http_refusals import HttpRefusal
from sightline.server.observation.logs import log
from sightline.server.part import Part
from sightline.server.request_types import AnyHttpRequest
from sightline.server.settings import Settings
from sightline.server.sockets import OpenSockets
from sightline.server.storage.open_database import database_of
from sightline.server.storage.sweep import sweeping
from sightline.server.storage.table_store import TableStore
from sightline.server.tables.live_hub import LiveHub
from sightline.server.tables.table_routes import table_routes
from sightline.server.tables.table_service import TableService

_RETRY_SECONDS = 5
_KEY = "tables"
_GONE = N_("What was to be changed is no longer there; somebody else may have removed it.")


def tables(settings: Settings, sockets: OpenSockets) -> Part:
    """Return the part of the server for tables."""

    @asynccontextmanager
    async def open_store(app: Litestar) -> AsyncIterator[None]:
        app.state[_KEY] = service = TableService(TableStore(database_of(app)), LiveHub())
        async with sweeping(service.delete_unopened):
            yield

    def close_sockets(app: Litestar) -> None:
        service: TableService = app.state[_KEY]
        service.hub.close()

    return Part(
        api=table_routes(settings.limits, sockets),
        lifespans=[open_store],
        on_stop=[close_sockets],
        exceptions={SQLAlchemyError: _answer_unreachable, EditGone: _answer_gone},
    )


def _answer_unreachable(request: AnyHttpRequest, error: SQLAlchemyError) -> Response[ErrorBody]:
    """Answer a failure of the database."""
    log().error("the database failed", kind=type(error).__name__)
    return answer_refusal(request, HttpRefusal(HTTPStatus.SERVICE_UNAVAILABLE, retry_after=_RETRY_SECONDS))


def _answer_gone(request: AnyHttpRequest, error: EditGone) -> Response[ErrorBody]:
    """Answer edits of something that is not there, because somebody else may have deleted it."""
    return answer_refusal(request, HttpRefusal(HTTPStatus.CONFLICT, _GONE, errors=error.problems))
