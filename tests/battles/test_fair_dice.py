"""Dice of several parts: the record has all of them, and shows whoever cheats."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.api.battles import begin
from sightline.battles import FairDice, commitment_of
from sightline.battles.record_writer import with_checksum
from sightline.rules import Dice
from tests.battles.duel import DUEL
from tests.cli.conftest import Run

SERVER = "0f" * 32
SEEDS = {"red": "A1" * 16, "blue": "b2" * 20}
SEED = commitment_of(f"{SERVER}/{SEEDS['red']}/{SEEDS['blue']}")


def fair(**changes: Any) -> FairDice:
    stated: dict[str, Any] = {
        "server_commitment": commitment_of(SERVER),
        "commitments": {side: commitment_of(seed) for side, seed in SEEDS.items()},
        "server_seed": SERVER,
        "seeds": SEEDS,
    }
    return FairDice(**stated | changes)


def fought(steps: int = 25, dice: FairDice | None = None, seed: str | None = None) -> sightline.Battle:
    """Return a battle after so many steps, a takeback among them."""
    dice, scenario = dice or fair(), sightline.parse(DUEL)
    known = seed or str(dice.seed)
    run = begin(scenario, lambda _sides: Dice(known), limit=1000, text=DUEL, fair_dice=dice)
    battle = sightline.Battle(scenario, run)
    for step in range(steps):
        attacks = [action for action in battle.legal() if action["do"] == "attack"]
        battle.apply((attacks or battle.legal())[-1])
        if step == 3:
            battle.undo()
    return battle


def ended(how: str = "time", **changes: Any) -> str:
    battle = fought(**changes)
    battle.run.end("red", how)
    return battle.record()


def test_the_seed_is_made_of_the_parts_in_the_order_of_seats() -> None:
    assert fair().seed == SEED
    assert fair(server_seed=None).seed is None
    assert fair(seeds={"red": SEEDS["red"]}).seed is None


@pytest.mark.parametrize("how", ["time", "forfeit", "draw"])
def test_a_record_has_the_parts_and_an_end_that_no_action_brought(how: str) -> None:
    again = sightline.replay(ended(how))
    told = json.loads(again.to_json())
    assert told["seed"] == SEED
    assert told["dice"] == {
        "commitments": {
            "server": commitment_of(SERVER),
            "sides": {side: commitment_of(seed) for side, seed in SEEDS.items()},
        },
        "seeds": {"server": SERVER, "sides": SEEDS},
    }
    assert told["result"] == {"winner": "red", "how": how}
    assert again.record() == ended(how)
    assert again.legal() == []
    assert again.hint() is None
    with pytest.raises(sightline.IllegalAction, match="the battle is over"):
        again.apply({"do": "resign", "side": "red"})
    with pytest.raises(ValueError, match="the battle is over"):
        again.run.end("blue", how)


def test_a_battle_that_is_resigned_has_them_as_well() -> None:
    battle = fought()
    battle.apply({"do": "resign", "side": "blue"})
    assert sightline.replay(battle.record()).run.result == {"winner": "red", "how": "resigned"}


def test_before_the_end_only_what_commits_is_told() -> None:
    battle = fought()
    for secret in (SEED, SERVER, *SEEDS.values()):
        assert secret not in battle.record() + battle.to_json()
    again = sightline.replay(battle.record())
    assert json.loads(again.to_json())["dice"]["seeds"] is None
    assert again.record() == battle.record()


def test_an_end_of_another_kind_is_made_up() -> None:
    refused(with_end(ended(), result={"winner": "red", "how": "defeat"}), "the battle is not over")
    refused(with_end(ended(), result={"winner": "nobody", "how": "time"}), "the battle is not over")


def test_a_server_that_takes_another_part_is_caught() -> None:
    other = "00" * 32
    refused(ended(dice=fair(server_seed=other)), "the server's part of the seed does not have the hash")
    refused(ended(dice=fair(server_commitment=commitment_of(other))), "the server's part of the seed")


def test_a_part_of_a_side_that_was_exchanged_is_caught() -> None:
    refused(ended(dice=fair(seeds=SEEDS | {"blue": "cc" * 16})), "the part of the seed of blue does not have the hash")


def test_dice_of_another_seed_are_caught() -> None:
    refused(ended(seed="made to win"), "the seed is not made of its parts")
    lucky = ended(seed="made to win").replace('"made to win"', json.dumps(SEED))
    refused(resealed(lucky), "cut off or was changed")


def test_sides_in_another_order_are_caught() -> None:
    commitments = {side: commitment_of(SEEDS[side]) for side in reversed(SEEDS)}
    seeds = {side: SEEDS[side] for side in reversed(SEEDS)}
    refused(ended(dice=fair(commitments=commitments, seeds=seeds)), "in the order of seats")


@pytest.mark.parametrize("stated", ["3", "{}", '{"server": 1, "sides": {}}', '{"server": "", "sides": {"red": null}}'])
def test_commitments_that_cannot_be_read_are_refused(stated: str) -> None:
    record = re.sub("(?m)^commitments: .*", f"commitments: {stated}", fought().record())
    refused(resealed(record), "cannot be read")


def test_parts_that_cannot_be_read_are_refused() -> None:
    record = re.sub("(?m)^seed_parts: .*", 'seed_parts: {"server": "1", "sides": {"red": "2"}}', ended())
    refused(resealed(record), "the parts of the seed cannot be read")
    refused(resealed(re.sub("(?m)^seed_parts: .*\n", "", ended())), "the seed is not made of its parts")


def test_replay_verifies_it_on_the_command_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "duel.record"
    file.write_text(ended(), encoding="utf-8")
    assert run("replay", str(file), "--verify").status == 0
    file.write_text(ended(dice=fair(server_seed="00" * 32)), encoding="utf-8")
    assert run("replay", str(file), "--verify").status == 1


def refused(record: str, why: str) -> None:
    with pytest.raises(sightline.RecordError, match=why):
        sightline.replay(record)


def with_end(record: str, *, result: dict[str, Any]) -> str:
    return resealed(re.sub("(?m)^result: .*", f"result: {json.dumps(result)}", record))


def resealed(record: str) -> str:
    """Return a record whose first and last block have right checksums."""
    first, *others = record.split("\n\n")
    blocks = [with_checksum(re.sub("(?m)^sum: .*\n?", "", f"{first}\n"))[:-1], *others]
    if others and others[-1].startswith("result: "):
        blocks[-1] = with_checksum(re.sub("(?m)^sum: .*\n?", "", others[-1]))
    return "\n\n".join(blocks)
