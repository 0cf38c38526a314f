"""Capabilities that a rule system may offer in addition to its core: classes from which it also derives.

A `Capability` is needed for some questions: `require` returns the system as that type, or refuses the question. For
`Placed`, `Charted` and `Depicted` every system has defaults: `placing_of`, `charting_of`, `depiction_of`.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from sightline.board import Board, Piece, PlaceError
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.rules.answers import Place, Rolled, Strike, Verdict
from sightline.rules.attack import Attack, P
from sightline.rules.chart_columns import Column, Sign
from sightline.rules.dice import Dice
from sightline.rules.move_options import PLAIN_MOVE, MoveOptions
from sightline.rules.position import Position, Site
from sightline.rules.ruleset import NotAnswered, Ruleset
from sightline.rules.step_model import Steps
from sightline.rules.table_obstacles import TableObstacles

if TYPE_CHECKING:
    from sightline.plane.movement import MoveQuery
    from sightline.rules.game import Game

L = TypeVar("L", bound=Place)
AnyCapability = TypeVar("AnyCapability", bound="Capability")


class Capability(ABC):
    """The base of capabilities, which only some rule systems have."""

    refusal: ClassVar[str]
    """The message for other systems, with `{rules}` for their title."""


def require(rules: Ruleset[Any], wanted: type[AnyCapability]) -> AnyCapability:
    """Return a rule system as an instance of a capability. Raise `NotAnswered` if it lacks it."""
    found: object = rules  # for the type checker, not a subclass of `Ruleset`
    if isinstance(found, wanted):
        return found
    raise NotAnswered(rules, wanted.refusal)


def require_cells(rules: Ruleset[Any], position: Position) -> None:
    """Raise `NotAnswered` on a free table."""
    if position.is_free:
        raise NotAnswered(rules, N_("this question is about the cells of a map, and a free table has none"))


class Movable(Capability, Generic[P, L]):
    """A system with rules of movement from cell to cell."""

    refusal: ClassVar[str] = N_("{rules} has no rules for moving pieces")
    place_type: ClassVar[type[Place]] = Place
    """The type of the places in answers."""
    move_options: ClassVar[type[MoveOptions]] = MoveOptions
    """The options that a question about moves may have."""

    @abstractmethod
    def places(self, position: Position, piece: P, options: Any = PLAIN_MOVE) -> Mapping[str, L]:
        """Return, by label, every place that a piece can move to or through, its own first.

        `options` is an instance of `move_options`, or `PLAIN_MOVE`.
        """

    @abstractmethod
    def placements(self, position: Position, piece: P, label: str, place: L) -> Iterator[P]:
        """Yield the piece as it can stand after moving to a place: as it arrives first, then turned.

        They are ordered by how much it turns, clockwise first. `place` is one of `places` where it may stop.
        """

    def may_attack_from(self, place: L) -> bool:
        """Return whether a piece may still attack after moving to a place; by default yes wherever it may stop."""
        return place.may_stop

    def can_enter(self, position: Position, cell: Cell) -> bool:
        """Return whether the terrain of a cell allows any piece to enter it; by default every cell can be entered."""
        del position, cell
        return True


class Stepwise(Movable[P, L]):
    """A system whose moves are paths of steps, so that reach can be computed from all cells at once."""

    @abstractmethod
    def steps(self, position: Position, piece: P) -> Steps[Any]:
        """Return the steps that a piece can make on cells, for any start.

        The minimum cost of a path of these steps is the cost in `places`.
        """


class CorridorSight(Capability):
    """A system in which open corridors decide sight on free tables, so that all pairs can be computed at once."""

    refusal: ClassVar[str] = N_("{rules} has no rules for lines on a free table")

    @abstractmethod
    def table_obstacles(self, position: Position) -> TableObstacles:
        """Return the obstacles to lines of sight."""


class FreelyMovable(Capability, Generic[P]):
    """A system with rules of movement on free tables, in inches."""

    refusal: ClassVar[str] = N_("{rules} has no rules for moving pieces")

    @abstractmethod
    def move(self, position: Position, piece: P) -> MoveQuery:
        """Return the definition of a piece's move."""


class Rollable(Capability, Generic[P]):
    """A system whose attacks can be resolved with dice."""

    refusal: ClassVar[str] = N_("{rules} has no rules for rolling an attack")

    @abstractmethod
    def resolve(self, attack: Attack[P], numbers: Mapping[str, int], dice: Dice) -> Rolled:
        """Roll a legal attack and return its outcome; `numbers` holds the sums of the findings."""


class Destructible(Capability, Generic[P]):
    """A system in which obstacles can be attacked and destroyed."""

    refusal: ClassVar[str] = N_("{rules} has no rules for attacking obstacles")

    @abstractmethod
    def strike(self, position: Position, attacker: P, site: Site, earlier: int) -> Strike:
        """Judge an attack on the obstacle at a cell or border, which has taken `earlier` damage before.

        Raise ValueError if there is no obstacle.
        """

    @abstractmethod
    def after_damage(self, position: Position, site: Site, damage: int, earlier: int) -> Board:
        """Return the board after damage to the obstacle at a cell or border; raise as `strike` does."""


class Playable(Capability):
    """A system that is played as a whole game."""

    refusal: ClassVar[str] = N_("{rules} cannot be played as a game")

    @abstractmethod
    def game(self) -> Game[Any]:
        """Return the game."""


class Placed(Generic[P]):
    """A system with rules about where pieces stand: by default in any cell, one piece per cell."""

    place_fields: ClassVar[tuple[str, ...]] = ("at",)
    """The fields of a piece that decide where it stands, as checked by `check_place`; the most important first."""

    @property
    def shares_cells(self) -> bool:
        """True if two pieces may ever stand in one cell."""
        return type(self).can_share is not Placed.can_share

    def can_share(self, board: Board, cell: Cell, pieces: Iterable[Piece]) -> bool:
        """Return whether these pieces, two or more, may stand in one cell. Any subset of them then may, too."""
        del board, cell, pieces
        return False

    def occupy(self, position: Position, piece: P) -> P:
        """Return a piece with the cells that it occupies, if they follow from its centre."""
        del position
        return piece

    def check_place(self, position: Position, piece: P) -> Iterator[PlaceError]:
        """Yield the errors in the cells of a piece, independently of other pieces there."""
        del position, piece
        yield from ()


class Exemplified(Capability):
    """A system with small example scenarios, one for each of its grids."""

    refusal: ClassVar[str] = N_("{rules} has no table to start from")

    def example(self, grid: str) -> str:
        """Return a scenario on a grid, as YAML with comments in English, each on its own line or after two spaces.

        By default it is the file `example-GRID.yaml` next to the module of the system. Raise OSError if it is missing.
        """
        return _path_beside(self, f"example-{grid}.yaml").read_text("utf-8")

    def dispute(self) -> str:
        """Return a scenario whose first pair is a typical dispute, as YAML like that of an example.

        By default it is the file `dispute.yaml` next to the module of the system. Raise OSError if it is missing.
        """
        return _path_beside(self, "dispute.yaml").read_text("utf-8")


class Equipped(Capability):
    """A playable system with ready maps and teams, each in a file."""

    refusal: ClassVar[str] = N_("{rules} has no maps that are ready for battles")

    @property
    def ready_folder(self) -> Path:
        """The folder of these files: each map is a scenario KEY.yaml with two teams, and each team is KEY.team.yaml.

        By default it is `ready` next to the module of the system.
        """
        return _path_beside(self, "ready")


class Taught(Capability):
    """A playable system with lessons that teach it by playing, each in a file."""

    refusal: ClassVar[str] = N_("{rules} has no lessons")

    @property
    def lesson_folder(self) -> Path:
        """The folder of these files, KEY.lesson.yaml, in the order of their names.

        By default it is `lessons` next to the module of the system.
        """
        return _path_beside(self, "lessons")


def _path_beside(rules: object, name: str) -> Path:
    """Return the path of a file or folder next to the module of a system."""
    return Path(sys.modules[type(rules).__module__].__file__ or "").with_name(name)


def can_enter(rules: object, position: Position, cell: Cell) -> bool:
    """Return whether the terrain of a cell allows any piece of a system to enter it."""
    return not isinstance(rules, Movable) or rules.can_enter(position, cell)


def placing_of(rules: object) -> Placed[Any]:
    """Return a system as `Placed`, or the defaults of `Placed`."""
    return rules if isinstance(rules, Placed) else Placed()


class Charted:
    """The published form of a system's chart: by default none."""

    chart_columns: ClassVar[Sequence[Column]] = ()
    """The columns of a chart in print and in CSV, if they are not the common ones."""
    chart_signs: ClassVar[Mapping[Sign, str]] = {}
    """The meanings of the signs at the targets in the picture of a chart; without any, lines have heads instead."""

    def chart_sign(self, verdict: Verdict) -> Sign | None:
        """Return the sign, one of `chart_signs`, of a verdict in the picture of a chart."""
        del verdict
        return None


def charting_of(rules: object) -> Charted:
    """Return a system as `Charted`, or the defaults of `Charted`."""
    return rules if isinstance(rules, Charted) else Charted()
