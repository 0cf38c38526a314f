"""What the referee answers: findings, and the verdict that follows from them. Their fields are the keys of the JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct, field

from sightline._version import __version__
from sightline.rules.clause import Clause


class Sight(StrEnum):
    """How a line of sight comes out."""

    CLEAR = "clear"
    IMPEDED = "impeded"
    BLOCKED = "blocked"


class Effect(StrEnum):
    """What a finding does to the answer."""

    BLOCKS = "blocks"
    IMPEDES = "impedes"
    FORBIDS = "forbids"
    MODIFIES = "modifies"
    PERMITS = "permits"
    NOTES = "notes"


class Message(Struct, frozen=True):
    """What to say, as the id of a text and what goes into it, so that it can be said in any language."""

    id: str
    args: Mapping[str, str | int] = field(default_factory=dict)


class Finding(Struct, frozen=True, kw_only=True):
    """One thing that a clause decides: its effect, the number it is on and by how much, where, and why.

    `on` and `value` are None unless the effect is MODIFIES; each number is the sum of its findings. `at` names cells
    or the border that it is about, in order along the line.
    """

    clause: Clause
    effect: Effect
    on: str | None = None
    value: int | None = None
    at: tuple[str, ...] = ()
    why: str = ""
    message: Message


class Odds(Struct, frozen=True, kw_only=True):
    """Exact chances: of a hit, as fraction and as percent rounded half up to two places, and of each outcome."""

    hit: Fraction
    percent: float
    outcomes: Mapping[str, Fraction]


class Line(Struct, frozen=True, rename={"from_": "from"}):
    """A line that was drawn, between two named points."""

    from_: str
    to: str


class Verdict(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The answer to "may this piece attack that one, and with what chance". Systems add keys by deriving from it.

    `to_hit` holds the numbers of the roll, a struct of the system's own; it and `odds` are None where the attack is not
    legal. `rulings` holds those of which another choice alone would change the answer.
    """

    sightline: str = __version__
    rules: str
    rules_revision: int
    from_: str
    to: str
    weapon: str | None
    distance: int
    sight: Sight
    legal: bool
    to_hit: Struct | None
    odds: Odds | None
    findings: tuple[Finding, ...]
    rulings: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[Line, ...]


class Seen(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """Which cells a piece sees, by label; blocked ones and its own are left out."""

    from_: str
    cells: Mapping[str, Sight]
    rulings: Mapping[str, str] = field(default_factory=dict)
