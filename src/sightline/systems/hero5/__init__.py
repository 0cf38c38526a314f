"""HERO 5th, the supplement on combat movement, on hexes. Each section of its rulebook has a module here.

- 0 Size and occupied hexes: `pieces`, `footprint`
- 1 Moving through others: `moving_through`
- 2 Terrain and obstacles: `terrain`
- 3 Squeezing and contorting: `fit`
- 4 Special moves: `movement` (falling back, one hex at any cost), `opportunity` (attacks of opportunity)
- 5 Sizes and reach: `sizes`
- 6 Concealment: `concealment`, `sight_plan` (obstacles), `opportunity`, `attack_findings` (modifiers)
- 7 Attack roll: `attack_findings`, `dice3d6`
- moves: `move_kinds`, `placement`, `step_cost`, `footprint_steps`
- answers: `messages`, `verdict`, `depiction`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from sightline.board import Board, Piece, PlaceError, Weapon
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
    Placed,
    Position,
    Rollable,
    Rolled,
    Ruling,
    Stepwise,
    Terrain,
    Verdict,
)
from sightline.sight import PlannedSight, SightPlan
from sightline.systems.hero5 import (
    attack_findings,
    concealment,
    fit,
    footprint,
    movement,
    moving_through,
    opportunity,
    pieces,
    placement,
    sight_plan,
    sizes,
    terrain,
)
from sightline.systems.hero5.depiction import HeroDepiction
from sightline.systems.hero5.footprint_steps import FootprintSteps
from sightline.systems.hero5.messages import MESSAGES
from sightline.systems.hero5.move_kinds import PLAIN_HERO_MOVE, HeroMove
from sightline.systems.hero5.movement import HeroPlace
from sightline.systems.hero5.terrain import BORDERS, TERRAIN, HeroTerrain
from sightline.systems.hero5.verdict import HeroVerdict

__all__ = ["HERO5", "HeroPlace", "HeroVerdict"]


class Hero5(
    PlannedSight[pieces.HeroCharacter],
    Stepwise[pieces.HeroCharacter, HeroPlace],
    Placed[pieces.HeroCharacter],
    Rollable[pieces.HeroCharacter],
    Exemplified,
    HeroDepiction,
):
    """The rule system: its clauses in the order of the book, and the functions that answer."""

    key: ClassVar[str] = "hero5"
    title: ClassVar[str] = "HERO 5th, combat movement"
    clauses: ClassVar[tuple[Clause, ...]] = (
        pieces.size.clause,
        footprint.footprint.clause,
        moving_through.past_friend.clause,
        moving_through.past_opponent.clause,
        moving_through.is_in_the_way.clause,
        moving_through.may_share.clause,
        moving_through.enters_freely.clause,
        moving_through.are_sizes_apart.clause,
        moving_through.fills_or_passes_all.clause,
        terrain.is_difficult.clause,
        terrain.hampers.clause,
        terrain.demands_roll.clause,
        terrain.blocks_movement.clause,
        terrain.effect_above_ground.clause,
        terrain.cost_factor.clause,
        fit.is_narrow.clause,
        fit.cores.clause,
        moving_through.is_squeezed.clause,
        fit.contorted_cores.clause,
        movement.find_fallback.clause,
        movement.can_always_step.clause,
        opportunity.hexes_given_up.clause,
        sizes.has_room.clause,
        sizes.no_reach.clause,
        sizes.reach.clause,
        attack_findings.concealment_bonus.clause,
        opportunity.prevents_opportunity.clause,
        concealment.ranged_readings.clause,
        concealment.adjacent_readings.clause,
        concealment.is_judged_as_ranged.clause,
        sight_plan.low_conceals.clause,
        concealment.pairs_of_hexes.clause,
        sight_plan.blocking_readings.clause,
        opportunity.is_unseen.clause,
        attack_findings.own_values.clause,
        attack_findings.range_modifier.clause,
        attack_findings.check_friend.clause,
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (
        fit.SQUEEZE_PAST,
        opportunity.OPPORTUNITY,
        sight_plan.HEXSIDE,
        sight_plan.MELEE_WALL,
        attack_findings.RANGE_MODIFIERS,
    )
    # Cheapest first: whole-board questions stop at the first finding against an attack.
    finding_parts: ClassVar[tuple[FindingPart, ...]] = (
        attack_findings.check_friend,
        attack_findings.check_helpless,
        attack_findings.squeezing,
        attack_findings.distance,
        attack_findings.concealment,
        attack_findings.causes_of_concealment,
        attack_findings.own_values,
    )
    detail_parts: ClassVar[tuple[FindingPart, ...]] = (attack_findings.causes_of_concealment,)
    roll_parts: ClassVar[tuple[FindingPart, ...]] = (attack_findings.own_values,)
    messages: ClassVar[Mapping[str, str]] = MESSAGES

    grids: ClassVar[tuple[str, ...]] = ("hex",)
    terrain: ClassVar[Mapping[str, Terrain]] = TERRAIN
    border_terrain: ClassVar[Mapping[str, Terrain]] = BORDERS
    terrain_type: ClassVar[type[Terrain]] = HeroTerrain
    piece_type: ClassVar[type[Piece]] = pieces.HeroCharacter
    place_fields: ClassVar[tuple[str, ...]] = (
        "at",
        "growth",
        "shrinking",
        "flying",
        "desolid",
        "acrobatics",
        "contortionist",
    )

    verdict_type: ClassVar[type[Verdict]] = HeroVerdict
    place_type: ClassVar[type[Place]] = HeroPlace
    move_options: ClassVar[type[MoveOptions]] = HeroMove
    roll_numbers: ClassVar[tuple[str, ...]] = ("ocv", "dcv")
    base_messages: ClassVar[tuple[str, ...]] = ("own-ocv", "own-dcv")

    def sight(self) -> SightPlan:
        return concealment.ranged_plan()

    def view(
        self, position: Position, attacker: pieces.HeroCharacter, target: pieces.HeroCharacter, weapon: Weapon | None
    ) -> concealment.ConcealedSighting:
        return concealment.find_view(position, attacker, target, weapon)

    def roll(
        self, attack: Attack[pieces.HeroCharacter], numbers: Mapping[str, int]
    ) -> tuple[attack_findings.RollAtMost, Odds]:
        required = attack_findings.required_roll(numbers)
        return required, attack_findings.roll_odds(required)

    def extra_fields(
        self, attack: Attack[pieces.HeroCharacter], numbers: Mapping[str, int], odds: Odds | None
    ) -> Mapping[str, Any]:
        view = attack_findings.view_of(attack)
        return {"concealment": concealment.DEGREES[view.degree], "corner": view.corner}

    def occupy(self, position: Position, piece: pieces.HeroCharacter) -> pieces.HeroCharacter:
        return placement.occupy(position, piece)

    def check_place(self, position: Position, piece: pieces.HeroCharacter) -> Iterator[PlaceError]:
        return placement.check_place(position, piece)

    def can_share(self, board: Board, cell: Cell, pieces_there: Iterable[Piece]) -> bool:
        return moving_through.can_share(map(pieces.character_of, pieces_there))

    def places(
        self, position: Position, piece: pieces.HeroCharacter, options: MoveOptions = PLAIN_MOVE
    ) -> Mapping[str, HeroPlace]:
        return movement.places(position, piece, options if isinstance(options, HeroMove) else PLAIN_HERO_MOVE)

    def steps(self, position: Position, piece: pieces.HeroCharacter) -> FootprintSteps:
        return FootprintSteps(position, piece)

    def placements(
        self, position: Position, piece: pieces.HeroCharacter, label: str, place: Place
    ) -> Iterator[pieces.HeroCharacter]:
        yield placement.with_place(position, piece, label)

    def may_attack_from(self, place: HeroPlace) -> bool:
        return place.may_stop and movement.can_always_step.clause.id not in place.stops

    def attack_limits(self, position: Position, attacker: pieces.HeroCharacter, weapon: Weapon | None) -> AttackLimits:
        return AttackLimits(attack_findings.reach_of(attacker, weapon))

    def dummy_target(
        self, position: Position, cell: Cell, side: str, attacker: pieces.HeroCharacter
    ) -> pieces.HeroCharacter:
        return pieces.HeroCharacter(name="", at=cell, side=side)

    def resolve(self, attack: Attack[pieces.HeroCharacter], numbers: Mapping[str, int], dice: Dice) -> Rolled:
        return attack_findings.roll(attack, attack_findings.required_roll(numbers), dice)


HERO5 = Hero5()
