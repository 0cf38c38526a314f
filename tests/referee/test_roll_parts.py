"""Parts of the rules that are not called for attacks that are not legal: nothing that they find would be listed."""

from __future__ import annotations

from itertools import islice

import pytest

from sightline.rules import Effect, installed_systems
from tests.field.test_cell_field import BOARDS
from tests.referee.test_shared_parts import attacks_on, boards
from tests.reference.boards import many

FEW, MANY, ATTACKS = 1, many(30), 300
SYSTEMS = [key for key in BOARDS if installed_systems()[key].roll_parts]


def check_roll_parts(system: str, count: int) -> None:
    rules = installed_systems()[system]
    found = dict.fromkeys(rules.roll_parts, 0)
    assert found.keys() <= set(rules.finding_parts)
    for _rng, scenario in islice(boards(system), count):
        for attack in islice(attacks_on(scenario), ATTACKS):
            for part in found:
                for finding in part(attack):
                    assert finding.on in rules.roll_numbers or finding.effect is Effect.NOTES, finding
                    found[part] += 1
    assert sum(found.values()) > 20 * count


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_few_boards(system: str) -> None:
    check_roll_parts(system, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_many_boards(system: str) -> None:
    check_roll_parts(system, MANY)
