"""HERO 5th, the supplement on combat movement: moving, squeezing, sizes, concealment and attacks, on hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from sightline.board import Board, Piece, PlaceError, Weapon
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
    concealment,
    footprint,
    movement,
    moving_through,
    opportunity,
    pieces,
    placement,
    ranged,
    sight_plan,
    sizes,
    squeezing,
    terrain,
)
from sightline.systems.hero5.depiction import HeroDepiction
from sightline.systems.hero5.footprint_steps import Strides
from sightline.systems.hero5.messages import MESSAGES
from sightline.systems.hero5.move_kinds import PLAIN_HERO_MOVE, HeroMove
from sightline.systems.hero5.verdict import HeroVerdict


class Hero5(
    PlannedSight[pieces.Character],
    Stepwise[pieces.Character, movement.HeroPlace],
    Placed[pieces.Character],
    Rollable[pieces.Character],
    HeroDepiction,
):
    """The rule system, as a table of contents."""

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
        terrain.going_above.clause,
        terrain.factor.clause,
        squeezing.is_narrow.clause,
        squeezing.cores.clause,
        moving_through.is_tight.clause,
        squeezing.contorted_cores.clause,
        movement.falls_back_to.clause,
        movement.can_always_step.clause,
        opportunity.gives_up.clause,
        sizes.has_room.clause,
        sizes.no_reach.clause,
        sizes.reach.clause,
        ranged.concealment_bonus.clause,
        opportunity.is_too_well_concealed.clause,
        concealment.what_conceals.clause,
        concealment.what_conceals_adjacent.clause,
        concealment.is_as_ranged.clause,
        sight_plan.low_conceals.clause,
        concealment.pairs_of_hexes.clause,
        sight_plan.what_blocks.clause,
        opportunity.is_unseen.clause,
        ranged.own_values.clause,
        ranged.range_modifier.clause,
        ranged.spares_friends.clause,
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (
        squeezing.SQUEEZE_PAST,
        opportunity.OPPORTUNITY,
        sight_plan.HEXSIDE,
        sight_plan.MELEE_WALL,
        ranged.RANGE_MODIFIERS,
    )
    messages: ClassVar[Mapping[str, str]] = MESSAGES

    grids: ClassVar[tuple[str, ...]] = ("hex",)
    terrain: ClassVar[Mapping[str, Terrain]] = pieces.TERRAIN
    border_terrain: ClassVar[Mapping[str, Terrain]] = pieces.BORDERS
    terrain_type: ClassVar[type[Terrain]] = pieces.HeroTerrain
    piece_type: ClassVar[type[Piece]] = pieces.Character
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
    place_type: ClassVar[type[Place]] = movement.HeroPlace
    move_options: ClassVar[type[MoveOptions]] = HeroMove
    roll_numbers: ClassVar[tuple[str, ...]] = ("ocv", "dcv")
    base_messages: ClassVar[tuple[str, ...]] = ("own-ocv", "own-dcv")

    def sight(self) -> SightPlan:
        return concealment.ranged()

    def view(
        self, position: Position, attacker: pieces.Character, target: pieces.Character, weapon: Weapon | None
    ) -> concealment.Concealed:
        return concealment.conceals(position, attacker, target, weapon)

    def findings(self, attack: Attack[pieces.Character]) -> Iterator[Finding]:
        # What costs least to find out stands first: whole boards stop at the first finding against an attack.
        yield from ranged.spares_friends(attack)
        yield from ranged.helplessness(attack)
        yield from ranged.squeezing(attack)
        yield from ranged.distance(attack)
        yield from ranged.own_values(attack)
        yield from ranged.concealment(attack)

    def roll(self, attack: Attack[pieces.Character], numbers: Mapping[str, int]) -> tuple[ranged.RollAtMost, Odds]:
        needed = ranged.to_roll(numbers)
        return needed, ranged.roll_odds(needed)

    def extra_fields(
        self, attack: Attack[pieces.Character], numbers: Mapping[str, int], odds: Odds | None
    ) -> Mapping[str, Any]:
        seen = ranged.concealed(attack)
        return {"concealment": concealment.DEGREES[seen.degree], "corner": seen.corner}

    def occupy(self, position: Position, piece: pieces.Character) -> pieces.Character:
        return placement.occupy(position, piece)

    def check_place(self, position: Position, piece: pieces.Character) -> Iterator[PlaceError]:
        return placement.check_place(position, piece)

    def can_share(self, board: Board, cell: Cell, pieces_there: Iterable[Piece]) -> bool:
        return moving_through.can_share(map(pieces.character_of, pieces_there))

    def places(
        self, position: Position, piece: pieces.Character, options: MoveOptions = PLAIN_MOVE
    ) -> Mapping[str, movement.HeroPlace]:
        return movement.places(position, piece, options if isinstance(options, HeroMove) else PLAIN_HERO_MOVE)

    def steps(self, position: Position, piece: pieces.Character) -> Strides:
        return Strides(position, piece)

    def placements(
        self, position: Position, piece: pieces.Character, label: str, place: Place
    ) -> Iterator[pieces.Character]:
        yield placement.moved_to(position, piece, label)

    def dummy_target(self, position: Position, cell: Cell, side: str, attacker: pieces.Character) -> pieces.Character:
        return pieces.Character(name="", at=cell, side=side)

    def resolve(self, attack: Attack[pieces.Character], numbers: Mapping[str, int], dice: Dice) -> Rolled:
        return ranged.roll(attack, ranged.to_roll(numbers), dice)


HERO5 = Hero5()
