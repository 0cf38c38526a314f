"""Answer `strike`: an attack on an obstacle."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from sightline.board import Piece
from sightline.referee.deciding_rulings import with_deciding_rulings
from sightline.rules.answers import Strike
from sightline.rules.capabilities import Destructible, require
from sightline.rules.message_text import with_text
from sightline.rules.position import Position, Site
from sightline.rules.ruleset import Ruleset


def strike(rules: Ruleset[Any], position: Position, attacker: Piece, site: Site, earlier: int) -> Strike:
    """Judge an attack on the obstacle at a cell or border. Raise `NotAnswered`, and ValueError without an obstacle."""
    destructible = require(rules, Destructible)

    def answer(at: Position) -> Strike:
        found = destructible.strike(at, attacker, site, earlier)
        findings = (with_text(each, rules.messages) for each in found.findings)
        return structs.replace(found, findings=tuple(findings))

    return with_deciding_rulings(position, answer)
