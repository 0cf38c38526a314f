"""SODWA: teams on square tiles, with terrain on tiles and borders. Each section of its rulebook has a module here.

- 1 Characters, teams, defeat: `pieces`, `teams`, `basic_attack` (defeat); the characters to choose from: `roster`
- 2 Turns and 3 Actions: package `game`; facing: `facing`; a Move after an Attack: `movement`
- 4 Line of sight, adjacency, distance: `sight_plan`, `sight`
- 5 Attacks: `attack_numbers`, `basic_attack`; attacks on terrain: `destructible`
- 6 Karma: `game.karma`
- 7 Terrain: `terrain`; movement: `step_rules` (one step), `movement` (moves); destroyed terrain: `destructible`
- 9 The screen: `game.screen`; the board as drawn: `terrain_groups`, `depiction`
- answers: `messages`, `verdict`
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sightline.board import Board, Piece, PlaceError, Weapon
from sightline.lattice import Cell
from sightline.rules import (
    PLAIN_MOVE,
    Attack,
    AttackLimits,
    Clause,
    Destructible,
    Dice,
    Equipped,
    Exemplified,
    FieldError,
    FindingPart,
    MoveOptions,
    Odds,
    Place,
    Placed,
    Playable,
    Position,
    Rollable,
    Rolled,
    Ruling,
    Sight,
    Site,
    Stepwise,
    Strike,
    Taught,
    Terrain,
    Verdict,
)
from sightline.sight import PlannedSight, Sighting, SightPlan
from sightline.systems.sodwa import (
    abilities,
    attack_numbers,
    destructible,
    facing,
    movement,
    pieces,
    portals,
    sight,
    sight_plan,
    step_rules,
    teams,
    terrain,
    terrain_groups,
)
from sightline.systems.sodwa import basic_attack as attacks
from sightline.systems.sodwa.ability import ABILITY_MESSAGES
from sightline.systems.sodwa.attack_circumstances import circumstances_of
from sightline.systems.sodwa.depiction import SodwaDepiction
from sightline.systems.sodwa.game import ability_use, clock, karma, screen, state_resolution
from sightline.systems.sodwa.game.action_types import type_of
from sightline.systems.sodwa.messages import MESSAGES
from sightline.systems.sodwa.movement import SodwaPlace
from sightline.systems.sodwa.terrain import BORDERS, TERRAIN, SodwaTerrain
from sightline.systems.sodwa.verdict import SodwaVerdict

__all__ = ["SODWA", "SodwaPlace", "SodwaVerdict"]

if TYPE_CHECKING:
    from sightline.systems.sodwa.game.sodwa_game import SodwaGame


class Sodwa(
    PlannedSight[pieces.Character],
    Stepwise[pieces.Character, SodwaPlace],
    Placed[pieces.Character],
    Rollable[pieces.Character],
    Destructible[pieces.Character],
    Playable,
    Equipped,
    Taught,
    Exemplified,
    SodwaDepiction,
):
    """The rule system: its clauses in the order of the book, and the functions that answer."""

    key: ClassVar[str] = "sodwa"
    title: ClassVar[str] = "SODWA"
    revision: ClassVar[int] = 2
    clauses: ClassVar[tuple[Clause, ...]] = (
        pieces.attributes.clause,
        teams.worth.clause,
        teams.start_placement.clause,
        attacks.is_defeated.clause,
        clock.ip_gained.clause,
        clock.gets_turn.clause,
        clock.foremost.clause,
        clock.cost_of.clause,
        clock.forecast.clause,
        type_of.clause,
        movement.divisor_after_attack.clause,
        attack_numbers.having_moved.clause,
        facing.direction.clause,
        sight_plan.blocking_readings.clause,
        sight_plan.impeding_reading.clause,
        sight_plan.target_tile_reading.clause,
        sight_plan.corner_reading.clause,
        sight_plan.elevated.clause,
        sight.is_adjacent.clause,
        sight.check_engagement.clause,
        sight.distance.clause,
        attacks.attack_kind.clause,
        attack_numbers.own_values.clause,
        attacks.automatic_result.clause,
        attack_numbers.impeded_sight.clause,
        attack_numbers.height_difference.clause,
        attack_numbers.evasion.clause,
        attack_numbers.ignored.clause,
        attacks.is_doubles.clause,
        attacks.preview.clause,
        destructible.check_attack.clause,
        attacks.check_friend.clause,
        karma.gained_by_failing.clause,
        karma.spent_on.clause,
        karma.gain.clause,
        terrain.drawn_kinds.clause,
        terrain.obstructs.clause,
        destructible.is_destroyed.clause,
        step_rules.is_ceiling.clause,
        step_rules.impedes.clause,
        step_rules.is_difficult.clause,
        step_rules.is_transition.clause,
        step_rules.corner_hinders.clause,
        step_rules.occupied.clause,
        terrain.as_terrain.clause,
        ability_use.check_target.clause,
        *sorted(
            (state_resolution.resists.clause, *(ability.clause for ability in abilities.IN_ORDER)),
            key=lambda clause: int(clause.id.removeprefix("SOD-8.")),
        ),
        screen.panel_groups.clause,
        screen.preview_lines.clause,
        screen.turn_sequence.clause,
        terrain_groups.group_outlines.clause,
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (
        clock.OPENING_TIE,
        sight_plan.ADJACENT_FENCE,
        sight_plan.CORNER_CHARACTERS,
        sight.ENGAGED,
        sight.DIAGONALS,
        destructible.WALL_DAMAGE,
        step_rules.PASS_THROUGH,
        portals.PORTAL_SIGHT,
    )
    messages: ClassVar[Mapping[str, str]] = ChainMap(dict(MESSAGES), ABILITY_MESSAGES)

    grids: ClassVar[tuple[str, ...]] = ("square",)
    terrain: ClassVar[Mapping[str, Terrain]] = TERRAIN
    border_terrain: ClassVar[Mapping[str, Terrain]] = BORDERS
    terrain_type: ClassVar[type[Terrain]] = SodwaTerrain
    lowest_level: ClassVar[int] = 0
    highest_level: ClassVar[int] = 1
    has_links: ClassVar[bool] = True
    piece_type: ClassVar[type[Piece]] = pieces.Character
    place_fields: ClassVar[tuple[str, ...]] = ("at", "kind", "is")

    verdict_type: ClassVar[type[Verdict]] = SodwaVerdict
    place_type: ClassVar[type[Place]] = SodwaPlace
    base_messages: ClassVar[tuple[str, ...]] = ("own-accuracy", "own-defense", "own-damage")
    finding_parts: ClassVar[tuple[FindingPart, ...]] = (
        attacks.attack_findings,
        attacks.damage_findings,
        attacks.dice_notes,
    )
    roll_parts: ClassVar[tuple[FindingPart, ...]] = (attacks.dice_notes,)
    detail_parts: ClassVar[tuple[FindingPart, ...]] = (attacks.damage_findings, attacks.dice_notes)
    shared_parts: ClassVar[tuple[FindingPart, ...]] = (attacks.attack_findings,)

    def sight(self) -> SightPlan:
        return sight.line_of_sight()

    def view(
        self, position: Position, attacker: pieces.Character, target: pieces.Character, weapon: Weapon | None
    ) -> Sighting:
        return sight.find_look(position, attacker.cell, target.cell, attacker.range).sighting

    def sight_at(self, position: Position, piece: pieces.Character, cell: Cell) -> Sight:
        if self.uses_default_sight(position, piece):
            return super().sight_at(position, piece, cell)
        return sight.find_look(position, piece.cell, cell, None).sighting.sight

    def uses_default_sight(self, position: Position, piece: pieces.Character) -> bool:
        return not position.board.links

    def distance(self, position: Position, a: pieces.Character, b: pieces.Character) -> int:
        if position.board.links:
            return sight.find_look(position, a.cell, b.cell, a.range).distance
        return sight.distance(position, a.cell, b.cell)

    def circumstances(self, attack: Attack[pieces.Character]) -> Hashable:
        return circumstances_of(attack)

    def roll(
        self, attack: Attack[pieces.Character], numbers: Mapping[str, int]
    ) -> tuple[attacks.Difficulty, Odds] | None:
        if attacks.attributes_of_both(attack) is None:
            return None
        difficulty = attacks.difficulty_of(numbers)
        return attacks.Difficulty(difficulty), attacks.odds(attack.position, difficulty)

    def extra_fields(
        self, attack: Attack[pieces.Character], numbers: Mapping[str, int], odds: Odds | None
    ) -> Mapping[str, Any]:
        return attacks.preview(attack, numbers)

    def can_share(self, board: Board, cell: Cell, pieces_there: Iterable[Piece]) -> bool:
        return terrain.can_share(board, cell, pieces_there)

    def check_place(self, position: Position, piece: pieces.Character) -> Iterator[PlaceError]:
        yield from terrain.check_place(position, piece)

    def check_piece(self, position: Position, piece: pieces.Character) -> Iterator[FieldError]:
        return pieces.check_fields(piece)

    def places(
        self, position: Position, piece: pieces.Character, options: MoveOptions = PLAIN_MOVE
    ) -> Mapping[str, SodwaPlace]:
        return movement.places(position, piece)

    def steps(self, position: Position, piece: pieces.Character) -> movement.CharacterSteps:
        return movement.steps_of_move(position, piece)

    def placements(
        self, position: Position, piece: pieces.Character, label: str, place: SodwaPlace
    ) -> Iterator[pieces.Character]:
        return movement.placements(position, piece, label, place)

    def attack_limits(self, position: Position, attacker: pieces.Character, weapon: Weapon | None) -> AttackLimits:
        # Neighbours attack in melee, without a range; a portal shortens the distance.
        return AttackLimits(None if position.board.links else max(1, attacker.range))

    def dummy_target(self, position: Position, cell: Cell, side: str, attacker: pieces.Character) -> pieces.Character:
        plain = pieces.Attributes(accuracy=0, defense=pieces.STANDARD_DEFENSE, damage=0)
        return pieces.Character(name="", at=cell, side=side, melee=plain, ranged=plain)

    def game(self) -> SodwaGame:
        from sightline.systems.sodwa.game.sodwa_game import (
            SodwaGame,
        )  # only battles need it

        return SodwaGame(self)

    def strike(self, position: Position, attacker: pieces.Character, site: Site, earlier: int) -> Strike:
        return destructible.strike(position, attacker, site, earlier)

    def after_damage(self, position: Position, site: Site, damage: int, earlier: int) -> Board:
        return destructible.after_damage(position, site, damage, earlier)

    def resolve(self, attack: Attack[pieces.Character], numbers: Mapping[str, int], dice: Dice) -> Rolled:
        return attacks.resolve(attack, numbers, dice)


SODWA = Sodwa()
