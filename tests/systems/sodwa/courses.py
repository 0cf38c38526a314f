"""Driver: counts what battles of greedy players on the ready maps were like: the table of docs/maps.md.

`python -m tests.systems.sodwa.courses [MAP ...]` prints a row for each map, in a few minutes. Those of the page have
the seeds `ready/1` to `ready/10`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from itertools import pairwise
from statistics import mean
from typing import Any

import sightline
from sightline import Scenario
from sightline.players import play_out

SEEDS = tuple(f"ready/{number}" for number in range(1, 11))
EVEN, BEHIND = 0.02, 0.15
"""Parts of a team's Health: with no more between them the sides are even; with more than that, one is far behind."""


class Course:
    """What a battle of two greedy players was like.

    `turns` are those of each character on average, `changes` those of the lead; `from_behind` says whether the winner
    was far behind at some time.
    """

    def __init__(self, scenario: Scenario, seed: str) -> None:
        battle = sightline.battle(scenario, seed=seed)
        play_out(battle, ("greedy", "greedy"))
        record = json.loads(battle.to_json(indent=0))
        result = battle.run.result or {}
        self.winner, self.how = result["winner"], result["how"]
        start = {name: piece for name, piece in record["start"]["pieces"].items() if "side" in piece}
        events = [event for step in record["steps"] for event in step["events"]]
        turns = sum(event["event"] == "turn-began" for event in (*record["opening"], *events))
        self.turns = turns / len(start)
        leads = [lead_of_red(start, step["state"]["pieces"]) for step in record["steps"]]
        clear = [lead > 0 for lead in leads if abs(lead) > EVEN]
        self.changes = sum(one != other for one, other in pairwise(clear))
        for_winner = 1 if self.winner == "red" else -1
        self.from_behind = self.winner is not None and min(lead * for_winner for lead in leads) < -BEHIND


def lead_of_red(start: Mapping[str, Any], now: Mapping[str, Any]) -> float:
    """Return by how much the part of its Health that red has kept is larger than that of blue; from -1 to 1."""
    kept: dict[str, float] = {}
    for side in ("red", "blue"):
        team = [name for name, piece in start.items() if piece["side"] == side]
        left = sum(now[name]["health"] for name in team if name in now)
        kept[side] = left / sum(start[name]["health"] for name in team)
    return kept["red"] - kept["blue"]


def row(key: str, courses: list[Course]) -> str:
    """Return the row of a map in the table of docs/maps.md."""
    winners = [course.winner for course in courses]
    figures = (
        winners.count("red"),
        winners.count("blue"),
        sum(not course.changes for course in courses),
        f"{mean(course.changes for course in courses):.1f}",
        sum(course.from_behind for course in courses),
        f"{mean(course.turns for course in courses):.0f}",
        f"{max(course.turns for course in courses):.0f}",
    )
    return f"| `{key}` | {' | '.join(map(str, figures))} |"


if __name__ == "__main__":
    maps = sightline.ready_maps("sodwa")
    for key in sys.argv[1:] or maps:
        sys.stdout.write(row(key, [Course(maps[key], seed) for seed in SEEDS]) + "\n")
        sys.stdout.flush()
