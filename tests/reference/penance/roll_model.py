"""Model: an attack that is rolled, from the dice of a seed to its outcome by the rulebook page."""

from __future__ import annotations

import hashlib
import hmac
from fractions import Fraction
from typing import TypedDict

from tests.reference.penance import model as penance
from tests.reference.penance.boards import World

FACES = (1, 2, 3, 4, 5, 0)
FAIR = 252  # the greatest multiple of six that a byte can be below


class Rolled(TypedDict):
    seed: int
    rolls: list[int]
    outcome: str | None
    damage: int
    clauses: list[str]


def digest_of(seed: int, number: int) -> bytes:
    """Return the bytes that one die of a seed is read from."""
    return hmac.new(str(seed).encode(), str(number).encode(), hashlib.sha256).digest()


def throw(seed: int, number: int) -> int:
    """Return the face of one die of a seed."""
    fair = [byte for byte in digest_of(seed, number) if byte < FAIR]
    return FACES[fair[0] % 6]


def resolve(world: World, attacker: str, target: str, weapon_index: int, seed: int) -> Rolled:
    """Return what comes of an attack with the dice of a seed; `clauses` are those of its steps."""
    shot = penance.shot(world, attacker, target, weapon_index)
    number, dealt = shot["target_number"], shot["dealt"]
    if number is None or dealt is None:
        return {"seed": seed, "rolls": [], "outcome": None, "damage": 0, "clauses": []}
    rolls = [throw(seed, die) for die in range(dice_of(shot))]
    one, other = sorted(rolls)[-2:]
    always = world.rulings.get("execution", "always-hits") == "always-hits"
    outcome, why = outcome_of(one, other, number, always_hits=always)
    clauses = ["PEN-6.8" if len(rolls) == 3 else "PEN-6.2", why]
    if outcome in dealt:
        clauses += ["PEN-6.3", "PEN-6.6", "PEN-6.7"]
    return {"seed": seed, "rolls": rolls, "outcome": outcome, "damage": dealt.get(outcome, 0), "clauses": clauses}


def dice_of(shot: penance.Shot) -> int:
    """Return how many dice a legal shot rolls."""
    return 3 if any(clause == "PEN-6.8" for clause, *_ in shot["findings"]) else 2


def outcome_of(one: int, other: int, number: int, *, always_hits: bool) -> tuple[str, str]:
    """Return what two dice that count come to, and the clause that says whether they hit."""
    total = one + other
    if one == other == 0:
        return "jam", "PEN-6.5"
    if total == 10 and number > 10:
        return ("execution" if always_hits else "miss"), "PEN-6.4"
    if total < number:
        return "miss", "PEN-6.2"
    if total == 10:
        return "execution", "PEN-6.2"
    return ("critical" if total == 9 else "strong" if total >= 7 else "plain"), "PEN-6.2"


def chances(shot: penance.Shot) -> dict[str, Fraction]:
    """Return how likely every outcome of a legal shot is, misses and jams too."""
    hits = shot["outcomes"] or {}
    jam = Fraction(1, 6 ** dice_of(shot))
    return {**hits, "jam": jam, "miss": 1 - jam - sum(hits.values())}
