"""The endings of names of files, which say what is in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from sightline.cli.value_types import refusal
from sightline.i18n import _

SCENARIOS = (".yaml", ".yml")
TILED_MAPS = (".tmj", ".tmx")
UNIVERSAL_VTT = (".uvtt", ".dd2vtt", ".df2vtt")
_PICTURES = (".bmp", ".eps", ".gif", ".ico", ".jpeg", ".jpg", ".pdf", ".png", ".ps", ".svg", ".svgz", ".webp")
_TEXTS = (".csv", ".htm", ".html", ".json", ".md", ".py", ".record", ".toml", ".txt", ".xml")
_KNOWN = frozenset({*SCENARIOS, *TILED_MAPS, *UNIVERSAL_VTT, *_PICTURES, *_TEXTS})
"""The endings of known kinds of files. A file with any other ending, or with none, can contain anything."""


def ending_in(*endings: str) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """Return a callback that raises `ScenarioError` for an empty name or the ending of another kind of file."""

    def check(_context: click.Context, option: click.Parameter, name: str | None) -> str | None:
        if name == "":
            raise refusal(option, _("this takes the name of a file, or - for the standard output"), name)
        found = Path(name or "-").suffix
        if found.lower() in _KNOWN.difference(endings):
            message = _("the file is written as {written}, not as {found}; name it {name!r}")
            *these, written = endings
            if these:
                written = _("{these} or {last}").format(these=", ".join(these), last=written)
            better = str(Path(str(name)).with_suffix(endings[0]))
            raise refusal(option, message.format(written=written, found=found, name=better), str(name))
        return name

    return check
