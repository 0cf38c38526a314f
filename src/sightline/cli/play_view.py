"""The view of a battle in the terminal: the map, the pieces, the legal actions, and the latest events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec import structs

from sightline.api import Battle
from sightline.board import format_cell
from sightline.cli.output import aligned, printable
from sightline.cli.text_options import TerminalSize, painted
from sightline.i18n import _, ngettext, pgettext, word
from sightline.render import CellMap, Scene, text, text_map, wrap_lines
from sightline.render.text_maps.text_layout import MAP_WIDTH, legend_lines, shown_columns
from sightline.rules.game import Action
from sightline.rules.json_values import to_builtins

_AHEAD = 4
"""The number of coming turns per piece that are searched for its next one."""
_LARGEST_MAP = 60
_FORECAST = 8
_BETWEEN = 3
"""The columns between the map and the pieces beside it."""
_PROMPT = 1
"""The lines that the prompt takes below a battle."""
_SIDE = "side"
"""The column of the pieces that is written above them instead."""


class BattleView:
    """The view of one battle, which explains each sign of the map when it is first seen.

    In a terminal of a stated height an explanation is not repeated. The map does not grow again when the pieces beside
    it need less room for a while.
    """

    def __init__(self, *, has_map: bool = True) -> None:
        self.has_map = has_map
        self._explained = set[str]()
        self._map_widths: dict[int, int] = {}
        """The width of the map beside the pieces when it was last shown, by the width of the terminal."""

    def show(self, battle: Battle, size: TerminalSize, news: Sequence[str]) -> str:
        """Return the state of a battle, its legal actions, and last the news.

        If there is room, the pieces are beside the map, with the legal actions below them; otherwise above it. Objects
        and legend follow if they fit beside the map; otherwise they are at the top. Empty lines are left out if there
        is no room for them.
        """
        below = [_wrapped(news, size.columns), _wrapped([_state_line(battle)], size.columns)]
        room = None if size.lines is None else size.lines - sum(map(len, below)) - _PROMPT
        blocks = [block for block in (*self._position(battle, size.columns, room), *below) if any(block)]
        is_tight = size.lines is not None and sum(map(len, blocks)) + len(blocks) >= size.lines
        return ("\n" if is_tight else "\n\n").join("\n".join(block) for block in blocks)

    def _position(self, battle: Battle, columns: int | None, room: int | None) -> Iterator[list[str]]:
        """Yield the blocks of the map, the pieces and the legal actions; `room` is the most lines of the largest."""
        scene, width = battle.scene, columns or MAP_WIDTH
        legal = [*map(printable, _legal(battle))]
        if scene.is_free or not self.has_map or max(scene.board.columns, scene.board.rows) > _LARGEST_MAP:
            yield _wrapped(_pieces(battle, {}, columns), columns)
            yield _wrapped(legal, columns)
            return
        active = battle.run.game.active(battle.run.state)
        scene = structs.replace(scene, about=() if active is None else (active,))
        drawn = self._map_beside(battle, scene, width)
        if drawn is None:
            drawn = text_map(scene, width=width, paint=painted)
            key = [*_objects(battle, drawn), *legend_lines(self._unexplained(drawn.legend, room), width)]
            yield _wrapped(_pieces(battle, drawn.names, width), width)
            yield _wrapped([*legal, *key], width)
            is_tall = room is not None and drawn.parts == 1 and len(drawn.lines) > room
            yield [*drawn.lines[1:], drawn.lines[0]] if is_tall else [*drawn.lines]  # its first lines scroll away
            return
        yield from self._side_by_side(battle, drawn, legal, width, room)

    def _map_beside(self, battle: Battle, scene: Scene, width: int) -> CellMap | None:
        """Return the widest map that leaves room for the pieces beside it, None if there is none."""
        taken = min(map(shown_columns, _pieces(battle, {}, 0)))
        for map_width in range(self._map_widths.get(width, width - taken - _BETWEEN), 0, -1):
            drawn = text_map(scene, width=map_width, paint=painted)
            if drawn.parts > 1:
                return None
            widest = max(map(shown_columns, drawn.lines))
            if widest + _BETWEEN + max(map(shown_columns, _pieces(battle, drawn.names, 0))) <= width:
                self._map_widths[width] = map_width
                return drawn
        return None

    def _side_by_side(
        self, battle: Battle, drawn: CellMap, legal: Sequence[str], width: int, room: int | None
    ) -> Iterator[list[str]]:
        """Yield a block of the parts that do not fit beside the map, and a block of the map with the others."""
        left = max(map(shown_columns, drawn.lines)) + _BETWEEN
        right, above = _pieces(battle, drawn.names, width - left), list[str]()
        objects, legend, tall = _objects(battle, drawn), self._unexplained(drawn.legend, room), len(drawn.lines)
        wide, narrow = (legend_lines(legend, each) for each in (width, width - left))
        # The parts as they are above the map, as they are beside it, and the most lines of those beside it.
        blocks: list[tuple[Sequence[str], Sequence[str], int]] = [
            (legal, legal, max(room or 0, tall)),
            (objects, objects, tall),
            (wide, narrow, tall),
        ]
        for whole, part, most in blocks:
            lines = _wrapped(part, width - left)
            if lines and (room is None or len(right) + 1 + len(lines) <= most):
                right += ["", *lines]
            else:
                above += _wrapped(whole, width)
        yield above
        rows = zip_longest(drawn.lines, right, fillvalue="")
        yield [f"{one}{' ' * (left - shown_columns(one))}{other}".rstrip() for one, other in rows]

    def _unexplained(self, entries: Sequence[str], room: int | None) -> list[str]:
        """Return the entries of a legend that have not been shown, or all of them if there is always room."""
        shown = [entry for entry in entries if room is None or entry not in self._explained]
        self._explained.update(entries)
        return shown


def _state_line(battle: Battle) -> str:
    return " ".join(map(printable, battle.run.game.describe_state(battle.run.state)))


def show_map(scene: Scene, size: TerminalSize) -> list[str]:
    """Return the map of a board and its legend as lines, for a free table its whole text."""
    width = size.columns or MAP_WIDTH
    if scene.is_free:
        return [text(scene, width=width, paint=painted).rstrip()]
    drawn = text_map(scene, width=width, paint=painted)
    return [*drawn.lines, "", *legend_lines(drawn.legend, width)]


def _wrapped(lines: Iterable[str], width: int | None) -> list[str]:
    return [part for line in lines for part in ([line] if width is None else wrap_lines(line, width).split("\n"))]


def _objects(battle: Battle, drawn: CellMap) -> list[str]:
    """Return a line with the places of objects, if there are any."""
    labels = ", ".join(_object_labels(battle, drawn.names))
    return [_("objects: {these}").format(these=labels)] if labels else []


def _object_labels(battle: Battle, names: Mapping[str, str]) -> Iterator[str]:
    """Yield each object: its name on the map, its full name and its place."""
    position = battle.snapshot().position
    for name, piece in position.pieces.items():
        if piece.as_terrain is not None:
            yield f"{_called(name, names)} {format_cell(position.board, piece.cell)}"


def _called(name: str, names: Mapping[str, str]) -> str:
    """Return a name, preceded by the name on the map unless it begins with that."""
    short = names.get(name, name)
    return printable(name if name.startswith(short) else f"{short} {name}")


def _pieces(battle: Battle, names: Mapping[str, str], width: int | None = None) -> list[str]:
    """Return a line for each piece that can act, below its side, in the columns in which any piece has a value."""
    rows = _piece_rows(battle, names)
    lines = _by_side(battle, rows, aligned(rows))
    if width is None or max(map(shown_columns, lines)) <= width:
        return lines
    return _by_side(battle, rows, aligned(rows, gap=1))


def _piece_rows(battle: Battle, names: Mapping[str, str]) -> list[Sequence[str]]:
    """Return the headings of the columns, and the row of each piece."""
    pieces = battle.run.game.describe_pieces(battle.run.state)
    turns = _next_turns(battle, _AHEAD * len(pieces))
    stated = next(iter(pieces.values()), {})
    shown = [key for key in stated if key != _SIDE and any(piece[key] for piece in pieces.values())]
    rows: list[Sequence[str]] = [("", *map(word, shown), _("next"))]
    for name, piece in pieces.items():
        rows.append((_called(name, names), *(_cell(piece[key]) for key in shown), _when(turns.get(name))))
    return rows


def _by_side(battle: Battle, rows: Sequence[Sequence[str]], aligned_rows: Sequence[str]) -> list[str]:
    """Return aligned rows below their sides, with the headings in the line of the first side; names are coloured."""
    state, position = battle.run.state, battle.snapshot().position
    colours = battle.scene.side_colours
    active, head = battle.run.game.active(state), f"  {aligned_rows[0]}"
    lines: dict[str | None, list[str]] = {}
    for name, row, line in zip(battle.run.game.describe_pieces(state), rows[1:], aligned_rows[1:], strict=True):
        side, called = position.pieces[name].side, row[0]
        css = f"side-{colours[side]}"
        if side not in lines:
            title = printable(side or _("no side"))
            free = shown_columns(head) - shown_columns(head.lstrip()) - shown_columns(title)
            lines[side] = [f"{painted(title, css)}{' ' * max(2, free)}{'' if lines else head.lstrip()}".rstrip()]
        sign, css = (">", f"{css} about") if name == active else (" ", css)
        lines[side].append(f"{sign} {painted(called, css)}{line[len(called) :]}")
    return [line for group in lines.values() for line in group]


def _cell(value: object) -> str:
    match value:
        case True:
            return _("yes")
        case tuple():
            return ", ".join(value)
    return "" if value is None or value is False else str(value)


def _next_turns(battle: Battle, turns: int) -> Mapping[str, int]:
    return {turn["who"]: turn["ticks"] for turn in reversed(battle.forecast(turns))}


def _when(ticks: int | None) -> str:
    if not ticks:
        return "" if ticks is None else pgettext("turn", "now")
    return _("in {ticks}").format(ticks=ticks)


def coming(battle: Battle) -> str:
    """Return the turns to come, in the current language."""
    turns = battle.forecast(_FORECAST)
    if not turns:
        return _("No further turn comes before the limit of the battle.")
    return ", ".join(f"{turn['who']} {_in_ticks(turn['ticks'])}" for turn in turns)


def _in_ticks(ticks: int) -> str:
    if not ticks:
        return _("in this tick")
    return ngettext("in {ticks} tick", "in {ticks} ticks", ticks).format(ticks=ticks)


def _legal(battle: Battle) -> Iterator[str]:
    """Yield the legal actions: the numbered ones, then a line for each kind that can only be typed."""
    state, typed = battle.run.state, dict[type[Action], list[Action]]()
    for action in battle.run.legal():
        if not action.is_numbered(state):
            typed.setdefault(type(action), []).append(action)
    yield from numbered_lines(battle)
    for kind, actions in typed.items():
        yield kind.summarize(actions, state)


def numbered_lines(battle: Battle, kind: type[Action] = Action) -> list[str]:
    """Return a line for each action of a kind that is taken by number: the number, the action, and its outcome."""
    rows = [
        (f"{number:3}", action.format(), _brief(battle, action))
        for number, action in enumerate(numbered(battle), start=1)
        if isinstance(action, kind)
    ]
    return aligned(rows) if rows else []


def numbered(battle: Battle) -> list[Action]:
    """Return the legal actions that are taken by number, in order."""
    return [action for action in battle.run.legal() if action.is_numbered(battle.run.state)]


def _brief(battle: Battle, action: Action) -> str:
    """Return the most important phrase of a preview."""
    return next(iter(battle.foretell(to_builtins(action))), "")
