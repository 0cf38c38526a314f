"""Application of edits to a scenario, all or none, with the edits that undo them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from sightline.formats.context import Context
from sightline.formats.deployment import deploy_teams
from sightline.formats.edits.board_edits import BoardEdits
from sightline.formats.edits.edit_forms import Edit, StatedEdit, read_edits
from sightline.formats.edits.tree_edits import Json, TreeEdits
from sightline.formats.files import decode
from sightline.formats.piece_reader import piece_reader
from sightline.formats.problems import Problems, ScenarioError, collecting_problems
from sightline.formats.scenario_changes import context_of
from sightline.formats.scenario_reader import ScenarioData, parse_scenario, read_scenario
from sightline.formats.writer import format_scenario
from sightline.formats.yaml_tree import UnreadableText
from sightline.i18n import _
from sightline.rules import Systems


class EditGone(ScenarioError):
    """Raised for an edit of a piece, cell or feature that does not exist, perhaps no longer."""


class Edited(NamedTuple):
    """A scenario after edits, and the edits that undo them, in the order in which to apply these."""

    data: ScenarioData
    undo: tuple[Json, ...]


def apply_edits(data: ScenarioData, edits: Sequence[Edit], systems: Systems) -> Edited:
    """Apply edits in order. `systems` are those allowed for an edit that replaces the whole scenario.

    Raise `ScenarioError` with every problem, at its edit: the first is `edits.0`. Raise `EditGone` if one of them names
    something that does not exist.
    """
    application = _Application(data, systems)
    try:
        with collecting_problems() as problems:
            application.apply(edits, problems)
    except ScenarioError as error:
        if application.is_gone:
            raise EditGone(error.problems) from error
        raise
    return Edited(application.data, tuple(application.undo))


@dataclass
class _Application:
    """The state of applying edits: the scenario so far, and the edits that undo them.

    `is_gone` is true once an edit names something that does not exist.
    """

    data: ScenarioData
    systems: Systems
    undo: list[Json] = field(default_factory=list)
    is_gone: bool = False

    def apply(self, edits: Sequence[Edit], problems: Problems) -> None:
        """Apply edits until one is invalid; report the problems of it and its neighbours."""
        for is_whole, group in groupby(read_edits(edits, problems), lambda edit: edit.subject == "scenario"):
            before = self.data
            if is_whole:
                *_, last = group
                read, undo = _parse(last, self.systems), [{"scenario": format_scenario(before)}]
            else:
                read, undo = self._apply_to_parts(list(group), problems)
            if problems.found:
                return
            self.data, self.undo = read, [*undo, *self.undo]

    def _apply_to_parts(self, edits: Sequence[StatedEdit], problems: Problems) -> tuple[Any, list[Json]]:
        """Return the scenario after edits of its parts, and the edits that undo them. Report every problem."""
        is_dissolved = _names_character(edits, self.data)
        data = deploy_teams(self.data) if is_dissolved else self.data
        context = context_of(data, problems)
        possible = [edit for edit in edits if _is_possible(edit, context)]
        data, undo_board = self._with_board(data, [edit for edit in possible if edit.subject in _ON_BOARD], context)
        tree = TreeEdits(format_scenario(data), piece_reader(context).fields, _names_of_rulings(data))
        for edit in possible:
            tree.apply(edit)
        self.is_gone |= tree.is_gone
        read = read_scenario(tree.root, Context(problems, Systems({}, {data.rules.key: data.rules})))
        if is_dissolved:
            return read, [{"scenario": format_scenario(self.data)}]
        return read, [*reversed(tree.undo), *reversed(undo_board)]

    def _with_board(
        self, data: ScenarioData, edits: Sequence[StatedEdit], context: Context
    ) -> tuple[ScenarioData, list[Json]]:
        """Return a scenario after edits of its board, and the edits that undo them. Report every problem."""
        if not edits:
            return data, []
        changes = BoardEdits(data.position.board, context)
        try:
            for edit in edits:
                changes.apply(edit)
        except UnreadableText as error:  # the edits name more cells than any map could need
            context.problems.add(error.place, error.key, str(error))
        self.is_gone |= changes.is_gone
        return data.with_position(data.position.with_surface(changes.edited)), changes.undo


_ON_BOARD = ("cells", "borders")
_ON_TABLE = ("feature",)


def _is_possible(edit: StatedEdit, context: Context) -> bool:
    """Return whether an edit suits the kind of map of the scenario, after reporting it if not."""
    if edit.subject in (_ON_BOARD if context.is_free else _ON_TABLE):
        message = (
            _("a free table has no cells and borders: its terrain stands in features")
            if context.is_free
            else _("a map of cells has no features: its terrain stands in cells")
        )
        edit.refuse(edit.subject, message, edit.subject, _ON_TABLE if context.is_free else _ON_BOARD)
        return False
    return True


def _names_character(edits: Iterable[StatedEdit], data: ScenarioData) -> bool:
    """Return whether any edit is of a character of a team: all teams then become pieces."""
    characters = {name for team in data.teams.values() for name in team.characters}
    return any(edit.subject == "piece" and edit.values["piece"] in characters for edit in edits)


def _names_of_rulings(data: ScenarioData) -> tuple[str, ...]:
    return tuple(ruling.name for ruling in data.rules.rulings)


def _parse(edit: StatedEdit, systems: Systems) -> ScenarioData:
    """Return the scenario of an edit that replaces the whole scenario. Raise `ScenarioError` with every problem."""
    return parse_scenario(decode(edit.values["scenario"].encode(errors="surrogatepass"), edit.source.file), systems)
