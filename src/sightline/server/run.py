"""Running a server: its socket, its one line on the standard output, its signals and its shutdown."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from types import FrameType

import uvicorn

from sightline.i18n import _
from sightline.server.app import announce_stop, create_app
from sightline.server.http_refusals import CannotServe
from sightline.server.observation.logs import start_logs
from sightline.server.open_files import raise_file_limit
from sightline.server.settings import Settings
from sightline.server.slow_clients import closing_slow
from sightline.server.storage.database import parse_database
from sightline.server.storage.migration import check_database, migrate
from sightline.server.storage.sole_server import serving_alone

_BACKLOG = 1024
_LEAVING_SECONDS = 0.05
"""The time for closing WebSockets with a reason; after it they are cut without one."""


def run(settings: Settings, host: str, port: int, started: Callable[[str], None]) -> None:
    """Serve until a signal ends the process; `started` is called with the address once the server answers.

    Port 0 means any free one. Raise `CannotServe` if the address or the database cannot be used.
    """
    database = parse_database(settings.database)
    check_database(database)  # before files are created beside it
    with closing(_listen(host, port)) as listener, serving_alone(database):
        migrate(database)
        start_logs()
        raise_file_limit()
        address = f"http://{_in_url(host)}:{listener.getsockname()[1]}/"
        app = create_app(settings)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            server_header=False,
            http=closing_slow(settings.limits.request_seconds),
            ws="websockets-sansio",
            ws_max_size=settings.limits.body_bytes,
            ws_ping_interval=settings.limits.ping_seconds,
            ws_ping_timeout=settings.limits.ping_seconds,
            timeout_graceful_shutdown=int(settings.limits.closing_seconds),
            lifespan="on",
        )
        server = _Server(config, lambda: started(address), lambda: announce_stop(app))
        with _quiet_signals(server):
            server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server with callbacks for when it answers and when it begins to stop."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None], leaving: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started
        self._leave = leaving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._leave()
        await asyncio.sleep(_LEAVING_SECONDS)
        await super().shutdown(sockets)


@contextmanager
def _quiet_signals(server: uvicorn.Server) -> Iterator[None]:
    """Make the signals that end a server end it with status 0: uvicorn raises them again once it has finished."""

    def leave(_signal: int, _frame: FrameType | None) -> None:
        if not server.should_exit:  # before uvicorn handles signals, or after
            raise SystemExit(0)

    before = {each: signal.signal(each, leave) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raise `CannotServe` if that is not possible."""
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except OSError as error:
        message = _("there is no address {host!r} on this machine").format(host=host)
        raise CannotServe("host", host, message) from error
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise _unusable(error, host, port) from error
    return listener


def _unusable(error: OSError, host: str, port: int) -> CannotServe:
    """Return the error for an address on which the server cannot listen."""
    import errno

    match error.errno:
        case errno.EADDRINUSE:
            message = _("port {port} is in use; --port 0 takes a free one").format(port=port)
            return CannotServe("port", str(port), message)
        case errno.EACCES:
            message = _("port {port} may not be used; ports from 1024 up may").format(port=port)
            return CannotServe("port", str(port), message)
    return CannotServe("host", host, _("there is no address {host!r} on this machine").format(host=host))


def _in_url(host: str) -> str:
    """Return a host as it is written in a URL: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host
