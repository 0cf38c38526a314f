"""Penance, a game of Caskets on hexes. Each section of its rulebook has a module here.

- 0 Caskets and hexes: `pieces`, `terrain`
- 1 Range: `range_bands`
- 2 Line of sight: `sight_plan`
- 3 Cover: `cover`
- 4 Facing, shields and arcs: `facing`; rotation in `movement`
- 5 Elevation: `elevation`
- 6 To-hit number, dice and damage: `attack_roll`, `advantage` (a ruling); `resolution` rolls them
- 7 Movement: `movement`
- answers: `messages`, `verdict`, `depiction`
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, ClassVar

from sightline.board import Piece, Weapon
from sightline.lattice import Cell
from sightline.rules import (
    PLAIN_MOVE,
    Attack,
    AttackLimits,
    Clause,
    Dice,
    Exemplified,
    FindingPart,
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
from sightline.systems.penance.circumstances import circumstances_of
from sightline.systems.penance.depiction import PenanceDepiction
from sightline.systems.penance.messages import MESSAGES
from sightline.systems.penance.movement import PenancePlace
from sightline.systems.penance.terrain import TERRAIN, PenanceTerrain, all_terrain
from sightline.systems.penance.verdict import PenanceVerdict, TargetNumber

__all__ = ["PENANCE", "PenancePlace", "PenanceVerdict"]


class Penance(
    PlannedSight[pieces.Casket],
    Stepwise[pieces.Casket, PenancePlace],
    Rollable[pieces.Casket],
    Exemplified,
    PenanceDepiction,
):
    """The rule system: its clauses in the order of the book, and the functions that answer."""

    key: ClassVar[str] = "penance"
    title: ClassVar[str] = "Penance"
    clauses: ClassVar[tuple[Clause, ...]] = (
        all_terrain.clause,
        range_bands.hexes_between.clause,
        range_bands.range_band.clause,
        range_bands.maximum_range.clause,
        sight_plan.line_of_sight.clause,
        sight_plan.contact_readings.clause,
        sight_plan.is_transparent.clause,
        sight_plan.check_sight.clause,
        sight_plan.check_friend.clause,
        cover.terrain_covers.clause,
        cover.terrain_cover.clause,
        cover.casket_covers.clause,
        cover.lower_covers.clause,
        cover.cover_defense.clause,
        facing.side_number.clause,
        movement.rotation_cost.clause,
        facing.shielded_sides.clause,
        facing.side_modifiers.clause,
        facing.side_hit.clause,
        facing.front_arc.clause,
        facing.reactions.clause,
        elevation.is_higher.clause,
        elevation.is_lower.clause,
        elevation.height.clause,
        attack_roll.to_hit_number.clause,
        attack_roll.is_hit.clause,
        attack_roll.quality.clause,
        attack_roll.does_execution_hit.clause,
        attack_roll.is_jam.clause,
        attack_roll.card_damage.clause,
        attack_roll.damage_dealt.clause,
        attack_roll.has_advantage.clause,
        movement.cost_to_enter.clause,
        movement.climbing_cost.clause,
        movement.heat_lost.clause,
        movement.sight_bar.clause,
        movement.occupant_bar.clause,
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
    # Cheapest first: whole-board questions stop at the first finding against an attack.
    finding_parts: ClassVar[tuple[FindingPart, ...]] = (
        range_bands.maximum_range,
        sight_plan.check_friend,
        facing.front_arc,
        sight_plan.check_sight,
        sight_plan.obstacles,
        range_bands.range_band,
        cover.cover_findings,
        cover.cover_defense,
        facing.side_modifiers,
        elevation.elevation,
        attack_roll.to_hit_number,
        attack_roll.card_damage,
        attack_roll.advantage,
    )
    roll_parts: ClassVar[tuple[FindingPart, ...]] = (
        range_bands.range_band,
        cover.cover_findings,
        attack_roll.to_hit_number,
        attack_roll.advantage,
    )
    detail_parts: ClassVar[tuple[FindingPart, ...]] = (cover.cover_defense, attack_roll.card_damage)
    shared_parts: ClassVar[tuple[FindingPart, ...]] = (
        range_bands.maximum_range,
        sight_plan.check_friend,
        facing.front_arc,
        range_bands.range_band,
        facing.side_modifiers,
        elevation.elevation,
        attack_roll.to_hit_number,
        attack_roll.advantage,
    )
    messages: ClassVar[Mapping[str, str]] = MESSAGES

    grids: ClassVar[tuple[str, ...]] = ("hex",)
    terrain: ClassVar[Mapping[str, Terrain]] = TERRAIN
    terrain_type: ClassVar[type[Terrain]] = PenanceTerrain
    lowest_level: ClassVar[int] = 0
    highest_level: ClassVar[int] = elevation.HIGHEST_LEVEL
    piece_type: ClassVar[type[Piece]] = pieces.Casket

    verdict_type: ClassVar[type[Verdict]] = PenanceVerdict
    place_type: ClassVar[type[Place]] = PenancePlace
    roll_numbers: ClassVar[tuple[str, ...]] = ("target_number",)
    base_messages: ClassVar[tuple[str, ...]] = ("base-number", "card-damage")

    def sight(self) -> SightPlan:
        return sight_plan.line_of_sight()

    def distance(self, position: Position, a: pieces.Casket, b: pieces.Casket) -> int:
        return range_bands.hexes_between(position, a, b)

    def circumstances(self, attack: Attack[pieces.Casket]) -> Hashable:
        return circumstances_of(attack)

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
    ) -> Mapping[str, PenancePlace]:
        return movement.places(position, piece)

    def can_enter(self, position: Position, cell: Cell) -> bool:
        return movement.cost_to_enter(position, cell) is not None

    def steps(self, position: Position, piece: pieces.Casket) -> movement.CasketSteps:
        return movement.CasketSteps(position, piece)

    def placements(
        self, position: Position, piece: pieces.Casket, label: str, place: PenancePlace
    ) -> Iterator[pieces.Casket]:
        return movement.placements(position, piece, label, place)

    def attack_limits(self, position: Position, attacker: pieces.Casket, weapon: Weapon | None) -> AttackLimits:
        return AttackLimits(
            range_bands.reach_of(weapon),
            needs_sight=True,
            edges=facing.front_edges(position.board.grid, attacker.facing),
        )

    def dummy_target(self, position: Position, cell: Cell, side: str, attacker: pieces.Casket) -> pieces.Casket:
        return facing.dummy_target(position, cell, side, attacker)

    def resolve(self, attack: Attack[pieces.Casket], numbers: Mapping[str, int], dice: Dice) -> Rolled:
        return resolution.resolve(attack, numbers, dice)


PENANCE = Penance()
