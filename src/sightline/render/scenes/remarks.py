"""The rows of text under pictures of areas: costs by place, attackers by danger, advice by rank."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sightline.board import Board, PlaceError, parse_cell
from sightline.i18n import _, ngettext
from sightline.render.primitives.text_metrics import enumerated, shorten
from sightline.render.scenes.captions import LONGEST_NAME, Remark, chance_of
from sightline.rules import Advised, Clause, Danger, Place, PlaceRow, Reach, Ruleset, depiction_of, percent
from sightline.rules.depiction import group_by_key

_MAX_LABELS, _MAX_NAMES = 40, 4


def reach_remarks(rules: Ruleset[Any], board: Board, found: Reach[Place]) -> Iterator[Remark]:
    """Yield the places by cost, by clauses on stopping there, by provoked pieces, and the system's own rows."""
    places = found.cells
    depiction = depiction_of(rules)
    by_cost = group_by_key((place.cost, label) for label, place in places.items())
    for cost, labels in sorted(by_cost.items()):
        yield Remark(_("cost {cost}").format(cost=cost), _count(places, labels), _list(board, places, labels))
    ids = [each.id for each in rules.clauses]
    stopped = group_by_key((c, label) for label, place in places.items() for c in depiction.place_clauses(place))
    for clause, labels in _in_order(stopped, ids):
        yield Remark(clause, _title(rules.clauses, clause), _list(board, places, labels))
    yield from _provoked_remarks(board, places)
    yield from (_row_remark(board, places, row) for row in depiction.place_rows(places))


def _provoked_remarks(board: Board, places: Mapping[str, Place]) -> Iterator[Remark]:
    """Yield the provoked pieces with the places; pieces provoked in the same places share a row."""
    provoked = group_by_key((name, label) for label, place in places.items() for name in place.provokes)
    alike = group_by_key((labels, name) for name, labels in _in_order(provoked, list(board.pieces)))
    for labels, names in alike.items():
        listed = enumerated([shorten(name, LONGEST_NAME) for name in names], _MAX_NAMES)
        yield Remark(_("provokes"), listed, _list(board, places, labels))


def danger_remarks(dangers: Collection[Danger], attackers: Sequence[str]) -> Iterator[Remark]:
    """Yield for each attacker how many cells it can hit, and in how many no other can."""
    for name in attackers:
        among = [danger.attackers for danger in dangers if name in danger.attackers]
        alone = sum(len(names) == 1 for names in among)
        yield Remark(
            shorten(name, LONGEST_NAME), counted_cells(len(among)), _alone(alone) if len(attackers) > 1 else ""
        )


def _alone(count: int) -> str:
    if not count:
        return _("alone in none of them")
    return ngettext("alone in {count} of them", "alone in {count} of them", count).format(count=count)


def advice_remark(rank: int, advised: Advised) -> Remark:
    """Return a place to attack from as a row: its rank and label, the chance, and how."""
    target, weapon = shorten(advised.target, LONGEST_NAME), shorten(advised.weapon or "", LONGEST_NAME)
    facing = [_("facing {facing}").format(facing=advised.facing)] if advised.facing is not None else []
    aim = (_("{weapon} at {target}") if weapon else _("at {target}")).format(weapon=weapon, target=target)
    attack = ", ".join((*facing, _("cost {cost}").format(cost=advised.cost), aim))
    words = _("{attack}; {answer}").format(attack=attack, answer=_answer(advised.back))
    return Remark(f"{rank} {advised.at}", _chance(advised.hit), words)


def _answer(back: Danger) -> str:
    """Return the pieces that can hit back, in words."""
    names = [shorten(name, LONGEST_NAME) for name in back.attackers]
    if not names:
        return _("nothing hits back")
    text = _("hit back by {names} at {chance}") if len(names) == 1 else _("hit back by {names} at up to {chance}")
    by = names[0] if len(names) == 1 else _("{one} and {other}").format(one=", ".join(names[:-1]), other=names[-1])
    return text.format(
        names=by if len(names) <= _MAX_NAMES else enumerated(names, _MAX_NAMES), chance=_chance(back.best)
    )


def _chance(hit: Fraction) -> str:
    return chance_of(hit, percent(hit))


def counted_places(places: Iterable[Place]) -> str:
    """Return the numbers of places that a piece can move to or only pass, in words, without its own place."""
    moved = [place for place in places if place.path]
    stops = sum(place.may_stop for place in moved)
    words = ngettext("{count} place", "{count} places", stops).format(count=stops)
    passed = len(moved) - stops
    return _("{places}, {count} pass-through").format(places=words, count=passed) if passed else words


def counted_cells(number: int) -> str:
    """Return a number of cells in words."""
    return ngettext("{count} cell", "{count} cells", number).format(count=number)


def _named(label: str, place: Place) -> str:
    if not place.path:
        return _("{place} (as it stands)").format(place=label)
    return label if place.may_stop else f"({label})"


def _row_remark(board: Board, places: Mapping[str, Place], row: PlaceRow) -> Remark:
    """Return a row of the system as a remark."""
    listed = _list(board, places, row.places) if row.places else ""
    if row.words and listed:
        listed = _("{when}; for {places}").format(when=row.words, places=listed)
    return Remark(row.key, _count(places, row.places) if row.value is None else row.value, listed or row.words)


def _in_order(groups: Mapping[str, tuple[str, ...]], order: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    ranks = {name: rank for rank, name in enumerate(order)}
    yield from sorted(groups.items(), key=lambda group: (ranks.get(group[0], len(ranks)), group[0]))


def _title(clauses: Iterable[Clause], name: str) -> str:
    return next((_(clause.title) for clause in clauses if clause.id == name), "")


def _count(places: Mapping[str, Place], labels: Iterable[str]) -> str:
    """Return the number of the places with these labels in words, "" if only its own is among them."""
    others = [places[label] for label in labels if places[label].path]
    return counted_places(others) if others else ""


def _list(board: Board, places: Mapping[str, Place], labels: Iterable[str]) -> str:
    """Return the places with these labels as a list by column and row, cut after `_MAX_LABELS`."""
    ordered = [_named(label, places[label]) for label in sorted(labels, key=lambda label: _sort_key(board, label))]
    listed, more = " ".join(ordered[:_MAX_LABELS]), len(ordered) - _MAX_LABELS
    if more <= 0:
        return listed
    return ngettext("{places} and {count} more", "{places} and {count} more", more).format(places=listed, count=more)


def _sort_key(board: Board, label: str) -> tuple[tuple[int, ...], str]:
    """Return the key by which places are sorted: column and row of the cell of a label, then the label."""
    try:
        return board.grid.column_row(parse_cell(board, label.partition("@")[0])), label
    except PlaceError:
        return (), label
