"""Model: movement in SODWA, written from the rulebook page alone.

Every path within Move is walked, one after the other, those that come back to a tile included. What a step does is
decided from the whole path that led to it: within a group is who has left none of the tiles that hang together with the
first one, and every second diagonal step so far costs 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AnySet
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import atan2, pi
from typing import NamedTuple

from tests.reference.geometry import format_cell, parse_cell
from tests.reference.sodwa.movement_boards import Ground

Path = tuple[str, ...]
"""Tiles from the mover's own on."""
Clauses = tuple[str, ...]

WAYS = ("open", "difficult", "closed")
"""What a way round a corner can be, the better first."""


class Step(NamedTuple):
    """What becomes of a step: why it is not allowed, or the clauses by which it ends the movement."""

    forbidden: str | None
    ends: Clauses = ()


class Spot(NamedTuple):
    """What is said of a tile: the least cost, the paths of that cost with the clauses that end them, and why one may

    not stop there.
    """

    cost: int
    paths: dict[Path, Clauses]
    no_stop: Clauses

    @property
    def told(self) -> frozenset[Path]:
        """The paths that may be told: those of least cost that nothing ends, if there are any."""
        return frozenset(path for path, ends in self.paths.items() if not ends) or frozenset(self.paths)

    @property
    def stops(self) -> set[Clauses]:
        """What a path that may be told ends by."""
        return {self.paths[path] for path in self.told}


class Mover:
    """A character about to move; `met` counts what mattered to a step or to the Move."""

    def __init__(self, ground: Ground, name: str) -> None:
        self.ground = ground
        self.piece = ground.pieces[name]
        self.others = {
            piece.at: piece for other, piece in ground.pieces.items() if piece.kind is None and other != name
        }
        self.groups = {
            kind: group(ground, self.piece.at, kind) for kind in self.difficult(ground.kinds_at(self.piece.at))
        }
        self.met: Counter[str] = Counter()
        self._costs: dict[Path, int] = {}
        self.allowance = self._allowance()

    def _allowance(self) -> int:
        """Move, halved on difficult ground, then quartered after an attack (SOD-7.5, SOD-3.2)."""
        move = self.piece.move
        if self.groups and not self.piece.flies:
            move = self._share(move, 2)
        if self.piece.attacked:
            move = self._share(move, 4)
        return move

    def _share(self, move: int, parts: int) -> int:
        how = "Move 0" if not move else "less than 1" if move < parts else "rounded" if move % parts else "even"
        self.met[f"a share of {parts}, {how}"] += 1
        return max(1, move // parts) if move else 0

    # --- walking -------------------------------------------------------------------------------------------

    def reach(self) -> dict[str, Spot]:
        """Return every tile that a path within Move enters."""
        found: dict[str, dict[Path, Clauses]] = {}
        for path, ends in self.every_path():
            found.setdefault(path[-1], {})[path] = ends
        return {tile: self._spot(tile, paths) for tile, paths in found.items()}

    def _spot(self, tile: str, paths: dict[Path, Clauses]) -> Spot:
        least = min(map(self.cost, paths))
        cheapest = {path: ends for path, ends in paths.items() if self.cost(path) == least}
        return Spot(least, cheapest, self.no_stop(tile))

    def every_path(self) -> Iterator[tuple[Path, Clauses]]:
        """Yield every legal path within Move, and what ends it; the one of no step first."""
        yield (self.piece.at,), ()
        yield from self._paths_on((self.piece.at,))

    def _paths_on(self, path: Path) -> Iterator[tuple[Path, Clauses]]:
        for to in self.next_tiles(path[-1]):
            longer = (*path, to)
            if self.cost(longer) > self.allowance:
                continue
            step = self.step(path, to)
            if step.forbidden is None:
                yield longer, step.ends
                if not step.ends:
                    yield from self._paths_on(longer)

    def cost(self, path: Path) -> int:
        """Return one for each step; by the ruling `diagonals` one more for every second diagonal one (SOD-4.8)."""
        if path not in self._costs:
            more = self.diagonals(path) // 2 if self.ground.ruling("diagonals") == "alternating" else 0
            self._costs[path] = len(path) - 1 + more
        return self._costs[path]

    def diagonals(self, path: Path) -> int:
        """Return how many steps of a path are diagonal; none is that a portal makes, whatever it links (SOD-8.15)."""
        return sum(is_diagonal(here, to) for here, to in pairwise(path) if self.ground.links.get(here) != to)

    def next_tiles(self, tile: str) -> list[str]:
        """Return the tiles that one steps to from a tile: the neighbours, and through a portal."""
        return list(dict.fromkeys([*neighbours(self.ground, tile), *filter(None, [self.ground.links.get(tile)])]))

    def no_stop(self, tile: str) -> Clauses:
        """Why the mover may only pass a tile (SOD-7.9, SOD-7.4)."""
        clauses = set()
        if tile in self.others:
            clauses.add("SOD-7.4" if self.piece.flies else "SOD-7.9")
        if self.obstructing(self.ground.kinds_at(tile)):
            clauses.add("SOD-7.4")
        return tuple(sorted(clauses))

    # --- a step --------------------------------------------------------------------------------------------

    def step(self, path: Path, to: str) -> Step:
        """Return what becomes of a step to a neighbouring tile at the end of a path."""
        here = path[-1]
        if self.ground.links.get(here) == to:
            step = self.through_portal(to, self.free_kinds((*path, to)))
        elif self.piece.flies:
            step = Step(self.flight_bar(here, to))
        elif self.obstructing(self.ground.kinds_at(to)):
            step = Step("into a wall")
        else:
            free = self.free_kinds(path)
            step = self.diagonal(here, to, free) if is_diagonal(here, to) else self.straight(here, to, free)
            if step.forbidden is None:
                step = self.onto(to, step.ends)
        self.met[f"forbidden {step.forbidden}"] += 1
        self.met.update(f"ends {clause}" for clause in step.ends)
        return step

    def free_kinds(self, path: Path) -> frozenset[str]:
        """Return the kinds of the first tile whose group has not been left (SOD-7.5)."""
        return frozenset(kind for kind, tiles in self.groups.items() if all(tile in tiles for tile in path))

    def through_portal(self, to: str, free: AnySet[str]) -> Step:
        """Through a portal: whatever lies between, where the other tile is free of everybody (SOD-8.15)."""
        if to in self.others or self.obstructing(self.ground.kinds_at(to)):
            return Step("through a portal that is not free")
        return Step(None) if self.piece.flies else self.ended([], to, free)

    def straight(self, here: str, to: str, free: AnySet[str]) -> Step:
        """Over a side: what is on the border, the change of level, the kinds of the tile that are not free."""
        crossed = self.ground.border_kinds(here, to)
        if self.obstructing(crossed):
            return Step("over a wall")
        ending = [f"border {kind}" for kind in self.difficult(crossed)]
        if self.level(here) != self.level(to):
            if "transition" not in crossed | self.ground.kinds_at(here) | self.ground.kinds_at(to):
                return Step("over a cliff")
            drawn = "drawn" if "transition" in crossed else "side of a tile"
            self.met[f"level {drawn}{', free' * ('transition' in free)}"] += 1
            ending = [what for what in ending if what != "border transition"]
            if "transition" not in free:
                ending.append("level transition")
        return self.ended(ending, to, free)

    def diagonal(self, here: str, to: str, free: AnySet[str]) -> Step:
        """Round a corner, on one level: as bad as its better way (SOD-7.8)."""
        if self.level(here) != self.level(to):
            return Step("to another level diagonally")
        ways = [self.way(here, side, to, free) for side in sides_of_corner(here, to)]
        corner = min(ways, key=WAYS.index)
        self.met[f"corner {' '.join(sorted(ways))}"] += 1
        if corner == "closed":
            return Step("round a closed corner")
        return self.ended(["corner"] * (corner == "difficult"), to, free)

    def way(self, here: str, side: str, to: str, free: AnySet[str]) -> str:
        """Return one way round a corner: over the side tile and its two borders."""
        borders, kinds = self.borders_of_way(here, side, to), self.ground.kinds_at(side)
        if self.obstructing(borders | kinds):
            return "closed"
        if side in self.ground.tiles and self.level(side) != self.level(here):
            self.met["way over another level"] += 1
            return "closed"
        if self.difficult(borders | (kinds - free)):
            return "difficult"
        self.met["way free within a group"] += bool(self.difficult(kinds))
        self.met["way over a hole"] += side not in self.ground.tiles
        return "open"

    def ended(self, ending: list[str], to: str, free: AnySet[str]) -> Step:
        """Return a step ended by these borders and corners, and by what is on the tile."""
        kinds = self.difficult(self.ground.kinds_at(to))
        ending = ending + [f"tile {kind}" for kind in kinds - free]
        self.met.update(ending)
        self.met["free within a group"] += bool(kinds & free) and not ending
        self.met["free by one kind, ended by another"] += bool(kinds & free and kinds - free)
        self.met["border inside its own group ends"] += bool(kinds & free) and any("border" in what for what in ending)
        self.met["own group again"] += any(to in self.groups.get(kind, ()) for kind in kinds - free)
        return Step(None, tuple(sorted({self.clause(what.split()[-1]) for what in ending})))

    def onto(self, to: str, ends: Clauses) -> Step:
        """Other characters: a friend may be passed by a ruling, unless the step ends the movement (SOD-7.9)."""
        other = self.others.get(to)
        if other is None:
            return Step(None, ends)
        if self.ground.ruling("pass-through") == "none" or other.side is None or other.side != self.piece.side:
            return Step("onto somebody")
        return Step("onto a friend, ended") if ends else Step(None)

    def clause(self, kind: str) -> str:
        """Return the clause by which a kind of terrain, or a corner, ends a movement."""
        if kind == "corner":
            return "SOD-7.8"
        if kind == "transition":
            return "SOD-7.7"
        return "SOD-7.5" if self.ground.meaning(kind).sight == "impeding" else "SOD-7.6"

    def borders_of_way(self, here: str, side: str, to: str) -> frozenset[str]:
        return self.ground.border_kinds(here, side) | self.ground.border_kinds(side, to)

    # --- flight --------------------------------------------------------------------------------------------

    def flight_bar(self, here: str, to: str) -> str | None:
        """Why a flyer may not make a step: indoor walls only (SOD-7.4)."""
        if self.indoor(self.ground.kinds_at(to)):
            return "flying into an indoor wall"
        if not is_diagonal(here, to):
            is_barred = self.indoor(self.ground.border_kinds(here, to))
            return "flying over an indoor wall" if is_barred else None
        shut = [
            self.indoor(self.borders_of_way(here, side, to) | self.ground.kinds_at(side))
            for side in sides_of_corner(here, to)
        ]
        return "flying round an indoor corner" if all(shut) else None

    # --- terrain -------------------------------------------------------------------------------------------

    def level(self, tile: str) -> int:
        return int(tile in self.ground.elevated)

    def difficult(self, kinds: AnySet[str]) -> frozenset[str]:
        return frozenset(kind for kind in kinds if self.ground.meaning(kind).movement == "difficult")

    def obstructing(self, kinds: AnySet[str]) -> bool:
        return is_obstructive(self.ground, kinds)

    def indoor(self, kinds: AnySet[str]) -> bool:
        return is_indoor(self.ground, kinds)


def is_obstructive(ground: Ground, kinds: AnySet[str]) -> bool:
    return any(ground.meaning(kind).movement == "obstructing" for kind in kinds)


def is_indoor(ground: Ground, kinds: AnySet[str]) -> bool:
    """Return whether there is an obstructing kind among them that reaches up to the ceiling."""
    return is_obstructive(ground, {kind for kind in kinds if ground.meaning(kind).indoor})


EIGHT = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The steps to the neighbours, turning by 45 degrees."""


def group(ground: Ground, tile: str, kind: str) -> set[str]:
    """Return the tiles of a kind that hang together with this one, by sides and corners (SOD-7.1)."""
    found, edge = {tile}, [tile]
    while edge:
        near = neighbours(ground, edge.pop())
        new = [other for other in near if kind in ground.kinds_at(other) and other not in found]
        found.update(new)
        edge += new
    return found


def neighbours(ground: Ground, tile: str) -> list[str]:
    x, y = parse_cell(tile)
    cells = [(x + dx, y + dy) for dx, dy in EIGHT if x + dx >= 0 and y + dy >= 0]
    return [label for label in map(format_cell, cells) if label in ground.tiles]


@cache
def is_diagonal(here: str, to: str) -> bool:
    return all(one != other for one, other in zip(parse_cell(here), parse_cell(to), strict=True))


def sides_of_corner(here: str, to: str) -> tuple[str, str]:
    """Return the two tiles beside a diagonal step."""
    (x, y), (u, v) = parse_cell(here), parse_cell(to)
    return format_cell((x, v)), format_cell((u, y))


def knocked_back(ground: Ground, attacker: str, target: str) -> str | None:
    """Return the tile that knockback puts a target on, None where it stays (SOD-5.8): no portal is on the way."""
    ground = replace(ground, links={})
    (x, y), (u, v) = parse_cell(ground.pieces[attacker].at), parse_cell(ground.pieces[target].at)
    dx, dy = EIGHT[round(atan2(v - y, u - x) / (pi / 4)) % 8]
    mover = Mover(ground, target)
    for to in neighbours(ground, mover.piece.at):
        if parse_cell(to) == (u + dx, v + dy) and not mover.no_stop(to):
            return to if mover.step((mover.piece.at,), to).forbidden is None else None
    return None
