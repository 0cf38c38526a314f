"""Abilities whose only target is a tile, or a tile or border."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sightline.rules import Finding, Site
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.indexed_tiles import SiteSet
from sightline.systems.sodwa.game.place_choices import SiteChoices


class Closed(NamedTuple):
    """Tiles and borders that cannot be a target, the message with the reason, and its placeholder for the place."""

    message: str
    sites: SiteSet
    word: str = "cell"

    def refusal(self, use: AbilityUse, site: Site) -> Finding:
        """Return the finding about one of the places."""
        args: dict[str, Any] = {self.word: use.state.map.label(site)}
        return use.refusal(self.message, site, **args)


class PlaceAbility(ActivatedAbility):
    """An ability with one place as its target: it states in bit sets which ones are closed to it."""

    @abstractmethod
    def closed(self, use: AbilityUse) -> Iterator[Closed]:
        """Yield the places that are closed to it, whatever its range and sight."""

    def closing(self, use: AbilityUse, closed: Closed, site: Site) -> Iterator[Finding]:
        """Yield the findings about a place that is closed."""
        yield closed.refusal(use, site)

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        site = use.state.map.find_site(targets[0])
        if site is None:
            raise ValueError(targets[0])
        number = use.state.map.tiles.layout.in_layer(site)
        for closed in self.closed(use):
            if closed.sites >> number & 1:
                yield from self.closing(use, closed, site)

    def choices(self, use: AbilityUse) -> Sequence[Targets]:
        [kind] = use.entry.targets
        sites = use.sites(kind)
        for closed in self.closed(use):
            sites &= ~closed.sites
        return SiteChoices(use.state.map.tiles, sites)
