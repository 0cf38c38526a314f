"""Attacks that are rolled: the dice of a seed are the reference's, what follows is the page's, the odds are met."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import sightline
from sightline.rules import Dice
from tests.deciding_rulings import decisive, without_rulings
from tests.reference.boards import many
from tests.reference.driver import Ledger
from tests.reference.penance import model as penance
from tests.reference.penance import roll_model as rolling
from tests.reference.penance.boards import World, to_yaml
from tests.reference.penance.test_model import piece, world

SHARDS, ROLLS = 5, many(500)
ROLLS_PER_WORLD = 10
RULINGS_EVERY = 10
SEEDS = (0, 1, 2**31, 2**64, 10**30)
MAX_SIGMAS = 5
"""How far the count of each outcome may be from what is to be expected, in standard deviations of that count."""
FREQUENT_ROLLS = many(5_000)

Counts = Counter[str]


# --- random attacks ----------------------------------------------------------------------------------------


def compare_rolls(rng: Random, rolls: int) -> Counts:
    """Compare attacks that are rolled; return the counts of what was met."""
    counts: Counts = Counter()
    while counts["rolls"] < rolls:
        board = penance.random_world(rng, longest=6)
        scenario = sightline.parse(to_yaml(board))
        attacks = [
            (attacker, target, index)
            for attacker, stated in board.pieces.items()
            for target in board.pieces
            if attacker != target
            for index in range(max(1, len(stated["weapons"])))
        ]
        for attacker, target, index in rng.sample(attacks, min(len(attacks), ROLLS_PER_WORLD)):
            seed = rng.choice((*SEEDS, rng.randrange(10**6), rng.randrange(10**6), rng.randrange(10**6)))
            _compare(scenario, board, (attacker, target, index), seed, counts)
    return counts


def _compare(
    scenario: sightline.Scenario, board: World, attack: tuple[str, str, int], seed: int, counts: Counts
) -> None:
    attacker, target, index = attack
    weapons = board.pieces[attacker]["weapons"]
    weapon = weapons[index]["name"] if weapons else None
    where = f"{attacker} attacks {target} with {weapon} and seed {seed} in\n{to_yaml(board)}"

    def ask(ruled: sightline.Scenario) -> sightline.ShotAnswer:
        return ruled.resolve(attacker, target, seed=seed, weapon=weapon)

    found = json.loads(ask(scenario).to_json(indent=0))
    plain = without_rulings(scenario.shot(attacker, target, weapon=weapon))
    assert {key: found[key] for key in plain} == plain, where
    assert found.keys() - plain.keys() == {"seed", "rolls", "outcome", "damage", "steps", "rulings"}
    wanted = rolling.resolve(board, attacker, target, index, seed)
    clauses = [step["clause"] for step in found["steps"]]
    assert {key: found[key] for key in ("seed", "rolls", "outcome", "damage")} | {"clauses": clauses} == wanted, where
    assert all(step["why"] and "{" not in step["why"] for step in found["steps"])
    if counts["rolls"] % RULINGS_EVERY == 0:
        rulings = decisive(scenario, ask)
        assert found["rulings"] == rulings, where
        counts["rolls asked for their rulings"] += 1
        counts.update(f"ruling {name}" for name in rulings)
    counts["rolls"] += 1
    counts[f"rolls of {len(wanted['rolls'])} dice"] += 1
    counts[f"outcome {wanted['outcome']}"] += 1
    counts.update(f"step {clause}" for clause in wanted["clauses"])


EXPECTED = (
    *(f"rolls of {dice} dice" for dice in (0, 2, 3)),
    *(f"outcome {name}" for name in ("None", "miss", "jam", "plain", "strong", "critical", "execution")),
    *(f"step PEN-6.{number}" for number in (2, 3, 4, 5, 6, 7, 8)),
    *(f"ruling {name}" for name in penance.RULINGS),
)


def test_a_few_rolls_agree() -> None:
    counts = compare_rolls(Random("a few rolls"), 30)
    assert counts["outcome None"] < counts["rolls"]


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_rolls_agree(shard: int, ledger: Ledger) -> None:
    counts = compare_rolls(Random(f"rolls {shard}"), ROLLS)
    total = ledger.add(counts, SHARDS, EXPECTED)
    if total is not None:
        assert total["rolls"] >= SHARDS * ROLLS


# --- dice --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [*SEEDS, 7, 12345])
def test_dice_are_read_from_the_seed(seed: int) -> None:
    dice = Dice(seed)
    thrown = [dice.throw(rolling.FACES) for _ in range(300)]
    assert thrown == [rolling.throw(seed, number) for number in range(300)]
    assert set(thrown) == set(rolling.FACES)


def test_a_byte_that_would_be_unfair_is_passed_over() -> None:
    # 4 of 256 bytes are; so one of some sixty dice meets one first.
    unfair = [seed for seed in range(300) if rolling.digest_of(seed, 0)[0] >= rolling.FAIR]
    assert unfair
    for seed in unfair:
        assert Dice(seed).throw(rolling.FACES) == rolling.throw(seed, 0)


def test_the_same_seed_rolls_the_same() -> None:
    scenario = sightline.parse(to_yaml(duel()))
    for seed in SEEDS:
        assert scenario.resolve("A", "T", seed=seed) == scenario.resolve("A", "T", seed=seed)
        # The dice are those of the seed, whatever is at stake.
        moved = scenario.with_piece("A", moved=5)
        assert moved.resolve("A", "T", seed=seed).rolls == scenario.resolve("A", "T", seed=seed).rolls


# --- frequencies -------------------------------------------------------------------------------------------


def duel(facing: str = "S", moved: int = 0, moved_last_turn: int = 0, **rulings: str) -> World:
    """A two hexes south of T, which faces it unless stated."""
    board = world(piece("D3", facing, "blue", "none"), piece("D5", "N", "red"), {}, **rulings)
    board.pieces["A"]["moved"], board.pieces["T"]["moved_last_turn"] = moved, moved_last_turn
    return board


# By the number to reach, the number of dice and whether two fives always hit.
DUELS = {
    (5, 2, True): duel(),
    (11, 2, True): duel(moved=7, moved_last_turn=9),
    (11, 2, False): duel(moved=7, moved_last_turn=9, execution="needs-number"),
    (3, 3, True): duel("N", advantage="adds"),
    (7, 3, True): duel("N", moved=4, advantage="replaces"),
}


def check_frequencies(board: World, rolls: int) -> None:
    """Roll with the seeds 0, 1, 2 ...: no count may lie further off than `MAX_SIGMAS` standard deviations."""
    scenario = sightline.parse(to_yaml(board))
    shot = penance.shot(board, "A", "T")
    answers = [scenario.resolve("A", "T", seed=seed) for seed in range(rolls)]
    check_counts(Counter(str(answer.outcome) for answer in answers), rolling.chances(shot))
    for die in range(rolling.dice_of(shot)):
        check_counts(Counter(answer.rolls[die] for answer in answers), dict.fromkeys(rolling.FACES, Fraction(1, 6)))


def check_counts(counts: Counter[str] | Counter[int], chances: dict[str, Fraction] | dict[int, Fraction]) -> None:
    """Each count is binomial: n p is to be expected, with the variance n p (1 - p)."""
    rolls = counts.total()
    assert sum(chances.values()) == 1
    assert set(counts) <= set(chances)
    for what, chance in chances.items():
        off = counts[what] - rolls * chance  # type: ignore[index]
        assert off**2 <= MAX_SIGMAS**2 * rolls * chance * (1 - chance), (what, counts, chance)


def test_duels_are_what_they_are_said_to_be() -> None:
    for (number, dice, always_hits), board in DUELS.items():
        shot = penance.shot(board, "A", "T")
        assert (shot["target_number"], rolling.dice_of(shot)) == (number, dice)
        assert shot["outcomes"] == dict(penance.roll(dice, number, always_hits))


def test_a_few_frequencies_are_the_odds() -> None:
    check_frequencies(DUELS[5, 2, True], 100)
    check_frequencies(DUELS[7, 3, True], 100)


@pytest.mark.slow
@pytest.mark.parametrize("case", DUELS, ids=str)
def test_frequencies_are_the_odds(case: tuple[int, int, bool]) -> None:
    check_frequencies(DUELS[case], FREQUENT_ROLLS)
