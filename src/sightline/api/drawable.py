"""The base of scenarios and answers: both can be drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from sightline.api.own_language import in_own_language

if TYPE_CHECKING:
    from sightline.render import Scene

# `sightline.render` is imported where something is drawn: most questions are answered without it.


class Drawable(ABC):
    """Something that can be drawn, with words in a language of its own."""

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The content of the picture."""

    @property
    @abstractmethod
    def language(self) -> str:
        """The language of the words, one of `sightline.LANGUAGES`."""

    @in_own_language
    def svg(self, /, **options: Any) -> str:
        """Return the picture as SVG; options as in `sightline.render.svg`."""
        from sightline import render

        return render.svg(self.scene, **options)

    @in_own_language
    def png(self, *, width: int | None = None) -> bytes:
        """Return the picture as PNG. Raise `MissingExtra` where the extra `png` is not installed."""
        from sightline import render

        return render.png(self.svg(), width=width)

    @in_own_language
    def text(self, *, max_cells: int | None = None) -> str:
        """Return the picture in plain characters, without a map of more than `max_cells` columns or rows."""
        from sightline import render

        return render.text(self.scene, max_cells=max_cells)
