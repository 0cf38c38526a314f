"""One picture as a value: what is shown, before anybody asks how. Every form of drawing reads nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sightline.board import Board, Piece, Zone, format_cell, parse_border, parse_cell
from sightline.i18n import _
from sightline.lattice import Cell, Contact, Point, contacts
from sightline.render.captions import (
    caption,
    contact_remark,
    counts,
    pair_remark,
    seen_caption,
    verdict_remarks,
)
from sightline.render.parts import Corner, Mark, Ray, Shot, Value
from sightline.render.picture import Picture
from sightline.render.verdicts import chart_rays, chart_shot, marked_corner, marks, shot_rays
from sightline.rules import (
    CellGroup,
    Finding,
    PieceDepiction,
    Position,
    Rolled,
    Ruleset,
    Seen,
    Sight,
    Site,
    Terrain,
    Verdict,
    charting_of,
    depiction_of,
    extension,
)


@dataclass(frozen=True)
class Scene(Picture):
    """A board with what is to be shown on it.

    `letters` names every kind of terrain on the board by one character, `zones` are the cells in which each side
    starts, `outlines` borders round groups. `shots` have signs, and their lines no heads. `corner` is one that was
    picked. `seen` is None unless the picture shows what `viewer` sees; then a cell that is not in it is blocked.

    `values` are numbers in cells, `corner_values` at corners, `values_are` what they count, `tints` what each tint of
    theirs means. `steps` are ways from cell to cell, `corner_steps` from corner to corner. `covered` are the cells on
    which a piece of several can stand, each with the least cost, `threatened` those in which others threaten it.
    `attackers` are those that others beware of, drawn even among many.
    """

    board: Board
    letters: Mapping[str, str]
    zones: Mapping[str, frozenset[Cell]] = field(default_factory=dict)
    outlines: tuple[CellGroup, ...] = ()
    rays: tuple[Ray, ...] = ()
    shots: tuple[Shot, ...] = ()
    corner: Corner | None = None
    marks: Mapping[Site, Mark] = field(default_factory=dict)
    seen: Mapping[Cell, Sight] | None = None
    values: Mapping[Cell, Value] = field(default_factory=dict)
    values_are: str = ""
    tints: Mapping[str, str] = field(default_factory=dict)
    corner_values: Mapping[Point, Value] = field(default_factory=dict)
    steps: tuple[tuple[Cell, Cell], ...] = ()
    corner_steps: tuple[tuple[Point, Point], ...] = ()
    covered: Mapping[Cell, int] = field(default_factory=dict)
    threatened: frozenset[Cell] = frozenset()
    attackers: tuple[str, ...] = ()

    @property
    def pieces(self) -> Mapping[str, Piece]:
        return self.board.pieces


def board_scene(
    rules: Ruleset[Any], position: Position, *, title: str = "", zones: Mapping[str, Zone] | None = None
) -> Scene:
    """Show the board alone, or with the zones in which sides start.

    Without a title the rule system's name stands above it.
    """
    board = position.board
    kinds = dict.fromkeys(kind for kinds in board.ground for kind in kinds or ())
    sides = dict.fromkeys(kind for kinds in board.borders.values() for kind in kinds)
    things = dict.fromkeys(piece.as_terrain for piece in board.pieces.values() if piece.as_terrain is not None)
    stated = {**rules.border_terrain, **position.terrain}
    letters: dict[str, str] = {}
    for kind in sorted({**kinds, **sides, **things}):
        stands_for = stated[kind].letter if kind in stated else ""
        letters[kind] = stands_for or _free_letter(kind, {*letters.values(), *_letters(stated.values())})
    cells = {
        side: frozenset(cell for cell in board if board.grid.column_row(cell) in zone)
        for side, zone in (zones or {}).items()
    }
    outlines = tuple(depiction_of(rules).cell_groups(position))
    depictions = piece_depictions(rules, board.pieces)
    return Scene(title or rules.title, board, letters, cells, outlines, depictions=depictions)


def piece_depictions(rules: Ruleset[Any], pieces: Mapping[str, Piece]) -> Mapping[str, PieceDepiction]:
    """Return, by name, how a system shows its pieces."""
    return {name: depiction_of(rules).piece_depiction(piece) for name, piece in pieces.items()}


def dice_of(verdict: Verdict) -> tuple[int, ...]:
    """Return the dice of a verdict as they fell, none where none were rolled."""
    rolled = extension(verdict, Rolled)
    return rolled.rolls if rolled else ()


def _letters(stated: Iterable[Terrain]) -> Iterable[str]:
    return (terrain.letter for terrain in stated)


def _free_letter(kind: str, taken: set[str]) -> str:
    candidates = (
        char for char in kind + kind.upper() + "?&*+=$%" if char.isprintable() and char not in "-_. 0123456789"
    )
    return next((char for char in candidates if char not in taken), "?")


def shot_scene(rules: Ruleset[Any], position: Position, verdict: Verdict, *, title: str = "") -> Scene:
    """Show one verdict: the line with its contacts, every place that a finding is about, and all findings in words.

    Below the findings stand the changes that would help, or, of a rolled attack, what happened.
    """
    scene = board_scene(rules, position, title=title)
    return replace(
        scene,
        about=(verdict.from_, verdict.to),
        rays=tuple(shot_rays(rules, position, verdict)),
        corner=marked_corner(rules, scene.board, verdict),
        marks=site_marks(scene.board, verdict.findings),
        caption=caption(depiction_of(rules), verdict),
        dice=dice_of(verdict),
        remarks=tuple(verdict_remarks(depiction_of(rules), verdict)),
    )


def chart_scene(rules: Ruleset[Any], position: Position, verdicts: Sequence[Verdict], *, title: str = "") -> Scene:
    """Show many verdicts: their lines, and one row of text each."""
    scene = board_scene(rules, position, title=title)
    signs = ((verdict, charting_of(rules).chart_sign(verdict)) for verdict in verdicts)
    return replace(
        scene,
        rays=tuple(ray for verdict in verdicts for ray in chart_rays(scene.board, verdict)),
        shots=tuple(chart_shot(scene.board, verdict, sign) for verdict, sign in signs if sign and verdict.lines),
        sign_words={sign: _(words) for sign, words in charting_of(rules).chart_signs.items()},
        caption=counts(verdict.sight for verdict in verdicts),
        remarks=tuple(pair_remark(depiction_of(rules), verdict) for verdict in verdicts),
    )


def see_scene(rules: Ruleset[Any], position: Position, seen: Seen, *, title: str = "") -> Scene:
    """Show which cells a piece sees, and how."""
    scene = board_scene(rules, position, title=title)
    cells = {parse_cell(scene.board, label): sight for label, sight in seen.cells.items()}
    own = scene.board.pieces[seen.from_].cells
    blocked = (Sight.BLOCKED for cell in scene.board if cell not in cells and cell not in own)
    return replace(scene, seen=cells, viewer=seen.from_, caption=seen_caption(seen.from_, [*cells.values(), *blocked]))


def line_scene(rules: Ruleset[Any], position: Position, start: Point, stop: Point, *, title: str = "") -> Scene:
    """Show the bare geometry between two lattice points: the line with every contact, and these in words."""
    scene = board_scene(rules, position, title=title)
    board = scene.board
    found = [_on_map(board, contact) for contact in contacts(board.grid, start, stop)]
    met = tuple(contact for contact in found if contact.cells)
    rows = sorted((contact.at, [format_cell(board, cell) for cell in contact.cells], contact) for contact in met)
    return replace(
        scene,
        rays=(Ray(start, stop, None, met),),
        remarks=tuple(contact_remark(contact, cells) for _, cells, contact in rows),
    )


def _on_map(board: Board, contact: Contact) -> Contact:
    return contact._replace(cells=tuple(cell for cell in contact.cells if cell in board))


def site_marks(board: Board, findings: Iterable[Finding]) -> Mapping[Site, Mark]:
    """Give the places that findings are about, each with its mark."""
    return {_site(board, label): mark for label, mark in marks(findings).items()}


def _site(board: Board, label: str) -> Site:
    return parse_border(board, label) if "/" in label else parse_cell(board, label)
