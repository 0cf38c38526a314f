"""A scene as SVG: the layers of the board or table, below them the legend and the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from sightline.deadline import limited
from sightline.formats.arguments import check_id_prefix, check_range, checked, refuse_argument
from sightline.i18n import N_, _
from sightline.render.layers.canvas import MARGIN, Canvas
from sightline.render.layers.cell_pieces import describe
from sightline.render.pages import caption_block, legend, table_legend
from sightline.render.pages.fitted_projection import fitted_projection
from sightline.render.pages.surface_layers import definitions, surface_layers
from sightline.render.pages.svg_document import NARROWEST, defs, document, paper, title, top_of
from sightline.render.primitives.colours import Colours
from sightline.render.primitives.pixels import Pixel
from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.plain_text import text

_WIDEST_TEXT_PICTURE = 40
_MIN_SIZE, _MAX_SIZE = 1, 10_000
"""The limits of the size of a cell or an inch in pixels."""


@dataclass(frozen=True)
class Page:
    """A picture as a page: layers by name, from the lowest, each drawn on demand."""

    canvas: Canvas
    width: float

    @property
    def size(self) -> Pixel:
        """Width and height in pixels."""
        return Pixel(self.width, self._captions[1] + MARGIN)

    @cached_property
    def _legend(self) -> tuple[list[str], float]:
        entries = table_legend.entries if self.canvas.scene.is_free else legend.map_entries
        top = self.canvas.projection.bottom + 14
        return legend.legend(self.canvas, entries(self.canvas), MARGIN, top, self.width - 2 * MARGIN)

    @cached_property
    def _captions(self) -> tuple[list[str], float]:
        return caption_block.remarks(self.canvas, MARGIN, self._legend[1], self.width - 2 * MARGIN)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all layers, including empty ones."""
        layers = (layer.name for layer in surface_layers(self.canvas.scene))
        return ("definitions", "paper", "title", *layers, "legend", "captions")

    def draw(self, name: str) -> str:
        """Return a layer as SVG, "" if it is empty. Raise `ArgumentError` for an unknown name."""
        match name:
            case "definitions":
                return defs(definitions(self.canvas))
            case "paper":
                return paper(self.size)
            case "title":
                return title(self.canvas.scene, self.width)
            case "legend":
                return "\n".join(self._legend[0])
            case "captions":
                return "\n".join(self._captions[0])
        for layer in surface_layers(self.canvas.scene):
            if layer.name == name:
                drawn = "".join(limited(layer.draw(self.canvas), N_("parts of the picture")))
                return f"<g>{drawn}</g>" if drawn else ""
        raise refuse_argument("name", name, _("there is no layer {name!r}").format(name=name), self.names)


@checked
def svg(scene: Scene, *, size: float | None = None, colours: Colours = "colour", prefix: str = "sightline") -> str:
    """Return a scene as a complete SVG document: all layers, with a style sheet and the picture in words.

    `size` is the distance between two sides of a cell in pixels, or the length of an inch; by default it depends on the
    size of the board. `colours` is "colour", "dark", or "print" for black and white. `prefix` begins every id: pictures
    on one page need different ones.
    """
    page = _page(scene, size, colours, prefix)
    return document(page.canvas, colours, page.size, _in_words(scene), [page.draw(name) for name in page.names])


@checked
def layer_hashes(
    scene: Scene, *, size: float | None = None, colours: Colours = "colour", prefix: str = "sightline"
) -> Mapping[str, str]:
    """Return the SHA-256 of every non-empty layer by name, from the lowest; options as of `svg`.

    The document of `svg` is their concatenation, one below the other.
    """
    page = _page(scene, size, colours, prefix)
    drawn = {name: page.draw(name) for name in page.names}
    return {name: sha256(layer.encode()).hexdigest() for name, layer in drawn.items() if layer}


@checked
def draw_layer(
    scene: Scene, name: str, *, size: float | None = None, colours: Colours = "colour", prefix: str = "sightline"
) -> str:
    """Return one layer of a scene as SVG, "" if it is empty; options as of `svg`.

    Raise `ArgumentError` for an unknown name.
    """
    return _page(scene, size, colours, prefix).draw(name)


def _page(scene: Scene, size: float | None, colours: Colours, prefix: str) -> Page:
    """Return a page as wide as it needs to be, the board or table in its middle. Raise `ArgumentError`."""
    check_range("size", size, _MIN_SIZE, _MAX_SIZE)
    check_id_prefix(prefix)
    projection = fitted_projection(scene.surface, size, MARGIN, top_of(scene))
    width = max(NARROWEST, projection.left + projection.width + MARGIN)
    left = projection.left + (width - projection.left - projection.width - MARGIN) / 2
    return Page(Canvas(scene, replace(projection, left=left), prefix, colours), width)


def _in_words(scene: Scene) -> str:
    """Return a picture as text; for a board that is too wide for that, only the lists of its content."""
    if scene.is_free or max(scene.board.columns, scene.board.rows) <= _WIDEST_TEXT_PICTURE:
        return text(scene)
    size = _("A board of {columns} by {rows} cells.").format(columns=scene.board.columns, rows=scene.board.rows)
    remarks = (" ".join(remark) for remark in scene.remarks[: scene.max_remarks])
    pieces = (describe(scene, piece) for piece in scene.pieces.values())
    return "\n".join(row for row in (size, scene.caption, *pieces, *remarks) if row)
