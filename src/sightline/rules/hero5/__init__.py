"""HERO 5th, the supplement on combat movement: moving, squeezing, sizes, concealment and attacks, on hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from sightline.board import Board, Piece, PlaceError, Weapon
from sightline.lattice import Cell
from sightline.rules import (
    ANY_MOVE,
    Attack,
    Clause,
    Dice,
    Finding,
    Manner,
    Odds,
    Place,
    Position,
    Rolled,
    Ruleset,
    Ruling,
    SightPlan,
    Terrain,
    Verdict,
)
from sightline.rules.hero5 import (
    concealment,
    footprint,
    ground,
    movement,
    obstacles,
    opportunity,
    passing,
    pieces,
    placing,
    shooting,
    sizes,
    squeezing,
)
from sightline.rules.hero5.messages import MESSAGES
from sightline.rules.hero5.strides import Strides
from sightline.rules.hero5.verdict import HeroVerdict


class Hero5(Ruleset):
    """The rule system, as a table of contents."""

    key: ClassVar[str] = "hero5"
    title: ClassVar[str] = "HERO 5th, combat movement"
    clauses: ClassVar[tuple[Clause, ...]] = (
        pieces.size.clause,
        footprint.footprint.clause,
        passing.past_friend.clause,
        passing.past_opponent.clause,
        passing.is_in_the_way.clause,
        passing.may_share.clause,
        passing.enters_freely.clause,
        passing.are_sizes_apart.clause,
        passing.fills_or_passes_all.clause,
        ground.is_difficult.clause,
        ground.hampers.clause,
        ground.demands_roll.clause,
        ground.blocks_movement.clause,
        ground.going_above.clause,
        ground.factor.clause,
        squeezing.is_narrow.clause,
        squeezing.cores.clause,
        passing.is_tight.clause,
        squeezing.contorted_cores.clause,
        movement.falls_back_to.clause,
        movement.can_always_step.clause,
        opportunity.gives_up.clause,
        sizes.has_room.clause,
        sizes.no_reach.clause,
        sizes.reach.clause,
        shooting.concealment_bonus.clause,
        opportunity.is_too_well_concealed.clause,
        concealment.what_conceals.clause,
        concealment.what_conceals_adjacent.clause,
        concealment.is_as_ranged.clause,
        obstacles.low_conceals.clause,
        concealment.pairs_of_hexes.clause,
        obstacles.what_blocks.clause,
        opportunity.is_unseen.clause,
        shooting.own_values.clause,
        shooting.range_modifier.clause,
        shooting.spares_friends.clause,
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (
        squeezing.SQUEEZE_PAST,
        opportunity.OPPORTUNITY,
        obstacles.HEXSIDE,
        obstacles.MELEE_WALL,
        shooting.RANGE_MODIFIERS,
    )
    messages: ClassVar[Mapping[str, str]] = MESSAGES

    grids: ClassVar[tuple[str, ...]] = ("hex",)
    terrain: ClassVar[Mapping[str, Terrain]] = pieces.TERRAIN
    border_terrain: ClassVar[Mapping[str, Terrain]] = pieces.BORDERS
    kind: ClassVar[type[Terrain]] = pieces.HeroTerrain
    piece: ClassVar[type[Piece]] = pieces.Character
    place_fields: ClassVar[tuple[str, ...]] = (
        "at",
        "growth",
        "shrinking",
        "flying",
        "desolid",
        "acrobatics",
        "contortionist",
    )
    shares_cells: ClassVar[bool] = True

    verdict: ClassVar[type[Verdict]] = HeroVerdict
    place: ClassVar[type[Place]] = movement.HeroPlace
    manners: ClassVar[tuple[str, ...]] = ("by", "through", "fewest_attacks")
    roll_numbers: ClassVar[tuple[str, ...]] = ("ocv", "dcv")
    base_messages: ClassVar[tuple[str, ...]] = ("own-ocv", "own-dcv")

    def sight(self) -> SightPlan:
        return concealment.ranged()

    def look(self, position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> concealment.Concealed:
        return concealment.conceals(position, attacker, target, weapon)

    def findings(self, attack: Attack) -> Iterator[Finding]:
        # What costs least to find out stands first: whole boards stop at the first finding against an attack.
        yield from shooting.spares_friends(attack)
        yield from shooting.helplessness(attack)
        yield from shooting.squeezing(attack)
        yield from shooting.distance(attack)
        yield from shooting.own_values(attack)
        yield from shooting.concealment(attack)

    def roll(self, attack: Attack, numbers: Mapping[str, int]) -> tuple[shooting.RollAtMost, Odds]:
        needed = shooting.to_roll(numbers)
        return needed, shooting.roll_odds(needed)

    def further_keys(self, attack: Attack, numbers: Mapping[str, int], odds: Odds | None) -> Mapping[str, Any]:
        seen = shooting.concealed(attack)
        return {"concealment": concealment.DEGREES[seen.degree], "corner": seen.corner}

    def settle(self, position: Position, piece: Piece) -> Piece:
        return placing.settle(position, piece)

    def check_place(self, position: Position, piece: Piece) -> Iterator[PlaceError]:
        return placing.check_place(position, piece)

    def can_share(self, board: Board, cell: Cell, pieces_there: Iterable[Piece]) -> bool:
        return passing.can_share(map(pieces.character_of, pieces_there))

    def places(self, position: Position, piece: Piece, manner: Manner = ANY_MOVE) -> Mapping[str, Place]:
        return movement.places(position, piece, manner)

    def steps(self, position: Position, piece: Piece) -> Strides:
        return Strides(position, pieces.character_of(piece))

    def stances(self, position: Position, piece: Piece, label: str, place: Place) -> Iterator[Piece]:
        yield placing.moved_to(position, piece, label)

    def threatened(self, position: Position, piece: Piece) -> Mapping[str, Iterable[Cell]]:
        return opportunity.threatened(position, pieces.character_of(piece))

    def plain_target(self, position: Position, cell: Cell, side: str, attacker: Piece) -> Piece:
        return pieces.Character(name="", at=cell, side=side)

    def resolve(self, attack: Attack, numbers: Mapping[str, int], dice: Dice) -> Rolled:
        return shooting.roll(attack, shooting.to_roll(numbers), dice)


HERO5 = Hero5()
