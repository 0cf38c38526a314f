"""Driver: counts of what occurs in battles: actions, events, terrain met, clauses that change something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from typing import Any

from sightline.rules import Position, Rule
from tests.battles.accounting import Books, Json
from tests.reference.sodwa.model import border_of, course
from tests.rulebook.clause_tests import clear_caches, rules_of

ENDS = {
    "immolate": ("saved", "ended", "defeated"),
    "invisibility": ("ended", "defeated"),
    "immobilize": ("saved", "defeated"),
    "bestow-regeneration": ("expired", "defeated"),
    "stasis": ("expired", "defeated"),
    "rally-accuracy": ("expired",),
    "rally-defense": ("expired",),
    "vigilance": ("ended", "defeated"),
    "barrier": ("ended", "expired", "defeated"),
    "portal": ("expired", "defeated"),
    "flood": ("expired", "defeated"),
    "ice": ("expired", "defeated"),
    "corrosion": ("expired", "defeated"),
}
"""How each effect ends in some battle."""
SAVED = ("immolate", "immobilize", "stasis", "mind-control", "telekinesis", "ice", "corrosion")
"""What is saved against in some battle."""


class Tally:
    """The counts of a battle that began in a position."""

    def __init__(self, position: Position, counts: Counter[str]) -> None:
        self.counts = counts
        self.keys: dict[int, str] = {}
        self.flyers = {name for name, piece in position.pieces.items() if "flight" in getattr(piece, "abilities", ())}
        self.elevated = {position.label(cell) for cell in position.board if position.board.level(cell)}
        counts.update(f"ruling {name}={choice}" for name, choice in position.rulings.items())

    def add(self, books: Books, step: Json) -> None:
        """Count a step; `books` are those before it."""
        self.keys |= {effect["id"]: effect["is"] for effect in books.state["effects"]}
        self.counts["steps"] += 1
        self.counts[f"action {step['action']['do']}"] += 1
        self.add_events(step["events"])
        for event in step["events"]:
            match event:
                case {"event": "moved"}:
                    self._moved(books, event)
                case {"event": "attacked", "kind": "ranged", "roll": int()}:
                    self._shot(books, event)
                case {"event": "attacked", "roll": None}:
                    self.counts["terrain attacked"] += 1
                case {"event": "destroyed", "at": at}:
                    self._met("destroyed", books.kinds[at])

    def add_events(self, events: list[Json]) -> None:
        """Count what happened, as with those before the first step."""
        for event in events:
            self.counts[f"event {event['event']}"] += 1
            self.counts["karma spent"] += event.get("karma_spent", 0) > 0
            self.counts["karma cancelled"] += event.get("cancelled", 0) > 0
            self.counts["doubles on a success"] += bool(event.get("doubles") and event["success"])
        count_abilities(events, self.keys, self.counts)

    def _met(self, how: str, kinds: tuple[str, ...]) -> None:
        self.counts.update(f"{how} {kind}" for kind in kinds or ("clear",))

    def _moved(self, books: Books, event: Json) -> None:
        """Count the terrain of a way; flyers apart, who pass what others cannot."""
        how = "flown over" if event["who"] in self.flyers else "crossed"
        path = [books.state["pieces"][event["who"]]["at"], *event["path"]]
        lying = {piece["at"]: piece["is"] for piece in books.state["pieces"].values() if "is" in piece}
        self._met("stood on", books.kinds[path[-1]])
        self.counts["stood on an object"] += path[-1] in lying
        for tile in path[1:-1]:
            self._met(how, books.kinds[tile])
        for one, other in pairwise(path):
            self._met(how, books.kinds.get("/".join(border_of(one, other)), ()))
            self.counts[f"{how} a change of levels"] += (one in self.elevated) != (other in self.elevated)

    def _shot(self, books: Books, event: Json) -> None:
        start, stop = (books.state["pieces"][event[key]]["at"] for key in ("who", "target"))
        met = course(start, stop)
        for place in (*met.between, *("/".join(border) for border in met.borders)):
            self._met("shot over", books.kinds.get(place, ()))
        self.counts["shot past a corner"] += bool(met.corners)
        self.counts["shot between levels"] += (start in self.elevated) != (stop in self.elevated)


def count_abilities(events: list[Json], keys: dict[int, str], counts: Counter[str]) -> None:
    """Count how abilities come out; `keys` are those of the effects so far, by their ids, and grow."""
    for event in events:
        match event:
            case {"event": "used", "ability": key}:
                counts[f"used {key}"] += 1
            case {"event": "began", "id": number, "is": key}:
                keys[number] = key
            case {"event": "ended", "id": number, "why": why}:
                counts[f"{keys[number]} ended: {why}"] += 1
            case {"event": "saved", "against": key, "success": success}:
                counts[f"{key} {'resisted' if success else 'not resisted'}"] += 1
            case {"event": "thrown", "path": path, "into": into}:
                counts[f"thrown {'as far as it goes' if into is None else 'into something'}"] += 1
                counts["thrown at once into something"] += not path and into is not None


@contextmanager
def noting_clauses(counts: Counter[str]) -> Iterator[None]:
    """Count, meanwhile, how often a clause made something other than it would be without it."""
    clear_caches("sodwa")
    with ExitStack() as stack:
        for rule in rules_of("sodwa"):
            stack.enter_context(_noted(rule, counts))
        yield


@contextmanager
def _noted(rule: Rule[Any, Any], counts: Counter[str]) -> Iterator[None]:
    carry_out = rule.carry_out

    def carried_out(*args: Any, **kwargs: Any) -> Any:
        found = carry_out(*args, **kwargs)
        is_lazy = isinstance(found, Iterator)
        given = tuple(found) if is_lazy else found
        counts[f"clause {rule.clause.id}"] += given != rule.off
        return iter(given) if is_lazy else given

    rule.carry_out = carried_out
    try:
        yield
    finally:
        rule.carry_out = carry_out
