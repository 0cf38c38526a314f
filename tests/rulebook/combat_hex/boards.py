"""Generator: boards of Combat Hex, drawn in a few lines.

A capital letter in a drawing is a warrior, a digit the level of its hex: `A` on the ground, `T1` and `.1` on a hill. A
letter that stands twice is mounted, on these two hexes in the order of reading. Columns B, D ... are shoved down.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sightline
from tests.rulebook.drawings import lift_pieces
from tests.rulebook.findings import Row

DICE: Row = ("CH-HIT", "modifies", "dice", 1, [])
NUMBER: Row = ("CH-HIT", "modifies", "hits_on", 5, [])
WORSE: Row = ("CH-HIT", "modifies", "hits_on", 1, [])
"""The findings of a clear shot, and the one that a degraded shot adds."""

NORTH = ". . .\n. T .\n. . .\n. A ."
"""From B4 at B2: line 1 crosses B3 and A3 and ends at a corner of A2, line 2 crosses B3 and C3, to a corner of C2."""
EAST = ". . . . .\n. . . . .\nA . . T .\n. . . . ."
"""From A3 at D3: line 1 runs between B2 and B3, crosses C3 and ends at D2; line 2 crosses B3 and C4 and ends at D4."""


def board(
    drawing: str,
    *,
    hexes: str = "flat odd-q",
    rulings: Mapping[str, str] | None = None,
    red: str = "",
    dotted: str = "",
    **stated: Mapping[str, Any],
) -> sightline.Scenario:
    """Read a drawing; `red` and `dotted` name borders, `stated` says what warriors state."""
    cells, bases = lift_pieces(drawing)
    pieces = {name: _warrior(at) | dict(stated.get(name, {})) for name, at in bases.items()}
    return sightline.parse(
        f"""\
sightline: 1
rules: combat-hex
rulings: {json.dumps(dict(rulings or {}))}
map:
  grid: hex
  hexes: {hexes}
  cells: |2
{cells}
  borders: {{red-line: [{", ".join(red.split())}], dotted-line: [{", ".join(dotted.split())}]}}
pieces: {json.dumps(pieces)}
"""
    )


def shot(drawing: str, **more: Any) -> Any:
    """Judge the shot of A at T on a drawn board."""
    return board(drawing, **more).shot("A", "T")


def put(drawing: str, **tokens: str) -> str:
    """Return the drawing with other tokens in some cells."""
    lines = [line.split() for line in drawing.splitlines()]
    for label, token in tokens.items():
        lines[int(label[1:]) - 1]["ABCDEFGH".index(label[0])] = token
    return "\n".join(" ".join(line) for line in lines)


def lines(verdict: Any) -> list[str]:
    """Return where the lines of a verdict end."""
    return [line.to for line in verdict.lines]


def _warrior(at: list[str]) -> dict[str, Any]:
    return {"at": at[0]} if len(at) == 1 else {"at": at, "mounted": True}
