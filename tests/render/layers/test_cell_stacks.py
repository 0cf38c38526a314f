"""Many pieces in one cell: the first few by name, the others by their number."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from sightline.api import Scenario
from tests.render.hero5_boards import scenario
from tests.render.svg_texts import SVG


def crowd(number: int, *more: str) -> Scenario:
    ants = (f"Ant{k}: {{at: B2, side: red, shrinking: 4}}" for k in range(1, number + 1))
    return scenario(", ".join((*ants, *more)), size="3x3")


def drawn(picture: str) -> list[str]:
    names = ("name-red", "name-blue", "value")
    return [found.text or "" for found in ET.fromstring(picture).iter(f"{SVG}text") if found.get("class") in names]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_up_to_four_have_their_names(number: int) -> None:
    assert drawn(crowd(number).svg()) == [f"Ant{k}" for k in range(1, number + 1)]


@pytest.mark.parametrize("number", [5, 99])
def test_of_more_three_are_drawn_and_the_others_counted(number: int) -> None:
    shown = ["Ant1", "Ant2", "Ant3", f"+{number - 3}"]
    assert drawn(crowd(number).svg())[:4] == shown


def test_nobody_lies_on_another() -> None:
    root = ET.fromstring(crowd(7).svg())
    bodies = [found for found in root.iter(f"{SVG}circle") if found.get("class") == "side-red"][:3]
    assert len(bodies) == 3
    places = [(float(found.get("cx", "")), float(found.get("cy", "")), float(found.get("r", ""))) for found in bodies]
    for one, other in ((a, b) for k, a in enumerate(places) for b in places[:k]):
        assert (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 > (one[2] + other[2]) ** 2


def test_one_of_each_side_is_drawn() -> None:
    there = crowd(9, "Wasp: {at: B2, side: blue, shrinking: 4}")
    assert drawn(there.svg())[:4] == ["Ant1", "Ant2", "Was", "+7"]


def test_whom_the_picture_is_about_is_drawn() -> None:
    there = crowd(9, "Wasp: {at: B2, side: blue, shrinking: 4}", "Ann: {at: A1, side: blue}")
    assert "Ant8" in drawn(there.shot("Ann", "Ant8").svg())
    assert "Ant7" in drawn(there.reach("Ant7").svg())


def test_names_that_are_not_drawn_are_not_in_the_legend() -> None:
    found = [each.text for each in ET.fromstring(crowd(30).svg()).iter(f"{SVG}text")]
    assert "this many more there" in found
    assert "Ant30" not in found


def test_a_text_picture_stays_narrow() -> None:
    words = crowd(99).text()
    assert "An+98" in words
    assert "+n this many more there" in words
    assert max(map(len, words.splitlines()[:8])) < 40


def test_the_others_are_listed_by_side() -> None:
    there = crowd(30, "Bee: {at: B2, side: blue, shrinking: 4}", "Wasp: {at: B2, side: blue, shrinking: 4}")
    rows = there.text().splitlines()
    assert "+28   side red, at B2: " in "\n".join(rows)
    (row,) = (row for row in rows if row.startswith("+28"))
    assert row.endswith("Ant22 and 8 more")
    (row,) = (row for row in rows if row.startswith("+1 "))
    assert row == "+1    side blue, at B2: Wasp"


def test_small_ones_stand_on_the_base_of_a_large_one() -> None:
    there = scenario("Ogre: {at: D4, growth: 2, side: red}, Imp: {at: D3, side: blue, shrinking: 3}")
    titles = [each.text or "" for each in ET.fromstring(there.svg()).iter(f"{SVG}title")]
    assert [title.split(",")[0] for title in titles[1:]] == ["Ogre", "Imp"]
    there = scenario("Imp: {at: D3, side: blue, shrinking: 3}, Ogre: {at: D4, growth: 2, side: red}")
    titles = [each.text or "" for each in ET.fromstring(there.svg()).iter(f"{SVG}title")]
    assert [title.split(",")[0] for title in titles[1:]] == ["Ogre", "Imp"]


def test_from_the_side_many_are_counted_too() -> None:
    there = crowd(30, "Ann: {at: A2, side: blue}", "Bob: {at: C2, side: white}")
    root = ET.fromstring(there.shot("Ann", "Bob").side_view())
    found = {each.text or "" for each in root.iter(f"{SVG}text")}
    assert {"B2 +27", "Ant1", "Ant3"} <= found
    assert "Ant4" not in found
