"""Moves on boards full of ice and acid: the path of each is one that the slow reference may tell."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import sightline
from tests.reference.boards import least, many
from tests.reference.sodwa.battle_model import SlowBattle

COLUMNS, ROWS, LIMIT = 7, 6, 1000
LETTERS, RARITY = ".yvid#w", (45, 22, 14, 6, 6, 4, 3)
NUMBERS = "melee: {accuracy: 40, defense: 100, damage: 1}, ranged: {accuracy: 40, defense: 100, damage: 1}"


def random_hall(rng: Random) -> str:
    """Return the text of a board on which Ann, who makes portals, has the first turn."""
    rows = [rng.choices(LETTERS, RARITY, k=COLUMNS) for _ in range(ROWS)]
    places = rng.sample([(x, y) for x in range(COLUMNS) for y in range(ROWS)], 4)
    for x, y in places:
        rows[y][x] = rng.choice(".yvid") if rows[y][x] == "#" else rows[y][x]
    ann, ben, cy, crate = (f"{chr(ord('A') + x)}{y + 1}" for x, y in places)
    diagonals, move = rng.choice(("one", "alternating")), rng.choice((2, 3, 5, 6))
    abilities = rng.choice(("[portal]", "[portal]", "[portal]", "[portal, flight]"))
    return "\n".join(
        (
            "sightline: 1\nrules: sodwa",
            f"rulings: {{diagonals: {diagonals}, pass-through: {rng.choice(('none', 'friends'))}}}",
            "map:\n  grid: square\n  cells: |",
            *(f"    {' '.join(row)}" for row in rows),
            "  legend: {y: icy, v: corrosive}",
            "pieces:",
            f"  Ann: {{at: {ann}, side: red, ip: 1000, move: {move}, abilities: {abilities}, {NUMBERS}}}",
            f"  Ben: {{at: {ben}, side: red, {NUMBERS}}}",
            f"  Cy: {{at: {cy}, side: blue, {NUMBERS}}}",
            f"  crate: {{at: {crate}, kind: object, is: {rng.choice(('icy', 'corrosive', 'impeding'))}}}",
            "",
        )
    )


def compare_paths(rng: Random, counts: Counter[str]) -> None:
    """Compare the paths of Ann before a portal and after it; add to the counts what was met."""
    text = random_hall(rng)
    fast = sightline.battle(sightline.parse(text), seed=1, limit=LIMIT)
    slow = SlowBattle(text, "1", LIMIT, None)
    _compare(fast, slow, counts)
    portals = [action for action in fast.legal() if action.get("ability") == "portal"]
    if portals:
        portal = rng.choice(portals)
        fast.apply(portal)
        slow.take(portal)
        counts["portals"] += 1
        _compare(fast, slow, counts)


def _compare(fast: sightline.Battle, slow: SlowBattle, counts: Counter[str]) -> None:
    moment = slow.moment
    ways: dict[str, dict[Any, Any]] = moment.ways() if moment.who == "Ann" else {}
    paths = [action["path"] for action in fast.legal() if action["do"] == "move"] if ways else []
    assert {path[-1]: moment.rank(path) for path in paths} == {tile: min(ranks) for tile, ranks in ways.items()}, (
        slow.text,
        slow.state,
    )
    assert [path for path in paths if moment.objection({"do": "move", "who": "Ann", "path": path})] == []
    sort = f"{moment.ground.ruling('diagonals')}, {'portal' if moment.ground.links else 'no portal'}"
    for ranks in ways.values():
        cost, is_perilous = min(ranks)
        counts[f"every path is perilous, {sort}"] += is_perilous
        counts[f"another path is perilous, {sort}"] += not is_perilous and (cost, True) in ranks


MET = [
    f"{which} path is perilous, {diagonals}, {portal}"
    for which in ("every", "another")
    for diagonals in ("one", "alternating")
    for portal in ("portal", "no portal")
]


def compare_halls(name: str, number: int) -> Counter[str]:
    """Compare paths on so many random boards; return the counts of what was met."""
    counts: Counter[str] = Counter()
    for hall in range(number):
        compare_paths(Random(f"{name} {hall}"), counts)
    return counts


def test_paths_in_a_few_halls_are_clean_where_they_can_be() -> None:
    counts = compare_halls("a few halls 22", 5)
    assert all(counts[what] for what in MET), counts


@pytest.mark.slow
def test_paths_in_many_halls_are_clean_where_they_can_be() -> None:
    counts = compare_halls("halls", many(50))
    assert all(counts[what] >= least(50) for what in MET), counts


def test_in_the_dye_works_one_goes_round_the_vats() -> None:
    table = "\n".join(
        (
            "sightline: 1\nrules: sodwa\nmap:\n  grid: square\n  cells: |\n    . v .\n    . . .\npieces:",
            f"  Ann: {{at: A1, side: red, ip: 1000, {NUMBERS}}}",
            f"  Cy: {{at: A2, side: blue, {NUMBERS}}}\n",
        )
    )
    battle = sightline.battle(sightline.parse(table), seed=1)
    [path] = [action["path"] for action in battle.legal() if action["do"] == "move" and action["path"][-1] == "C1"]
    assert path == ["B2", "C1"]
