"""What a preview tells is what comes of the action."""

from __future__ import annotations

from collections import Counter
from copy import copy
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import structs

import sightline
from sightline.battles import parse_action
from sightline.systems.sodwa.pieces import STASIS
from tests.battles.duel import DUEL
from tests.reference.sodwa.battle_boards import random_battle

Json = dict[str, Any]


def same_move(preview: Json, action: Json, event: Json) -> None:
    assert preview["to"] == action["path"][-1]
    if event["path"] == action["path"]:  # else ice has ended it sooner
        assert preview["facing"] == event["facing"]
    assert len(action["path"]) <= preview["cost"] <= preview["move"]


def same_attack(preview: Json, event: Json, karma: int) -> None:
    for key in ("kind", "attack_value", "defense_value", "difficulty"):
        assert preview[key] == event[key]
    assert preview["karma"] == karma
    if event["success"]:
        assert (preview["damage"], preview["health"]) == (event["damage"], event["health"])
    odds, difficulty = preview["odds"], preview["difficulty"]
    rolls = [roll for roll in range(2, 101) if roll >= difficulty - karma or roll == 100]
    assert odds["with_karma"] == Fraction(len(rolls), 100)
    assert odds["hit"] == Fraction(sum(roll >= difficulty or roll == 100 for roll in rolls), 100)
    assert odds["doubles"] == Fraction(sum(roll % 11 == 0 or roll == 100 for roll in rolls), 100)


def same_events(preview: Json, action: Json, events: list[Json], karma: int) -> str:
    """Compare, and tell what it was."""
    kinds = {event["event"]: event for event in events}
    if action["do"] == "move":
        same_move(preview, action, kinds["moved"])
    elif action["do"] == "attack" and "odds" in preview:
        same_attack(preview, kinds["attacked"], karma)
        if "karma" in kinds:
            assert kinds["karma"]["gained"] == preview["karma_on_failure"]
        if "knocked-back" in kinds:
            assert kinds["knocked-back"]["to"] == preview["knocked_back"]
            return "knocked-back"
    elif action["do"] == "attack":
        assert (preview["damage"], preview["destroys"]) == (kinds["attacked"]["damage"], "destroyed" in kinds)
        return "strike"
    return str(action["do"])


@pytest.mark.slow
def test_a_preview_is_what_happens() -> None:
    met: Counter[str] = Counter()
    for seed in range(15):
        rng = Random(f"preview {seed}")
        battle = sightline.battle(sightline.parse(random_battle(rng)), seed=seed, limit=25)
        while legal := battle.legal():
            kind = rng.choice(sorted({action["do"] for action in legal}))
            action = rng.choice([action for action in legal if action["do"] == kind])
            preview, before, who = battle.preview(action), battle.state, battle.state.active
            karma = 0 if who is None else before.karma[before.pieces[who]["side"]]
            met[same_events(preview, action, battle.apply(action), karma)] += 1
            if who is None:
                assert preview == {}
            elif battle.state.active == who and kind != "end":
                assert preview["ip"] == battle.state.pieces[who]["ip"]
                turns = battle.forecast(40)
                mine = [turn["ticks"] for turn in turns if turn["who"] == who]
                if mine or not turns:
                    assert preview["next"] == (mine[0] if mine else None)
                else:
                    assert preview["next"] is None or preview["next"] >= turns[-1]["ticks"]
    assert {"move", "attack", "strike", "end", "choose", "pick-up", "put-down", "turn"} <= met.keys()


def test_what_is_illegal_has_no_preview() -> None:
    battle = sightline.battle(sightline.parse(DUEL))
    with pytest.raises(sightline.IllegalAction, match="it is not the turn of Ana"):
        battle.preview({"do": "end", "who": "Ana"})
    with pytest.raises(ValueError, match="there is no action 'fly'"):
        battle.preview({"do": "fly"})
    with pytest.raises(sightline.IllegalAction):
        battle.foretell({"do": "end", "who": "Ana"})


def test_karma_at_hand_is_reported_in_words() -> None:
    battle = sightline.battle(sightline.parse(DUEL.replace("accuracy: 30", "accuracy: 55")), seed=3)
    attack: Json = {}
    while not battle.state.karma or not max(battle.state.karma.values()) or not attack:
        legal = battle.legal()
        attacks = [each for each in legal if each["do"] == "attack" and each["target"] in battle.state.pieces]
        side = battle.state.pieces[battle.state.active]["side"] if battle.state.active else ""
        attack = attacks[0] if attacks and battle.state.karma.get(side) else {}
        if not attack:
            battle.apply(attacks[0] if attacks else legal[-1])
    preview = battle.preview(attack)
    assert preview["karma"] > 0
    assert (
        f", with {preview['karma']} karma {int(100 * preview['odds']['with_karma'])} %: " in battle.foretell(attack)[0]
    )


def _possible_attacks(battle: sightline.Battle) -> Json:
    """Return the chances of the basic attacks on characters that are legal now, by target."""
    attacks = [each for each in battle.legal() if each["do"] == "attack" and each["target"] in battle.state.pieces]
    odds = {each["target"]: battle.preview(each)["odds"] for each in attacks}
    return {target: {"hit": each["hit"], "with_karma": each["with_karma"]} for target, each in odds.items()}


def _by_name(prospects: list[Json], key: str) -> Json:
    return {each[key]: {name: each[name] for name in ("hit", "with_karma")} for each in prospects}


def _has_plain_turn(events: list[Json]) -> bool:
    """Return whether nothing but the clock has changed."""
    return {event["event"] for event in events} <= {"turn-ended", "tick", "turn-began"}


def _compare_prospects(battle: sightline.Battle, move: Json) -> tuple[int, int, int]:
    """Compare the prospects of a move with what becomes possible; count targets, threats and enemies without any."""
    preview, who, after = battle.preview(move), move["who"], copy(battle)
    side = battle.state.pieces[who]["side"]
    if [event["event"] for event in after.apply(move)] != ["moved"]:
        return 0, 0, 0
    targets = _possible_attacks(after)
    assert _by_name(preview["targets"], "target") == targets
    if not _has_plain_turn(after.apply({"do": "end", "who": who})):
        return len(targets), 0, 0
    enemy = after.state.active
    if enemy is None or after.state.pieces[enemy]["side"] == side:
        return len(targets), 0, 0
    there, attacks = _by_name(preview["threats"], "who"), _possible_attacks(after)
    assert there.get(enemy) == attacks.get(who)
    return len(targets), int(enemy in there), int(enemy not in there)


@pytest.mark.slow
def test_prospects_of_a_move_are_what_becomes_possible() -> None:
    met: Counter[str] = Counter()
    for seed in range(12):
        rng = Random(f"prospects {seed}")
        battle = sightline.battle(sightline.parse(random_battle(rng)), seed=seed, limit=20)
        while legal := battle.legal():
            moves = [action for action in legal if action["do"] == "move"]
            for move in rng.sample(moves, min(3, len(moves))):
                targets, threats, without = _compare_prospects(battle, move)
                met["targets"] += targets
                met["threats"] += threats
                met["without"] += without
            battle.apply(rng.choice(legal))
    assert min(met[each] for each in ("targets", "threats", "without")) > 20


def _in_the_turn_of_bo() -> sightline.Battle:
    """Return a duel in which Zoé stands beside Bo, whose turn it is."""
    battle = sightline.battle(sightline.parse(DUEL.replace("at: A3", "at: D1")), seed=1)
    while battle.state.active != "Bo":
        battle.apply(battle.legal()[-1])
    return battle


def test_after_an_attack_a_move_has_no_targets() -> None:
    battle, move = _in_the_turn_of_bo(), {"do": "move", "who": "Bo", "path": ["E2"]}
    assert [each["target"] for each in battle.preview(move)["targets"]] == ["Zoé"]
    battle.apply({"do": "attack", "who": "Bo", "target": "Zoé"})
    assert battle.preview(move)["targets"] == []
    assert "from there it can attack nobody" in battle.foretell(move)


def test_whoever_is_held_is_no_threat() -> None:
    battle, move = _in_the_turn_of_bo(), {"do": "move", "who": "Bo", "path": ["E2"]}
    assert "Zoé" in [each["who"] for each in battle.preview(move)["threats"]]
    state = battle.run.state
    held = structs.replace(state.characters["Zoé"], effects=(STASIS,))
    preview = battle.run.game.preview(state.with_character(held), parse_action(battle.run.game, move))
    assert "Zoé" not in [each["who"] for each in preview["threats"]]
    assert preview["targets"] == []
