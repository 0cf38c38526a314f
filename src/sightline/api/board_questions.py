"""Questions about a whole board: what is seen, reached, threatened, advised; and the geometry of a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sightline import referee
from sightline.api.answer import Answer, draw_line
from sightline.api.question import answer, check_actors, find_actor, question
from sightline.board import LineContacts, Piece, PlaceError, find_line_contacts, parse_point
from sightline.formats.problems import collecting_problems
from sightline.formats.scenario_changes import read_spot
from sightline.i18n import _
from sightline.rules import Advice, MoveOptions, Place, Reach, ReachOutline, Seen, SeenPieces, Threat, require_cells

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario
    from sightline.field.cell_field import CellField
    from sightline.field.table_field import TableField


@question
def see(scenario: Scenario, name: str) -> Answer[Seen] | Answer[SeenPieces]:
    """Answer which cells a piece sees; on a free table, which other pieces."""
    piece, position = find_actor(scenario, name), scenario.position
    if position.is_free:
        return answer(scenario, referee.see_pieces, "see_scene", piece)
    return answer(scenario, referee.see, "see_scene", piece, scenario.board_sight)


@question
def field(scenario: Scenario) -> CellField | TableField:
    """Build the field of a scenario."""
    from sightline.field import field_of

    return field_of(scenario.rules, scenario.position)


@question
def reach(
    scenario: Scenario, name: str, toward: Sequence[float | str] | None, options: Mapping[str, Any]
) -> Answer[Reach[Place]] | Answer[ReachOutline]:
    """Answer where a piece can move to, at what cost."""
    piece = find_actor(scenario, name)
    move = _move_options(scenario, piece, options)
    if scenario.position.is_free:
        spot = None if toward is None else read_spot(scenario.data, "toward", toward)
        return answer(scenario, referee.outline, "reach_scene", piece, spot)
    if toward is not None:
        raise TypeError("a way toward a place is asked for on free tables only")
    return answer(scenario, referee.reach, "reach_scene", piece, move)


def _move_options(scenario: Scenario, piece: Piece, asked: Mapping[str, Any]) -> MoveOptions:
    options = referee.read_options(scenario.rules, asked)
    check_actors(scenario, {each.name: asked.get(each.name) for each in options.iter_options() if each.names_piece})
    with collecting_problems() as problems:
        for wrong in options.check(piece):
            problems.add(None, wrong.key, wrong.message, found=str(asked[wrong.key]), allowed=wrong.allowed)
    return options


@question
def threat(scenario: Scenario, side: str) -> Answer[Threat]:
    """Answer in which cells the enemies of a side could hit it, and with what chance."""
    pieces = scenario.position.pieces.values()
    sides = tuple(dict.fromkeys(piece.side for piece in pieces if piece.side is not None))
    with collecting_problems() as problems:
        if side not in sides:
            message = _("there is no side {side!r}").format(side=side)
            problems.add(None, "side", message, found=side, allowed=sides)
    return answer(scenario, referee.threat, "threat_scene", side, scenario.board_sight)


@question
def advise(scenario: Scenario, name: str) -> Answer[Advice]:
    """Rank the places that a piece can reach and attack from."""
    return answer(scenario, referee.advise, "advise_scene", find_actor(scenario, name))


@question
def line(scenario: Scenario, start: str, stop: str) -> Answer[LineContacts]:
    """Answer what the line between two points meets."""
    require_cells(scenario.rules, scenario.position)
    points = []
    with collecting_problems() as problems:
        for key, name in (("from", start), ("to", stop)):
            try:
                points.append(parse_point(scenario.board, name))
            except PlaceError as error:
                problems.add(None, key, str(error), found=name, allowed=error.allowed, nearest=error.nearest)
    return Answer(scenario, find_line_contacts(scenario.board, *points), draw_line)
