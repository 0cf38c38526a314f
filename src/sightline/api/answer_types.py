"""The types of answers, one for each question, with pictures, text and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from sightline.api.answer import Answer
from sightline.api.own_language import in_own_language
from sightline.board import LineContacts
from sightline.formats.arguments import checked
from sightline.render.primitives.colours import Colours
from sightline.rules import (
    Advice,
    Change,
    Place,
    Reach,
    ReachOutline,
    Seen,
    SeenPieces,
    Sight,
    Step,
    Strike,
    Threat,
    Verdict,
)

if TYPE_CHECKING:
    from sightline.render import Nearby


class ShotAnswer(Answer, Verdict, frozen=True, kw_only=True, dict=True):
    """The verdict on an attack, with its pictures. `to_hit` and `odds` are None if the attack is not legal."""

    scene_function: ClassVar[str] = "shot_scene"

    def _summary(self) -> str:
        chance = self.odds.hit if self.odds else "legal" if self.legal else "not legal"
        return f"{self.from_} to {self.to}: {self.sight}, {chance}"

    @in_own_language
    @checked
    def side_view(self, *, colours: Colours = "colour") -> str:
        """Return the lines of the shot in profile, with levels and terrain, as SVG. TypeError on a free table.

        `colours` is "colour", "dark", or "print" for black and white.
        """
        from sightline import render

        scenario = self.scenario
        if scenario.position.is_free:
            raise TypeError("only a shot over cells has a side view")
        return render.side_view_svg(scenario.rules, scenario.position, self, title=scenario.title, colours=colours)

    @in_own_language
    @checked
    def side_view_png(self, *, width: int | None = None, colours: Colours = "colour") -> bytes:
        """Return the side view as PNG. Raise as `png` and `side_view` do."""
        from sightline import render

        return render.png(self.side_view(colours=colours), width=width)


class WhyNotAnswer(ShotAnswer, frozen=True, kw_only=True, dict=True):
    """A verdict with every single change that would clear the line or allow the attack, in the fields of `WhyNot`."""

    if TYPE_CHECKING:  # at run time a field of the referee's struct
        why_not: tuple[Change, ...]


class ResolveAnswer(ShotAnswer, frozen=True, kw_only=True, dict=True):
    """A verdict with what happens when the attack is rolled, in the fields of `Rolled`."""

    if TYPE_CHECKING:  # at run time fields of the referee's struct
        seed: int
        rolls: tuple[int, ...]
        outcome: str | None
        damage: int
        steps: tuple[Step, ...]


class SeeAnswer(Answer, Seen, frozen=True, kw_only=True, dict=True):
    """The cells that a piece sees on a map: `cells`."""

    scene_function: ClassVar[str] = "see_scene"
    other_keys: ClassVar[Mapping[str, str]] = {"pieces": "cells"}

    def _nearby(self) -> tuple[Nearby, ...]:
        return self.scenario.nearby(self.from_)

    def _summary(self) -> str:
        return f"{self.from_}: {len(self.cells)} cells"

    if TYPE_CHECKING:  # there is no such key

        @property
        def pieces(self) -> Mapping[str, Sight]:
            """Raise AttributeError: the answer for a map has `cells`."""
            raise AttributeError


class SeePiecesAnswer(Answer, SeenPieces, frozen=True, kw_only=True, dict=True):
    """The pieces that a piece sees on a free table: `pieces`."""

    scene_function: ClassVar[str] = "see_scene"
    other_keys: ClassVar[Mapping[str, str]] = {"cells": "pieces"}

    def _nearby(self) -> tuple[Nearby, ...]:
        return self.scenario.nearby(self.from_)

    def _summary(self) -> str:
        return f"{self.from_}: {len(self.pieces)} pieces"

    if TYPE_CHECKING:  # there is no such key

        @property
        def cells(self) -> Mapping[str, Sight]:
            """Raise AttributeError: the answer for a free table has `pieces`."""
            raise AttributeError


class ReachAnswer(Answer, Reach[Place], frozen=True, kw_only=True, dict=True):
    """The places that a piece can move to on a map: `cells`."""

    scene_function: ClassVar[str] = "reach_scene"
    other_keys: ClassVar[Mapping[str, str]] = {"outline": "cells", "bound": "cells"}

    def _summary(self) -> str:
        return f"{self.from_}: {len(self.cells)} places"

    if TYPE_CHECKING:  # there are no such keys

        @property
        def outline(self) -> tuple[tuple[tuple[float, float], ...], ...]:
            """Raise AttributeError: the answer for a map has `cells`."""
            raise AttributeError

        @property
        def bound(self) -> float:
            """Raise AttributeError: the answer for a map has `cells`."""
            raise AttributeError


class ReachOutlineAnswer(Answer, ReachOutline, frozen=True, kw_only=True, dict=True):
    """The area that a piece can move to on a free table: `outline` and `bound`."""

    scene_function: ClassVar[str] = "reach_scene"
    other_keys: ClassVar[Mapping[str, str]] = {"cells": "outline"}

    def _summary(self) -> str:
        return f"{self.from_}: {len(self.outline)} rings"

    if TYPE_CHECKING:  # there is no such key

        @property
        def cells(self) -> Mapping[str, Place]:
            """Raise AttributeError: the answer for a free table has `outline` and `bound`."""
            raise AttributeError


class ReachWayAnswer(ReachOutlineAnswer, frozen=True, kw_only=True, dict=True):
    """The area that a piece can move to on a free table, and a path towards a place, in the fields of `ReachWay`."""

    if TYPE_CHECKING:  # at run time fields of the referee's struct
        toward: tuple[float, float]
        path: tuple[tuple[float, float], ...]
        length: float


class ThreatAnswer(Answer, Threat, frozen=True, kw_only=True, dict=True):
    """The cells in which the enemies of a side could hit it."""

    scene_function: ClassVar[str] = "threat_scene"

    def _summary(self) -> str:
        return f"{self.side}: {len(self.cells)} cells"


class AdviseAnswer(Answer, Advice, frozen=True, kw_only=True, dict=True):
    """The places that a piece can reach and attack from, best first."""

    scene_function: ClassVar[str] = "advise_scene"

    def _summary(self) -> str:
        return f"{self.from_}: {len(self.places)} places"


class LineAnswer(Answer, LineContacts, frozen=True, kw_only=True, dict=True):
    """The contacts of the line between two points."""

    scene_function: ClassVar[str] = "line_scene"

    def _summary(self) -> str:
        return f"{self.from_} to {self.to}: {len(self.contacts)} contacts"


class StrikeAnswer(Answer, Strike, frozen=True, kw_only=True, dict=True):
    """The verdict on an attack on an obstacle."""

    scene_function: ClassVar[str] = "strike_scene"

    def _summary(self) -> str:
        return f"{self.from_} at {self.at}: {self.kind}, {'legal' if self.legal else 'not legal'}"
