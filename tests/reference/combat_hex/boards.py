"""Generator: random boards for the Combat Hex reference, and their scenario text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tests.reference.boards import HEX_LAYOUTS, flow, iter_rows, some_labels
from tests.reference.combat_hex.model import RULINGS, Piece, World

KINDS = ("red-line", "dotted-line")


def to_yaml(world: World) -> str:
    """Return the scenario text of a world: drawn, so that it can have holes."""
    return "\n".join(_lines(world)) + "\n"


def _lines(world: World) -> Iterator[str]:
    yield "sightline: 1\nrules: combat-hex"
    yield f"rulings: {flow(world.rulings)}"
    yield f"map:\n  grid: hex\n  hexes: {world.layout}\n  cells: |"
    yield from iter_rows(world.columns, world.rows, lambda label: _token(world, label))
    yield "  borders:"
    for kind in KINDS:
        yield f"    {kind}: [{', '.join('/'.join(border) for border, kinds in world.borders.items() if kind in kinds)}]"
    yield "pieces:"
    for name, piece in world.pieces.items():
        yield f"  {name}: {{{', '.join(_stated(piece))}}}"


def _token(world: World, label: str) -> str:
    return f".{world.levels[label] or ''}" if label in world.levels else "_"


def _stated(piece: Piece) -> Iterator[str]:
    yield f"at: {piece['at'][0]}" if len(piece["at"]) == 1 else f"at: [{', '.join(piece['at'])}], mounted: true"
    if piece["side"]:
        yield f"side: {piece['side']}"
    yield f"dice: {piece['dice']}"
    if piece["range"] is not None:
        yield f"range: {piece['range']}"


LEVELS = ((1, 1, 2), (1, 1, 2), (-1, 1, 2), (-9, -2, -1, 1, 9, 10, 98, 99), tuple(range(-9, 100)))
"""What the levels of a board are drawn from: low hills, pits beside hills, every level there is."""


def random_world(rng: Random, levels: Sequence[Sequence[int]] = LEVELS) -> World:
    """Return a small board, so that much is met, with hills, printed lines, and warriors on foot and mounted.

    Its hills and pits have levels of one item of `levels`.
    """
    columns, rows = rng.randint(3, 9), rng.randint(3, 8)
    labels = some_labels(rng, columns, rows)
    world = World(
        layout=rng.choice(HEX_LAYOUTS),
        columns=columns,
        rows=rows,
        levels=dict.fromkeys(labels, 0),
        borders={},
        pieces={},
        rulings={name: rng.choice(RULINGS[name]) for name in RULINGS if rng.random() < 0.5},
    )
    _raise_hills(rng, world, rng.choice(levels))
    _print_lines(rng, world)
    _place_pieces(rng, world)
    return world


def _raise_hills(rng: Random, world: World, levels: Sequence[int]) -> None:
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        hill = [rng.choice(list(world.levels))]
        for _ in range(rng.choice((0, 1, 2, 5))):
            hill += rng.sample(near := world.neighbours(hill[-1]), min(1, len(near)))
        world.levels.update({label: rng.choice(levels) for label in hill})


def _print_lines(rng: Random, world: World) -> None:
    for _ in range(rng.choice((0, 1, 3, 8))):
        label = rng.choice(list(world.levels))
        for near in rng.sample(around := world.neighbours(label), min(1, len(around))):
            name = (near, label) if (near, label) in world.borders else (label, near)
            world.borders.setdefault(name, set()).add(rng.choice(KINDS))


def _place_pieces(rng: Random, world: World) -> None:
    free = list(world.levels)
    rng.shuffle(free)
    share = rng.choice((0.0, 0.2, 0.5))
    for name in "ABCDEFGHIJ"[: rng.choice((2, 3, 5, 7, 10))]:
        if not free:
            return
        at = [free.pop()]
        if rng.random() < share:
            beside = [near for near in world.neighbours(at[0]) if near in free and _is_level(world, at[0], near)]
            at += beside[:1]
            free = [label for label in free if label not in at]
        world.pieces[name] = _piece(rng, at)


def _is_level(world: World, one: str, other: str) -> bool:
    return (world.levels[one] > 0) == (world.levels[other] > 0)


def _piece(rng: Random, at: list[str]) -> Piece:
    side, farthest = rng.choice((None, None, None, "red", "blue")), rng.choice((None, None, None, 1, 3))
    return Piece(at=at, mounted=len(at) > 1, side=side, dice=rng.choice((1, 1, 2, 3)), range=farthest)
