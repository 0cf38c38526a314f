"""Settings of a server, chosen by whoever runs it, and its limits."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

STATIC = Path(__file__).with_name("static")


@dataclass(frozen=True, kw_only=True)
class ServerLimits:
    """The limits of one server, so that no request costs more than it is worth."""

    body_bytes: int = 2 << 20
    processor_seconds: float = 5
    """Processor time of a question."""
    seconds: float = 20
    """Time of a question by the clock, from when a worker begins with it."""
    waiting: int = 200
    """Questions of everybody that wait for a worker."""
    at_once: int = 20
    """Questions of one address that wait or are worked on."""
    each_second: int = 50
    """Questions of one address in a second."""
    sockets: int = 1000
    """Open WebSockets."""
    commands: int = 20
    """Commands of a seat of a battle in a second; further ones wait."""
    ping_seconds: float = 20
    """Time between pings of a WebSocket."""
    closing_seconds: float = 6
    """Time that requests under way have to finish in when the server stops."""


def _workers() -> int:
    """Return one worker more than there are processors: long questions leave that one to short ones."""
    return (os.cpu_count() or 1) + 1


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a server."""

    database: str
    """A URL: `sqlite:///FILE` or `postgresql://...`."""
    metrics_token: str | None = None
    """The secret that opens `/metrics` to others than this machine."""
    workers: int = field(default_factory=_workers)
    """Processes that answer questions."""
    compiles_kernels: bool = True
    """True to compile what whole boards are computed with, where that is not on disk yet."""
    static: Path = STATIC
    """The folder of the built client."""
    allowed_hosts: tuple[str, ...] | None = None
    """The names by which it may be asked; None: any."""
    webhooks: bool = False
    """True if people may have notices sent to an address of their own."""
    webhooks_to_this_machine: bool = False
    """For tests: whether these may be addresses of this machine, and without TLS."""
    limits: ServerLimits = ServerLimits()


def default_database() -> str:
    """Return the URL of the database of this user."""
    return f"sqlite:///{user_data_path('sightline', appauthor=False) / 'tables.sqlite3'}"
