"""What scenarios and answers have in common: they can be drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from sightline.i18n import use_language

if TYPE_CHECKING:
    from sightline.render import Scene, TableScene

# `sightline.render` is imported where something is drawn: most questions are answered without it.


class Drawable(ABC):
    """Something that a picture shows, with words in a language of its own."""

    @property
    @abstractmethod
    def scene(self) -> Scene | TableScene:
        """What the picture shows."""

    @property
    @abstractmethod
    def _spoken(self) -> str:
        """The language of its words."""

    def svg(self, **options: Any) -> str:
        """Give the picture as SVG; options as in `sightline.render.svg`."""
        from sightline import render

        with use_language(self._spoken):
            return render.svg(self.scene, **options)

    def png(self, *, width: int | None = None) -> bytes:
        """Give the picture as PNG (needs the extra `png`)."""
        from sightline import render

        with use_language(self._spoken):
            return render.png(self.svg(), width=width)

    def text(self, *, most_cells: int | None = None) -> str:
        """Give the picture in plain characters, without a map of more than `most_cells` columns or rows."""
        from sightline import render

        with use_language(self._spoken):
            return render.text(self.scene, most_cells=most_cells)
