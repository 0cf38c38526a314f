"""Pictures for screens, and the answers of the server to a page that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import TYPE_CHECKING, Any

from benchmarks.boards import sided_board
from benchmarks.measurement import Case, Floor, Fresh, Sizes, Work
from benchmarks.table_server import Page, hashes, serve

if TYPE_CHECKING:
    from sightline import Scenario
    from sightline.api.drawable import Drawable

_PIECES, _WALLS = 30, 0.15
_USUAL = Sizes(40, 20, 4)
_HOVERS = 100


def _scenario(size: int) -> Scenario:
    import sightline

    return sightline.parse(sided_board(size, min(_PIECES, size), _WALLS).text)


def _drawn(ask: Callable[[Scenario], Drawable]) -> Callable[[int], Work]:
    """Draw an answer on a board that the screen has."""

    def prepare(size: int) -> Work:
        scenario = _scenario(size)
        screen, answer = scenario.screen(), ask(scenario)
        have = {each.name: each.hash for each in screen.layers} | {"cells": screen.cells.hash}
        return Work(lambda: answer.screen(have=have), answer.svg)

    return prepare


def _moved(size: int) -> Work:
    def moved() -> Scenario:
        scenario = _scenario(size)
        scenario.screen()
        return scenario.with_piece("P0", facing="S")

    return Work(Fresh(moved, lambda scenario: scenario.screen()))


def _pairs(size: int) -> Iterator[tuple[str, str]]:
    names = list(_scenario(size).actors)
    return cycle([(names[0], other) for other in names[1:]])


def _asked(question: str, asked: Callable[[str, str], dict[str, Any]], count: int) -> Callable[[int], Work]:
    """Ask a server for scenes, each of another piece, as a page does that has the board."""

    def prepare(size: int) -> Work:
        page, text, pairs = Page(serve()), sided_board(size, min(_PIECES, size), _WALLS).text, _pairs(size)
        have = hashes(page.ask("scene", scenario=text))

        def ask() -> None:
            for _ in range(count):
                ask_for = {"question": question, **asked(*next(pairs))}
                page.ask("scene", scenario=text, have=have, ask=ask_for)

        ask()
        page.taken.clear()
        return Work(ask, questions=count, remark=page.slowest)

    return prepare


_BOARD = "{n} x {n} hexes, 30 pieces (Penance), 15% walls"
SCREENS = (
    Case(
        f"`screen()` of a shot, {_BOARD}", _USUAL, _drawn(lambda s: s.shot("P0", "P1")), "`svg()`", Floor(seconds=0.01)
    ),
    Case(f"`screen()` of `see`, {_BOARD}", _USUAL, _drawn(lambda s: s.see("P0")), "`svg()`", Floor(seconds=0.03)),
    Case(f"`screen()` of `reach`, {_BOARD}", _USUAL, _drawn(lambda s: s.reach("P0")), "`svg()`", Floor(seconds=0.03)),
    Case(f"`screen()` after one piece has turned, {_BOARD}", _USUAL, _moved, floor=Floor(seconds=0.05)),
    Case(
        f"over HTTP: a shot with its scene, {_BOARD}",
        _USUAL,
        _asked("shot", lambda one, other: {"from": one, "to": other}, _HOVERS),
        floor=Floor(seconds=0.03),
    ),
    Case(
        f"over HTTP: `see` with its scene, {_BOARD}",
        _USUAL,
        _asked("see", lambda _one, other: {"from": other}, 10),
        floor=Floor(seconds=0.08),
    ),
)
"""Cases of pictures in layers. The backdrop of the board is drawn before; the server runs in a process of its own."""
