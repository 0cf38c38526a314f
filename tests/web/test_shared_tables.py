"""Tables that are shared: two browsers at one table, and a connection that is lost."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.test_tables import drag
from tests.web.test_verdicts import text_of

Table = Callable[..., Page]


def test_two_browsers_at_one_table_see_each_others_changes(table: Table, opening: Callable[..., Page]) -> None:
    one = table(text_of("penance"))
    one.get_by_role("button", name="Share", exact=True).click()
    one.get_by_role("button", name="Share this table").click()
    one.wait_for_url("**/t/*")
    link = one.locator("input[readonly]").nth(1).input_value()
    one.get_by_role("button", name="Close").click()
    path = link[link.index("/t/") :]
    other, onlooker = opening(path), opening(path.partition("#")[0])
    other.wait_for_selector("[data-piece]")
    assert "#" not in other.url
    drag(one, "A", "D5")
    for each in (other, onlooker):
        expect(each.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    drag(other, "T", "D3")
    expect(one.locator('[data-cell="D3"]')).to_contain_text("")
    expect(one.locator('[data-cell="D3"]')).to_have_attribute("aria-label", "D3, rubble, level 0, T, side blue")
    expect(onlooker.get_by_text("You are watching")).to_be_visible()
    expect(one.get_by_role("list", name="Who is here").get_by_role("listitem")).to_have_count(3)


def test_a_lost_connection_is_said_and_edits_wait(table: Table) -> None:
    page = table(text_of("penance"), forgive="ERR_FAILED")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Share this table").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name="Close").click()
    page.route("**/edits", lambda route: route.abort())
    drag(page, "A", "D5")
    page.wait_for_timeout(800)
    page.unroute("**/edits")
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
