"""The rows of text under pictures of whole areas: what a move costs where, who threatens how much, what is advised."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from sightline.board import Board, PlaceError, parse_point
from sightline.render.captions import LONGEST_NAME, Remark
from sightline.render.words import shorten
from sightline.rules import Advised, Clause, Danger, Place, Reach, Ruleset, percent

_MOST_LABELS = 40
_COMMON = frozenset(Place.__struct_fields__)
Key = TypeVar("Key", bound=Hashable)


def reach_remarks(rules: Ruleset, board: Board, found: Reach[Place]) -> Iterator[Remark]:
    """Yield the places by cost, then why a move may not or must end, whom it provokes, and what the system adds."""
    places = found.cells
    by_cost = _grouped((place.cost, _named(label, place)) for label, place in places.items())
    for cost, labels in sorted(by_cost.items()):
        yield Remark(f"cost {cost}", counted(len(labels), "place"), _list(board, labels))
    stopped = _grouped((clause, _named(label, place)) for label, place in places.items() for clause in place.stops)
    for clause, labels in _in_order(stopped, [each.id for each in rules.clauses]):
        yield Remark(clause, _title(rules.clauses, clause), _list(board, labels))
    provoked = _grouped((name, label) for label, place in places.items() for name in place.provokes)
    for name, labels in _in_order(provoked, list(board.pieces)):
        yield Remark("provokes", shorten(name, LONGEST_NAME), _list(board, labels))
    yield from _further_remarks(board, places)


def danger_remarks(dangers: Collection[Danger], attackers: Sequence[str]) -> Iterator[Remark]:
    """Yield for each attacker how many cells it can hit, and in how many no other can."""
    for name in attackers:
        among = [danger.attackers for danger in dangers if name in danger.attackers]
        alone = sum(len(names) == 1 for names in among)
        words = f"alone in {alone or 'none'} of them" if len(attackers) > 1 else ""
        yield Remark(shorten(name, LONGEST_NAME), counted(len(among), "cell"), words)


def advice_remark(advised: Advised) -> Remark:
    """Give a place to attack from as a row: where, at what chance, and how."""
    target, weapon = shorten(advised.target, LONGEST_NAME), shorten(advised.weapon or "", LONGEST_NAME)
    facing = f"facing {advised.facing}, " if advised.facing is not None else ""
    back = "nothing hits back"
    if names := advised.back.attackers:
        by = " and ".join(shorten(name, LONGEST_NAME) for name in names)
        back = f"hit back by {by} at {'up to ' if len(names) > 1 else ''}{chance_of(advised.back.best)}"
    words = f"{facing}cost {advised.cost}, {f'{weapon} ' if weapon else ''}at {target}; {back}"
    return Remark(advised.at, chance_of(advised.hit), words)


def chance_of(hit: Fraction) -> str:
    """Give a chance exactly and as percent."""
    return f"{hit} = {percent(hit):.2f} %"


def counted(number: int, what: str) -> str:
    """Give a number of things, `what` being one of them."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _named(label: str, place: Place) -> str:
    if not place.path:
        return f"{label} (as it stands)"
    return label if place.may_stop else f"({label})"


def _further_remarks(board: Board, places: Mapping[str, Place]) -> Iterator[Remark]:
    """Yield what a system's places state besides: tables of the first place, and where a fact differs from most."""
    for label, place in list(places.items())[:1]:
        for name in (name for name in place.__struct_fields__ if name not in _COMMON):
            fact = getattr(place, name)
            if isinstance(fact, Mapping):
                words = ", ".join(f"{key} {value}" for key, value in fact.items())
                yield Remark(_spaced(name), f"at {label}", words or "none")
            elif isinstance(fact, list | tuple):
                some = [at for at, each in places.items() if getattr(each, name)]
                yield from [Remark(_spaced(name), counted(len(some), "place"), _list(board, some))] if some else ()
            else:
                yield from _fact_remarks(board, name, {at: getattr(each, name) for at, each in places.items()})


def _fact_remarks(board: Board, name: str, facts: Mapping[str, Any]) -> Iterator[Remark]:
    groups = _grouped((_fact(fact), label) for label, fact in facts.items())
    commonest = max(groups, key=lambda fact: len(groups[fact]))
    for fact, labels in sorted(groups.items()) if len(groups) > 1 else ():
        yield Remark(_spaced(name), fact, "elsewhere" if fact == commonest else _list(board, labels))


def _fact(fact: object) -> str:
    return str(fact) if not isinstance(fact, bool) else "yes" if fact else "no"


def _grouped(pairs: Iterable[tuple[Key, str]]) -> Mapping[Key, list[str]]:
    groups: dict[Key, list[str]] = {}
    for key, label in pairs:
        groups.setdefault(key, []).append(label)
    return groups


def _in_order(groups: Mapping[str, list[str]], order: list[str]) -> Iterator[tuple[str, list[str]]]:
    ranks = {name: rank for rank, name in enumerate(order)}
    yield from sorted(groups.items(), key=lambda group: (ranks.get(group[0], len(ranks)), group[0]))


def _title(clauses: Iterable[Clause], name: str) -> str:
    return next((clause.title for clause in clauses if clause.id == name), "")


def _list(board: Board, labels: Iterable[str]) -> str:
    """Give labels as a list by column and row, cut where it would fill the page."""
    ordered = sorted(labels, key=lambda label: _where(board, label))
    rest = f" and {len(ordered) - _MOST_LABELS} more" if len(ordered) > _MOST_LABELS else ""
    return " ".join(ordered[:_MOST_LABELS]) + rest


def _where(board: Board, label: str) -> tuple[int, ...]:
    name = label.strip("()").split(" ")[0]
    try:
        return board.grid.place_of(board.grid.cells_at(parse_point(board, name))[0])
    except PlaceError:
        return ()


def _spaced(name: str) -> str:
    return name.replace("_", " ")
