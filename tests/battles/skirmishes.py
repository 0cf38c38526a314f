"""Generator: scenarios of battles, on small boards full of everything and on Sightline's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final

import yaml

from sightline.rules import Ruling, installed_systems
from tests.reference.sodwa.battle_boards import OWNED, SAVES

SCENARIOS: Final = Path(__file__).parents[2] / "scenarios" / "sodwa"
RULINGS: Final[tuple[Ruling, ...]] = tuple(installed_systems()["sodwa"].rulings)

_POOL: Final = """\
map:
  grid: square
  kinds: {smoke: {sight: impeding}, curtain: {sight: obstructing}, mire: {movement: difficult}}
  legend: {s: smoke, c: curtain, m: mire}
  cells: |
    .  .  i  .  d  .
    .  w  i  s  .  .
    .  w  .  c  m  .
    .  d  .  .  #  .
  borders: {impeding: [A2/A3, F2/F3], difficult: [C3/C4], liquid: [E1/F1], smoke: [D3/D4]}
pieces:
  bush: {at: F2, kind: object}
  crate: {at: C3, kind: object, is: difficult}
"""
_TOWER: Final = """\
map:
  grid: square
  cells: |
    .  .  .  .  .
    .  .1 i1 t  .
    .  .1 #  .1 .
    .  .1 d1 .1 .
    .  .  .  .  .
  borders: {transition: [B4/B5, C2/D2], obstructing: [D3/E3, A3/B3], impeding: [B1/B2, C4/C5]}
pieces:
  barrel: {at: E4, kind: object}
  stack: {at: A2, kind: object, is: obstructing}
"""
_CELLAR: Final = """\
map:
  grid: square
  kinds: {glass: {movement: obstructing, indoor: true}}
  legend: {g: glass}
  cells: |
    .  .  X  .  .  .
    .  .  g  .  .  .
    .  .  .  .  i  .
    .  .  X  .  .  .
  borders: {obstructing-indoor: [C3/D3, B2/C2], glass: [D1/D2], difficult: [E3/F3]}
pieces:
  shelf: {at: C3, kind: object, is: obstructing}
  sack: {at: E2, kind: object}
"""
_GATE: Final = """\
map:
  grid: square
  cells: |
    .  .  .  .  .
    .  d  .  w  .
    #  #  X  #  #
    .  i  .  .  .
    .  .  .  .  .
  borders: {obstructing: [C2/C3, A4/B4]}
pieces:
  beam: {at: E4, kind: object, is: liquid}
"""
_BOARDS: Final = MappingProxyType(
    {
        "pool": (_POOL, ("A1", "A4"), ("F1", "F4")),
        "tower": (_TOWER, ("A1", "A5"), ("E1", "C4")),
        "cellar": (_CELLAR, ("A1", "B3"), ("F2", "E4")),
        "gate": (_GATE, ("A1", "E2"), ("B5", "E5")),
    }
)
NUMBERS: Final = {
    "health": 5,
    "melee": {"accuracy": 55, "defense": 100, "damage": 3},
    "ranged": {"accuracy": 50, "defense": 100, "damage": 3},
}
_FIGHTERS: Final[tuple[Mapping[str, Any], ...]] = (
    {"initiative": 90, "range": 5},
    {"initiative": 90, "range": 2, "evasion": 15, "damage_kind": "energy", "reduction": {"physical": 1}},
    {"initiative": 120, "range": 3, "abilities": ["flight"], "health": 4},
    {"initiative": 60, "move": 4, "melee": {"accuracy": 75, "defense": 90, "damage": 5}, "reduction": {"energy": 2}},
    {"initiative": 250, "ip": 1000, "ranged": {"accuracy": 30, "defense": 110, "damage": 2}, "range": 8},
)


def skirmish(board: str, chances: Random) -> str:
    """Return the text of a scenario on one of the small boards, with rulings and two sides of one or two by lot."""
    drawn, *places = _BOARDS[board]
    rulings = {ruling.name: chances.choice(ruling.choices) for ruling in RULINGS}
    return f"sightline: 1\nrules: sodwa\nrulings: {rulings}\n{drawn}" + "".join(_team(places, chances))


def _team(places: Sequence[tuple[str, ...]], chances: Random) -> Iterator[str]:
    for side, starts in zip(("red", "blue"), places, strict=True):
        for number, at in enumerate(starts[: chances.choice((1, 2, 2))]):
            facing = {"facing": chances.choice("NESW")} if chances.random() < 0.9 else {}
            fighter = {**chances.choice(_FIGHTERS)}
            owned = {*fighter.get("abilities", ()), *chances.sample(OWNED, chances.choice((0, 2, 4)))}
            gifts = {
                "health": chances.choice((4, 6, 10)),
                "abilities": sorted(owned),
                "saves": {save: chances.choice((0, 20, 50)) for save in SAVES},
            }
            yield f"  {side}{number}: {NUMBERS | {'at': at, 'side': side} | facing | fighter | gifts}\n"


def armed(name: str) -> str:
    """Return the text of a scenario that comes with Sightline, with numbers for those who state none, and sides."""
    stated = yaml.safe_load((SCENARIOS / f"{name}.yaml").read_text(encoding="utf-8"))
    people = [piece for piece in stated["pieces"].values() if piece.get("kind") != "object"]
    for number, piece in enumerate(people):
        piece.setdefault("side", ("red", "blue")[number % 2])
        if "melee" not in piece:
            piece.update(NUMBERS)
    return json.dumps(stated)  # which is YAML too, without anchors


BOARDS: Final = tuple(_BOARDS)
ARMED: Final = tuple(sorted(file.stem for file in SCENARIOS.glob("*.yaml")))
