"""Who is connected to a match: a side that loses its connection is noted after a while, and noted when it is back."""

from __future__ import annotations

import asyncio
import time

import pytest

from sightline.server.matches import match_connections
from sightline.server.matches.match_connections import MatchConnections
from tests.server.matches.seats import Browser, fighting, live


@pytest.fixture
def _short_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_connections, "ABSENCE_SECONDS", 0.05)


@pytest.mark.usefixtures("_short_absence")
def test_the_other_side_is_told_who_left_and_who_is_back(browser: Browser) -> None:
    with fighting(browser) as fight:
        with live(browser, fight.id, fight.people[1]):
            pass  # the earlier connection of the same person ends, and then this one
        assert fight.red.until("left")["by"] == "blue"
        with live(browser, fight.id, fight.people[1]):
            assert fight.red.until("back")["by"] == "blue"


@pytest.mark.usefixtures("_short_absence")
def test_nobody_leaves_a_match_that_is_over(browser: Browser) -> None:
    with fighting(browser) as fight:
        assert fight.red.do("resign")["type"] == "done"
        with live(browser, fight.id, fight.people[1]):
            pass
        time.sleep(0.2)
        assert fight.red.do("chat", text="Are you there?")["type"] == "done"
        assert [entry["what"] for entry in fight.red.entries()][-3:] == ["over", "seed", "chat"]


def test_connections_are_counted_by_side() -> None:
    async def connect() -> None:
        noted: list[tuple[str, bool]] = []
        ended: list[tuple[str, str]] = []
        connections = MatchConnections(("red", "blue"), lambda side: noted.append((side, connections.is_present(side))))
        first, second = (lambda why: ended.append(("first", why))), (lambda why: ended.append(("second", why)))
        connections.enter("ann", ("red",), first)
        connections.enter("ann", ("red",), second)
        assert ended == [("first", "replaced")]
        connections.leave("ann", ("red",), first)
        assert connections.is_present("red")
        connections.end("ann", "signed-out")
        assert ended[1:] == [("second", "signed-out")]
        connections.leave("ann", ("red",), second)
        assert (connections.is_idle, len(noted)) == (False, 2)  # the absence is about to be noted
        await asyncio.sleep(0.1)
        assert noted == [("red", True), ("red", True), ("red", False)]
        assert connections.is_idle
        connections.end("ann", "signed-out")
        assert len(ended) == 2

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_connections, "ABSENCE_SECONDS", 0.05)
        asyncio.run(connect())
