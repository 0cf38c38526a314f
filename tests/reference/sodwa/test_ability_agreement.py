"""The abilities of SODWA state what the reference has written down from their page."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from tests.reference.sodwa.ability_model import SLOTS
from tests.reference.sodwa.ability_table import ABILITIES

STATED = tomllib.loads(files("sightline.systems.sodwa").joinpath("abilities.toml").read_text(encoding="utf-8"))
WORDS = {"enemy or object": "thing", "tile or border": "site"}
OTHERS = {"mind-control": ["enemy", "other"]}
"""What of another character neither range nor sight is asked; to the reference it is a character like any."""


def test_all_are_there() -> None:
    assert STATED.keys() == ABILITIES.keys()


@pytest.mark.parametrize("key", ABILITIES)
def test_what_an_ability_states(key: str) -> None:
    plain = {"action": None, "cost": 0, "range": None, "sight": False, "save": None, "strength": 0, "duration": None}
    stated = {**plain, "combines": [], "targets": [], **STATED[key]}
    known = ABILITIES[key]._asdict()
    assert {name: stated[name] for name in known} == {**known, "combines": list(known["combines"])}
    known_targets = [WORDS.get(slot, slot) for slot in SLOTS.get(key, ())]
    assert stated["targets"] == OTHERS.get(key, known_targets)
