"""Data by which a rule system depicts itself in pictures and in the texts below them.

Pictures only know the fields of `Piece`, `Place`, `Verdict` and `Terrain`. Fields that a system adds are shown only if
its `Depicted` returns them as values of this module. Texts are in the current language, except for fields named
`meaning`: these are English and marked with `N_`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct, structs

from sightline.i18n import N_, _, localized, word
from sightline.lattice import Cell
from sightline.rules.answers import Place, Verdict
from sightline.rules.attack import P
from sightline.rules.cell_group import CellGroup
from sightline.rules.marked_area import MarkedArea
from sightline.rules.position import Position

BadgeForm = Literal["bars", "dark-bars", "die", "burst", "octagon", "disc"]
"""The shape of a badge. Bars are at the left and right, the others below; a disc holds a letter."""


class Badge(Struct, frozen=True):
    """A small sign at a piece or at the number of a place, and its meaning in the legend.

    `letter` is written on a disc. `char` is the character before the cell in a map of characters, "" for none.
    """

    form: BadgeForm
    meaning: str
    letter: str = ""
    char: str = ""


MOVE_ENDS = Badge("octagon", N_("the move ends there"), char="!")
"""The badge of places in which a move must end, in systems that show them."""


class Arc(Struct, frozen=True):
    """An arc in front of a piece: the first and last edge that it covers, in steps clockwise from the facing."""

    first: int
    last: int


class PieceDepiction(Struct, frozen=True):
    """The system's additions to the picture of a piece: words in lists, badges, an arc."""

    words: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()
    arc: Arc | None = None


class PlaceRow(Struct, frozen=True):
    """A row of text under a picture of the places that a piece can move to.

    `value` None stands for the number of `places`. Their list, by label, follows `words`.
    """

    key: str
    value: str | None = None
    words: str = ""
    places: tuple[str, ...] = ()


class Stroke(Struct, frozen=True):
    """One path of the mark of a kind of terrain: its class, one of the colour tables, its data, and its width.

    The centre of the cell is (0, 0), and its edges are at distance 1. The path is scaled first, then shifted.
    """

    css: str
    path: str
    width: float = 0.06
    shift: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0


class TerrainDrawing(Struct, frozen=True):
    """The drawing of a kind of terrain: the class of the tint of its cell, its strokes, and whether it lies flat."""

    tint: str
    strokes: tuple[Stroke, ...] = ()
    is_flat: bool = False


class TerrainMark(Struct, frozen=True):
    """A quality of terrain: the mark for kinds and features without a drawing, its meaning, and a test for it."""

    mark: str
    meaning: str
    holds: Callable[[Any], bool]


class CornerMark(Struct, frozen=True):
    """A corner of the lattice that a verdict is about: its label, and its meaning in the legend."""

    label: str
    meaning: str


class MeasuredCorridor(Struct, frozen=True):
    """The widest open corridor between two pieces on a free table.

    `width` is in inches, None if it is the width of the smaller piece. `is_too_close`: it is too close to a limit to be
    measured with a ruler.
    """

    width: float | None
    is_too_close: bool = False


class Depicted(Generic[P]):
    """The system's additions to pictures: by default none."""

    number_names: ClassVar[Mapping[str, str]] = {}
    """The names of numbers of findings and rolls that differ from their keys."""
    terrain_drawings: ClassVar[Mapping[str, TerrainDrawing]] = {}
    """The drawings of kinds of terrain, by name, that differ from the common ones of pictures."""
    terrain_adjectives: ClassVar[Collection[str]] = ()
    """The names of kinds of terrain that are adjectives: a sentence says difficult terrain, but rubble."""
    terrain_marks: ClassVar[Sequence[TerrainMark]] = ()
    """The marks of features of free tables, and of kinds of cells and borders without their own drawing.

    The most important comes first: that the terrain blocks sight.
    """

    def piece_depiction(self, piece: P) -> PieceDepiction:
        """Return the depiction of a piece beyond the fields of `Piece`."""
        del piece
        return PieceDepiction()

    def place_badges(self, place: Place) -> Iterable[Badge]:
        """Return the badges at the number of a place that a piece can move to."""
        del place
        return ()

    def place_clauses(self, place: Place) -> Iterable[str]:
        """Return the ids of the clauses by which a move may not or must end in a place."""
        return place.stops

    def place_rows(self, places: Mapping[str, Place]) -> Iterable[PlaceRow]:
        """Return the rows of text about the fields that a system adds to places; by default one for each field."""
        return default_rows(places)

    def terrain_words(self, terrain: Struct) -> Iterable[str]:
        """Return the meaning of terrain that no mark shows, in words; by default the non-empty fields."""
        for name, value in structs.asdict(terrain).items():
            if name != "letter" and value not in (None, False, "", "none"):
                yield field_words(name) if value is True else f"{field_words(name)} {_value_words(value)}"

    def marked_corner(self, verdict: Verdict) -> CornerMark | None:
        """Return the corner that a verdict is about, None if there is none."""
        del verdict
        return None

    def corridor(self, verdict: Verdict) -> MeasuredCorridor | None:
        """Return the open corridor of a verdict on a free table, None if the system does not measure it."""
        del verdict
        return None

    def cell_groups(self, position: Position) -> Iterable[CellGroup]:
        """Return the groups of cells with a border in pictures, the outermost first."""
        del position
        return ()

    def marked_areas(self, position: Position) -> Iterable[MarkedArea]:
        """Return the marked cells and borders of a position, in addition to terrain."""
        del position
        return ()

    def threatened(self, position: Position, piece: P) -> Mapping[str, Iterable[Cell]]:
        """Return, by name of the threatening piece, the cells in which a moving piece is threatened."""
        del position, piece
        return {}


def depiction_of(rules: object) -> Depicted[Any]:
    """Return a system as `Depicted`, or the defaults of `Depicted`."""
    return rules if isinstance(rules, Depicted) else Depicted()


_COMMON = frozenset(Place.__struct_fields__)
Key = TypeVar("Key", bound=Hashable)


def default_rows(places: Mapping[str, Place]) -> Iterator[PlaceRow]:
    """Yield a row for each field that a system adds to places.

    A mapping is that of the first place; a list has a row where it is not empty; for other fields see `field_rows`.
    """
    stated = {label: structs.asdict(place) for label, place in places.items()}
    for label, first in list(stated.items())[:1]:
        for name, value in first.items():
            if name in _COMMON:
                continue
            if isinstance(value, Mapping):
                words = ", ".join(f"{key} {part}" for key, part in value.items())
                yield PlaceRow(field_words(name), _("at {cells}").format(cells=label), words or _("none"))
            elif isinstance(value, list | tuple):
                if some := tuple(at for at, fields in stated.items() if fields[name]):
                    yield PlaceRow(field_words(name), places=some)
            else:
                yield from field_rows(name, {at: fields[name] for at, fields in stated.items()})


def field_rows(name: str, values: Mapping[str, Any]) -> Iterator[PlaceRow]:
    """Yield the places, by label, with each value of a field, if not all values are equal.

    For a field that may be "none", only places with another value, which then names the row.
    """
    groups = group_by_key((_value_words(value), label) for label, value in values.items())
    if any(value == "none" for value in values.values()):
        yield from (PlaceRow(words, places=found) for words, found in sorted(groups.items()) if words != word("none"))
        return
    commonest = max(groups, key=lambda words: len(groups[words]))
    for words, found in sorted(groups.items()) if len(groups) > 1 else ():
        is_commonest = words == commonest
        yield PlaceRow(field_words(name), words, _("elsewhere") * is_commonest, () if is_commonest else found)


def group_by_key(pairs: Iterable[tuple[Key, str]]) -> Mapping[Key, tuple[str, ...]]:
    """Return the second items by the first, both in the order of their first appearance."""
    groups: dict[Key, list[str]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    return {key: tuple(items) for key, items in groups.items()}


def field_words(name: str) -> str:
    """Return the name of a field as words in the current language."""
    return word(name.replace("_", " "))


def _value_words(value: object) -> str:
    match value:
        case bool():
            return _("yes") if value else _("no")
        case str():
            return word(value)
    return localized(value)
