"""The base of everything that can be drawn: scenarios, answers, charts and battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sightline.api.own_language import in_own_language
from sightline.formats.arguments import check_range, checked
from sightline.render.primitives.colours import Colours
from sightline.render.primitives.screen_size import ScreenSize

if TYPE_CHECKING:
    from sightline.render import Backdrop, Nearby, Scene, Screen

# `sightline.render` is imported lazily: most questions are answered without it.

_HASH_DIGITS = 12


class Drawable:
    """Something that can be drawn, with texts in its own language. Notebooks show its picture."""

    if TYPE_CHECKING:  # fields or properties of derived classes

        @property
        def scene(self) -> Scene:
            """The content of the picture."""

        @property
        def language(self) -> str:
            """The language of the words, one of `sightline.LANGUAGES`."""

    @in_own_language
    @checked
    def svg(self, *, size: float | None = None, colours: Colours = "colour", prefix: str = "sightline") -> str:
        """Return the picture as SVG.

        `size` is the distance between two sides of a cell in pixels, or the length of an inch; by default it depends on
        the size of the board. `colours` is "colour", "dark", or "print" for black and white. `prefix` begins every id:
        pictures on one page need different ones. Raise `TooMuch` for more than 200,000 marks of terrain, and
        `ArgumentError` for wrong options.
        """
        from sightline import render

        return render.svg(self.scene, size=size, colours=colours, prefix=prefix)

    @in_own_language
    @checked
    def png(self, *, width: int | None = None, size: float | None = None, colours: Colours = "colour") -> bytes:
        """Return the picture as PNG, `width` pixels wide, or as wide as the SVG; other options as of `svg`.

        Raise `MissingExtra` without the extra `png`, `TooMuch` for more than 50 million pixels or 200,000 marks of
        terrain, `ArgumentError` for wrong options.
        """
        from sightline import render

        return render.png(self.svg(size=size, colours=colours), width=width)

    @in_own_language
    @checked
    def text(self, *, max_cells: int | None = None, width: int | None = None, has_map: bool = True) -> str:
        """Return the picture in plain characters, without a map of more than `max_cells` columns or rows.

        With a `width` lines are wrapped to that many columns, unless a single word is longer; without, the map and its
        legend fill at most 100, and other lines are not wrapped.
        """
        from sightline import render

        check_range("max_cells", max_cells, 0)
        check_range("width", width, 1)
        drawn = render.text(self.scene, max_cells=max_cells, width=width, has_map=has_map)
        return drawn if width is None else render.wrap_lines(drawn, width)

    def backdrop(self, size: ScreenSize) -> Backdrop:
        """Return the backdrop: the board or table alone, drawn for screens of a size."""
        from sightline import render

        return render.build_backdrop(self.scene, size)

    @in_own_language
    @checked
    def screen(
        self, *, colours: Colours = "colour", have: Mapping[str, str] | None = None, size: ScreenSize = "large"
    ) -> Screen:
        """Return the picture in layers for a screen, with the places and names of cells and pieces, and all texts.

        `have` are the hashes of what the screen has already, which is left out: of layers by name, of "style" and of
        "cells". `colours` are "colour", "dark" or "print": they change only the style sheet.
        `size` is "large", "medium", "compact" or "small": texts are legible on a screen of this size. Raise `TooMuch`
        for more than 200,000 marks of terrain.
        """
        from sightline import render

        return render.build_screen(self.scene, self.backdrop(size), colours=colours, have=have, nearby=self._nearby())

    def _nearby(self) -> tuple[Nearby, ...] | None:
        """Return the pieces that the text lists by distance, None if it has no such list."""
        return None

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks, with unique ids."""
        from hashlib import sha256  # imported lazily, because it loads OpenSSL

        digits = sha256(self._identity().encode(errors="surrogatepass")).hexdigest()[:_HASH_DIGITS]
        return self.svg(prefix=f"sightline-{digits}")

    def _repr_html_(self) -> str:
        """Return the picture for notebooks that prefer HTML."""
        return f"<div>{self._repr_svg_()}</div>"

    def _identity(self) -> str:
        """Return a text that is equal only for equal objects."""
        raise NotImplementedError
