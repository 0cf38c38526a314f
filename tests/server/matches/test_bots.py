"""Bots at a real server that is killed again and again, on connections that break: nothing is lost, or done twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sightline
from tests.reference.boards import many
from tests.server.conftest import Serving
from tests.server.matches.bots import Bot, Guest, Json, Trouble, ask, team_of, verify

BATTLES, AT_ONCE = many(3), 20
"""All battles, and how many of them are under way at one server."""
KILLS = 3
"""Of each server."""
TROUBLE = Trouble(drop=0.03, double=0.2, early=0.1)
MAPS = ("the-lock", "the-market")


def paired(address: str, seed: int, trouble: Trouble) -> tuple[Bot, Bot]:
    """Make a battle of two bots, with ready teams."""
    rng = Random(seed)
    guests = Guest(address, f"one {seed}"), Guest(address, f"other {seed}")
    teams = [team_of(address, 300, rng.randrange(4)) for _ in guests]
    clock = rng.choice([None, {"kind": "live", "seconds": 600, "increment": 5}])
    wanted = {"map": rng.choice(MAPS), "team": teams[0], "against": "invite", "clock": clock, "spectators": 0}
    made = guests[0].ask("/battles", wanted)
    side = guests[1].ask(f"/battles/{made['id']}/seat", {"invite": made["invite"], "team": teams[1]})["side"]
    one, other = (
        Bot(guest, made["id"], its, Random(seed + number), trouble, formations=tuple(team["formations"]))
        for number, (guest, its, team) in enumerate(zip(guests, (made["side"], side), teams, strict=True))
    )
    return (one, other) if one.side == "red" else (other, one)


def check(address: str, red: Bot, blue: Bot) -> None:
    """Check that a battle is over, told alike to both, as acknowledged, and that its record is proven."""
    public = [[shared(entry) for entry in bot.entries] for bot in (red, blue)]
    assert public[0] == public[1]
    assert [entry["n"] for entry in red.entries] == list(range(1, len(red.entries) + 1))
    for bot in (red, blue):
        assert sorted(bot.acknowledged.values()) == sorted({*bot.acknowledged.values()}), "one entry for two commands"
        for n in bot.acknowledged.values():
            assert bot.entries[n - 1]["by"] == bot.side
    record = ask(address, f"/battles/{red.battle}/record")
    hashes = {entry["side"]: entry["hash"] for entry in red.entries if entry["what"] == "committed"}
    verify(record, {"server": red.entries[0]["server_commitment"], **hashes})
    told = json.loads(sightline.replay(record).to_json())
    steps = [entry for entry in red.entries if entry["what"] == "step"]
    assert [(step["action"], step["hash"], step["state"]) for step in told["steps"]] == [
        (step["action"], step["hash"], step["state"]) for step in steps
    ]
    check_clocks(red.entries)
    check_secrets(red, blue)


def check_clocks(entries: list[Json]) -> None:
    """Check that nobody's clock runs while the other side acts, or faster than time."""
    increment = 1000 * ((entries[0]["clock"] or {}).get("increment") or 0)
    states = [entry for entry in entries if entry.get("clock") and "to_act" in entry]
    for before, after in pairwise(states):
        for side, left in before["clock"]["left"].items():
            spent = left - after["clock"]["left"][side]
            is_running = side in before["clock"]["running"]
            assert -increment <= spent <= (after["time"] - before["time"]) * is_running


def shared(entry: Json) -> Json:
    """Return an entry without what only the side is told that it is by."""
    own = {"formation-chosen": ("name",), "seated": ("formations", "like")}.get(entry["what"], ())
    return {key: value for key, value in entry.items() if key not in own}


def check_secrets(red: Bot, blue: Bot) -> None:
    """Search all that either bot has received for what it may not know yet, or ever."""
    for bot, other in ((red, blue), (blue, red)):
        raw = "\n".join(bot.traffic)
        early = raw.partition('"what":"formations"')[0]
        assert not any(f'"{name}"' in early for name in set(other.formations) - set(bot.formations))
        server_seed = bot.entries[-1]["seed"]
        assert server_seed not in raw.partition('"what":"over"')[0]
        assert other.seed not in raw.partition('"what":"revealed"')[0]
        for secret in (other.guest.token, other.guest.id, bot.guest.token, '"server_seed"', '"invite":', '"person":'):
            assert secret not in raw


@contextmanager
def kept_running(folder: Path, serving: Serving) -> Iterator[tuple[str, list[Any]]]:
    """Serve at one port; the list holds the process, so that it can be killed and started again."""
    with serving(folder, log=subprocess.DEVNULL) as (address, process):
        held: list[Any] = [process]
        yield address, held


async def kill_now_and_then(
    address: str, folder: Path, held: list[Any], rng: Random, serving: Serving, needed: asyncio.Lock
) -> None:
    """Kill the server with SIGKILL at random moments, unless it is needed, and start it again at the same port."""
    port = address.rstrip("/").rpartition(":")[2]
    with contextlib.ExitStack() as stack:
        for _ in range(KILLS):
            await asyncio.sleep(rng.uniform(0.5, 3))
            async with needed:
                held[-1].send_signal(signal.SIGKILL)
                await asyncio.to_thread(held[-1].wait)
                again = stack.enter_context(serving(folder, "--port", port, log=subprocess.DEVNULL))
                held.append(again[1])
                assert again[0] == address
        await asyncio.sleep(600)


def test_two_bots_play_to_the_end(tmp_path: Path, serving: Serving) -> None:
    with serving(tmp_path) as (address, _process):
        red, blue = paired(address, 7, Trouble())
        asyncio.run(play_all([red, blue]))
        check(address, red, blue)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
@pytest.mark.parametrize("first", range(0, BATTLES, AT_ONCE))
def test_nothing_is_lost_when_connections_break_and_the_server_is_killed(
    tmp_path: Path, serving: Serving, first: int
) -> None:
    with kept_running(tmp_path, serving) as (address, held):
        pairs = [paired(address, seed, TROUBLE) for seed in range(first, min(first + AT_ONCE, BATTLES))]
        needed = asyncio.Lock()
        killing = partial(kill_now_and_then, address, tmp_path, held, Random(1), serving, needed)
        asyncio.run(play_with_kills(pairs, address, held, killing, needed))


async def play_with_kills(
    pairs: list[tuple[Bot, Bot]],
    address: str,
    held: list[Any],
    kill: Callable[[], Coroutine[Any, Any, None]],
    needed: asyncio.Lock,
) -> None:
    killing = asyncio.ensure_future(kill())
    try:
        await play_all([bot for pair in pairs for bot in pair])
        async with needed:
            for pair in pairs:
                await asyncio.to_thread(check, address, *pair)
        assert len(held) > 1
    finally:
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)


async def play_all(bots: list[Bot]) -> None:
    await asyncio.wait_for(asyncio.gather(*(bot.play() for bot in bots)), 300 * min(BATTLES, AT_ONCE))
