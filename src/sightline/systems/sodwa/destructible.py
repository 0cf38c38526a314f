"""Attacks on obstructing terrain (SOD-5.10), and its destruction (SOD-7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from sightline.board import Board
from sightline.i18n import Term
from sightline.lattice import Cell
from sightline.rules import Clause, Effect, Finding, Message, Position, Ruling, Sight, Site, Strike, rule
from sightline.sight import Sighting
from sightline.systems.sodwa.ability import damage_bonus, held_findings
from sightline.systems.sodwa.encounter import Refusal
from sightline.systems.sodwa.pieces import AttackKind, Character, attributes
from sightline.systems.sodwa.sight import ENGAGED, distance, engaging_enemies, find_view, is_hidden
from sightline.systems.sodwa.sight_plan import BLOCKED
from sightline.systems.sodwa.terrain import DIFFICULT, TRANSITION, drawn_kinds, meaning, obstructs, terrain_that

MIN_DESTROYING_DAMAGE: Final = 3
"""The damage that destroys obstructing terrain."""

WALL_DAMAGE = Ruling(
    "wall-damage",
    "Does obstructing terrain fall only if one hit does 3 damage, or does the damage of several hits add up?",
    ("one-hit", "cumulative"),
)


@rule(
    Clause(
        "SOD-7.3",
        "Destroyed terrain",
        "3 or more damage destroys obstructing terrain. A tile becomes difficult. A border falls piece by piece, "
        "and both of its tiles become difficult instead of what they were, except those that obstruct or are "
        "transitions. Levels stay. A ruling says whether damage adds up.",
        "Obstructing Terrain; several hits: ours",
    ),
    off=False,
)
def is_destroyed(position: Position, damage: int, earlier: int) -> bool:
    """Return whether damage destroys obstructing terrain that has taken `earlier` damage before."""
    if damage >= MIN_DESTROYING_DAMAGE or earlier + damage < MIN_DESTROYING_DAMAGE:
        return damage >= MIN_DESTROYING_DAMAGE
    return adds_up(position)


def adds_up(position: Position) -> bool:
    """Return whether the damage of several hits adds up, by the ruling `wall-damage`."""
    return position.rulings[WALL_DAMAGE.name] == "cumulative"


def after_damage(position: Position, site: Site, damage: int, earlier: int) -> Board:
    """Return the board after damage to obstructing terrain on a tile or border. Raise ValueError without any."""
    if not is_wall(position, site):
        raise ValueError(position.label(site))
    board = position.board
    if not is_destroyed(position, damage, earlier):
        return board
    if isinstance(site, Cell):
        return board.with_ground({site: (DIFFICULT,)})
    rubble = {cell: (DIFFICULT,) for cell in site if not _keeps_terrain(position, cell)}
    return board.with_borders({site: ()}).with_ground(rubble)


def _keeps_terrain(position: Position, cell: Cell) -> bool:
    """Return whether a tile next to a destroyed border keeps its terrain."""
    return TRANSITION in drawn_kinds(position, cell) or is_wall(position, cell)


WALLS = terrain_that(obstructs)


def is_wall(position: Position, site: Site) -> bool:
    """Return whether there is obstructing terrain on a tile or border: whether that is in the mask of walls."""
    if isinstance(site, Cell):
        return any(obstructs(meaning(position.terrain, kind)) for kind in drawn_kinds(position, site))
    kinds = position.board.borders.get(site, ())
    return any(obstructs(meaning(position.border_terrain, kind)) for kind in kinds)


def iter_walls(position: Position) -> Iterator[Site]:
    """Yield the tiles, then the borders, with obstructing terrain."""
    return iter(position.mask(WALLS))


class TerrainEncounter(Protocol):
    """A character that attacks obstructing terrain, and their relation on the board."""

    @property
    def position(self) -> Position: ...

    @property
    def attacker(self) -> Character: ...

    @property
    def site(self) -> Site:
        """The tile or border that is attacked."""

    @property
    def engaging(self) -> Sequence[Character]:
        """The enemies that are adjacent to the attacker."""

    def is_in_range(self, tile: Cell) -> bool:
        """Return whether a tile is within the attacker's Range."""

    def is_any_seen(self, tiles: Sequence[Cell]) -> bool:
        """Return whether one of the site's tiles is seen, the site counting as clear."""


@rule(
    Clause(
        "SOD-5.10",
        "Attacks on terrain",
        "An Attack on an obstructing tile or border hits without dice. Against a neighbouring tile or a border of "
        "the attacker's own tile it is melee, otherwise ranged and within Range. It needs sight to the tile, or to "
        "one of the border's tiles within Range, and the target itself counts as clear; a border of the attacker's "
        "own tile needs no sight. A ruling may limit engaged characters to melee.",
        "Obstructing Terrain; all of it: ours",
    ),
    off=(),
)
def check_attack(encounter: TerrainEncounter) -> Iterable[Refusal]:
    """Yield every refusal of an attack on obstructing terrain."""
    position, attacker, site = encounter.position, encounter.attacker, encounter.site
    who = attacker.name
    kind, tiles = attack_kind(position, attacker, site), tiles_of(site)
    near = tiles if kind == "melee" else [tile for tile in tiles if encounter.is_in_range(tile)]
    if not near:
        away = min(distance(position, attacker.cell, tile) for tile in tiles)
        yield Refusal("terrain-beyond-range", {"attacker": who, "reach": attacker.range, "tiles": away}, [site])
    is_own_border = kind == "melee" and not isinstance(site, Cell)
    if not is_own_border and not encounter.is_any_seen(near or tiles):
        yield Refusal("terrain-unseen", {"attacker": who, "place": position.label(site)}, [site])
    engaging = encounter.engaging if kind == "ranged" else ()
    if engaging and position.rulings[ENGAGED.name] == "all-targets":
        enemy = min(engaging, key=lambda enemy: position.label(enemy.cell))
        yield Refusal("terrain-engaged", {"attacker": who, "enemy": enemy.name}, [enemy.cell])


def strike_findings(encounter: TerrainEncounter) -> tuple[Finding, ...]:
    """Return every refusal of an attack on obstructing terrain as a finding."""
    clause, label, attacker = check_attack.clause, encounter.position.label, encounter.attacker
    refused = (
        Finding(clause=clause, effect=Effect.FORBIDS, at=tuple(map(label, sites)), message=Message(message, args))
        for message, args, sites in check_attack(encounter)
    )
    return (*held_findings(attacker.name, attacker.effects, "attack"), *refused)


def tiles_of(site: Site) -> Sequence[Cell]:
    """Return the tile that a site is, or the two of a border."""
    return (site,) if isinstance(site, Cell) else site


@dataclass(frozen=True)
class _StruckEncounter:
    """An attack on terrain in a position; its relations are computed on demand."""

    position: Position
    attacker: Character
    site: Site

    @property
    def engaging(self) -> Sequence[Character]:
        return engaging_enemies(self.position, self.attacker)

    def is_in_range(self, tile: Cell) -> bool:
        return distance(self.position, self.attacker.cell, tile) <= self.attacker.range

    def is_any_seen(self, tiles: Sequence[Cell]) -> bool:
        return _is_any_seen(self.position, self.attacker, tiles, self.site)


def strike(position: Position, attacker: Character, site: Site, earlier: int) -> Strike:
    """Judge an attack on obstructing terrain that has taken `earlier` damage. Raise ValueError if there is none."""
    if not is_wall(position, site):
        raise ValueError(position.label(site))
    kind = attack_kind(position, attacker, site)
    found, damage = strike_findings(_StruckEncounter(position, attacker, site)), damage_of(attacker, kind)
    return Strike(
        from_=attacker.name,
        at=position.label(site),
        kind=Term(kind),
        legal=not found,
        damage=damage,
        destroys=not found and damage is not None and is_destroyed(position, damage, earlier),
        findings=found,
    )


def damage_of(attacker: Character, kind: AttackKind) -> int | None:
    """Return the damage of an attack on terrain, None if the attacker states no numbers."""
    numbers = attributes(attacker, kind)
    return None if numbers is None else numbers.damage + damage_bonus(attacker.abilities, attacker.karma)


def attack_kind(position: Position, attacker: Character, site: Site) -> AttackKind:
    """Return whether an attack on a tile or border is melee or ranged."""
    if isinstance(site, Cell):
        return "melee" if position.board.grid.distance(attacker.cell, site) == 1 else "ranged"
    return "melee" if attacker.cell in site else "ranged"


def _is_any_seen(position: Position, attacker: Character, tiles: Sequence[Cell], site: Site) -> bool:
    """Return whether one of the tiles is seen, the target `site` counting as clear: that tile, or a border of them."""
    if isinstance(site, Cell):
        return not is_hidden(position, attacker.cell, site)  # walls have no objects
    # A board without the border is only built if no other obstacle certainly blocks sight.
    views = {tile: find_view(position, attacker.cell, tile) for tile in tiles}
    if any(view.sight is not Sight.BLOCKED for view in views.values()):
        return True
    doubtful = [tile for tile, view in views.items() if not _is_blocked_elsewhere(view, site)]
    cleared = position.with_surface(position.board.with_borders({site: ()})) if doubtful else position
    return any(find_view(cleared, attacker.cell, tile).sight is not Sight.BLOCKED for tile in doubtful)


def _is_blocked_elsewhere(view: Sighting, site: Site) -> bool:
    """Return whether a reason other than a border blocks sight."""
    return any(reason.degree == BLOCKED and site not in dict(reason.sites) for reason in view.reasons)
