"""Logs as lines of JSON on the standard error.

A line names the route of a request, never its address: ids of tables, secrets, bodies and addresses of clients are
never logged.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog

_QUIET = ("alembic", "asyncio", "uvicorn")
"""Loggers of libraries, of which only warnings are kept."""
_FALSE_ALARM = "ASGI callable returned without completing handshake."
"""The message of uvicorn for each WebSocket that is refused with an HTTP response, as if the server had failed."""


def log() -> structlog.typing.FilteringBoundLogger:
    """Return the log of the server."""
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger("sightline")
    return logger


def start_logs() -> None:
    """Write all logs of this process as lines of JSON, those of libraries too."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_values,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(lambda record: record.msg != _FALSE_ALARM)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
            foreign_pre_chain=shared,
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _without_values(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace the text of an error by its type and places in the code, as the text may contain user input."""
    information = event.pop("exc_info", None)
    if information is True:
        information = sys.exc_info()
    error = information[1] if isinstance(information, tuple) else information
    if isinstance(error, BaseException):
        event["error"] = type(error).__name__
        event["at"] = [
            f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
        ]
    return event
