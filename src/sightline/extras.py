"""What the package can do only with libraries that one of its extras installs."""

from __future__ import annotations

from sightline.i18n import _


class MissingExtra(ImportError):
    """Something was asked for that needs an extra which is not installed; `command` installs it."""

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        self.command = f'pip install "sightline[{extra}]"'
        message = _("{what} is not installed; {command} installs it")
        super().__init__(message.format(what=what, command=self.command))
