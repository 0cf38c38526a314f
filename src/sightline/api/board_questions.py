"""Questions about a whole board: see, reach, threat, advise; and the geometry of a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from sightline.api.answer import answer_as
from sightline.api.answer_types import (
    AdviseAnswer,
    LineAnswer,
    ReachAnswer,
    ReachOutlineAnswer,
    ReachWayAnswer,
    SeeAnswer,
    SeePiecesAnswer,
    ThreatAnswer,
)
from sightline.api.question import check_actors, find_actor, question
from sightline.board import Piece, PlaceError, find_line_contacts, format_piece, parse_point
from sightline.compilation import NotCompiled
from sightline.deadline import Allowance, allowing
from sightline.formats.arguments import check_range, refuse_argument
from sightline.formats.problems import collecting_problems
from sightline.formats.scenario_changes import read_spot
from sightline.i18n import N_, _
from sightline.referee.advice import advise as referee_advise
from sightline.referee.reach import outline, read_options
from sightline.referee.reach import reach as referee_reach
from sightline.referee.see import see as referee_see
from sightline.referee.see import see_pieces
from sightline.referee.threat import threat as referee_threat
from sightline.rules import MoveOptions, require_cells
from sightline.too_much import MAX_CELLS_ASKED, MAX_PASSES, check_amount

if TYPE_CHECKING:
    from sightline.api.board_sight import BoardSight
    from sightline.api.scenario import Scenario
    from sightline.field.cell_field import CellField
    from sightline.field.table_field import TableField

Result = TypeVar("Result")

_ALLOWANCE = Allowance(
    MAX_PASSES,
    "map",
    N_("this takes more than {most} steps: use fewer pieces, shorter moves and ranges, or a smaller map"),
)


@question
def see(scenario: Scenario, name: str) -> SeeAnswer | SeePiecesAnswer:
    """Answer which cells a piece sees; on a free table, which other pieces."""
    _check_cells(scenario)
    piece, rules, position = find_actor(scenario, name), scenario.rules, scenario.position
    if position.is_free:
        return answer_as(SeePiecesAnswer, scenario, see_pieces(rules, position, piece))
    found = _answer_by_sight(lambda: scenario.board_sight, lambda sight: referee_see(rules, position, piece, sight))
    return answer_as(SeeAnswer, scenario, found)


def _answer_by_sight(
    find_sight: Callable[[], BoardSight | None], answer: Callable[[BoardSight | None], Result]
) -> Result:
    """Return the answer with sight on the whole board, or cell by cell if its kernels are not compiled yet.

    Both finding the sight and answering with it may need kernels.
    """
    try:
        return answer(find_sight())
    except NotCompiled:
        return answer(None)


def _check_cells(scenario: Scenario) -> None:
    """Raise `TooMuch` if the map has too many cells."""
    if not scenario.position.is_free:
        message = N_("questions about a whole map are answered for at most {most} cells, and this one has {found}")
        check_amount(len(scenario.board.ground), MAX_CELLS_ASKED, "map", message)


@question
def field(scenario: Scenario) -> CellField | TableField:
    """Build the field of a scenario."""
    from sightline.field import field_of

    return field_of(scenario.rules, scenario.position)


@question
def reach(
    scenario: Scenario, name: str, toward: Sequence[float | str] | None, options: Mapping[str, object]
) -> ReachAnswer | ReachOutlineAnswer:
    """Answer where a piece can move to, at what cost."""
    piece, rules, position = find_actor(scenario, name), scenario.rules, scenario.position
    move = _move_options(scenario, piece, options)
    if position.is_free:
        spot = None if toward is None else read_spot(scenario.data, "toward", toward)
        kind = ReachOutlineAnswer if spot is None else ReachWayAnswer
        return answer_as(kind, scenario, outline(rules, position, piece, spot))
    if toward is not None:
        raise refuse_argument("toward", toward, _("a path toward a place can be found on free tables only"))
    return answer_as(ReachAnswer, scenario, referee_reach(rules, position, piece, move))


def _move_options(scenario: Scenario, piece: Piece, asked: Mapping[str, object]) -> MoveOptions:
    options = read_options(scenario.rules, asked)
    names = [each.name for each in options.iter_options() if each.names_piece]
    check_actors(scenario, {name: getattr(options, name) for name in names})
    with collecting_problems() as problems:
        for wrong in options.check(piece):
            problems.add(None, wrong.key, wrong.message, found=str(asked[wrong.key]), allowed=wrong.allowed)
    return options


def _cast_sight(scenario: Scenario) -> BoardSight | None:
    """Return plain sight on the whole board if single cells are fast, as many are queried; otherwise None."""
    sight = scenario.board_sight
    return sight if sight is not None and sight.is_cast else None


@question
def threat(scenario: Scenario, side: str) -> ThreatAnswer:
    """Answer in which cells the enemies of a side could hit it, and with what chance."""
    _check_cells(scenario)
    pieces = scenario.position.pieces.values()
    sides = tuple(dict.fromkeys(piece.side for piece in pieces if piece.side is not None))
    with collecting_problems() as problems:
        if side not in sides:
            message = _("there is no side {side!r}")
            if not sides:
                message = _("there is no side {side!r}: no piece states one, such as {example}")
            problems.add(None, "side", message.format(side=side, example="side: red"), found=side, allowed=sides)
    with allowing(_ALLOWANCE):
        found = _answer_by_sight(
            lambda: _cast_sight(scenario), lambda sight: referee_threat(scenario.rules, scenario.position, side, sight)
        )
    return answer_as(ThreatAnswer, scenario, found)


@question
def advise(scenario: Scenario, name: str, top: int | None) -> AdviseAnswer:
    """Rank the places that a piece can reach and attack from."""
    check_range("top", top, 1)
    _check_cells(scenario)
    piece = find_actor(scenario, name)
    with allowing(_ALLOWANCE):
        found = _answer_by_sight(
            lambda: _cast_sight(scenario),
            lambda sight: referee_advise(scenario.rules, scenario.position, piece, sight, top=top),
        )
    return answer_as(AdviseAnswer, scenario, found)


@question
def line(scenario: Scenario, start: str, stop: str) -> LineAnswer:
    """Answer what the line between two points meets."""
    require_cells(scenario.rules, scenario.position)
    points = []
    with collecting_problems() as problems:
        for key, name in (("from", start), ("to", stop)):
            try:
                points.append(parse_point(scenario.board, name))
            except PlaceError as error:
                piece = scenario.position.pieces.get(name)
                nearest = error.nearest if piece is None else format_piece(scenario.board, piece)
                problems.add(None, key, str(error), found=name, allowed=error.allowed, nearest=nearest)
    return answer_as(LineAnswer, scenario, find_line_contacts(scenario.board, *points))
