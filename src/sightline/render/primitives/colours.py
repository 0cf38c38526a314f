"""The colour tables: fill and stroke of each CSS class of a picture. All colours are here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from sightline.render.primitives.dark_colours import DARK

Colours = Literal["colour", "dark", "print"]
Table = Mapping[str, tuple[str, str]]

_INK, _PAPER, _LINE, _RED, _SLATE = "#2b2a27", "#fffdf8", "#0b5394", "#c1121f", "#4a4d66"

COLOUR: Table = MappingProxyType(
    {
        # Paper and words
        "paper": (_PAPER, "none"),
        "title": (_INK, "none"),
        "words": (_INK, "none"),
        "faint": ("#6d675c", "none"),
        "rule": ("none", "#d8d1c0"),
        "label": ("#544d40", "#fffdf8"),
        "edge-label": ("#6d675c", "none"),
        # Ground, by kind of terrain
        "ground": ("#f2ecdc", "#c3b99f"),
        "on-forest": ("#d5e6c3", "none"),
        "on-dense-forest": ("#a9cc98", "none"),
        "on-rubble": ("#e3ddd2", "none"),
        "on-water": ("#bfe0f2", "none"),
        "on-liquid": ("#bfe0f2", "none"),
        "on-ice": ("#e4f4fa", "none"),
        "on-stone": ("#d9cfc4", "none"),
        "on-rough": ("#e9e3b9", "none"),
        "on-haze": ("#e2e2e6", "none"),
        "on-other": ("#eadfec", "none"),
        "level": ("#a9793f", "none"),
        "pit": ("#5d6470", "none"),
        "contour": ("none", "#7d5526"),
        "level-number": ("#6b4416", "#fffdf8"),
        # Marks of terrain and of borders
        "mark": ("none", "#57503f"),
        "mark-solid": ("#57503f", "#57503f"),
        "mark-open": (_PAPER, "#57503f"),
        "tree": ("#6fa257", "#3c6b2b"),
        "fir": ("#2f6b34", "#1d4723"),
        "stone": ("#b4aa9b", "#665f52"),
        "wave": ("none", "#2a7fb0"),
        "drop": ("#5aa9d2", "#22688f"),
        "frost": ("none", "#4b8fab"),
        "brick": ("#b06a4c", "#5b2f1d"),
        "mortar": ("none", "#f0ddd0"),
        "roof": ("#c98f5f", "#5f3a1b"),
        "scree": ("none", "#5d4a36"),
        "block": ("#4a4640", "#25221e"),
        "block-line": ("none", "#b9b2a5"),
        "band": ("none", "#d8cfbb"),
        "band-edge": ("none", "#57503f"),
        "barrier": ("none", "#3a2d22"),
        "low": ("none", "#e9c9a4"),
        "red-line": ("none", _RED),
        "dots": ("none", _INK),
        "badge": (_PAPER, "#57503f"),
        # Cells seen
        "seen": ("#ffe27a", "none"),
        "half-seen": ("#f2a541", "none"),
        "half-seen-hatch": ("none", "#a8610d"),
        "unseen": ("#3d3f4d", "none"),
        "unseen-hatch": ("none", "#2d2f3b"),
        "viewer": ("none", "#946a00"),
        # Numbers in cells: what a move costs, what threatens, what is advised
        "reached-1": ("#0b7285", "none"),
        "reached-2": ("#4ba3b3", "none"),
        "reached-3": ("#92cad4", "none"),
        "reached-4": ("#cfe9ee", "none"),
        "danger-1": ("#fdeccd", "none"),
        "danger-2": ("#fbcf8f", "none"),
        "danger-3": ("#f5a45c", "none"),
        "danger-4": ("#e46d42", "none"),
        "danger-5": ("#c43a34", "none"),
        "danger-6": ("#8a1228", "none"),
        "advised-1": ("#e08a00", "none"),
        "advised-2": ("#f2bf4b", "none"),
        "advised-3": ("#f8e3a8", "none"),
        "barred-hatch": ("none", "#2d2f3b"),
        "area-edge": ("none", "#33312c"),
        "way": (_INK, "#ffffff"),
        "attacker": ("none", _RED),
        "plate": (_PAPER, "none"),
        "value": (_INK, "none"),
        "die": ("#ffffff", _INK),
        # Side views
        "earth": ("#d9bd98", "#7d5526"),
        "block-edge": ("none", _INK),
        "leader": ("none", "#7a7262"),
        "tag": (_INK, "#fffdf8"),
        # Lines and what findings are about
        "halo": ("none", "#ffffff"),
        "ray-clear": ("none", "#157a3c"),
        "ray-impeded": ("none", "#a85f00"),
        "ray-blocked": ("none", _RED),
        "ray-bare": ("none", _LINE),
        "head-clear": ("#157a3c", "#ffffff"),
        "head-impeded": ("#a85f00", "#ffffff"),
        "head-blocked": (_RED, "#ffffff"),
        "head-bare": (_LINE, "#ffffff"),
        "contact-clear": ("#ffffff", "#157a3c"),
        "contact-impeded": ("#ffffff", "#a85f00"),
        "contact-blocked": ("#ffffff", _RED),
        "contact-bare": ("#ffffff", _LINE),
        "blocks": ("none", _RED),
        "forbids": ("none", "#8a1c5c"),
        "impedes": ("none", "#a85f00"),
        "modifies": ("none", "#1f5fa8"),
        "permits": ("none", "#157a3c"),
        "notes": ("none", "#57503f"),
        "sign-blocks": (_RED, "#ffffff"),
        "sign-forbids": ("#8a1c5c", "#ffffff"),
        "sign-impedes": ("#a85f00", "#ffffff"),
        "sign-modifies": ("#1f5fa8", "#ffffff"),
        "sign-permits": ("#157a3c", "#ffffff"),
        "sign-notes": ("#57503f", "#ffffff"),
        "sign-text": ("#ffffff", "none"),
        # Pieces, by side
        "side-red": ("#c62f35", "#5c1013"),
        "side-blue": ("#2767b5", "#0e2c55"),
        "side-green": ("#2b8146", "#0f3d1f"),
        "side-yellow": ("#f0c330", "#6b5204"),
        "side-purple": ("#7d4aa8", "#371a52"),
        "side-orange": ("#dd7a21", "#5e2f05"),
        "side-white": ("#ffffff", "#3a3a3a"),
        "side-black": ("#33343a", "#000000"),
        "side-none": ("#757167", "#35332e"),
        "name-red": ("#ffffff", "none"),
        "name-blue": ("#ffffff", "none"),
        "name-green": ("#ffffff", "none"),
        "name-yellow": ("#2b2200", "none"),
        "name-purple": ("#ffffff", "none"),
        "name-orange": ("#231000", "none"),
        "name-white": ("#222222", "none"),
        "name-black": ("#ffffff", "none"),
        "name-none": ("#ffffff", "none"),
        "shield": ("none", "#2a2a2e"),
        "shield-shine": ("none", "#e8e6df"),
    }
)
_BLACK, _YELLOW, _GRAY, _BLUE, _RED_EDGE, _GREEN = "#1c1b19", "#ffc814", "#9b9ba3", "#1763b8", "#d3121f", "#15803f"
_CYAN, _PURPLE = "#0f8fa3", "#8a2fa0"
_MORE_SIDES = {
    "side-gray": ("#9aa3ad", "#3b424a"),
    "side-brown": ("#8a5a34", "#3d2410"),
    "side-cyan": ("#1fa3b5", "#0a444c"),
    "side-pink": ("#e88bb5", "#6b2346"),
    "name-gray": ("#16191c", "none"),
    "name-brown": ("#ffffff", "none"),
    "name-cyan": ("#00262b", "none"),
    "name-pink": ("#330a1e", "none"),
}
_ZONES = {
    css.removeprefix("side-"): edge if css == "side-white" else fill
    for css, (fill, edge) in {**COLOUR, **_MORE_SIDES}.items()
    if css.startswith("side-")
}
RARE: Table = MappingProxyType(
    {
        # Borders round groups, and gaps in them
        "round-black": ("none", _BLACK),
        "edge-of-yellow": ("none", "#5f4a00"),
        "round-yellow": ("none", _YELLOW),
        "edge-of-gray": ("none", "#4c4c52"),
        "round-gray": ("none", "#c9c9ce"),
        "round-blue": ("none", _BLUE),
        "edge-of-red": ("none", _RED_EDGE),
        "round-red": ("none", "#ffffff"),
        "round-green": ("none", _GREEN),
        "edge-of-cyan": ("none", _CYAN),
        "round-cyan": ("none", "#ffffff"),
        "round-purple": ("none", _PURPLE),
        "open": ("none", _GREEN),
        "edge-of-area": ("none", "#6d28b8"),
        # Zones in which sides start
        **{f"zone-{side}": ("none", colour) for side, colour in _ZONES.items()},
        # More sides
        **_MORE_SIDES,
        # Lines of attacks that are not allowed, and their hollow heads
        **{f"ray-{style}": ("none", _SLATE) for style in ("forbidden", "forbidden-impeded")},
        **{f"contact-{style}": ("#ffffff", _SLATE) for style in ("forbidden", "forbidden-impeded")},
        **{f"hollow-{style}": ("#ffffff", _SLATE) for style in ("forbidden", "forbidden-impeded")},
        "hollow-blocked": ("#ffffff", _RED),
        # Objects
        "crate": ("#d8ae76", "#5a3a16"),
        "crate-plank": ("none", "#5a3a16"),
        # Borders
        "on-transition": ("#cdebd3", "none"),
        "on-corrosive": ("#e6efb0", "none"),
        "bubble": ("#c3dc5f", "#5f7a14"),
    }
)
"""Classes that a style sheet contains only if the picture uses them."""


def _to_print(css: str, colours: tuple[str, str]) -> tuple[str, str]:
    """Return fill and stroke of a class in black and white: ink stays, tints become white."""
    fill, stroke = colours
    if css.startswith(("head-", "sign-")):
        return "#000000", "#ffffff"
    if css.startswith("on-"):
        return "#ffffff", "none"
    is_dark = fill != "none" and stroke == "none" and css not in ("paper", "sign-text")
    return (
        "none" if fill == "none" else "#000000" if is_dark else "#ffffff",
        "none" if stroke == "none" else "#000000",
    )


_GREY = "#8a8a8a"
_PRINT_ONLY: Table = {
    "ground": ("#ffffff", _GREY),
    "faint": ("#444444", "none"),
    "label": ("#444444", "#ffffff"),
    "edge-label": ("#444444", "none"),
    "rule": ("none", "#bbbbbb"),
    "level": ("#777777", "none"),
    "pit": ("#999999", "none"),
    "level-number": ("#000000", "#ffffff"),
    "mark-solid": ("#000000", "#000000"),
    "fir": ("#333333", "#000000"),
    "stone": ("#dddddd", "#000000"),
    "brick": ("#777777", "#000000"),
    "mortar": ("none", "#ffffff"),
    "block": ("#222222", "#000000"),
    "block-line": ("none", "#ffffff"),
    "band": ("none", "#dddddd"),
    "low": ("none", "#ffffff"),
    "halo": ("none", "#ffffff"),
    "seen": ("none", "none"),
    "half-seen": ("none", "none"),
    "half-seen-hatch": ("none", "#555555"),
    "unseen": ("#9a9a9a", "none"),
    "unseen-hatch": ("none", "#000000"),
    "reached-1": ("#5e5e5e", "none"),
    "reached-2": ("#949494", "none"),
    "reached-3": ("#c0c0c0", "none"),
    "reached-4": ("#e6e6e6", "none"),
    "danger-1": ("#efefef", "none"),
    "danger-2": ("#d6d6d6", "none"),
    "danger-3": ("#b8b8b8", "none"),
    "danger-4": ("#929292", "none"),
    "danger-5": ("#686868", "none"),
    "danger-6": ("#383838", "none"),
    "advised-1": ("#6e6e6e", "none"),
    "advised-2": ("#ababab", "none"),
    "advised-3": ("#dddddd", "none"),
    "way": ("#000000", "#ffffff"),
    "plate": ("#ffffff", "none"),
    "earth": ("#c8c8c8", "#000000"),
    "tag": ("#000000", "#ffffff"),
    "side-red": ("#1a1a1a", "#000000"),
    "side-blue": ("#ffffff", "#000000"),
    "side-green": ("#c4c4c4", "#000000"),
    "side-yellow": ("#f0f0f0", "#000000"),
    "side-purple": ("#555555", "#000000"),
    "side-orange": ("#dddddd", "#000000"),
    "side-black": ("#000000", "#000000"),
    "side-gray": ("#9a9a9a", "#000000"),
    "side-brown": ("#3a3a3a", "#000000"),
    "side-cyan": ("#b0b0b0", "#000000"),
    "side-pink": ("#cfcfcf", "#000000"),
    "side-none": ("#eeeeee", "#000000"),
    "name-red": ("#ffffff", "none"),
    "name-purple": ("#ffffff", "none"),
    "name-black": ("#ffffff", "none"),
    "name-brown": ("#ffffff", "none"),
    "sign-text": ("#ffffff", "none"),
    "shield-shine": ("none", "#ffffff"),
    "round-yellow": ("none", "#ffffff"),
    "round-gray": ("none", "#cccccc"),
    "round-red": ("none", "#ffffff"),
    "round-cyan": ("none", "#ffffff"),
}

TABLES: Mapping[Colours, Table] = MappingProxyType(
    {
        "colour": MappingProxyType({**COLOUR, **RARE}),
        "dark": DARK,
        "print": MappingProxyType(
            {css: _PRINT_ONLY.get(css) or _to_print(css, both) for css, both in {**COLOUR, **RARE}.items()}
        ),
    }
)
"""The tables for light and dark screens, and for black and white print. All have the same classes."""

_SIDE_COLOURS = tuple(
    css.removeprefix("side-") for css in (*COLOUR, *RARE) if css.startswith("side-") and css != "side-none"
)
_COLOUR_WORDS: Mapping[str, str] = MappingProxyType(
    {
        **{colour: colour for colour in _SIDE_COLOURS},
        **dict.fromkeys(("scarlet", "crimson", "rouge"), "red"),
        **dict.fromkeys(("navy", "azure", "bleu", "bleue"), "blue"),
        **dict.fromkeys(("vert", "verte"), "green"),
        **dict.fromkeys(("gold", "golden", "jaune"), "yellow"),
        **dict.fromkeys(("violet", "violette", "pourpre", "mauve"), "purple"),
        **dict.fromkeys(("blanc", "blanche"), "white"),
        **dict.fromkeys(("noir", "noire"), "black"),
        **dict.fromkeys(("grey", "silver", "gris", "grise"), "gray"),
        **dict.fromkeys(("marron", "brun", "brune"), "brown"),
        **dict.fromkeys(("teal", "turquoise"), "cyan"),
        **dict.fromkeys(("rose", "magenta"), "pink"),
    }
)
"""The colours by their names in English and French."""


def side_colours(sides: tuple[str | None, ...]) -> Mapping[str | None, str]:
    """Return a colour for each side: the one named in its name, if not taken, otherwise a free one.

    No side has the colour "none".
    """
    called: dict[str, str] = {}
    for side in filter(None, sides):
        if colour := _colour_in(side):
            called.setdefault(colour, side)
    named = {side: colour for colour, side in called.items()}
    free = (colour for colour in _SIDE_COLOURS if colour not in called)
    return {side: "none" if side is None else named.get(side) or next(free, "none") for side in dict.fromkeys(sides)}


def _colour_in(side: str) -> str | None:
    """Return the colour named by a word of a name, in singular or plural; None without such a word."""
    words = re.findall(r"[^\W\d_]+", side.lower())
    found = (_COLOUR_WORDS.get(word) or _COLOUR_WORDS.get(word.removesuffix("s")) for word in words)
    return next(filter(None, found), None)


def style_sheet(colours: Colours, scope: str, drawn: str | None = None) -> str:
    """Return the style sheet of pictures whose root has the class `scope`; it applies to these only.

    `drawn` is the picture, if it is known: of `RARE`, only the classes that it uses are included.
    """
    left_out = set() if drawn is None else RARE.keys() - set(re.findall(r'class="([^"]*)"', drawn))
    used = {css: both for css, both in TABLES[colours].items() if css not in left_out}
    return "".join(f".{scope} .{css}{{fill:{fill};stroke:{stroke}}}" for css, (fill, stroke) in used.items())
