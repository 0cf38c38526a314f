"""Generator: random boards for the Penance reference, and their scenario text."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Literal, TypedDict

from tests.reference import geometry
from tests.reference.boards import HEX_LAYOUTS, flow, labels_of

FACINGS = {"flat": ("N", "NE", "SE", "S", "SW", "NW"), "pointy": ("NE", "E", "SE", "SW", "W", "NW")}

# Every ruling that a shot can depend on, the default first.
RULINGS: dict[str, tuple[str, ...]] = {
    "hexside": ("both", "either"),
    "near": ("along", "crosses"),
    "attackers-hex": ("no-cover", "covers"),
    "casket-cover": ("hostile-to-target", "any", "hostile-to-attacker"),
    "cover-effect": ("to-hit", "to-hit-and-defense"),
    "corner-entry": ("defender", "attacker"),
    "no-shield-side": ("zero", "to-hit-stays"),
    "execution": ("always-hits", "needs-number"),
    "advantage": ("none", "replaces", "adds"),
}

LETTERS = {
    "forest": "f",
    "dense-forest": "F",
    "rubble": "~",
    "water": "w",
    "ice": "i",
    "wall": "#",
    "building": "b",
    "cliff": "c",
}
LEGEND = {"rubble": "r", "ice": "F", "dense-forest": "*"}  # a drawing may give letters of its own


SP = 6
"""What a piece has to spend unless it states another number."""

Shield = Literal["left", "right", "none"]


class Weapon(TypedDict):
    name: str
    range: int | Literal["melee"]
    damage: int


class Piece(TypedDict):
    at: str
    side: str | None
    facing: str
    shield: Shield
    moved: int
    moved_last_turn: int
    defense: int
    sp: int
    heat: int
    weapons: list[Weapon]


@dataclass(frozen=True)
class World:
    """A board with pieces. A hole is a label of the map that `cells` lacks; a map with holes is drawn."""

    layout: str
    columns: int
    rows: int
    cells: dict[str, tuple[frozenset[str], int]]
    pieces: dict[str, Piece]
    rulings: dict[str, str] = field(default_factory=dict)
    drawn: bool = False
    own_letters: bool = False

    def labels(self) -> list[str]:
        return labels_of(self.columns, self.rows)

    def holes(self) -> set[str]:
        return set(self.labels()) - set(self.cells)


# --- scenario text -----------------------------------------------------------------------------------------


def to_yaml(world: World) -> str:
    """Return the scenario text of a world: drawn, or as lists of labels."""
    lines = ["sightline: 1", "rules: penance"]
    if world.rulings:
        lines.append(f"rulings: {flow(world.rulings)}")
    lines += ["map:", "  grid: hex", f"  hexes: {world.layout}"]
    lines += _drawing(world) if world.drawn or world.holes() else _lists(world)
    lines.append("pieces:")
    lines += [f"  {name}: {_piece(piece)}" for name, piece in world.pieces.items()]
    return "\n".join(lines) + "\n"


def _drawing(world: World) -> list[str]:
    own = LEGEND if world.own_letters else {}
    letters = LETTERS | own
    lines = ["  cells: |"]
    for y in range(world.rows):
        row = [_token(world, geometry.format_cell((x, y)), letters) for x in range(world.columns)]
        lines.append("    " + " ".join(f"{token:<4}" for token in row).rstrip())
    if own:
        lines.append(f"  legend: {flow({repr(letter): kind for kind, letter in own.items()})}")
    return lines


def _token(world: World, label: str, letters: dict[str, str]) -> str:
    if label not in world.cells:
        return "_"
    kinds, level = world.cells[label]
    drawn = "".join(letters[kind] for kind in sorted(kinds)) or "."
    return drawn + (str(level) if level else "")


def _lists(world: World) -> list[str]:
    terrain: dict[str, list[str]] = {}
    levels: dict[str, list[str]] = {}
    for label, (kinds, level) in world.cells.items():
        for kind in sorted(kinds):
            terrain.setdefault(kind, []).append(label)
        if level:
            levels.setdefault(str(level), []).append(label)
    lines = [f"  size: {world.columns}x{world.rows}"]
    for key, lists in (("terrain", terrain), ("levels", levels)):
        if lists:
            lines.append(f"  {key}: {flow(lists)}")
    return lines


def _piece(piece: Piece) -> str:
    """Return what differs from the defaults, and what is always needed."""
    pairs = {"at": piece["at"], "facing": piece["facing"]}
    if piece["side"] is not None:
        pairs["side"] = piece["side"]
    if piece["shield"] != "left":
        pairs["shield"] = piece["shield"]
    for key, number in (
        ("moved", piece["moved"]),
        ("moved_last_turn", piece["moved_last_turn"]),
        ("defense", piece["defense"]),
        ("heat", piece["heat"]),
    ):
        if number:
            pairs[key] = str(number)
    if piece["sp"] != SP:
        pairs["sp"] = str(piece["sp"])
    if piece["weapons"]:
        pairs["weapons"] = flow(piece["weapons"])
    return flow(pairs)


# --- random worlds -----------------------------------------------------------------------------------------


def random_world(
    rng: Random, layout: str | None = None, drawn: bool | None = None, longest: int | None = None
) -> World:
    """Return a small board with two to six pieces, many of them on lines that meet a side or a corner."""
    layout = layout or rng.choice(HEX_LAYOUTS)
    longest = longest or rng.choice((9, 9, 9, 15))
    columns, rows = rng.randint(3, longest), rng.randint(3, longest)
    labels = labels_of(columns, rows)
    holes = _random_holes(rng, labels)
    cells = _random_cells(rng, [label for label in labels if label not in holes])
    return World(
        layout=layout,
        columns=columns,
        rows=rows,
        cells=cells,
        pieces=_random_pieces(rng, layout, list(cells)),
        rulings={name: rng.choice(RULINGS[name]) for name in RULINGS if rng.random() < 0.5},
        drawn=rng.random() < 0.5 if drawn is None else drawn,
        own_letters=rng.random() < 0.5,
    )


def _random_holes(rng: Random, labels: list[str]) -> set[str]:
    share = rng.choice((0.0, 0.0, 0.0, 0.1, 0.3))
    return set(rng.sample(labels, min(int(share * len(labels)), len(labels) - 2)))


def _random_cells(rng: Random, labels: list[str]) -> dict[str, tuple[frozenset[str], int]]:
    palette = rng.sample(list(LETTERS), rng.randint(1, len(LETTERS)))
    density = rng.choice((0.1, 0.2, 0.3, 0.5, 0.8))
    hills = rng.choice((0.0, 0.1, 0.4))
    cells = {}
    for label in labels:
        kinds: frozenset[str] = frozenset()
        if rng.random() < density:
            kinds = frozenset(rng.choices(palette, k=rng.choice((1, 1, 1, 2))))
        cells[label] = kinds, rng.randint(1, 2) if rng.random() < hills else 0
    return cells


def _random_pieces(rng: Random, layout: str, free: list[str]) -> dict[str, Piece]:
    taken: list[str] = []
    for _ in range(min(rng.randint(2, 6), len(free))):
        taken.append(_random_place(rng, layout, [label for label in free if label not in taken], taken))
    return {name: _random_piece(rng, layout, at, taken) for name, at in zip("ABCDEF", taken, strict=False)}


def _random_place(rng: Random, layout: str, free: list[str], taken: list[str]) -> str:
    """Of a few places, mostly the one with the most lines to others that meet a side or a corner."""
    tried = rng.sample(free, min(len(free), rng.choice((1, 4, 8))))
    return max(tried, key=lambda label: sum(is_tied(layout, label, other) for other in taken))


def is_tied(layout: str, one: str, other: str) -> bool:
    """Return whether the line between two centres runs along a side or touches a corner, on a board without ends."""
    (x, y), (to_x, to_y) = geometry.parse_cell(one), geometry.parse_cell(other)
    return _is_tied(layout, x % 2, y % 2, to_x - x, to_y - y)


@cache
def _is_tied(layout: str, x: int, y: int, columns: int, rows: int) -> bool:
    one = geometry.format_cell((20 + x, 20 + y))
    other = geometry.format_cell((20 + x + columns, 20 + y + rows))
    contacts = geometry.line(layout, 42, 42, set(), one, other)
    return any(contact["kind"] in ("along", "touches") for contact in contacts)


def _random_piece(rng: Random, layout: str, at: str, taken: list[str]) -> Piece:
    facing = rng.choice(FACINGS[layout.split(maxsplit=1)[0]])
    others = [label for label in taken if label != at]
    if others and rng.random() < 0.7:
        facing = rng.choice(geometry.edges_towards(layout, at, rng.choice(others)))
    weapons: list[Weapon] = [
        {"name": name, "range": rng.choice(("melee", 1, 3, 5, 8, 8, 12, 12)), "damage": rng.randint(0, 5)}
        for name in rng.choice(((), ("rifle",), ("rifle",), ("rifle", "lance")))
    ]
    return {
        "at": at,
        "side": rng.choice(("red", "red", "blue", "blue", None, None, None)),
        "facing": facing,
        "shield": rng.choice(("left", "left", "right", "none")),
        "moved": rng.choice((0, 0, 1, 3, 4, 6, 7, 9)),
        "moved_last_turn": rng.choice((0, 0, 1, 3, 4, 6, 7, 9)),
        "defense": rng.randint(0, 4),
        "sp": SP,
        "heat": 0,
        "weapons": weapons,
    }
