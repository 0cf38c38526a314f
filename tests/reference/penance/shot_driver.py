"""Driver: random shots and lines of the product compared with the references, as JSON."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import sightline
from sightline.board import Board, find_line_contacts, parse_point
from sightline.formats.json_text import to_json
from sightline.lattice import Cell, parse_grid
from tests.reference import geometry
from tests.reference.penance import model as penance
from tests.reference.penance.model import World

RULINGS_EVERY = 5
"""Of so many shots one is also asked which rulings mattered: that takes a dozen shots of the reference."""
SHOTS_PER_WORLD = 10
LINES_PER_BOARD = 12

Json = dict[str, Any]
Counts = Counter[str]


# --- shots -------------------------------------------------------------------------------------------------


def compare_shots(rng: Random, shots: int) -> Counts:
    """Compare random shots; return the counts of what was met."""
    counts: Counts = Counter()
    while counts["shots"] < shots:
        world = penance.random_world(rng)
        scenario = sightline.parse(penance.to_yaml(world))
        attacks = [
            (attacker, target, index)
            for attacker, piece in world.pieces.items()
            for target in world.pieces
            if attacker != target
            for index in range(max(1, len(piece["weapons"])))
        ]
        wanted = min(len(attacks), SHOTS_PER_WORLD, shots - counts["shots"])
        for attacker, target, index in rng.sample(attacks, wanted):
            _compare_shot(scenario, world, attacker, target, index, counts)
    return counts


def _compare_shot(
    scenario: sightline.Scenario, world: World, attacker: str, target: str, index: int, counts: Counts
) -> None:
    weapons = world.pieces[attacker]["weapons"]
    weapon = weapons[index]["name"] if weapons else None
    found = json.loads(scenario.shot(attacker, target, weapon=weapon).to_json(indent=0))
    wanted = shot_json(penance.shot(world, attacker, target, index)) | {
        "from": attacker,
        "to": target,
        "weapon": weapon,
    }
    if counts["shots"] % RULINGS_EVERY == 0:
        wanted["rulings"] = penance.rulings_that_matter(world, attacker, target, index)
        counts["shots asked for their rulings"] += 1
        counts.update(f"ruling {name}" for name in wanted["rulings"])
    assert without_words(found, wanted) == wanted, (
        f"{attacker} attacks {target} with {weapon} in\n{penance.to_yaml(world)}"
    )
    one, other = world.pieces[attacker]["at"], world.pieces[target]["at"]
    counts["shots"] += 1
    counts["tied shots"] += has_tie(geometry.line(world.layout, world.columns, world.rows, world.holes(), one, other))
    counts["corner entries"] += len(geometry.edges_towards(world.layout, other, one)) == 2
    counts["legal shots"] += wanted["legal"]
    counts.update(f"clause {clause}" for clause in {finding["clause"] for finding in wanted["findings"]})


def shot_json(answer: penance.Shot) -> Json:
    """Return the reference's answer as `sightline shot --json` prints it, without names, rulings and words."""
    hit, number = answer["hit"], answer["target_number"]
    odds = None
    if hit is not None and answer["outcomes"] is not None:
        odds = {"hit": str(hit), "percent": _percent(hit), "outcomes": _texts(answer["outcomes"])}
    keys = ("clause", "effect", "on", "value", "at")
    return {
        "rules": "penance",
        **{key: answer[key] for key in ("distance", "sight", "legal", "side_hit", "damage_bonus", "defense")},
        **{key: answer[key] for key in ("reactions", "dealt", "lines")},
        "to_hit": None if number is None else {"target_number": number},
        "odds": odds,
        "expected_damage": None if answer["expected_damage"] is None else str(answer["expected_damage"]),
        "findings": [{**dict(zip(keys, each, strict=True)), "at": list(each[4])} for each in answer["findings"]],
    }


def without_words(found: Json, wanted: Json) -> Json:
    """Return the product's answer without what the reference does not say.

    That is: versions, texts, and rulings unless asked for.
    """
    unsaid = {"sightline", "rules_revision"} | ({"rulings"} - wanted.keys())
    assert unsaid <= found.keys()
    assert all(finding["why"] for finding in found["findings"])
    findings = [
        {key: value for key, value in finding.items() if key not in ("why", "message")} for finding in found["findings"]
    ]
    return {key: value for key, value in found.items() if key not in unsaid} | {"findings": findings}


def _percent(chance: Fraction) -> float:
    """Rounded half up to two places."""
    return (chance * 10_000 + Fraction(1, 2)).__floor__() / 100


def _texts(chances: dict[str, Fraction]) -> dict[str, str]:
    return {name: str(chance) for name, chance in chances.items()}


# --- lines -------------------------------------------------------------------------------------------------


def compare_lines(rng: Random, layout: str, lines: int) -> Counts:
    """Compare random lines between centres and corners; return the counts of what was met."""
    counts: Counts = Counter()
    while counts["lines"] < lines:
        world = penance.random_world(rng, None if layout == "square" else layout)
        board = _Squares(world) if layout == "square" else sightline.parse(penance.to_yaml(world))
        for _ in range(min(LINES_PER_BOARD, lines - counts["lines"])):
            _compare_line(board, world, layout, _random_ends(rng, world, layout), counts)
    return counts


class _Squares:
    """Squares have no rule system yet, so their lines are asked of a board without one."""

    def __init__(self, world: World) -> None:
        board = Board.empty(parse_grid("square"), world.columns, world.rows)
        self.board = board.with_ground({Cell(*geometry.parse_cell(label)): None for label in world.holes()})

    def line(self, start: str, stop: str) -> sightline.Answer | _Text:
        return _Text(
            to_json(find_line_contacts(self.board, parse_point(self.board, start), parse_point(self.board, stop)))
        )


class _Text:
    def __init__(self, text: str) -> None:
        self.text = text

    def to_json(self) -> str:
        return self.text


def _compare_line(
    board: sightline.Scenario | _Squares, world: World, layout: str, ends: tuple[str, str], counts: Counts
) -> None:
    start, stop = ends
    holes = world.holes()
    contacts = geometry.line(layout, world.columns, world.rows, holes, start, stop)
    wanted = {
        "from": geometry.written_point(layout, world.columns, world.rows, holes, start),
        "to": geometry.written_point(layout, world.columns, world.rows, holes, stop),
        "contacts": contacts,
    }
    found = json.loads(board.line(start, stop).to_json())
    assert found == wanted, f"from {start} to {stop} on {layout} {world.columns}x{world.rows} without {sorted(holes)}"
    counts["lines"] += 1
    counts["tied lines"] += has_tie(contacts)
    counts[f"lines on {layout}"] += 1
    counts.update(f"lines with {kind}" for kind in {contact["kind"] for contact in contacts})


def _random_ends(rng: Random, world: World, layout: str) -> tuple[str, str]:
    """Return two points of the map; of a few second ends mostly one with a tie on the way."""
    start = _random_point(rng, world, layout)
    tried = [_random_point(rng, world, layout) for _ in range(rng.choice((1, 3)))]
    return start, max(
        tried, key=lambda stop: has_tie(geometry.line(layout, world.columns, world.rows, set(), start, stop))
    )


def _random_point(rng: Random, world: World, layout: str) -> str:
    corner = rng.choice(list(_corners(layout))) if rng.random() < 0.5 else ""
    label = rng.choice(list(world.cells))
    return f"{label}@{corner}" if corner else label


@cache
def _corners(layout: str) -> tuple[str, ...]:
    return tuple(geometry.shape_of(layout).corners)


def has_tie(contacts: list[geometry.Contact]) -> bool:
    """Return whether a line runs along a side or touches a corner on the way; that it starts at a corner is no tie."""
    return any(
        contact["kind"] == "along" or (contact["kind"] == "touches" and contact["at"][0] not in ("0", "1"))
        for contact in contacts
    )
