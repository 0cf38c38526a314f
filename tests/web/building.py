"""Driver: builds a scenario on an empty table of the page, by mouse, by keys or by touch; the scenario is the data."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml
from playwright.sync_api import FloatRect, Locator, Page, expect

import sightline
from sightline.board import Board, format_border, format_cell
from sightline.i18n import _, pgettext, use_language
from tests.web.live_region import LAST_SAID

_PLACE = re.compile(r"^[\d.]+, [\d.]+")
Json = Any
Spot = tuple[float, float]


class Hand:
    """A way of input. By itself it is the mouse; `language` is that of the page."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page, self.language = page, language

    def said(self, text: str) -> str:
        """Return a text as the page says it."""
        with use_language(self.language):
            return _(text)

    def word(self, key: str) -> str:
        """Return a key of the format as the page says it."""
        with use_language(self.language):
            return pgettext("word", key.replace("_", " "))

    def press(self, thing: Locator) -> None:
        thing.click()

    def cell(self, label: str) -> None:
        """Press a cell with the tool in hand."""
        self.press(self.page.locator(f'[data-cell="{label}"]'))

    def border(self, label: str) -> None:
        """Press the middle of the side that two cells share."""
        ends = [self._middle(f'[data-cell="{each}"]') for each in label.split("/")]
        self.press_at(*((one + other) / 2 for one, other in zip(*ends, strict=True)))

    def spot(self, at: Spot) -> None:
        """Press a place of a free table with the tool in hand."""
        box, (width, height) = self._box("rect[data-stop]"), self.size
        self.press_at(box["x"] + at[0] / width * box["width"], box["y"] + at[1] / height * box["height"])

    size: Spot = (1, 1)
    """Width and depth of a free table in inches."""

    def press_at(self, x: float, y: float) -> None:
        """Press a point of the screen."""
        self.page.mouse.click(x, y)

    def enter(self, field: Locator, text: str) -> None:
        """Type a text over what stands in a field."""
        self.press(field)
        self.page.keyboard.press("Control+A")
        if text:
            self.page.keyboard.type(text)
        else:
            self.page.keyboard.press("Delete")
        self.page.keyboard.press("Enter")

    def choose(self, field: Locator, value: str) -> None:
        """Choose one of the options of a field."""
        field.select_option(value)

    def tool(self, name: str) -> None:
        """Take a tool in hand."""
        self.press(self.button(self.said(name)))

    def button(self, name: str, within: Locator | None = None) -> Locator:
        """Return the button of that name, which may have the key that does the same behind it."""
        pattern = re.compile(rf"^\s*{re.escape(name)}(\s+\d)?\s*$")
        return (within or self.page.locator("body")).get_by_role("button", name=pattern).locator("visible=true").first

    def tab(self, name: str) -> None:
        """Open a sheet."""
        self.press(self.page.get_by_role("tab", name=self.said(name), exact=True))

    def shoot(self, attacker: str, target: str) -> None:
        """Select one piece and point at the other."""
        self.let_go()
        self.press(self.page.locator(f'[data-piece="{attacker}"]'))
        self.page.hover(f'[data-piece="{target}"]')

    def let_go(self) -> None:
        """Press the piece in hand once more: it is in hand no longer."""
        self.tool("Select")
        self.press_at(*self._middle(":is([data-cell], [data-stop])[aria-pressed='true']"))

    def _middle(self, selector: str) -> Spot:
        box = self._box(selector)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _box(self, selector: str) -> FloatRect:
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        return box


class Touch(Hand):
    """A finger on a phone: one sheet at a time below the board."""

    def press(self, thing: Locator) -> None:
        thing.tap()

    def press_at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def tool(self, name: str) -> None:
        self.tab("Tools")
        super().tool(name)

    def shoot(self, attacker: str, target: str) -> None:
        self.let_go()
        for name in (attacker, target):
            self.press(self.page.locator(f'[data-piece="{name}"]'))


class Keys(Hand):
    """The keyboard alone: arrows over the board, the keys of the tools, and the focus for all else."""

    TOOLS = ("Select", "Move", "Ruler", "Terrain", "Borders", "Level", "New piece")

    def press(self, thing: Locator) -> None:
        thing.focus()
        is_box = thing.evaluate("each => each.type === 'checkbox'")
        self.page.keyboard.press("Space" if is_box else "Enter")

    def cell(self, label: str) -> None:
        self._walk(label)
        self.page.keyboard.press("Enter")

    def border(self, label: str) -> None:
        for each in label.split("/"):
            self.cell(each)

    def spot(self, at: Spot) -> None:
        stop = self.page.locator("rect[data-stop]")
        stop.focus()
        said = self.page.locator(LAST_SAID)
        self.page.keyboard.press("ArrowLeft")
        expect(said).to_have_text(_PLACE)
        x, y = (float(each) for each in said.inner_text().partition(":")[0].split(","))
        for by, arrows in ((at[0] - x, ("ArrowLeft", "ArrowRight")), (at[1] - y, ("ArrowUp", "ArrowDown"))):
            for _step in range(abs(round(by))):
                self.page.keyboard.press(arrows[by > 0])
        self.page.keyboard.press("Enter")

    def enter(self, field: Locator, text: str) -> None:
        field.focus()
        self.page.keyboard.press("Control+A")
        if text:
            self.page.keyboard.type(text)
        else:
            self.page.keyboard.press("Delete")
        self.page.keyboard.press("Enter")

    def choose(self, field: Locator, value: str) -> None:
        """Go up and down the options: whoever types letters has to know how they begin."""
        field.focus()
        now, there = field.evaluate(
            "(each, value) => [each.selectedIndex, [...each.options].findIndex((one) => one.value === value)]", value
        )
        for _step in range(abs(there - now)):
            self.page.keyboard.press("ArrowDown" if there > now else "ArrowUp")

    def tool(self, name: str) -> None:
        self.page.locator("[data-stop][tabindex='0'], [data-cell][tabindex='0']").first.focus()
        self.page.keyboard.press(str(self.TOOLS.index(name) + 1))

    def shoot(self, attacker: str, target: str) -> None:
        self.tool("Select")
        for _step in range(2):  # first whom it aims at, then itself
            self.page.keyboard.press("Escape")
        self._next(attacker)
        self.page.keyboard.press("Enter")
        self._next(target)

    def _next(self, piece: str) -> None:
        """Go from piece to piece until it is this one."""
        for _step in range(10):
            self.page.keyboard.press("n")
            named = self.page.evaluate("document.activeElement.getAttribute('aria-label')")
            if re.search(rf"(^|\W){re.escape(piece)},", named):
                return
        raise AssertionError(f"the keys do not lead to {piece}")

    def _walk(self, label: str) -> None:
        """Go to a cell by arrows: first to its column, then along it."""
        at = self.page.locator("[data-cell][tabindex='0']")
        at.focus()
        for axis, arrows in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"))):
            now = at.get_attribute("data-cell") or ""
            by = _steps(now, label)[axis]
            for _step in range(abs(by)):
                self.page.keyboard.press(arrows[by > 0])
        assert at.get_attribute("data-cell") == label


def _steps(start: str, end: str) -> tuple[int, int]:
    """Return how many columns and rows lie between two cells of maps of at most 26 columns."""
    return ord(end[0]) - ord(start[0]), int(end[1:]) - int(start[1:])


def build(hand: Hand, text: str) -> None:
    """Build the scenario of a text on a new, empty table; `text` has the columns A to Z."""
    scenario = sightline.parse(text)
    stated = yaml.safe_load(text)
    _lay_out(hand, scenario, stated["map"]["grid"])
    if scenario.position.is_free:
        _draw(hand, stated["map"]["features"])
    else:
        _paint(hand, scenario.position.board)
    for name, states in stated["pieces"].items():
        _put(hand, name, states, scenario)
    for name, choice in stated.get("rulings", {}).items():
        _rule(hand, name, choice)


def built(page: Page) -> str:
    """Return the scenario on the table, as the page saves it."""
    page.wait_for_function("document.querySelector('[role=application]')")
    draft: str = page.evaluate("sessionStorage.getItem('sightline.draft')")
    return draft


def _lay_out(hand: Hand, scenario: sightline.Scenario, grid: str) -> None:
    position = scenario.position
    is_free = position.is_free
    size = (position.table.width, position.table.height) if is_free else (position.board.columns, position.board.rows)
    hand.press(hand.button(hand.said("New table")))
    window = hand.page.get_by_role("dialog")
    hand.choose(window.locator("[name=system]"), scenario.rules.key)
    hand.choose(window.locator("[name=grid]"), grid)
    for name, number in zip(("columns", "rows"), size, strict=True):
        window.locator(f"[name={name}]").fill(str(round(number)))
    hand.press(window.get_by_role("button", name=hand.said("Create the table")))
    hand.page.wait_for_selector("rect[data-stop]" if is_free else "[data-cell]")
    hand.size = (float(size[0]), float(size[1]))


def _paint(hand: Hand, board: Board) -> None:
    grounds, levels = defaultdict[str, list[str]](list), defaultdict[int, list[str]](list)
    for cell, kinds in board.iter_terrain():
        for kind in kinds:
            grounds[kind].append(format_cell(board, cell))
    for cell in board:
        if board.level(cell):
            levels[board.level(cell)].append(format_cell(board, cell))
    tools = hand.page.get_by_role("group", name=hand.said("Terrain"), exact=True).locator("visible=true")
    for kind, cells in grounds.items():
        hand.tool("Terrain")
        hand.press(hand.button(hand.word(kind), tools))
        _each(hand.cell, cells)
    for level, cells in levels.items():
        hand.tool("Level")
        hand.enter(hand.page.get_by_label(hand.said("Level"), exact=True).locator("visible=true"), str(level))
        _each(hand.cell, cells)
    lines = hand.page.get_by_role("group", name=hand.said("Borders"), exact=True).locator("visible=true")
    for border, kinds in board.borders.items():
        hand.tool("Borders")
        hand.press(hand.button(hand.word(kinds[0]), lines))
        hand.border(format_border(board, border))


def _each(do: Any, places: Iterable[str]) -> None:
    for each in places:
        do(each)


def _draw(hand: Hand, features: Sequence[Mapping[str, Json]]) -> None:
    """Draw features corner by corner; what they are stands in their sheets."""
    for feature in features:
        hand.tool("Terrain")
        hand.press(hand.button(hand.said("Corner by corner")))
        for corner in [*feature["outline"], feature["outline"][0]]:
            hand.spot((corner[0], corner[1]))
        sheet = hand.page.get_by_role("region", name=hand.said("Feature"))
        outline = _entry(hand, sheet, hand.word("outline"))
        expect(outline).to_have_value(typed(feature["outline"]))
        hand.enter(sheet.get_by_label(hand.said("What it is")), feature["is"])
        for key, value in feature.items():
            if key not in ("is", "outline"):
                _fill(hand, sheet, key, value)


def _put(hand: Hand, name: str, states: Mapping[str, Json], scenario: sightline.Scenario) -> None:
    """Put a piece on the board and say in its sheet what it states, and nothing else."""
    hand.tool("New piece")
    known = hand.page.locator("[data-piece]").evaluate_all("all => all.map((each) => each.dataset.piece)")
    if scenario.position.is_free:
        at = states.get("at", [scenario.position.table.width / 2, 1])
        hand.spot((at[0], at[1]))
    else:
        at = states["at"]
        hand.cell((at[0] if isinstance(at, list) else at).partition("@")[0])
    sheet = hand.page.get_by_role("region", name=hand.said("Piece"))
    called = sheet.locator("#piece-name")
    expect(called).not_to_have_value(re.compile(rf"^({'|'.join(map(re.escape, known))})$"))
    hand.enter(called, name)
    expect(hand.page.locator(f'[data-piece="{name}"]')).to_have_count(1)
    before = yaml.safe_load(built(hand.page))["pieces"][name]
    for key in [*states, *before]:
        if before.get(key) != states.get(key):
            _fill(hand, sheet, key, states.get(key))
            before[key] = states.get(key)


def _fill(hand: Hand, scope: Locator, key: str, value: Json) -> None:
    """Say in a form what a key is; None is nothing."""
    name = hand.word(key)
    group = scope.locator(":scope > fieldset").filter(has=hand.page.locator("legend", has_text=re.compile(f"^{name}$")))
    if isinstance(value, Mapping):
        for each, inner in value.items():
            _fill(hand, group.first, each, inner)
    elif group.count():
        _fill_list(hand, group.first, value or [])
    else:
        _fill_field(hand, scope, name, value)


def _fill_list(hand: Hand, group: Locator, value: Sequence[Json]) -> None:
    """Say what a list of a form holds: boxes to check, or groups of fields that are added."""
    for box in group.get_by_role("checkbox").all():
        if box.is_checked():
            hand.press(box)
    away = group.get_by_role("button", name=hand.said("Take away"), exact=True)
    for _number in range(away.count()):
        hand.press(away.first)
    items = group.locator(":scope > fieldset")
    for number, item in enumerate(value):
        if isinstance(item, str):
            hand.press(group.get_by_label(hand.word(item), exact=True))
            continue
        hand.press(group.get_by_role("button", name=hand.said("Add"), exact=True))
        expect(items).to_have_count(number + 1)
        for key, inner in item.items():
            _fill(hand, items.nth(number), key, inner)


def _fill_field(hand: Hand, scope: Locator, name: str, value: Json) -> None:
    entry = _entry(hand, scope, name)
    kind = entry.evaluate("each => each.localName === 'select' ? 'select' : each.type")
    if kind == "checkbox":
        if entry.is_checked() != bool(value):
            hand.press(entry)
    elif kind == "select":
        options = entry.locator("option").evaluate_all("all => all.map((each) => each.value)")
        flags = {None: "0", True: "1", False: "2"}
        text = flags[value] if options == ["0", "1", "2"] else str(value or "")
        hand.choose(entry, text)
    else:
        hand.enter(entry, typed(value))


def _entry(hand: Hand, scope: Locator, name: str) -> Locator:
    """Return the field of a form; behind its name may stand the range of its numbers."""
    label = re.compile(rf"^\s*{re.escape(name)}(\s+[\d–]+)?\s*$")
    field = scope.locator(":scope > .field").filter(has=hand.page.locator("label", has_text=label))
    return field.locator("input, select").first


def typed(value: Json) -> str:
    """Return a value as one types it."""
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(each, list) for each in value):
        return "; ".join(", ".join(map(str, each)) for each in value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _rule(hand: Hand, name: str, choice: str) -> None:
    hand.tab("Rulings")
    with use_language(hand.language):
        name, choice = pgettext("ruling", name), pgettext("ruling", f"{name}={choice}").rpartition("=")[2]
    panel = hand.page.get_by_role("region", name=hand.said("Rulings"))
    ruling = panel.locator("details").filter(has=hand.page.locator("summary", has_text=name))
    hand.press(ruling.locator("summary"))
    side = ruling.locator(".side").filter(has=hand.page.get_by_role("heading", name=choice, exact=True))
    hand.press(side.get_by_role("button", name=hand.said("Use this choice")))
    expect(ruling.locator("summary")).to_contain_text(choice)
