"""The state of a battle: a frozen value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from types import MappingProxyType
from typing import Any

from msgspec import Struct, structs

from sightline.board import Board
from sightline.rules import Position, Site
from sightline.rules.game import BattleOver, Json
from sightline.systems.sodwa.game.ability_effect import AbilityEffect
from sightline.systems.sodwa.game.battle_map import BattleMap
from sightline.systems.sodwa.game.occupancy import Occupancy
from sightline.systems.sodwa.pieces import KARMIC_MIGHT, Character

_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class SodwaState(Struct, frozen=True, dict=True):
    """The state of a battle between two sides.

    - `origin` is the position in which the battle began, `map` the terrain with the objects on it now.
    - `characters` are those on the map by name, in the order of the file, `occupancy` is where they stand.
    - Either `active` has its turn, or the side `choosing` has to choose which of its characters is next.
    - `last` is the side of the latest turn begun, `due` are the characters whose turn of this tick is still to come.
    - `acted` are the notes of the actions that the active character has taken in this turn.
    - `carried` are the objects on no tile, by name; `carries` has their names by the name of their carrier.
    - `damage` is what standing obstructing terrain has taken.
    - `effects` are those of abilities, in the order in which they began; `begun` counts all that ever have.
    """

    origin: Position
    map: BattleMap
    characters: Mapping[str, Character]
    occupancy: Occupancy
    sides: tuple[str, ...]
    limit: int
    karma: Mapping[str, int]
    tick: int = 0
    active: str | None = None
    choosing: str | None = None
    last: str | None = None
    due: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    carried: Mapping[str, Character] = _NOTHING
    carries: Mapping[str, tuple[str, ...]] = _NOTHING
    damage: Mapping[Site, int] = _NOTHING
    effects: tuple[AbilityEffect, ...] = ()
    begun: int = 0
    over: BattleOver | None = None

    @property
    def board(self) -> Board:
        """The board with the objects on it, without characters."""
        return self.map.board

    @cached_property
    def position(self) -> Position:
        """The position with all pieces on it, in the order of the file."""
        there = {**self.map.objects, **self.characters}
        pieces = {name: there[name] for name in self.origin.pieces if name in there}
        return self.map.position.with_surface(structs.replace(self.board, pieces=MappingProxyType(pieces)))

    @cached_property
    def opponents_seen(self) -> Sequence[tuple[Character, Character]]:
        """The pairs of opponents of whom sight from the first to the second is not blocked."""
        bits, tiles = self.map.bits_with(self.occupancy.all), self.occupancy.tiles
        pairs = permutations(self.characters.values(), 2)
        opposed = [(one, other) for one, other in pairs if not one.is_friend_of(other)]
        return [pair for pair in opposed if not self.map.is_blocked(bits, *(tiles[each.name] for each in pair))]

    @property
    def mover(self) -> Character | None:
        """The active character."""
        return None if self.active is None else self.characters[self.active]

    def other_side(self, side: str) -> str:
        """Return the opponent's side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def with_character(self, changed: Character) -> SodwaState:
        """Return this state with other values of a character."""
        characters = {**self.characters, changed.name: changed}
        return structs.replace(self, characters=characters, occupancy=self._occupancy_with(changed))

    def _occupancy_with(self, changed: Character) -> Occupancy:
        if changed.at == self.characters[changed.name].at:
            return self.occupancy
        return self.occupancy.after_move(changed, self.map.tiles.index(changed.cell))

    def without_character(self, name: str) -> SodwaState:
        """Return this state without a character."""
        left = {each: other for each, other in self.characters.items() if each != name}
        due = tuple(each for each in self.due if each != name)
        occupancy = Occupancy.of(left.values(), self.map.tiles)
        return structs.replace(self, characters=left, occupancy=occupancy, due=due)

    def after_action(self, note: str, character: Character, cost: int) -> SodwaState:
        """Return this state after the active character, which is now `character`, has paid for an action."""
        paid = structs.replace(character, ip=character.ip - cost)
        return structs.replace(
            self,
            characters={**self.characters, paid.name: paid},
            occupancy=self._occupancy_with(paid),
            acted=(*self.acted, note),
        )

    def with_karma(self, karma: Mapping[str, int]) -> SodwaState:
        """Return this state with other points of the sides, which also those characters have whom they strengthen."""
        strengthened = {
            name: structs.replace(each, karma=karma[each.side or ""])
            for name, each in self.characters.items()
            if KARMIC_MIGHT in each.abilities
        }
        characters = {**self.characters, **strengthened} if strengthened else self.characters
        return structs.replace(self, karma=karma, characters=characters)

    def finished(self, over: BattleOver) -> SodwaState:
        """Return this state with the battle over."""
        return structs.replace(self, active=None, choosing=None, acted=(), over=over)

    def to_json(self) -> Json:
        """Return the state as JSON."""
        return {
            "tick": self.tick,
            "active": self.active,
            "choosing": self.choosing,
            "last": self.last,
            "due": list(self.due),
            "karma": {side: self.karma[side] for side in self.sides},
            "pieces": dict(self._iter_pieces()),
            "terrain": dict(self.map.changed_terrain),
            "damage": {self.map.position.label(site): points for site, points in self.damage.items()},
            "effects": [_effect_json(effect) for effect in self.effects],
        }

    def _iter_pieces(self) -> Iterator[tuple[str, Json]]:
        """Yield the characters and objects that there are, in the order of the file."""
        for name in self.origin.pieces:
            if name in self.characters:
                yield name, self._character_json(self.characters[name])
            elif name in self.carried:
                yield name, {"is": str(self.carried[name].as_terrain), "at": None}
            elif name in self.map.objects:
                thing = self.map.objects[name]
                yield name, {"is": str(thing.as_terrain), "at": self.map.label(thing.cell)}

    def _character_json(self, character: Character) -> Json:
        return {
            "side": character.side,
            "at": self.map.label(character.cell),
            "facing": None if character.facing is None else str(character.facing),
            "health": character.health,
            "ip": character.ip,
            "moved": character.moved,
            "acted": list(self.acted) if character.name == self.active else [],
            "carries": list(self.carries.get(character.name, ())),
        }


def _effect_json(effect: AbilityEffect) -> Json:
    return {
        "id": effect.id,
        "is": effect.is_,
        "on": effect.on if isinstance(effect.on, str) else list(effect.on),
        "by": effect.by,
        "turns": effect.turns,
        "strength": effect.strength,
    }
