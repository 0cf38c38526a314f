"""The answers of the referee: findings, verdicts and the other structs whose fields are the keys of the JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct, defstruct, field, structs

from sightline._version import __version__
from sightline.rules.clause import Clause


class Sight(StrEnum):
    """The result of a line of sight."""

    CLEAR = "clear"
    IMPEDED = "impeded"
    BLOCKED = "blocked"


class Effect(StrEnum):
    """The effect of a finding on the answer."""

    BLOCKS = "blocks"
    IMPEDES = "impedes"
    FORBIDS = "forbids"
    MODIFIES = "modifies"
    PERMITS = "permits"
    NOTES = "notes"


class Message(Struct, frozen=True, gc=False):
    """A text, given by its id and arguments, so that it can be written in any language."""

    id: str
    args: Mapping[str, str | int | float] = field(default_factory=dict)


class Finding(Struct, frozen=True, kw_only=True, gc=False):
    """One decision of a clause: its effect, the number that it changes and by how much, where, and why.

    `on` and `value` are None unless the effect is MODIFIES; each number is the sum of its findings. `at` names the
    cells, or the border, that it is about, in order along the line.
    """

    clause: Clause
    effect: Effect
    on: str | None = None
    value: int | None = None
    at: tuple[str, ...] = ()
    why: str = ""
    message: Message


class Odds(Struct, frozen=True, kw_only=True, gc=False):
    """Exact chances: of a hit, as a fraction and as percent rounded half up to two places, and of each outcome."""

    hit: Fraction
    percent: float
    outcomes: Mapping[str, Fraction]


PlaceName = str | tuple[float, float]
"""The name of a point of a board; on a free table its coordinates in inches, to six places."""


def rounded(value: float) -> float:
    """Round a length to six decimals, as answers state it; an integer is returned unchanged."""
    return value if isinstance(value, int) else round(value, 6) + 0.0


class Line(Struct, frozen=True, rename={"from_": "from"}):
    """A drawn line between two points."""

    from_: PlaceName
    to: PlaceName


class Verdict(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The answer to whether a piece may attack another one, and with what chance. Systems derive from it to add keys.

    `to_hit` holds the numbers of the roll, a struct of the system; it and `odds` are None if the attack is not legal.
    `distance` is in cells, or in inches on a free table. A fraction that a system adds is a chance, which texts also
    show in percent, unless its name begins with "expected_", which means an average. `rulings` holds the deciding
    rulings: those of which another choice alone would change the answer.
    """

    sightline: str = __version__
    rules: str
    rules_revision: int
    from_: str
    to: str
    weapon: str | None
    distance: int | float
    sight: Sight
    legal: bool
    to_hit: Struct | None
    odds: Odds | None
    findings: tuple[Finding, ...]
    rulings: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[Line, ...]


class Seen(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The cells that a piece sees, by label, without blocked ones and its own."""

    from_: str
    cells: Mapping[str, Sight]
    rulings: Mapping[str, str] = field(default_factory=dict)


class SeenPieces(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The other pieces that a piece sees on a free table, by name, without those that it does not see."""

    from_: str
    pieces: Mapping[str, Sight]
    rulings: Mapping[str, str] = field(default_factory=dict)


class Place(Struct, frozen=True, kw_only=True):
    """A place that a piece can move to: the cost, the path, and whether the move may or must end there.

    `stops` are the ids of the clauses by which it may not (`may_stop`) or must (`ends_move`) stop there, `provokes` the
    names of the pieces that the path provokes. Systems derive from it to add keys.
    """

    cost: int
    path: tuple[str, ...]
    may_stop: bool = True
    ends_move: bool = False
    stops: tuple[str, ...] = ()
    provokes: tuple[str, ...] = ()


AnyPlace = TypeVar("AnyPlace", bound=Place)
AnyStruct = TypeVar("AnyStruct", bound=Struct)


class Reach(Struct, Generic[AnyPlace], frozen=True, kw_only=True, rename={"from_": "from"}):
    """The places that a piece can move to, by label; its own place costs nothing."""

    from_: str
    cells: Mapping[str, AnyPlace]
    rulings: Mapping[str, str] = field(default_factory=dict)


class ReachOutline(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The places on a free table where the centre of a piece can end its move.

    `outline` is a list of rings of points in inches, holes included: a point is inside by the even-odd rule. `bound` is
    the maximum distance, in inches, by which the true outline may lie outside.
    """

    from_: str
    outline: tuple[tuple[tuple[float, float], ...], ...]
    bound: float
    rulings: Mapping[str, str] = field(default_factory=dict)


class ReachWay(ReachOutline, frozen=True, kw_only=True):
    """The fields added if a path towards a place is queried, in inches.

    `path` goes from the centre of the piece to the place nearest to `toward` where its move can end, and costs
    `length`; they are empty and 0 if it cannot move.
    """

    toward: tuple[float, float]
    path: tuple[tuple[float, float], ...]
    length: float


class Danger(Struct, frozen=True, kw_only=True):
    """The pieces that could hit a target, in file order, and the best chance among them."""

    attackers: tuple[str, ...]
    best: Fraction


class Threat(Struct, frozen=True, kw_only=True):
    """The cells, by label, in which enemies of a side could hit a plain target of that side."""

    side: str
    cells: Mapping[str, Danger]
    rulings: Mapping[str, str] = field(default_factory=dict)


class Advised(Struct, frozen=True, kw_only=True):
    """A place to attack a target from: the facing and weapon to use, the chance to hit, and who can hit back.

    `cost` is that of the move. `facing` is None in a system without facings.
    """

    at: str
    facing: str | None
    cost: int
    target: str
    weapon: str | None
    hit: Fraction
    back: Danger


class Advice(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The places that a piece can reach and attack from, best first, one for each target."""

    from_: str
    places: tuple[Advised, ...]
    rulings: Mapping[str, str] = field(default_factory=dict)


class Change(Struct, frozen=True, kw_only=True):
    """A single change that would clear the line or allow the shot: what to remove, turn or move, and the result.

    `what` is a piece, a cell or a border; `to` the facing or the cell, None for a removal.
    """

    change: Literal["remove", "turn", "move"]
    what: str
    to: str | None = None
    sight: Sight
    legal: bool
    why: str = ""
    message: Message


class WhyNot(Struct, frozen=True, kw_only=True):
    """The field added to a verdict if single changes are queried."""

    why_not: tuple[Change, ...]


class Step(Struct, frozen=True, kw_only=True):
    """One event of a resolved attack, and its clause."""

    clause: Clause
    why: str = ""
    message: Message


class Rolled(Struct, frozen=True, kw_only=True):
    """The fields added to a verdict that is resolved: the counting dice in order, and the outcome.

    `outcome` is None, and nothing is rolled, if the attack is not legal. `damage` is the damage dealt.
    """

    seed: int = 0
    rolls: tuple[int, ...] = ()
    outcome: str | None = None
    damage: int = 0
    steps: tuple[Step, ...] = ()


class Strike(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The answer to whether a piece may attack an obstacle and destroys it; such an attack hits without dice.

    `at` is the cell or border. `damage` is None if the piece states none.
    """

    from_: str
    at: str
    kind: str
    legal: bool
    damage: int | None
    destroys: bool
    findings: tuple[Finding, ...]
    rulings: Mapping[str, str] = field(default_factory=dict)


def extend(verdict: Verdict, more: Struct) -> Verdict:
    """Return a verdict that also has the fields of `more`."""
    return extended_type(type(verdict), type(more))(**{**structs.asdict(verdict), **structs.asdict(more)})


def extension(verdict: Verdict, kind: type[AnyStruct]) -> AnyStruct | None:
    """Return the fields that `extend` has added to a verdict, None if it has none of that kind."""
    values = structs.asdict(verdict)
    names = kind.__struct_fields__
    return kind(**{name: values[name] for name in names}) if values.keys() >= set(names) else None


@cache
def extended_type(verdict: type[Verdict], more: type[Struct]) -> type[Verdict]:
    """Return the type of verdicts that also have the fields of `more`; instances can be copied and pickled."""

    def reduce(self: Verdict) -> tuple[Any, ...]:
        values = structs.asdict(self)

        def part(kind: type[Struct]) -> Struct:
            return kind(**{name: values[name] for name in kind.__struct_fields__})

        return extend, (part(verdict), part(more))

    extended: Any = defstruct(
        f"{more.__name__}{verdict.__name__}",
        [(each.name, each.type) for each in structs.fields(more)],
        bases=(verdict,),
        namespace={"__doc__": more.__doc__, "__reduce__": reduce},
        frozen=True,
        kw_only=True,
    )
    kind: type[Verdict] = extended
    return kind
