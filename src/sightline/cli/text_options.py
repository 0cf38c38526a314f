"""The options of texts with a map, and the printing of texts within the width of the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click

from sightline.cli.value_types import WholeNumber
from sightline.i18n import N_
from sightline.rules import Effect

Command = TypeVar("Command", bound=Callable[..., Any])
_MIN_COLUMNS, _USUAL = 20, (100, 24)
"""The fewest columns of a text; and the columns and lines of a terminal that does not state its size."""
WIDTH = click.option(
    "--width",
    metavar="N",
    type=WholeNumber(_MIN_COLUMNS),
    help=N_("Fit the text into N columns. Without this it fits the terminal."),
)
NO_MAP = click.option("--no-map", is_flag=True, help=N_("Leave the map out of the text."))
EFFECT_COLOURS = {
    Effect.BLOCKS: "red",
    Effect.FORBIDS: "red",
    Effect.IMPEDES: "yellow",
    Effect.MODIFIES: "cyan",
    Effect.PERMITS: "green",
}
_COLOURS = {
    **{effect.value: colour for effect, colour in EFFECT_COLOURS.items()},
    "side-red": "bright_red",
    "side-blue": "bright_blue",
    "side-green": "bright_green",
    "side-yellow": "bright_yellow",
    "side-purple": "bright_magenta",
    "side-orange": "yellow",
    "side-white": "bright_white",
    "side-black": "bright_black",
    "side-gray": "white",
    "side-brown": "yellow",
    "side-cyan": "bright_cyan",
    "side-pink": "magenta",
}
"""The terminal colours that correspond to those of pictures."""


class TerminalSize(NamedTuple):
    """The columns and lines of the terminal; None if texts need not fit."""

    columns: int | None
    lines: int | None


def text_options(command: Command) -> Command:
    """Return a command with the options of texts with a map."""
    return WIDTH(NO_MAP(command))


def terminal_size(width: int | None) -> TerminalSize:
    """Return the size into which texts must fit: the stated width, else that of the terminal, if there is one."""
    if not sys.stdout.isatty():
        return TerminalSize(width, None)
    import shutil  # this import loads all modules for archives

    found = shutil.get_terminal_size(_USUAL)
    return TerminalSize(width or max(_MIN_COLUMNS, found.columns), found.lines)


def painted(text: str, css: str) -> str:
    """Return a text with the codes of its colour: that of a side or a finding, and bold if the text is about it."""
    name, _space, about = css.partition(" ")
    return click.style(text, fg=_COLOURS.get(name), bold=bool(about) or None)


def echo_text(text: str, width: int | None) -> None:
    """Print a text, with lines that are too long broken at spaces."""
    from sightline.render import wrap_lines

    click.echo(text if width is None else wrap_lines(text, width))
