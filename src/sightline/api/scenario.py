"""Scenarios: immutable values with questions as methods."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, overload

from sightline.api import attack_questions, board_search
from sightline.api.answer_types import (
    AdviseAnswer,
    LineAnswer,
    ReachAnswer,
    ReachOutlineAnswer,
    ReachWayAnswer,
    ResolveAnswer,
    SeeAnswer,
    SeePiecesAnswer,
    ShotAnswer,
    StrikeAnswer,
    ThreatAnswer,
    WhyNotAnswer,
)
from sightline.api.board_search import DEFAULT_SECONDS
from sightline.api.drawable import Drawable
from sightline.api.own_language import in_own_language
from sightline.api.question import check_pieces, question
from sightline.api.team_value import Team
from sightline.board import Board, Table
from sightline.formats import scenario_changes
from sightline.formats.arguments import check_language, checked
from sightline.formats.deployment import deploy_teams, with_formations
from sightline.formats.scenario_changes import stated_node
from sightline.formats.scenario_reader import ScenarioData
from sightline.formats.yaml_tree import Node, Source
from sightline.i18n import current_language, use_language
from sightline.render.scenes.parts import ChartLines
from sightline.rules import Position, Ruleset, Verdict, installed_systems

if TYPE_CHECKING:
    from sightline.api.board_sight import BoardSight
    from sightline.api.chart import Chart
    from sightline.field.cell_field import CellField
    from sightline.field.table_field import TableField
    from sightline.inference.solutions import Inferred
    from sightline.render import Backdrop, Nearby, Scene
    from sightline.render.primitives.screen_size import ScreenSize

# Modules that only few questions need are imported lazily.


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Scenario(Drawable):
    """A board with pieces, under the rules of one system: an immutable value; `with_...` methods return changed copies.

    Its answers, errors and pictures are in its `language`, one of `sightline.LANGUAGES`. All methods raise
    `ScenarioError` for wrong arguments.
    """

    data: ScenarioData
    language: str = dataclasses.field(default_factory=current_language)
    original: str | None = None
    """The text that it was read from, if any."""
    deployed: ScenarioData = dataclasses.field(init=False)
    """The scenario with its teams in their first formations."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "deployed", deploy_teams(self.data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and (other.to_yaml(), other.language) == (self.to_yaml(), self.language)

    def __hash__(self) -> int:
        return hash(self.to_yaml())

    def __repr__(self) -> str:
        return f"<Scenario {self.title!r}: {self.rules.key}, {len(self.position.pieces)} pieces>"

    def _identity(self) -> str:
        return f"{self.language}{self.to_yaml()}"

    def __copy__(self) -> Scenario:
        return self

    def __deepcopy__(self, memo: object) -> Scenario:
        return self

    def __reduce__(self) -> tuple[Callable[..., Scenario], tuple[str]]:
        from sightline.api.loader import parse

        return partial(parse, language=self.language), (self.to_yaml(),)  # without the rule system

    @property
    def title(self) -> str:
        """The title, which may be empty."""
        return self.data.title

    @property
    def source(self) -> str:
        """The text that it was read from, unchanged; for a scenario made from another one, its `to_yaml` text."""
        return self.to_yaml() if self.original is None else self.original

    @property
    def rules(self) -> Ruleset[Any]:
        """The rule system."""
        return self.data.rules

    @property
    def position(self) -> Position:
        """The board, the meaning of its terrain, and the rulings in force; teams stand in their first formations."""
        return self.deployed.position

    @property
    def board(self) -> Board:
        """The board with its pieces. Raise TypeError on a free table."""
        return self.position.board

    @property
    def table(self) -> Table:
        """The free table with its pieces. Raise TypeError on a board of cells."""
        return self.position.table

    @property
    def actors(self) -> tuple[str, ...]:
        """The names of the pieces that attack, see and move: all except objects."""
        return tuple(piece.name for piece in self.position.pieces.values() if piece.as_terrain is None)

    @property
    def teams(self) -> Mapping[str, Team]:
        """The teams by side, that of the first seat first; empty if the scenario states pieces only."""
        teams = {side: Team(self.rules, team, self.language) for side, team in self.data.teams.items()}
        return MappingProxyType(teams)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs that a chart lists: those of the file, otherwise all pairs of different sides, in file order."""
        return tuple(self.iter_pairs())

    @checked
    def iter_pairs(self, *, attacker: str | None = None, target: str | None = None) -> Iterator[tuple[str, str]]:
        """Yield the pairs that a chart lists, or only those of one attacker or at one target."""
        if self.data.pairs is not None:
            yield from ((a, t) for a, t in self.data.pairs if attacker in (None, a) and target in (None, t))
            return
        actors = [self.position.pieces[name] for name in self.actors]
        attackers, targets = ([p for p in actors if name in (None, p.name)] for name in (attacker, target))
        yield from ((a.name, t.name) for a in attackers for t in targets if a is not t and not a.is_friend_of(t))

    @cached_property
    def board_sight(self) -> BoardSight | None:
        """Plain sight on the whole board; None if answering cell by cell is faster."""
        from sightline.api.board_sight import find_board_sight

        return find_board_sight(self.rules, self.position)

    @overload
    def shot(
        self, attacker: str, target: str, *, weapon: str | None = None, why_not: Literal[False] = False
    ) -> ShotAnswer: ...
    @overload
    def shot(
        self, attacker: str, target: str, *, weapon: str | None = None, why_not: Literal[True]
    ) -> WhyNotAnswer: ...
    @overload
    def shot(self, attacker: str, target: str, *, weapon: str | None = None, why_not: bool) -> ShotAnswer: ...
    @checked
    def shot(self, attacker: str, target: str, *, weapon: str | None = None, why_not: bool = False) -> ShotAnswer:
        """Judge an attack of one piece on another, by default with its first weapon.

        With `why_not` the answer also has that key: every single change that would open the line or allow the attack.
        Raise `ScenarioError` for unknown names, and for an attack on itself.
        """
        return attack_questions.shot(self, attacker, target, weapon=weapon, why_not=why_not)

    @checked
    def resolve(self, attacker: str, target: str, *, seed: int, weapon: str | None = None) -> ResolveAnswer:
        """Judge an attack as `shot` does and resolve it with dice; the same seed gives the same dice.

        The answer has the further keys `seed`, `rolls`, `outcome`, `damage` and `steps`. Raise `ScenarioError` as
        `shot` does.
        """
        return attack_questions.resolve(self, attacker, target, seed=seed, weapon=weapon)

    @checked
    def chart(self, *, attacker: str | None = None, target: str | None = None) -> Chart:
        """Judge every pair that a chart lists, once per weapon, or only those of one attacker or at one target.

        Raise `ScenarioError` for names that are not there.
        """
        from sightline.api.chart import Chart

        return Chart(self, tuple(self.iter_chart(attacker=attacker, target=target)))

    @checked
    def iter_chart(self, *, attacker: str | None = None, target: str | None = None) -> Iterator[ShotAnswer]:
        """Yield the verdicts of `chart`, one by one; unknown names are refused at once."""
        return attack_questions.chart(self, attacker, target)

    @checked
    def strike(self, name: str, place: str, *, earlier: int = 0) -> StrikeAnswer:
        """Judge an attack of a piece on the obstacle at a cell or border, which hits without dice.

        `earlier` is the damage that it has taken before. Raise `ScenarioError` for unknown names, and if there is no
        obstacle.
        """
        return attack_questions.strike(self, name, place, earlier)

    @checked
    def see(self, name: str) -> SeeAnswer | SeePiecesAnswer:
        """Answer which cells a piece sees; on a free table, which other pieces.

        Raise `ScenarioError` for an unknown name.
        """
        from sightline.api import board_questions

        return board_questions.see(self, name)

    @checked
    def nearby(self, name: str) -> tuple[Nearby, ...]:
        """Answer how a piece sees each of the others and where they stand, with a description in words, nearest first.

        Raise `ScenarioError` for an unknown name.
        """
        from sightline.api import nearby_pieces

        return nearby_pieces.nearby(self, name)

    def field(self) -> CellField | TableField:
        """Return a field, for questions about all cells of a map or all pieces of a free table at once.

        Raise `ScenarioError` if the rule system does not define sight, and `MissingExtra` if the extra `fast` is not
        installed.
        """
        from sightline.api import board_questions

        return board_questions.field(self)

    @overload
    def reach(
        self, name: str, *, toward: None = None, **options: bool | str | None
    ) -> ReachAnswer | ReachOutlineAnswer: ...
    @overload
    def reach(self, name: str, *, toward: Sequence[float | str], **options: bool | str | None) -> ReachWayAnswer: ...
    @checked
    def reach(
        self, name: str, *, toward: Sequence[float | str] | None = None, **options: bool | str | None
    ) -> ReachAnswer | ReachOutlineAnswer:
        """Answer where a piece can move to, at what cost.

        `options` are those that the rule system knows (`Movable.move_options`): in HERO `by=True` asks for a Move By,
        `through="T"` for a Move Through that piece, `fewest_attacks=True` for paths that provoke as few others as
        possible. Raise `ScenarioError` for unknown names, and for options that the system does not know or that
        contradict each other.

        On a free table the answer is the outline of all places where the centre of the piece can end its move, an inner
        approximation with its error `bound`; with `toward`, a place on the table, it also has the `path` to the nearest
        reachable place, and its `length`. Raise `MissingExtra` if the extra `free` is not installed.
        """
        from sightline.api import board_questions

        return board_questions.reach(self, name, toward, options)

    @checked
    def threat(self, side: str) -> ThreatAnswer:
        """Answer in which cells the enemies of a side could hit it, and with what chance.

        Raise `ScenarioError` for a side without pieces.
        """
        from sightline.api import board_questions

        return board_questions.threat(self, side)

    @checked
    def advise(self, name: str, *, top: int | None = None) -> AdviseAnswer:
        """Rank the places that a piece can reach and attack from, only the best `top` of them, None for all.

        Raise `ScenarioError` for an unknown name, and for a `top` that is not positive.
        """
        from sightline.api import board_questions

        return board_questions.advise(self, name, top)

    @checked
    def line(self, start: str, stop: str) -> LineAnswer:
        """Answer what the line between two points meets: labels of cells, or corners such as `B3@SE`.

        Raise `ScenarioError` for unknown points.
        """
        from sightline.api import board_questions

        return board_questions.line(self, start, stop)

    @checked
    def infer(
        self, sheet: str, *, file: str = "-", number: int = 1, seconds: float = DEFAULT_SECONDS, workers: int = 1
    ) -> Inferred:
        """Find up to `number` boards, smallest first, that yield a published chart, given as CSV text.

        The elements of the scenario stay; elements of the system are added. If there is no such board, the answer names
        a smallest set of rows that contradict each other. Problems of the chart name it `file`. Raise `ScenarioError`
        with every problem, and `MissingExtra` if the extra `infer` is not installed.
        """
        return board_search.infer(self, sheet, file=file, number=number, seconds=seconds, workers=workers)

    @checked
    def with_piece(self, name: str, /, **changes: Any) -> Scenario:
        """Return the scenario with other values of some keys of a piece, as in a file."""
        return self.with_pieces({name: changes})

    @in_own_language
    @checked
    def with_pieces(self, changes: Mapping[str, Mapping[str, Any]]) -> Scenario:
        """Return the scenario with changes to pieces; teams become pieces. Raise `ScenarioError` with every problem."""
        check_pieces(self, {f"pieces.{name}": name for name, stated in changes.items() if not stated})
        return self.with_nodes(
            {
                name: {key: stated_node(f"pieces.{name}.{key}", value) for key, value in stated.items()}
                for name, stated in changes.items()
                if stated
            }
        )

    @in_own_language
    def with_nodes(self, changes: Mapping[str, Mapping[str, Node]]) -> Scenario:
        """Return the scenario with changes to pieces, given as nodes of YAML texts, where problems are reported."""
        return Scenario(scenario_changes.with_pieces(self.deployed, changes)) if changes else self

    @in_own_language
    @checked
    def with_rulings(self, choices: Mapping[str, str], *, file: str = "-") -> Scenario:
        """Return the scenario with other choices of rulings. Raise `ScenarioError` with every problem, as of `file`."""
        return Scenario(scenario_changes.with_rulings(self.data, choices, file)) if choices else self

    @checked
    def with_edits(self, edits: Sequence[Mapping[str, Any]]) -> Scenario:
        """Return the scenario after edits in JSON's terms, such as `{"piece": "Ann", "set": {"at": "C3"}}`.

        All of them are applied, in order, or none. Raise `ScenarioError` with every problem, at its edit (`edits.0` is
        the first), and `EditGone` if one names a piece, cell or feature that does not exist.
        """
        return self.edited(edits)[0]

    @in_own_language
    @checked
    def edited(self, edits: Sequence[Mapping[str, Any]]) -> tuple[Scenario, tuple[Mapping[str, Any], ...]]:
        """Return the scenario after edits, as `with_edits` does, and the edits that undo them."""
        from sightline.formats.edits.edit_application import apply_edits

        edited = apply_edits(self.data, edits, installed_systems())
        return Scenario(edited.data), edited.undo

    @in_own_language
    @checked
    def with_formations(self, choices: Mapping[str, str]) -> Scenario:
        """Return the scenario with these default formations of its teams, by side.

        Raise `ScenarioError` with every problem.
        """
        return Scenario(with_formations(self.data, choices)) if choices else self

    @checked
    def with_teams(self, teams: Mapping[str, Team]) -> Scenario:
        """Return the scenario with teams placed in the zones of their sides, replacing the teams that it has there.

        The limit of a replaced team holds for the new one. A character whose name is taken gets a number appended.
        Raise `ScenarioError` with every problem, at its place in the text of the team.
        """
        return self.with_team_texts({side: team.source for side, team in teams.items()})

    @question
    def with_team_texts(self, teams: Mapping[str, Source]) -> Scenario:
        """Return the scenario with teams given as texts, where problems are reported, in the zones of their sides."""
        from sightline.formats import team_changes

        return Scenario(team_changes.with_teams(self.data, teams)) if teams else self

    @checked
    def check_team(self, team: Team, *, side: str | None = None) -> None:
        """Raise `ScenarioError` with all reasons why a team cannot start in the zone of a side, or of any side if None.

        Taken names of characters are no problem, as `with_teams` changes them.
        """
        self.check_team_text(team.source, side)

    @question
    def check_team_text(self, team: Source, side: str | None) -> None:
        """Raise `ScenarioError` as `check_team` does, for the team of a text."""
        from sightline.formats import team_changes

        team_changes.check_team(self.data, team, side)

    @checked
    def with_struck(self, place: str, damage: int, *, earlier: int = 0) -> Scenario:
        """Return the scenario after damage to the obstacle at a cell or border, which may destroy it.

        Raise `ScenarioError` as `strike` does.
        """
        board = attack_questions.board_after_strike(self, place, damage, earlier)
        return Scenario(self.deployed.with_position(self.position.with_surface(board)), self.language)

    @checked
    def with_language(self, language: str) -> Scenario:
        """Return the scenario in another language. Raise `ArgumentError` unless it is one of `sightline.LANGUAGES`."""
        check_language(language)
        with use_language(language):
            return Scenario(self.data, original=self.original)

    def to_yaml(self) -> str:
        """Return the scenario as YAML, which `parse` reads back to an equal value."""
        from sightline.formats.writer import format_scenario

        return format_scenario(self.data)

    @property
    @in_own_language
    def scene(self) -> Scene:
        """The content of a picture of the board."""
        from sightline import render

        return render.board_scene(self.rules, self.position, title=self.title, zones=self.data.zones)

    @in_own_language
    def backdrop(self, size: ScreenSize) -> Backdrop:
        """Return the backdrop: the board or table alone, drawn for screens of a size once for all answers."""
        from sightline import render

        if size not in self._backdrops:
            self._backdrops[size] = render.build_backdrop(self.scene, size)
        return self._backdrops[size]

    @cached_property
    def _backdrops(self) -> dict[ScreenSize, Backdrop]:
        return {}

    @in_own_language
    @checked
    def chart_scene(self, verdicts: Sequence[Verdict], *, lines: ChartLines | None = None) -> Scene:
        """Return the content of a picture of several verdicts; `lines` as in `sightline.render.chart_scene`."""
        from sightline import render

        return render.chart_scene(self.rules, self.position, verdicts, title=self.title, lines=lines)
