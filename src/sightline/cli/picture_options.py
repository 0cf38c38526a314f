"""Options for pictures that a command writes in addition to its answer, or instead of it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import combinations
from typing import Any, TypeVar

import click

from sightline.api import ShotAnswer
from sightline.api.drawable import Drawable
from sightline.cli.file_endings import ending_in
from sightline.cli.output import printable, write_files
from sightline.cli.value_types import WholeNumber, Word
from sightline.i18n import N_, _
from sightline.render.primitives.colours import Colours

SVG = click.option(
    "--svg",
    metavar="OUT",
    callback=ending_in(".svg"),
    help=N_("Write the picture as SVG to this file; - is the standard output."),
)
PNG = click.option(
    "--png",
    metavar="OUT",
    callback=ending_in(".png"),
    help=N_("Write the picture as PNG to this file; - is the standard output."),
)
SIDE_VIEW = click.option(
    "--side-view",
    metavar="OUT",
    callback=ending_in(".svg", ".png"),
    help=N_("Write a side view of the line, with levels, to this file: as PNG if it ends in .png, otherwise as SVG."),
)


_SMALLEST, _LARGEST = 4, 1000

Command = TypeVar("Command", bound=Callable[..., Any])


def look_options(command: Command) -> Command:
    """Add the options for how pictures look to a command."""
    size = click.option(
        "--size",
        metavar="PIXELS",
        type=WholeNumber(_SMALLEST, _LARGEST),
        help=N_(
            "Choose the width of a cell in pictures, or of an inch on free tables; the default fits the map on a page."
        ),
    )
    colours = click.option(
        "--colours",
        type=Word(("colour", "dark", "print")),
        help=N_("Choose the colours of pictures; dark is for screens at night, print is black and white."),
    )
    return colours(size(command))


def chosen_look(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the given picture options, by their names in Python."""
    return {name: options[name] for name in ("colours", "size") if options.get(name) is not None}


def is_picture_asked(options: Mapping[str, Any]) -> bool:
    """Return whether a picture is requested; raise `click.UsageError` for options of pictures without any."""
    flags = ("svg", "png", "side_view")
    if any(options.get(flag) is not None for flag in flags) or options.get("form") in ("svg", "html"):
        return True
    without = [f"--{flag}" for flag in ("colours", "size", "lines") if options.get(flag) is not None]
    if without:
        message = _("{option} is for pictures: ask for one, as by --svg FILE.")
        raise click.UsageError(message.format(option=without[0]))
    return False


def write_pictures(shown: Drawable, options: Mapping[str, Any]) -> None:
    """Write the pictures requested, all of them or none."""
    if not is_picture_asked(options):
        return
    names = {flag: options.get(flag) for flag in ("svg", "png", "side_view")}
    asked = {f"--{flag.replace('_', '-')}": name for flag, name in names.items() if name is not None}
    for (one, name), (other, same) in combinations(asked.items(), 2):
        if name == same:
            message = _("{one} and {other} cannot both go to {name!r}.")
            raise click.UsageError(message.format(one=one, other=other, name=name))
    look = chosen_look(options)
    side_view = _side_view(shown, names["side_view"], options.get("colours") or "colour")
    svg, png = partial(shown.svg, **look), partial(shown.png, **look)
    with _warnings_printed():
        write_files([(names["svg"], svg), (names["png"], png), *side_view])


@contextmanager
def _warnings_printed() -> Iterator[None]:
    """Print warnings, such as characters without a font, on the standard error."""
    from sightline.render.raster.glyphs import MissingGlyphs

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MissingGlyphs)
        yield
    for each in caught:
        click.echo(_("Warning: {message}.").format(message=printable(str(each.message))), err=True)


def is_on_standard_output(options: Mapping[str, Any]) -> bool:
    """Return whether a picture is written to the standard output, in place of the answer."""
    return "-" in (options.get(flag) for flag in ("svg", "png", "side_view"))


def _side_view(shown: Drawable, name: str | None, colours: Colours) -> Iterator[tuple[str, Callable[[], str | bytes]]]:
    if name is not None and isinstance(shown, ShotAnswer):
        if shown.scenario.position.is_free:
            raise click.UsageError(_("There is no side view of a free table."))
        draw = shown.side_view_png if name.lower().endswith(".png") else shown.side_view
        yield name, partial(draw, colours=colours)
