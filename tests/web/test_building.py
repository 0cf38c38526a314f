"""Examples of every system, built on an empty table: the same table, and the same verdict as in a terminal."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

import sightline
from sightline.i18n import decimal, use_language
from tests.cli.conftest import Run, run
from tests.web.building import Hand, Keys, Touch, build, built
from tests.web.conftest import Opening

__all__ = ["run"]

ROOT = Path(__file__).parents[2]
SYSTEMS = ROOT / "src" / "sightline" / "systems"


class Example(NamedTuple):
    """A scenario file, and a shot in it."""

    file: Path
    attacker: str
    target: str


EXAMPLES = {
    "combat-hex": Example(SYSTEMS / "combat_hex" / "example-hex.yaml", "Ann", "Cat"),
    "hero5": Example(SYSTEMS / "hero5" / "example-hex.yaml", "Ana", "Bo"),
    "penance": Example(ROOT / "scenarios" / "penance" / "across-the-rubble.yaml", "A", "T"),
    "post-galactica": Example(SYSTEMS / "post_galactica" / "example-hex.yaml", "Marines", "Raiders"),
    "free table": Example(SYSTEMS / "post_galactica" / "example-free.yaml", "Marines", "Raiders"),
    "sodwa": Example(SYSTEMS / "sodwa" / "example-square.yaml", "Gale", "Flint"),
}
REFUSED = "422"
"""What the browser complains of where one key of a piece is refused until another is stated as well."""
IN_FRENCH = ("penance", "free table")
"""What is built by mouse in French, and in English by keyboard."""
ON_A_PHONE = ("combat-hex", "sodwa", "free table")
"""What is built by touch: one example of each kind of board."""
BY_MOUSE, BY_KEYBOARD, BY_TOUCH = ("penance", "sodwa", "free table"), ("penance", "free table"), ("sodwa",)
"""What is built by mouse, by keyboard and by touch outside CI too."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def expect_built(hand: Hand, example: Example, run: Run) -> None:
    """Expect the table of the file, and of its shot what the command line says."""
    wanted = sightline.parse(example.file.read_text())
    for _attempt in range(50):  # what was entered last is on its way
        found = sightline.parse(built(hand.page))
        if found.position == wanted.position:
            break
        hand.page.wait_for_timeout(100)
    else:
        assert found.to_yaml() == wanted.to_yaml()
    answer = run("shot", str(example.file), example.attacker, example.target, "--json").json
    hand.shoot(example.attacker, example.target)
    expect_verdict(hand.page, answer, hand.language)


def expect_verdict(page: Page, answer: dict[str, Any], language: str) -> None:
    shown = page.locator("[data-verdict]")
    expect(shown.locator("h2")).to_have_text(f"{answer['from']} → {answer['to']}")
    expect(shown).to_have_attribute("data-legal", str(answer["legal"]).lower())
    expect(shown).to_have_attribute("data-sight", answer["sight"])
    expect(shown.locator("[data-clause]").first).to_have_attribute("data-clause", answer["findings"][0]["clause"])
    numbers = answer["to_hit"].values() if isinstance(answer["to_hit"], dict) else []
    for number in numbers:
        expect(shown.locator(".short strong")).to_contain_text(str(number))
    if answer["odds"] is not None:
        with use_language(language):
            chance = decimal(float(answer["odds"]["percent"]))
        expect(shown.locator(".chance")).to_have_text(re.compile(re.escape(chance) + r"\s%"))


def others_in_ci(names: Iterable[str], everywhere: Collection[str]) -> list[Any]:
    """Return names as parameters, those that are not tried everywhere for CI alone."""
    return [pytest.param(name, marks=() if name in everywhere else pytest.mark.long) for name in names]


@pytest.mark.parametrize("name", others_in_ci(EXAMPLES, BY_MOUSE))
def test_an_example_is_built_by_mouse(opening: Opening, run: Run, name: str) -> None:
    language, locale = ("fr", "fr-FR") if name in IN_FRENCH else ("en", "en-GB")
    hand = Hand(opening("/", forgive=REFUSED, locale=locale), language)
    build(hand, EXAMPLES[name].file.read_text())
    expect_built(hand, EXAMPLES[name], run)


@pytest.mark.parametrize("name", others_in_ci(EXAMPLES, BY_KEYBOARD))
def test_an_example_is_built_by_keyboard_alone(opening: Opening, run: Run, name: str) -> None:
    hand = Keys(opening("/", forgive=REFUSED))
    build(hand, EXAMPLES[name].file.read_text())
    expect_built(hand, EXAMPLES[name], run)


@pytest.mark.parametrize("name", others_in_ci(ON_A_PHONE, BY_TOUCH))
def test_an_example_is_built_by_touch_on_a_phone(opening: Opening, run: Run, name: str) -> None:
    hand = Touch(opening("/", forgive=REFUSED, **PHONE))
    build(hand, EXAMPLES[name].file.read_text())
    expect_built(hand, EXAMPLES[name], run)
