"""Thousands of battles, at random and of computer players, whose every step is accounted for, replayed, taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest

import sightline
from sightline.players import play_out
from sightline.systems.sodwa.destructible import iter_walls
from sightline.systems.sodwa.game.actions import AttackAction
from tests.battles.accounting import Books, Chain
from tests.battles.skirmishes import ARMED, BOARDS, RULINGS, armed, skirmish
from tests.battles.tallying import ENDS, SAVED, Tally, noting_clauses
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.sodwa.ability_table import ABILITIES

BATTLES, SHARDS = many(3000), 20
"""How many battles: in CI so many that each ability is used and ends in every way."""
LIMIT, LONG, SHORT = 1000, 150, 20
"""The limits in ticks: of battles of computer players, and of others, of which the short ones mostly end by it."""
PLAYERS = (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"), ("random", "random"))
PLAYED_EVERY, LONG_EVERY, NOTED_EVERY = 13, 10, 35
"""How often computer players play, which is slow, others are long, and clauses are counted, which is slow too.

Clauses are counted on each of the small boards, which take turns: the number shares no factor with theirs.
"""
REACTING, ATTACKS = 0.05, 6
"""How often the opponent of the side to act does something, if it can; how much likelier attacks are than the rest."""


def scenario(number: int) -> str:
    """Return the text of the scenario of a battle.

    The first are all that come with Sightline; then the small boards take turns.
    """
    if number < len(ARMED):
        return armed(ARMED[number])
    return skirmish(BOARDS[number % len(BOARDS)], Random(f"skirmish {number}"))


def play_evenly(battle: sightline.Battle, chances: Random) -> None:
    """Play a battle to its end at random: each kind of action, and each ability, is as likely; attacks are likelier."""
    run = battle.run
    while run.result is None:
        acting = run.game.to_act(run.state)
        other = next(side for side in run.sides if side != acting)
        groups = run.game.legal(run.state, other) if chances.random() < REACTING else ()
        groups = groups or run.game.legal(run.state)
        weights = [ATTACKS if group.kind is AttackAction else 1 for group in groups]
        [group] = chances.choices(groups, weights)
        run.take(chances.choice(group))


def fight(number: int, counts: Counter[str]) -> None:
    """Fight a battle, check all about it, and count what occurred."""
    turn, lot = divmod(number, PLAYED_EVERY)
    scene, seed = sightline.parse(scenario(number)), f"computers/{number}"
    limit = (LONG if number % LONG_EVERY == LONG_EVERY // 3 else SHORT) if lot else LIMIT
    battle = sightline.battle(scene, seed=seed, limit=limit)
    if lot:
        play_evenly(battle, Random(seed))
    else:
        play_out(battle, PLAYERS[turn % len(PLAYERS)])
    record = battle.run.to_json()
    check_steps(battle, record, counts)
    with noting_clauses(counts) if number % NOTED_EVERY == 0 else nullcontext():
        check_replay(battle, record)
        if number % NOTED_EVERY == 0:
            ask_of_attacks(battle)
    how = (battle.run.result or {})["how"]
    counts.update(("battles", f"over: {how}", f"over: {how}, {'at random' if lot else 'by computer players'}"))


def check_steps(battle: sightline.Battle, record: Mapping[str, Any], counts: Counter[str]) -> None:
    """Check that each state is what its events make of the one before, that it is sound, and its hash."""
    position = battle.run.game.position(battle.run.start)
    books, chain, tally = Books(position, record["start"]), Chain(dict(record)), Tally(position, counts)
    books.check()
    tally.add_events(record["opening"])
    for step in record["steps"]:
        tally.add(books, step)
        books.write(step["action"], step["events"])
        assert books.state == step["state"], f"step {step['n']} of\n{battle.record()}"
        books.check()
        assert chain.add(step) == step["hash"]


def check_replay(battle: sightline.Battle, record: Mapping[str, Any]) -> None:
    """Check that the record replays to the same, hashes and all, and that undoing gives every state before."""
    text = battle.record()
    again = sightline.replay(text)
    assert again.record() == text
    states = [record["start"], *(step["state"] for step in record["steps"])]
    assert again.state == sightline.BattleState(states.pop())
    while states:
        assert again.undo() == sightline.BattleState(states.pop())


def ask_of_attacks(battle: sightline.Battle) -> None:
    """Ask of each turn, as it begins, which of all attacks may be made: most may not, which is by clauses too."""
    game = battle.run.game
    walls = [*iter_walls(game.position(battle.run.start))]
    for state in (battle.run.start, *(step.state for step in battle.run.steps)):
        if state.active and not state.acted:
            for target in (*state.characters, *map(state.position.label, walls)):
                game.check(state, AttackAction(who=state.active, target=target))


def test_a_few_battles_are_accounted_for() -> None:
    counts: Counter[str] = Counter()
    for number in range(len(ARMED), len(ARMED) + 2 * len(BOARDS)):
        fight(number, counts)
    assert counts["steps"] >= 100
    assert counts["over: defeat, by computer players"] >= 1


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_many_battles_are_accounted_for(shard: int, ledger: Ledger) -> None:
    counts: Counter[str] = Counter()
    for number in range(shard, BATTLES, SHARDS):
        fight(number, counts)
    total = ledger.add(counts, SHARDS, EXPECTED, frequent=FREQUENT)
    if total is not None:
        assert total["battles"] == BATTLES
        assert total["over: defeat"] + total["over: limit"] == BATTLES
        used = {key: total[f"used {key}"] for key, ability in ABILITIES.items() if ability.action}
        assert min(used.values()) >= BATTLES // 150, used
        assert total["over: defeat, by computer players"] >= 0.95 * len(range(0, BATTLES, PLAYED_EVERY))


GROUND = ("clear", "impeding", "difficult", "liquid", "transition", "smoke", "mire")
EVENTS = (
    *("tick", "coin", "turn-began", "moved", "turned", "picked-up", "put-down", "attacked", "knocked-back"),
    *("destroyed", "karma", "defeated", "turn-ended", "over"),
)
CLAUSES = (
    *("1.4", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "3.3", "3.4"),
    *(f"4.{number}" for number in range(1, 9)),
    *("5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.10", "5.11"),
    *("6.1", "6.2", "6.3", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9", "7.10"),
)
RARE = ("immolate ended: ended", "stasis ended: defeated")
"""What occurs among these battles only if there are many more of them."""
EXPECTED = (
    *(f"action {kind}" for kind in ("choose", "move", "attack", "turn", "pick-up", "put-down", "end")),
    *(f"event {kind}" for kind in EVENTS),
    *(f"ruling {ruling.name}={choice}" for ruling in RULINGS for choice in ruling.choices),
    *(f"clause SOD-{number}" for number in CLAUSES),
    *(f"stood on {kind}" for kind in (*GROUND, "curtain", "an object")),
    *(f"crossed {kind}" for kind in (*GROUND, "a change of levels") if kind != "mire"),
    *(f"flown over {kind}" for kind in (*GROUND, "obstructing", "a change of levels")),
    *(f"shot over {kind}" for kind in (*GROUND, "obstructing", "glass")),
    *(f"destroyed {kind}" for kind in ("obstructing", "obstructing-indoor", "glass")),
    *("shot past a corner", "shot between levels", "terrain attacked"),
    *("karma spent", "karma cancelled", "doubles on a success"),
    *(end for key, ways in ENDS.items() for why in ways if (end := f"{key} ended: {why}") not in RARE),
    *(f"{key} {how}" for key in SAVED for how in ("resisted", "not resisted")),
    *("thrown as far as it goes", "thrown into something", "thrown at once into something"),
    *(f"over: {how}" for how in ("defeat", "limit")),
)
"""What has to occur at least once in all battles."""
FREQUENT = tuple(what for what in EXPECTED if not any(rare in what for rare in (" ended: ", " resisted", "clause ")))
"""What has to occur at least once in a tenth of them."""
