"""Generator: a small battle with everything in it that records contain."""

from __future__ import annotations

from random import Random

import sightline

_NUMBERS = (
    "initiative: 60, melee: {accuracy: 40, defense: 100, damage: 3}, ranged: {accuracy: 30, defense: 100, damage: 2}"
)
DUEL = f"""\
sightline: 1
rules: sodwa
title: A duel

map: {{grid: square, size: 5x3, borders: {{obstructing: [C1/C2]}}}}
pieces:
  Ana: {{at: A1, side: red, facing: E, health: 9, {_NUMBERS}}}
  Zoé: {{at: A3, side: red, facing: E, health: 5, {_NUMBERS}}}
  Bo: {{at: E1, side: blue, facing: W, health: 6, {_NUMBERS}}}
  Crate: {{at: B2, kind: object}}
"""


def played(steps: int, seed: int = 1) -> sightline.Battle:
    """Return a battle after so many random steps, with some taken back."""
    battle, choices = sightline.battle(sightline.parse(DUEL), seed=seed), Random(seed)
    while len(battle.run.log) < steps and (legal := battle.legal()):
        battle.apply(choices.choice(legal))
        if choices.random() < 0.15:
            battle.undo()
    return battle


def finished(seed: int = 1) -> sightline.Battle:
    """Return a battle that ends after some random steps, as one side gives up."""
    battle = played(15, seed)
    if battle.run.result is None:
        battle.apply({"do": "resign", "side": "red"})
    return battle
