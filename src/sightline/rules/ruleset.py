"""The core of a rule system: its name, its parts, and the questions that every system answers.

Everything else is a capability.

A system is an instance of a class that derives from `Ruleset` and from the capabilities it offers: those of
`sightline.rules.capabilities`, `sightline.sight.PlannedSight`, `sightline.inference.inferable.Inferable`. It is
registered by the entry point group `sightline.systems` or given as a file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic

from msgspec import Struct, structs

from sightline.board import MAX_LEVEL, MIN_LEVEL, Piece, Weapon
from sightline.i18n import N_, _
from sightline.lattice import Cell
from sightline.plane import distance
from sightline.rules.answers import Finding, Odds, Verdict
from sightline.rules.attack import Attack, AttackLimits, P
from sightline.rules.clause import Clause
from sightline.rules.field_errors import FieldError
from sightline.rules.position import Position, Terrain
from sightline.rules.ruling import Ruling
from sightline.rules.view import View


class NotAnswered(Exception):
    """Raised if a rule system does not answer a question. `message` says why, with `{rules}` for the system's title."""

    def __init__(self, rules: Ruleset[Any], message: str, **args: str) -> None:
        super().__init__(_(message).format(rules=rules.title, **args))


FindingPart = Callable[[Attack[Any]], Iterable[Finding]]
"""A function that yields some of the findings about an attack."""


class Ruleset(ABC, Generic[P]):
    """A rule system, generic in the type of its pieces."""

    key: ClassVar[str]
    """Its name in scenario files (`rules: KEY`)."""
    title: ClassVar[str]
    revision: ClassVar[int] = 1
    """Increased by every change of the meaning of a clause."""
    clauses: ClassVar[tuple[Clause, ...]]
    """The clauses in the order of the rulebook."""
    rulings: ClassVar[tuple[Ruling, ...]] = ()
    messages: ClassVar[Mapping[str, str]] = {}
    """English texts by message id, with arguments in braces; an argument that is a `Term` is translated."""

    grids: ClassVar[tuple[str, ...]]
    """The kinds of grid it is played on: "hex", "square", "free"."""
    terrain: ClassVar[Mapping[str, Terrain]]
    """Built-in kinds of cell terrain by name; `clear`, the absence of all others, is among them."""
    border_terrain: ClassVar[Mapping[str, Terrain]] = {}
    terrain_type: ClassVar[type[Terrain]] = Terrain
    """The type of the kinds of terrain that scenarios define."""
    lowest_level: ClassVar[int] = MIN_LEVEL
    highest_level: ClassVar[int] = MAX_LEVEL
    has_links: ClassVar[bool] = False
    """True if cells of a map can be linked, as if they were neighbours."""
    piece_type: ClassVar[type[Piece]] = Piece
    """The type of the pieces of a scenario; the item type of its field `weapons` is that of weapons."""

    verdict_type: ClassVar[type[Verdict]] = Verdict
    roll_numbers: ClassVar[tuple[str, ...]] = ()
    """The numbers of the roll: findings on them are dropped if an attack is not legal."""
    finding_parts: ClassVar[tuple[FindingPart, ...]] = ()
    """The functions whose findings, concatenated, are those of an attack.

    Each depends only on its attack. Whole-board questions stop at the first finding against an attack, so cheap parts
    come first. Under another ruling only those parts are called again that consulted it.
    """
    roll_parts: ClassVar[tuple[FindingPart, ...]] = ()
    """Those of `finding_parts` all of whose findings are on `roll_numbers` or only notes.

    Once a finding is against an attack, they are not called any more, since their findings would be dropped.
    """
    detail_parts: ClassVar[tuple[FindingPart, ...]] = ()
    """Those of `finding_parts` that decide neither the legality of an attack nor the roll: the effect of a hit, causes.

    Whole-board questions skip them.
    """
    shared_parts: ClassVar[tuple[FindingPart, ...]] = ()
    """Those of `finding_parts` whose numbers depend on nothing but `circumstances` and rulings.

    Whole-board questions ask them once for all attacks in the same circumstances.
    """
    base_messages: ClassVar[tuple[str, ...]] = ()
    """The message ids of base values: such a finding is listed first among those on its number."""

    def __repr__(self) -> str:
        return f"<Ruleset {self.title!r}: {self.key}, revision {self.revision}>"

    @abstractmethod
    def view(self, position: Position, attacker: P, target: P, weapon: Weapon | None) -> View:
        """Return what an attacker sees of a target when it attacks with that weapon."""

    def clear_view(self, position: Position, attacker: P, target: P) -> View | None:
        """Return the `view` of pieces of one cell each, where plain ones in their cells see each other clearly.

        None where it does not follow from that, by default never.
        """
        del position, attacker, target
        return None

    def distance(self, position: Position, a: P, b: P) -> int | float:
        """Return the distance between two pieces: the minimum in cells, or in inches between their edges."""
        if position.is_free:
            return distance(a.shape, b.shape)
        grid = position.board.grid
        return min(grid.distance(one, other) for one in a.cells for other in b.cells)

    def findings(self, attack: Attack[P]) -> Iterator[Finding]:
        """Yield all findings about an attack, legal or not, in any order: by default those of `finding_parts`.

        Whole-board questions stop at the first finding against an attack, so yield cheap ones first.
        """
        for part in self.finding_parts:
            yield from part(attack)

    def circumstances(self, attack: Attack[P]) -> Hashable:
        """Return all that `shared_parts` depend on besides rulings, of which it may consult none; None without any."""
        del attack
        return None

    @abstractmethod
    def roll(self, attack: Attack[P], numbers: Mapping[str, int]) -> tuple[Struct, Odds] | None:
        """Return the numbers to roll and the odds of a legal attack; None if the pieces do not state the numbers.

        `numbers` holds the sum of the findings on each number.
        """

    def extra_fields(self, attack: Attack[P], numbers: Mapping[str, int], odds: Odds | None) -> Mapping[str, Any]:
        """Return the values of the fields that `verdict_type` adds; `odds` is None if the attack is not legal."""
        del attack, numbers, odds
        return {}

    def attack_limits(self, position: Position, attacker: P, weapon: Weapon | None) -> AttackLimits:
        """Return limits beyond which every attack of a piece with a weapon is refused. By default there are none."""
        del position, attacker, weapon
        return AttackLimits()

    def dummy_target(self, position: Position, cell: Cell, side: str, attacker: P) -> Piece:
        """Return a dummy target of a side in a cell for `attacker`: in the open, at rest, without a name.

        By default it is a piece with the default values of `piece_type`. Raise `NotAnswered` if a field has no default.
        """
        del position, attacker
        needed = {each.name for each in structs.fields(self.piece_type) if each.required}
        if needed - {"name", "at"}:
            raise NotAnswered(self, N_("{rules} does not define a plain target"))
        return self.piece_type(name="", at=cell, side=side)

    def check_piece(self, position: Position, piece: P) -> Iterator[FieldError]:
        """Yield the errors in the fields of a piece, except its place, among the others on the board."""
        del position, piece
        yield from ()
