"""What every SVG document has: its size, its words for those who cannot see it, its colours, its marks, its title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sightline.i18n import LANGUAGES, N_, _, current_language
from sightline.render.canvas import Paper, Pixel, number
from sightline.render.colours import style_sheet
from sightline.render.picture import Picture
from sightline.render.svg_tags import BOLD, path, shared, words
from sightline.render.terrain_marks import TERRAINS
from sightline.render.text_metrics import escape, fit

MARGIN, NARROWEST = 20.0, 420.0
_TITLE = 36.0
_UNTITLED = N_("A board")


def top_of(scene: Picture) -> float:
    """Give where a picture begins: below its title, if it has one."""
    return _TITLE + 10 if scene.title else MARGIN


def document(view: Paper, size: Pixel, description: str, marks: Iterable[str], parts: Iterable[str]) -> str:
    """Give a complete document of that size. `description` is the picture in words, `marks` are what it copies."""
    title, inner = view.scene.title, size.x - 2 * MARGIN
    defined, body = "".join(marks), list(parts)
    lines = [
        *_head(view, size, description),
        f"<style>{style_sheet(view.scope, ''.join((defined, *body)))}</style>",
        f"<defs>{defined}</defs>",
        f'<rect class="paper" width="{number(size.x)}" height="{number(size.y)}"/>',
        words("title", Pixel(MARGIN, 30), 19, fit(title, inner / 20), BOLD) if title else "",
        *body,
        "</svg>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _head(view: Paper, size: Pixel, description: str) -> Iterator[str]:
    name, width, height = view.prefix, number(size.x), number(size.y)
    language = "" if current_language() == LANGUAGES[0] else f' lang="{current_language()}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{view.scope}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"{language} role="img" aria-labelledby="{name}-title {name}-desc" '
        'font-family="&quot;DejaVu Sans&quot;, sans-serif">'
    )
    yield f'<title id="{name}-title">{escape(view.scene.title or _(_UNTITLED))}</title>'
    yield f'<desc id="{name}-desc">{_lines(description)}</desc>'


def symbols(view: Paper, kinds: Iterable[str], size: str, scale: float) -> Iterator[str]:
    """Define the marks of kinds of terrain at a scale, to be copied by their names `prefix-size-kind`."""
    for kind in sorted({*kinds} & set(TERRAINS)):
        strokes = "".join(
            path(stroke.css, stroke.path, stroke.width, ' stroke-linecap="round" stroke-linejoin="round"')
            for stroke in TERRAINS[kind].strokes
        )
        drawn = f'<g transform="scale({number(scale)})">{strokes}</g>'
        yield shared(f"{view.prefix}-{size}-{kind}", view.scope, drawn)


def _lines(text: str) -> str:
    return "\n".join(escape(line) for line in text.splitlines())
