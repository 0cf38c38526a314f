"""A scene for a screen as one SVG document: the board or table with the answer, without legend and texts."""

from __future__ import annotations

from msgspec import UNSET

from sightline.render.primitives.pixels import number
from sightline.render.primitives.text_metrics import escape
from sightline.render.screen.backdrop import SCOPE
from sightline.render.screen.screen_payload import Screen

_NO_TEXTS = f".{SCOPE} text {{ display: none }}"


def screen_document(screen: Screen, title: str, *, has_texts: bool = True) -> str:
    """Return a document of all layers of a screen; without texts if it is shown too small to read them.

    Raise ValueError for a screen with omitted parts.
    """
    layers = [layer.svg for layer in screen.layers]
    if screen.style.css is UNSET or UNSET in layers:
        raise ValueError("a document needs every layer and the style")
    left, top, width, height = map(number, screen.view_box)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{SCOPE}" viewBox="{left} {top} {width} {height}" '
        f'width="{width}" height="{height}" role="img">'
    )
    style = screen.style.css if has_texts else f"{screen.style.css}{_NO_TEXTS}"
    drawn = (f"<g>{layer}</g>" for layer in layers)
    return "\n".join((head, f"<title>{escape(title)}</title>", f"<style>{style}</style>", *drawn, "</svg>\n"))
