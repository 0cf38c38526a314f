"""Model: which rulings decide an answer, found by trying every other choice of each."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import sightline

Ask = Callable[[sightline.Scenario], Any]


def without_rulings(answer: sightline.Answer) -> dict[str, Any]:
    """Return every other key of an answer."""
    return {key: value for key, value in json.loads(answer.to_json(indent=0)).items() if key != "rulings"}


def decisive(scenario: sightline.Scenario, ask: Ask) -> dict[str, str]:
    """Return the rulings of which another choice alone changes any other key of an answer, as they stand."""
    here, chosen = without_rulings(ask(scenario)), scenario.position.rulings
    return {
        ruling.name: chosen[ruling.name]
        for ruling in scenario.rules.rulings
        if any(
            without_rulings(ask(scenario.with_rulings({ruling.name: choice}))) != here
            for choice in ruling.choices
            if choice != chosen[ruling.name]
        )
    }


def check_rulings_named(scenario: sightline.Scenario, ask: Ask) -> None:
    """Check that an answer names the rulings that decide it, whichever of them is chosen otherwise."""
    others = ({ruling.name: choice} for ruling in scenario.rules.rulings for choice in ruling.choices[1:])
    for choices in ({}, *others):
        chosen = scenario.with_rulings(choices)
        assert ask(chosen).rulings == decisive(chosen, ask), choices
