"""Text in place of a picture: blocks of lines, rows in columns, and the signs of findings and sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sightline.i18n import N_
from sightline.render.scene import Scene
from sightline.render.text_metrics import clean, columns, pad, shorten
from sightline.rules import Effect, Sight

_LONGEST_TITLE, _WIDEST_LEGEND = 100, 100
SIGNS = {
    Effect.BLOCKS: ("X", N_("blocks sight")),
    Effect.FORBIDS: ("!", N_("forbids the attack")),
    Effect.IMPEDES: ("%", N_("impedes sight")),
    Effect.MODIFIES: ("+", N_("changes a number")),
    Effect.PERMITS: ("=", N_("permits")),
    Effect.NOTES: ("'", N_("noted, not counted")),
}
SIGHTS = {Sight.CLEAR: ("*", N_("seen clearly")), Sight.IMPEDED: ("%", N_("sight impeded"))}


def laid_out(scene: Scene, blocks: Iterable[Sequence[str]]) -> str:
    """Return a scene as text: its title, blocks of lines with an empty line between them, its caption and remarks."""
    below = [clean(scene.caption), *_dice(scene)] if scene.caption else []
    all_blocks = [[shorten(scene.title, _LONGEST_TITLE)], *blocks, below, _remarks(scene)]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in all_blocks if block) + "\n"


def legend_lines(entries: Sequence[str]) -> list[str]:
    """Return the entries of a legend as lines."""
    lines = [""]
    for entry in entries:
        is_full = lines[-1] and columns(lines[-1]) + columns(entry) > _WIDEST_LEGEND
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
