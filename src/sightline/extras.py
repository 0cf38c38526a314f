"""The error for features that need an optional extra."""

from __future__ import annotations

from sightline.i18n import _


class MissingExtra(ImportError):
    """A feature needs an extra that is not installed; `command` installs it."""

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        self.command = f'pip install "sightline[{extra}]"'
        message = _("{what} is not installed; {command} installs it")
        super().__init__(message.format(what=what, command=self.command))
