"""Generator: small random boards for the SODWA movement reference, and their scenario text.

A tile is named by its label, a border by the labels of its two tiles, lower column first, then lower row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from tests.reference.boards import drawn, flow, iter_rows, labels_of
from tests.reference.geometry import parse_cell


class Kind(NamedTuple):
    """What a kind of terrain is for sight (or impeding, obstructing) and for movement (or difficult, obstructing)."""

    sight: str = "clear"
    movement: str = "clear"
    indoor: bool = False


BUILT_IN = {
    "clear": Kind(),
    "impeding": Kind("impeding", "difficult"),
    "difficult": Kind(movement="difficult"),
    "liquid": Kind(movement="difficult"),
    "transition": Kind(movement="difficult"),
    "obstructing": Kind("obstructing", "obstructing"),
    "obstructing-indoor": Kind("obstructing", "obstructing", indoor=True),
}
MADE = {"icy": Kind(), "corrosive": Kind()}
"""The kinds that abilities make: they hinder no movement by themselves."""
LETTERS = {
    "impeding": "i",
    "difficult": "d",
    "liquid": "w",
    "transition": "t",
    "obstructing": "#",
    "obstructing-indoor": "X",
    "brush": "b",
    "glass": "g",
    "rock": "r",
}
OWN = ("brush", "glass", "rock")
"""Names of terrain of one's own; what each means is drawn by lot."""
RULINGS: dict[str, tuple[str, ...]] = {
    "adjacent-fence": ("ignored", "impedes"),
    "corner-characters": ("block-in-pairs", "never"),
    "engaged": ("enemies-only", "all-targets"),
    "diagonals": ("one", "alternating"),
    "wall-damage": ("one-hit", "cumulative"),
    "pass-through": ("none", "friends"),
}


@dataclass(frozen=True)
class Piece:
    """A character, or an object where `kind` says of what terrain; side None is everyone's enemy.

    `damage` is that of its melee and that of its ranged attacks; one without fights with no numbers.
    """

    at: str
    side: str | None = None
    move: int = 6
    flies: bool = False
    attacked: bool = False
    kind: str | None = None
    range: int = 6
    damage: tuple[int, int] | None = None


@dataclass(frozen=True)
class Ground:
    """A board: `tiles` are the drawn kinds (holes left out), `levels` what is elevated."""

    columns: int
    rows: int
    tiles: dict[str, frozenset[str]]
    elevated: frozenset[str] = frozenset()
    borders: dict[str, frozenset[str]] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    rulings: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    """Where each tile of a portal leads to (SOD-8.15)."""

    def meaning(self, kind: str) -> Kind:
        return self._meanings[kind]

    @cached_property
    def _meanings(self) -> dict[str, Kind]:
        return MADE | BUILT_IN | self.kinds

    def kinds_at(self, tile: str) -> frozenset[str]:
        """Return what is drawn on a tile and what the objects there are; a hole has nothing."""
        return self._kinds_at.get(tile, frozenset())

    @cached_property
    def _kinds_at(self) -> dict[str, frozenset[str]]:
        objects = [(piece.at, piece.kind) for piece in self.pieces.values() if piece.kind is not None]
        lying = {at: frozenset(kind for there, kind in objects if there == at) for at, _ in objects}
        return {tile: self.tiles.get(tile, frozenset()) | lying.get(tile, frozenset()) for tile in self.tiles | lying}

    def border_kinds(self, one: str, other: str) -> frozenset[str]:
        return self.borders.get(border_of(one, other), frozenset())

    def ruling(self, name: str) -> str:
        return self.rulings.get(name, RULINGS[name][0])

    def ruled_otherwise(self, ruling: str) -> Ground:
        """Return the board with the other choice of a ruling."""
        [choice] = [choice for choice in RULINGS[ruling] if choice != self.ruling(ruling)]
        return replace(self, rulings=self.rulings | {ruling: choice})

    def without(self, place: str) -> Ground:
        """Return the board on which nothing is drawn on a tile or border."""
        if "/" in place:
            return replace(self, borders={at: kinds for at, kinds in self.borders.items() if at != place})
        return replace(self, tiles=self.tiles | {place: frozenset()})

    def characters(self) -> list[str]:
        return [name for name, piece in self.pieces.items() if piece.kind is None]


def border_of(one: str, other: str) -> str:
    return "/".join(sorted((one, other), key=parse_cell))


# --- text --------------------------------------------------------------------------------------------------


def to_yaml(ground: Ground) -> str:
    """Return the scenario text of a board: drawn, so that it can have holes."""
    return "\n".join(_lines(ground)) + "\n"


def _lines(ground: Ground) -> Iterator[str]:
    yield "sightline: 1\nrules: sodwa"
    yield f"rulings: {flow(ground.rulings)}"
    yield "map:\n  grid: square\n  cells: |"
    yield from iter_rows(ground.columns, ground.rows, lambda tile: _token(ground, tile))
    if ground.kinds:
        yield f"  legend: {flow({LETTERS[kind]: kind for kind in ground.kinds})}\n  kinds:"
        for kind, meaning in ground.kinds.items():
            yield f"    {kind}: {flow(_stated(meaning, Kind()))}"
    if ground.borders:
        yield "  borders:"
    for kind in (*BUILT_IN, *ground.kinds):
        if fences := [border for border, drawn in ground.borders.items() if kind in drawn]:
            yield f"    {kind}: [{', '.join(fences)}]"
    yield "pieces:"
    for name, piece in ground.pieces.items():
        yield f"  {name}: {flow(_as_written(piece))}"


def _token(ground: Ground, tile: str) -> str:
    if tile not in ground.tiles:
        return "_"
    return drawn(ground.tiles[tile], LETTERS) + "1" * (tile in ground.elevated)


def _as_written(piece: Piece) -> dict[str, Any]:
    if piece.kind is not None:
        return {"at": piece.at, "kind": "object"} | ({"is": piece.kind} if piece.kind != "impeding" else {})
    stated = {"at": piece.at} | _stated(piece, Piece(piece.at))
    if stated.pop("flies", False):
        stated["abilities"] = "[flight]"
    for attack, damage in zip(("melee", "ranged"), stated.pop("damage", ()), strict=False):
        stated[attack] = {"accuracy": 50, "defense": 100, "damage": damage}
    return stated


def _stated(one: Any, plain: Any) -> dict[str, Any]:
    """Return the fields of one that are not as those of the plain one."""
    values = one._asdict() if isinstance(one, Kind) else vars(one)
    return {key: value for key, value in values.items() if value != getattr(plain, key)}


# --- boards ------------------------------------------------------------------------------------------------

NAMES = ("T", "Ana", "Bo", "zed", "C", "K9", "b2")
DIFFICULT = ("impeding", "impeding", "difficult", "liquid", "transition")
OBSTRUCTING = ("obstructing", "obstructing-indoor")


def random_ground(rng: Random) -> Ground:
    """Return a small board full of everything, so that much is met; everybody stands where they may."""
    columns, rows = rng.choice((1, 2, 3, 3, 4, 4, 5)), rng.choice((2, 3, 3, 4, 4, 5))
    labels = labels_of(columns, rows)
    holes = set(rng.sample(labels, rng.choice((0, 0, 0, 1, 1, 2)) if len(labels) > 4 else 0))
    kinds = {name: _random_kind(rng) for name in rng.sample(OWN, rng.choice((0, 0, 1, 1, 2, 3)))}
    high = rng.choice((0.0, 0.0, 0.3, 0.5, 0.7))
    # Few words and much of each, so that groups come about.
    words = [*rng.choices(DIFFICULT, k=2), *kinds, *(["transition"] * 2 if high else [])]
    tiles, borders = _random_terrain(rng, [label for label in labels if label not in holes], words)
    ground = Ground(
        columns,
        rows,
        tiles,
        frozenset(tile for tile in tiles if rng.random() < high),
        borders,
        kinds,
        rulings={name: rng.choice(choices) for name, choices in RULINGS.items() if rng.random() < 0.4},
    )
    _add_pieces(rng, ground)
    return ground if ground.characters() else random_ground(rng)


def _random_kind(rng: Random) -> Kind:
    """Return a kind of which something is to be stated."""
    grades = ("clear", "clear", "obstructing")
    kind = Kind(rng.choice(("impeding", *grades)), rng.choice(("difficult", "difficult", *grades)), rng.random() < 0.3)
    return kind if kind != Kind() else _random_kind(rng)


def _random_terrain(
    rng: Random, tiles: list[str], words: list[str]
) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Return what is drawn on tiles and borders: of these words, and walls."""
    density, walls = rng.choice((0.1, 0.3, 0.5, 0.7)), rng.choice((0.0, 0.05, 0.15))
    fences, shut = rng.choice((0.0, 0.05, 0.15, 0.3)), rng.choice((0.0, 0.05, 0.2))

    def draw(soft: float, hard: float) -> frozenset[str]:
        kinds = []
        while rng.random() < soft:
            kinds.append(rng.choice(words))
        while rng.random() < hard:
            kinds.append(rng.choice(OBSTRUCTING))
        return frozenset(kinds)

    sides = [(one, other) for one in tiles for other in tiles if _share_a_side(one, other)]
    borders = {border_of(one, other): draw(fences, shut) for one, other in sides}
    return {tile: draw(density, walls) for tile in tiles}, {at: kinds for at, kinds in borders.items() if kinds}


def _share_a_side(one: str, other: str) -> bool:
    (x, y), (u, v) = parse_cell(one), parse_cell(other)
    return (u - x, v - y) in ((1, 0), (0, 1))


def _add_pieces(rng: Random, ground: Ground) -> None:
    """One after the other, where there is room: nothing is put onto a wall, nor anybody onto an object that is one."""
    sides = rng.choice((("red",), ("red", "red", "blue", None), (None,)))
    for name in rng.sample(NAMES, rng.choice((1, 2, 3, 4, 6))):
        at = rng.choice(list(ground.tiles))
        if rng.random() < 0.3:
            piece = Piece(at, kind=rng.choice(("impeding", *DIFFICULT, *OBSTRUCTING, *ground.kinds)))
        else:
            piece = Piece(at, rng.choice(sides), flies=rng.random() < 0.2, attacked=rng.random() < 0.2)
        if _has_room(ground, piece):
            ground.pieces[name] = piece
    for name in ground.characters():
        piece = ground.pieces[name]
        damage = (rng.randrange(6), rng.randrange(6)) if rng.random() < 0.9 else None
        move = _random_move(rng, ground, piece)
        ground.pieces[name] = replace(piece, move=move, range=rng.choice((0, 1, 2, 3, 6, 6)), damage=damage)


def _has_room(ground: Ground, piece: Piece) -> bool:
    there = [other for other in ground.pieces.values() if other.at == piece.at]
    is_double = any((other.kind is None) == (piece.kind is None) for other in there)
    walls = {kind for kind in (*BUILT_IN, *ground.kinds) if ground.meaning(kind).movement == "obstructing"}
    is_shut = any(one.kind in walls for one in (piece, *there)) and None in (one.kind for one in (piece, *there))
    return not is_double and not is_shut and not walls & ground.tiles[piece.at]


def _random_move(rng: Random, ground: Ground, piece: Piece) -> int:
    """Mostly so much that after halving and quartering up to 5 are left, more than which would take too long."""
    move = rng.choice((0, 1, 2, 3, 4, 5, 5))
    if rng.random() < 0.3:
        return move
    is_slow = any(ground.meaning(kind).movement == "difficult" for kind in ground.kinds_at(piece.at))
    parts = (2 if is_slow and not piece.flies else 1) * (4 if piece.attacked else 1)
    return move * parts + rng.randrange(parts)
