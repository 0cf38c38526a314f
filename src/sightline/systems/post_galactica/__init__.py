"""Post Galactica, on hexes or on a free table in inches. Each section of its rulebook has a module here.

- 0 Units and buildings: `pieces`; kinds of terrain: `terrain`
- 4 Measuring, 14 Movement: `hex_movement`, `inch_movement`
- 20 Sight: `sight_plan` (obstacles), `sight` (buildings); cover: `light_heavy_cover`; targets: `ranged_targets`
- 21 Engagement: `engagement`; melee: `melee`
- H Hit Checks, wounds, models: `hit_checks`
- measuring distances and lines: `measure` (the interface), `hex_measure`, `inch_measure`, `measures` (the choice)
- answers: `messages`, `verdict`, `depiction`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from sightline.board import Piece, PlaceError, Weapon
from sightline.lattice import Cell
from sightline.plane.movement import MoveQuery
from sightline.rules import (
    PLAIN_MOVE,
    Attack,
    Clause,
    CorridorSight,
    Dice,
    Exemplified,
    FieldError,
    FindingPart,
    FreelyMovable,
    MoveOptions,
    Odds,
    Place,
    Placed,
    Position,
    Rollable,
    Rolled,
    Ruling,
    Sight,
    Stepwise,
    TableObstacles,
    Terrain,
    Verdict,
    View,
    rounded,
)
from sightline.sight import PlannedSight, SightPlan
from sightline.systems.post_galactica import (
    engagement,
    hex_measure,
    hex_movement,
    hit_checks,
    inch_measure,
    inch_movement,
    light_heavy_cover,
    melee,
    pieces,
    ranged_targets,
    sight,
    sight_plan,
)
from sightline.systems.post_galactica.depiction import GalacticDepiction
from sightline.systems.post_galactica.measure import is_within
from sightline.systems.post_galactica.measures import measure_of
from sightline.systems.post_galactica.messages import MESSAGES
from sightline.systems.post_galactica.terrain import TERRAIN, GalacticTerrain
from sightline.systems.post_galactica.verdict import GalacticVerdict

__all__ = ["POST_GALACTICA", "GalacticVerdict"]

_MAX_UNMEASURABLE_MARGIN = 0.01
"""The margin in inches up to which a ruler on a table cannot decide whether sight is clear."""


class PostGalactica(
    PlannedSight[pieces.Unit],
    CorridorSight,
    FreelyMovable[pieces.Unit],
    Stepwise[pieces.Unit, Place],
    Placed[pieces.Unit],
    Rollable[pieces.Unit],
    Exemplified,
    GalacticDepiction,
):
    """The rule system: its clauses in the order of the book, and the functions that answer."""

    key: ClassVar[str] = "post-galactica"
    title: ClassVar[str] = "Post Galactica"
    clauses: ClassVar[tuple[Clause, ...]] = (
        pieces.skill.clause,
        hex_movement.occupant_bar.clause,
        inch_measure.distance_in_inches.clause,
        hex_movement.cost_to_enter.clause,
        ranged_targets.check_ranged_target.clause,
        sight_plan.obstacle_kind.clause,
        inch_measure.margin_of.clause,
        inch_measure.transparent_features.clause,
        sight.buildings_to_shoot_through.clause,
        light_heavy_cover.terrain_covers.clause,
        sight.buildings_between.clause,
        ranged_targets.stealth.clause,
        ranged_targets.declared_targets.clause,
        engagement.engaging_units.clause,
        engagement.must_fight.clause,
        engagement.check_engaged.clause,
        engagement.disengage_movement.clause,
        melee.check_melee_target.clause,
        melee.choice_of_enemies.clause,
        hit_checks.is_hit.clause,
        hit_checks.is_wounded.clause,
        hit_checks.models_left.clause,
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (
        sight_plan.HEX_SIGHT,
        sight_plan.HEXSIDE,
        sight_plan.UNITS_BLOCK,
        sight_plan.INSIDE,
        light_heavy_cover.COVER_IN_MELEE,
        engagement.BUILDINGS_ENGAGE,
    )
    # Cheapest first: whole-board questions stop at the first finding against an attack.
    finding_parts: ClassVar[tuple[FindingPart, ...]] = (
        engagement.check_disengaged,
        melee.melee_skill,
        ranged_targets.declared_targets,
        ranged_targets.stealth,
        ranged_targets.check_ranged_target,
        melee.check_melee_target,
        engagement.check_engaged,
        sight.obstacles,
        sight.buildings,
        light_heavy_cover.cover_findings,
        engagement.must_fight,
        melee.choice_of_enemies,
        hit_checks.own_values,
    )
    roll_parts: ClassVar[tuple[FindingPart, ...]] = (light_heavy_cover.cover_findings, hit_checks.own_values)
    messages: ClassVar[Mapping[str, str]] = MESSAGES

    grids: ClassVar[tuple[str, ...]] = ("hex", "free")
    terrain: ClassVar[Mapping[str, Terrain]] = TERRAIN
    terrain_type: ClassVar[type[Terrain]] = GalacticTerrain
    piece_type: ClassVar[type[Piece]] = pieces.Unit
    place_fields: ClassVar[tuple[str, ...]] = ("at", "outline", "base", "facing", "building")

    verdict_type: ClassVar[type[Verdict]] = GalacticVerdict
    roll_numbers: ClassVar[tuple[str, ...]] = ("hit_check", "wound_threshold")
    base_messages: ClassVar[tuple[str, ...]] = ("own-skill", "own-toughness")

    def sight(self) -> SightPlan:
        return hex_measure.CENTRE_TO_CENTRE

    def dummy_sight(self, position: Position) -> SightPlan:
        return hex_measure.open_lines(position)

    def view(self, position: Position, attacker: pieces.Unit, target: pieces.Unit, weapon: Weapon | None) -> View:
        return sight.find_view(position, attacker, target, weapon)

    def table_obstacles(self, position: Position) -> TableObstacles:
        return sight.table_obstacles(position)

    def uses_default_sight(self, position: Position, piece: pieces.Unit) -> bool:
        return not sight.is_exempt(position, piece)

    def sight_at(self, position: Position, piece: pieces.Unit, cell: Cell) -> Sight:
        plain = super().sight_at(position, piece, cell)
        if plain is Sight.CLEAR or self.uses_default_sight(position, piece):
            return plain
        return sight.find_view(position, piece, pieces.Unit(name="", at=cell), None).sight

    def distance(self, position: Position, a: pieces.Unit, b: pieces.Unit) -> int | float:
        return measure_of(position).distance(a, b)

    def roll(self, attack: Attack[pieces.Unit], numbers: Mapping[str, int]) -> tuple[hit_checks.HitNumbers, Odds]:
        hit_numbers = hit_checks.hit_numbers(numbers)
        return hit_numbers, hit_checks.odds(attack, hit_numbers)

    def extra_fields(
        self, attack: Attack[pieces.Unit], numbers: Mapping[str, int], odds: Odds | None
    ) -> Mapping[str, Any]:
        margin, is_clear = sight.view_of(attack).margin, attack.view.sight is Sight.CLEAR
        return {
            "margin": None if margin is None else rounded(margin),
            "too_close": is_clear and margin is not None and not is_within(_MAX_UNMEASURABLE_MARGIN, margin),
            "cover": light_heavy_cover.cover_of(attack),
            "engaged": tuple(unit.name for unit in engagement.units_engaging_attacker(attack)),
            "wound": hit_checks.wound_chance(attack, hit_checks.hit_numbers(numbers)) if odds else None,
            "expected_models_lost": hit_checks.expected_models_lost(attack, odds) if odds else None,
        }

    def check_place(self, position: Position, piece: pieces.Unit) -> Iterator[PlaceError]:
        return pieces.check_place(position, piece)

    def check_piece(self, position: Position, piece: pieces.Unit) -> Iterator[FieldError]:
        return pieces.check_fields(position, piece)

    def move(self, position: Position, piece: pieces.Unit) -> MoveQuery:
        return inch_movement.move(position, piece)

    def places(self, position: Position, piece: pieces.Unit, options: MoveOptions = PLAIN_MOVE) -> Mapping[str, Place]:
        return hex_movement.places(position, piece)

    def can_enter(self, position: Position, cell: Cell) -> bool:
        return not hex_movement.is_impassable(position, cell)

    def steps(self, position: Position, piece: pieces.Unit) -> hex_movement.UnitSteps:
        return hex_movement.UnitSteps(position, piece)

    def placements(self, position: Position, piece: pieces.Unit, label: str, place: Place) -> Iterator[pieces.Unit]:
        return hex_movement.placements(position, piece, label)

    def dummy_target(self, position: Position, cell: Cell, side: str, attacker: pieces.Unit) -> pieces.Unit:
        return pieces.Unit(name="", at=cell, side=side)

    def resolve(self, attack: Attack[pieces.Unit], numbers: Mapping[str, int], dice: Dice) -> Rolled:
        return hit_checks.roll(attack, hit_checks.hit_numbers(numbers), dice)


POST_GALACTICA = PostGalactica()
