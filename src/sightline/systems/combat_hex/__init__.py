"""Combat Hex, on hexes with elevated terrain and printed lines. Its rulebook is a sheet of rulings.

- Bases: `pieces`; kinds of terrain and masks: `terrain`
- Lines of sight and tournament rules: `sight_plan`; their findings: `sight`
- Shot bonus, hits, range: `fire`
- The ruling sheet: `chart_sheet`; boards inferred from one: `chart_inference`, `unknown_terrain`
- answers: `messages`, `verdict`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from sightline.board import Piece, PlaceError, Weapon
from sightline.inference.inferable import Inferable
from sightline.lattice import Cell
from sightline.rules import (
    Attack,
    AttackLimits,
    Charted,
    Clause,
    Column,
    Dice,
    Exemplified,
    FindingPart,
    Odds,
    Placed,
    Position,
    Rollable,
    Rolled,
    Ruling,
    Sign,
    Terrain,
    Verdict,
)
from sightline.sight import PlannedSight, SightPlan, sighting_of
from sightline.systems.combat_hex import chart_sheet, fire, pieces, sight, sight_plan
from sightline.systems.combat_hex.messages import MESSAGES
from sightline.systems.combat_hex.terrain import PRINTED_LINES, TERRAIN
from sightline.systems.combat_hex.verdict import CombatHexVerdict

__all__ = ["COMBAT_HEX", "CombatHexVerdict"]

if TYPE_CHECKING:
    from sightline.inference.unknown_board import Inference


class CombatHex(
    PlannedSight[pieces.Warrior], Placed[pieces.Warrior], Rollable[pieces.Warrior], Charted, Inferable, Exemplified
):
    """The rule system: its clauses in the order of the book, and the functions that answer."""

    key: ClassVar[str] = "combat-hex"
    title: ClassVar[str] = "Combat Hex"
    clauses: ClassVar[tuple[Clause, ...]] = (
        pieces.check_base.clause,
        sight_plan.lines_of_sight.clause,
        sight_plan.contact_readings.clause,
        sight_plan.warrior_blocks.clause,
        sight_plan.elevated_ground_blocks.clause,
        sight_plan.other_hill_blocks.clause,
        sight_plan.blocking_conditions.clause,
        sight_plan.printed_line_degrades.clause,
        fire.bonus.clause,
        fire.dice_and_number.clause,
        fire.glancing_face.clause,
        fire.check_friend.clause,
        fire.check_range.clause,
        chart_sheet.sheet_row.clause,
        chart_sheet.rules_cited.clause,
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (sight_plan.FOOT_SOLDIER, sight_plan.OWN_LINE)
    # Cheapest first: whole-board questions stop at the first finding against an attack.
    finding_parts: ClassVar[tuple[FindingPart, ...]] = (
        sight.obstacles,
        fire.check_friend,
        fire.check_range,
        fire.bonus_die,
        fire.dice_and_number,
    )
    roll_parts: ClassVar[tuple[FindingPart, ...]] = (fire.bonus_die, fire.dice_and_number)
    messages: ClassVar[Mapping[str, str]] = MESSAGES

    grids: ClassVar[tuple[str, ...]] = ("hex",)
    terrain: ClassVar[Mapping[str, Terrain]] = TERRAIN
    border_terrain: ClassVar[Mapping[str, Terrain]] = PRINTED_LINES
    piece_type: ClassVar[type[Piece]] = pieces.Warrior
    place_fields: ClassVar[tuple[str, ...]] = ("at", "mounted")

    verdict_type: ClassVar[type[Verdict]] = CombatHexVerdict
    roll_numbers: ClassVar[tuple[str, ...]] = ("dice", "hits_on")
    base_messages: ClassVar[tuple[str, ...]] = ("own-dice", "base-number")
    chart_columns: ClassVar[tuple[Column, ...]] = chart_sheet.COLUMNS
    chart_signs: ClassVar[Mapping[Sign, str]] = chart_sheet.SIGNS

    def sight(self) -> SightPlan:
        return sight_plan.lines_of_sight()

    def check_place(self, position: Position, piece: pieces.Warrior) -> Iterator[PlaceError]:
        yield from pieces.check_base(position.board, piece)

    def roll(self, attack: Attack[pieces.Warrior], numbers: Mapping[str, int]) -> tuple[fire.Shooting, Odds]:
        rolled = fire.Shooting(numbers["dice"], numbers["hits_on"], fire.glancing_face())
        return rolled, fire.shooting_odds(rolled)

    def extra_fields(
        self, attack: Attack[pieces.Warrior], numbers: Mapping[str, int], odds: Odds | None
    ) -> Mapping[str, Any]:
        return {
            "bonus": fire.bonus(attack),
            "degraded": fire.is_degraded(attack),
            "shooter_hex": sighting_of(attack).named_lines(attack.position)[0].from_,
        }

    def attack_limits(self, position: Position, attacker: pieces.Warrior, weapon: Weapon | None) -> AttackLimits:
        return AttackLimits(fire.reach_of(attacker))

    def dummy_target(self, position: Position, cell: Cell, side: str, attacker: pieces.Warrior) -> pieces.Warrior:
        return pieces.Warrior(name="", at=cell, side=side)

    def resolve(self, attack: Attack[pieces.Warrior], numbers: Mapping[str, int], dice: Dice) -> Rolled:
        shooting_numbers, _ = self.roll(attack, numbers)
        return fire.shoot(shooting_numbers, dice)

    def inference(self) -> Inference:
        from sightline.systems.combat_hex.chart_inference import RulingSheet

        return RulingSheet(self.highest_level)

    def chart_sign(self, verdict: Verdict) -> Sign:
        return chart_sheet.sign_of(cast("CombatHexVerdict", verdict))


COMBAT_HEX = CombatHex()
