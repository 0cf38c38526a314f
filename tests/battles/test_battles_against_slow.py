"""Battles of SODWA: the product and the slow reference play the same, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from tests.battles.doubles import CHANGES, KINDS, Doubles
from tests.battles.tallying import ENDS, SAVED
from tests.reference.boards import least, many
from tests.reference.driver import Ledger
from tests.reference.sodwa.ability_table import ABILITIES
from tests.reference.sodwa.battle_boards import OWNED
from tests.reference.sodwa.battle_scenario import ALL_RULINGS
from tests.reference.sodwa.model import BUILT_IN

SHARDS, BATTLES, STEPS = 2, many(130), 120


PORTALS = ("portal", "telekinesis", "mind-control", "healing", "homing-attack")
"""Abilities of battles in which portals are frequent, and what is done through them."""


def play_battles(name: str, battles: int, owned: Sequence[str] = OWNED) -> Counter[str]:
    """Play random battles; return the counts of what was met."""
    counts: Counter[str] = Counter()
    for number in range(battles):
        Doubles(Random(f"{name} {number}"), f"{name}/{number}", counts, owned).play(STEPS)
    return counts


def test_a_few_battles_agree() -> None:
    counts = play_battles("some battles", 2)
    assert counts["steps"] >= 10


@pytest.mark.slow
def test_battles_with_portals_agree() -> None:
    counts = play_battles("portals", many(30), PORTALS)
    assert counts["seen through a portal"] >= least(1)


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_battles_agree(shard: int, ledger: Ledger) -> None:
    counts = play_battles(f"battles {shard}", BATTLES)
    ledger.add(counts, SHARDS, EXPECTED)


KINDS_MET = ("impeding", "difficult", "liquid", "transition", "smoke", "glass", "rubble")
CLAUSES = (
    *("1.4", "2.3", "2.4", "3.2", "3.3", "3.4", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "5.1", "5.2"),
    *("5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.10", "5.11", "7.2", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9"),
)
RARE = (
    *("immolate ended: saved", "immolate resisted", "immolate ended: ended", "immolate ended: defeated"),
    "stasis ended: defeated",
)
"""What occurs in these battles only if there are more of them."""
EXPECTED = (
    *(f"used {key}" for key in OWNED if ABILITIES[key].action),
    *(end for key, ways in ENDS.items() for why in ways if (end := f"{key} ended: {why}") not in RARE),
    *(roll for key in SAVED for how in ("resisted", "not resisted") if (roll := f"{key} {how}") not in RARE),
    *("thrown as far as it goes", "thrown into something", "thrown at once into something"),
    *(f"action {kind}" for kind in (*KINDS, "resign")),
    *(f"event {kind}" for kind in CHANGES),
    *(f"ruling {name}={choice}" for name, choices in ALL_RULINGS.items() for choice in choices),
    *(f"clause SOD-{number}" for number in CLAUSES),
    *(f"moved {how} {kind}" for how in ("onto", "across") for kind in KINDS_MET if kind != "rubble"),
    *(f"destroyed {kind}" for kind in (*BUILT_IN, *KINDS_MET)),
    *(f"destroyed: a {what}" for what in ("border", "tile")),
    *(f"terrain attacked, {kind}" for kind in ("melee", "ranged")),
    *(f"attacked, {kind}, {how}" for kind in ("melee", "ranged") for how in ("success", "failure")),
    *(f"over: {how}" for how in ("defeat", "limit", "resigned")),
    *("moved to the other level", "moved flying", "moved after an attack", "destroyed by several hits"),
    *("one side chooses", "turn with IP to spare", "roll 01", "roll 100", "karma spent", "karma cancelled"),
    *("doubles on a success", "difficulty below 1", "difficulty above 100", "an object falls"),
    *("several objects on a tile", "several objects carried"),
    *("turns later than forecast", "turns passed as forecast", "undone", "unfinished"),
    *(f"refused: {why}" for why in ("over", "not its turn", "not to choose", "no such side", "attack taken already")),
    *(f"refused: {why} taken already" for why in ("move", "turn", "put-down")),
    *(f"refused: {why}" for why in ("no neighbour", "movement ended before", "ends where it began", "too far")),
    *(f"refused: {why}" for why in ("no stop", "into a wall", "over a wall", "over a cliff", "onto somebody")),
    *(f"refused: {why}" for why in ("round a closed corner", "to another level diagonally", "onto a friend, ended")),
    *(f"refused: {why}" for why in ("oneself", "no target", "no other facing", "no object there", "stood on")),
    *(f"refused: {why}" for why in ("object not adjacent", "not carried", "tile not adjacent", "tile taken")),
    *(f"refused: {why}" for why in ("obstructing tile", "flying over an indoor wall", "flying into an indoor wall")),
)
"""What has to be met at least once in all battles."""
