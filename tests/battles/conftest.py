"""Records of the duel, which tests of battles share."""

from __future__ import annotations

import pytest

from tests.battles.duel import finished, played
from tests.cli.conftest import run

__all__ = ["run"]


@pytest.fixture(scope="session")
def unfinished_record() -> str:
    """Return the record of a battle that goes on."""
    return played(15).record()


@pytest.fixture(scope="session")
def finished_record() -> str:
    """Return the record of a battle that is over."""
    return finished().record()
