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
    """A text by its id and arguments, so that it can be written in any language."""

    id: str
    args: Mapping[str, str | int | float] = field(default_factory=dict)


class Finding(Struct, frozen=True, kw_only=True, gc=False):
    """One thing that a clause decides: its effect, the number it changes and by how much, where, and why.

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
    """The answer to "may this piece attack that one, and with what chance". Systems add keys by deriving from it.

    `to_hit` holds the numbers of the roll, a struct of the system's own; it and `odds` are None where the attack is not
    legal. `distance` is in cells, or in inches on a free table. A fraction that a system adds is a chance, which texts
    show in percent too, unless its name begins with "expected_": that one is an average. `rulings` holds those of which
    another choice alone would change the answer.
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
    """The cells that a piece sees, by label; blocked ones and its own are left out."""

    from_: str
    cells: Mapping[str, Sight]
    rulings: Mapping[str, str] = field(default_factory=dict)


class SeenPieces(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The other pieces that a piece sees on a free table, by name; those it does not see are left out."""

    from_: str
    pieces: Mapping[str, Sight]
    rulings: Mapping[str, str] = field(default_factory=dict)


class Place(Struct, frozen=True, kw_only=True):
    """A place that a piece can move to: the cost, the path, and whether the move may or must end there.

    `stops` are the ids of the clauses why it may not stop there (`may_stop`) or has to (`ends_move`), `provokes` the
    names of the pieces that the way provokes. Systems add keys by deriving from it.
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
    """The places on a free table where the middle of a piece can end its move.

    `outline` is a list of rings of points in inches, holes included: a point is inside by the even-odd rule. `bound` is
    how far, in inches, the true border may lie outside.
    """

    from_: str
    outline: tuple[tuple[tuple[float, float], ...], ...]
    bound: float
    rulings: Mapping[str, str] = field(default_factory=dict)


class ReachWay(ReachOutline, frozen=True, kw_only=True):
    """The fields added where a path towards a place is asked for, in inches.

    `path` goes from the middle of the piece to the place nearest to `toward` that its move can end in, and costs
    `length`; both are empty and 0 where it cannot move.
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
    """A place to attack a target from: the facing and weapon to use, the chance to hit, and what can hit back.

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

    `what` is a piece, a cell or a border; `to` the facing or the cell, None where something is removed.
    """

    change: Literal["remove", "turn", "move"]
    what: str
    to: str | None = None
    sight: Sight
    legal: bool
    why: str = ""
    message: Message


class WhyNot(Struct, frozen=True, kw_only=True):
    """The field added to a verdict where single changes are asked for."""

    why_not: tuple[Change, ...]


class Step(Struct, frozen=True, kw_only=True):
    """One thing that happens when an attack is rolled, and its clause."""

    clause: Clause
    why: str = ""
    message: Message


class Rolled(Struct, frozen=True, kw_only=True):
    """The fields added to a verdict that is rolled: the dice as they count, in order, and the outcome.

    `outcome` is None, and nothing is rolled, where the attack is not legal. `damage` is what is dealt.
    """

    seed: int = 0
    rolls: tuple[int, ...] = ()
    outcome: str | None = None
    damage: int = 0
    steps: tuple[Step, ...] = ()


class Strike(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The answer to "may this piece attack that obstacle, and does it fall"; such an attack hits without dice.

    `at` is the cell or border. `damage` is None where the piece states none.
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
    """Return the fields that `extend` has added to a verdict, None where it has none of that kind."""
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
