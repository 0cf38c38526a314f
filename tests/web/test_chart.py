"""The chart: its words are those of the page, and what is compared is what is chosen."""

from __future__ import annotations

import csv
from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

import sightline
from tests.web.test_verdicts import text_of

Table = Callable[..., Page]


@pytest.fixture
def scenario() -> sightline.Scenario:
    return sightline.parse(text_of("hero5"))


def _opened(table: Table, locale: str = "en-GB", name: str = "Chart") -> Page:
    page = table(text_of("hero5"), locale=locale)
    page.get_by_role("tab", name=name, exact=True).click()
    return page


def _rows(page: Page) -> Locator:
    return page.locator("tbody tr")


def test_a_filter_takes_the_words_that_are_shown(table: Table, scenario: sightline.Scenario) -> None:
    page = _opened(table, "fr-FR", "Tableau")
    verdicts = scenario.chart()
    expect(_rows(page)).to_have_count(len(verdicts))
    field = page.get_by_label("Filtrer")
    field.fill("Gênée")
    expect(_rows(page)).to_have_count(sum(each.sight.value == "impeded" for each in verdicts))
    field.fill("null")
    expect(_rows(page)).to_have_count(0)
    expect(page.get_by_text("Aucune attaque à montrer.")).to_be_visible()
    field.fill("83,80")
    expect(_rows(page).first).to_contain_text("Tib")


def test_the_csv_has_the_words_that_are_shown(table: Table) -> None:
    page = _opened(table, "fr-FR", "Tableau")
    expect(_rows(page)).not_to_have_count(0)
    shown = [[each.strip() for each in row.split("\t")] for row in _rows(page).all_inner_texts()]
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    _headings, *rows = csv.reader(download.value.path().read_text(encoding="utf-8").splitlines())
    assert [[each.strip() for each in row] for row in rows] == shown


def test_without_a_comparison_all_rows_are_shown(table: Table, scenario: sightline.Scenario) -> None:
    page = _opened(table)
    count = len(scenario.chart())
    choices = page.get_by_label("Compare with")
    choices.select_option("hexside=either")
    page.get_by_label("only what changes").check()
    now, then = (each.chart() for each in (scenario, scenario.with_rulings({"hexside": "either"})))
    changed = sum(one.findings != other.findings for one, other in zip(now, then, strict=True))
    assert 0 < changed < count
    expect(_rows(page)).to_have_count(changed)
    choices.select_option("")
    expect(_rows(page)).to_have_count(count)


def test_a_comparison_is_not_shown_under_the_name_of_another_choice(table: Table) -> None:
    page = _opened(table)
    choices = page.get_by_label("Compare with")
    choices.select_option("hexside=either")
    expect(page.locator("tr.changed")).not_to_have_count(0)
    page.route("**/chart", lambda _route: None)
    choices.select_option("hexside=both")
    expect(page.locator("tr.changed")).to_have_count(0)


def test_a_long_chart_is_drawn_as_far_as_it_is_scrolled_and_printed_whole(table: Table) -> None:
    pieces = "".join(f"  P{k}: {{at: {'ABCDEFGHIJ'[k % 10]}{k // 10 + 1}, facing: N}}\n" for k in range(35))
    page = table(f"sightline: 1\nrules: penance\nmap: {{grid: hex, size: 10x4}}\npieces:\n{pieces}")
    page.get_by_role("tab", name="Chart", exact=True).click()
    more = page.get_by_role("button", name="190 more attacks")
    expect(more).to_be_visible()
    expect(_rows(page)).to_have_count(1000)
    assert page.get_by_role("table").get_attribute("aria-rowcount") == str(35 * 34 + 1)
    more.scroll_into_view_if_needed()
    expect(_rows(page)).to_have_count(35 * 34)
    page.get_by_role("button", name="target").click()
    expect(_rows(page)).to_have_count(1000)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(_rows(page)).to_have_count(35 * 34)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(_rows(page)).to_have_count(1000)


@pytest.mark.parametrize(("locale", "name"), [("en-GB", "Chart"), ("fr-FR", "Tableau")])
@pytest.mark.parametrize("system", ["hero5", "penance", "sodwa"])
def test_all_columns_of_the_chart_are_in_sight_on_a_phone(table: Table, system: str, locale: str, name: str) -> None:
    size = {"width": 360, "height": 740}
    page = table(text_of(system), locale=locale, has_touch=True, is_mobile=True, viewport=size)
    page.get_by_role("tab", name=name, exact=True).tap()
    expect(_rows(page)).not_to_have_count(0)
    for row in ("thead tr", "tbody tr"):
        cells = page.locator(row).first.locator("th, td")
        boxes = cells.evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
        assert all(box["left"] >= 0 and box["right"] <= size["width"] for box in boxes)
        for one, other in combinations(boxes, 2):
            is_beside = one["right"] <= other["left"] or other["right"] <= one["left"]
            assert is_beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
