"""Portal; the steps through it are those of `movement.CharacterSteps`, the lines those of `sight.find_look`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import ClassVar

from sightline.i18n import N_
from sightline.rules import Finding
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.effects import is_as_drawn
from sightline.systems.sodwa.game.enemy_distance import tiles_to_enemy
from sightline.systems.sodwa.game.heuristic import TILE
from sightline.systems.sodwa.game.indexed_tiles import iter_bits
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.portals import portals_of


class Portal(ActivatedAbility):
    """Two linked tiles."""

    key = "portal"
    clause = portals_of.clause
    begins: ClassVar = N_("A portal links {on}.")
    messages: ClassVar = {
        "one-portal": N_("{name} has a portal already"),
        "same-tile": N_("a portal needs two different tiles"),
        "portal-not-adjacent": N_("a portal begins on the tile of its user or an adjacent one, and {cell} is neither"),
        "portal-there": N_("{cell} is part of a portal already"),
    }

    def links(self) -> bool:
        return True

    def iter_choices(self, use: AbilityUse) -> Iterator[Targets]:
        if any(effect.is_ == self.key and effect.by == use.user.name for effect in use.state.effects):
            return iter(())
        labels, tiles = use.state.map.tiles.labels, use.state.map.tiles
        near = [labels[index] for index in iter_bits(tiles.neighbours(use.around.tile) | 1 << use.around.tile)]
        far = [label for label in use.candidates("tile") if next(use.objections("tile", label), None) is None]
        return product(near, far)

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        battle_map, user = use.state.map, use.user.name
        portals = [effect for effect in use.state.effects if effect.is_ == self.key]
        if any(effect.by == user for effect in portals):
            yield use.refusal("one-portal", name=user)
        if targets[0] == targets[1]:
            yield use.refusal("same-tile")
        near = battle_map.tiles.index(battle_map.tiles.cell(targets[0]))
        if near != use.around.tile and not use.around.is_adjacent(near):
            yield use.refusal("portal-not-adjacent", cell=targets[0])
        for label in targets:
            cell = battle_map.tiles.cell(label)
            if cell in use.state.board.links or any(label in effect.on for effect in portals):
                yield use.refusal("portal-there", cell, cell=label)
            if use.obstructed >> battle_map.tiles.index(cell) & 1:
                yield use.refusal("tile-obstructing", cell, cell=label)
            if not is_as_drawn(use.state, cell):
                yield use.refusal("destroyed-there", cell, place=label)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        resolution.begin(self.key, targets, user, self.entry.duration)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        """Return the way to enemies that the own side saves, beyond what a Move of the user for as many IP would."""
        state, cell = use.state, use.state.map.tiles.cell
        links = [(cell(targets[0]), cell(targets[1]))]
        friends = (each for each in state.characters.values() if not use.is_enemy(each.name))
        saved = sum(tiles_to_enemy(state, each) - tiles_to_enemy(state, each, links) for each in friends)
        return max(saved - use.user.move, 0) * TILE
