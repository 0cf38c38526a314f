"""How the greedy player gets at an enemy that it does not reach: round walls, through them, and turned to it."""

from __future__ import annotations

from typing import Any

import pytest

import sightline
from sightline.players import choose, play_out

NUMBERS = "melee: {accuracy: 50, defense: 100, damage: 3}, ranged: {accuracy: 50, defense: 100, damage: 3}, range: 1"


def begun(cells: str, ana: str = "", further: str = "", rulings: str = "") -> sightline.Battle:
    """Begin a battle of Ana, at A1, whose turn it is, against Bo; a drawn B is where he stands."""
    rows = [line.split() for line in cells.split("/")]
    [at] = (f"{'ABCDEFGH'[x]}{y}" for y, row in enumerate(rows, 1) for x, token in enumerate(row) if token == "B")
    drawn = "\n".join("    " + " ".join(row).replace("B", ".") for row in rows)
    pieces = f"  Ana: {{at: A1, side: red, ip: 1500, {ana or 'move: 2'}, {NUMBERS}}}\n"
    pieces += f"  Bo: {{at: {at}, side: blue, {NUMBERS}}}\n{further}"
    text = f"sightline: 1\nrules: sodwa\nrulings: {{{rulings}}}\nmap:\n  grid: square\n  cells: |\n{drawn}\n"
    return sightline.battle(sightline.parse(f"{text}pieces:\n{pieces}"))


def done(battle: sightline.Battle) -> list[dict[str, Any]]:
    """Return what the greedy player does with the turn of Ana, facing aside."""
    found = []
    while (action := choose(battle, "greedy"))["do"] != "end":
        found.append(action)
        battle.apply(action)
    return [action for action in found if action["do"] != "turn"]


def test_it_goes_round_a_wall() -> None:
    [move] = done(begun(". # . . / . # B . / . # . . / . # . . / . . . ."))
    assert move["path"][-1] == "A3"


def test_it_takes_no_notice_of_who_stands_in_the_way() -> None:
    friend = f"  Abe: {{at: C1, side: red, {NUMBERS}}}\n"
    [move] = done(begun(". . . . B", further=friend))
    assert move["path"][-1] == "B1"


@pytest.mark.parametrize("wall", ["#", "X"])
def test_shut_off_it_breaks_through(wall: str) -> None:
    battle = begun(f". . {wall} . . / . . {wall} . B")
    move, attack = done(battle)
    assert (move["do"], attack["do"]) == ("move", "attack")
    assert battle.state.terrain == {attack["target"]: "difficult"}


def test_a_wall_that_is_passed_elsewhere_is_left_alone() -> None:
    assert [action["do"] for action in done(begun(". . # . . / . . # . B / . . . . ."))] == ["move"]


def test_who_flies_breaks_nothing_that_can_be_flown_over() -> None:
    flyer = "move: 2, abilities: [flight]"
    assert [action["do"] for action in done(begun(". # . . B / . # . . .", flyer))] == ["move"]
    assert [action["do"] for action in done(begun(". X . . B / . X . . .", flyer))] == ["attack"]


@pytest.mark.parametrize(("ruling", "kinds"), [("one-hit", []), ("cumulative", ["attack"])])
def test_too_weak_for_a_wall_it_strikes_only_where_damage_adds_up(ruling: str, kinds: list[str]) -> None:
    weak = "move: 0, damage_kind: bio"
    battle = begun(". # B", weak, rulings=f"wall-damage: {ruling}")
    text = battle.run.scenario.replace("damage: 3", "damage: 1", 2)
    assert [action["do"] for action in done(sightline.battle(sightline.parse(text)))] == kinds


def test_shut_off_by_an_object_it_takes_that_away() -> None:
    stack = "  stack: {at: B1, kind: object, is: obstructing}\n"
    assert done(begun(". . B", "move: 1", stack)) == [{"do": "pick-up", "who": "Ana", "target": "stack"}]


def test_where_there_is_no_way_it_goes_straight() -> None:
    [move] = done(begun(". . . . . _ B"))
    assert move["path"][-1] == "C1"


def test_it_turns_to_enemies_behind_it() -> None:
    evasive = "move: 0, facing: W, evasion: 10"
    battle = begun(". . . B", evasive)
    assert choose(battle, "greedy")["do"] == "turn"
    done(battle)
    assert battle.state.pieces["Ana"]["facing"] in ("NE", "E", "SE", "N", "S")
    assert choose(begun(". . . B", "move: 0, facing: W"), "greedy")["do"] == "end"


def test_shut_off_on_both_sides_the_battle_ends_by_defeat() -> None:
    battle = begun(". . # . . / . . X . B / . . # . .")
    play_out(battle, ["greedy", "greedy"])
    assert (battle.run.result or {})["how"] == "defeat"
