"""The search for boards that yield a published chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.api.question import question
from sightline.formats.arguments import check_range
from sightline.formats.files import decode
from sightline.formats.problems import collecting_problems
from sightline.i18n import _
from sightline.inference.inferable import Inferable
from sightline.rules import Position, require

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario
    from sightline.inference.solutions import Inferred
    from sightline.inference.unknown_board import Inference

DEFAULT_SECONDS = 300.0
"""The time limit of a search."""
_MAX_BOARDS, _MAX_SECONDS, _MAX_WORKERS = 10_000, 1_000_000, 256
"""The limits of the arguments."""


@question
def infer(scenario: Scenario, sheet: str, *, file: str, number: int, seconds: float, workers: int) -> Inferred:
    """Find boards that yield a published chart, given as CSV text."""
    check_range("number", number, 1, _MAX_BOARDS)
    check_range("seconds", seconds, 0, _MAX_SECONDS)
    check_range("workers", workers, 1, _MAX_WORKERS)
    from sightline.formats.chart_csv import read_sheet
    from sightline.formats.writer import format_scenario
    from sightline.inference.infer import infer as find_boards

    def write(position: Position) -> str:
        return format_scenario(scenario.deployed.with_position(position))

    inference = _inference(scenario)
    rows = read_sheet(decode(sheet.encode(errors="surrogatepass"), file), inference, scenario.board)
    rules, position = scenario.rules, scenario.position
    return find_boards(rules, position, rows, write, number=number, seconds=seconds, workers=workers)


def _inference(scenario: Scenario) -> Inference:
    """Return the inference of the rule system. Raise `NotAnswered`, and `ScenarioError` if the map is too large."""
    inference = require(scenario.rules, Inferable).inference()
    cells = sum(kinds is not None for kinds in scenario.board.ground)
    with collecting_problems() as problems:
        if cells > inference.max_cells:
            message = _("boards can be searched for on maps of at most {most} cells; this one has {cells}")
            problems.add(None, "map", message.format(most=inference.max_cells, cells=cells), found=str(cells))
    return inference
