"""Sight from tiles, found fast in the states of battles, is what each line by itself says."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

import sightline
from sightline.rules import Dice
from sightline.systems.sodwa.game.line_shadows import LineShadows
from sightline.systems.sodwa.game.state import SodwaState
from tests.reference.boards import least, many
from tests.reference.sodwa.battle_boards import random_battle

STEPS = 40


def play(name: str, battles: int) -> int:
    """Play random battles, and compare all that characters see in every state; return on how many maps they fought."""
    maps = 0
    for number in range(battles):
        rng = Random(f"{name} {number}")
        run = sightline.battle(sightline.parse(random_battle(rng)), seed=number).run
        state, dice = run.start, Dice(number)
        for _ in range(STEPS):
            legal = [*chain.from_iterable(run.game.legal(state))]
            if not legal:
                break
            compare_sight(state, rng)
            before = state.map
            state = run.game.apply(state, rng.choice(legal), dice).state
            maps += state.map is not before
    return maps


def compare_sight(state: SodwaState, rng: Random) -> None:
    """Compare the tiles that characters see, asked in two parts, with those that no line obstructs."""
    tiles, standing = state.map.tiles, state.occupancy.all
    bits, some = state.map.bits_with(standing), rng.getrandbits(len(tiles.cells))
    for tile in state.occupancy.tiles.values():
        seen = [each for each in range(len(tiles.cells)) if each == tile or not tiles.up_to.blocks(bits, tile, each)]
        outlook = state.map.outlook(tile, standing)
        outlook.seen(some)
        assert outlook.seen(tiles.all) == sum(1 << each for each in seen)
        for other in state.occupancy.tiles.values():
            if other != tile:
                assert outlook.is_seen(other) is not state.map.is_blocked(bits, tile, other)


def compare_shadows(rng: Random) -> None:
    """Compare lines with and without other terrain on a tile or border: outside its shadow nothing may change."""
    board = sightline.battle(sightline.parse(random_battle(rng)), seed=1).run.start.map
    tiles, shadows = board.tiles, LineShadows(board.tiles)
    sites = [index for index in range(3 * len(tiles.cells)) if tiles.all_sites >> index & 1]
    for site in rng.sample(sites, 4):
        changed = board.bits ^ sum(1 << layer + site for layer in tiles.layout.layers.values() if rng.random() < 0.7)
        for start in range(len(tiles.cells)):
            shadow = shadows.of_all(start, 1 << site)
            for stop in range(len(tiles.cells)):
                if stop != start and not shadow >> stop & 1:
                    lines = [tiles.up_to.blocks(bits, start, stop) for bits in (board.bits, changed)]
                    assert lines[0] == lines[1], (start, stop, site)


def test_what_characters_see_in_a_few_battles() -> None:
    assert play("a few outlooks", 2) > 1


@pytest.mark.slow
def test_what_characters_see_in_many_battles() -> None:
    assert play("outlooks", many(30)) >= least(50)


def test_a_change_alters_lines_in_its_shadow_alone() -> None:
    for number in range(4):
        compare_shadows(Random(f"a few shadows {number}"))


@pytest.mark.slow
def test_many_changes_alter_lines_in_their_shadows_alone() -> None:
    for number in range(many(40)):
        compare_shadows(Random(f"shadows {number}"))
