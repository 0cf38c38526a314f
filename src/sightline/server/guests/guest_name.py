"""Display names of guests."""

from __future__ import annotations

from sightline.formats.problems import collecting_problems
from sightline.i18n import _
from sightline.server.printable import is_printable

_MAX_CHARACTERS = 40


def checked_name(stated: str) -> str:
    """Return a valid display name. Raise `ScenarioError` if it is not valid."""
    name = " ".join(stated.split())
    with collecting_problems() as problems:
        if not (0 < len(name) <= _MAX_CHARACTERS and is_printable(name)):
            message = _("expected 1 to {most} printable characters")
            problems.add(None, "name", message.format(most=_MAX_CHARACTERS), found=stated[:_MAX_CHARACTERS])
    return name
