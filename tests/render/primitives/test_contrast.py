"""Contrast as WCAG 2.2 counts it: 4.5 to 1 for text, 3 to 1 for marks, by day and by night."""

from __future__ import annotations

import pytest

from sightline.render.primitives.colours import TABLES, Colours

SCREENS: tuple[Colours, ...] = ("colour", "dark")
GROUNDS = tuple(css for css in TABLES["colour"] if css == "ground" or css.startswith("on-"))
SIDES = tuple(css.removeprefix("side-") for css in TABLES["colour"] if css.startswith("side-"))
ON_PAPER = ("title", "words", "faint", "edge-label")
ON_GROUND = ("label", "level-number", "tag", "words")
PLATES = {"value": ("plate", "badge", "die", "crate"), "words": ("badge",)}
MARKS = (
    *("mark", "contour", "area-edge", "viewer", "attacker", "band-edge", "barrier", "dots", "block-edge", "red-line"),
    *("ray-clear", "ray-impeded", "ray-blocked", "ray-bare", "ray-forbidden", "round-black", "round-blue"),
    *("blocks", "forbids", "impedes", "modifies", "permits", "notes", "open", "edge-of-area"),
)
FILLED = {"on-forest": "tree", "on-dense-forest": "fir", "on-rubble": "stone", "on-stone": "block", "on-ice": "frost"}


def luminance(colour: str) -> float:
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_the_greatest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", SCREENS)
def test_text_can_be_read(colours: Colours) -> None:
    table = TABLES[colours]
    pairs = [(css, "paper") for css in ON_PAPER] + [(css, ground) for css in ON_GROUND for ground in GROUNDS]
    pairs += [(f"name-{side}", f"side-{side}") for side in SIDES]
    pairs += [(css, plate) for css, plates in PLATES.items() for plate in plates]
    pairs += [("sign-text", css) for css in table if css.startswith("sign-") and css != "sign-text"]
    found = {pair: round(contrast(table[pair[0]][0], table[pair[1]][0]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("colours", SCREENS)
def test_marks_stand_out_from_the_ground(colours: Colours) -> None:
    table = TABLES[colours]
    pairs = [(css, ground) for css in MARKS for ground in ("ground", "on-stone")]
    found = {(css, ground): contrast(table[css][1], table[ground][0]) for css, ground in pairs}
    for ground, css in FILLED.items():
        found[css, ground] = max(contrast(each, table[ground][0]) for each in table[css] if each != "none")
    for side in SIDES:
        fill, edge = table[f"side-{side}"]
        found[f"side-{side}", "ground"] = max(contrast(each, table["ground"][0]) for each in (fill, edge))
    assert {pair: round(ratio, 2) for pair, ratio in found.items() if ratio < 3} == {}


@pytest.mark.parametrize("colours", TABLES)
def test_every_table_has_a_colour_for_every_class(colours: Colours) -> None:
    assert TABLES[colours].keys() == TABLES["colour"].keys()
    for fill, stroke in TABLES[colours].values():
        assert {each[0] for each in (fill, stroke)} <= {"#", "n"}
        assert (fill, stroke) != ("none", "none") or colours == "print"


def test_the_worse_the_danger_the_brighter_at_night_and_the_darker_by_day() -> None:
    for colours, is_rising in (("dark", True), ("colour", False)):
        table = TABLES[colours]  # type: ignore[index]
        found = [luminance(table[f"danger-{k}"][0]) for k in range(1, 7)]
        assert found == sorted(found, reverse=not is_rising)
