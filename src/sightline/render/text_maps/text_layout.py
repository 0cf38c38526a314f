"""Layout of text instead of a picture: blocks of lines, rows in columns, and the signs of findings and sight."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sightline.i18n import N_
from sightline.render.primitives.text_metrics import clean, columns, pad, shorten
from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.text_canvas import Painter, unpainted
from sightline.rules import Effect, Sight

_LONGEST_TITLE = 100
MAP_WIDTH = 100
"""The default maximum width of maps and their legends."""
_COLOUR_CODE = re.compile("\x1b\\[[0-9;]*m")
_GAP, _PIECE, _INDENT = re.compile(r"\S {2,}(?=\S)"), re.compile(r" *[^ ]+(?: %[^ ]*)? ?| +"), 2  # no break before %
SIGNS = {
    Effect.BLOCKS: ("X", N_("blocks sight")),
    Effect.FORBIDS: ("!", N_("forbids the attack")),
    Effect.IMPEDES: ("%", N_("impedes sight")),
    Effect.MODIFIES: ("+", N_("changes a number")),
    Effect.PERMITS: ("=", N_("permits")),
    Effect.NOTES: ("'", N_("noted, not counted")),
}
SIGHTS = {Sight.CLEAR: ("*", N_("seen clearly")), Sight.IMPEDED: ("%", N_("sight impeded"))}


class TextOptions(NamedTuple):
    """Options of a scene as text: the largest map in cells, its columns, whether there is one, and its colours."""

    max_cells: int | None = None
    width: int | None = None
    has_map: bool = True
    paint: Painter = unpainted


def laid_out(scene: Scene, blocks: Iterable[Sequence[str]]) -> str:
    """Return a scene as text: its title, blocks of lines with an empty line between them, its caption and remarks."""
    below = [clean(scene.caption), *_dice(scene)] if scene.caption else []
    all_blocks = [[shorten(scene.title, _LONGEST_TITLE)], *blocks, below, _remarks(scene)]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in all_blocks if block) + "\n"


def legend_lines(entries: Sequence[str], width: int | None = None) -> list[str]:
    """Return the entries of a legend as lines of at most `width` columns, if no entry is longer."""
    lines = [""]
    for entry in entries:
        is_full = lines[-1] and columns(lines[-1]) + 3 + columns(entry) > (width or MAP_WIDTH)
        lines = [*lines, entry] if is_full else [*lines[:-1], f"{lines[-1]}   {entry}".strip()]
    return lines if entries else []


def _dice(scene: Scene) -> Iterator[str]:
    if scene.dice:
        yield " ".join(f"[{rolled}]" for rolled in scene.dice)


def _remarks(scene: Scene) -> list[str]:
    remarks = [tuple(clean(part) for part in remark) for remark in scene.remarks]
    first = max((columns(key) for key, _, _ in remarks), default=0)
    second = max((columns(value) for _, value, _ in remarks), default=0)
    return [f"{pad(key, first)}  {pad(value, second)}  {words}" for key, value, words in remarks]


def wrap_lines(text: str, width: int) -> str:
    """Return a text with lines of at most `width` columns, broken at spaces; longer words stay whole.

    Continuation lines are indented to the last column, if there are several and there is room, otherwise by a few
    spaces. Colour codes have no width.
    """
    return "\n".join(part for line in text.split("\n") for part in _wrap(line, width))


def _wrap(line: str, width: int) -> Iterator[str]:
    if shown_columns(line) <= width:
        yield line
        return
    plain = _COLOUR_CODE.sub("", line)
    ends = [gap.end() for gap in _GAP.finditer(plain) if columns(plain[: gap.end()]) <= width * 3 // 5]
    indent = columns(plain[: ends[-1]]) if ends else len(plain) - len(plain.lstrip()) + _INDENT
    part = ""
    for piece in _PIECE.findall(line):
        if part.strip() and shown_columns(part + piece.rstrip()) > width:
            yield part.rstrip()
            part = " " * indent + piece.lstrip()
        else:
            part += piece
    yield part.rstrip()


def shown_columns(text: str) -> int:
    """Return the width in terminal columns of a text that may contain colour codes."""
    return columns(_COLOUR_CODE.sub("", text))
