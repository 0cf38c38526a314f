"""Effects of abilities on characters, tiles and borders, and the terrain that they lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase
from typing import ClassVar, Final, Literal

from msgspec import structs

from sightline.board import Border
from sightline.i18n import N_, Term, _, ngettext
from sightline.lattice import Cell
from sightline.rules import MarkedArea, Site
from sightline.rules.game import Event
from sightline.systems.sodwa.ability import ability_of_effect, title_of
from sightline.systems.sodwa.destructible import tiles_of
from sightline.systems.sodwa.game.ability_effect import AbilityEffect, Labels
from sightline.systems.sodwa.game.indexed_tiles import SiteSet
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.portals import portal_areas
from sightline.systems.sodwa.terrain import TRANSITION


class EffectBegan(Event, frozen=True, tag="began", rename={"is_": "is"}):
    """The beginning of an effect."""

    id: int
    is_: str
    on: str | Labels
    by: str
    turns: int | None
    strength: int | None

    def tell(self) -> str:
        ability = ability_of_effect(self.is_)
        return _(ability.begins).format(effect=title_of(self.is_), on=format_sites(self.on))


PlaceKinds = tuple[str, ...]
"""The kinds of terrain of a place."""
_LINKED: Final = 2
"""The tiles of an effect that links them."""
EndReason = Literal["expired", "saved", "ended", "defeated"]


class EffectEnded(Event, frozen=True, tag="ended"):
    """The end of an effect, by its id."""

    texts: ClassVar[Mapping[str, str]] = {
        Term("expired"): N_("{effect} on {on} has run out."),
        Term("saved"): N_("{on} shakes off {effect}."),
        Term("ended"): N_("{effect} on {on} ends."),
        Term("defeated"): N_("{effect} on {on} ends with the defeat."),
    }

    id: int
    why: EndReason

    def tell(self) -> str:
        return _("Effect {id} ends.").format(id=self.id)

    def tell_of(self, effect: AbilityEffect | None) -> str:
        """Return a sentence on the end of an effect, None if it is not known."""
        if effect is None:
            return self.tell()
        return _(self.texts[self.why]).format(effect=title_of(effect.is_), on=format_sites(effect.on))


def format_sites(on: str | Labels) -> str:
    """Return what an effect is on in words."""
    return on if isinstance(on, str) else ", ".join(on)


def effects_on(state: SodwaState, name: str) -> Iterator[AbilityEffect]:
    """Yield the effects on a character, in the order in which they began."""
    return (effect for effect in state.effects if effect.on == name)


def find_effect(state: SodwaState, name: str, key: str) -> AbilityEffect | None:
    """Return the effect with that key on a character, None where there is none."""
    for effect in state.effects:
        if effect.on == name and effect.is_ == key:
            return effect
    return None


def with_effects(state: SodwaState, effects: tuple[AbilityEffect, ...]) -> SodwaState:
    """Return a state with other effects: its terrain, and what its characters have on them, follow."""
    # Effects that stay are the same objects.
    before, after = {*map(id, state.effects)}, {*map(id, effects)}
    changed = [effect for effect in (*state.effects, *effects) if (id(effect) in before) != (id(effect) in after)]
    state = structs.replace(state, effects=effects)
    labels = dict.fromkeys(label for effect in changed if isinstance(effect.on, tuple) for label in effect.on)
    for name in {effect.on for effect in changed if isinstance(effect.on, str)}:
        if name in state.characters:
            keys = tuple(effect.is_ for effect in effects_on(state, name))
            state = state.with_character(structs.replace(state.characters[name], effects=keys))
    return _with_terrain(state, labels) if labels else state


def without_site(state: SodwaState, site: Site, *, lays: bool) -> tuple[SodwaState, tuple[EffectEnded, ...]]:
    """Return the state with no effect on a tile or border, and the ends of effects that have nothing left.

    With `lays` the site is again as in the scenario; otherwise its terrain stays as it is.
    """
    label, left, ended = state.map.label(site), list[AbilityEffect](), list[EffectEnded]()
    for effect in state.effects:
        if isinstance(effect.on, str) or label not in effect.on:
            left.append(effect)
        elif len(effect.on) > 1:
            left.append(structs.replace(effect, on=tuple(each for each in effect.on if each != label)))
        else:
            ended.append(EffectEnded(id=effect.id, why="ended"))
    after = structs.replace(state, effects=tuple(left))
    return _with_terrain(after, [label] if lays else ()), tuple(ended)


def _iter_links(state: SodwaState) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of tiles that are linked: those of the scenario, and those of effects."""
    yield from state.origin.board.iter_links()
    for effect in state.effects:
        if len(effect.on) == _LINKED and not isinstance(effect.on, str) and ability_of_effect(effect.is_).links():
            one, other = effect.on
            yield state.map.tiles.cell(one), state.map.tiles.cell(other)


def marked_areas(state: SodwaState) -> Iterator[MarkedArea]:
    """Yield the portals of the scenario, then the tiles and borders of each effect on some.

    The sign of an effect is its mark and the turns that it lasts; several of one kind have a small letter each.
    """
    yield from portal_areas(state.origin.board)
    kinds = Counter(effect.is_ for effect in state.effects)
    drawn = Counter[str]()
    for effect in state.effects:
        if isinstance(effect.on, tuple):
            letter = ascii_lowercase[drawn[effect.is_] % len(ascii_lowercase)] if kinds[effect.is_] > 1 else ""
            drawn[effect.is_] += 1
            mark = f"{ability_of_effect(effect.is_).effect_mark(effect.is_)}{letter}"
            sites = (state.map.find_site(label) for label in effect.on)
            sign = mark if effect.turns is None else f"{mark}·{effect.turns}"
            yield MarkedArea(tuple(site for site in sites if site is not None), sign, _area_words(effect))


def _area_words(effect: AbilityEffect) -> str:
    """Return an effect on tiles or borders in words: its name, who began it, and the turns that it lasts."""
    if effect.turns is None:
        return _("{effect} of {who}").format(effect=title_of(effect.is_), who=effect.by)
    text = ngettext("{effect} of {who}, {turns} turn left", "{effect} of {who}, {turns} turns left", effect.turns)
    return text.format(effect=title_of(effect.is_), who=effect.by, turns=effect.turns)


def covered(state: SodwaState) -> SiteSet:
    """Return the tiles and borders on which effects lay terrain."""
    found = 0
    for effect in state.effects:
        if isinstance(effect.on, tuple) and _laid_by(effect):
            found |= state.map.tiles.sites(effect.on)
    return found


def is_covered(state: SodwaState, site: Site) -> bool:
    """Return whether an effect lays terrain on a tile or border."""
    return bool(covered(state) >> state.map.tiles.layout.in_layer(site) & 1)


def as_drawn(state: SodwaState) -> SiteSet:
    """Return the tiles and borders where nothing has been destroyed: effects apart, they are as in the scenario."""
    return state.map.as_begun | covered(state)


def _with_terrain(state: SodwaState, labels: Iterable[str]) -> SodwaState:
    """Return the state with the terrain of some tiles and borders as their effects have it."""
    board, drawn, laid = state.board, state.origin.board, _laid(state)
    changed_ground, changed_borders = dict[Cell, PlaceKinds | None](), dict[Border, PlaceKinds]()
    for label in labels:
        site = state.map.find_site(label)
        if isinstance(site, Cell):
            kinds = _ground(drawn.kinds(site), laid.get(label))
            if board.kinds(site) != kinds:
                changed_ground[site] = kinds
        elif site is not None:
            on_border = (laid[label],) if label in laid else drawn.borders.get(site, ())
            if board.borders.get(site, ()) != on_border:
                changed_borders[site] = on_border
    links = tuple(_iter_links(state))
    if links != tuple(board.iter_links()):
        board = board.with_links(links)
    elif not (changed_ground or changed_borders):
        return state
    sites: list[Site] = [*changed_ground, *changed_borders]
    cells = dict.fromkeys(cell for site in sites for cell in tiles_of(site))
    board = board.with_ground(changed_ground) if changed_ground else board
    board = board.with_borders(changed_borders) if changed_borders else board
    damage = {site: points for site, points in state.damage.items() if site not in sites}
    return structs.replace(state, map=state.map.with_board(board, cells), damage=damage)


def _ground(drawn: PlaceKinds | None, laid: str | None) -> PlaceKinds | None:
    """Return the kinds of terrain of a tile as it is drawn, under the kind that is laid on it."""
    if laid is None:
        return drawn
    return (laid, TRANSITION) if TRANSITION in (drawn or ()) else (laid,)


def _laid(state: SodwaState) -> Mapping[str, str]:
    """Return the kind of terrain that the latest effect lays on tiles and borders, by their labels."""
    found = dict[str, str]()
    for effect in state.effects:
        if isinstance(effect.on, tuple) and (laid := _laid_by(effect)):
            found |= dict.fromkeys(effect.on, laid)
    return found


def _laid_by(effect: AbilityEffect) -> str | None:
    return ability_of_effect(effect.is_).terrain
