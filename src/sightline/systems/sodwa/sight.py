"""Section 4: the line of sight over terrain and levels, adjacency, distance, and engagement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from sightline.i18n import Term
from sightline.lattice import Cell
from sightline.rules import Attack, Clause, Finding, Position, Ruling, Sight, Site, rule
from sightline.sight import (
    ByAdjacency,
    ContactKind,
    LazyLines,
    LineResult,
    Reading,
    Reason,
    Sighting,
    SightLine,
    SightPlan,
    find_sighting,
    sighting_of,
)
from sightline.systems.sodwa.ability import attacks_unseen
from sightline.systems.sodwa.encounter import Encounter, Refusal
from sightline.systems.sodwa.pieces import Character, character_of
from sightline.systems.sodwa.portals import ends_of_lines, portals_of
from sightline.systems.sodwa.sight_plan import (
    BLOCKED,
    IMPEDED,
    adjacent_border_reading,
    border_reading,
    corner_reading,
    elevated,
    impeding_reading,
    levels_reading,
    no_reading,
    obstructing_reading,
    overlooked_reading,
    target_tile_reading,
    tile_reading,
)
from sightline.systems.sodwa.terrain import as_terrain, changes_level, is_elevated, meaning

ENGAGED = Ruling(
    "engaged",
    "A character is adjacent to an enemy: does that limit only which enemies it can target, or all its targets, "
    "including friends and tiles?",
    ("enemies-only", "all-targets"),
)
DIAGONALS = Ruling(
    "diagonals",
    "What does a diagonal cost for Range and Move: always one tile, or two for every second one?",
    ("one", "alternating"),
)


def _plan(readings: Mapping[ContactKind, Reading]) -> SightPlan:
    return SightPlan("centre", "centre", SightLine(readings))


@cache
def between_apart() -> SightPlan:
    """Return the plan of sight between tiles that are not adjacent."""
    return _plan(
        {
            "cell": tile_reading(),
            "end": target_tile_reading("apart"),
            "border": border_reading(),
            "corner": corner_reading(impeding_reading, impeding_reading),
        }
    )


@cache
def up_to_the_target() -> SightPlan:
    """Return the plan of sight to a tile that counts as clear."""
    return _plan(
        {
            "cell": tile_reading(),
            "border": border_reading(),
            "corner": corner_reading(impeding_reading, impeding_reading),
        },
    )


@cache
def between_adjacent() -> SightPlan:
    """Return the plan of sight between adjacent tiles."""
    return _plan(
        {
            "end": target_tile_reading("adjacent"),
            "border": adjacent_border_reading("border", target_tile_reading.clause),
            "corner": corner_reading(no_reading, adjacent_border_reading),
        }
    )


@cache
def keeping_apart() -> SightPlan:
    """Return the plan of the obstacles, except levels, that keep neighbours from being adjacent."""
    return _plan(_keeping_apart())


def _keeping_apart() -> Mapping[ContactKind, Reading]:
    border = obstructing_reading("border", is_adjacent.clause)
    return {"border": border, "corner": corner_reading(no_reading, no_reading)}


@cache
def overlooked_plan() -> SightPlan:
    """Return the plan of the obstacles that the two ends see over because of their levels."""
    return _plan(
        {"cell": overlooked_reading("cell", elevated.clause), "border": overlooked_reading("border", elevated.clause)}
    )


@rule(
    Clause(
        "SOD-4.6",
        "Adjacency",
        "Tiles that share a side or a corner are adjacent, unless an obstructing border lies between them, the "
        "corner is blocked for a line between them, or their levels differ without a transition border. Diagonal "
        "neighbours on different levels are never adjacent.",
        "Terrain Types; Elevated Terrain; diagonals and characters: ours",
    ),
    off=False,
)
def is_adjacent(position: Position, one: Cell, other: Cell) -> bool:
    """Return whether two tiles are adjacent."""
    if position.board.grid.distance(one, other) != 1 or not can_touch(position, one, other):
        return False

    def keeps_apart(at: Position) -> bool:
        return find_sighting(at.plan(keeping_apart), at, one, other).sight is Sight.BLOCKED

    return not position.cached(
        ("apart", one, other), keeps_apart
    )  # cached because one judgement needs it several times


def can_touch(position: Position, one: Cell, other: Cell) -> bool:
    """Return whether the levels of two neighbouring tiles allow them to be adjacent."""
    if is_elevated(position, one) == is_elevated(position, other):
        return True
    shares_side = position.board.grid.edge_between(one, other) is not None
    return shares_side and changes_level(position, one, other)


@cache
def line_of_sight() -> SightPlan:
    """Return the plan of sight between any two tiles."""
    apart = SightLine({**_keeping_apart(), "end": levels_reading(is_adjacent.clause)})
    return SightPlan("centre", "centre", ByAdjacency(apart, between_adjacent().fold, between_apart().fold))


def find_view(position: Position, start: Cell, stop: Cell) -> Sighting:
    """Return the sighting of a character on one tile from another."""
    return find_sighting(position.plan(line_of_sight), position, start, stop)


class Look(NamedTuple):
    """A line of sight from one character to another: its sighting, its length in tiles, and its ends."""

    sighting: Sighting
    distance: int
    start: Cell
    stop: Cell


def find_look(position: Position, start: Cell, stop: Cell, reach: int | None) -> Look:
    """Return the look of a character on one tile at one on another: the best one of several through portals.

    Looks are ordered by whether they are within `reach`, then by sight, then by length. Adjacent characters need no
    portal.
    """
    if not position.board.links:
        return _look(position, start, stop)
    tracked, consulted = position.tracking_rulings()
    looks = [_look(tracked, *ends) for ends in ends_of_lines(tracked, start, stop)]
    if is_adjacent(tracked, start, stop):
        looks = looks[:1]
    best = min(looks, key=lambda look: (_is_beyond(look, reach), look.sighting.degree, look.distance))
    lazy = best.sighting.lazy_lines
    lines = LazyLines(lambda: lazy.lines, lambda: lazy.considered, consulted)
    return best._replace(sighting=replace(best.sighting, lazy_lines=lines))


def _is_beyond(look: Look, reach: int | None) -> bool:
    return reach is not None and look.distance > reach


def _look(position: Position, start: Cell, stop: Cell) -> Look:
    if start != stop:
        return Look(find_view(position, start, stop), distance(position, start, stop), start, stop)
    grid = position.board.grid
    lines = (LineResult(grid, grid.centre(start), grid.centre(stop), ()),)
    return Look(Sighting(0, Sight.CLEAR, LazyLines(lambda: lines, lambda: lines)), 0, start, stop)


def is_hidden(position: Position, start: Cell, stop: Cell) -> bool:
    """Return whether sight from one tile to another is blocked before it reaches the other."""
    return find_sighting(position.plan(up_to_the_target), position, start, stop).sight is Sight.BLOCKED


@rule(
    Clause(
        "SOD-4.8",
        "Distance",
        "Distance is counted in tiles. A ruling says whether every diagonal counts one, or every second one two. "
        "Terrain and levels change no distance.",
        "Range; Move; diagonals: ours",
    ),
    off=0,
)
def distance(position: Position, one: Cell, other: Cell) -> int:
    """Return the distance between two tiles, by the ruling `diagonals`."""
    shorter, longer = sorted((abs(one.q - other.q), abs(one.r - other.r)))
    if shorter < 2 or position.rulings[DIAGONALS.name] == "one":
        return longer
    return longer + shorter // 2


def engaging_enemies(position: Position, character: Character) -> tuple[Character, ...]:
    """Return the enemies that are adjacent to a character."""
    board, grid = position.board, position.board.grid
    near = (
        character_of(piece)
        for place in _neighbours(grid.column_row(character.cell))
        for piece in board.occupants.get(grid.cell_at(*place), ())
        if as_terrain(piece) is None and piece.name != character.name and not piece.is_friend_of(character)
    )
    return tuple(other for other in near if is_adjacent(position, character.cell, other.cell))


def _neighbours(place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    column, row = place
    yield from ((column + x, row + y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


@rule(
    Clause(
        "SOD-4.7",
        "Engaged characters",
        "Among its enemies, a character adjacent to one can target only adjacent ones. Others can still target it "
        "from afar. A ruling says whether this also limits the help it gives to friends.",
        "Line of Sight; friends: ours",
    ),
    off=(),
)
def check_engagement(encounter: Encounter) -> Sequence[Refusal]:
    """Return a refusal if an enemy adjacent to the attacker forbids a target farther away."""
    if encounter.kind == "melee":
        return ()
    enemies = encounter.engaging
    if not enemies:
        return ()
    position, attacker = encounter.position, encounter.attacker
    if encounter.target.is_friend_of(attacker) and position.rulings[ENGAGED.name] == "enemies-only":
        return ()
    ordered = sorted(enemies, key=lambda enemy: position.label(enemy.cell))
    args = {"attacker": attacker.name, "enemy": ordered[0].name}
    return (Refusal("engaged", args, [enemy.cell for enemy in ordered]),)


def obstacles(attack: Attack[Character]) -> Iterator[Finding]:
    """Yield everything that blocks or impedes sight, and everything that would do so without levels or adjacency."""
    yield from _through_portals(attack)
    for reason in sighting_of(attack).reasons:
        if reason.kind == "corner":
            yield _corner_finding(attack, reason)
        else:
            for site, word in reason.sites:
                for name in _obstacle_names(attack.position, site, word):
                    yield _finding(attack, reason, site, name)
    yield from _overlooked(attack)


def _obstacle_names(position: Position, site: Site, word: str) -> Iterator[str]:
    """Yield the words for a reason's site; for an object the names of all objects there with the same effect."""
    piece = None if isinstance(word, Term) or not isinstance(site, Cell) else position.pieces.get(word)
    if piece is None or as_terrain(piece) is None:
        yield word
        return
    sight = meaning(position.terrain, as_terrain(piece) or "").sight
    for other in position.board.occupants[piece.cell]:
        kind = as_terrain(other)
        if kind is not None and meaning(position.terrain, kind).sight == sight:
            yield other.name


def _finding(attack: Attack[Character], reason: Reason, site: Site, word: str) -> Finding:
    """Return the finding about an obstacle in a tile or on a border."""
    position, at = attack.position, attack.position.label(site)
    does = "blocks" if min(reason.degree, _degree(position, site, word)) == BLOCKED else "impedes"
    find = attack.impedes
    if does == "blocks":
        find = attack.notes if _needs_no_sight(attack) else attack.blocks
    if reason.clause is elevated.clause:
        return find(reason.clause, "elevated-blocks", [site], cell=at)
    if not isinstance(site, Cell):
        return find(reason.clause, f"border-{does}", [site], terrain=word, border=at)
    if reason.kind == "end" and site == attack.target.cell:
        return find(reason.clause, f"own-tile-{does}", [site], terrain=word, cell=at, target=attack.target.name)
    if not isinstance(word, Term):
        kind = as_terrain(position.pieces[word])
        if kind is None:
            return find(reason.clause, "character-blocks", [site], name=word, cell=at)
        return find(reason.clause, f"object-{does}", [site], name=word, terrain=Term(kind), cell=at)
    return find(reason.clause, f"tile-{does}", [site], terrain=word, cell=at)


def _needs_no_sight(attack: Attack[Character]) -> bool:
    """Return whether an attack is allowed although sight is blocked: in melee the target's own tile may hide it."""
    if attacks_unseen(attack.attacker.abilities):
        return True
    return is_adjacent(attack.position, attack.attacker.cell, attack.target.cell)


def _degree(position: Position, site: Site, word: str) -> int:
    """Return the degree of a single obstacle: a kind of terrain, elevated ground, or a piece by name."""
    terrain, kind = position.terrain if isinstance(site, Cell) else position.border_terrain, str(word)
    if not isinstance(word, Term):
        kind = as_terrain(position.pieces[word]) or ""
    is_impeding = kind in terrain and meaning(terrain, kind).sight == "impeding"
    return IMPEDED if is_impeding else BLOCKED


def _corner_finding(attack: Attack[Character], reason: Reason) -> Finding:
    """Return the finding about a corner: the worst obstacle on each of the two ways around it."""
    position = attack.position
    crossed = {passed.cell for passed in sighting_of(attack).passed_cells}
    worst: dict[Cell, tuple[int, Site, str]] = {}
    for site, word in reason.sites:
        [tile] = [site] if isinstance(site, Cell) else [cell for cell in site if cell not in crossed]
        degree = _degree(position, site, word)
        if tile not in worst or degree > worst[tile][0]:
            worst[tile] = degree, site, word
    (_, one, what), (_, other, other_what) = sorted(worst.values(), key=lambda way: (way[0], position.label(way[1])))
    does, find = "impedes", attack.impedes
    if reason.degree == BLOCKED:
        does, find = "blocks", attack.notes if attacks_unseen(attack.attacker.abilities) else attack.blocks
    at = dict.fromkeys(site for site, _ in reason.sites)
    args = {"what": what, "place": position.label(one), "other": other_what, "other_place": position.label(other)}
    return find(reason.clause, f"corner-{does}", at, **args)


def _ends_of(attack: Attack[Character]) -> tuple[Cell, Cell]:
    """Return the tiles on which the line of an attack begins and ends."""
    if not attack.position.board.links:
        return attack.attacker.cell, attack.target.cell
    look = find_look(attack.position, attack.attacker.cell, attack.target.cell, attack.attacker.range)
    return look.start, look.stop


def _through_portals(attack: Attack[Character]) -> Iterator[Finding]:
    """Yield notes on the ends of the line that are not the characters' tiles, but reached through a portal."""
    ends = zip(("begins", "ends"), (attack.attacker, attack.target), _ends_of(attack), strict=True)
    for does, who, end in ends:
        if end != who.cell:
            here, there = map(attack.position.label, (who.cell, end))
            args = {"name": who.name, "here": here, "there": there}
            yield attack.notes(portals_of.clause, f"{does}-at-portal", (who.cell, end), **args)


def _overlooked(attack: Attack[Character]) -> Iterator[Finding]:
    """Yield notes on obstacles that the two see over because of their levels, or that do not impede adjacent tiles."""
    position, (start, stop) = attack.position, _ends_of(attack)
    if is_elevated(position, start) or is_elevated(position, stop):
        for reason in find_sighting(position.plan(overlooked_plan), position, start, stop).reasons:
            for site, word in reason.sites:
                yield attack.notes(reason.clause, "seen-over", [site], what=word, place=position.label(site))
    if is_adjacent(position, start, stop):
        apart = find_sighting(position.plan(between_apart), position, start, stop)
        for reason in apart.reasons:
            if reason.kind == "end" and reason.degree == IMPEDED:
                for site, word in reason.sites:
                    yield attack.notes(reason.clause, "beside", [site], what=word, place=position.label(site))
