"""Settings of a server, chosen by its operator, and its limits."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

STATIC = Path(__file__).with_name("static")


@dataclass(frozen=True, kw_only=True)
class ServerLimits:
    """The limits of a server, against requests that cost too much."""

    body_bytes: int = 2 << 20
    processor_seconds: float = 5
    """Processor time of a question, in seconds."""
    seconds: float = 20
    """Wall-clock time of a question in seconds, from when a worker begins it."""
    waiting: int = 200
    """Total number of questions waiting for a worker."""
    at_once: int = 20
    """Questions of one address that are waiting or running."""
    each_second: int = 50
    """Questions of one address per second."""
    sockets: int = 1000
    """Open WebSockets."""
    commands: int = 20
    """Commands per second of a seat of a battle, or of the connection of a spectator; further ones wait."""
    request_seconds: float = 20
    """Time in seconds for a request to arrive; a large one has more."""
    ping_seconds: float = 20
    """Time between pings of a WebSocket, in seconds."""
    closing_seconds: float = 6
    """Time in seconds for running requests to finish when the server stops."""


def _workers() -> int:
    """Return one worker more than there are processors: one is reserved for short questions."""
    return (os.cpu_count() or 1) + 1


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a server."""

    database: str
    """A URL: `sqlite:///FILE` or `postgresql://...`."""
    metrics_token: str | None = None
    """The secret that allows access to `/metrics` from other machines."""
    workers: int = field(default_factory=_workers)
    """The number of processes that answer questions."""
    compiles_kernels: bool = True
    """True to compile the kernels for whole boards that are not in the cache on disk yet."""
    static: Path = STATIC
    """The folder of the built client."""
    allowed_hosts: tuple[str, ...] | None = None
    """The host names under which the server answers; None means any."""
    webhooks: bool = False
    """True if guests may have notices sent to a webhook."""
    webhooks_to_this_machine: bool = False
    """For tests: true if webhooks may lead to this machine, and without TLS."""
    password_kibibytes: int = 46 << 10
    """The memory in KiB that the hash of a password takes, more than OWASP recommends at least. Less is for tests."""
    limits: ServerLimits = ServerLimits()


def default_database() -> str:
    """Return the URL of the database of this user."""
    return f"sqlite:///{user_data_path('sightline', appauthor=False) / 'tables.sqlite3'}"
