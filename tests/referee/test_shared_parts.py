"""What attacks in the same circumstances share is what each of them would find by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from msgspec import structs

import sightline
from sightline.board import Piece
from sightline.referee.attack_filter import attack_options
from sightline.referee.judge import build_attack
from sightline.rules import Attack, Position, Ruleset, installed_systems
from tests.field.test_cell_field import BOARDS
from tests.reference.boards import many

FEW, MANY = 2, many(20)


def turned(position: Position, piece: Piece) -> Iterator[Position]:
    """Yield a position with one of its pieces in two or three facings, or as it is if it has none."""
    if piece.facing is None:
        yield position
        return
    for facing in position.board.grid.facings[::3]:
        yield position.with_surface(position.board.with_pieces([structs.replace(piece, facing=facing)]))


def attacks_on(scenario: sightline.Scenario) -> Iterator[Attack[Any]]:
    """Yield the attacks of all pieces on all others, in some facings of both, and on plain targets in all cells."""
    rules, position = scenario.rules, scenario.position
    for name in scenario.actors:
        attacker = position.pieces[name]
        others = [other for other in scenario.actors if other != name]
        for weapon in attack_options(attacker):
            for there in turned(position, attacker):
                for other in others:
                    for both in turned(there, there.pieces[other]):
                        yield build_attack(rules, both, both.pieces[name], both.pieces[other], weapon)
            for cell in position.board:
                if cell not in attacker.cells:
                    plain = rules.dummy_target(position, cell, "red", attacker)
                    there = position.with_surface(position.board.with_sole_occupant(plain))
                    yield build_attack(rules, there, attacker, plain, weapon)


def sums_of(rules: Ruleset[Any], attack: Attack[Any]) -> list[tuple[bool, Counter[str]]]:
    """Return of each part that is shared whether a finding is against the attack, and the sums on numbers."""
    found = []
    for part in rules.shared_parts:
        findings, sums = list(part(attack)), Counter[str]()
        for finding in findings:
            sums[finding.on or ""] += finding.value or 0
        found.append((any(finding.effect in ("blocks", "forbids") for finding in findings), sums))
    return found


def check_sharing(rules_by_lot: Random, scenario: sightline.Scenario) -> int:
    """Compare the attacks of a scenario, and return how many were in the circumstances of another."""
    rulings = {ruling.name: rules_by_lot.choice(ruling.choices) for ruling in scenario.rules.rulings}
    scenario, known, shared = scenario.with_rulings(rulings), dict[object, object](), 0
    for attack in attacks_on(scenario):
        circumstances, sums = scenario.rules.circumstances(attack), sums_of(scenario.rules, attack)
        shared += circumstances in known
        where = f"{attack.attacker} {attack.target} in:\n{scenario.to_yaml()}"
        assert known.setdefault(circumstances, sums) == sums, where
    return shared


def boards(system: str) -> Iterator[tuple[Random, sightline.Scenario]]:
    """Yield random boards of cells."""
    for number in count():
        rng = Random(f"shared parts of {system} {number}")
        scenario = sightline.parse(BOARDS[system](rng))
        if not scenario.position.is_free:
            yield rng, scenario


SHARING = [key for key in BOARDS if installed_systems()[key].shared_parts]


def test_who_shares() -> None:
    assert set(SHARING) == {"penance", "sodwa"}


@pytest.mark.parametrize("system", SHARING)
def test_a_few_boards(system: str) -> None:
    assert sum(check_sharing(*board) for board in islice(boards(system), FEW)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("system", SHARING)
def test_many_boards(system: str) -> None:
    assert sum(check_sharing(*board) for board in islice(boards(system), MANY)) > 30 * MANY
