"""Links to a question: all of it is in the link, and what cannot be asked is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, expect

import sightline
from tests.web.test_restart import share
from tests.web.test_verdicts import text_of

Opening = Callable[..., Page]
Table = Callable[..., Page]
REFUSED = "422 (Unprocessable Entity)"


def _query(page: Page) -> dict[str, str]:
    """Return the query of the link to the current question, from the window that stays open."""
    return dict(parse_qsl(page.get_by_label("To this very question").input_value().partition("?")[2]))


def test_a_link_to_a_question_opens_with_its_answer(table: Table, opening: Opening) -> None:
    page = table(text_of("penance"))
    share(page)
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.wait_for_selector("[data-verdict]")
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("To this very question").input_value()
    assert link.endswith("?ask=shot&from=A&to=T")
    other = opening(link[link.index("/t/") :])
    expect(other.locator("[data-verdict] h2")).to_have_text("A → T")


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("ask=threat&side=blue", "What can hit blue"),
        ("ask=line&from=A1&to=D4", "A1 → D4: distance 5 cells"),
        ("ask=shot&from=A&to=T&weapon=bow", "A → T with bow"),
    ],
)
def test_every_question_has_a_link(table: Table, opening: Opening, query: str, answer: str) -> None:
    rifle = "{name: rifle, range: 8, damage: 2}"
    page = table(text_of("penance").replace(rifle, f"{rifle}, {{name: bow, range: 9, damage: 1}}"))
    share(page)
    path = page.url[page.url.index("/t/") :]
    other = opening(f"{path}?{query}")
    expect(other.locator("#live")).to_contain_text(answer)
    other.get_by_role("button", name="Share", exact=True).click()
    expect(other.get_by_label("To this very question")).to_have_value(re.compile(re.escape(f"{path}?{query}") + "$"))


def test_a_link_about_a_piece_that_is_gone_opens_the_table_and_says_so(table: Table, opening: Opening) -> None:
    page = table(text_of("penance"))
    share(page)
    path = page.url[page.url.index("/t/") :]
    other = opening(f"{path}?ask=shot&from=Zoe&to=T", forgive=REFUSED)
    expect(other.locator("[data-piece]")).to_have_count(2)
    expect(other.locator("p", has_text="there is no piece 'Zoe'").last).to_be_visible()


@pytest.mark.parametrize(
    ("field", "value", "stated"),
    [
        ("Make a Move By.", True, {"by": "true"}),
        ("Make a Move Through against the piece T.", "Pel", {"through": "Pel"}),
    ],
)
def test_the_options_of_a_move_are_part_of_the_link(
    table: Table, opening: Opening, field: str, value: bool | str, stated: dict[str, str]
) -> None:
    page = table(text_of("hero5"))
    share(page)
    page.click('[data-piece="Tib"]')
    page.keyboard.press("r")
    page.get_by_label(field).check() if value is True else page.get_by_label(field).select_option(str(value))
    options: dict[str, Any] = dict.fromkeys(stated, value)
    caption = sightline.parse(text_of("hero5")).reach("Tib", **options).screen().caption
    expect(page.get_by_role("region", name="Answer").get_by_role("heading")).to_have_text(caption)
    page.get_by_role("button", name="Share", exact=True).click()
    assert _query(page) == {"ask": "reach", "from": "Tib", **stated}
    link = page.get_by_label("To this very question").input_value()
    other = opening(link[link.index("/t/") :])
    expect(other.get_by_role("region", name="Answer").get_by_role("heading")).to_have_text(caption)


def test_the_place_that_a_path_leads_to_on_a_free_table_is_part_of_the_link(opening: Opening) -> None:
    page = opening("/new?system=post-galactica&grid=free")
    page.wait_for_selector("[data-piece]")
    name = page.locator("[data-piece]").first.get_attribute("data-piece")
    page.goto(page.url + f"?ask=reach&from={name}&toward=10.5,8")
    expect(page.get_by_role("region", name="Answer")).to_be_visible()
    share(page)
    page.get_by_role("button", name="Share", exact=True).click()
    assert _query(page) == {"ask": "reach", "from": name, "toward": "10.5,8"}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("ask=reach&from=Zoe", "there is no piece 'Zoe'"),
        ("ask=threat&side=green", "there is no side 'green'"),
    ],
)
def test_a_link_to_an_overlay_that_cannot_be_asked_opens_the_table_and_says_so(
    opening: Opening, query: str, said: str
) -> None:
    page = opening(f"/new?gallery=penance&{query}", forgive=REFUSED)
    expect(page.locator("p", has_text=said).last).to_be_visible()
    expect(page.locator("#live")).to_contain_text(said)
    expect(page.locator("[data-piece]")).to_have_count(2)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


def test_a_dispute_that_the_gallery_does_not_have_is_not_the_last_table(table: Table) -> None:
    page = table(text_of("penance"))
    page.goto(page.url + "?gallery=nowhere")
    expect(page.get_by_role("alert")).to_contain_text("The gallery has no dispute “nowhere”.")
    page.get_by_role("link", name="To the gallery").click()
    expect(page.get_by_role("heading", name="Disputes, played out")).to_be_visible()


def test_a_system_without_a_kind_of_board_is_not_the_last_table(table: Table) -> None:
    page = table(text_of("penance"))
    page.goto(page.url + "?system=sodwa")
    expect(page.locator("[data-piece='A']")).to_have_count(0)
    page.get_by_role("tab", name="Rulings").click()
    expect(page.get_by_text("adjacent-fence")).to_be_visible()


def test_a_question_that_does_not_exist_is_named_with_those_that_do(opening: Opening) -> None:
    page = opening("/new?gallery=penance&ask=shoot&from=A&to=T")
    said = "There is no question “shoot”, only: shot, line, see, reach, threat, advise."
    expect(page.locator("p", has_text=said).last).to_be_visible()
    expect(page.locator("#live")).to_contain_text(said)
    expect(page.locator("[data-piece]")).to_have_count(2)


@pytest.mark.parametrize("path", ["/play", "/team", "/learn"])
@pytest.mark.parametrize("key", ["chess", "penance"])
def test_rules_that_a_page_does_not_know_are_named_with_those_that_it_does(
    opening: Opening, path: str, key: str
) -> None:
    page = opening(f"{path}?rules={key}")
    said = f"This page does not know the rules “{key}”, only: sodwa."
    expect(page.get_by_role("alert")).to_have_text(said)
    expect(page.locator("#live")).to_contain_text(said)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Teams" if path == "/team" else "SODWA")
    page.goto(page.url.replace(key, "sodwa"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Teams" if path == "/team" else "SODWA")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_lesson_of_rules_that_the_page_does_not_know_is_not_one_of_others(opening: Opening) -> None:
    page = opening("/learn/1-turns?rules=chess")
    said = "This page does not know the rules “chess”, only: sodwa."
    expect(page.get_by_role("alert")).to_have_text(said)
    expect(page.locator("#live")).to_contain_text(said)
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("link", name="Begin")).to_be_visible()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("gallery=penance&ask=line&from=A1", "The question “line” lacks: to."),
        ("gallery=penance&ask=see", "The question “see” lacks: from."),
        ("system=penance&grid=square", "Penance has no board “square”, only: hex."),
        (
            "system=penance&grid=square&ask=see",
            "Penance has no board “square”, only: hex. The question “see” lacks: from.",
        ),
    ],
)
def test_what_a_link_lacks_is_said(opening: Opening, query: str, said: str) -> None:
    page = opening(f"/new?{query}")
    expect(page.locator("#live")).to_contain_text(said)
    expect(page.locator(".notice")).to_contain_text(said)
    expect(page.locator("[data-piece]")).not_to_have_count(0)


def test_a_long_notice_leaves_its_button_whole_on_a_phone(opening: Opening) -> None:
    page = opening("/new?ask=foo", locale="fr-FR", viewport={"width": 360, "height": 740})
    button = page.locator(".notice button")
    expect(button).to_have_text("Fermer")
    lines = "button => { const range = document.createRange(); range.selectNodeContents(button); return range"
    assert button.evaluate(f"{lines}.getClientRects().length }}") == 1


def test_a_link_without_a_question_says_nothing(opening: Opening) -> None:
    page = opening("/new?gallery=penance&ask=")
    expect(page.locator("[data-piece]")).not_to_have_count(0)
    expect(page.locator(".notice")).to_have_count(0)


def test_a_team_that_this_browser_does_not_have_is_named(opening: Opening) -> None:
    page = opening("/play?team=nowhere")
    expect(page.get_by_role("alert")).to_have_text("There is no such team in this browser")
    expect(page.get_by_role("heading", name="Set up a battle")).to_be_visible()
