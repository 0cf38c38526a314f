"""States of battles as values."""

from __future__ import annotations

import sightline

TEAMS = """
sightline: 1
rules: sodwa
map: {grid: square, size: 5x3}
pieces:
  Ash: {at: A1, side: red, ip: 1000, melee: {accuracy: 40, defense: 100, damage: 1},
    ranged: {accuracy: 40, defense: 100, damage: 1}}
  Bo: {at: E1, side: red, ip: 1000, melee: {accuracy: 40, defense: 100, damage: 1},
    ranged: {accuracy: 40, defense: 100, damage: 1}}
  Cy: {at: C3, side: blue, melee: {accuracy: 40, defense: 100, damage: 1},
    ranged: {accuracy: 40, defense: 100, damage: 1}}
  crate: {at: A2, kind: object}
  barrel: {at: E2, kind: object}
"""


def after(*turns: tuple[str, str, str]) -> sightline.BattleState:
    """Return the state after these have each lifted an object and put it back."""
    battle = sightline.battle(sightline.parse(TEAMS))
    for number, (who, target, at) in enumerate(turns):
        if number == 0:
            battle.apply({"do": "choose", "who": who})
        battle.apply({"do": "pick-up", "who": who, "target": target})
        battle.apply({"do": "put-down", "who": who, "target": target, "at": at})
        battle.apply({"do": "end", "who": who})
    return battle.state


def test_equal_states_are_equal_in_sets_whatever_led_to_them() -> None:
    ash, bo = ("Ash", "crate", "A2"), ("Bo", "barrel", "E2")
    one, other = after(ash, bo), after(bo, ash)
    assert one == other
    assert len({one, other}) == 1
    assert one.to_json() == other.to_json()
    assert len({one, after(ash)}) == 2
