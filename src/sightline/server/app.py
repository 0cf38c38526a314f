"""The server put together from its parts."""

from __future__ import annotations

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig

from sightline.server.description.openapi_route import description
from sightline.server.errors import HANDLERS
from sightline.server.guests.guest_part import guests
from sightline.server.matches.match_part import matches
from sightline.server.observation.health import health_routes
from sightline.server.observation.metrics import Clock, Metrics, metrics, observe_answer
from sightline.server.observation.request_ids import add_request_id
from sightline.server.pages import pages
from sightline.server.part import Part
from sightline.server.questions.question_routes import questions
from sightline.server.scenes.scene_routes import scenes
from sightline.server.security_headers import add_security_headers
from sightline.server.settings import Settings
from sightline.server.sockets import OpenSockets
from sightline.server.storage.open_database import storage
from sightline.server.systems.system_routes import systems
from sightline.server.tables.table_part import tables
from sightline.server.tables.table_preview import previews
from sightline.server.workers.workers import workers

API = "/api/v1"
_LEAVE_TAKINGS = "leave_takings"


def parts(settings: Settings) -> list[Part]:
    """Return the parts of a server, in the order in which they are opened."""
    sockets = OpenSockets(settings.limits.sockets)
    kept = [storage(settings), tables(settings, sockets), guests(settings), matches(settings, sockets)]
    api = [questions(), scenes(), systems(), description(API), previews()]
    return [workers(settings), *kept, *api, metrics(settings), pages(settings.static)]


def create_app(settings: Settings) -> Litestar:
    """Return the application of a server with these settings."""
    every = parts(settings)
    api = Router(API, route_handlers=[route for part in every for route in part.api])
    outside = [route for part in every for route in part.pages]
    health = health_routes([part.is_ready for part in every if part.is_ready is not None])
    app = Litestar(
        [api, *outside, *health],
        exception_handlers=HANDLERS | {kind: each for part in every for kind, each in part.exceptions.items()},
        middleware=[Clock()],
        before_send=[add_request_id, add_security_headers, observe_answer],  # also where there is no route
        lifespan=[each for part in every for each in part.lifespans],
        request_max_body_size=settings.limits.body_bytes,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=4, minimum_size=1000),
        openapi_config=None,
        logging_config=None,
    )
    app.state["metrics"] = own = Metrics()
    own.watch(app)
    app.state[_LEAVE_TAKINGS] = [each for part in every for each in part.leave_takings]
    return app


def take_leave(app: Litestar) -> None:
    """Let every part know that the server is to stop."""
    for each in app.state[_LEAVE_TAKINGS]:
        each(app)
