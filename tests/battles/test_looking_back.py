"""Battles as they were after some of their log, what was found of their steps, and the sheets of the characters."""

from __future__ import annotations

import re

import pytest

import sightline
from sightline.battles import BattleStep
from sightline.rules import CharacterRow, CharacterSheet
from tests.battles.duel import DUEL, played


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_battle_as_it_was_after_some_of_its_log(seed: int) -> None:
    run = played(40, seed).run
    assert any(not isinstance(entry, BattleStep) for entry in run.log)
    steps: list[BattleStep] = []
    for number, entry in enumerate(run.log, start=1):
        steps = [*steps, entry] if isinstance(entry, BattleStep) else steps[:-1]
        before = run.after(number)
        assert before.steps == steps
        assert before.state is (steps[-1].state if steps else run.start)
        assert before.log == run.log[:number]
    assert run.after(0).state is run.start


def test_a_battle_that_was_ended_went_on_before() -> None:
    run = played(5).run
    run.end(None, "draw")
    assert run.after(len(run.log)).result is None
    assert run.result == {"winner": None, "how": "draw"}


def test_what_was_found_of_a_step_is_what_check_finds_before_it() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    action = {"do": "attack", "who": "Ana", "target": "Bo"}
    found = battle.check(action).findings
    battle.apply(action)
    assert battle.run.findings_of(battle.run.steps[-1]) == found
    assert [finding.clause.id for finding in found].count("SOD-5.2") == 2


def sheet_of(battle: sightline.Battle, name: str) -> CharacterSheet:
    return battle.sheets[name]


def rows_of(sheet: CharacterSheet, key: str) -> tuple[CharacterRow, ...]:
    [group] = [group for group in sheet.groups if group.key == key]
    return group.rows


def test_a_sheet_says_what_its_character_states() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    ana, bo = sheet_of(battle, "Ana"), sheet_of(battle, "Bo")
    assert {*battle.sheets} == {"Ana", "Zoé", "Bo"}
    assert (ana.side, ana.at, ana.like, ana.ticks, bo.ticks) == ("red", "A1", None, None, 0)
    assert [(row.label, row.value, row.kind) for row in rows_of(ana, "combat")] == [
        ("Accuracy", "40", "melee"),
        ("Damage", "3 physical", "melee"),
        ("Defense", "100", "melee"),
        ("Accuracy", "30", "ranged"),
        ("Damage", "2 physical", "ranged"),
        ("Defense", "100", "ranged"),
    ]
    assert [(row.label, row.value) for row in rows_of(ana, "initiative")] == [
        ("Initiative", "60"),
        ("IP", "520"),
        ("Next turn", "now"),
    ]
    clauses = {clause.id for clause in battle.scenario.rules.clauses}
    assert {row.clause for group in ana.groups for row in group.rows} <= clauses


def test_badges_tell_what_a_move_has_left() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    battle.apply({"do": "move", "who": "Ana", "path": ["B1"]})
    assert sheet_of(battle, "Ana").badges == ("has moved: 10 less Accuracy, 10 more Defense",)
    assert sheet_of(battle, "Bo").badges == ()


WITH_ABILITIES = DUEL.replace("at: A1,", "at: A1, abilities: [healing, regeneration, invisibility, immolate],")


def test_abilities_say_whether_they_can_be_used_and_why_not() -> None:
    battle = sightline.battle(sightline.parse(WITH_ABILITIES), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    healing, regeneration, invisibility, immolate = sheet_of(battle, "Ana").abilities
    assert (healing.name, healing.cost, healing.legal) == ("Healing", 250, False)
    assert healing.why == ("Healing has no possible target now",)  # nobody is hurt
    assert (regeneration.cost, regeneration.legal, regeneration.why) == (None, False, ())
    assert invisibility.legal
    assert immolate.why == ()
    legal = {action["ability"] for action in battle.legal() if action["do"] == "ability"}
    assert {each.key for each in sheet_of(battle, "Ana").abilities if each.legal} == legal
    battle.apply({"do": "ability", "who": "Ana", "ability": "invisibility"})
    assert sheet_of(battle, "Ana").badges == ("Invisibility",)
    assert sheet_of(battle, "Ana").abilities[2].why


def test_an_ability_without_a_target_says_so() -> None:
    far = DUEL.replace("at: A1,", "at: A1, range: 0, abilities: [mind-control],")
    battle = sightline.battle(sightline.parse(far), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    [control] = sheet_of(battle, "Ana").abilities
    assert (control.legal, control.why) == (False, ("Mind Control has no possible target now",))


def test_an_ability_that_takes_no_target_says_why_it_is_not_possible() -> None:
    battle = sightline.battle(sightline.parse(DUEL.replace("at: A1,", "at: A1, abilities: [jinx],")), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    [jinx] = sheet_of(battle, "Ana").abilities
    assert (jinx.legal, jinx.why) == (False, ("blue has no karma to take",))


@pytest.mark.parametrize("seed", range(1, 4))
def test_abilities_on_sheets_are_legal_where_a_use_of_them_is(seed: int) -> None:
    scenario = sightline.api.ready_maps("sodwa", language="en")["the-lock"]
    battle = sightline.battle(scenario, seed=seed)
    for _step in range(30):
        if not (actions := battle.legal()):
            break
        assert battle.sheets
        for name, sheet in battle.sheets.items():
            of_side = battle.legal(sheet.side)
            legal = {action["ability"] for action in of_side if action["do"] == "ability" and action["who"] == name}
            assert {each.key for each in sheet.abilities if each.legal} == legal
        battle.apply(actions[seed * 7 % len(actions)])


def begun(seed: int) -> sightline.Battle:
    return sightline.battle(sightline.api.ready_maps("sodwa", language="en")["the-lock"], seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 4))
def test_where_the_active_character_can_go_is_where_a_move_is_legal(seed: int) -> None:
    battle = begun(seed)
    for step in range(30):
        actions, state = battle.legal(), battle.run.state
        if state.active is not None:
            places = battle.run.game.places(state, state.active)
            ends = {label for label, place in places.items() if place.path and place.may_stop}
            assert ends == {action["path"][-1] for action in actions if action["do"] == "move"}
        battle.apply(actions[step * 5 % len(actions)])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_legal_action_has_a_sketch(seed: int) -> None:
    battle = begun(seed)
    seen = set()
    for step in range(20):
        actions = battle.legal()
        for action in actions[:: max(1, len(actions) // 6)]:
            kind = (action["do"], action.get("ability"))
            sketch = battle.run.game.sketch(battle.run.state, battle.run.legal()[actions.index(action)])
            if action["do"] == "move":
                assert sketch is not None
                assert [*sketch.places][1:] == list(action["path"])
            if kind not in seen:
                seen.add(kind)
                assert battle.sketch(action).svg().startswith("<svg")
        battle.apply(actions[step * 11 % len(actions)])
    assert {"move", "end"} <= {do for do, _ability in seen}


def test_sketches_of_attacks_show_the_line_and_of_abilities_what_they_cover() -> None:
    text = DUEL.replace("at: A1,", "at: A1, abilities: [flood, healing], range: 6,")
    battle = sightline.battle(sightline.parse(text), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    assert battle.sketch({"do": "attack", "who": "Ana", "target": "Bo"}).scene.rays
    assert battle.sketch({"do": "attack", "who": "Ana", "target": "C1/C2"}).scene.rays
    flood = battle.sketch({"do": "ability", "who": "Ana", "ability": "flood", "targets": ["C2"]}).scene
    assert len(flood.values) == 9
    with pytest.raises(sightline.IllegalAction):
        battle.sketch({"do": "move", "who": "Ana", "path": ["E3"]})
    with pytest.raises(sightline.ArgumentError):
        battle.reach("Nobody")


def test_who_is_held_reaches_nothing() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    assert len(battle.run.game.places(battle.run.state, "Ana")) > 1
    battle.apply({"do": "move", "who": "Ana", "path": ["B1"]})
    assert [*battle.run.game.places(battle.run.state, "Ana")] == ["B1"]
    assert len(battle.run.game.places(battle.run.state, "Bo")) > 1


def test_a_forecast_after_actions_spends_their_ip() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed=6)
    battle.apply({"do": "choose", "who": "Ana"})
    move = {"do": "move", "who": "Ana", "path": ["B1"]}
    told = battle.forecast(8, after=[move])
    battle.apply(move)
    assert battle.forecast(8) == told
    assert battle.forecast(8, after=[{"do": "end", "who": "Ana"}]) == told
    with pytest.raises(sightline.ArgumentError):
        battle.forecast(8, after=[{"do": "fly"}])


def test_a_side_keeps_its_looks_when_the_other_has_nobody_left() -> None:
    fight = "melee: {accuracy: 100, defense: 0, damage: 9}, ranged: {accuracy: 100, defense: 0, damage: 9}"
    battle = sightline.battle(
        sightline.parse(f"""\
sightline: 1
rules: sodwa
map: {{grid: square, size: 3x1}}
pieces:
  Ana: {{at: A1, side: attackers, facing: E, health: 1, {fight}}}
  Bo: {{at: B1, side: defenders, facing: W, initiative: 100, ip: 1000, health: 99, {fight}}}
""")
    )

    def body() -> str:
        found = re.search(r'data-piece="Bo".*?(<[a-z]+ class="side-[a-z]+")', battle.svg(), re.DOTALL)
        assert found
        return found[1]

    looks, colours = body(), battle.scene.side_colours
    while battle.run.result is None:
        legal = battle.legal()
        battle.apply(next((each for each in legal if each["do"] == "attack" and each["who"] == "Bo"), legal[-1]))
    assert "Ana" not in battle.scene.pieces
    assert (body(), battle.scene.side_colours) == (looks, colours)
    assert not colours.keys() - {"attackers", "defenders", None}
