"""Answer `resolve`: one attack, rolled."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from sightline.board import Piece, Weapon
from sightline.referee.deciding_rulings import with_deciding_rulings
from sightline.referee.judge import build_attack, build_verdict, judge
from sightline.rules.answers import Rolled, Verdict, extend
from sightline.rules.capabilities import Rollable, require
from sightline.rules.dice import Dice
from sightline.rules.message_text import with_text
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset


def resolve(
    rules: Ruleset[Any], position: Position, attacker: Piece, target: Piece, weapon: Weapon | None, seed: int
) -> Verdict:
    """Judge an attack as `shot` does and roll it with the dice of a seed. Raise `NotAnswered`."""

    def answer(at: Position) -> Verdict:
        judgement = judge(rules, build_attack(rules, at, attacker, target, weapon))
        rolled = Rolled()
        if judgement.legal:
            rolled = require(rules, Rollable).resolve(judgement.attack, judgement.numbers, Dice(seed))
        steps = tuple(with_text(step, rules.messages) for step in rolled.steps)
        return extend(build_verdict(rules, judgement), structs.replace(rolled, seed=seed, steps=steps))

    return with_deciding_rulings(position, answer)
