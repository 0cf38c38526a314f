"""Questions that the server has too many of: they are asked again, later, and only the newest counts."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page, Route, expect

from tests.web.test_verdicts import text_of

Table = Callable[..., Page]


def test_a_question_too_many_is_asked_again(table: Table) -> None:
    page = table(text_of("penance"), forgive="429")
    asked: list[str] = []

    def refuse_twice(route: Route) -> None:
        asked.append(route.request.post_data or "")
        if len(asked) > 2:
            route.continue_()
        else:
            route.fulfill(status=429, headers={"Retry-After": "1"}, json={"message": "Too many questions."})

    page.click('[data-piece="A"]')
    expect(page.get_by_role("region", name="Chances")).to_contain_text("%")
    page.route("**/api/v1/scene", refuse_twice)
    page.click('[data-piece="T"]')
    expect(page.locator("[data-verdict]")).to_be_visible()
    assert len(asked) >= 3
    expect(page.get_by_role("alert", name="What is wrong")).to_have_count(0)


def test_a_question_that_waits_gives_way_to_a_newer_one(table: Table) -> None:
    page = table(text_of("hero5"), forgive="429")
    late = {"wait": True}

    def refuse_the_first(route: Route) -> None:
        if late["wait"] and '"Ysa"' in (route.request.post_data or ""):
            route.fulfill(status=429, headers={"Retry-After": "1"}, json={"message": "Too many questions."})
        else:
            route.continue_()

    page.route("**/api/v1/scene", refuse_the_first)
    page.click('[data-piece="Tib"]')
    page.hover('[data-piece="Ysa"]')
    page.wait_for_timeout(200)
    page.click('[data-piece="Pel"]')
    expect(page.locator("[data-verdict] h2")).to_have_text("Tib → Pel")
    late["wait"] = False
    page.wait_for_timeout(1500)
    expect(page.locator("[data-verdict] h2")).to_have_text("Tib → Pel")


def test_a_page_asks_no_faster_than_it_is_answered(table: Table) -> None:
    page = table(text_of("hero5"))
    times: list[float] = []
    page.click('[data-piece="Tib"]')
    page.on("request", lambda _request: times.append(monotonic()))
    boxes = [page.locator(f'[data-piece="{name}"]').bounding_box() for name in ("Ysa", "Pel")]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box is not None]
    for turn in range(50):
        page.mouse.move(*middles[turn % 2])
    expect(page.locator("[data-verdict] h2")).to_have_text("Tib → Pel")
    page.wait_for_load_state("networkidle")
    assert len(times) >= 30
    assert max(sum(0 <= time - first < 0.9 for time in times) for first in times) <= 35
