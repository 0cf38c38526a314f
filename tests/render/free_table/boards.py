"""Generator: free tables for the drawing tests, under a system whose verdicts are stated, not judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, cast

from msgspec import Struct

from sightline.board import Base, BasedPiece, Degrees, Feature, Piece, Table, Weapon, parse_length
from sightline.plane import Polygon, Spot
from sightline.rules import (
    Attack,
    Charted,
    Clause,
    Depicted,
    Effect,
    Finding,
    MeasuredCorridor,
    Odds,
    Position,
    Ruleset,
    Rulings,
    Sight,
    Sign,
    Terrain,
    TerrainMark,
    Verdict,
    View,
)
from sightline.rules.answers import Line, Message
from sightline.systems.post_galactica import POST_GALACTICA

SEEN = Clause("DRILL-1", "Sight", "Whoever is not behind anything is seen.", "")


class Ground(Terrain, frozen=True, kw_only=True):
    """What a feature means on the drill ground."""

    blocks: bool = False
    cover: Literal["none", "light", "heavy", "obscuring"] = "none"
    difficult: bool = False
    impassable: bool = False
    depth: int = 0


class Measured(Verdict, frozen=True, kw_only=True):
    """A verdict with the width of the way between the two."""

    margin: float | None = None
    too_close: bool = False


class Drill(Ruleset[Any], Charted, Depicted[Any]):
    """A system that judges nothing."""

    key = "drill"
    title = "Drill ground"
    clauses = (SEEN,)
    grids = ("free",)
    terrain: ClassVar[Mapping[str, Terrain]] = {"clear": Ground()}
    terrain_type = Ground
    piece_type = BasedPiece
    terrain_marks: ClassVar[Sequence[TerrainMark]] = POST_GALACTICA.terrain_marks

    def terrain_words(self, terrain: Struct) -> Iterator[str]:
        if depth := cast("Ground", terrain).depth:
            yield f"depth {depth}"

    def corridor(self, verdict: Verdict) -> MeasuredCorridor | None:
        return MeasuredCorridor(verdict.margin, verdict.too_close) if isinstance(verdict, Measured) else None

    def view(self, position: Position, attacker: Piece, target: Piece, weapon: Weapon | None) -> View:
        raise NotImplementedError

    def findings(self, attack: Attack[Any]) -> Iterator[Finding]:
        raise NotImplementedError

    def roll(self, attack: Attack[Any], numbers: Mapping[str, int]) -> tuple[Struct, Odds]:
        raise NotImplementedError


class SignedDrill(Drill):
    """One whose charts have signs."""

    chart_signs: ClassVar[Mapping[Sign, str]] = {"arrow": "may shoot"}

    def chart_sign(self, verdict: Verdict) -> Sign | None:
        return "arrow" if verdict.legal else None


DRILL = Drill()


def outline(*places: tuple[float, float]) -> tuple[Spot, ...]:
    return tuple(Spot(*place) for place in places)


def box(left: float, top: float, right: float, bottom: float) -> tuple[Spot, ...]:
    return outline((left, top), (right, top), (right, bottom), (left, bottom))


def feature(name: str, corners: Sequence[Spot], **means: Any) -> Feature:
    return Feature(name, name.rstrip("0123456789 "), Polygon(tuple(corners)), Ground(**means))


def unit(name: str, x: float, y: float, side: str | None = "red", base: str = "32mm", **more: Any) -> BasedPiece:
    return BasedPiece(name=name, at=Spot(x, y), side=side, base=Base(parse_length(base)), **more)


def rectangular(name: str, x: float, y: float, width: str, length: str, facing: float, side: str = "red") -> BasedPiece:
    base = Base(parse_length(width), parse_length(length))
    return BasedPiece(name=name, at=Spot(x, y), side=side, base=base, facing=Degrees(facing))


def building(name: str, corners: Sequence[Spot], side: str | None = None) -> BasedPiece:
    return BasedPiece(name=name, at=corners[0], side=side, building=True, outline=tuple(corners))


def table(
    width: float = 48, height: float = 48, pieces: Sequence[Piece] = (), features: Sequence[Feature] = ()
) -> Position:
    surface = Table({piece.name: piece for piece in pieces}, width, height, tuple(features))
    return Position(surface, DRILL.terrain, {}, Rulings(()))


def town() -> Position:
    """Return a wall between A and T, a wood in which T stands, and a mill."""
    features = [
        feature("wall", box(20, 10, 21, 30), blocks=True),
        feature("wood 1", box(30, 16, 40, 26), cover="light", difficult=True),
        feature("wood 2", box(4, 36, 12, 44), cover="heavy"),
    ]
    pieces = [
        unit("A", 10, 20),
        unit("T", 35, 20, "blue"),
        rectangular("Tank", 10, 8, "70mm", "105mm", 90),
        building("Mill", box(26, 36, 34, 42)),
    ]
    return table(48, 48, pieces, features)


def finding(effect: Effect, *at: str, why: str = "so it is") -> Finding:
    return Finding(clause=SEEN, effect=effect, at=at, why=why, message=Message("drill"))


def verdict(
    attacker: str,
    target: str,
    line: tuple[tuple[float, float], tuple[float, float]],
    *findings: Finding,
    sight: Sight = Sight.CLEAR,
    kind: type[Verdict] = Measured,
    distance: float = 10.0,
    **more: Any,
) -> Verdict:
    return kind(
        rules="drill",
        rules_revision=1,
        from_=attacker,
        to=target,
        weapon=None,
        distance=distance,
        sight=sight,
        legal=sight is not Sight.BLOCKED,
        to_hit=None,
        odds=None,
        findings=findings,
        lines=(Line(from_=line[0], to=line[1]),),
        **more,
    )
