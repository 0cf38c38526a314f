"""What may be done, found fast, is what the explained answers allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sightline
from sightline.board import parse_cell
from sightline.referee.judge import build_attack, judge
from sightline.rules import Dice, Ruleset, Sight
from sightline.rules.game import Action
from sightline.systems.sodwa import destructible, sight
from sightline.systems.sodwa.attack_numbers import numbers_of
from sightline.systems.sodwa.game import actions
from sightline.systems.sodwa.game.battle_map import battle_map_of
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.movement import CharacterSteps, find_ends
from sightline.systems.sodwa.step_rules import NO_KINDS, step_rules_of
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.sodwa.battle_boards import random_battle

SHARDS, BATTLES, STEPS = 2, many(10), 60
NUMBERS = ("attack_value", "defense_value", "damage")
MET = ("move", "attack", "turn", "end", "clear", "impeded", "blocked", "numbers", "other grounds")


def play(name: str, battles: int) -> Counter[str]:
    """Play so many random battles, and compare in every state; return the counts of what was met."""
    counts: Counter[str] = Counter()
    for number in range(battles):
        rng = Random(f"{name} {number}")
        run = sightline.battle(sightline.parse(random_battle(rng)), seed=number).run
        state, dice = run.start, Dice(number)
        for _ in range(STEPS):
            legal = [*chain.from_iterable(run.game.legal(state))]
            found = [action for action in conceivable(state) if run.game.check(state, action).legal]
            assert all(run.game.check(state, action).legal for action in legal)
            assert likened(state, plain(legal)) == likened(state, found)
            if not legal:
                break
            counts.update(str(action.__struct_config__.tag) for action in legal)
            compare_lines(state, rng, counts)
            compare_steps(state, rng)
            before, action = state.map, rng.choice(legal)
            if isinstance(action, actions.AttackAction):
                compare_attack(run.rules, state, action, counts)
            state = run.game.apply(state, action, dice).state
            counts["other grounds"] += state.map is not before
    return counts


def conceivable(state: SodwaState) -> Iterator[Action]:
    """Yield all but abilities that there is to try, in the order in which it is told; of moves those that are found."""
    if state.choosing:
        yield from (actions.ChooseAction(who=who) for who in state.due)
    mover, position = state.mover, state.position
    if mover is None:
        return
    who = mover.name
    course = CharacterSteps(position, mover)
    for spot, way in find_ends(course, course.start(mover)).values():
        if way.path and course.may_stop(spot):
            yield actions.MoveAction(who=who, path=tuple(position.label(each.cell) for each in way.path))
    yield from (actions.AttackAction(who=who, target=other) for other in state.characters)
    yield from (actions.PickUpAction(who=who, target=thing) for thing in state.map.objects)
    yield from (
        actions.AttackAction(who=who, target=position.label(site)) for site in destructible.iter_walls(position)
    )
    yield from (actions.TurnAction(who=who, facing=facing) for facing in position.board.grid.facings)
    near = [position.label(cell) for cell in position.board.grid.ring(mover.cell, 1) if cell in position.board]
    carried = state.carries.get(who, ())
    yield from (actions.PutDownAction(who=who, target=thing, at=at) for thing in carried for at in near)
    yield actions.EndAction(who=who)


def plain(legal: list[Action]) -> list[Action]:
    """Return the actions that are no abilities: those are compared with the slow reference."""
    return [action for action in legal if not isinstance(action, actions.AbilityAction)]


def likened(state: SodwaState, legal: list[Action]) -> list[Any]:
    """Actions without what may differ: of moves only what they cost, where they lead and whether they end there.

    Whether they end there may differ where there is something to go round.
    """
    moves = [action for action in legal if isinstance(action, actions.MoveAction)]
    return [*sorted(walked(state, move) for move in moves), *legal[len(moves) :]]


def walked(state: SodwaState, move: actions.MoveAction) -> tuple[int, str, bool]:
    mover, board = state.characters[move.who], state.board
    course, cost = CharacterSteps(state.position, mover), 0
    spot = course.start(mover)
    for label in move.path:
        step = course.step(spot, parse_cell(board, label))
        assert step is not None
        spot, cost = step[0], cost + step[1]
    return cost, move.path[-1], bool(spot.step.ends) and not state.map.perilous_to(mover)


def compare_lines(state: SodwaState, rng: Random, counts: Counter[str]) -> None:
    """Compare some lines between tiles, on the ground as it is now and as it would be if seen for the first time."""
    position, battle_map = state.position, state.map
    tiles, cells = battle_map.tiles, [*position.board]
    standing = sum(1 << tiles.index(each.cell) for each in state.characters.values())
    bits = battle_map.bits_with(standing)
    assert bits == tiles.layout.encode(position)
    for _ in range(4):
        start, stop = rng.choice(cells), rng.choice(cells)
        if start == stop:
            continue
        one, other = tiles.index(start), tiles.index(stop)
        is_near = sight.is_adjacent(position, start, stop)
        assert battle_map.is_adjacent(bits, one, other) == is_near
        seen = sight.find_view(position, start, stop).sight
        assert tiles.sight(bits, one, other, is_near=is_near) is seen
        assert battle_map.is_blocked(bits, one, other) == (seen is Sight.BLOCKED)
        assert tiles.up_to.blocks(bits, one, other) == sight.is_hidden(position, start, stop)
        counts[seen.value] += 1


def compare_steps(state: SodwaState, rng: Random) -> None:
    """Compare the steps from a tile, one by one and by directions, with those that the rules allow."""
    position, tiles = state.map.position, state.map.tiles
    at = rng.choice([*position.board])
    start = tiles.index(at)
    near = [cell for cell in position.board.grid.ring(at, 1) if cell in position.board]
    for character in state.characters.values():
        rules, table = step_rules_of(position, character), state.map.step_table(character)
        steps = (cell for cell in near if rules.step(at, cell, NO_KINDS) is not None)
        allowed = sum(1 << tiles.index(cell) for cell in steps)
        assert table.targets(start) == allowed
        assert table.flood(1 << start)[1:2] == ([allowed] if allowed else [])


def compare_attack(rules: Ruleset[Any], state: SodwaState, attack: actions.AttackAction, counts: Counter[str]) -> None:
    """Compare the numbers of an attack on a character with those that are explained."""
    mover, target = state.mover, state.characters.get(attack.target)
    if mover is None or target is None:
        return
    judged = judge(rules, build_attack(rules, state.position, mover, target, None)).extra_fields
    encounter = Surroundings(state, mover).encounter(target)
    assert {"kind": encounter.kind, **numbers_of(encounter)} == {key: judged[key] for key in ("kind", *NUMBERS)}
    counts["numbers"] += 1


def test_what_may_be_done_in_a_few_battles() -> None:
    counts = play("a few battles", 1)
    assert min(counts[what] for what in MET) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_what_may_be_done(shard: int, ledger: Ledger) -> None:
    counts = play(f"legal {shard}", BATTLES)
    ledger.add(counts, SHARDS, (*MET, "choose", "pick-up", "put-down"))


def named_like_a_wall() -> sightline.Battle:
    numbers = "{accuracy: 40, defense: 100, damage: 3}"
    attacks = f"melee: {numbers}, ranged: {numbers}, ip: 1000"
    pieces = f"  A1: {{at: C2, side: red, {attacks}}}\n  B: {{at: A2, side: blue, {attacks}}}\n"
    text = "sightline: 1\nrules: sodwa\nmap:\n  grid: square\n  cells: |\n    # . .\n    . . .\npieces:\n" + pieces
    return sightline.battle(sightline.parse(text + "rulings: {opening-tie: first-seat}\n"))


def test_a_name_is_a_character_before_it_is_a_tile() -> None:
    battle = named_like_a_wall()
    own: dict[str, Any] = {"do": "attack", "who": "A1", "target": "A1"}
    assert not battle.check(own).legal
    battle.apply({"do": "end", "who": "A1"})
    targets = [action["target"] for action in battle.legal() if action["do"] == "attack"]
    assert targets == ["A1"]


def test_battles_on_one_ground_share_what_is_known_of_it() -> None:
    scenario = sightline.parse(random_battle(Random(1)))
    one, other = sightline.battle(scenario, seed=1).run.start, sightline.battle(scenario, seed=2).run.start
    assert one.map is other.map is battle_map_of(one.position)


def test_moves_come_nearest_first_whichever_is_looked_at() -> None:
    scenario = Path(__file__).parents[2] / "scenarios" / "sodwa" / "the-checkpoint.yaml"
    run = sightline.battle(sightline.parse(scenario.read_text(encoding="utf-8"))).run
    run.take(run.legal()[0])  # which says who is first
    moves = next(options for options in run.game.legal(run.state) if options.kind is actions.MoveAction)
    found = [*moves]
    lengths = [len(move.path) for move in found if isinstance(move, actions.MoveAction)]
    assert lengths == sorted(lengths)
    assert len(moves) == len(set(found)) == len(lengths)
    assert (moves[-1], [*moves[1:-1:2]]) == (found[-1], found[1:-1:2])
    with pytest.raises(IndexError):
        moves[len(moves)]
