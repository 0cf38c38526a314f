"""Driver: how many sequences of actions there are from a position; what chess programs call perft.

`counts.txt` in the folder `perft` has them for the scenarios there. Written anew, as the product counts them:

    python -m tests.battles.perft
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sightline
from sightline.battles import parse_action
from sightline.rules.json_values import to_builtins
from tests.reference.sodwa.battle_model import SlowBattle
from tests.reference.sodwa.change_model import Digits
from tests.reference.sodwa.play_model import Play
from tests.reference.sodwa.turn_model import Moment

Json = dict[str, Any]

FOLDER = Path(__file__).with_suffix("")
TABLE = FOLDER / "counts.txt"
LIMIT, DEPTHS = 400, (1, 2, 3, 4)
SEEDS = {"flight": "115", "melee": "27"}
"""Those whose dice make a difference: doubles that knock back, failures that bring karma. Else the seed is 1."""
KINDS = ("choose", "move", "attack", "turn", "pick-up", "put-down", "ability", "end")
NOTE = """\
# Sequences of legal actions from the start of each scenario of this folder, by their length; those with which a battle
# ends earlier are none of a greater length. The last columns part them by the kind of their last action.
# Of moves there is one for each tile, and nobody resigns. A battle ends after 400 ticks. Chance follows from the
# seed: each sequence throws its dice from where the start has left them. Nobody has Evasion, so that it makes no
# difference on what way somebody comes to a tile.
# Written by: python -m tests.battles.perft
"""


class Node(ABC):
    """A state of a battle with its dice."""

    @abstractmethod
    def actions(self) -> list[Json]:
        """Return the actions that may be taken."""

    @abstractmethod
    def after(self, action: Json) -> Node:
        """Return the node that an action leads to; this one stays as it is."""


class Fast(Node):
    """A node as the product has it."""

    def __init__(self, game: Any, state: Any, dice: Any) -> None:
        self.game, self.state, self.dice = game, state, dice

    @classmethod
    def begun(cls, scenario: str, seed: str) -> Fast:
        run = sightline.battle(sightline.parse(scenario), seed=seed, limit=LIMIT).run
        return cls(run.game, run.state, run.dice)

    def actions(self) -> list[Json]:
        return [to_builtins(action) for options in self.game.legal(self.state) for action in options]

    def after(self, action: Json) -> Fast:
        dice = copy.copy(self.dice)
        return Fast(self.game, self.game.apply(self.state, parse_action(self.game, action), dice).state, dice)


class Slow(Node):
    """A node as the slow reference has it."""

    def __init__(self, battle: SlowBattle, state: Json, thrown: int, begun: int) -> None:
        self.battle, self.state, self.thrown, self.effects = battle, state, thrown, begun

    @classmethod
    def begun(cls, scenario: str, seed: str) -> Slow:
        battle = SlowBattle(scenario, seed, LIMIT, None)
        return cls(battle, battle.state, battle.digits.next, battle.begun)

    def actions(self) -> list[Json]:
        moment = Moment(self.battle.table, self.state)
        found = list(moment.actions())
        if moment.who is not None:
            found += ({"do": "move", "who": moment.who, "path": path} for path in moment.moves().values())
        return found

    def after(self, action: Json) -> Slow:
        digits = Digits(self.battle.digits.seed)
        digits.next = self.thrown
        play = Play(self.battle.table, self.state, self.battle.limit, digits, self.effects)
        play.take(action)
        return Slow(self.battle, play.state, digits.next, play.begun)


def perft(node: Node, depth: int) -> Counter[str]:
    """Return how many sequences of so many actions, 1 or more, begin at a node, by the kind of their last action."""
    if depth == 1:
        return Counter(action["do"] for action in node.actions())
    return sum((perft(node.after(action), depth - 1) for action in node.actions()), Counter())


def scenarios() -> dict[str, str]:
    """Return the text of each scenario by its name."""
    return {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.yaml"))}


def seed_of(name: str) -> str:
    """Return the seed of the dice of a scenario."""
    return SEEDS.get(name, "1")


def kept() -> dict[tuple[str, int], Counter[str]]:
    """Read the table: what it says of each scenario and length."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "scenario")):
            name, seed, depth, total, *numbers = line.split()
            assert seed == seed_of(name), line
            found[name, int(depth)] = Counter(dict(zip(KINDS, map(int, numbers), strict=True)))
            assert found[name, int(depth)].total() == int(total), line
    return found


def _lines() -> Iterator[str]:
    yield NOTE + "scenario      seed  depth   sequences" + "".join(f"{kind:>10}" for kind in KINDS)
    for name, text in scenarios().items():
        for depth in DEPTHS:
            counts = perft(Fast.begun(text, seed_of(name)), depth)
            yield f"{name:12}{seed_of(name):>6}{depth:7}{counts.total():12}" + "".join(
                f"{counts[kind]:10}" for kind in KINDS
            )


if __name__ == "__main__":
    TABLE.write_text("".join(f"{line}\n" for line in _lines()), encoding="utf-8")
