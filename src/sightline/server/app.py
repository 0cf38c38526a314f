"""The application, assembled from the parts of the server."""

from __future__ import annotations

from litestar import Litestar, Router

from sightline.server.accounts.account_part import accounts
from sightline.server.api_path import API as API
from sightline.server.compression import Compression
from sightline.server.conditional_requests import answering_not_modified
from sightline.server.conduct.conduct_part import conduct
from sightline.server.description.openapi_route import description
from sightline.server.errors import HANDLERS
from sightline.server.guests.guest_part import guests
from sightline.server.head_requests import answering_head
from sightline.server.hosts import HostCheck
from sightline.server.lessons.lesson_part import lessons
from sightline.server.matches.match_part import matches
from sightline.server.notices.notice_part import notices
from sightline.server.observation.health import health_routes
from sightline.server.observation.metrics import Clock, Metrics, metrics, observe_answer
from sightline.server.observation.request_ids import add_request_id
from sightline.server.pages import pages
from sightline.server.part import Part
from sightline.server.questions.question_routes import questions
from sightline.server.rejected_bodies import discarding_rejected
from sightline.server.replays.replay_routes import replays
from sightline.server.scenes.scene_routes import scenes
from sightline.server.security_headers import add_security_headers
from sightline.server.settings import Settings
from sightline.server.sockets import OpenSockets
from sightline.server.storage.open_database import storage
from sightline.server.systems.system_routes import systems
from sightline.server.tables.table_part import tables
from sightline.server.tables.table_preview import previews
from sightline.server.unknown_sockets import refusing_unknown_sockets
from sightline.server.workers.workers import workers

_ON_STOP = "on_stop"


def parts(settings: Settings) -> list[Part]:
    """Return the parts of a server, in the order in which they are opened."""
    sockets = OpenSockets(settings.limits.sockets)
    people = [guests(settings), matches(settings, sockets), accounts(settings), conduct(settings), notices(settings)]
    kept = [storage(settings), tables(settings, sockets), *people]
    api = [questions(), scenes(), replays(), lessons(), systems(), description(API), previews()]
    return [workers(settings), *kept, *api, metrics(settings), pages(settings.static)]


def create_app(settings: Settings) -> Litestar:
    """Return the application of a server with these settings."""
    every = parts(settings)
    api = Router(API, route_handlers=[route for part in every for route in part.api])
    outside = [route for part in every for route in part.pages]
    health = health_routes([part.is_ready for part in every if part.is_ready is not None])
    hosts = [] if settings.allowed_hosts is None else [HostCheck(settings.allowed_hosts)]
    app = Litestar(
        [api, *outside, *health],
        exception_handlers=HANDLERS | {kind: each for part in every for kind, each in part.exceptions.items()},
        middleware=[Clock(), *hosts, Compression()],
        before_send=[add_request_id, add_security_headers, observe_answer],  # also for addresses without a route
        lifespan=[each for part in every for each in part.lifespans],
        request_max_body_size=settings.limits.body_bytes,
        openapi_config=None,
        logging_config=None,
    )
    app.asgi_handler = refusing_unknown_sockets(
        discarding_rejected(answering_head(answering_not_modified(app.asgi_handler)))
    )
    app.state["metrics"] = own = Metrics()
    own.watch(app)
    app.state[_ON_STOP] = [each for part in every for each in part.on_stop]
    return app


def announce_stop(app: Litestar) -> None:
    """Notify every part that the server is about to stop."""
    for each in app.state[_ON_STOP]:
        each(app)
