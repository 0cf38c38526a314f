"""Model: every single change of a scenario, really made in its text, and the shot asked again.

Nothing is left out because it could not help: every cell, every level, every border, every feature, every other
piece, every facing and every place are tried one by one.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml

import sightline
from sightline.board import Piece
from sightline.lattice import format_column
from sightline.rules import Movable

Tree = dict[str, Any]


class Changed(NamedTuple):
    """What is changed and how, and the sight and whether the shot is legal then."""

    change: str
    what: str
    to: str | None
    kind: str
    sight: str
    legal: bool


@dataclass(frozen=True)
class Question:
    """A shot in a scenario."""

    scenario: sightline.Scenario
    attacker: str
    target: str
    weapon: str | None

    def outcome(self, scenario: sightline.Scenario) -> tuple[str, bool]:
        """Return the sight and the legality of the shot in a changed scenario."""
        answer = scenario.shot(self.attacker, self.target, weapon=self.weapon)
        return answer.sight.value, answer.legal

    def helps(self, sight: str, *, legal: bool) -> bool:
        """Return whether a change with that result helps."""
        return legal or (sight == "clear" and self.outcome(self.scenario)[0] != "clear")

    def changes(self) -> list[Changed]:
        """Return every removal and turn that helps, and the move that is best."""
        if self.outcome(self.scenario)[1]:
            return []
        tried = [*_removals(self), *_turns(self)]
        found = [each for each in tried if self.helps(each.sight, legal=each.legal)]
        moves = [each for each in _moves(self) if self.helps(each.sight, legal=each.legal)]
        best = next((each for each in moves if each.legal), None) or next(iter(moves), None)
        return found + ([best] if best else [])


# --- removals, made in the text ----------------------------------------------------------------------------


def _removals(question: Question) -> Iterator[Changed]:
    tree = yaml.load(question.scenario.to_yaml(), yaml.BaseLoader)
    for what, kind, changed in _trees(tree, {question.attacker, question.target}):
        text = yaml.safe_dump(changed, default_style='"', sort_keys=False, allow_unicode=True)
        try:
            scenario = sightline.parse(text)
        except sightline.ScenarioError:
            continue
        yield Changed("remove", what, None, kind, *question.outcome(scenario))


def _trees(tree: Tree, ends: set[str]) -> Iterator[tuple[str, str, Tree]]:
    """Yield each tree without one thing: its name, what it is, and the tree."""
    for name in tree["pieces"]:
        if name not in ends:
            changed = copy.deepcopy(tree)
            del changed["pieces"][name]
            yield name, "piece", changed
    if tree["map"]["grid"] == "free":
        yield from _without_features(tree)
        return
    rows = [row.split() for row in tree["map"]["cells"].splitlines()]
    for y, row in enumerate(rows):
        for x, token in enumerate(row):
            letters, level = re.fullmatch("([^-0-9]+)(-?[0-9]*)", token).groups()  # type: ignore[union-attr]
            label = f"{format_column(x)}{y + 1}"
            if letters not in ("_", "."):
                yield label, "terrain", _with_token(tree, rows, x, y, f".{level}")
            if level:
                yield label, "level", _with_token(tree, rows, x, y, letters)
    places = {place for there in tree["map"].get("borders", {}).values() for place in there}
    for place in sorted(places):
        changed = copy.deepcopy(tree)
        borders = changed["map"]["borders"]
        changed["map"]["borders"] = {kind: [at for at in there if at != place] for kind, there in borders.items()}
        yield place, "terrain", changed


def _with_token(tree: Tree, rows: list[list[str]], x: int, y: int, token: str) -> Tree:
    changed = copy.deepcopy(tree)
    drawn = [[*row] for row in rows]
    drawn[y][x] = token
    changed["map"]["cells"] = "\n".join(map(" ".join, drawn)) + "\n"
    return changed


def _without_features(tree: Tree) -> Iterator[tuple[str, str, Tree]]:
    """Yield the tree without each feature, called by what it is, numbered where there are several."""
    kinds = [feature["is"] for feature in tree["map"].get("features", [])]
    for number, kind in enumerate(kinds):
        changed = copy.deepcopy(tree)
        del changed["map"]["features"][number]
        name = f"{kind} {kinds[: number + 1].count(kind)}" if kinds.count(kind) > 1 else kind
        yield name, "terrain", changed


# --- turns and moves ---------------------------------------------------------------------------------------


def _turns(question: Question) -> Iterator[Changed]:
    """Yield every facing that the attacker can pay for where it stands."""
    if question.scenario.position.is_free or not isinstance(question.scenario.rules, Movable):
        return
    piece = question.scenario.position.pieces[question.attacker]
    own = next(iter(_places(question)))
    for turned in _placements(question, own):
        if turned.facing != piece.facing:
            yield from _changed(question, "turn", str(turned.facing), turned)


def _moves(question: Question) -> Iterator[Changed]:
    """Yield each place to move to and attack from: cheapest first, then by the number of steps, then by label."""
    if question.scenario.position.is_free or not isinstance(question.scenario.rules, Movable):
        return
    _, *others = _places(question).items()
    ordered = sorted(others, key=lambda item: (item[1].cost, len(item[1].path), item[0]))
    for label, place in ordered:
        if place.may_stop and "HERO-4.2" not in place.stops:
            yield from _changed(question, "move", label, _placements(question, label)[0])


def _places(question: Question) -> Mapping[str, Any]:
    reach: Any = question.scenario.reach(question.attacker)
    cells: Mapping[str, Any] = reach.cells
    return cells


def _placements(question: Question, label: str) -> list[Piece]:
    scenario: Any = question.scenario
    piece = scenario.position.pieces[question.attacker]
    return list(scenario.rules.placements(scenario.position, piece, label, _places(question)[label]))


def _changed(question: Question, change: str, to: str, piece: Piece) -> Iterator[Changed]:
    """Yield the outcome with the attacker as it stands then, unless that is no scenario."""
    position = question.scenario.position
    there = position.with_surface(position.board.with_pieces([piece]))
    text = sightline.Scenario(question.scenario.data.with_position(there)).to_yaml()
    try:
        scenario = sightline.parse(text)
    except sightline.ScenarioError:
        return
    yield Changed(change, piece.name, to, change, *question.outcome(scenario))
