"""An ability from outside the package is one entry of data and one class; while it is registered, it is like any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import pytest

import sightline
from sightline.i18n import N_
from sightline.players import play_out
from sightline.rules import Clause
from sightline.systems.sodwa.ability import Ability, AbilityEntry, registered
from sightline.systems.sodwa.attack_numbers import ATTACK, NumberChange
from sightline.systems.sodwa.encounter import Encounter, Refusal
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.state_resolution import Resolution
from tests.rulebook.findings import rows
from tests.rulebook.sodwa.battles import READY, SLOW, battle, can, effects, play, told
from tests.rulebook.sodwa.boards import attack


class Dread(ActivatedAbility):
    """Frightens an enemy for a turn, who aims worse then."""

    key = "dread"
    clause = Clause("OWN-1", "Dread", "An enemy has 20 less Accuracy for one of its turns.", "Our table")
    effects = ("dread",)
    messages: ClassVar = {"frightened": N_("{name} is frightened")}

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        resolution.begin(self.key, targets[0], user, self.entry.duration)

    def changes(self, encounter: Encounter) -> Iterable[NumberChange]:
        attacker = encounter.attacker
        if self.key in attacker.effects:
            yield NumberChange(ATTACK, -self.number("accuracy"), "frightened", {"name": attacker.name})


class Armour(Ability):
    """Is not knocked back; passive."""

    key = "armour"
    clause = Clause("OWN-2", "Armour", "Nothing.", "Our table")


class Ward(Ability):
    """Protects from attacks."""

    key = "ward"
    clause = Clause("OWN-3", "Ward", "A warded character cannot be attacked.", "Our table")
    effects = ("warded",)
    messages: ClassVar = {"warded": N_("{name} is warded")}

    def refusals(self, encounter: Encounter) -> Sequence[Refusal]:
        return (Refusal("warded", {"name": encounter.target.name}),)


class Charm(Ability):
    """Has the same key and effect, and does nothing."""

    key = Ward.key
    clause = Clause("OWN-3", "Charm", "Nothing.", "Our table")
    effects = Ward.effects


DREAD = Dread(
    AbilityEntry(
        category="support",
        action="special",
        cost=250,
        range=4,
        duration=1,
        targets=("enemy",),
        combines=("move",),
        numbers={"accuracy": 20},
    )
)
ARMOUR = Armour(AbilityEntry(category="enhancement"))


def test_it_is_used_begins_an_effect_and_expires() -> None:
    with registered(DREAD):
        there = battle("A . T", A=can("dread", **READY), T={"initiative": 200})
        play(there, "A dread T", "A end")
        assert effects(there) == [("dread", "T", 1)]
        attacked = told(play(there, "T attack A"), "attacked")
        assert [each["attack_value"] for each in attacked] == [20]
        assert told(play(there, "T end"), "ended") == [{"id": 1, "why": "expired"}]


def test_its_findings_are_those_of_its_clause() -> None:
    with registered(DREAD):
        verdict = attack("A . T", A={"effects": ["dread"]})
        assert rows(verdict, "OWN-1") == [("OWN-1", "modifies", "attack_value", -20, [])]
        assert [finding.why for finding in verdict.findings if finding.clause.id == "OWN-1"] == ["A is frightened"]


def test_computers_use_it_and_records_of_it_replay() -> None:
    with registered(DREAD), registered(ARMOUR):
        there = battle("A . . T\n. . . .", A=can("dread", "armour"), T=can("dread"))
        play_out(there, ("random", "random"))
        assert any(step["action"]["do"] == "ability" for step in there.run.to_json()["steps"])
        assert sightline.replay(there.record()).record() == there.record()


def test_its_effect_keeps_a_target_from_attacks_as_long_as_it_is_registered() -> None:
    for ability, can_be_attacked in ((Ward(), False), (Charm(), True), (Ward(), False)):
        with registered(ability):
            assert attack("A . T", T={"effects": ["warded"]}).legal == can_be_attacked
            assert attack("A . T").legal


def test_without_it_files_that_name_it_are_refused() -> None:
    with registered(ARMOUR):
        battle("A . T", A=can("armour", **READY), T=SLOW)
    with pytest.raises(sightline.ScenarioError, match="armour"):
        battle("A . T", A=can("armour", **READY), T=SLOW)


def test_a_key_is_taken_once() -> None:
    with registered(ARMOUR), pytest.raises(ValueError, match="armour"), registered(Armour()):
        pass
