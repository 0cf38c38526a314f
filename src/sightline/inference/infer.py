"""The entry point of inference: boards on which the referee's answers agree with a chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sightline.i18n import N_
from sightline.inference.chart_rows import Row
from sightline.inference.inferable import Inferable
from sightline.inference.search import BoardSearch, FoundBoard
from sightline.inference.sight_formulas import UnreadablePlan
from sightline.inference.solutions import Inferred, InferredBoard, Outcome, StatedRow
from sightline.inference.solver import OutOfTime
from sightline.referee.shot import shot
from sightline.rules import require
from sightline.rules.answers import Verdict
from sightline.rules.position import Position
from sightline.rules.ruleset import NotAnswered, Ruleset
from sightline.sight import PlannedSight


def infer(
    rules: Ruleset[Any],
    position: Position,
    rows: Sequence[Row],
    write: Callable[[Position], str],
    *,
    number: int,
    seconds: float,
    workers: int,
) -> Inferred:
    """Return up to `number` boards that agree with all rows, or rows that contradict each other.

    `write` returns the text of a scenario. Raise `NotAnswered`, and `MissingExtra` without the extra `infer`.
    """

    def judge(at: Position, attacker: str, target: str) -> Verdict:
        pieces = at.pieces
        return shot(rules, at, pieces[attacker], pieces[target], None)

    def answer(outcome: Outcome, **keys: object) -> Inferred:
        return Inferred(rules=rules.key, rules_revision=rules.revision, outcome=outcome, rows=len(rows), **keys)  # type: ignore[arg-type]

    inference, plan = require(rules, Inferable).inference(), require(rules, PlannedSight).sight()
    try:
        search = BoardSearch(inference, plan, position, rows, judge, seconds=seconds, workers=workers)
    except OutOfTime:
        return answer(Outcome.UNDECIDED)
    except UnreadablePlan as error:
        message = N_("boards cannot be searched for in {rules}: who sees whom depends on distances there")
        raise NotAnswered(rules, message) from error
    found, is_complete = _find_boards(search, number)
    if found:
        return answer(Outcome.FOUND, boards=tuple(_board(each, write) for each in found), is_complete=is_complete)
    if not is_complete:
        return answer(Outcome.UNDECIDED)
    contradiction = search.contradiction()
    return answer(
        Outcome.CONTRADICTION,
        contradiction=tuple(StatedRow(line=row.line, cells=row.cells) for row in contradiction.rows),
        is_irreducible=contradiction.is_irreducible,
        is_smallest=contradiction.is_smallest,
    )


def _find_boards(search: BoardSearch, number: int) -> tuple[Sequence[FoundBoard], bool]:
    """Return up to `number` boards, and whether there are no others."""
    found: list[FoundBoard] = []
    try:
        for board in search.boards():
            found.append(board)
            if len(found) == number:
                return found, False
    except OutOfTime:
        return found, False
    return found, all(board.is_smallest for board in found)


def _board(found: FoundBoard, write: Callable[[Position], str]) -> InferredBoard:
    added: dict[str, list[str]] = {}
    for element in found.added:
        added.setdefault(element.kind, []).append(element.place)
    return InferredBoard(
        size=len(found.added),
        added={kind: tuple(places) for kind, places in added.items()},
        is_smallest=found.is_smallest,
        scenario=write(found.position),
    )
