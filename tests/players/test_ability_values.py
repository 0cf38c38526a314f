"""What a use of an ability is worth to the greedy player: attacks that are avoided, and ways that get shorter."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.api import Battle
from tests.rulebook.sodwa.battles import READY, SLOW, battle, can, play

NEAR_ONLY: dict[str, Any] = {"range": 1, "move": 2, "initiative": 1, **READY}


def best(there: Battle) -> str:
    """Return what the greedy player would do: an action, or the key of an ability."""
    hint = there.hint()
    assert hint is not None
    action = hint["actions"][0]
    return str(action.get("ability", action["do"]))


@pytest.mark.parametrize(("reach", "choice"), [(6, "invisibility"), (3, "move")])
def test_who_could_be_shot_at_and_cannot_shoot_hides(reach: int, choice: str) -> None:
    there = battle("A . . . . . T", A=can("invisibility", **NEAR_ONLY), T={**SLOW, "range": reach})
    assert best(there) == choice


def test_nobody_hides_twice_or_from_the_adjacent() -> None:
    there = battle("A . . . . . T", A=can("invisibility", **NEAR_ONLY), T=SLOW)
    play(there, "A invisibility")
    assert best(there) != "invisibility"
    assert best(battle("A T", A=can("invisibility", **NEAR_ONLY), T=SLOW)) == "attack"


@pytest.mark.parametrize(("tile", "choice"), [(".", "teleportation"), ("v", "attack")], ids=["free", "acid"])
def test_nobody_teleports_into_acid_that_hurts_more_than_an_attack(tile: str, choice: str) -> None:
    sure = {"melee": {"accuracy": 95, "defense": 100, "damage": 5}}
    there = battle(f"A # {tile} T", A=can("teleportation", **{**NEAR_ONLY, **sure, "ip": 1500}), T=SLOW)
    assert best(there) == choice


@pytest.mark.parametrize(("tile", "choice"), [("v", "telekinesis"), (".", "end")], ids=["acid", "free"])
def test_enemies_are_thrown_into_acid(tile: str, choice: str) -> None:
    there = battle(f"A . T {tile}", A=can("telekinesis", **{**NEAR_ONLY, "move": 0}), T=SLOW)
    assert best(there) == choice


@pytest.mark.parametrize(("reach", "choice"), [(6, "barrier"), (3, "move")])
def test_a_barrier_rises_before_who_could_shoot(reach: int, choice: str) -> None:
    drawing = ". . . . . . .\nA . . . . . T\n. . . . . . ."
    there = battle(drawing, A=can("barrier", **NEAR_ONLY), T={**SLOW, "range": reach})
    assert best(there) == choice


def test_no_barrier_rises_before_friends_who_shoot_better() -> None:
    weak = {kind: {"accuracy": 20, "defense": 100, "damage": 1} for kind in ("melee", "ranged")}
    drawing = ". . . . . . .\nA . . F . . T\n. . . . . . ."
    there = battle(drawing, A=can("barrier", **NEAR_ONLY), F=SLOW, T={**SLOW, **weak})
    assert best(there) == "move"


@pytest.mark.parametrize(("abilities", "choice"), [(["portal"], "portal"), ([], "attack")])
def test_a_portal_opens_over_a_chasm_that_would_have_to_be_filled(abilities: list[str], choice: str) -> None:
    chasm = {"chasm": {"sight": "clear", "movement": "obstructing"}}
    there = battle("A c c . . . . . . . T", kinds=chasm, A=can(*abilities, **NEAR_ONLY), T=SLOW)
    assert best(there) == choice


def test_no_portal_opens_where_the_way_is_as_short() -> None:
    there = battle("A . . . . . . . . . T", A=can("portal", **{**NEAR_ONLY, "move": 6}), T=SLOW)
    assert best(there) == "move"


def test_an_open_portal_is_a_way() -> None:
    chasm = {"chasm": {"sight": "clear", "movement": "obstructing"}}
    there = battle("F A c . . . . . . T", kinds=chasm, links=["B1 D1"], A={**NEAR_ONLY}, F=SLOW, T=SLOW)
    hint = there.hint()
    assert hint is not None
    assert hint["actions"][0] == {"do": "move", "who": "A", "path": ["D1", "E1"]}
