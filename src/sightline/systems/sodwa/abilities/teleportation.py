"""Teleportation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec import structs

from sightline.i18n import N_, _, counted
from sightline.rules import Clause, Finding, Site, rule
from sightline.rules.game import Event, Json
from sightline.systems.sodwa import sight
from sightline.systems.sodwa.destructible import tiles_of
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import Targets
from sightline.systems.sodwa.game.dangers import afflictions, describe_dangers
from sightline.systems.sodwa.game.heuristic import best_attack_value, damage_to_expect, position_loss
from sightline.systems.sodwa.game.place_ability import Closed, PlaceAbility
from sightline.systems.sodwa.game.prospects import describe_prospects, prospects_of
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.movement import divisor_after_attack


class Teleported(Event, frozen=True, tag="teleported", rename={"from_": "from"}):
    """A teleportation from tile to tile."""

    who: str
    from_: str
    to: str

    def tell(self) -> str:
        return _("{who} teleports from {start} to {to}.").format(who=self.who, start=self.from_, to=self.to)


@rule(
    Clause(
        "SOD-8.7",
        "Teleportation",
        "As a Move the character comes to any free tile within 6, without a path; after an Attack within a quarter of "
        "that.",
        "Abilities: Teleportation; the figures: ours",
    ),
    off=0,
)
def reach(most: int, divisor: int) -> int:
    """Return the tiles that a teleportation reaches."""
    return max(1, most // divisor)


class Teleportation(PlaceAbility):
    """A Move to any free tile within range."""

    key = "teleportation"
    clause = reach.clause
    messages: ClassVar = {
        "not-free": N_("nobody can reach {cell}, which is occupied or obstructed"),
        "too-far-to-teleport": counted(
            "{who} can teleport {reach} tile, {cell} is {tiles} away",
            "{who} can teleport {reach} tiles, {cell} is {tiles} away",
            "reach",
        ),
    }

    def closed(self, use: AbilityUse) -> Iterator[Closed]:
        yield Closed("not-free", ~use.free)
        yield Closed("too-far-to-teleport", ~use.state.map.tiles.within(use.around.tile, self._reach(use)))

    def closing(self, use: AbilityUse, closed: Closed, site: Site) -> Iterator[Finding]:
        if closed.message == "not-free":
            yield closed.refusal(use, site)
            return
        [to], state = tiles_of(site), use.state
        tiles, label = sight.distance(state.map.position, use.user.cell, to), state.map.label(site)
        yield use.refusal(closed.message, site, who=use.user.name, reach=self._reach(use), tiles=tiles, cell=label)

    def _reach(self, use: AbilityUse) -> int:
        return reach(use.entry.range or 0, divisor_after_attack(use.user))

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        character, battle_map = resolution.character(user), resolution.state.map
        to = battle_map.tiles.cell(targets[0])
        resolution.change(structs.replace(character, at=to))
        resolution.tell(Teleported(who=user, from_=battle_map.label(character.cell), to=targets[0]))
        resolution.entered(user, [to])

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        after = self._after(use, targets)
        mover = after.characters[use.user.name]
        return {"dangers": [*afflictions(after, mover, [mover.cell])], **prospects_of(after, mover)}

    def describe(self, preview: Json) -> Iterator[str]:
        yield from describe_dangers(preview)
        yield from describe_prospects(preview)

    def _after(self, use: AbilityUse, targets: Targets) -> SodwaState:
        """Return the state at the end, without effects of abilities there."""
        moved = structs.replace(use.user, at=use.state.map.tiles.cell(targets[0]), moved=True)
        return use.state.after_action(self.key, moved, use.entry.cost)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        after = self._after(use, targets)
        mover = after.characters[use.user.name]
        loss = position_loss(after, mover) + damage_to_expect(after, mover, [mover.cell])
        return best_attack_value(after, mover) + position_loss(use.state, use.user) - loss
