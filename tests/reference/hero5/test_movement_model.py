"""The HERO 5th reference for movement by itself, on boards small enough to be worked out by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.reference.hero5 import boards as hero5_worlds
from tests.reference.hero5 import model as hero5
from tests.reference.hero5.model import Piece, World, changed, piece
from tests.reference.hero5.movement_model import Mover, Spot, chance, explain_path, own_concealment, reach
from tests.reference.hero5.test_model import ACROBAT, FLYER, GHOST, RED, WALKER, world

# --- passing -----------------------------------------------------------------------------------------------


def lane(other: Piece, mover: Piece | None = None, **more: Any) -> World:
    """A in A1, another one in B1, a free hex behind."""
    return world(3, 1, {"A": mover or piece("A1"), "O": other}, **more)


def passes(board: World, by: bool = False, through: str | None = None) -> int | None:
    """Return how many rolls it takes to get to C1."""
    spots = reach(board, "A", by=by, through=through)
    return spots["C1"].rolls if "C1" in spots else None


def test_friends() -> None:
    friend = piece("B1", side="red")
    assert passes(lane(friend, RED)) == 0
    assert passes(lane(friend, RED), by=True) is None
    assert passes(lane(friend, RED), through="X") is None
    assert passes(lane(changed(friend, helpless=True), RED), by=True) is None
    assert passes(lane(friend, changed(RED, desolid=True)), by=True) == 0
    assert passes(lane(friend, changed(RED, shrinking=2)), by=True) == 0
    assert passes(lane(changed(friend, shrinking=3), RED), by=True) == 0
    assert passes(lane(changed(friend, fills_space=True), RED)) is None


def test_opponents() -> None:
    foe = piece("B1")
    assert passes(lane(foe)) is None
    assert passes(lane(foe, ACROBAT)) == 1
    assert passes(lane(foe), through="O") == 0
    assert passes(lane(foe), through="T") is None
    assert passes(lane(changed(foe, helpless=True))) == 0
    assert passes(lane(changed(foe, helpless=True), ACROBAT), by=True) == 0
    assert passes(lane(changed(foe, shrinking=2))) is None
    assert passes(lane(changed(foe, shrinking=3))) == 0
    assert passes(lane(foe, changed(WALKER, shrinking=2))) == 0
    assert passes(lane(foe, FLYER)) is None
    assert passes(lane(foe, GHOST)) == 0
    for full in (changed(foe, fills_space=True), changed(foe, fills_space=True, helpless=True)):
        assert passes(lane(full, changed(ACROBAT, shrinking=3)), through="O") is None
        assert passes(lane(full, GHOST)) == 0


def test_a_helpless_obstacle() -> None:
    log = piece("B1", helpless=True, obstacle_when_helpless=True)
    assert reach(lane(log), "A")["B1"] == Spot(2, 0, True, (), "none", (0, 2))
    assert reach(lane(log, terrain={"B1": "difficult obstacle"}, mover=piece("A1", movement=8)), "A")["B1"].cost == 8
    assert reach(lane(log, FLYER), "A")["B1"].cost == 1
    assert reach(lane(changed(log, side="red"), RED), "A")["B1"].cost == 1
    assert reach(lane(changed(log, helpless=False), ACROBAT), "A")["B1"].cost == 1


def test_every_step_over_an_opponent_needs_leave_but_one_roll() -> None:
    """O holds B1 and C1, squeezed; A passes both."""
    giant = piece("B1@NE", growth=1)
    spots = reach(world(4, 1, {"A": ACROBAT, "O": giant}), "A")
    assert (spots["C1"].rolls, spots["D1"].rolls) == (1, 1)
    # A stands in the hex of its foe already: it may go on into the next one only with acrobatics, but without a roll.
    inside = world(4, 1, {"A": piece("C1"), "O": giant})
    assert set(reach(inside, "A")) == {"C1", "D1"}
    inside = world(4, 1, {"A": piece("C1", acrobatics=9), "O": giant})
    assert {place: spot.rolls for place, spot in reach(inside, "A").items()} == {"C1": 0, "D1": 0, "B1": 0, "A1": 0}


def test_squeezing_past() -> None:
    """A two hexes wide, in a lane with a foe."""
    mover, foe = piece("A1@NE", growth=1, movement=9), piece("C1")
    assert set(reach(world(5, 1, {"A": mover, "O": foe}), "A")) == {"A1@NE", "A1@SE"}
    free = reach(world(5, 1, {"A": mover, "O": foe}, rulings={"squeeze-past": "free"}), "A")
    assert {place: (spot.rolls, spot.stops) for place, spot in free.items() if place.endswith("NE")} == {
        "A1@NE": (0, ()),
        "B1@NE": (0, ("HERO-1.4", "HERO-3.3")),
        "C1@NE": (0, ("HERO-1.4", "HERO-3.3")),
        "D1@NE": (0, ()),
    }
    friend = {"A": changed(mover, side="red"), "O": changed(foe, side="red", shrinking=2)}
    spots = reach(world(5, 1, friend), "A")
    assert spots["B1@NE"].stops == ("HERO-3.3",)


# --- rolls and where failures end --------------------------------------------------------------------------


def test_chances() -> None:
    assert [str(chance(number)) for number in (2, 3, 11, 8, 17, 18)] == [
        *("1/216", "1/216", "5/8", "7/27", "215/216", "215/216")
    ]


LANE = " ".join(f"{column}{row}" for column in "DEF" for row in (1, 2, 4, 5))
"""Holes: row 3 is a lane one hex wide from D3 to F3."""


def test_contortion_is_rolled_for_once() -> None:
    """At D3 there is still room round a corner, at E3, F3 and G3 only ahead and behind or not even that."""
    board = world(9, 5, {"A": piece("B3", growth=2, movement=10, contortionist=10)}, holes=LANE)
    spots = reach(board, "A")
    assert [(spots[place].squeezed, spots[place].rolls) for place in ("B3", "C3", "D3", "E3", "F3", "G3", "H3")] == [
        *(("none", 0), ("none", 0), ("squeezed", 0)),
        *(("contorted", 1), ("contorted", 1), ("squeezed", 1), ("none", 1)),
    ]
    told = explain_path(board, "A", ["C3", "D3", "E3", "F3"])
    assert told["rolls"] == [
        {
            "skill": "contortionist",
            "clause": "HERO-3.4",
            "before": "E3",
            "roll_at_most": 10,
            "chance": "1/2",
            "else": "D3",
        }
    ]
    assert told["cost"] == 7


def test_the_rolls_of_a_step_come_in_the_order_of_the_clauses() -> None:
    """Onto two foes on a ramp in F3, over a ramp between E3 and F3, and into the lane."""
    mover = piece("C3", growth=2, movement=30, acrobatics=11, contortionist=8)
    foe = piece("F3", shrinking=2, acrobatics=3)
    pieces = {"Zoe": foe, "A": mover, "Helpless": changed(foe, helpless=True), "Bo": foe}
    # Three sizes apart they could pass each other.
    for name in ("Zoe", "Bo"):
        pieces[name] = changed(foe, shrinking=0)
    board = world(9, 5, pieces, {"F3": "ramp"}, {("E3", "F3"): "plinth"}, holes=LANE)
    told = explain_path(board, "A", ["D3", "E3"])
    assert [(roll["skill"], roll["clause"], roll["before"], roll["else"]) for roll in told["rolls"]] == [
        ("acrobatics", "HERO-1.2", "E3", "D3"),
        ("acrobatics", "HERO-1.2", "E3", "D3"),
        ("acrobatics", "HERO-2.3", "E3", "D3"),
        ("contortionist", "HERO-3.4", "E3", "D3"),
    ]
    assert told["cost"] == 2 + (2 + 4)


def test_a_failure_ends_before_the_step() -> None:
    assert explain_path(lane(piece("B1"), ACROBAT), "A", ["B1", "C1"])["rolls"] == [
        {"skill": "acrobatics", "clause": "HERO-1.2", "before": "B1", "roll_at_most": 11, "chance": "5/8", "else": "A1"}
    ]


def falls_back(board: World, path: list[str]) -> str:
    """Return where the last roll of a path ends when it fails."""
    return explain_path(board, "A", path)["rolls"][-1]["else"]


def test_falling_back() -> None:
    """A2 lies between A1 and B1, and so on; friends stand in B1 and B2, a foe in C1."""
    mover = changed(RED, acrobatics=11)
    some = {"A": mover, "F": piece("B1", side="red"), "O": piece("C1")}
    more = {**some, "G": piece("B2", side="red")}
    assert falls_back(world(4, 1, some), ["B1", "C1", "D1"]) == "A1"
    # One step back or aside: back on its path.
    assert falls_back(world(4, 2, some), ["B1", "C1"]) == "A1"
    # Two back, or one aside: aside, the first by name.
    assert falls_back(world(4, 2, more), ["B1", "B2", "C1"]) == "A2"
    # Where A2 and C2 are ramps, these need a roll: two back.
    assert falls_back(world(4, 2, more, {"A2": "ramp", "C2": "ramp"}), ["B1", "B2", "C1"]) == "A1"
    # Back over a foe on its path, though that would need a roll.
    foes = {"A": ACROBAT, "O": piece("B1"), "P": piece("C1")}
    assert falls_back(world(4, 1, foes), ["B1", "C1", "D1"]) == "A1"


def test_free_steps_back_do_not_count() -> None:
    """In a lane two hexes wide pieces fall back over both ends of a border."""
    mover = piece("A1@NE", growth=1, movement=20, acrobatics=9)
    board = world(6, 1, {"A": mover, "O": piece("C1"), "P": piece("D1")})
    told = explain_path(board, "A", ["A1@SE", "B1@SE", "B1@NE", "C1@NE", "D1@NE", "E1@NE"])
    assert [(roll["before"], roll["else"]) for roll in told["rolls"]] == [("B1@SE", "A1@SE"), ("C1@NE", "A1@SE")]
    assert told["cost"] == 8


# --- attacks of opportunity --------------------------------------------------------------------------------


def provokes(board: World, path: list[str]) -> list[str]:
    return explain_path(board, "A", path)["provokes"]


def test_provoking() -> None:
    """O in B2 threatens A1, B1, A2, C2, A3 and B3."""
    foe = piece("B2")
    board = world(4, 3, {"O": foe, "A": piece("B1")})
    assert provokes(board, ["C1"]) == []
    assert provokes(board, ["C1", "D1"]) == ["O"]
    assert provokes(board, ["A1"]) == []
    for other in (changed(foe, helpless=True), changed(foe, reach=0), changed(foe, shrinking=2)):
        assert provokes(world(4, 3, {"O": other, "A": piece("B1")}), ["C1", "D1"]) == []
    assert provokes(world(4, 3, {"O": foe, "A": piece("B1", concealment="half")}), ["C1", "D1"]) == []
    none = world(4, 3, {"O": foe, "A": piece("B1")}, rulings={"opportunity": "none"})
    assert provokes(none, ["C1", "D1"]) == []
    assert provokes(world(4, 3, {"O": foe, "A": piece("D1")}), ["C1", "B1"]) == ["O"]  # C1 is given up, beside B2
    assert provokes(world(4, 3, {"O": foe, "A": piece("D3")}), ["D2", "D1"]) == []


def test_a_full_round_provokes() -> None:
    board = world(3, 2, {"A": piece("A1", movement=1), "O": piece("A2"), "P": piece("C2")}, {"B1": "difficult"})
    assert reach(board, "A") == {
        "A1": Spot(0, 0, True, (), "none", (0, 0)),
        "B1": Spot(2, 0, True, ("HERO-4.2",), "none", (1, 2)),
    }
    assert provokes(board, ["B1"]) == ["O"]
    with pytest.raises(ValueError, match=r"HERO-4\.2"):
        provokes(board, ["B1", "C1"])


def test_entering_a_hex_provokes() -> None:
    """A small one enters B1: that is one hex, and provokes; one that it leaves does not."""
    small = piece("A1", shrinking=2)
    here = piece("A1", reach=1)
    board = world(3, 1, {"P": here, "O": piece("B1"), "A": small})
    assert provokes(board, ["B1"]) == ["O"]
    assert provokes(board, ["B1", "C1"]) == ["P", "O"]
    assert provokes(world(3, 1, {"O": piece("B1", helpless=True), "A": small}), ["B1"]) == []
    assert provokes(world(3, 1, {"O": piece("B1", side="red"), "A": changed(small, side="red")}), ["B1"]) == []
    # Coming onto another in any other way does not.
    assert provokes(world(3, 1, {"O": piece("B1"), "A": ACROBAT}), ["B1"]) == []


def test_contorted_ones_threaten_nothing() -> None:
    holes = " ".join(f"{column}{row}" for column in "ABC" for row in (1, 2, 4))
    giant = piece("B3", growth=2, contortionist=9)
    pieces = {"A": piece("E3"), "O": giant}
    assert provokes(world(9, 4, pieces), ["F3", "G3"]) == ["O"]
    shut = world(9, 4, pieces, holes=holes)
    assert hero5.how_it_stands(shut, "O") == "contorted"
    assert provokes(shut, ["F3", "G3"]) == []


def test_friends_passed_give_no_concealment() -> None:
    """Who is ignored: the friends whose hexes are held before a step or after it."""
    asked = []

    def concealed(world: World, attacker: str, mover: str, place: str, ignored: frozenset[str]) -> bool:
        asked.append((attacker, mover, place, *sorted(ignored)))
        return place == "B1"

    friend = piece("B1", side="red")
    board = world(4, 1, {"A": RED, "F": friend, "O": piece("D1", reach=3)})
    assert explain_path(board, "A", ["B1", "C1"], concealed=concealed)["provokes"] == ["O"]
    assert sorted(set(asked)) == [("O", "A", "A1", "F"), ("O", "A", "B1", "F")]


def test_ways_that_provoke_less() -> None:
    """From A1 to D1 past O in B2, or round above it."""
    board = world(4, 3, {"A": piece("A2", movement=5), "O": piece("B3", reach=1)})
    spots = reach(board, "A")
    assert (spots["D2"].cost, spots["D2"].fewest_attacks) == (3, (1, 3))  # A2 itself is threatened
    board = world(5, 3, {"A": piece("A2", movement=5), "O": piece("C3", reach=1)})
    spots = reach(board, "A")
    assert (spots["D2"].cost, spots["D2"].fewest_attacks) == (3, (0, 4))


# --- the walking -------------------------------------------------------------------------------------------


def test_it_walks_every_way() -> None:
    ways = list(Mover(world(5, 5, {"A": piece("C3", movement=2)}), "A", False, None, own_concealment).ways())
    assert sorted(len(way.path) for way in ways) == [0] + [1] * 6 + [2] * 30
    assert len({way.path for way in ways}) == len(ways)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_coming_back_to_a_place_gains_nothing(seed: int) -> None:
    """The same from relaxing every step until nothing changes, and from all states that there are."""
    board = hero5_worlds.random_world(Random(seed))
    for name in board.pieces:
        mover = Mover(board, name, False, None, own_concealment)
        spots = {place: spot for place, spot in mover.reach().items() if "HERO-4.2" not in spot.stops}
        assert {place: (spot.cost, spot.rolls) for place, spot in spots.items()} == relaxed(mover)
        assert {place: spot.fewest_attacks for place, spot in spots.items()} == least_attacked(mover)


def relaxed(mover: Mover) -> dict[str, tuple[int, int]]:
    best = {mover.start: (0, 0)}
    while True:
        before = dict(best)
        for here, (cost, rolls) in before.items():
            for step in mover.steps_from(here):
                there = cost + step.cost, rolls + len(step.rolls)
                if not mover.piece["helpless"] and there[0] <= mover.piece["movement"]:
                    best[step.to] = min(there, best.get(step.to, there))
        if best == before:
            return best


def least_attacked(mover: Mover) -> dict[str, tuple[int, int]]:
    """Over every place with every cost, none, one or more steps counted, and everyone who may have been provoked."""
    states = {(mover.start, 0, 0, frozenset[str](), frozenset[str]())}
    edge = set() if mover.piece["helpless"] else states
    while edge:
        edge = {
            (
                step.to,
                cost + step.cost,
                min(2, counted + (not step.is_free)),
                given_up | step.gives_up_to,
                entered | step.enters_on,
            )
            for here, cost, counted, given_up, entered in edge
            for step in mover.steps_from(here)
            if cost + step.cost <= mover.piece["movement"]
        } - states
        states |= edge
    least: dict[str, tuple[int, int]] = {}
    for here, cost, counted, given_up, entered in states:
        provoked = entered | (given_up if counted > 1 else frozenset())
        if mover.world.ruling("opportunity") == "none":
            provoked = frozenset()
        there = len(provoked), cost
        least[here] = min(there, least.get(here, there))
    return least
