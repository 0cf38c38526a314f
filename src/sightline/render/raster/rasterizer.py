"""Rasterization of SVG as PNG with the fonts of the package, so that pictures look the same everywhere.

Only characters missing there are drawn with a font of the machine, or, without one, as their code points.
"""

from __future__ import annotations

import re
from importlib.resources import as_file, files

from sightline.deadline import check_limit
from sightline.extras import MissingExtra
from sightline.formats.arguments import check_range, checked
from sightline.i18n import N_, _
from sightline.render.raster.glyphs import BUNDLED, choose_glyphs
from sightline.too_much import MAX_PIXELS, MAX_SVG_LENGTH, check_amount

FONT = "DejaVu Sans"
_TOO_LONG = N_("a PNG can be drawn from an SVG of at most {most} characters, and this one has {found}")
_TOO_LARGE = N_("a PNG has at most {most} pixels, and this one has {found}: choose a smaller size")


@checked
def png(svg_text: str, *, width: int | None = None) -> bytes:
    """Return the PNG of an SVG, `width` pixels wide or as wide as the SVG says.

    Warn with `MissingGlyphs` of characters without a font. Raise `MissingExtra` if the library that draws it is
    not installed, `TooMuch` if the pixels or the SVG exceed the limits, and `ArgumentError` for a wrong width.
    """
    check_range("width", width, 1, MAX_PIXELS)
    try:
        import resvg_py
    except ImportError as missing:
        raise MissingExtra(_("resvg-py, which draws PNG files,"), "png") from missing
    check_limit()
    check_amount(len(svg_text), MAX_SVG_LENGTH, "png", _TOO_LONG)
    check_amount(_count_pixels(svg_text, width), MAX_PIXELS, "png", _TOO_LARGE)
    with as_file(files("sightline.render.raster") / "fonts") as fonts:
        drawable = choose_glyphs(svg_text, fonts / BUNDLED)
        drawn = resvg_py.svg_to_bytes(
            svg_string=drawable.svg_text,
            width=width,
            font_dirs=[str(fonts)],
            font_files=[*drawable.font_files],
            skip_system_fonts=True,
            font_family=FONT,
            sans_serif_family=FONT,
        )
    return bytes(drawn)


def _count_pixels(svg_text: str, width: int | None) -> int:
    """Return the number of pixels of the PNG of an SVG that states its size, otherwise 0."""
    size = re.search(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)"', svg_text)
    if size is None:
        return 0
    wide, high = float(size[1]), float(size[2])
    scale = 1.0 if width is None else width / wide
    return round(wide * scale) * round(high * scale)
