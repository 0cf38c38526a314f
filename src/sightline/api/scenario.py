"""A scenario, and the questions that can be put to it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import ref

from sightline import referee
from sightline.api.answer import Answer, Value, draw, draw_line
from sightline.api.cached_sight import known_sights
from sightline.api.drawable import Drawable
from sightline.board import (
    Board,
    LineContacts,
    Piece,
    PlaceError,
    Table,
    Weapon,
    find_line_contacts,
    parse_border,
    parse_cell,
    parse_point,
)
from sightline.formats import scenario_reader as files
from sightline.formats.deployment import deploy_teams, with_formations
from sightline.formats.problems import Problems, ScenarioError
from sightline.formats.writer import format_scenario
from sightline.formats.yaml_tree import Node, Source, node_of
from sightline.i18n import LANGUAGES, _, current_language, use_language
from sightline.inference.inferable import Inferable
from sightline.plane import Spot
from sightline.rules import (
    Advice,
    Destructible,
    MoveOptions,
    NotAnswered,
    Place,
    Position,
    Reach,
    ReachOutline,
    Ruleset,
    Seen,
    SeenPieces,
    Site,
    Strike,
    Systems,
    Threat,
    Verdict,
    installed_systems,
    require,
    require_cells,
)

if TYPE_CHECKING:
    from sightline.field.cell_field import CellField
    from sightline.field.table_field import TableField
    from sightline.inference.solutions import Inferred
    from sightline.inference.unknown_board import Inference
    from sightline.render import Scene, TableScene

SECONDS = 300.0
"""How long a search for boards may take unless told."""


class Scenario(Drawable):
    """A scenario: a board with pieces, under the rules of one system. A value; what changes it gives another one.

    Its answers, errors and pictures speak its `language`, one of `sightline.LANGUAGES`.
    """

    def __init__(self, data: files.ScenarioData, language: str | None = None, text: str | None = None) -> None:
        self.data = data
        self._deployed = deploy_teams(data)
        self.language = current_language() if language is None else language
        self._text = text
        self._field: Callable[[], Any] = lambda: None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and (other.to_yaml(), other.language) == (self.to_yaml(), self.language)

    def __hash__(self) -> int:
        return hash(self.to_yaml())

    def __repr__(self) -> str:
        language = "" if self.language == LANGUAGES[0] else f", language={self.language!r}"
        return f"sightline.parse({self.to_yaml()!r}{language})"

    def __copy__(self) -> Scenario:
        return self

    def __deepcopy__(self, memo: object) -> Scenario:
        return self

    def __reduce__(self) -> tuple[Callable[[str, str], Scenario], tuple[str, str]]:
        return _parse_in, (self.to_yaml(), self.language)  # a rule system that is not installed cannot come along

    @property
    def _spoken(self) -> str:
        return self.language

    @property
    def title(self) -> str:
        """The title, which may be empty."""
        return self.data.title

    @property
    def source(self) -> str:
        """The text that it was read from, unchanged; of a scenario made from another one, the text that says it."""
        return self.to_yaml() if self._text is None else self._text

    @property
    def rules(self) -> Ruleset[Any]:
        """The rule system."""
        return self.data.rules

    @property
    def position(self) -> Position:
        """The board, what its terrain means, and the rulings in force; teams stand in their first formations."""
        return self._deployed.position

    @property
    def board(self) -> Board:
        """The board with its pieces. Raises TypeError on a free table."""
        return self.position.board

    @property
    def table(self) -> Table:
        """The free table with its pieces. Raises TypeError on a board of cells."""
        return self.position.table

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs that a chart lists: those of the file, else all in file order but those of one side."""
        if self.data.pairs is not None:
            return self.data.pairs
        pieces = [self.position.pieces[name] for name in self._actors]
        return tuple((a.name, t.name) for a in pieces for t in pieces if a is not t and not a.is_friend_of(t))

    def shot(self, attacker: str, target: str, *, weapon: str | None = None, why_not: bool = False) -> Answer[Verdict]:
        """Judge an attack of one piece on another, with its first weapon unless told.

        With `why_not` the answer also has that key: every single change that would open the line or allow the attack.
        Raises `ScenarioError` for names that are not there, and for an attack on oneself.
        """
        question = referee.why_not if why_not else referee.shot
        return self._ask(question, "shot_scene", *self._attack(attacker, target, weapon))

    def resolve(self, attacker: str, target: str, *, seed: int, weapon: str | None = None) -> Answer[Verdict]:
        """Judge an attack as `shot` does and roll it with the dice of a seed: the same seed, the same dice.

        The answer has the further keys `seed`, `rolls`, `outcome`, `damage` and `steps`. Raises `ScenarioError` as
        `shot` does.
        """
        return self._ask(referee.resolve, "shot_scene", *self._attack(attacker, target, weapon), seed)

    def chart(self, *, attacker: str | None = None, target: str | None = None) -> list[Answer[Verdict]]:
        """Judge every pair that a chart lists, once per weapon; or those of one attacker, or at one target."""
        return [
            Answer(self, verdict, partial(draw, "shot_scene"))
            for verdict in self.iter_chart(attacker=attacker, target=target)
        ]

    def iter_chart(self, *, attacker: str | None = None, target: str | None = None) -> Iterator[Verdict]:
        """Yield the bare verdicts of `chart`, one after the other; names that are not there are refused at once."""
        self._check_actors({"from": attacker, "to": target})
        return self._iter_chart(attacker, target)

    def _iter_chart(self, attacker: str | None, target: str | None) -> Iterator[Verdict]:
        for a, t in self.pairs:
            if attacker in (None, a) and target in (None, t):
                for weapon in self._weapons(a) or (None,):
                    yield self._shot(a, t, weapon)

    def see(self, name: str) -> Answer[Seen] | Answer[SeenPieces]:
        """Tell which cells a piece sees; on a free table, which other pieces.

        Answers from the field of a map that is at hand. Raises `ScenarioError` for a name that is not there.
        """
        self._check_actors({"from": name})
        piece = self.position.pieces[name]
        if self.position.is_free:
            return self._ask(referee.see_pieces, "see_scene", piece)
        return self._ask(referee.see, "see_scene", piece, known_sights(self._field(), self.position, piece.cell))

    def field(self) -> CellField | TableField:
        """Give a map to ask about all cells at once, or a free table to ask about all pieces.

        Raises `ScenarioError` where the rule system does not say who sees whom, and `MissingExtra` where the extra
        `fast` is not installed.
        """
        from sightline.field import field_of

        with use_language(self.language), self._answering():
            field = field_of(self.rules, self.position)
        self._field = ref(field)
        return field

    def reach(
        self, name: str, *, toward: Sequence[float | str] | None = None, **options: Any
    ) -> Answer[Reach[Place]] | Answer[ReachOutline]:
        """Return where a piece can move to, at what cost.

        `options` are those that the rule system knows (`Movable.move_options`): in HERO `by=True` asks for a Move By,
        `through="T"` for a Move Through that piece, `fewest_attacks=True` for paths that provoke as few others as
        possible. Raise `ScenarioError` for names that are not there, and for options that the system does not know or
        that contradict each other.

        On a free table the answer is the outline of all places that the middle of the piece can end its move in, an
        inner approximation with its `bound`; with `toward`, a place on the table, it also has the `path` to the place
        nearest to that one, and its `length`. Raise `MissingExtra` where the extra `free` is not installed.
        """
        self._check_actors({"from": name})
        piece = self.position.pieces[name]
        move = self._move_options(piece, options)
        if self.position.is_free:
            wish = None if toward is None else self._spot("toward", toward)
            return self._ask(referee.outline, "reach_scene", piece, wish)
        if toward is not None:
            raise TypeError("a way toward a place is asked for on free tables only")
        return self._ask(referee.reach, "reach_scene", piece, move)

    def _move_options(self, piece: Piece, asked: Mapping[str, Any]) -> MoveOptions:
        with use_language(self.language), self._answering():
            options = referee.read_options(self.rules, asked)
            self._check_actors({each.name: asked.get(each.name) for each in options.iter_options() if each.names_piece})
            problems = Problems("-")
            for wrong in options.check(piece):
                problems.add(None, wrong.key, wrong.message, found=str(asked[wrong.key]), allowed=wrong.allowed)
            problems.raise_if_any()
        return options

    def threat(self, side: str) -> Answer[Threat]:
        """Tell in which cells the enemies of a side could hit it, and how likely.

        Raises `ScenarioError` for a side that no piece is on.
        """
        sides = tuple(dict.fromkeys(piece.side for piece in self.position.pieces.values() if piece.side is not None))
        if side not in sides:
            with use_language(self.language):
                problems = Problems("-")
                message = _("there is no side {side!r}").format(side=side)
                problems.add(None, "side", message, found=side, allowed=sides)
                problems.raise_if_any()
        return self._ask(referee.threat, "threat_scene", side)

    def advise(self, name: str) -> Answer[Advice]:
        """Rank the places that a piece can reach and attack from. Raises `ScenarioError` for a name not there."""
        self._check_actors({"from": name})
        return self._ask(referee.advise, "advise_scene", self.position.pieces[name])

    def line(self, start: str, stop: str) -> Answer[LineContacts]:
        """Give everything that the line between two points meets: labels of cells, or corners such as `B3@SE`.

        Raises `ScenarioError` for points that are not there.
        """
        with self._answering():
            require_cells(self.rules, self.position)
        problems, points = Problems("-"), []
        for key, name in (("from", start), ("to", stop)):
            with use_language(self.language):
                try:
                    points.append(parse_point(self.board, name))
                except PlaceError as error:
                    problems.add(None, key, str(error), found=name, allowed=error.allowed, nearest=error.nearest)
        problems.raise_if_any()
        return Answer(self, find_line_contacts(self.board, *points), draw_line)

    def infer(
        self, sheet: str, *, file: str = "-", number: int = 1, seconds: float = SECONDS, workers: int = 1
    ) -> Inferred:
        """Find boards on which a published chart, a text of CSV, comes out: smallest first, and at most so many.

        What the scenario states is kept; elements of the system are added to it. Where there is no such board, the
        answer names a smallest set of rows that contradict each other. Problems of the chart call it `file`. Raises
        `ScenarioError` with every problem, and `MissingExtra` where the extra `infer` is not installed.
        """
        from sightline.formats.chart_csv import read_sheet
        from sightline.inference.infer import infer

        def write(position: Position) -> str:
            return format_scenario(dataclasses.replace(self._deployed, position=position))

        with use_language(self.language), self._answering():
            inference = self._inference()
            rows = read_sheet(files.decode(sheet.encode(errors="surrogatepass"), file), inference, self.board)
            return infer(self.rules, self.position, rows, write, number=number, seconds=seconds, workers=workers)

    def strike(self, name: str, place: str, *, earlier: int = 0) -> Answer[Strike]:
        """Judge an attack of a piece on what obstructs at a cell or border, which hits without dice.

        `earlier` is the damage that it has taken before. Raises `ScenarioError` for names that are not there, and where
        nothing obstructs.
        """
        self._check_actors({"from": name})
        with self._answering(), self._obstructing(place) as site:
            value = referee.strike(self.rules, self.position, self.position.pieces[name], site, earlier)
        return Answer(self, value, partial(draw, "strike_scene"))

    def with_struck(self, place: str, damage: int, *, earlier: int = 0) -> Scenario:
        """Give the scenario after damage to what obstructs at a cell or border: changed where that destroys it.

        Raises `ScenarioError` as `strike` does.
        """
        with self._answering(), self._obstructing(place) as site:
            board = require(self.rules, Destructible).after_damage(self.position, site, damage, earlier)
        return Scenario(dataclasses.replace(self._deployed, position=self.position.with_surface(board)), self.language)

    @contextmanager
    def _obstructing(self, place: str) -> Iterator[Site]:
        """Give the cell or border of that name, and refuse one at which nothing obstructs."""
        require_cells(self.rules, self.position)
        problems = Problems("-")
        with use_language(self.language):
            try:
                yield parse_border(self.board, place) if "/" in place else parse_cell(self.board, place)
            except PlaceError as error:
                problems.add(None, "at", str(error), found=place, allowed=error.allowed, nearest=error.nearest)
            except ValueError:
                message = _("nothing obstructs at {place}").format(place=place)
                problems.add(None, "at", message, found=place)
        problems.raise_if_any()

    def with_piece(self, name: str, /, **changes: Any) -> Scenario:
        """Give the scenario with other values of some keys of a piece, as the file would state them."""
        return self.with_pieces({name: changes})

    def with_pieces(self, changes: Mapping[str, Mapping[str, Any]]) -> Scenario:
        """Give the scenario with changes to pieces; teams become some. Raises `ScenarioError` with every problem."""
        source = Source("-", "", has_place=False)
        self._check_names({f"pieces.{name}": name for name, stated in changes.items() if not stated})
        return self.with_nodes(
            {
                name: {key: node_of(source, value) for key, value in stated.items()}
                for name, stated in changes.items()
                if stated
            }
        )

    def with_nodes(self, changes: Mapping[str, Mapping[str, Node]]) -> Scenario:
        """Give the scenario with changes to pieces that stand in YAML texts, where problems are reported."""
        if not changes:
            return self
        with use_language(self.language):
            return Scenario(files.with_pieces(self._deployed, changes))

    def with_rulings(self, choices: Mapping[str, str], *, file: str = "-") -> Scenario:
        """Give the scenario with other choices of rulings. Raises `ScenarioError` with every problem, as of `file`."""
        if not choices:
            return self
        with use_language(self.language):
            return Scenario(files.with_rulings(self.data, choices, file))

    def with_formations(self, choices: Mapping[str, str]) -> Scenario:
        """Give the scenario with teams that stand in these formations, by side, unless told otherwise.

        Raises `ScenarioError` with every problem.
        """
        if not choices:
            return self
        with use_language(self.language):
            return Scenario(with_formations(self.data, choices))

    def with_language(self, language: str) -> Scenario:
        """Give the scenario with answers in another language. Raises ValueError for none of `sightline.LANGUAGES`."""
        with use_language(language):
            return Scenario(self.data, text=self._text)

    def to_yaml(self) -> str:
        """Give the scenario as a text that `parse` reads back to the same value."""
        return format_scenario(self.data)

    @property
    def scene(self) -> Scene | TableScene:
        """What a picture of the board shows."""
        from sightline import render

        with use_language(self.language):
            return render.board_scene(self.rules, self.position, title=self.title, zones=self.data.zones)

    def chart_scene(self, verdicts: Sequence[Verdict]) -> Scene | TableScene:
        """Give what a picture of several verdicts shows."""
        from sightline import render

        with use_language(self.language):
            return render.chart_scene(self.rules, self.position, verdicts, title=self.title)

    def _ask(self, question: Callable[..., Value], scene: str, *about: Any) -> Answer[Value]:
        """Put a question to the referee; `scene` is the function of `sightline.render` that shows the answer."""
        with use_language(self.language), self._answering():
            return Answer(self, question(self.rules, self.position, *about), partial(draw, scene))

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Refuse a question that the rule system has no answer to."""
        try:
            yield
        except NotAnswered as error:
            problems = Problems("-")
            problems.add(None, "rules", str(error), found=self.rules.key)
            raise ScenarioError(problems.found) from error

    def _inference(self) -> Inference:
        """Give how boards are found. Raises `NotAnswered`, and `ScenarioError` for maps too large."""
        inference = require(self.rules, Inferable).inference()
        problems, cells = Problems("-"), sum(kinds is not None for kinds in self.board.ground)
        if cells > inference.most_cells:
            message = _("boards are found on maps of at most {most} cells; this one has {cells}")
            problems.add(None, "map", message.format(most=inference.most_cells, cells=cells), found=str(cells))
        problems.raise_if_any()
        return inference

    def _shot(self, attacker: str, target: str, weapon: Weapon | None) -> Verdict:
        pieces = self.position.pieces
        with use_language(self.language), self._answering():
            return referee.shot(self.rules, self.position, pieces[attacker], pieces[target], weapon)

    def _weapons(self, name: str) -> tuple[Weapon, ...]:
        return self.position.pieces[name].weapons

    def _attack(self, attacker: str, target: str, weapon: str | None) -> tuple[Piece, Piece, Weapon | None]:
        """Give the pieces of these names and the weapon. Raises `ScenarioError` with all that is wrong with them."""
        self._check_actors({"from": attacker, "to": target})
        problems = Problems("-")
        named = {each.name: each for each in self._weapons(attacker)}
        with use_language(self.language):
            if attacker == target:
                message = _("{piece!r} attacks itself here").format(piece=attacker)
                problems.add(None, "to", message, found=target, allowed=self._others(attacker))
            if weapon is not None and weapon not in named:
                message = _("{piece!r} has no weapon {weapon!r}").format(piece=attacker, weapon=weapon)
                problems.add(None, "weapon", message, found=weapon, allowed=tuple(named))
        problems.raise_if_any()
        chosen = next(iter(named.values()), None) if weapon is None else named[weapon]
        return self.position.pieces[attacker], self.position.pieces[target], chosen

    def _spot(self, key: str, stated: Sequence[float | str]) -> Spot:
        with use_language(self.language):
            return files.read_spot(self.data, key, stated)

    def _others(self, name: str) -> tuple[str, ...]:
        return tuple(other for other in self._actors if other != name)

    @property
    def _actors(self) -> tuple[str, ...]:
        return tuple(piece.name for piece in self.position.pieces.values() if piece.as_terrain is None)

    def _check_actors(self, names: Mapping[str, str | None]) -> None:
        """Check that these are names of pieces that attack, see and move."""
        self._check_names(names)
        problems = Problems("-")
        for key, name in names.items():
            if name is not None and name not in self._actors:
                with use_language(self.language):
                    message = _("{name!r} is an object, which does nothing and is no target").format(name=name)
                    problems.add(None, key, message, found=name, allowed=self._actors)
        problems.raise_if_any()

    def _check_names(self, names: Mapping[str, str | None]) -> None:
        problems = Problems("-")
        for key, name in names.items():
            if name is not None and name not in self.position.pieces:
                with use_language(self.language):
                    message = _("there is no piece {name!r}").format(name=name)
                    problems.add(None, key, message, found=name, allowed=tuple(self.position.pieces))
        problems.raise_if_any()


def load(path: str | PathLike[str], *, systems: Systems | None = None, language: str | None = None) -> Scenario:
    """Read a scenario file. Raises `ScenarioError` with every problem, and OSError where it cannot be read.

    The scenario, and what is wrong with it, speaks one of `sightline.LANGUAGES`: English unless told.
    """
    file = Path(path)
    with use_language(language or current_language()):
        source = files.read_file(file)
        data = files.parse_scenario(source, installed_systems() if systems is None else systems, file.parent)
        return Scenario(data, text=source.text)


def parse(text: str, *, systems: Systems | None = None, file: str = "-", language: str | None = None) -> Scenario:
    """Read a scenario from a text, which problems call `file`. Raises `ScenarioError` with every problem.

    The scenario, and what is wrong with it, speaks one of `sightline.LANGUAGES`: English unless told.
    """
    with use_language(language or current_language()):
        source = files.decode(text.encode(errors="surrogatepass"), file)
        return Scenario(
            files.parse_scenario(source, installed_systems() if systems is None else systems), text=source.text
        )


def _parse_in(text: str, language: str) -> Scenario:
    return parse(text, language=language)
