"""Tables that are shared: two browsers at one table, and a connection that is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.live_region import LAST_SAID
from tests.web.test_restart import share
from tests.web.test_tables import drag
from tests.web.test_verdicts import text_of

Table = Callable[..., Page]

INSECURE = """
    Object.defineProperty(window, 'isSecureContext', { value: false })
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
"""
"""What a browser lacks on a page that comes by plain HTTP from another machine."""

COUNT_MOTION = """() => {
    window.moved = 0
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...given) {
        window.moved += 1
        return animate.apply(this, given)
    }
}"""


def edit_path(page: Page) -> str:
    """Return the path of the edit link that the page shows."""
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("To change the table too").input_value()
    page.get_by_role("button", name="Close").click()
    return link[link.index("/t/") :]


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
    expect(one.locator('[data-cell="D3"]')).to_have_attribute("aria-label", "D3, rubble, level 0, T, side blue")
    expect(onlooker.get_by_text("You are watching")).to_be_visible()
    expect(one.get_by_role("list", name="Who is here").get_by_role("listitem")).to_have_count(3)


def test_the_focus_stays_where_it_is_when_somebody_else_changes_the_size_of_the_map(
    opening: Callable[..., Page], site: str
) -> None:
    def text(columns: int, rows: int) -> str:
        size = f"{columns}x{rows}"
        return f"sightline: 1\nrules: penance\nmap: {{grid: hex, size: {size}}}\npieces: {{A: {{at: B2, facing: N}}}}\n"

    made = httpx.post(f"{site}/api/v1/tables", json={"scenario": text(3, 3)}).json()
    page = opening(f"/t/{made['id']}")
    page.locator('[data-cell="B3"]').focus()
    for revision, (columns, rows) in enumerate(((5, 4), (2, 3)), 1):
        edit = {"id": str(revision), "base": revision, "edits": [{"scenario": text(columns, rows)}]}
        authorization = {"Authorization": f"Bearer {made['edit']}"}
        answer = httpx.post(f"{site}/api/v1/tables/{made['id']}/edits", json=edit, headers=authorization)
        assert answer.status_code == 200, answer.text
        cells = page.locator("[data-cell]")
        expect(cells).to_have_count(columns * rows)
        labels = [f"{column}{row}" for row in range(1, rows + 1) for column in "ABCDE"[:columns]]
        assert cells.evaluate_all("all => all.map(each => each.dataset.cell)") == labels
        expect(page.locator('[data-cell="B3"]')).to_be_focused()


def test_a_lost_connection_is_said_and_edits_wait(table: Table) -> None:
    page = table(text_of("penance"), forgive="ERR_INTERNET_DISCONNECTED")
    share(page)
    expect(page.get_by_role("list", name="Who is here").get_by_role("listitem")).to_have_count(1)
    page.context.set_offline(True)
    drag(page, "A", "D5")
    expect(page.locator("p.lost")).to_have_text("The connection is lost; trying again. 1 edit waits.")
    page.context.set_offline(False)
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    expect(page.locator("p.lost")).to_have_count(0)


def test_all_edits_wait_and_are_sent_by_the_next_page_if_theirs_is_closed(table: Table) -> None:
    page = table(text_of("penance"), forgive="ERR_INTERNET_DISCONNECTED")
    share(page)
    expect(page.get_by_role("list", name="Who is here").get_by_role("listitem")).to_have_count(1)
    page.context.set_offline(True)
    drag(page, "A", "D5")
    drag(page, "T", "D4")
    expect(page.locator("p.lost")).to_have_text("The connection is lost; trying again. 2 edits wait.")
    context, address = page.context, page.url
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(address)
    for piece, cell, side in (("A", "D5", "red"), ("T", "D4", "blue")):
        label = f"{cell}, clear, level 0, {piece}, side {side}"
        expect(again.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-label", label)


def joined(one: Page, opening: Callable[..., Page]) -> Page:
    """Share a table, and return the page of somebody else who may edit it."""
    share(one)
    other = opening(edit_path(one))
    other.wait_for_selector("[data-piece]")
    return other


def aim(page: Page) -> None:
    """Ask for the shot of A at T."""
    page.click('[data-piece="A"]')
    page.click('[data-piece="T"]')
    page.wait_for_selector("[data-verdict]")


def hold_edits(page: Page) -> list[Route]:
    """Hold the edits of a page back, and return the list to which they come."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/edits", hold)
    return held


def test_after_a_refused_edit_the_board_is_that_of_the_others(table: Table, opening: Callable[..., Page]) -> None:
    one = table(text_of("penance"), forgive="409 (Conflict)")
    other = joined(one, opening)
    held = hold_edits(one)
    drag(one, "A", "D5")
    with one.expect_response(re.compile(r"/tables/[^/]+$")):
        remove(other, "A")
    one.wait_for_timeout(200)
    held[0].continue_()
    expect(one.get_by_role("alert").filter(has_text="there is no piece 'A'")).to_be_visible()
    expect(one.locator('[data-piece="A"]')).to_have_count(0)


def remove(page: Page, piece: str) -> None:
    page.click(f'[data-piece="{piece}"]')
    page.get_by_role("tab", name="Piece").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(f'[data-piece="{piece}"]')).to_have_count(0)


def test_an_undo_that_fails_says_only_why(table: Table, opening: Callable[..., Page]) -> None:
    one = table(text_of("penance"), forgive="409 (Conflict)")
    share(one)
    drag(one, "A", "D5")
    other = opening(edit_path(one))
    remove(other, "A")
    expect(one.locator('[data-piece="A"]')).to_have_count(0)
    one.get_by_role("button", name="Undo").click()
    expect(one.locator("#live")).to_contain_text("there is no piece 'A'")
    one.wait_for_timeout(300)
    expect(one.locator("#live")).not_to_contain_text("There is nothing to undo.")


def test_a_page_that_is_not_served_securely_shares_edits_and_copies(table: Table) -> None:
    page = table(text_of("penance"))
    page.add_init_script(INSECURE)
    page.reload()
    page.wait_for_selector("[data-piece]")
    share(page)
    drag(page, "A", "D5")
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied.")).to_be_visible()
    expect(page.locator(LAST_SAID)).to_have_text("Copied.")


def test_a_table_is_deleted_for_everybody(table: Table, opening: Callable[..., Page]) -> None:
    page = table(text_of("penance"))
    share(page)
    onlooker = opening(page.url[page.url.index("/t/") :])
    onlooker.wait_for_selector("[data-piece]")
    expect(page.get_by_role("list", name="Who is here").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_text(re.compile(r"Unless somebody opens it, it is deleted on .* 20\d\d\."))).to_be_visible()
    page.get_by_text("Delete this table").click()
    page.get_by_role("button", name="Delete it for everybody").click()
    page.wait_for_url(re.compile("/$"))
    expect(page.get_by_role("heading", name="Rulebooks")).to_be_visible()
    expect(page.get_by_role("heading", name="Tables of this browser")).to_have_count(0)
    expect(onlooker.locator("p.lost")).to_have_text("This table is deleted.")
    expect(onlooker.locator(LAST_SAID)).to_have_text("This table is deleted.")


def test_whoever_has_a_wrong_secret_looks_on(table: Table, opening: Callable[..., Page]) -> None:
    page = table(text_of("penance"))
    share(page)
    other = opening(edit_path(page)[:-4] + "xxxx")
    expect(other.get_by_text("You are watching")).to_be_visible()
    other.keyboard.press("m")
    expect(other.locator(LAST_SAID)).to_contain_text("You are watching")
    drag(page, "A", "D5")
    expect(other.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")


def test_a_wrong_secret_does_not_replace_a_right_one(table: Table, opening: Callable[..., Page]) -> None:
    page = table(text_of("penance"))
    share(page)
    path = edit_path(page)
    address, site = path.partition("#")[0], page.url[: page.url.index("/t/")]
    other = opening(f"{path[:-4]}xxxx", forgive="403")
    expect(other.get_by_text("You are watching")).to_be_visible()
    for place, link in (("D5", path), ("D4", f"{path[:-4]}xxxx"), ("D5", address)):
        other.goto("about:blank")
        other.goto(site + link)
        other.wait_for_selector("[data-piece]")
        assert "#" not in other.url
        drag(other, "A", place)
        expect(page.locator(f'[data-cell="{place}"]')).to_have_attribute("aria-label", re.compile(r"\bA, side red"))


def test_the_secret_of_an_edit_link_is_in_no_address(table: Table, opening: Callable[..., Page]) -> None:
    page = table(text_of("penance"))
    share(page)
    path = edit_path(page)
    secret = path.partition("#edit=")[2]
    other = opening("/")
    sent: list[str] = []
    other.on("request", lambda request: sent.extend((request.url, request.headers.get("referer", ""))))
    other.on("websocket", lambda socket: sent.append(socket.url))
    other.goto(page.url[: page.url.index("/t/")] + path)
    drag(other, "A", "D5")
    expect(page.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    assert len(sent) > 10
    assert not [each for each in [*sent, other.url] if secret in each]


@pytest.mark.parametrize("gone", ["A", "T"])
def test_whose_piece_is_taken_away_while_it_is_asked_about_sees_the_board_without_it(
    table: Table, opening: Callable[..., Page], gone: str
) -> None:
    one = table(text_of("penance"))
    other = joined(one, opening)
    aim(one)
    remove(other, gone)
    expect(one.locator(f'[data-piece="{gone}"]')).to_have_count(0)
    expect(one.locator("[data-verdict]")).to_have_count(0)


def test_a_question_goes_on_about_a_piece_that_somebody_renames(table: Table, opening: Callable[..., Page]) -> None:
    one = table(text_of("penance"))
    other = joined(one, opening)
    aim(one)
    other.click('[data-piece="T"]')
    other.get_by_role("tab", name="Piece").click()
    other.fill("#piece-name", "Zoe")
    other.keyboard.press("Enter")
    expect(one.locator("[data-verdict] h2")).to_have_text("A → Zoe")


def test_a_shot_ends_when_its_target_is_taken_away_by_hand_or_by_undo(table: Table) -> None:
    page = table(text_of("penance"))
    page.keyboard.press("7")
    page.click('[data-cell="B5"]')
    page.keyboard.press("1")
    page.click('[data-piece="A"]')
    page.wait_for_selector("[data-verdict]")
    page.keyboard.press("u")
    expect(page.locator('[data-piece="B"]')).to_have_count(0)
    expect(page.locator("[data-verdict]")).to_have_count(0)
    aim(page)
    page.get_by_role("tab", name="Piece").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator('[data-piece="A"]')).to_have_count(0)


def test_whoever_overtakes_another_is_told(table: Table, opening: Callable[..., Page]) -> None:
    one = table(text_of("penance"))
    other = joined(one, opening)
    held = hold_edits(one)
    drag(one, "A", "D5")
    other.wait_for_timeout(200)
    drag(other, "A", "D6")
    expect(other.locator('[data-cell="D6"]')).to_have_attribute("aria-label", "D6, clear, level 0, A, side red")
    assert len(held) == 1
    held[0].continue_()
    one.unroute("**/edits")
    expect(one.locator("#live")).to_contain_text("Your change replaced one that somebody else had just made: A.")
    for each in (one, other):
        expect(each.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")


def test_in_another_language_too_an_overtaken_edit_is_told_by_its_cells(
    table: Table, opening: Callable[..., Page]
) -> None:
    one = table(text_of("penance"), locale="fr-FR", forgive="ERR_INTERNET_DISCONNECTED")
    one.get_by_role("button", name="Partager", exact=True).click()
    one.get_by_role("button", name="Partager cette table").click()
    link = one.locator("input[readonly]").nth(1).input_value()
    one.get_by_role("button", name="Fermer").click()
    other = opening(link[link.index("/t/") :])
    other.wait_for_selector("[data-piece]")
    one.context.set_offline(True)
    for page, terrain in ((other, "wall"), (one, "forêt")):
        page.keyboard.press("4")
        page.get_by_role("button", name=terrain, exact=True).click()
        page.click('[data-cell="B5"]')
        page.wait_for_timeout(300)
    one.context.set_offline(False)
    expect(one.locator("#live")).to_contain_text("quelqu'un venait de faire : B5.")


@pytest.mark.parametrize(("motion", "slides"), [("no-preference", True), ("reduce", False)])
def test_pieces_slide_unless_somebody_asks_for_little_motion(
    table: Table, opening: Callable[..., Page], motion: str, slides: bool
) -> None:
    one = table(text_of("penance"))
    share(one)
    other = opening(edit_path(one), reduced_motion=motion)
    other.wait_for_selector("[data-piece]")
    other.evaluate(COUNT_MOTION)
    drag(one, "A", "D5")
    expect(other.locator('[data-cell="D5"]')).to_have_attribute("aria-label", "D5, clear, level 0, A, side red")
    assert bool(other.evaluate("() => window.moved")) is slides
