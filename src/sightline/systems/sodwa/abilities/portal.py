"""Portal; the steps through it are those of `movement.CharacterSteps`, the lines those of `sight.find_look`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from sightline.i18n import N_
from sightline.rules import Finding
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.effects import as_drawn
from sightline.systems.sodwa.game.enemy_distance import tiles_to_enemy
from sightline.systems.sodwa.game.heuristic import TILE
from sightline.systems.sodwa.game.indexed_tiles import BitSet, encode_bits
from sightline.systems.sodwa.game.place_ability import Closed
from sightline.systems.sodwa.game.place_choices import PairChoices
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

    def choices(self, use: AbilityUse) -> Sequence[Targets]:
        if self._has_portal(use):
            return ()
        room = use.reached
        for closed in self._closed(use):
            room &= ~closed.sites
        return PairChoices(use.state.map.tiles, room & self._near(use), room)

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        number = use.state.map.tiles.number
        if self._has_portal(use):
            yield use.refusal("one-portal", name=use.user.name)
        if targets[0] == targets[1]:
            yield use.refusal("same-tile")
        if not self._near(use) >> number(targets[0]) & 1:
            yield use.refusal("portal-not-adjacent", cell=targets[0])
        for label in targets:
            yield from self._no_room(use, label)

    def _no_room(self, use: AbilityUse, label: str) -> Iterator[Finding]:
        """Yield the reasons why a portal cannot link a tile."""
        cell = use.state.map.tiles.cell(label)
        for closed in self._closed(use):
            if closed.sites >> use.state.map.tiles.index(cell) & 1:
                yield closed.refusal(use, cell)

    def _has_portal(self, use: AbilityUse) -> bool:
        return any(effect.is_ == self.key and effect.by == use.user.name for effect in use.state.effects)

    def _near(self, use: AbilityUse) -> BitSet:
        """Return the user's tile and those adjacent to it."""
        around, battle_map = use.around, use.state.map
        neighbours = battle_map.tiles.neighbours(around.tile)
        return 1 << around.tile | battle_map.adjacent_of(around.bits, around.tile, neighbours)

    def _closed(self, use: AbilityUse) -> Iterator[Closed]:
        """Yield the tiles that a portal cannot link."""
        state, tiles = use.state, use.state.map.tiles
        linked = encode_bits(map(tiles.index, state.board.links))
        for effect in state.effects:
            if effect.is_ == self.key and isinstance(effect.on, tuple):
                linked |= tiles.sites(effect.on)
        yield Closed("portal-there", linked)
        yield Closed("tile-obstructing", use.obstructed)
        yield Closed("destroyed-there", ~as_drawn(state), "place")

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        resolution.begin(self.key, targets, user, self.entry.duration)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        """Return the value of the distance to enemies saved for the side, beyond a Move of the user for the same IP."""
        state, cell = use.state, use.state.map.tiles.cell
        links = [(cell(targets[0]), cell(targets[1]))]
        friends = (each for each in state.characters.values() if not use.is_enemy(each.name))
        saved = sum(tiles_to_enemy(state, each) - tiles_to_enemy(state, each, links) for each in friends)
        return max(saved - use.user.move, 0) * TILE
