"""The rows of text under pictures of whole areas: what a move costs where, who threatens how much, what is advised."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, TypeVar

from sightline.board import Board, PlaceError, parse_cell
from sightline.i18n import _, ngettext, word
from sightline.render.badges import roll_words, rolls_of
from sightline.render.captions import LONGEST_NAME, Remark, chance_of
from sightline.render.text_metrics import enumerated, shorten
from sightline.rules import Advised, Clause, Danger, Place, Reach, Ruleset, percent

_MOST_LABELS, _MOST_NAMES = 40, 4
_COMMON = frozenset(Place.__struct_fields__)
Key = TypeVar("Key", bound=Hashable)


def reach_remarks(rules: Ruleset[Any], board: Board, found: Reach[Place]) -> Iterator[Remark]:
    """Yield the places by cost, then why a move may not or must end, whom it provokes, and what the system adds."""
    places = found.cells
    by_cost = _grouped((place.cost, label) for label, place in places.items())
    for cost, labels in sorted(by_cost.items()):
        named = {label: _named(label, places[label]) for label in labels}
        yield Remark(_("cost {cost}").format(cost=cost), counted_places(len(labels)), _list(board, named))
    ids = [each.id for each in rules.clauses]
    stopped = _grouped((clause, label) for label, place in places.items() for clause in _clauses_of(place, ids))
    for clause, labels in _in_order(stopped, ids):
        named = {label: _named(label, places[label]) for label in labels}
        yield Remark(clause, _title(rules.clauses, clause), _list(board, named))
    yield from _provoked(board, places)
    yield from _further_remarks(board, places, ids)


def _clauses_of(place: Place, ids: Collection[str]) -> Iterator[str]:
    """Yield the clauses that say why a move may not or must end in a place, those in keys of the system among them."""
    yield from place.stops
    for name in place.__struct_fields__:
        fact = getattr(place, name) if name not in _COMMON else None
        if isinstance(fact, tuple):
            yield from (each for each in fact if each in ids)


def _provoked(board: Board, places: Mapping[str, Place]) -> Iterator[Remark]:
    """Yield whom moves provoke and where; those who are provoked in the same places share a row."""
    provoked = _grouped((name, label) for label, place in places.items() for name in place.provokes)
    alike = _grouped((tuple(labels), name) for name, labels in _in_order(provoked, list(board.pieces)))
    for labels, names in alike.items():
        listed = enumerated([shorten(name, LONGEST_NAME) for name in names], _MOST_NAMES)
        yield Remark(_("provokes"), listed, _plain_list(board, labels))


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
    """Give a place to attack from as a row: its rank and where, at what chance, and how."""
    target, weapon = shorten(advised.target, LONGEST_NAME), shorten(advised.weapon or "", LONGEST_NAME)
    facing = [_("facing {facing}").format(facing=advised.facing)] if advised.facing is not None else []
    aim = (_("{weapon} at {target}") if weapon else _("at {target}")).format(weapon=weapon, target=target)
    attack = ", ".join((*facing, _("cost {cost}").format(cost=advised.cost), aim))
    words = _("{attack}; {answer}").format(attack=attack, answer=_answer(advised.back))
    return Remark(f"{rank} {advised.at}", _chance(advised.hit), words)


def _answer(back: Danger) -> str:
    """Say who can hit back."""
    names = [shorten(name, LONGEST_NAME) for name in back.attackers]
    if not names:
        return _("nothing hits back")
    text = _("hit back by {names} at {chance}") if len(names) == 1 else _("hit back by {names} at up to {chance}")
    by = reduce(lambda one, other: _("{one} and {other}").format(one=one, other=other), names[:_MOST_NAMES])
    return text.format(
        names=by if len(names) <= _MOST_NAMES else enumerated(names, _MOST_NAMES), chance=_chance(back.best)
    )


def _chance(hit: Fraction) -> str:
    return chance_of(hit, percent(hit))


def counted_places(number: int) -> str:
    """Give a number of places."""
    return ngettext("{count} place", "{count} places", number).format(count=number)


def counted_cells(number: int) -> str:
    """Give a number of cells."""
    return ngettext("{count} cell", "{count} cells", number).format(count=number)


def _named(label: str, place: Place) -> str:
    if not place.path:
        return _("{place} (as it stands)").format(place=label)
    return label if place.may_stop else f"({label})"


def _list_remarks(board: Board, name: str, places: Mapping[str, Place]) -> Iterator[Remark]:
    """Yield where a list is not empty; of rolls each: when it comes, where a failure ends, and for which places."""
    some = [label for label, place in places.items() if getattr(place, name)]
    if some and not (name == "rolls" and rolls_of(places)):
        yield Remark(_spaced(name), counted_places(len(some)), _plain_list(board, some))
        return
    for needed, labels in rolls_of(places).items() if some else ():
        roll, when = roll_words(needed)
        listed = _("{when}; for {places}").format(when=when, places=_plain_list(board, labels))
        yield Remark(needed.clause, roll, listed)


def _further_remarks(board: Board, places: Mapping[str, Place], ids: Collection[str]) -> Iterator[Remark]:
    """Yield what a system's places state besides: tables of the first place, and where a fact differs from most.

    Lists of clauses have had their rows.
    """
    for label, place in list(places.items())[:1]:
        for name in (name for name in place.__struct_fields__ if name not in _COMMON):
            fact = getattr(place, name)
            if isinstance(fact, Mapping):
                words = ", ".join(f"{key} {value}" for key, value in fact.items())
                yield Remark(_spaced(name), _("at {cells}").format(cells=label), words or _("none"))
            elif isinstance(fact, list | tuple):
                if not any(each in ids for place in places.values() for each in getattr(place, name)):
                    yield from _list_remarks(board, name, places)
            else:
                yield from _fact_remarks(board, name, {at: getattr(each, name) for at, each in places.items()})


def _fact_remarks(board: Board, name: str, facts: Mapping[str, Any]) -> Iterator[Remark]:
    """Yield where a fact holds; of one that may be none its words alone, elsewhere it is not worth a row."""
    groups = _grouped((_fact(fact), label) for label, fact in facts.items())
    if any(fact == "none" for fact in facts.values()):
        for fact, labels in sorted(groups.items()):
            if fact != _fact("none"):
                yield Remark(fact, counted_places(len(labels)), _plain_list(board, labels))
        return
    commonest = max(groups, key=lambda fact: len(groups[fact]))
    for fact, labels in sorted(groups.items()) if len(groups) > 1 else ():
        yield Remark(_spaced(name), fact, _("elsewhere") if fact == commonest else _plain_list(board, labels))


def _fact(fact: object) -> str:
    return word(str(fact)) if not isinstance(fact, bool) else _("yes") if fact else _("no")


def _grouped(pairs: Iterable[tuple[Key, str]]) -> Mapping[Key, list[str]]:
    groups: dict[Key, list[str]] = {}
    for key, label in pairs:
        groups.setdefault(key, []).append(label)
    return groups


def _in_order(groups: Mapping[str, list[str]], order: list[str]) -> Iterator[tuple[str, list[str]]]:
    ranks = {name: rank for rank, name in enumerate(order)}
    yield from sorted(groups.items(), key=lambda group: (ranks.get(group[0], len(ranks)), group[0]))


def _title(clauses: Iterable[Clause], name: str) -> str:
    return next((_(clause.title) for clause in clauses if clause.id == name), "")


def _plain_list(board: Board, labels: Iterable[str]) -> str:
    return _list(board, {label: label for label in labels})


def _list(board: Board, labels: Mapping[str, str]) -> str:
    """Give what stands for labels as a list by column and row, cut where it would fill the page."""
    ordered = [labels[label] for label in sorted(labels, key=lambda label: _where(board, label))]
    listed, more = " ".join(ordered[:_MOST_LABELS]), len(ordered) - _MOST_LABELS
    if more <= 0:
        return listed
    return ngettext("{places} and {count} more", "{places} and {count} more", more).format(places=listed, count=more)


def _where(board: Board, label: str) -> tuple[tuple[int, ...], str]:
    """Give what to sort places by: column and row of the cell that a label names, then the label."""
    try:
        return board.grid.column_row(parse_cell(board, label.partition("@")[0])), label
    except PlaceError:
        return (), label


def _spaced(name: str) -> str:
    return word(name.replace("_", " "))
