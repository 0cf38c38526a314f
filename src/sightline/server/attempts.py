"""Limits of attempts that may fail, such as sign-ins."""

from __future__ import annotations

import math
from http import HTTPStatus

from sightline.i18n import N_
from sightline.server.http_refusals import HttpRefusal
from sightline.server.rate_limit import RateLimit

_TOO_MANY = N_("Too many attempts; wait {minutes} min.")


class Attempts(RateLimit):
    """A limit of attempts by the key that they count against; those that succeed are forgiven."""

    def check(self, key: str) -> None:
        """Raise `HttpRefusal` if the number of attempts has reached the limit."""
        if self.is_reached(key):
            seconds = math.ceil(self.wait(key))
            minutes = {"minutes": math.ceil(seconds / 60)}
            raise HttpRefusal(HTTPStatus.TOO_MANY_REQUESTS, _TOO_MANY, fields=minutes, retry_after=max(1, seconds))
