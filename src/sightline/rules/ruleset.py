"""The page of questions that a rule system answers: it derives from `Ruleset` and overrides what it answers otherwise.

The system is an instance, registered by the entry point group `sightline.systems` or given as a file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from sightline.board import Board, Piece, PlaceError, Weapon
from sightline.i18n import N_, _
from sightline.lattice import Cell
from sightline.plane import distance
from sightline.rules.answers import Finding, Odds, Place, Rolled, Sight, Strike, Verdict
from sightline.rules.attack import Attack
from sightline.rules.cell_group import CellGroup
from sightline.rules.chart_columns import Column, Sign
from sightline.rules.clause import Clause
from sightline.rules.dice import Dice
from sightline.rules.field_errors import FieldError
from sightline.rules.game import Game
from sightline.rules.move_options import ANY_MOVE, MoveOptions
from sightline.rules.plan import SightPlan
from sightline.rules.position import Position, Site, Terrain
from sightline.rules.ruling import Ruling
from sightline.rules.sighting import find_sight, find_sighting
from sightline.rules.step_model import Steps
from sightline.rules.table_obstacles import TableObstacles
from sightline.rules.view import View

if TYPE_CHECKING:
    from sightline.inference import Inference
    from sightline.plane.movement import Move


class NotAnswered(Exception):
    """A question that a rule system has no answer to; `message` says so, with the system's title as `{rules}`."""

    def __init__(self, rules: Ruleset, message: str) -> None:
        super().__init__(_(message).format(rules=rules.title))


def asks_for_cells(rules: Ruleset) -> NotAnswered:
    """Give the refusal of a question about every cell, on a free table."""
    return NotAnswered(rules, N_("this is asked of the cells of a map, and a free table has none"))


def _nothing_said_of_moves(rules: Ruleset) -> NotAnswered:
    return NotAnswered(rules, N_("{rules} does not say how pieces move"))


def _nothing_said_of_obstacles(rules: Ruleset) -> NotAnswered:
    return NotAnswered(rules, N_("{rules} does not say how obstacles are attacked"))


class Ruleset(ABC):
    """A rule system: what it is called and made of, and its answers."""

    key: ClassVar[str]
    """What `rules:` of a scenario calls it."""
    title: ClassVar[str]
    revision: ClassVar[int] = 1
    """Raised by every change of a clause."""
    clauses: ClassVar[tuple[Clause, ...]]
    """In the order of the rulebook."""
    rulings: ClassVar[tuple[Ruling, ...]] = ()
    messages: ClassVar[Mapping[str, str]] = {}
    """English texts of the system's own message ids, with arguments in braces; an argument that is a `Term` is said in
    the language that is spoken."""

    grids: ClassVar[tuple[str, ...]]
    """The kinds of grid it is played on: "hex", "square", "free"."""
    terrain: ClassVar[Mapping[str, Terrain]]
    """Built-in kinds of cells by name. `clear`, the absence of all others, is among them."""
    border_terrain: ClassVar[Mapping[str, Terrain]] = {}
    terrain_type: ClassVar[type[Terrain]] = Terrain
    """What a kind of terrain of a file's own states."""
    highest_level: ClassVar[int] = 9
    piece_type: ClassVar[type[Piece]] = Piece
    """What a piece states; its type of `weapons`, if it has them, is what a weapon states."""

    place_fields: ClassVar[tuple[str, ...]] = ("at",)
    """What of a piece says where it stands, as `check_place` judges it; the weightiest first."""
    shares_cells: ClassVar[bool] = False
    """Whether two pieces may ever stand in one cell; `can_share` says which."""

    verdict_type: ClassVar[type[Verdict]] = Verdict
    roll_numbers: ClassVar[tuple[str, ...]] = ()
    """The numbers that the roll is made of: findings on them fall away where there is no roll."""
    base_messages: ClassVar[tuple[str, ...]] = ()
    """The messages of what a number starts from: listed first among the findings on it."""

    place_type: ClassVar[type[Place]] = Place
    """What is told of a place that a piece can move to."""
    show_move_ends: ClassVar[bool] = False
    """Whether pictures mark the places where a move has to end."""
    move_options: ClassVar[tuple[str, ...]] = ()
    """The fields of `MoveOptions` that mean something to it."""

    chart_columns: ClassVar[tuple[Column, ...]] = ()
    """The columns of a chart in print and in CSV, where they are not the common ones."""
    chart_signs: ClassVar[Mapping[Sign, str]] = {}
    """What the signs at the targets in the picture of a chart say; without any, lines have heads instead."""

    def sight(self) -> SightPlan:
        """Give the plan of who sees whom on cells. Raises `NotAnswered`."""
        raise NotAnswered(self, N_("{rules} does not say who sees whom"))

    def view(self, position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> View:
        """Give what an attacker sees of a target when it attacks with that weapon."""
        del weapon
        return find_sighting(position.plan(self.sight), position, attacker, target)

    def sight_at(self, position: Position, piece: Piece, cell: Cell) -> Sight:
        """Give how a piece sees a plain one in a cell. Raises `NotAnswered`."""
        return find_sight(self.dummy_sight(position), position, piece, cell)

    def uses_default_sight(self, position: Position, piece: Piece) -> bool:
        """Tell whether `sight_at` of a piece of one cell is that by `dummy_sight`, whatever rulings are in force.

        So it is unless `sight_at` is overridden.
        """
        del position, piece
        return type(self).sight_at is Ruleset.sight_at

    def dummy_sight(self, position: Position) -> SightPlan:
        """Give the plan by which a plain piece of one cell sees another. Raises `NotAnswered`."""
        return position.plan(self.sight)

    def table_obstacles(self, position: Position) -> TableObstacles:
        """Give what cuts lines on a free table, where open corridors decide sight. Raises `NotAnswered`."""
        del position
        raise NotAnswered(self, N_("{rules} does not say what cuts lines on a free table"))

    def distance(self, position: Position, a: Piece, b: Piece) -> int | float:
        """Give the distance of two pieces: in cells, the least over theirs; on a free table in inches between edges."""
        if position.is_free:
            return distance(a.shape, b.shape)
        grid = position.board.grid
        return min(grid.distance(one, other) for one in a.cells for other in b.cells)

    @abstractmethod
    def findings(self, attack: Attack) -> Iterator[Finding]:
        """Yield all findings about an attack, whether it is legal or not, in any order."""

    @abstractmethod
    def roll(self, attack: Attack, numbers: Mapping[str, int]) -> tuple[Struct, Odds] | None:
        """Give the numbers of the roll and its odds for a legal attack; `numbers` holds the sums of the findings.

        None where the two do not state what the roll is made of.
        """

    def extra_fields(self, attack: Attack, numbers: Mapping[str, int], odds: Odds | None) -> Mapping[str, Any]:
        """Give the values of the keys that the system's verdict adds; `odds` is None where the attack is not legal."""
        del attack, numbers, odds
        return {}

    def chart_sign(self, verdict: Verdict) -> Sign | None:
        """Give the sign, one of `chart_signs`, of a verdict in the picture of a chart."""
        del verdict
        return None

    def can_share(self, board: Board, cell: Cell, pieces: Iterable[Piece]) -> bool:
        """Tell whether these pieces, two or more, may stand in one cell, in a system where some may.

        Where they may, so may any fewer of them.
        """
        del board, cell, pieces
        return False

    def occupy(self, position: Position, piece: Piece) -> Piece:
        """Give a piece on the cells that it stands on, in a system where these follow from the middle of it."""
        del position
        return piece

    def check_place(self, position: Position, piece: Piece) -> Iterator[PlaceError]:
        """Yield what is wrong with the cells that a piece stands on, whoever else stands there."""
        del position, piece
        yield from ()

    def move(self, position: Position, piece: Piece) -> Move:
        """Give the move that a piece can make on a free table. Raises `NotAnswered`."""
        del position, piece
        raise _nothing_said_of_moves(self)

    def check_piece(self, position: Position, piece: Piece) -> Iterator[FieldError]:
        """Yield what is wrong with what a piece states, its place apart, among the others on the board."""
        del position, piece
        yield from ()

    def places(self, position: Position, piece: Piece, manner: MoveOptions = ANY_MOVE) -> Mapping[str, Place]:
        """Give, by label, every place that a piece can move to or through, its own first. Raises `NotAnswered`.

        Of `manner` only what is among `move_options` is ever asked for.
        """
        del position, piece, manner
        raise _nothing_said_of_moves(self)

    def steps(self, position: Position, piece: Piece) -> Steps[Any]:
        """Give the steps that a piece can make on cells, wherever it stands. Raises `NotAnswered`.

        They serve questions about whole boards: `places` says of each place that they lead to what they cost at least.
        """
        del position, piece
        raise _nothing_said_of_moves(self)

    def placements(self, position: Position, piece: Piece, label: str, place: Place) -> Iterator[Piece]:
        """Yield the piece as it can stand after moving to a place: as it comes there first, then as it can turn.

        The less it turns the earlier it comes, clockwise first. `place` is one of `places` where it may stop.
        """
        raise _nothing_said_of_moves(self)

    def threatened(self, position: Position, piece: Piece) -> Mapping[str, Iterable[Cell]]:
        """Give, by name, the cells in which others threaten a piece that moves; empty where nobody does."""
        del position, piece
        return {}

    def outlines(self, position: Position) -> Iterable[CellGroup]:
        """Give the groups of cells that pictures draw a border round, the outermost first."""
        del position
        return ()

    def dummy_target(self, position: Position, cell: Cell, side: str, attacker: Piece) -> Piece:
        """Give a plain piece of a side in a cell, as `attacker` would hit it: in the open, at rest, with no name."""
        raise NotAnswered(self, N_("{rules} does not say what a plain target is"))

    def resolve(self, attack: Attack, numbers: Mapping[str, int], dice: Dice) -> Rolled:
        """Roll a legal attack, and tell what happens; `numbers` holds the sums of the findings."""
        raise NotAnswered(self, N_("{rules} does not say how an attack is rolled"))

    def strike(self, position: Position, attacker: Piece, site: Site, earlier: int) -> Strike:
        """Judge an attack on what obstructs at a cell or border, and has taken so much damage earlier.

        Raises `NotAnswered`, and ValueError where nothing there obstructs.
        """
        raise _nothing_said_of_obstacles(self)

    def after_damage(self, position: Position, site: Site, damage: int, earlier: int) -> Board:
        """Give the board after damage to what obstructs at a cell or border; raises as `strike` does."""
        raise _nothing_said_of_obstacles(self)

    def game(self) -> Game[Any]:
        """Give the game that is played by these rules. Raises `NotAnswered`."""
        raise NotAnswered(self, N_("{rules} is not played as a game here"))

    def inference(self) -> Inference:
        """Give how boards are found from a published chart. Raises `NotAnswered`."""
        raise NotAnswered(self, N_("{rules} does not say how boards are found from a chart"))
