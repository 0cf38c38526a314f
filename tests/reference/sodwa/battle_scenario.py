"""Model: the scenario of a battle in SODWA, read without the product."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from tests.reference.geometry import format_cell
from tests.reference.sodwa import model as sodwa
from tests.reference.sodwa.ability_table import type_of
from tests.reference.sodwa.boards import LETTERS
from tests.reference.sodwa.effect_model import covered, has, kinds_now, links, ruins
from tests.reference.sodwa.movement_boards import RULINGS, Ground, Kind, Piece, border_of

Json = dict[str, Any]

ALL_RULINGS = {**RULINGS, "opening-tie": ("coin", "first-seat"), "portal-sight": ("none", "through")}


@dataclass(frozen=True)
class Table:
    """What the scenario's text says, its map drawn, its pieces in place."""

    bare: Ground
    pieces: Mapping[str, Json]

    @property
    def rulings(self) -> dict[str, str]:
        return {name: self.bare.rulings.get(name, choices[0]) for name, choices in ALL_RULINGS.items()}

    @property
    def sides(self) -> list[str]:
        """The first seat first."""
        return list(dict.fromkeys(piece["side"] for piece in self.pieces.values() if not is_object(piece)))

    @property
    def characters(self) -> list[str]:
        return [name for name, piece in self.pieces.items() if not is_object(piece)]

    def other(self, side: str) -> str:
        [other] = set(self.sides) - {side}
        return other

    def ground(self, state: Json) -> Ground:
        """Return the board of a state as movement has it."""
        tiles, borders = dict(self.bare.tiles), dict(self.bare.borders)
        ruined, made = ruins(state), covered(state["effects"])
        for place in ruined | made:
            (borders if "/" in place else tiles)[place] = kinds_now(self.bare, place, ruined, made)
        return Ground(
            self.bare.columns,
            self.bare.rows,
            tiles,
            self.bare.elevated,
            borders,
            self.bare.kinds,
            {name: self._piece(name, now) for name, now in state["pieces"].items() if now["at"]},
            self.bare.rulings,
            self.bare.links | links(state["effects"]),
        )

    def _piece(self, name: str, now: Json) -> Piece:
        stated = self.pieces[name]
        if is_object(stated):
            return Piece(now["at"], kind=now["is"])
        return Piece(
            now["at"],
            now["side"],
            stated.get("move", 6),
            "flight" in stated.get("abilities", []),
            "attack" in map(type_of, now["acted"]),
            range=stated.get("range", 6),
        )

    def world(self, state: Json, ground: Ground) -> sodwa.World:
        """Return the same as sight and attacks have it."""
        return sodwa.World(
            ground.columns,
            ground.rows,
            {tile: set(kinds) for tile, kinds in ground.tiles.items()},
            set(ground.elevated),
            {sodwa.border_of(*at.split("/")): set(kinds) for at, kinds in ground.borders.items()},
            {name: sodwa.Meaning(sight=kind.sight, movement=kind.movement) for name, kind in ground.kinds.items()},
            {name: self._fighter(name, state) for name in ground.characters()},
            {name: sodwa.Object(at=piece.at, kind=piece.kind) for name, piece in ground.pieces.items() if piece.kind},
            ground.rulings,
            ground.links if self.bare.rulings.get("portal-sight") == "through" else {},
        )

    def _fighter(self, name: str, state: Json) -> sodwa.Character:
        lasting = ("range", "evasion", "damage_kind", "reduction", "abilities")
        stated = {key: value for key, value in self.pieces[name].items() if key in lasting}
        stated |= {kind: numbers for kind in ("melee", "ranged") if (numbers := self.numbers(name, kind, state))}
        now = state["pieces"][name]
        return sodwa.character(now["at"], **stated, **{key: now[key] for key in ("side", "facing", "moved")})

    def numbers(self, name: str, kind: str, state: Json) -> sodwa.Numbers | None:
        """Return what a character has for a kind of attack: Rally (SOD-8.20) and Karmic Might (SOD-8.21) counted."""
        stated = self.pieces[name].get(kind)
        if stated is None:
            return None
        is_mighty = "karmic-might" in self.pieces[name].get("abilities", [])
        pool = state["karma"][state["pieces"][name]["side"]] if is_mighty else 0
        return sodwa.Numbers(
            accuracy=stated["accuracy"] + 5 * (pool // 10) + 10 * has(state, name, "rally-accuracy"),
            defense=stated["defense"] + 10 * has(state, name, "rally-defense"),
            damage=stated["damage"] + pool // 20,
        )

    def health_of(self, name: str) -> int:
        """Return the Health that a character has at the start of the battle."""
        stated: int = self.pieces[name].get("health", 10)
        return stated

    def save_of(self, name: str, save: str) -> int:
        """Return the number of a save, 0 unless stated."""
        stated: int = self.pieces[name].get("saves", {}).get(save, 0)
        return stated


def is_object(piece: Json) -> bool:
    return piece.get("kind") == "object"


def read_table(text: str) -> Table:
    stated = yaml.load(text, yaml.CSafeLoader)
    drawn = stated["map"]
    letters = {letter: kind for kind, letter in LETTERS.items()} | drawn.get("legend", {})
    rows = [line.split() for line in drawn["cells"].splitlines()]
    tokens = {format_cell((x, y)): token for y, row in enumerate(rows) for x, token in enumerate(row) if token != "_"}
    borders: dict[str, frozenset[str]] = {}
    for kind, places in drawn.get("borders", {}).items():
        for place in places:
            border = border_of(*place.split("/"))
            borders[border] = borders.get(border, frozenset()) | {kind}
    bare = Ground(
        len(rows[0]),
        len(rows),
        {at: frozenset(letters[each] for each in token.rstrip("01").replace(".", "")) for at, token in tokens.items()},
        frozenset(at for at, token in tokens.items() if token.endswith("1")),
        borders,
        {kind: Kind(**meaning) for kind, meaning in drawn.get("kinds", {}).items()},
        rulings=stated.get("rulings") or {},
        links={one: other for pair in drawn.get("links", []) for one, other in (pair, pair[::-1])},
    )
    return Table(bare, stated["pieces"])
