"""Refusals: of a request, and to serve at all. Worker processes raise them too, which do without Litestar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from sightline.formats.problems import Problem


class CannotServe(Exception):
    """Raised if the server cannot start: `option` is that of the command line, without dashes, `found` its value."""

    def __init__(self, option: str, found: str, message: str) -> None:
        super().__init__(message)
        self.option, self.found = option, found


class HttpRefusal(Exception):
    """An error response: a status, a message marked for translation with its fields, and the problems behind it.

    `retry_after` is the number of seconds after which the request may succeed, if waiting helps.
    """

    def __init__(
        self,
        status: HTTPStatus,
        message: str | None = None,
        *,
        fields: Mapping[str, object] | None = None,
        errors: Sequence[Problem] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message or status.phrase)
        self.status, self.message, self.fields = status, message, fields or {}
        self.errors, self.retry_after = errors, retry_after

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.status, self.message), vars(self)  # also raised in worker processes, and pickled
