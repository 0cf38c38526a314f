"""Model: what may be done in a state of a battle in SODWA, worked out from the pages of rules alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property

from tests.reference.sodwa import model as sodwa
from tests.reference.sodwa.ability_model import (
    against_acting,
    against_combining,
    against_using,
    cleared,
    is_hidden,
    uses,
)
from tests.reference.sodwa.ability_table import type_of
from tests.reference.sodwa.battle_scenario import Json, Table
from tests.reference.sodwa.destruction_model import can_attack, is_obstructing, steps_apart
from tests.reference.sodwa.effect_model import has
from tests.reference.sodwa.movement_boards import border_of
from tests.reference.sodwa.movement_model import Mover, Path, is_diagonal, neighbours

Rank = tuple[int, bool]
"""The cost of a path, and whether it leads through what may stop or hurt the mover before its end."""
PRICE = {"move": 250, "attack": 250}
FACINGS = ("E", "SE", "S", "SW", "W", "NW", "N", "NE")
"""In the order of `sodwa_moves.EIGHT`."""


class Moment:
    """A state, and what may be done in it."""

    def __init__(self, table: Table, state: Json) -> None:
        self.table = table
        self.state = state
        self.ground = table.ground(state)
        self.who = state["active"]
        self.mine = state["pieces"][self.who] if self.who else {}
        self.is_near = cache(lambda one, other: sodwa.is_adjacent(self.world, one, other))
        self.is_seen = cache(self._is_seen)

    def _is_seen(self, one: str, other: str) -> bool:
        """Return whether sight from a tile to another is not blocked, where all that is on that counts as clear."""
        bare = self.table.world(self.state, cleared(self.ground, other))
        return sodwa.sight(bare, one, other) != sodwa.BLOCKED

    @cached_property
    def world(self) -> sodwa.World:
        """The board as the reference of attacks has it."""
        return self.table.world(self.state, self.ground)

    @cached_property
    def mover(self) -> Mover:
        """The active character as it may move."""
        return Mover(self.ground, self.who)

    @property
    def is_over(self) -> bool:
        return self.who is None and self.state["choosing"] is None

    def choices(self) -> list[str]:
        """Return those of whom the choosing side says who is next."""
        due = {name: self.state["pieces"][name] for name in self.state["due"]}
        most = max((piece["ip"] for piece in due.values()), default=0)
        return [n for n, piece in due.items() if piece["ip"] == most and piece["side"] == self.state["choosing"]]

    def objection(self, action: Json) -> str | None:
        """Why an action may not be taken, None where it may."""
        if self.is_over:
            return "over"
        match action:
            case {"do": "resign", "side": side}:
                return None if side in self.table.sides else "no such side"
            case {"do": "choose", "who": who}:
                return None if who in self.choices() else "not to choose"
            case {"do": "ability", "who": who, "ability": key, "targets": targets}:
                return against_using(self, who, key, targets)
        if action["who"] != self.who or self.who is None:
            return "not its turn"
        return self._too_much(noted(action["do"])) or self._against(action)

    def _too_much(self, kind: str) -> str | None:
        if kind == "end":
            return None
        against = against_acting(self.state, self.who or "", type_of(kind))
        too_dear = "too dear" if self.mine["ip"] < PRICE.get(kind, 0) else None
        return against or against_combining(self.mine["acted"], kind) or too_dear

    def _against(self, action: Json) -> str | None:
        match action:
            case {"do": "move", "path": path}:
                return self._against_path(path)
            case {"do": "attack", "target": target}:
                return self._against_attack(target)
            case {"do": "turn", "facing": facing}:
                return None if facing in FACINGS and facing != self.mine["facing"] else "no other facing"
            case {"do": "pick-up", "target": target}:
                return self._against_picking_up(target)
            case {"do": "put-down", "target": target, "at": at}:
                return self._against_putting_down(target, at)
        return None

    def _against_path(self, path: list[str]) -> str | None:
        walked: Path = (self.mine["at"],)
        mover, ends = self.mover, False
        for to in path:
            if to not in mover.next_tiles(walked[-1]):
                return "no neighbour"
            if ends:
                return "movement ended before"
            step = mover.step(walked, to)
            if step.forbidden:
                return step.forbidden
            walked, ends = (*walked, to), bool(step.ends)
        if walked[-1] == walked[0]:
            return "ends where it began"
        if mover.cost(walked) > mover.allowance:
            return "too far"
        return "no stop" if mover.no_stop(walked[-1]) else None

    def moves(self) -> dict[str, list[str]]:
        """Return every tile that a legal move ends on, with a path that may be told: one of the least rank."""
        return {tile: ways[min(ways)] for tile, ways in self.ways().items()}

    def ways(self) -> dict[str, dict[Rank, list[str]]]:
        """Return every tile that a legal move ends on, with a path of each rank; of alike ones, one is walked."""
        if self._too_much("move"):
            return {}
        start: Path = (self.mine["at"],)
        mover, edge, known = self.mover, [start], set()
        found: dict[str, dict[Rank, list[str]]] = {}
        while edge:
            walked = edge.pop()
            for to in mover.next_tiles(walked[-1]):
                longer = (*walked, to)
                step = mover.step(walked, to)
                if step.forbidden or mover.cost(longer) > mover.allowance:
                    continue
                if to != start[0] and not mover.no_stop(to):
                    found.setdefault(to, {})[self.rank(longer[1:])] = list(longer[1:])
                is_perilous = any(map(self._is_perilous, longer[1:]))
                alike = to, mover.free_kinds(longer), len(longer), mover.diagonals(longer), is_perilous
                if not step.ends and alike not in known:
                    known.add(alike)
                    edge.append(longer)
        return found

    def rank(self, path: Sequence[str]) -> Rank:
        """Return what a path costs, and whether who takes it wades through acid or slides over ice on the way."""
        return self.mover.cost((self.mine["at"], *path)), any(map(self._is_perilous, path[:-1]))

    def _is_perilous(self, tile: str) -> bool:
        return not self.ground.pieces[self.who].flies and bool({"icy", "corrosive"} & {*self.ground.kinds_at(tile)})

    def _against_attack(self, target: str) -> str | None:
        characters = self.world.characters
        if target == self.who:
            return "oneself"
        if target in characters:
            return self.against_shot(self.who, target)
        place = self.place_named(target)
        if place is None or not is_obstructing(self.ground, place):
            return "no target"
        bare = self.table.world(self.state, self.ground.without(place))
        is_engaged = sodwa.is_engaged(self.world, characters[self.who])

        def sees(tile: str) -> bool:
            return sodwa.sight(bare, self.mine["at"], tile) != sodwa.BLOCKED

        def reaches(tile: str) -> bool:
            away = steps_apart(self.mine["at"], tile, self.ground.ruling("diagonals"))
            return away <= characters[self.who]["range"] and sees(tile)

        is_possible = can_attack(self.ground, self.who, place, sees, reaches, is_engaged=is_engaged)
        return None if is_possible else "SOD-5.10"

    def against_shot(self, who: str, target: str, *, spares_friends: bool = True) -> str | None:
        """Return why a character may not attack another."""
        if has(self.state, target, "stasis"):
            return "target in stasis"
        if is_hidden(self, who, target):
            return "target invisible"
        found = sodwa.findings(self.world, *(self.world.characters[name] for name in (who, target)))
        forbidding = (clause for clause, effect, _, _ in found if effect == "forbids")
        return next((clause for clause in forbidding if spares_friends or clause != "SOD-5.11"), None)

    def place_named(self, text: str) -> str | None:
        """Return the tile or border of that name; borders are read in either order."""
        one, slash, other = text.partition("/")
        if not slash:
            return one if one in self.ground.tiles else None
        if one not in self.ground.tiles or other not in neighbours(self.ground, one) or is_diagonal(one, other):
            return None
        return border_of(one, other)

    def _against_picking_up(self, target: str) -> str | None:
        thing = self.ground.pieces.get(target)
        if thing is None or thing.kind is None:
            return "no object there"
        if thing.at == self.mine["at"]:
            return None
        if self.world.is_occupied(thing.at):
            return "stood on"
        return None if self.is_near(self.mine["at"], thing.at) else "object not adjacent"

    def _against_putting_down(self, target: str, at: str) -> str | None:
        if target not in self.mine["carries"]:
            return "not carried"
        if at not in self.ground.tiles or not self.is_near(self.mine["at"], at):
            return "tile not adjacent"
        if any(piece.at == at for piece in self.ground.pieces.values()):
            return "tile taken"
        return "obstructing tile" if is_obstructing(self.ground, at) else None

    def actions(self) -> Iterator[Json]:
        """Yield everything that the active or choosing side may do but moving and resigning."""
        yield from (action for action in self._conceivable() if self.objection(action) is None)
        if self.who is not None:
            yield from uses(self, self.who)

    def actions_meanwhile(self) -> Iterator[Json]:
        """Yield what the opponent of the active side may do in its turn (SOD-8.23)."""
        for who in self.ground.characters() if self.who is not None else []:
            if self.state["pieces"][who]["side"] != self.mine["side"]:
                yield from uses(self, who)

    def _conceivable(self) -> Iterator[Json]:
        names, places = list(self.table.pieces), [*self.ground.tiles, *self.ground.borders]
        for who in names:
            yield {"do": "choose", "who": who}
            yield {"do": "end", "who": who}
        here = {"who": self.who}
        for target in [*names, *places] if self.who else []:
            yield {"do": "attack", **here, "target": target}
        for facing in FACINGS:
            yield {"do": "turn", **here, "facing": facing}
        for target in names:
            yield {"do": "pick-up", **here, "target": target}
            for at in self.ground.tiles if target in self.mine.get("carries", []) else []:
                yield {"do": "put-down", **here, "target": target, "at": at}


def noted(do: str) -> str:
    """Return what an action counts as, of which one is taken in a turn."""
    return "move" if do == "pick-up" else do
