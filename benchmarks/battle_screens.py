"""A battle on two screens: a player of both sides, and a spectator."""

from __future__ import annotations

from typing import Any

from benchmarks.browser_page import middle, open_page, until_shown, visit

_TEAM = {"characters": {"Zed": "ranger"}, "formations": {"line": {"Zed": "C1"}}}
_BATTLE = {
    "map": {"grid": "square", "size": "6x6", "zones": {"red": ["A5:F6"], "blue": ["A1:F2"]}},
    "limit": 500,
    "team": _TEAM,
    "opponent": _TEAM,
    "against": "self",
    "spectators": 0,
}
_IS_SETTLED = "[data-battle='battle'][data-behind='false'] [role=toolbar][aria-busy=false] .end"
_SHOWN = "document.querySelector('[data-battle]').dataset"
_SETTLING, _THOUGHT = 500, 1000


class Screens:
    """The two pages of a battle of one against one; the address of the server ends in a slash."""

    def __init__(self, server: str) -> None:
        self.player = open_page(f"{server}play")
        self._post(f"{server}api/v1/guests", {"name": "Ann"})
        address = f"{server}b/{self._post(f'{server}api/v1/battles', _BATTLE)['id']}"
        self.player.goto(address)
        for _side in range(2):
            self.player.get_by_role("region", name="Formations").get_by_role("button").first.click()
            self.player.wait_for_timeout(_SETTLING)
        self.spectator = visit(address)

    def end_turn(self) -> float:
        """End a turn; return the seconds from the click that confirms it until the other screen shows it."""
        self.player.wait_for_timeout(_THOUGHT)  # a page that asks more than 20 things in a second has to wait
        self.player.wait_for_selector(_IS_SETTLED)
        self.player.click("[role=toolbar] .end")
        self.player.wait_for_selector("[data-preview] .ask")
        confirming = middle(self.player, "[data-preview] button.main")
        self.spectator.evaluate(f"() => {{ window.before = {_SHOWN}.at }}")
        shown = f"{_SHOWN}.at !== window.before && {_SHOWN}.behind === 'false'"
        return until_shown(
            lambda: self.player.mouse.click(*confirming), self.spectator, "pointerup", shown, by=self.player
        )

    def _post(self, address: str, body: Any) -> Any:
        return self.player.request.post(address, data=body, headers={"X-Sightline": "1"}).json()
