"""Attacks of opportunity: who threatens which hexes, and whom a move provokes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, reduce

from sightline.board import Board
from sightline.lattice import Cell
from sightline.rules import Clause, Position, Ruling, rule
from sightline.systems.hero5.concealment import DEGREES, melee_degree
from sightline.systems.hero5.pieces import Character, character_of
from sightline.systems.hero5.sight_plan import HALF, MOSTLY, TOTAL
from sightline.systems.hero5.sizes import reach

OPPORTUNITY = Ruling(
    "opportunity",
    "Does leaving hexes that opponents threaten provoke attacks of opportunity? (The core game has none.)",
    ("attacks", "none"),
)


@rule(
    Clause(
        "HERO-4.3",
        "Attacks of opportunity",
        "To give up a hex that an opponent threatens provokes that opponent, once a round whatever the causes. A move "
        "of one hex alone does not, save the one that is always possible. Helpless opponents threaten nothing and "
        "attack nobody. Whether there are such attacks is ruled.",
        "Ours, after d20: the source names such attacks only",
    ),
    off=frozenset(),
)
def gives_up(before: frozenset[Cell], after: frozenset[Cell]) -> frozenset[Cell]:
    """Give the hexes that a step gives up, and so provokes those who threaten them."""
    return before - after


@rule(
    Clause(
        "HERO-6.2",
        "Concealed from opportunity",
        "Whoever is half or mostly concealed in the place that it leaves provokes nothing there.",
        "Concealment",
    ),
    off=False,
)
def is_too_well_concealed(degree: int) -> bool:
    """Tell whether a degree of concealment spares an attack of opportunity."""
    return degree in (HALF, MOSTLY)


@rule(
    Clause(
        "HERO-6.9",
        "Unseen",
        "An opponent who is totally concealed cannot be the target of an attack of opportunity, even if it is known "
        "where it is.",
        "Locating Targets using a Non-Targeting Sense",
    ),
    off=False,
)
def is_unseen(degree: int) -> bool:
    """Tell whether someone is totally concealed."""
    return degree == TOTAL


class Opponents:
    """Those who may attack one character when it moves."""

    def __init__(self, position: Position, character: Character) -> None:
        self.position = position
        self.character = character
        others = (character_of(piece) for piece in position.pieces.values() if piece.name != character.name)
        foes = (other for other in others if not other.is_friend_of(character))
        self.able = {foe.name: foe for foe in foes if not foe.helpless and foe.squeezed != "contorted"}

    @cached_property
    def threatened(self) -> Mapping[Cell, tuple[str, ...]]:
        """The hexes that they threaten, each with their names."""
        found: dict[Cell, tuple[str, ...]] = {}
        for foe in self.able.values():
            for cell in threatened_by(self.position, foe):
                found[cell] = (*found.get(cell, ()), foe.name)
        return found

    def threatening(self, cells: Iterable[Cell]) -> Iterator[str]:
        """Yield the names of those who threaten any of these hexes."""
        for cell in cells:
            yield from self.threatened.get(cell, ())

    def attacks(self, name: str, cells: frozenset[Cell], passed: frozenset[str]) -> bool:
        """Tell whether one of them can attack the character when it leaves the hexes that it stands on.

        `passed` are the friends whom it passes there: they give it no concealment.
        """
        if self.position.rulings[OPPORTUNITY.name] == "none":
            return False
        foe, gone = self.able[name], passed | {self.character.name}

        def find(position: Position) -> int:
            # Who moves is elsewhere by now, and whom it passes is not in the way.
            board = position.cached(("without", gone), lambda at: reduce(Board.without_piece, gone, at.board))
            return melee_degree(position.with_surface(board), foe.cells, cells)

        degree = self.position.cached(("opportunity", foe, cells, gone), find)
        degree = max(degree, DEGREES.index(self.character.concealment))
        return not (is_too_well_concealed(degree) or is_unseen(degree))


def threatened_by(position: Position, character: Character) -> Iterator[Cell]:
    """Yield the hexes of the map that a character threatens."""
    board, reached = position.board, reach(character)
    if reached > max(board.columns, board.rows):  # more than a disc is worth
        cells = (cell for cell in board if any(board.grid.distance(own, cell) <= reached for own in character.cells))
        yield from cells
    else:
        found = dict.fromkeys(cell for own in character.cells for cell in board.grid.disc(own, reached))
        yield from (cell for cell in found if cell in board)


def threatened(position: Position, character: Character) -> Mapping[str, tuple[Cell, ...]]:
    """Give the hexes that each opponent threatens who could attack a character when it moves."""
    if position.rulings[OPPORTUNITY.name] == "none":
        return {}
    able = Opponents(position, character).able.values()
    return {foe.name: tuple(threatened_by(position, foe)) for foe in able}
