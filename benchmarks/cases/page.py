"""Latencies of the page in a real browser: from an event to the picture that shows it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any

from benchmarks.battle_screens import Screens
from benchmarks.boards import sided_board
from benchmarks.browser_page import frames_of, load, middle, until_shown, visit
from benchmarks.measurement import Case, Floor, Sizes, Timed, Work, percentile_95
from benchmarks.running_battles import Battles
from benchmarks.table_server import Page as Asker
from benchmarks.table_server import hashes, serve

if TYPE_CHECKING:
    from playwright.sync_api import Page

_PIECES, _WALLS = 30, 0.15
_USUAL, _LARGE = Sizes(40, 20, 6), Sizes(158, 40, 6)
_OVERLAYS, _MOVES, _LOADS = 10, 10, 5
"""The times that each is done; the smallest boards are there to see that it works, and it is done less often there."""
_SETTLING = 800
_ANSWER = "document.querySelector('section[aria-label=Answer][aria-busy=false] h2')?.textContent"
_VERDICT = "document.querySelector('[data-verdict] h2')?.textContent"


def _repeated(act: Callable[[], float], times: int, size: int) -> Timed:
    """Return the seconds in which 95 of 100 are done."""
    return percentile_95(act() for _ in range(max(1, min(times, size // 2))))


class _Table:
    """A table on a server of its own, with its board."""

    def __init__(self, size: int) -> None:
        self.text = sided_board(size, min(_PIECES, size), _WALLS).text
        self.server = serve().rstrip("/")
        asker = Asker(self.server)
        made = asker.ask("tables", scenario=self.text)
        self.address = f"{self.server}/t/{made['id']}"
        self.edit_address = f"{self.address}#edit={made['edit']}"
        scene = asker.ask("scene", scenario=self.text)
        self.have, self.sides = hashes(scene), {piece["name"]: piece["side"] for piece in scene["pieces"]}
        self.names = [f"P{number}" for number in range(min(_PIECES, size))]

    def alone(self, asked: Sequence[dict[str, Any]]) -> Timed:
        """Return the seconds that the server alone takes for 95 of 100 scenes."""
        asker = Asker(self.server)
        for ask in asked:
            asker.ask("scene", scenario=self.text, have=self.have, ask=ask)
        return percentile_95(asker.taken)


def _selected(table: _Table) -> Page:
    page = visit(table.address)
    page.mouse.click(*middle(page, 'g[data-piece="P0"]'))
    return page


def _hovers(size: int) -> Work:
    table = _Table(size)
    page, others = _selected(table), table.names[1:]
    places = {name: middle(page, f'g[data-piece="{name}"]') for name in others}

    def hover(name: str) -> float:
        shown = f"{_VERDICT} === 'P0 → {name}'"
        return until_shown(lambda: page.mouse.move(*places[name]), page, "pointermove", shown)

    asked = [{"question": "shot", "from": "P0", "to": name} for name in others]
    return Work(lambda: percentile_95(map(hover, others)), lambda: table.alone(asked))


def _overlay(key: str, question: str) -> Callable[[int], Work]:
    def prepare(size: int) -> Work:
        table = _Table(size)
        page, of = _selected(table), {"side": table.sides["P0"]} if question == "threat" else {"from": "P0"}

        def show() -> float:
            before = page.evaluate(f"() => {_ANSWER} ?? null")
            shown = f"{_ANSWER} && {_ANSWER} !== {json.dumps(before)}"
            taken = until_shown(lambda: page.keyboard.press(key), page, "keydown", shown)
            page.keyboard.press(key)
            page.wait_for_function(f"() => !{_ANSWER}")
            return taken

        return Work(
            lambda: _repeated(show, _OVERLAYS, size),
            lambda: table.alone([{"question": question, **of}] * _OVERLAYS),
        )

    return prepare


def _free_cells(table: _Table) -> tuple[str, str]:
    """Return two cells on which nobody stands."""
    scene = Asker(table.server).ask("scene", scenario=table.text)
    clear = [cell["label"] for cell in scene["cells"]["list"] if not cell["terrain"]]
    one, other = [label for label in clear if label not in scene["occupied"]][:2]
    return one, other


def _drag(page: Page, name: str, at: str, steps: int = 5) -> None:
    page.mouse.move(*middle(page, f'g[data-piece="{name}"]'))
    page.mouse.down()
    page.mouse.move(*middle(page, f'[data-cell="{at}"]'), steps=steps)
    page.mouse.up()


def _edits(size: int) -> Work:
    table = _Table(size)
    one, other, cells = visit(table.edit_address), visit(table.address), cycle(_free_cells(table))
    drawn = "document.querySelector('g[data-piece=\"P0\"]').outerHTML"

    def move() -> float:
        other.evaluate(f"() => {{ window.before = {drawn} }}")
        cell = next(cells)
        one.wait_for_timeout(_SETTLING)  # a piece that still slides is not where one takes it
        return until_shown(lambda: _drag(one, "P0", cell), other, "pointerup", f"{drawn} !== window.before", by=one)

    return Work(lambda: _repeated(move, _MOVES, size))


def _loads(size: int) -> Work:
    table = _Table(size)

    def served() -> Timed:
        before = time.perf_counter()
        Asker(table.server).ask("scene", scenario=table.text)
        return Timed(time.perf_counter() - before)

    return Work(lambda: _repeated(lambda: load(table.address), _LOADS, size), served)


def _battle_loads(battles: int) -> Work:
    server = serve()
    address = f"{server}b/{Battles(server, battles).ids[0]}"
    return Work(lambda: _repeated(lambda: load(address), _LOADS, battles))


def _battle_turns(battles: int) -> Work:
    server = serve()
    Battles(server, battles)
    screens = Screens(server)
    return Work(lambda: _repeated(screens.end_turn, _MOVES, battles))


def _drags(size: int) -> Work:
    table = _Table(size)
    page = visit(table.edit_address)
    place, far = middle(page, 'g[data-piece="P0"]'), middle(page, 'g[data-piece="P1"]')

    def drag() -> Timed:
        page.mouse.move(*place)
        page.mouse.down()
        frames = frames_of(page, lambda: page.mouse.move(*far, steps=120))
        page.keyboard.press("Escape")
        page.mouse.up()
        return percentile_95(frames)

    return Work(drag)


_BOARD = "{n} x {n} hexes, 30 pieces (Penance), 15% walls"
_SERVER = "the server alone"
_DIFFERS = (
    "The peer draws nothing: it is what the server takes of our time. "
    "Each is the time of 95 of 100, from the event in a real Chromium to the picture."
)
PAGE = (
    Case(f"hover to verdict, {_BOARD}", _USUAL, _hovers, _SERVER, Floor(seconds=0.05), _DIFFERS, is_process=True),
    *(
        Case(f"overlay `{name}`, {_BOARD}", _USUAL, _overlay(key, name), _SERVER, Floor(seconds=0.1), is_process=True)
        for key, name in (("s", "see"), ("r", "reach"), ("t", "threat"), ("a", "advise"))
    ),
    Case(f"a move seen in another browser, {_BOARD}", _USUAL, _edits, floor=Floor(seconds=0.15), is_process=True),
    *(
        Case(f"first load of a table, {_BOARD}", sizes, _loads, _SERVER, Floor(seconds=seconds), is_process=True)
        for sizes, seconds in ((_USUAL, 0.8), (_LARGE, 2))
    ),
    Case(
        "first load of a battle, {n} battles under way (SODWA)",
        Sizes(100, 20, 2),
        _battle_loads,
        floor=Floor(seconds=1),
        is_process=True,
    ),
    Case(
        "from a click to the other's screen, {n} battles under way (SODWA)",
        Sizes(100, 20, 2),
        _battle_turns,
        floor=Floor(seconds=0.15),
        is_process=True,
    ),
    *(
        Case(
            f"from frame to frame while dragging, {_BOARD}", sizes, _drags, floor=Floor(seconds=0.018), is_process=True
        )
        for sizes in (_USUAL, _LARGE)
    ),
)
"""Each is the time in which 95 of 100 are done, from the event in the browser to the picture."""
