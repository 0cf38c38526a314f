"""Attacks of opportunity (HERO-4.3, 6.2, 6.9): the hexes that opponents threaten, and the opponents that can attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, reduce

from sightline.board import Board
from sightline.lattice import Cell
from sightline.rules import Clause, Position, Ruling, rule
from sightline.systems.hero5.concealment import DEGREES, melee_degree
from sightline.systems.hero5.pieces import HeroCharacter, character_of
from sightline.systems.hero5.sight_plan import HALF, MOSTLY, TOTAL
from sightline.systems.hero5.sizes import reach

OPPORTUNITY = Ruling(
    "opportunity",
    "Does leaving a hex that an opponent threatens provoke an attack of opportunity? (The core game has none.)",
    ("attacks", "none"),
)


@rule(
    Clause(
        "HERO-4.3",
        "Attacks of opportunity",
        "Giving up a hex that an opponent threatens provokes that opponent, at most once a round. A move of "
        "exactly one hex does not, except the one that is always possible. Helpless opponents threaten nothing and "
        "cannot attack. A ruling says whether attacks of opportunity are made at all.",
        "Ours, after d20: the source only names such attacks",
    ),
    off=frozenset(),
)
def hexes_given_up(before: frozenset[Cell], after: frozenset[Cell]) -> frozenset[Cell]:
    """Return the hexes that a step gives up; opponents who threaten them are provoked."""
    return before - after


@rule(
    Clause(
        "HERO-6.2",
        "Concealed from attacks of opportunity",
        "A character that is half or mostly concealed from an opponent in the place it leaves does not provoke "
        "that opponent there.",
        "Concealment",
    ),
    off=False,
)
def prevents_opportunity(degree: int) -> bool:
    """Return whether a degree of concealment prevents attacks of opportunity."""
    return degree in (HALF, MOSTLY)


@rule(
    Clause(
        "HERO-6.9",
        "Unseen",
        "A totally concealed opponent cannot be the target of an attack of opportunity, even if it is known where "
        "it is.",
        "Locating Targets using a Non-Targeting Sense",
    ),
    off=False,
)
def is_unseen(degree: int) -> bool:
    """Return whether a degree of concealment is total."""
    return degree == TOTAL


class Opponents:
    """The opponents of a character who may attack it when it moves: `attackers`, by name."""

    def __init__(self, position: Position, character: HeroCharacter) -> None:
        self.position = position
        self.character = character
        others = (character_of(piece) for piece in position.pieces.values() if piece.name != character.name)
        foes = (other for other in others if not other.is_friend_of(character))
        self.attackers = {foe.name: foe for foe in foes if not foe.helpless and foe.squeezed != "contorted"}

    @cached_property
    def threatened(self) -> Mapping[Cell, tuple[str, ...]]:
        """The hexes that they threaten, each with the names of those who do."""
        found: dict[Cell, tuple[str, ...]] = {}
        for foe in self.attackers.values():
            for cell in iter_threatened(self.position, foe):
                found[cell] = (*found.get(cell, ()), foe.name)
        return found

    def threatening(self, cells: Iterable[Cell]) -> Iterator[str]:
        """Yield the names of those who threaten any of these hexes."""
        for cell in cells:
            yield from self.threatened.get(cell, ())

    def can_attack(self, name: str, cells: frozenset[Cell], passed: frozenset[str]) -> bool:
        """Return whether one of them can attack the character as it leaves the hexes `cells`.

        `passed` holds the names of the friends whom it passes with that step: they do not conceal it.
        """
        if self.position.rulings[OPPORTUNITY.name] == "none":
            return False
        foe, gone = self.attackers[name], passed | {self.character.name}

        def find(position: Position) -> int:
            # The moving character has left its place, and those that it passes are not obstacles.
            board = position.cached(("without", gone), lambda at: reduce(Board.without_piece, gone, at.board))
            return melee_degree(position.with_surface(board), foe.cells, cells)

        degree = self.position.cached(("opportunity", foe, cells, gone), find)
        degree = max(degree, DEGREES.index(self.character.concealment))
        return not (prevents_opportunity(degree) or is_unseen(degree))


def iter_threatened(position: Position, character: HeroCharacter) -> Iterator[Cell]:
    """Yield the hexes of the map that a character threatens."""
    board, reached = position.board, reach(character)
    if reached > max(board.columns, board.rows):  # cheaper than a disc that is larger than the map
        cells = (cell for cell in board if any(board.grid.distance(own, cell) <= reached for own in character.cells))
        yield from cells
    else:
        found = dict.fromkeys(cell for own in character.cells for cell in board.grid.disc(own, reached))
        yield from (cell for cell in found if cell in board)


def threatened(position: Position, character: HeroCharacter) -> Mapping[str, tuple[Cell, ...]]:
    """Return, by name, the hexes that each opponent threatens who could attack a character when it moves."""
    if position.rulings[OPPORTUNITY.name] == "none":
        return {}
    attackers = Opponents(position, character).attackers.values()
    return {foe.name: tuple(iter_threatened(position, foe)) for foe in attackers}
