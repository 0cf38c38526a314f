"""The use of an ability by a character: its possible targets, and the objections to targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from sightline.board import MAX_BOARD_SIZE
from sightline.i18n import N_
from sightline.lattice import Cell
from sightline.referee.judge import build_attack
from sightline.rules import Clause, Effect, Finding, Ruleset, Site, rule
from sightline.systems.sodwa import sight
from sightline.systems.sodwa.ability import TargetKind, refusing
from sightline.systems.sodwa.encounter import Refusal
from sightline.systems.sodwa.game.indexed_tiles import BitSet, SiteSet, iter_bits
from sightline.systems.sodwa.game.outlook import ReachKey
from sightline.systems.sodwa.game.place_choices import SiteChoices
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import BattleEncounter, Surroundings
from sightline.systems.sodwa.pieces import Character

if TYPE_CHECKING:
    from sightline.systems.sodwa.game.activated_ability import ActivatedAbility


NO_SIGHT: Final = "no-sight"
"""The message of a refusal of a target that is not seen."""
EVERYWHERE: Final = 2 * MAX_BOARD_SIZE
"""A distance that no two tiles of a map have."""


class AbilityUse:
    """A character that uses an ability in a state."""

    def __init__(
        self,
        rules: Ruleset[Any],
        state: SodwaState,
        user: Character,
        ability: ActivatedAbility,
        around: Surroundings | None = None,
    ) -> None:
        self.rules, self.state, self.user, self.ability = rules, state, user, ability
        self.entry = ability.entry
        self.around = around or Surroundings(state, user)

    @property
    def within(self) -> BitSet:
        """The tiles within the range of the ability; all tiles if it has none."""
        tiles = self.state.map.tiles
        return tiles.all if self.entry.range is None else tiles.within(self.around.tile, self.entry.range)

    @property
    def reached(self) -> BitSet:
        """The tiles that are legal targets: within range, seen if the ability needs sight, not forbidden by engagement.

        Abilities with the same range share them.
        """
        key, known = self._reach_key, self.around.outlook.reached
        found = known.get(key)
        if found is None:
            known[key] = found = self._find_reached()
        return found

    @property
    def _reach_key(self) -> ReachKey:
        return self.entry.range, self.entry.sight, self.is_kept_near()

    def _find_reached(self) -> BitSet:
        around, battle_map = self.around, self.state.map
        near, own = self.within & battle_map.on_map, around.tile
        if self.is_kept_near():
            near &= 1 << own | battle_map.adjacent_of(around.bits, own, near)
        return around.outlook.seen(near) if self.entry.sight else near

    def sites(self, kind: TargetKind) -> SiteSet:
        """Return the tiles, the borders, or both, that are legal targets."""
        found = 0 if kind == "border" else self.reached
        return found if kind == "tile" else found | self._reached_borders

    @property
    def _reached_borders(self) -> SiteSet:
        """The borders that are legal targets; abilities with the same range share them."""
        key, known = self._reach_key, self.around.outlook.reached_borders
        found = known.get(key)
        if found is None:
            known[key] = found = self._find_reached_borders()
        return found

    def _find_reached_borders(self) -> SiteSet:
        battle_map = self.state.map
        tiles, found = battle_map.tiles, 0
        doubtful = tiles.borders_of(self.within) & tiles.borders_between(battle_map.on_map)
        if not self.is_kept_near():
            # A border of a tile that is seen is seen, and one that is in no mask hides nothing of its tiles.
            found = doubtful & tiles.borders_of(self.reached)
            doubtful &= ~found & battle_map.marked
        for number in iter_bits(doubtful):
            border = tiles.border(number)
            if next(_place_objections(self, border, border), None) is None:
                found |= 1 << number
        return found

    def is_kept_near(self) -> bool:
        """Return whether the user is engaged and may therefore name only adjacent places."""
        is_ruled = self.state.map.position.rulings[sight.ENGAGED.name] == "all-targets"
        return is_ruled and bool(self.around.find_engaging())

    def is_reached(self, cell: Cell) -> bool:
        """Return whether a tile is known to be one of those that are `reached`."""
        known = self.around.outlook.reached.get(self._reach_key, 0)
        return bool(known >> self.state.map.tiles.index(cell) & 1)

    def sees(self, site: Site, tiles: Iterable[Cell]) -> bool:
        """Return whether one of the tiles of a site is seen; the tile or border itself counts as clear."""
        around, battle_map = self.around, self.state.map
        hides, bits = battle_map.tiles.up_to.blocks, around.bits
        if not isinstance(site, Cell):
            bits &= ~battle_map.tiles.layout.in_all_layers(site)
        return any(not hides(bits, around.tile, battle_map.tiles.index(tile)) for tile in tiles)

    @property
    def free(self) -> BitSet:
        """The tiles on which nobody stands, and which nothing obstructs."""
        return self.state.map.on_map & ~(self.around.standing | self.obstructed)

    @property
    def obstructed(self) -> BitSet:
        """The tiles with obstructing terrain or objects."""
        return self.state.map.obstructed

    def is_enemy(self, name: str) -> bool:
        """Return whether a name is that of an enemy."""
        other = self.state.characters.get(name)
        return other is not None and not other.is_friend_of(self.user)

    def names_in_reach(self, tiles: BitSet) -> Sequence[str]:
        """Return the names of the characters on tiles that `check_target` may allow, in order."""
        reach = self.entry.range
        return self.around.names_on(tiles) if reach is None else self.around.names_in_reach(tiles, reach)

    def possible(self, kind: TargetKind) -> Iterator[str]:
        """Yield the legal targets of a kind, in order."""
        if kind in PLACES:
            return (label for (label,) in SiteChoices(self.state.map.tiles, self.sites(kind)))
        return (each for each in _CANDIDATES[kind](self) if next(self.objections(kind, each), None) is None)

    def objections(self, kind: TargetKind, target: str) -> Iterator[Finding]:
        """Yield the objections to a target of a kind."""
        return _OBJECTIONS[kind](self, target)

    def sight_objections(self, target: Character, refusals: Iterable[Refusal]) -> Iterator[Finding]:
        """Yield the findings that block sight to a character, if blocked sight is among the refusals."""
        if any(found.message == NO_SIGHT for found in refusals):
            attack = build_attack(self.rules, self.state.position, self.user, target, None)
            yield from (found for found in sight.obstacles(attack) if found.effect is Effect.BLOCKS)

    def refusal(self, message: str, *at: Site, clause: Clause | None = None, **args: str | int) -> Finding:
        """Return the finding that the ability cannot be used so, which by default cites the ability's own clause."""
        return refusal(clause or self.ability.clause, message, at=[self.state.map.label(site) for site in at], **args)

    def to_finding(self, found: Refusal, clause: Clause | None = None) -> Finding:
        """Return a refusal as a finding; by default it cites the ability's own clause."""
        at = [self.state.map.label(site) for site in found.sites]
        return refusal(clause or self.ability.clause, found.message, at=at, **found.args)


@rule(
    Clause(
        "SOD-8.0",
        "Abilities",
        "An ability is passive or used as an action. Its targets must be within its range and, if it says so, in "
        "sight, as for attacks. In one turn it can be combined with the types of action that it states. The same "
        "effect does not stack.",
        "Abilities; the figures: ours",
    ),
    off=(),
)
def check_target(use: AbilityUse, name: str) -> Iterable[Refusal]:
    """Yield the refusals of a character as a target: its range and sight."""
    target, around = use.state.characters[name], use.around
    if name == use.user.name:
        return
    encounter = around.encounter(target, EVERYWHERE if use.entry.range is None else use.entry.range)
    if encounter.kind == "ranged":
        if use.entry.range is not None and not encounter.is_in_range:
            tiles = encounter.distance
            yield Refusal("ability-range", {"who": use.user.name, "reach": use.entry.range, "tiles": tiles})
        if use.entry.sight and not encounter.is_target_seen:
            yield Refusal(NO_SIGHT, {"attacker": use.user.name, "target": name})


def _character_objections(use: AbilityUse, name: str) -> Iterator[Finding]:
    target = use.state.characters.get(name)
    if target is None:
        yield use.refusal("no-such-character", name=name)
        return
    if refusals := [*check_target(use, name)]:
        yield from (use.to_finding(found, check_target.clause) for found in refusals)
        yield from use.sight_objections(target, refusals)
    if name == use.user.name:
        return
    encounter = use.around.encounter(target)
    for found in sight.check_engagement(encounter):
        yield use.to_finding(found, sight.check_engagement.clause)
    yield from _hidden(use, encounter)


def _hidden(use: AbilityUse, encounter: BattleEncounter) -> Iterator[Finding]:
    """Yield the refusals of a target by what abilities have done to it."""
    for ability in refusing(encounter.target.effects):
        for found in ability.refusals(encounter):
            yield use.to_finding(found, ability.clause)


def _other_objections(use: AbilityUse, name: str) -> Iterator[Finding]:
    target = use.state.characters.get(name)
    if target is None:
        yield use.refusal("no-such-character", name=name)
    elif name != use.user.name:
        yield from _hidden(use, use.around.encounter(target))


def _enemy_objections(use: AbilityUse, name: str) -> Iterator[Finding]:
    if name in use.state.characters and not use.is_enemy(name):
        yield use.refusal("not-an-enemy", name=name)
    yield from _character_objections(use, name)


def _friend_objections(use: AbilityUse, name: str) -> Iterator[Finding]:
    if use.is_enemy(name):
        yield use.refusal("not-a-friend", name=name)
    yield from _character_objections(use, name)


def _thing_objections(use: AbilityUse, name: str) -> Iterator[Finding]:
    thing = use.state.map.objects.get(name)
    if thing is None:
        yield from _enemy_objections(use, name)
    else:
        # Neither a friend or enemy nor a tile: an engaged user may choose it.
        for found in check_place(use, thing.cell, (thing.cell,)):
            yield use.to_finding(found, check_target.clause)


def _tile_objections(use: AbilityUse, label: str) -> Iterator[Finding]:
    cell = use.state.map.find_cell(label)
    if cell is None:
        yield use.refusal("no-such-tile", cell=label)
    elif not use.is_reached(cell):
        yield from _place_objections(use, cell, (cell,))


def _border_objections(use: AbilityUse, label: str) -> Iterator[Finding]:
    border = use.state.map.find_site(label) if "/" in label else None
    if border is None or isinstance(border, Cell):
        yield use.refusal("no-such-border", border=label)
    elif not any(map(use.is_reached, border)) or use.is_kept_near():
        yield from _place_objections(use, border, border)


def _site_objections(use: AbilityUse, label: str) -> Iterator[Finding]:
    return _border_objections(use, label) if "/" in label else _tile_objections(use, label)


def _place_objections(use: AbilityUse, site: Site, tiles: tuple[Cell, ...]) -> Iterator[Finding]:
    for found in check_place(use, site, tiles):
        yield use.to_finding(found, check_target.clause)
    if not use.is_kept_near():
        return
    index, own = use.state.map.tiles.index, use.around.tile
    is_near = any(index(tile) == own or (len(tiles) == 1 and use.around.is_adjacent(index(tile))) for tile in tiles)
    if not is_near:
        enemy = min(use.around.find_engaging(), key=lambda enemy: use.state.map.label(enemy.cell))
        args = {"attacker": use.user.name, "enemy": enemy.name}
        yield use.refusal("terrain-engaged", enemy.cell, clause=sight.check_engagement.clause, **args)


def check_place(use: AbilityUse, site: Site, tiles: tuple[Cell, ...]) -> Iterator[Refusal]:
    """Yield the refusals of a tile or border as a target: its range and sight."""
    state, own = use.state, use.around.tile
    index, who = state.map.tiles.index, use.user.name
    if any(index(tile) == own for tile in tiles):
        return
    near = [tile for tile in tiles if use.within >> index(tile) & 1]
    if not near:
        away = min(sight.distance(state.map.position, use.user.cell, tile) for tile in tiles)
        yield Refusal("ability-range", {"who": who, "reach": use.entry.range or 0, "tiles": away}, [site])
    if use.entry.sight and not use.sees(site, near or tiles):
        yield Refusal("terrain-unseen", {"attacker": who, "place": state.map.label(site)}, [site])


def _facing_objections(use: AbilityUse, facing: str) -> Iterator[Finding]:
    if facing not in use.state.board.grid.facings:
        yield use.refusal("no-such-facing", facing=facing)


def _word_objections(use: AbilityUse, word: str) -> Iterator[Finding]:
    if word not in use.ability.words:
        yield use.refusal("no-such-word", word=word, words=", ".join(use.ability.words))


def _enemies(use: AbilityUse) -> Sequence[str]:
    return use.names_in_reach(use.around.enemies)


def _friends(use: AbilityUse) -> Sequence[str]:
    return use.names_in_reach(use.around.standing & ~use.around.enemies)


WANTED: Final[Mapping[TargetKind, str]] = MappingProxyType(
    {
        "enemy": N_("an enemy"),
        "friend": N_("a friend or the user"),
        "character": N_("a character"),
        "thing": N_("an enemy or an object"),
        "tile": N_("a tile"),
        "border": N_("a border"),
        "site": N_("a tile or a border"),
        "facing": N_("a facing"),
        "word": N_("a word"),
        "other": N_("another character"),
    }
)
"""The descriptions of the kinds of targets, in English until they are translated."""
PLACES: Final[frozenset[TargetKind]] = frozenset(("tile", "border", "site"))
"""The kinds of targets that are tiles or borders."""
_CANDIDATES: Final[Mapping[TargetKind, Callable[[AbilityUse], Iterable[str]]]] = MappingProxyType(
    {
        "enemy": _enemies,
        "friend": _friends,
        "character": lambda use: use.names_in_reach(use.around.standing),
        "thing": lambda use: [*_enemies(use), *use.state.map.objects],
        "facing": lambda use: use.state.board.grid.facings,
        "word": lambda use: use.ability.words,
        "other": lambda use: use.state.characters,
    }
)
_OBJECTIONS: Final[Mapping[TargetKind, Callable[[AbilityUse, str], Iterator[Finding]]]] = MappingProxyType(
    {
        "enemy": _enemy_objections,
        "friend": _friend_objections,
        "character": _character_objections,
        "thing": _thing_objections,
        "tile": _tile_objections,
        "border": _border_objections,
        "site": _site_objections,
        "facing": _facing_objections,
        "word": _word_objections,
        "other": _other_objections,
    }
)
