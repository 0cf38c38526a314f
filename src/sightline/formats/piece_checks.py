"""Checks of pieces against the map, each other, and the rules, after all of them have been read."""

from __future__ import annotations

import contextlib
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from msgspec import Struct

from sightline.board import BasedPiece, Board, Piece, PlaceError, Table, format_cell, parse_cell
from sightline.formats import yaml_tree
from sightline.formats.context import Context
from sightline.formats.free_tables import find_excess_corners, find_overhang, iter_outline_errors, iter_overlapping
from sightline.formats.problems import MAX_PROBLEMS
from sightline.formats.readers import join, shorten
from sightline.formats.yaml_tree import Node, Scalar
from sightline.formats.yaml_tree import Sequence as NodeSequence
from sightline.i18n import _
from sightline.lattice import Cell
from sightline.rules import FieldError, Position, placing_of

_Places = Mapping[str, tuple[str, Node]]
"""By piece, the key and the node that decide where it stands, where problems with that are reported."""


class StatedPiece(Struct, frozen=True):
    """A piece as stated in a text.

    - `owner` is the node where missing keys are reported, `node` the mapping of its keys.
    - `valid` is the piece, None if it has any problem.
    - `standing` is the piece at its place, even if other keys are invalid; None if the place is invalid or unknown.
    - `place` is the key that decides where it stands, and its value; None if none is stated.
    """

    name: str
    owner: Node
    node: Node
    valid: Piece | None
    standing: Piece | None
    place: tuple[str, Node] | None


def check_pieces(pieces: Sequence[StatedPiece], node: Node, context: Context) -> bool:
    """Report the problems of the pieces of a file; `node` is the mapping of them.

    Return False if buildings have too many corners to check them all.
    """
    if context.surface is None or (context.rules is None and context.is_free):
        return True
    surface = context.surface.with_pieces(each.standing for each in pieces if each.standing is not None)
    places = {each.name: each.place for each in pieces if each.place is not None}
    misplaced = _report_misplaced(surface, {name: places[name] for name in surface.pieces}, context)
    if _report_excess(surface, node, context):
        return False
    valid = [each for each in pieces if each.valid is not None]
    fitting = (each.valid for each in valid if each.valid is not None and each.name not in misplaced)
    fits = surface.without_pieces(misplaced) if context.is_free else context.surface.with_pieces(fitting)
    _report_collisions(fits, places, context)
    _report_wrong_fields(surface, valid, context)
    return True


def check_changed_pieces(surface: Board | Table, pieces: Sequence[StatedPiece], context: Context) -> None:
    """Report the problems of changed pieces; the valid ones are on `surface`."""
    valid = [each for each in pieces if each.valid is not None]
    places = {each.name: each.place for each in valid if each.place is not None}
    misplaced = _report_misplaced(surface, places, context)
    if not pieces or not _report_excess(surface, pieces[-1].owner, context):
        unplaced = (each.name for each in pieces if each.valid is None and each.place is not None)
        _report_collisions(surface.without_pieces({*unplaced, *misplaced}), places, context)
    _report_wrong_fields(surface, valid, context)


def _report_excess(surface: Board | Table, node: Node, context: Context) -> bool:
    """Return whether buildings have too many corners, after reporting that at a node."""
    message = find_excess_corners(surface.pieces.values()) if isinstance(surface, Table) else None
    if message is not None:
        context.problems.add(node, "pieces", message, found=node.found)
    return message is not None


def _report_misplaced(surface: Board | Table, places: _Places, context: Context) -> Collection[str]:
    """Report pieces at places that the rules do not allow; return their names.

    Problems that a piece causes for others in its cell that are not in `places` are reported at the piece.
    """
    position, misplaced = context.position_of(surface), set()
    for name, (key, node) in places.items():
        pieces = [surface.pieces[name], *_sharing(surface, name, places, context)]
        for error in chain.from_iterable(_iter_place_errors(position, piece, context) for piece in pieces):
            allowed = error.allowed if key == "at" else ()  # it says which place would be valid
            context.problems.add(node, f"pieces.{name}.{key}", str(error), found=node.found, allowed=allowed)
            misplaced.add(name)
    return misplaced


def _sharing(surface: Board | Table, name: str, places: Collection[str], context: Context) -> Iterator[Piece]:
    """Yield the pieces in the cell of a piece that are not in `places`, if the system allows sharing a cell."""
    if isinstance(surface, Board) and placing_of(context.rules).shares_cells:
        there = surface.occupants.get(surface.pieces[name].cell, ())
        yield from (piece for piece in there if piece.name not in places)


def _iter_place_errors(position: Position, piece: Piece, context: Context) -> Iterator[PlaceError]:
    overhang = find_overhang(position.table, piece) if position.is_free else None
    if overhang:
        yield PlaceError(overhang)
    elif context.rules:
        yield from placing_of(context.rules).check_place(position, piece)


def _report_wrong_fields(surface: Board | Table, pieces: Sequence[StatedPiece], context: Context) -> None:
    """Report errors in the fields of pieces, except for their places."""
    position = context.position_of(surface)
    for each in pieces:
        errors = _iter_field_errors(position, surface.pieces[each.name], context)
        report_field_errors(errors, each.owner, each.node, f"pieces.{each.name}", context)


def report_field_errors(errors: Iterable[FieldError], owner: Node, node: Node, key: str, context: Context) -> None:
    """Report errors in the fields of a mapping at their places, those of missing fields at its owner."""
    for wrong in errors:
        entry = yaml_tree.find_entry(node, wrong.key.split("."))
        place = owner if entry is None else entry[0 if wrong.is_unknown else 1]
        found = None if entry is None else place.found
        context.problems.add(place, join(key, wrong.key), wrong.message, found=found, allowed=wrong.allowed)


def _iter_field_errors(position: Position, piece: Piece, context: Context) -> Iterator[FieldError]:
    if isinstance(piece, BasedPiece) and position.is_free:
        yield from iter_outline_errors(piece)
    if context.rules:
        yield from context.rules.check_piece(position, piece)


def _report_collisions(surface: Board | Table, places: _Places, context: Context) -> None:
    """Report pieces that share a place with others although the rules do not allow it."""
    if isinstance(surface, Table):
        _report_overlaps(surface, places, context)
    else:
        _report_shared_cells(surface, context)


def _report_overlaps(table: Table, places: _Places, context: Context) -> None:
    for first, second in islice(iter_overlapping(tuple(table.pieces.values())), MAX_PROBLEMS):
        mover, other = (second, first) if second.name in places else (first, second)
        key, node = places[mover.name]
        message = _("{name!r} overlaps {other!r}").format(name=shorten(mover.name), other=shorten(other.name))
        context.problems.add(node, f"pieces.{mover.name}.{key}", message, found=node.found)


def _report_shared_cells(board: Board, context: Context) -> None:
    """Report pieces in the cells of others. Invalid pieces, which are not on the board, occupy their cells too."""
    occupants: dict[Cell, list[str]] = {}
    for name in context.piece_names:
        for cell in _cells_of(name, board, context):
            occupants.setdefault(cell, []).append(name)
    colliding: dict[tuple[str, str], list[str]] = {}
    for cell, names in occupants.items():
        for name in names[_count_fitting(board, cell, names, context) :]:
            first = _find_rival(board, cell, name, names, context)
            mover, other = (name, first) if f"pieces.{name}" in context.places else (first, name)
            colliding.setdefault((mover, other), []).append(format_cell(board, cell))
        if len(colliding) > MAX_PROBLEMS:
            break  # no more are reported
    for (mover, other), labels in colliding.items():
        _report_collision(mover, other, labels, context)


def _cells_of(name: str, board: Board, context: Context) -> Sequence[Cell]:
    if name in board.pieces:
        return board.pieces[name].cells
    place = context.places.get(f"pieces.{name}")
    return tuple(dict.fromkeys(_iter_valid_cells(place.items if isinstance(place, NodeSequence) else [place], board)))


def _iter_valid_cells(nodes: Sequence[Node | None], board: Board) -> Iterator[Cell]:
    """Yield the cells of valid labels."""
    for node in nodes:
        with contextlib.suppress(PlaceError):
            if isinstance(node, Scalar):
                yield parse_cell(board, node.text)


def _count_fitting(board: Board, cell: Cell, names: Sequence[str], context: Context) -> int:
    """Return the largest number of these pieces, from the first on, that may share the cell.

    Pieces that are not on the board are only counted if no two pieces may share a cell.
    """
    rules = context.rules
    if rules is None or len(names) == 1:
        return len(names)  # an unknown system might allow it
    if not placing_of(rules).shares_cells:
        return 1

    def is_too_many(number: int) -> bool:
        pieces = [board.pieces[name] for name in names[:number] if name in board.pieces]
        return len(pieces) > 1 and not placing_of(rules).can_share(board, cell, pieces)

    # Binary search: if a number of pieces may share a cell, so may any smaller number.
    return bisect_left(range(1, len(names) + 1), True, key=is_too_many)


def _find_rival(board: Board, cell: Cell, name: str, names: Sequence[str], context: Context) -> str:
    """Return the first of these pieces that a piece may not share a cell with; the first of all if there is none."""
    rules, piece = context.rules, board.pieces.get(name)
    if rules is None or piece is None or not placing_of(rules).shares_cells:
        return names[0]
    before = [board.pieces[other] for other in names[: names.index(name)] if other in board.pieces]
    rivals = (other.name for other in before if not placing_of(rules).can_share(board, cell, (other, piece)))
    return next(rivals, names[0])


def _report_collision(mover: str, other: str, labels: Sequence[str], context: Context) -> None:
    """Report that a piece cannot stand where another does: once for each cell listed in its file, otherwise once."""
    key, place = f"pieces.{mover}.at", context.places.get(f"pieces.{mover}")
    for together in [[label] for label in labels] if isinstance(place, NodeSequence) else [labels]:
        message = _("{name!r} already stands at {cell}").format(name=shorten(other), cell=", ".join(together))
        item_key, item = _find_item(key, place, together[0])
        context.problems.add(item, item_key, message, found=together[0] if item is None else item.found)


def _find_item(key: str, place: Node | None, label: str) -> tuple[str, Node | None]:
    """Return the key and node of a label in the list of a place, or those of the place itself."""
    items = place.items if isinstance(place, NodeSequence) else []
    named = ((f"{key}.{number}", item) for number, item in enumerate(items) if item.found == label)
    return next(named, (key, place))
