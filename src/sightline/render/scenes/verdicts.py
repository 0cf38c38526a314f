"""The lines of verdicts on boards: in detail for a single verdict, in short for charts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import structs

from sightline.board import Board, Piece, parse_cell, parse_point
from sightline.lattice import Cell, Contact, ContactType, Point, contacts, tangent_corners
from sightline.render.scenes.parts import Corner, Mark, Ray, Shot
from sightline.rules import Effect, Finding, Position, Ruleset, Sight, Sign, Site, Verdict, depiction_of
from sightline.sight import Sighting
from sightline.sight.line_result import LineResult

_WEIGHTIEST = (
    Effect.BLOCKS, Effect.FORBIDS, Effect.IMPEDES, Effect.MODIFIES, Effect.PERMITS, Effect.NOTES,
)  # fmt: skip
"""The effects by weight: the first one among the findings about a place marks it."""
_FEW = 2
"""The maximum number of lines drawn with all contacts; more lines have only the contacts that count."""
_MAX_LINES = 12
"""The maximum number of lines that are all drawn; of more, one for each site with a reason, and the outermost."""


def shot_rays(rules: Ruleset[Any], position: Position, verdict: Verdict) -> Iterable[Ray]:
    """Return the lines of a verdict with their contacts; if they are many, only with the contacts that count."""
    found = list(_rays(position.board, verdict))
    if len(found) <= _FEW:
        return found
    traced = _trace_lines(rules, position, verdict)
    rays = [_reduce_ray(ray, traced.get((ray.start, ray.stop))) for ray in found]
    if len(rays) <= _MAX_LINES:
        return rays
    kept = {*_telling(traced), *_outermost(position.board, verdict, rays)}
    return [ray for ray in rays if (ray.start, ray.stop) in kept]


def _telling(traced: Mapping[tuple[Point, Point], LineResult]) -> Iterator[tuple[Point, Point]]:
    """Yield, for every site with a reason, the ends of one line that meets it and few others, preferably long."""
    meeting: dict[Site, tuple[Point, Point]] = {}
    for ends, line in sorted(traced.items(), key=lambda each: (len(each[1].reasons), -_length(*each[0]))):
        for site in (site for reason in line.reasons for site, _ in reason.sites):
            meeting.setdefault(site, ends)
    yield from meeting.values()


def _length(start: Point, stop: Point) -> int:
    return (start.x - stop.x) ** 2 + (start.y - stop.y) ** 2


def _trace_lines(rules: Ruleset[Any], position: Position, verdict: Verdict) -> Mapping[tuple[Point, Point], LineResult]:
    """Return the lines of a verdict, by their ends, with the reasons on them."""
    attacker, target = (position.pieces[name] for name in (verdict.from_, verdict.to))
    weapon = next((weapon for weapon in attacker.weapons if weapon.name == verdict.weapon), None)
    look = rules.view(position, attacker, target, weapon)
    return {(line.start, line.stop): line for line in look.lines} if isinstance(look, Sighting) else {}


def _reduce_ray(ray: Ray, traced: LineResult | None) -> Ray:
    """Return one of many lines with its own sight: clear, or that of the verdict, with the points that cause it."""
    if traced is None or not traced.reasons:
        return structs.replace(ray, sight=Sight.CLEAR, broken_at=None, meets=())
    meets = tuple(dict.fromkeys(Fraction(reason.at, traced.denominator) for reason in traced.reasons))
    return structs.replace(ray, meets=meets, broken_at=meets[0] if ray.sight is Sight.BLOCKED else None)


def _outermost(board: Board, verdict: Verdict, rays: Sequence[Ray]) -> Collection[tuple[Point, Point]]:
    """Return the ends of the outermost lines, if all come from one corner."""
    if len({ray.start for ray in rays}) > 1:
        return ()
    corners = tangent_corners(board.grid, board.pieces[verdict.to].cells, rays[0].start)
    return [(rays[0].start, corner) for corner in corners]


def marked_corner(rules: Ruleset[Any], board: Board, verdict: Verdict) -> Corner | None:
    """Return the corner that a verdict is about, None if its system has none."""
    corner = depiction_of(rules).marked_corner(verdict)
    return None if corner is None else Corner(parse_point(board, corner.label), corner.label, corner.meaning)


def chart_rays(board: Board, verdict: Verdict) -> Iterable[Ray]:
    """Return the lines of one verdict of a chart; instead of many, one between the centres of the pieces."""
    rays = list(_rays(board, verdict))
    if len(rays) > _FEW:
        start, stop = (_middle(board, board.pieces[name]) for name in (verdict.from_, verdict.to))
        rays = [Ray(start, stop, verdict.sight, is_allowed=verdict.legal)]
    return [structs.replace(ray, contacts=()) for ray in rays]


def _middle(board: Board, piece: Piece) -> Point:
    return board.grid.centre(piece.cell) if piece.middle is None else piece.middle


def chart_shot(board: Board, verdict: Verdict, sign: Sign) -> Shot:
    """Return the shot of a verdict, with its sign."""
    stops = tuple(parse_point(board, str(line.to)) for line in verdict.lines)
    return Shot(parse_point(board, str(verdict.lines[0].from_)), stops, sign)


def _rays(board: Board, verdict: Verdict) -> Iterator[Ray]:
    """Yield the lines of a verdict with all their contacts, each with the point where it is blocked."""
    blocked = [_cells_of(board, label) for label in _labels(verdict, Effect.BLOCKS)]
    for line in verdict.lines:
        start, stop = parse_point(board, str(line.from_)), parse_point(board, str(line.to))
        met = tuple(contacts(board.grid, start, stop)) if start != stop else ()
        broken = next((contact.at[0] for contact in met if any(_is_met(contact, cells) for cells in blocked)), None)
        broken = broken if verdict.sight is Sight.BLOCKED else None
        yield Ray(start, stop, verdict.sight, met, broken, is_allowed=verdict.legal)


def weightiest(marks: Iterable[Mark]) -> Mark:
    """Return the mark of the greatest weight, the first of equal ones."""
    return min(marks, key=lambda mark: _WEIGHTIEST.index(mark.effect))


def _is_met(contact: Contact, cells: tuple[Cell, ...]) -> bool:
    """Return whether a contact is with a cell, or with the border of two: crossing it, along it, or at its end."""
    if len(cells) == 1:
        return cells[0] in contact.cells
    if contact.kind is ContactType.TOUCHES:
        return contact.cells[0] in cells
    return contact.kind in (ContactType.CROSSES_BORDER, ContactType.ALONG) and set(cells) == set(contact.cells)


def marks(findings: Iterable[Finding]) -> Mapping[str, Mark]:
    """Return by label the mark of the weightiest finding about each place."""
    found: dict[str, Mark] = {}
    for finding in sorted(findings, key=lambda finding: _WEIGHTIEST.index(finding.effect)):
        for label in finding.at:
            found.setdefault(label, Mark(finding.effect, finding.value))
    return found


def _labels(verdict: Verdict, effect: Effect) -> Iterable[str]:
    return (label for finding in verdict.findings if finding.effect is effect for label in finding.at)


def _cells_of(board: Board, label: str) -> tuple[Cell, ...]:
    """Return the cell of a label, or the two cells of a border."""
    return tuple(parse_cell(board, name) for name in label.split("/"))
