"""Penance: range, sight, cover, facing, elevation, the attack dice and their damage, and movement, on hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import Struct

from sightline.board import Piece
from sightline.lattice import Cell
from sightline.rules import (
    PLAIN_MOVE,
    Attack,
    Clause,
    Dice,
    Finding,
    MoveOptions,
    Odds,
    Place,
    Position,
    Rollable,
    Rolled,
    Ruling,
    Stepwise,
    Terrain,
    Verdict,
)
from sightline.sight import PlannedSight, SightPlan
from sightline.systems.penance import (
    attack_roll,
    cover,
    elevation,
    facing,
    movement,
    pieces,
    range_bands,
    resolution,
    sight_plan,
)
from sightline.systems.penance.advantage import ADVANTAGE
from sightline.systems.penance.messages import MESSAGES


class TargetNumber(Struct, frozen=True):
    """What the attack dice have to reach."""

    target_number: int


class PenanceVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict of Penance: also what follows from the side that is hit, and the damage by quality of the hit.

    `damage_bonus` is what side and elevation add, `defense` what side and cover change.
    """

    to_hit: TargetNumber | None
    side_hit: int
    damage_bonus: int
    defense: int
    reactions: tuple[str, ...]
    dealt: Mapping[str, int] | None
    expected_damage: Fraction | None


class Penance(PlannedSight[pieces.Casket], Stepwise[pieces.Casket, movement.PenancePlace], Rollable[pieces.Casket]):
    """The rule system, as a table of contents."""

    key: ClassVar[str] = "penance"
    title: ClassVar[str] = "Penance"
    clauses: ClassVar[tuple[Clause, ...]] = (
        pieces.each_kind.clause,
        range_bands.hexes_between.clause,
        range_bands.range_band.clause,
        range_bands.maximum_range.clause,
        sight_plan.line_of_sight.clause,
        sight_plan.what_blocks.clause,
        sight_plan.can_be_seen_through.clause,
        sight_plan.needs_sight.clause,
        sight_plan.spares_friends.clause,
        cover.terrain_covers.clause,
        cover.terrain_cover.clause,
        cover.casket_covers.clause,
        cover.lower_covers.clause,
        cover.cover_defense.clause,
        facing.side_number.clause,
        movement.rotation_cost.clause,
        facing.shielded_sides.clause,
        facing.side_that_is_hit.clause,
        facing.side_hit.clause,
        facing.front_arc.clause,
        facing.reactions.clause,
        elevation.stands_higher.clause,
        elevation.stands_lower.clause,
        elevation.height.clause,
        attack_roll.number_to_reach.clause,
        attack_roll.reaches.clause,
        attack_roll.quality.clause,
        attack_roll.does_execution_hit.clause,
        attack_roll.is_jam.clause,
        attack_roll.card_damage.clause,
        attack_roll.damage_dealt.clause,
        attack_roll.has_advantage.clause,
        movement.cost_to_enter.clause,
        movement.climbing_cost.clause,
        movement.heat_lost.clause,
        movement.sight_bars.clause,
        movement.occupant_bars.clause,
        movement.hexes_entered.clause,
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (
        sight_plan.HEXSIDE,
        cover.NEAR,
        cover.ATTACKERS_HEX,
        cover.CASKET_COVER,
        cover.COVER_EFFECT,
        facing.NO_SHIELD_SIDE,
        facing.CORNER_ENTRY,
        attack_roll.EXECUTION,
        ADVANTAGE,
        movement.BLIND_MOVE,
    )
    messages: ClassVar[Mapping[str, str]] = MESSAGES

    grids: ClassVar[tuple[str, ...]] = ("hex",)
    terrain: ClassVar[Mapping[str, Terrain]] = pieces.TERRAIN
    terrain_type: ClassVar[type[Terrain]] = pieces.PenanceTerrain
    highest_level: ClassVar[int] = elevation.HIGHEST_LEVEL
    piece_type: ClassVar[type[Piece]] = pieces.Casket

    verdict_type: ClassVar[type[Verdict]] = PenanceVerdict
    place_type: ClassVar[type[Place]] = movement.PenancePlace
    roll_numbers: ClassVar[tuple[str, ...]] = ("target_number",)
    base_messages: ClassVar[tuple[str, ...]] = ("base-number", "card-damage")

    def sight(self) -> SightPlan:
        return sight_plan.line_of_sight()

    def distance(self, position: Position, a: pieces.Casket, b: pieces.Casket) -> int:
        return range_bands.hexes_between(position, a, b)

    def findings(self, attack: Attack[pieces.Casket]) -> Iterator[Finding]:
        # What costs least to find out stands first: whole boards stop at the first finding against an attack.
        yield from range_bands.maximum_range(attack)
        yield from sight_plan.spares_friends(attack)
        yield from facing.front_arc(attack)
        yield from sight_plan.needs_sight(attack)
        yield from sight_plan.obstacles(attack)
        yield from range_bands.range_band(attack)
        yield from cover.cover_findings(attack)
        yield from facing.side_that_is_hit(attack)
        yield from elevation.elevation(attack)
        yield from attack_roll.number_to_reach(attack)
        yield from attack_roll.card_damage(attack)
        yield from attack_roll.advantage(attack)

    def roll(self, attack: Attack[pieces.Casket], numbers: Mapping[str, int]) -> tuple[TargetNumber, Odds]:
        number = numbers["target_number"]
        return TargetNumber(number), attack_roll.roll_odds(attack, number)

    def extra_fields(
        self, attack: Attack[pieces.Casket], numbers: Mapping[str, int], odds: Odds | None
    ) -> Mapping[str, Any]:
        dealt = None
        if odds is not None:
            dealt = {name: attack_roll.damage_dealt(attack, name, numbers) for name in attack_roll.QUALITIES}
        return {
            "side_hit": facing.side_hit(attack),
            "damage_bonus": numbers.get("damage", 0) - (attack.weapon.damage if attack.weapon else 0),
            "defense": numbers.get("defense", 0),
            "reactions": facing.reactions(attack),
            "dealt": dealt,
            "expected_damage": attack_roll.expected_damage(odds, dealt) if odds and dealt else None,
        }

    def places(
        self, position: Position, piece: pieces.Casket, options: MoveOptions = PLAIN_MOVE
    ) -> Mapping[str, movement.PenancePlace]:
        return movement.places(position, piece)

    def steps(self, position: Position, piece: pieces.Casket) -> movement.CasketSteps:
        return movement.CasketSteps(position, piece)

    def placements(
        self, position: Position, piece: pieces.Casket, label: str, place: movement.PenancePlace
    ) -> Iterator[pieces.Casket]:
        return movement.placements(position, piece, label, place)

    def dummy_target(self, position: Position, cell: Cell, side: str, attacker: pieces.Casket) -> pieces.Casket:
        return facing.dummy_target(position, cell, side, attacker)

    def resolve(self, attack: Attack[pieces.Casket], numbers: Mapping[str, int], dice: Dice) -> Rolled:
        return resolution.resolve(attack, numbers, dice)


PENANCE = Penance()
