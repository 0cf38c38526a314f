"""A scene for a screen as one SVG document: the board or table with the answer, without legend and texts."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import UNSET

from sightline.render.primitives.pixels import number
from sightline.render.primitives.text_metrics import escape
from sightline.render.screen.backdrop import SCOPE
from sightline.render.screen.screen_payload import Screen


def screen_document(screen: Screen, title: str, *, without: Collection[str] = ()) -> str:
    """Return a document of all layers of a screen, except for some names.

    Raise ValueError for a screen with omitted parts.
    """
    layers = [layer.svg for layer in screen.layers if layer.name not in without]
    if screen.style.css is UNSET or UNSET in layers:
        raise ValueError("a document needs every layer and the style")
    left, top, width, height = map(number, screen.view_box)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{SCOPE}" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}" role="img">'
    )
    drawn = (f"<g>{layer}</g>" for layer in layers)
    return "\n".join(
        (head, f"<title>{escape(title)}</title>", f"<style>{screen.style.css}</style>", *drawn, "</svg>\n")
    )
