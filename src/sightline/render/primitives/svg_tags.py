"""The SVG elements used in pictures, as text."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.render.primitives.pixels import Pixel, number, pair
from sightline.render.primitives.text_metrics import escape


def path(css: str, data: str, width: float | None = None, more: str = "") -> str:
    """Return a path; `more` holds further attributes as text."""
    stroke = f' stroke-width="{number(width)}"' if width is not None else ""
    return f'<path class="{css}" d="{data}"{stroke}{more}/>'


def line(css: str, start: Pixel, stop: Pixel, width: float, more: str = "") -> str:
    """Return a straight line."""
    return path(css, f"M{pair(start)}L{pair(stop)}", width, more)


def circle(css: str, centre: Pixel, radius: float, width: float | None = None, more: str = "") -> str:
    """Return a circle."""
    stroke = f' stroke-width="{number(width)}"' if width is not None else ""
    place = f'cx="{number(centre.x)}" cy="{number(centre.y)}"'
    return f'<circle class="{css}" {place} r="{number(radius)}"{stroke}{more}/>'


def rect(css: str, corner: Pixel, width: float, height: float, more: str = "") -> str:
    """Return a rectangle with its upper left corner at `corner`."""
    box = f'x="{number(corner.x)}" y="{number(corner.y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{css}" {box}{more}/>'


def hatch(name: str, css: str, step: float, angle: int, width: float, opacity: float = 1.0) -> str:
    """Define a pattern of parallel lines, `step` pixels apart, turned by `angle` degrees."""
    size, more = number(step), f' stroke-opacity="{number(opacity)}"' if opacity < 1 else ""
    box = f'width="{size}" height="{size}" patternUnits="userSpaceOnUse" patternTransform="rotate({angle})"'
    return f'<pattern id="{name}" {box}>{path(css, f"M0 0V{size}", width, more)}</pattern>'


def dashed(*lengths: float) -> str:
    """Return the attribute for dashes and gaps of these lengths in pixels, "" without any."""
    return f' stroke-dasharray="{" ".join(map(number, lengths))}"' if lengths else ""


def words(css: str, at: Pixel, size: float, text: str, more: str = "") -> str:
    """Return one line of text with the left end of its baseline at `at`."""
    place = f'x="{number(at.x)}" y="{number(at.y)}"'
    return f'<text class="{css}" {place} font-size="{number(size)}"{more}>{escape(text)}</text>'


def shared(name: str, scope: str, content: str) -> str:
    """Return an element for `<use>`. Copies do not inherit classes of ancestors, so it states the scope."""
    return f'<g id="{name}" class="{scope}">{content}</g>'


def marker(name: str) -> str:
    """Return the element by which `copies` draws a shared element."""
    unit = 'markerUnits="userSpaceOnUse" overflow="visible"'
    return f'<marker id="{name}-marker" {unit}><use href="#{name}"/></marker>'


def copies(name: str, places: Sequence[str]) -> str:
    """Draw copies of a shared element that has a `marker`, at places as of `pair`, in one element."""
    # This marker is drawn at all points of a path but its first and last.
    data = f"M{places[0]}L{'L'.join(places)}h0"
    return f'<path d="{data}" fill="none" marker-mid="url(#{name}-marker)"/>'


def of_piece(name: str) -> str:
    """Return the attribute of the group of a piece, which can be moved by a transform."""
    return f' data-piece="{escape(name)}"'


def beside(name: str) -> str:
    """Return the attribute of elements that belong to a piece, but are outside its group."""
    return f' data-of="{escape(name)}"'


MIDDLE = ' text-anchor="middle"'
BOLD = ' font-weight="bold"'
END = ' text-anchor="end"'
HALO = ' stroke-width="2.5" stroke-opacity="0.75" stroke-linejoin="round" paint-order="stroke"'
ROUND = ' stroke-linecap="round" stroke-linejoin="round"'


def polygon(*places: Pixel) -> str:
    """Return the path data of a closed outline."""
    return "M" + "L".join(pair(place) for place in places) + "z"
