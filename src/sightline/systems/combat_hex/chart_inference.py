"""The inference of boards from a ruling sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, cast

from sightline.i18n import _
from sightline.inference.chart_rows import Row, SheetColumn
from sightline.inference.formulas import Literal
from sightline.inference.unknown_board import Element, Inference, SightFormula, Unknown
from sightline.rules import Position, Verdict
from sightline.systems.combat_hex.chart_sheet import sheet_row
from sightline.systems.combat_hex.sight_plan import (
    BLOCKED,
    DEGRADED,
    blocking_conditions,
    elevated_ground_blocks,
    other_hill_blocks,
    printed_line_degrades,
    warrior_blocks,
)
from sightline.systems.combat_hex.unknown_terrain import UnknownBoard, localize_element
from sightline.systems.combat_hex.verdict import CombatHexVerdict

_CITED = {
    clause.id.removeprefix("CH-"): clause.id
    for clause in (
        warrior_blocks.clause,
        elevated_ground_blocks.clause,
        other_hill_blocks.clause,
        blocking_conditions.clause,
        printed_line_degrades.clause,
    )
}
"""The ids of clauses by the names that the sheet cites."""


class RulingSheet(Inference):
    """The inference of boards on which a ruling sheet is correct."""

    columns: ClassVar[tuple[SheetColumn, ...]] = (
        SheetColumn("shooter"),
        SheetColumn("target"),
        SheetColumn("line_of_sight", ("yes", "no")),
        SheetColumn("bonus", ("", "+1")),
        SheetColumn("hit_on", ("", "5-6", "6")),
        SheetColumn("rule", tuple(_CITED), is_list=True),
    )

    def __init__(self, highest_level: int) -> None:
        self.highest_level = highest_level

    def check_row(self, row: Row) -> Iterator[tuple[str, str]]:
        cells = row.cells
        if cells["line_of_sight"] == "no":
            for column in ("bonus", "hit_on"):
                if cells[column]:
                    yield column, _("leave this empty where there is no line of sight")
        elif not cells["hit_on"]:
            yield "hit_on", _("write 5-6 or 6 where there is a line of sight")

    def unknown(self, position: Position) -> UnknownBoard:
        return UnknownBoard(position, self.highest_level)

    def requires(self, row: Row, seen: SightFormula, unknown: Unknown) -> Literal:
        board, cells, formulas = cast("UnknownBoard", unknown), row.cells, unknown.formulas
        degree = _degree_of(row)
        parts = [seen.is_at_least(degree), *([] if degree == BLOCKED else [-seen.is_at_least(degree + 1)])]
        parts += [seen.cites(_CITED[rule], degree) for rule in cells["rule"].split()]
        if degree < BLOCKED:
            is_above = formulas.all((board.is_elevated(row.attacker), -board.is_elevated(row.target)))
            parts.append(is_above if cells["bonus"] else -is_above)
        return formulas.all(parts)

    def agrees(self, row: Row, verdict: Verdict) -> bool:
        stated, found = row.cells, sheet_row(cast("CombatHexVerdict", verdict))._asdict()
        cited = found.pop("rule").split()
        return all(stated[column] == cell for column, cell in found.items()) and set(stated["rule"].split()) <= {*cited}

    def localize(self, element: Element) -> Element:
        return localize_element(element)


def _degree_of(row: Row) -> int:
    if row.cells["line_of_sight"] == "no":
        return BLOCKED
    return DEGRADED if row.cells["hit_on"] == "6" else 0
