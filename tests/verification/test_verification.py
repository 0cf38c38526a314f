"""The page verifies true records, and finds whatever was changed in one, by code of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sightline
from sightline.battles.canonical_json import chain_hash
from tests.battles.skirmishes import ARMED, BOARDS
from tests.battles.test_golden import NOW
from tests.reference.boards import many
from tests.verification.conftest import Json, Verify
from tests.verification.records import HASHED, changed, fair_dice, fought, json_of, leaves, rehashed

FEW = range(len(ARMED), len(ARMED) + len(BOARDS))
SHARDS, MANY = 4, many(80)
LEAVES = 120
"""How many of the values of a record are changed, one at a time."""
NOT_HASHED = {"sightline", "formations", "limit"}
"""What only the text of a record protects, by its checksums."""
NOT_DERIVED = {
    "attack_value",
    "defense_value",
    "kind",
    "against",
    "save",
    "strength",
    "from",
    "into",
    "path",
    "targets",
}
"""Values of events that no state and no die follows from; playing by the rules tells whether they are right."""

TRUE: Json = {"faults": [], "isOver": True, "isSimulated": True, "skipped": 0}


def summary(found: Json) -> Json:
    return {key: found[key] for key in TRUE}


def kinds(found: Json) -> set[str]:
    return {each["kind"] for each in found["faults"]}


@pytest.mark.parametrize("number", FEW)
def test_a_true_record_is_verified(verify: Verify, number: int) -> None:
    record = json_of(fought(number))
    found = verify(record, canTakeBack=False)
    assert summary(found) == TRUE
    assert found["hasCommitments"]
    thrown = [event for step in record["steps"] for event in step["events"] if event.get("dice")]
    assert found["dice"] == 2 * len(thrown) + sum(event["event"] == "coin" for event in record["opening"])


def test_the_golden_battle_is_verified(verify: Verify) -> None:
    record = json_of(sightline.replay(NOW.read_text(encoding="utf-8")))
    found = verify(record)
    assert found["faults"] == []
    assert found["steps"] == len(record["steps"])
    assert found["skipped"] > 0  # a step was taken back, and its dice are gone
    assert kinds(verify(record, canTakeBack=False)) == {"skipped"}


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_many_true_records_are_verified(verify: Verify, shard: int) -> None:
    for number in range(shard, MANY, SHARDS):
        assert summary(verify(json_of(fought(number)), canTakeBack=False)) == TRUE, number


def test_a_battle_under_way_is_verified_without_its_dice(verify: Verify) -> None:
    battle = fought(FEW[0])
    battle.undo()
    found = verify(json_of(battle))
    assert (found["faults"], found["isOver"], found["dice"]) == ([], False, 0)


def test_every_changed_value_is_found(verify: Verify) -> None:
    record = json_of(fought(FEW[1]))
    assert verify(record, canTakeBack=False)["faults"] == []
    paths = [path for path in leaves(record) if path[0] not in NOT_HASHED]
    outside = [path for path in paths if path[0] not in ("steps", "start")]
    within = Random(1).sample([path for path in paths if path[0] in ("steps", "start")], LEAVES)
    for path in (*outside, *within):
        assert verify(changed(record, path), canTakeBack=False)["faults"], path


def test_a_changed_value_is_found_where_all_hashes_are_made_to_fit(verify: Verify) -> None:
    record = json_of(fought(FEW[1]))
    paths = [path for path in leaves(record["steps"]) if "hash" not in path and NOT_DERIVED.isdisjoint(path)]
    for path in Random(2).sample([path for path in paths if path[1] != "action"], LEAVES):
        found = verify(rehashed(changed(record, ("steps", *path))), canTakeBack=False)
        assert kinds(found) - {"hash"}, path


def test_what_is_no_record_is_refused_in_peace(verify: Verify) -> None:
    record = json_of(fought(FEW[0]))
    hostile: list[Any] = [None, 7, [], {}, "record", {**record, "steps": [None]}, {**record, "opening": 1}]
    hostile += [{**record, "start": {}}, {**record, "dice": {}}, {**record, "dice": 3}, {**record, "seed": 5}]
    hostile += [{**record, "steps": [{**record["steps"][0], "state": {"pieces": []}}]}]
    hostile += [{**record, "limit": 10**30, "start": {**record["start"], "tick": 10**30}}]
    for each in hostile:
        assert verify(each)["faults"], each


KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | KEYS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=st.dictionaries(KEYS, VALUES), second=st.dictionaries(KEYS, VALUES), scenario=KEYS)
def test_its_hashes_are_those_of_the_program(verify: Verify, first: Json, second: Json, scenario: str) -> None:
    step = {"n": 1, "action": first, "events": [{"event": "?", **first}], "state": second}
    heading = {"sightline": "1", "rules": "none", "rules_revision": 1, "rulings": {}, "scenario": scenario}
    record = {**heading, "seed": None, "opening": [], "start": {"tick": 0, "active": None, **second}, "result": None}
    before = chain_hash("", {key: record[key] for key in HASHED})
    hashed = chain_hash(before, {key: step[key] for key in ("action", "events", "state")})
    found = verify({**record, "steps": [{**step, "hash": hashed}]})
    assert "hash" not in kinds(found)
    assert "hash" in kinds(verify({**record, "steps": [{**step, "hash": hashed[::-1]}]}))


@pytest.mark.slow
def test_the_parts_of_a_seed_are_verified(verify: Verify) -> None:
    record = json_of(fought(FEW[0], fair_dice(1)))
    assert verify(record)["faults"] == []
    other = json_of(fought(FEW[0], fair_dice(2)))
    assert kinds(verify({**record, "seed": other["seed"]})) >= {"seed", "die"}
    mixed = {**record["dice"], "seeds": {**record["dice"]["seeds"], "sides": other["dice"]["seeds"]["sides"]}}
    found = verify({**record, "dice": mixed})
    assert [each["fields"]["who"] for each in found["faults"] if each["kind"] == "commitment"] == ["red", "blue"]
