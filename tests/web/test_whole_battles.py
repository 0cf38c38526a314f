"""A whole battle through the screen alone, from the teams to the rematch: by keys, and by touch in French."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

import sightline
from tests.web.battles import Json, settle
from tests.web.conftest import Opening

_MAX_ROUNDS = 600
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "locale": "fr-FR"}

_AIM = """enemy => {
  const box = at => at.getBoundingClientRect()
  const middle = at => ({ x: box(at).x + box(at).width / 2, y: box(at).y + box(at).height / 2 })
  const goal = middle(document.querySelector(`[data-piece="${enemy}"]`))
  const far = ({ x, y }) => Math.hypot(x - goal.x, y - goal.y)
  const nearest = kind =>
    [...document.querySelectorAll(`.marks .${kind}`)].map(middle).sort((one, other) => far(one) - far(other))[0]
  const cells = [...document.querySelectorAll("[data-cell]")]
  const cross = nearest("cross")
  if (cross && far(cross) < box(cells[0]).width / 2) return { kind: "attack", cell: "", ...cross }
  const dot = nearest("dot")
  if (!dot) return null
  const within = each => Math.abs(middle(each).x - dot.x) + Math.abs(middle(each).y - dot.y) < 2
  return { kind: "move", cell: cells.find(within).dataset.cell, ...dot }
}"""
"""What to do about an enemy, and where: attack, or move as near as possible; null for neither."""


def at(page: Page) -> str:
    return page.locator("[data-battle]").get_attribute("data-at") or ""


@dataclass
class Player:
    """Somebody at a page, who uses it by `press`, and takes actions of a battle by `take`."""

    page: Page
    press: Callable[[Locator], None]
    take: Callable[[Page, Json | None, str], None]
    enemy: str = ""

    def act(self) -> None:
        """Attack the enemy if that is possible, else move towards it, else end the turn."""
        settle(self.page)
        before = at(self.page)
        self.take(self.page, self.page.evaluate(_AIM, self.enemy), self.enemy)
        self.page.wait_for_function("at => document.querySelector('[data-battle]').dataset.at !== at", arg=before)

    def button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=re.compile(f"^({name})")))

    def link(self, name: str) -> None:
        self.press(self.page.get_by_role("link", name=name))


def press_key(button: Locator) -> None:
    expect(button).to_be_enabled()
    button.focus()
    button.page.keyboard.press("Enter")


def take_by_keys(page: Page, goal: Json | None, enemy: str) -> None:
    if goal is None:
        before = at(page)
        page.keyboard.press("e")
        page.wait_for_function(
            "at => document.querySelector('[data-battle]').dataset.at !== at || document.querySelector('.ask')",
            arg=before,
        )
        if at(page) == before:
            page.keyboard.press("Enter")
        return
    page.keyboard.press("/")
    page.keyboard.type(f"attack {enemy}" if goal["kind"] == "attack" else f"move {goal['cell']}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Do it")).to_be_enabled()
    page.keyboard.press("Enter")


def take_by_touch(page: Page, goal: Json | None, _enemy: str) -> None:
    if goal is None:
        before = at(page)
        page.get_by_role("toolbar").get_by_role("button", name="Terminer le tour").tap()
        page.wait_for_function(
            "at => document.querySelector('[data-battle]').dataset.at !== at || document.querySelector('.ask')",
            arg=before,
        )
        if at(page) == before:
            page.get_by_role("button", name="Exécuter").tap()
        return
    page.touchscreen.tap(goal["x"], goal["y"])
    expect(page.get_by_role("button", name="Exécuter")).to_be_enabled()
    page.touchscreen.tap(goal["x"], goal["y"])


def line_up(player: Player) -> None:
    player.press(player.page.get_by_role("region", name="Formations").get_by_role("button").first)


def play(*players: Player, most: int = _MAX_ROUNDS) -> bool:
    """Act for whoever is to act, at most so many times; return whether the battle is over for all."""
    for _ in range(most):
        if all(each.page.locator("[data-over]").count() for each in players):
            return True
        for each in players:
            if each.page.locator("[role=toolbar][aria-busy=false] button").count():
                each.act()
                break
        else:
            players[0].page.wait_for_timeout(50)
    return False


def lose_network(page: Page) -> None:
    """Let a phone lose its network and find it again, and load the page anew."""
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_contain_text("La connexion est perdue")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.reload()
    page.wait_for_selector("[data-battle='battle'] [data-piece]")


def find_enemies(page: Page, players: dict[str, Player]) -> str:
    """Let each player, by the name that others see, know whom to attack; return the address of the battle's data."""
    server, _, battle = page.url.partition("/b/")
    address = f"{server}/api/v1/battles/{battle}"
    told = page.request.get(address).json()
    for side, who in told["sides"].items():
        other = (name for name, piece in told["state"]["pieces"].items() if piece.get("side") not in (None, side))
        next(player for name, player in players.items() if name == who).enemy = next(other)
    return address


@pytest.mark.long
def test_from_building_teams_to_the_rematch_by_keys_and_on_a_phone_in_french(opening: Opening) -> None:
    ann = Player(opening("/team"), press_key, take_by_keys)
    ann.button("New team")
    ann.page.wait_for_url("**/team/*")
    ann.button("Take sharpshooter into the team")
    ann.link("Play with it")
    friend = ann.page.get_by_role("radio", name="a friend, by a link")
    friend.focus()
    ann.page.keyboard.press("Space")
    ann.page.get_by_label("What others call you here").focus()
    ann.page.keyboard.type("Ann")
    ann.button("Make the link")
    link = ann.page.get_by_role("dialog").locator("input[readonly]").input_value()

    bob = Player(opening("/team", forgive="ERR_INTERNET_DISCONNECTED", **PHONE), Locator.tap, take_by_touch)
    bob.button("Nouvelle équipe")
    bob.page.wait_for_url("**/team/*")
    bob.button("Prendre éclaireur dans l'équipe")
    expect(bob.page.get_by_role("link", name="Jouer avec elle")).to_be_visible()
    bob.page.goto(link)
    team = bob.page.get_by_label("Votre équipe")
    team.select_option(label=team.locator("option", has_text="Une équipe sans nom").inner_text())
    bob.page.get_by_label("Votre nom pour les autres").fill("Bob")
    bob.button("Prendre le siège")
    path = link[link.index("/b/") :].partition("#")[0]
    eve = opening(path)
    ann.page.goto(eve.url)
    for player in (ann, bob):
        line_up(player)
    for page in (ann.page, bob.page, eve):
        expect(page.locator("[data-battle='battle']")).to_be_visible()
    expect(eve.get_by_text("You are watching.")).to_be_visible()
    data = find_enemies(eve, {"Ann": ann, "Bob": bob})

    for _ in range(2):
        play(ann, bob, most=8)
        lose_network(bob.page)
    assert play(ann, bob)
    expect(ann.page.locator("[data-over]")).to_contain_text(re.compile("You have (won|lost)"))
    expect(bob.page.locator("[data-over]")).to_contain_text(re.compile("Vous avez (gagné|perdu)"))
    expect(eve.locator("[data-over]")).to_contain_text("has won: the other side has nobody left")
    result = sightline.replay(eve.request.get(f"{data}/record").text()).run.result
    assert result is not None
    assert result["how"] == "defeat"
    eve.get_by_role("link", name="Step through it").click()
    expect(eve.locator(".verdict.good")).to_be_visible()

    ann.button("Offer a rematch")
    bob.button("Oui")
    ann.link("To the rematch")
    bob.link("Vers la revanche")
    for player in (ann, bob):
        line_up(player)
    for player in (ann, bob):
        expect(player.page.locator("[data-battle='battle']")).to_be_visible()
