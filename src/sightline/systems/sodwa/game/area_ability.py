"""Abilities that put terrain on a tile and the eight around it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction

from sightline.i18n import _, ngettext
from sightline.lattice import Cell
from sightline.rules.game import Json
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import Targets, lasting
from sightline.systems.sodwa.game.effects import as_drawn
from sightline.systems.sodwa.game.indexed_tiles import BitSet
from sightline.systems.sodwa.game.place_ability import Closed, PlaceAbility
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.pieces import Character


def coverable(state: SodwaState) -> BitSet:
    """Return the tiles on which effects can lie."""
    return state.map.on_map & ~state.map.obstructing & as_drawn(state)


def iter_area(state: SodwaState, centre: Cell) -> Iterator[Cell]:
    """Yield those of a tile and the eight around it that effects can cover, in the order of the map."""
    tiles, there = state.map.tiles, coverable(state)
    return (tiles.cells[index] for index in tiles.square(tiles.index(centre)) if there >> index & 1)


class AreaAbility(PlaceAbility):
    """An ability that puts its terrain on a tile and the eight around it."""

    def area(self, state: SodwaState, centre: Cell) -> Sequence[Cell]:
        """Return the tiles around one on which the terrain is put."""
        return tuple(iter_area(state, centre))

    def closed(self, use: AbilityUse) -> Iterator[Closed]:
        yield Closed("nothing-to-cover", ~use.state.map.tiles.grown(coverable(use.state)))

    @abstractmethod
    def worth(self, state: SodwaState, character: Character) -> Fraction:
        """Return the value of the terrain under an enemy for a computer player, in points of damage."""

    def _laid(self, state: SodwaState, targets: Targets) -> tuple[str, ...]:
        """Return the labels of the tiles on which the terrain is put."""
        [label] = targets
        return tuple(map(state.map.label, self.area(state, state.map.tiles.cell(label))))

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        on, entry = self._laid(resolution.state, targets), self.entry
        if on:
            resolution.begin(self.key, on, user, entry.duration, entry.strength if entry.save else None)

    def sites(self, use: AbilityUse, targets: Targets) -> Sequence[Cell]:
        return self.area(use.state, use.state.map.tiles.cell(targets[0]))

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        on = self._laid(use.state, targets)
        there = [each.name for each in use.state.characters.values() if use.state.map.label(each.cell) in on]
        return {"tiles": on, "turns": self.entry.duration, "characters": there}

    def describe(self, preview: Json) -> Iterator[str]:
        number = len(preview["tiles"])
        yield ngettext("{number} tile", "{number} tiles", number).format(number=number)
        yield lasting(preview["turns"])
        if preview["characters"]:
            yield _("there: {names}").format(names=", ".join(preview["characters"]))

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        state, laid = use.state, self.terrain or ""
        tiles, under = state.map.tiles, state.map.tiles_of(laid)
        area = tiles.grown(1 << tiles.indices[targets[0]]) & ~(under | state.map.obstructing)
        found = Fraction(0)
        for name, tile in state.occupancy.tiles.items():
            if area >> tile & 1:
                character = state.characters[name]
                found += self.worth(state, character) * (1 if use.is_enemy(name) else -1)
        return found
