"""SVG as PNG, with the fonts of the package and no others, so that a picture looks the same everywhere."""

from __future__ import annotations

from importlib.resources import as_file, files

from sightline.deadline import check_limit
from sightline.extras import MissingExtra
from sightline.i18n import N_, _
from sightline.too_much import MAX_SVG_LENGTH, check_amount

FONT = "DejaVu Sans"
_TOO_LONG = N_("an SVG of at most {most} characters is drawn as PNG, and this one has {found}")


def png(svg_text: str, *, width: int | None = None) -> bytes:
    """Return the PNG of an SVG, `width` pixels wide or as wide as the SVG says.

    Raise `MissingExtra` where the library that draws it is not installed.
    """
    try:
        import resvg_py
    except ImportError as missing:
        raise MissingExtra(_("resvg-py, which draws PNG files,"), "png") from missing
    check_limit()
    check_amount(len(svg_text), MAX_SVG_LENGTH, "png", _TOO_LONG)
    with as_file(files("sightline.render") / "fonts") as fonts:
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg_text,
            width=width,
            font_dirs=[str(fonts)],
            skip_system_fonts=True,
            font_family=FONT,
            sans_serif_family=FONT,
        )
    return bytes(drawn)
