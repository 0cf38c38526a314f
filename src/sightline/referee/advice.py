"""Answer `advise`: the places that a piece can reach and attack from, and what could hit back there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from sightline.board import Facing, Piece, Weapon
from sightline.deadline import limited
from sightline.i18n import N_
from sightline.referee.attack_filter import AttackFilter, Options
from sightline.referee.chances import Chances
from sightline.referee.deciding_rulings import find_deciding_rulings
from sightline.referee.plain_sight import PlainSight
from sightline.referee.threat import danger_to
from sightline.rules.answers import Advice, Advised, Danger, Place
from sightline.rules.capabilities import Movable, require, require_cells
from sightline.rules.position import Position
from sightline.rules.ruleset import Ruleset


def advise(
    rules: Ruleset[Any],
    position: Position,
    piece: Piece,
    plain_sight: PlainSight | None = None,
    *,
    top: int | None = None,
) -> Advice:
    """Return the places that a piece can reach and attack from, best first; only the first `top`, unless None.

    Raise `NotAnswered`.

    There is one entry for each place and target, with the placement and weapon of the best odds, of these the least
    danger, of these the least rotation. Entries are ordered by falling odds, then danger, cost and label.
    """
    require_cells(rules, position)
    movable = require(rules, Movable)
    first, consulted = position.tracking_rulings()
    places = movable.places(first, piece)
    moves_by = frozenset(consulted)
    others = position.board.without_piece(piece.name)
    chances = Chances(rules)

    def attacks(at: Position) -> AttackFilter:
        return AttackFilter(rules, at.with_surface(others), plain_sight)

    filtering, limited_by = first.tracking_rulings()
    within_limits = attacks(filtering)
    found: dict[str, tuple[Advised, ...]] = {}
    consulted_at: dict[str, set[str]] = {}
    for label, place in limited(places.items(), N_("places"), len(places)):
        here, consulted_at[label] = first.tracking_rulings()
        found[label] = _advised(rules, here, piece, label, place, within_limits, chances)

    def is_decided_by(at: Position, changed: str) -> bool:
        within = attacks(at)
        there = movable.places(at, piece) if changed in moves_by else places
        again = (
            (label, _advised(rules, at, piece, label, there.get(label), within, chances))
            for label in {**places, **there}
            if changed in limited_by or changed in consulted_at.get(label, ()) or places.get(label) != there.get(label)
        )
        differing = ((label, advised) for label, advised in again if advised != found.get(label, ()))
        return any(True for _ in differing) if top is None else _best_ranked({**found, **dict(differing)}, top) != best

    best = _best_ranked(found, top)
    return Advice(from_=piece.name, places=best, rulings=find_deciding_rulings(position, consulted, is_decided_by))


def _best_ranked(found: Mapping[str, tuple[Advised, ...]], top: int | None) -> tuple[Advised, ...]:
    """Return the entries of all places in their order, at most `top` of them."""
    return tuple(sorted((each for advised in found.values() for each in advised), key=_rank)[:top])


def _rank(advised: Advised) -> tuple[Fraction, Fraction, int, str]:
    return -advised.hit, advised.back.best, advised.cost, advised.at


@dataclass(frozen=True)
class _Placement:
    """A placement of a piece, moved from where it stands in `before`: its attacks from there, and the attacks on it.

    The results are computed on demand, because most placements have no target.
    """

    before: Position
    piece: Piece
    attacks: AttackFilter
    chances: Chances

    @cached_property
    def targets(self) -> Mapping[str, Options]:
        """The pieces that it may be able to hit, by name, each with the weapons for it."""
        return self.attacks.targets(self.piece)

    @cached_property
    def position(self) -> Position:
        """The position with the piece there."""
        return self.before.with_surface(self.before.board.with_pieces([self.piece]))

    @cached_property
    def back(self) -> Danger:
        return danger_to(self.position, self.piece, self.attacks, self.chances)

    def options(self, target: Piece) -> Iterator[_Option]:
        for weapon in self.targets.get(target.name, ()):
            view = self.attacks.view(self.position, self.piece, target)
            hit = self.chances.find(self.position, self.piece, target, weapon, view)
            if hit is not None:
                yield _Option(self, weapon, hit)


class _Option(NamedTuple):
    placement: _Placement
    weapon: Weapon | None
    hit: Fraction


def _advised(
    rules: Ruleset[Any],
    position: Position,
    piece: Piece,
    label: str,
    place: Place | None,
    attacks: AttackFilter,
    chances: Chances,
) -> tuple[Advised, ...]:
    """Return the best attack on each target from one place, none if the piece cannot reach it or stop there."""
    movable = require(rules, Movable)
    if place is None or not movable.may_attack_from(place):
        return ()
    placements = [
        _Placement(position, placement, attacks, chances)
        for placement in movable.placements(position, piece, label, place)
    ]
    names = {name for placement in placements for name in placement.targets}
    targets = (other for name, other in position.pieces.items() if name in names)
    best = ((target, _best(placements, target)) for target in targets)
    return tuple(_entry(label, place, target, option) for target, option in best if option is not None)


def _best(placements: list[_Placement], target: Piece) -> _Option | None:
    """Return the option of the best chance, then of the least danger, then the first; None without any."""
    options = [option for placement in placements for option in placement.options(target)]
    most = max((option.hit for option in options), default=None)
    likeliest = (option for option in options if option.hit == most)
    return min(likeliest, key=lambda option: option.placement.back.best, default=None)


def _entry(label: str, place: Place, target: Piece, option: _Option) -> Advised:
    placement, weapon, hit = option
    return Advised(
        at=label,
        facing=placement.piece.facing if isinstance(placement.piece.facing, Facing) else None,
        cost=place.cost,
        target=target.name,
        weapon=weapon.name if weapon else None,
        hit=hit,
        back=placement.back,
    )
