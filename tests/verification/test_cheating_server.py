"""A server that cheats is caught twice: by the page, and by the command that replays the record offline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import sightline
from sightline.battles import commitment_of, parse_action
from sightline.players import choose
from sightline.rules import Dice
from sightline.systems.sodwa.game.attack_on_character import Attacked
from tests.battles.skirmishes import ARMED
from tests.cli.conftest import Run
from tests.verification.conftest import Verify
from tests.verification.records import begun, fair_dice, fought, json_of, rehashed
from tests.verification.test_verification import kinds

NUMBER = len(ARMED) + 1
FAVOURITE = "red"


class LoadedDice(Dice):
    """Dice that show a nine where the true ones show a low digit."""

    def throw(self, faces: Sequence[int]) -> int:
        face = super().throw(faces)
        return face if face > 1 else faces[-1]


def choosing_its_part_last() -> sightline.Battle:
    """Choose, of many parts and knowing all others, the one with the best first digit."""
    parts = [commitment_of(f"try {number}") for number in range(50)]
    first = {part: Dice(str(fair_dice(server=part).seed)).throw(range(10)) for part in parts}
    return fought(NUMBER, fair_dice(server=max(parts, key=first.__getitem__)))


def with_loaded_dice() -> sightline.Battle:
    fair = fair_dice()
    return fought(NUMBER, fair, LoadedDice(str(fair.seed)))


def throwing_again() -> sightline.Battle:
    """Throw its favourite's failures again, and say nothing of the first time."""
    battle = begun(NUMBER, fair_dice())
    run = battle.run
    while run.result is None:
        action = parse_action(run.game, choose(battle, "greedy"))
        failed = any(isinstance(event, Attacked) and not event.success for event in run.take(action).events)
        if failed and run.game.side_of(run.state, action) == FAVOURITE:
            run.undo()
            del run.log[-2:]
            run.take(action)
    return battle


CHEATS = {choosing_its_part_last: "commitment", with_loaded_dice: "die", throwing_again: "skipped"}


@pytest.mark.slow
@pytest.mark.parametrize("cheat", CHEATS)
def test_it_is_caught(
    verify: Verify,
    run: Run,
    tmp_path: Path,
    cheat: Callable[[], sightline.Battle],
) -> None:
    battle = cheat()
    found = verify(json_of(battle), canTakeBack=False)
    assert kinds(found) == {CHEATS[cheat]}
    file = tmp_path / "battle.record"
    file.write_text(battle.record(), encoding="utf-8")
    assert run("replay", str(file), "--verify").status == 1


def test_one_that_gives_away_health_is_caught(verify: Verify) -> None:
    record = json_of(fought(NUMBER))
    gifted = next(name for name, piece in record["start"]["pieces"].items() if piece.get("side") == FAVOURITE)
    for step in record["steps"][3:]:
        if gifted in step["state"]["pieces"]:
            step["state"]["pieces"][gifted]["health"] += 1
    [first, *_others] = verify(rehashed(record), canTakeBack=False)["faults"]
    assert (first["kind"], first["step"], first["fields"]["path"]) == ("state", 4, f"pieces.{gifted}.health")


def test_an_honest_one_is_not(verify: Verify, run: Run, tmp_path: Path) -> None:
    battle = fought(NUMBER)
    assert verify(json_of(battle), canTakeBack=False)["faults"] == []
    file = tmp_path / "battle.record"
    file.write_text(battle.record(), encoding="utf-8")
    assert run("replay", str(file), "--verify").status == 0
