"""The frame of every SVG document: its size, the picture in words, its style sheet and title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.i18n import LANGUAGES, N_, _, current_language
from sightline.render.layers.canvas import MARGIN, Canvas
from sightline.render.primitives.colours import Colours, style_sheet
from sightline.render.primitives.pixels import Pixel, number, pair
from sightline.render.primitives.svg_tags import BOLD, ROUND, path, shared, words
from sightline.render.primitives.text_metrics import escape, fit
from sightline.render.scenes.scene import Scene
from sightline.rules import Stroke

NARROWEST = 420.0
FONTS = '"DejaVu Sans", Verdana, "Noto Sans", sans-serif'
"""The fonts of pictures by preference: Verdana is as wide as DejaVu Sans, and the others are narrower."""
_TITLE = 36.0
_UNTITLED = N_("A board")


def top_of(scene: Scene) -> float:
    """Return the upper end of a picture in pixels: below its title, if it has one."""
    return _TITLE + 10 if scene.title else MARGIN


def document(canvas: Canvas, colours: Colours, size: Pixel, description: str, layers: Iterable[str]) -> str:
    """Return a complete document of a size from layers of SVG; `description` is the picture in words."""
    drawn = [layer for layer in layers if layer]
    style = f"<style>{style_sheet(colours, canvas.scope, ''.join(drawn))}</style>"
    return "\n".join((*_head(canvas, size, description), style, *drawn, "</svg>\n"))


def defs(definitions: Iterable[str]) -> str:
    """Return definitions as one element."""
    return f"<defs>{''.join(definitions)}</defs>"


def paper(size: Pixel) -> str:
    """Return the background of a picture."""
    return f'<rect class="paper" width="{number(size.x)}" height="{number(size.y)}"/>'


def title(scene: Scene, width: float) -> str:
    """Return the title of a picture of a width, "" without one."""
    return (
        words("title", Pixel(MARGIN, 30), 19, fit(scene.title, (width - 2 * MARGIN) / 20), BOLD) if scene.title else ""
    )


def _head(canvas: Canvas, size: Pixel, description: str) -> Iterator[str]:
    name, width, height = canvas.prefix, number(size.x), number(size.y)
    language = "" if current_language() == LANGUAGES[0] else f' lang="{current_language()}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{canvas.scope}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"{language} role="img" aria-labelledby="{name}-title {name}-desc" '
        f'font-family="{escape(FONTS)}">'
    )
    yield f'<title id="{name}-title">{escape(canvas.scene.title or _(_UNTITLED))}</title>'
    yield f'<desc id="{name}-desc">{_lines(description)}</desc>'


def symbols(canvas: Canvas, kinds: Iterable[str], size: str, scale: float) -> Iterator[str]:
    """Define the marks of kinds of terrain at a scale, to be copied by their names `prefix-size-kind`."""
    for kind in sorted({*kinds} & canvas.scene.drawings.keys()):
        strokes = "".join(
            path(stroke.css, stroke.path, stroke.width, ROUND + _transform(stroke))
            for stroke in canvas.scene.drawings[kind].strokes
        )
        drawn = f'<g transform="scale({number(scale)})">{strokes}</g>'
        yield shared(canvas.symbol(size, kind), canvas.scope, drawn)


def _transform(stroke: Stroke) -> str:
    """Return the attribute that scales and shifts a stroke, "" if it is not changed."""
    if stroke.scale == 1.0 and stroke.shift == (0.0, 0.0):
        return ""
    return f' transform="translate({pair(Pixel(*stroke.shift))}) scale({number(stroke.scale)})"'


def _lines(text: str) -> str:
    return "\n".join(escape(line) for line in text.splitlines())
