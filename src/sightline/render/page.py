"""A picture as a page: the map in layers, below it the legend and the words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from sightline.render import caption_block
from sightline.render.canvas import Pixel
from sightline.render.legend import Entry, OnPaper, legend
from sightline.render.svg_document import MARGIN, NARROWEST, document


def page(
    view: OnPaper,
    layers: Sequence[Callable[[OnPaper], Iterator[str]]],
    entries: Iterable[Entry[OnPaper]],
    description: str,
    definitions: Iterable[str],
) -> str:
    """Draw a complete document: the layers in the middle, from the lowest, and all that stands below them.

    `description` is the picture in words, `definitions` are what it copies.
    """
    outer = max(NARROWEST, view.left + view.width + MARGIN)
    view = replace(view, left=view.left + (outer - view.left - view.width - MARGIN) / 2)
    inner = outer - 2 * MARGIN
    body = [f"<g>{''.join(drawn)}</g>" for layer in layers if (drawn := list(layer(view)))]
    rows, bottom = legend(view, entries, MARGIN, view.bottom + 14, inner)
    remarks, bottom = caption_block.remarks(view, MARGIN, bottom, inner)
    return document(view, Pixel(outer, bottom + MARGIN), description, definitions, [*body, *rows, *remarks])
