"""A picture as a value: what is shown, independent of how. All forms of drawing use nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct, field, structs

from sightline.board import (
    Board,
    Feature,
    LineContacts,
    OnSurface,
    Piece,
    Table,
    Zone,
    format_cell,
    parse_border,
    parse_cell,
    parse_point,
)
from sightline.i18n import _
from sightline.lattice import Cell, Contact, Point, contacts
from sightline.plane import Spot
from sightline.render.primitives.colours import side_colours
from sightline.render.primitives.spatial_hash import Box, SpatialHash
from sightline.render.primitives.terrain_marks import TERRAINS, UNKNOWN
from sightline.render.primitives.text_metrics import shorten
from sightline.render.scenes.captions import (
    LONGEST_NAME,
    Remark,
    caption,
    contact_remark,
    line_caption,
    seen_caption,
    verdict_remarks,
)
from sightline.render.scenes.measurements import measured_remarks, segments, tape
from sightline.render.scenes.parts import Corner, Link, Mark, Ray, Segment, Shot, Tape, Value
from sightline.render.scenes.terrain_meanings import OwnKind, TerrainMeaning, feature_meanings, own_drawing, own_kinds
from sightline.render.scenes.verdicts import marked_corner, marks, shot_rays
from sightline.rules import (
    CellGroup,
    Finding,
    MarkedArea,
    PieceDepiction,
    Position,
    Rolled,
    Ruleset,
    Seen,
    SeenPieces,
    Sight,
    Sign,
    Site,
    TerrainDrawing,
    Verdict,
    depiction_of,
    extension,
    terrain_letters,
)

_PLAIN = PieceDepiction()


class Scene(Struct, OnSurface, frozen=True, kw_only=True, dict=True):
    """A board of cells or a free table, and everything to be shown on it.

    Without a `title` there is none above it. The picture is about the piece `viewer`; it and those in `about` are drawn
    even in crowded cells. `depictions` are the system's additions to pieces, by name, `drawings` those of kinds of
    terrain. `links` join pieces that attack each other, `sign_words` explain the signs of shots. `caption`, rolled
    `dice` and `remarks` are under the picture. A drawing has at most `max_remarks` of them per column, and a `note`
    about its lines; plain text has all remarks.

    On boards only:

    - `letters` are those of clear ground and of every kind of terrain. `own_kinds` are those drawn by their meaning,
      with marks in `drawings`. `zones` are the cells in which each side starts, `groups` those with a border round
      them. `marked_areas` are under an effect for a time.
    - `rays` are lines. `shots` have signs instead of arrowheads. `corner` is the one that a verdict is about.
    - `marks` are at the places of findings. `seen` is None unless the picture shows the sight of `viewer`; then cells
      that are not in it are blocked.
    - `values` are numbers in cells, `corner_values` at corners, `values_are` what they count, `tints` the meanings of
      their tints. `steps` lead from cell to cell, `corner_steps` from corner to corner. `covered` are the cells on
      which a piece of several can stand, each with the least cost, `threatened` those in which others threaten it.
      `attackers` are the threatening pieces, drawn even in crowded cells.
    - `former_pieces` are former pieces of the board, whose short names are not reused; sides keep shape and colour.

    On free tables only:

    - `features` are the meanings of features by name; `mark_meanings` are the meanings of the system's marks.
    - `segments` are lines, `tape` is the distance that counts. `is_close`: sight is too close to call.
    - `named_marks` are the marks of findings by the names of pieces and features. `seen_pieces` is None unless the
      picture shows the sight of `viewer`; then pieces that are not in it are not seen.
    - `area` are rings round the area where the centre of `viewer` can end its move, `way` is a path to it.
    """

    title: str
    surface: Board | Table
    viewer: str | None = None
    about: tuple[str, ...] = ()
    depictions: Mapping[str, PieceDepiction] = field(default_factory=dict)
    drawings: Mapping[str, TerrainDrawing] = field(default_factory=lambda: TERRAINS)
    terrain_adjectives: Collection[str] = ()
    links: tuple[Link, ...] = ()
    sign_words: Mapping[Sign, str] = field(default_factory=dict)
    caption: str = ""
    note: str = ""
    dice: tuple[int, ...] = ()
    remarks: tuple[Remark, ...] = ()
    max_remarks: int = 40

    letters: Mapping[str, str] = field(default_factory=dict)
    own_kinds: Mapping[str, OwnKind] = field(default_factory=dict)
    zones: Mapping[str, frozenset[Cell]] = field(default_factory=dict)
    groups: tuple[CellGroup, ...] = ()
    marked_areas: tuple[MarkedArea, ...] = ()
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
    former_pieces: Mapping[str, Piece] = field(default_factory=dict)

    features: Mapping[str, TerrainMeaning] = field(default_factory=dict)
    mark_meanings: Mapping[str, str] = field(default_factory=dict)
    segments: tuple[Segment, ...] = ()
    tape: Tape | None = None
    is_close: bool = False
    named_marks: Mapping[str, Mark] = field(default_factory=dict)
    seen_pieces: Mapping[str, Sight] | None = None
    area: tuple[tuple[Spot, ...], ...] = ()
    way: tuple[Spot, ...] = ()

    def depiction_of(self, piece: Piece) -> PieceDepiction:
        """Return the depiction of a piece beyond the fields of `Piece`."""
        return self.depictions.get(piece.name, _PLAIN)

    def drawing_of(self, kind: str) -> TerrainDrawing:
        """Return the drawing of a kind of terrain, `UNKNOWN` if there is none."""
        return self.drawings.get(kind, UNKNOWN)

    @cached_property
    def sides(self) -> tuple[str | None, ...]:
        """The sides of the pieces, former ones too, in order of appearance."""
        pieces = {**self.former_pieces, **self.pieces}
        return tuple(dict.fromkeys(piece.side for piece in pieces.values() if piece.as_terrain is None))

    @cached_property
    def side_colours(self) -> Mapping[str | None, str]:
        """The colour of each side, and of those that have a zone."""
        return side_colours((*self.sides, *self.zones, None))

    @cached_property
    def whole_level(self) -> int:
        """The level of a board if all cells have the same one, otherwise 0."""
        levels = self._levels
        return next(iter(levels)) if len(levels) == 1 else 0

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The levels of cells other than 0, ascending; () if all cells have the same level."""
        return () if self.whole_level else tuple(sorted(self._levels - {0}))

    @cached_property
    def _levels(self) -> frozenset[int]:
        """The levels of all cells."""
        pairs = zip(self.board.ground, self.board.levels, strict=True)
        return frozenset(level for kinds, level in pairs if kinds is not None)

    @cached_property
    def features_by_place(self) -> SpatialHash[Feature]:
        """The features of a free table by their bounding boxes."""
        found: SpatialHash[Feature] = SpatialHash(max(self.table.width, self.table.height))
        for feature in self.table.features:
            low, high = feature.outline.box
            found.add(Box(*low, *high), feature)
        return found


def board_scene(
    rules: Ruleset[Any], position: Position, *, title: str = "", zones: Mapping[str, Zone] | None = None
) -> Scene:
    """Return the scene of a board or table alone, or of a board with the zones in which sides start.

    The default title is the name of the rule system.
    """
    depiction = depiction_of(rules)
    scene = Scene(
        title=title or rules.title,
        surface=position.surface,
        terrain_adjectives=depiction.terrain_adjectives,
        drawings={**TERRAINS, **depiction.terrain_drawings} if depiction.terrain_drawings else TERRAINS,
        depictions={name: depiction.piece_depiction(piece) for name, piece in position.pieces.items()},
    )
    if position.is_free:
        return structs.replace(
            scene,
            features=feature_meanings(rules, position.table, scene.drawings),
            mark_meanings={mark.mark: mark.meaning for mark in depiction.terrain_marks},
        )
    board = position.board
    cells = {
        side: frozenset(cell for cell in board if board.grid.column_row(cell) in zone)
        for side, zone in (zones or {}).items()
    }
    groups = tuple(depiction.cell_groups(position))
    own = own_kinds(rules, position, scene.drawings)
    drawings = {**scene.drawings, **{kind: own_drawing(each, scene.drawings) for kind, each in own.items()}}
    letters = terrain_letters(position)
    return structs.replace(
        scene,
        letters=letters,
        own_kinds=own,
        drawings=drawings,
        zones=cells,
        groups=groups,
        marked_areas=tuple(depiction.marked_areas(position)),
    )


def shot_scene(rules: Ruleset[Any], position: Position, verdict: Verdict, *, title: str = "") -> Scene:
    """Return the scene of one verdict: its lines, every place that a finding is about, and all findings in words.

    The findings are followed by the changes that would help, or by the steps of a resolved attack.
    """
    depiction, rolled = depiction_of(rules), extension(verdict, Rolled)
    scene = structs.replace(
        board_scene(rules, position, title=title),
        about=(verdict.from_, verdict.to),
        caption=caption(depiction, verdict),
        dice=rolled.rolls if rolled else (),
        remarks=tuple(verdict_remarks(depiction, verdict)),
    )
    if position.is_free:
        corridor = depiction.corridor(verdict)
        return structs.replace(
            scene,
            segments=segments(position.table, verdict, corridor),
            tape=tape(position.table, verdict),
            named_marks=marks(verdict.findings),
            is_close=corridor is not None and corridor.is_too_close,
            remarks=(*measured_remarks(verdict, corridor), *scene.remarks),
        )
    return structs.replace(
        scene,
        rays=tuple(shot_rays(rules, position, verdict)),
        corner=marked_corner(rules, position.board, verdict),
        marks=site_marks(position.board, verdict.findings),
    )


def see_scene(rules: Ruleset[Any], position: Position, seen: Seen | SeenPieces, *, title: str = "") -> Scene:
    """Return the scene of the cells that a piece sees, or on a free table of the pieces that it sees, by sight."""
    scene = structs.replace(board_scene(rules, position, title=title), viewer=seen.from_)
    if isinstance(seen, SeenPieces):
        sights = {name: seen.pieces.get(name, Sight.BLOCKED) for name in position.pieces if name != seen.from_}
        return structs.replace(
            scene,
            seen_pieces=seen.pieces,
            caption=seen_caption(seen.from_, sights.values()),
            remarks=tuple(_seen_remarks(sights)),
        )
    cells = {parse_cell(scene.board, label): sight for label, sight in seen.cells.items()}
    own = scene.pieces[seen.from_].cells
    blocked = (Sight.BLOCKED for cell in scene.board if cell not in cells and cell not in own)
    return structs.replace(scene, seen=cells, caption=seen_caption(seen.from_, [*cells.values(), *blocked]))


def _seen_remarks(sights: Mapping[str, Sight]) -> Iterator[Remark]:
    words = {Sight.CLEAR: _("seen clearly"), Sight.IMPEDED: _("sight impeded"), Sight.BLOCKED: _("not seen")}
    named = {sight: [shorten(name, LONGEST_NAME) for name, each in sights.items() if each is sight] for sight in Sight}
    return (Remark(words[sight], "", ", ".join(names)) for sight, names in named.items() if names)


def line_scene(rules: Ruleset[Any], position: Position, line: LineContacts, *, title: str = "") -> Scene:
    """Return the scene of the bare line between two points, with every contact, also in words."""
    scene = board_scene(rules, position, title=title)
    board = scene.board
    start, stop = (parse_point(board, name) for name in (line.from_, line.to))
    found = [_on_map(board, contact) for contact in contacts(board.grid, start, stop)]
    met = tuple(contact for contact in found if contact.cells)
    rows = sorted((contact.at, [format_cell(board, cell) for cell in contact.cells], contact) for contact in met)
    return structs.replace(
        scene,
        rays=(Ray(start, stop, None, met),),
        caption=line_caption(board, start, stop),
        remarks=tuple(contact_remark(contact, cells) for _, cells, contact in rows),
    )


def _on_map(board: Board, contact: Contact) -> Contact:
    return contact._replace(cells=tuple(cell for cell in contact.cells if cell in board))


def site_marks(board: Board, findings: Iterable[Finding]) -> Mapping[Site, Mark]:
    """Return the mark of every cell and border that findings are about."""
    return {_site(board, label): mark for label, mark in marks(findings).items()}


def _site(board: Board, label: str) -> Site:
    return parse_border(board, label) if "/" in label else parse_cell(board, label)
