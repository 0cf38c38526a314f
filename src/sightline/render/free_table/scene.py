"""Scenes of free tables: what is shown on one, before anybody asks how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sightline.board import Feature, Piece, Table, format_inches
from sightline.i18n import _, localized, pgettext
from sightline.plane import Spot
from sightline.render.captions import (
    LONGEST_NAME,
    Remark,
    caption,
    counts,
    pair_remark,
    seen_caption,
    verdict_remarks,
)
from sightline.render.free_table.feature_meanings import FeatureDepiction, feature_depictions
from sightline.render.free_table.measurements import inches, measured_remarks, segments, tape
from sightline.render.free_table.parts import Segment, Tape
from sightline.render.free_table.spatial_hash import Box, Near
from sightline.render.parts import Mark
from sightline.render.picture import Picture
from sightline.render.scene import dice_of, piece_depictions
from sightline.render.text_metrics import shorten
from sightline.render.verdicts import marks
from sightline.rules import (
    Position,
    ReachOutline,
    ReachWay,
    Ruleset,
    SeenPieces,
    Sight,
    Verdict,
    charting_of,
    depiction_of,
)


@dataclass(frozen=True)
class TableScene(Picture):
    """A free table with what is to be shown on it.

    `features` are shown as their system has it, by name; `mark_meanings` are the meanings of its marks. `marks` are by
    the names of pieces and features. `tape` is the distance that counts, `is_close` says that sight
    came out too close to be sure of on a table. `seen` is None unless the picture shows whom `viewer` sees;
    then a piece that is not in it is not seen. `area` are rings round where the middle of `viewer` can end its move,
    `way` is one that it can go.
    """

    table: Table
    features: Mapping[str, FeatureDepiction] = field(default_factory=dict)
    mark_meanings: Mapping[str, str] = field(default_factory=dict)
    segments: tuple[Segment, ...] = ()
    marks: Mapping[str, Mark] = field(default_factory=dict)
    tape: Tape | None = None
    is_close: bool = False
    seen: Mapping[str, Sight] | None = None
    area: tuple[tuple[Spot, ...], ...] = ()
    way: tuple[Spot, ...] = ()

    @property
    def pieces(self) -> Mapping[str, Piece]:
        return self.table.pieces

    @cached_property
    def features_by_place(self) -> Near[Feature]:
        """The features by where they lie."""
        near: Near[Feature] = Near(max(self.table.width, self.table.height))
        for feature in self.table.features:
            low, high = feature.outline.box
            near.add(Box(*low, *high), feature)
        return near


def board_scene(rules: Ruleset[Any], position: Position, *, title: str = "") -> TableScene:
    """Show the table alone. Without a title the rule system's name stands above it."""
    return TableScene(
        title or rules.title,
        position.table,
        feature_depictions(rules, position.table),
        {mark.mark: mark.meaning for mark in depiction_of(rules).terrain_marks},
        depictions=piece_depictions(rules, position.table.pieces),
    )


def shot_scene(rules: Ruleset[Any], position: Position, verdict: Verdict, *, title: str = "") -> TableScene:
    """Show one verdict: its line with the way along it, what findings are about, and all findings in words."""
    corridor = depiction_of(rules).corridor(verdict)
    return replace(
        board_scene(rules, position, title=title),
        about=(verdict.from_, verdict.to),
        segments=segments(position.table, verdict, corridor),
        marks=marks(verdict.findings),
        tape=tape(position.table, verdict),
        is_close=corridor is not None and corridor.is_too_close,
        caption=caption(depiction_of(rules), verdict),
        dice=dice_of(verdict),
        remarks=(*measured_remarks(verdict, corridor), *verdict_remarks(depiction_of(rules), verdict)),
    )


def chart_scene(rules: Ruleset[Any], position: Position, verdicts: Sequence[Verdict], *, title: str = "") -> TableScene:
    """Show many verdicts: their lines, and one row of text each."""
    lines = (
        replace(segment, band=None, sign=charting_of(rules).chart_sign(verdict))
        for verdict in verdicts
        for segment in segments(position.table, verdict)
    )
    return replace(
        board_scene(rules, position, title=title),
        segments=tuple(dict.fromkeys(lines)),
        sign_words={sign: _(words) for sign, words in charting_of(rules).chart_signs.items()},
        caption=counts(verdict.sight for verdict in verdicts),
        remarks=tuple(pair_remark(depiction_of(rules), verdict) for verdict in verdicts),
    )


def see_scene(rules: Ruleset[Any], position: Position, seen: SeenPieces, *, title: str = "") -> TableScene:
    """Show which others a piece sees, and how."""
    sights = {name: seen.pieces.get(name, Sight.BLOCKED) for name in position.pieces if name != seen.from_}
    return replace(
        board_scene(rules, position, title=title),
        seen=seen.pieces,
        viewer=seen.from_,
        caption=seen_caption(seen.from_, sights.values()),
        remarks=tuple(_seen_remarks(sights)),
    )


def _seen_remarks(sights: Mapping[str, Sight]) -> list[Remark]:
    words = {Sight.CLEAR: _("seen clearly"), Sight.IMPEDED: _("sight impeded"), Sight.BLOCKED: _("not seen")}
    named = {sight: [shorten(name, LONGEST_NAME) for name, each in sights.items() if each is sight] for sight in Sight}
    return [Remark(words[sight], "", ", ".join(names)) for sight, names in named.items() if names]


def reach_scene(rules: Ruleset[Any], position: Position, found: ReachOutline, *, title: str = "") -> TableScene:
    """Show where the middle of a piece can end its move; and, if asked for, the way toward a place."""
    words = _("Where the middle of {name} can end its move, to {inches} inches")
    return replace(
        board_scene(rules, position, title=title),
        viewer=found.from_,
        area=tuple(tuple(Spot(*place) for place in ring) for ring in found.outline),
        way=tuple(Spot(*place) for place in found.path) if isinstance(found, ReachWay) else (),
        caption=words.format(name=shorten(found.from_, LONGEST_NAME), inches=localized(found.bound)),
        remarks=tuple(_way_remarks(found)) if isinstance(found, ReachWay) else (),
    )


def _way_remarks(found: ReachWay) -> Iterator[Remark]:
    wish, *path = (f"[{_rounded(x)}, {_rounded(y)}]" for x, y in (found.toward, *found.path))
    if path:
        way = _("toward {place}: {path}").format(place=wish, path=" → ".join(path))
        yield Remark(pgettext("move", "way"), inches(found.length), way)
    else:
        yield Remark(pgettext("move", "way"), "", _("no way toward {place}").format(place=wish))


def _rounded(coordinate: float) -> str:
    """Give a coordinate to two places, as files write it: the comma of another language would part it."""
    return format_inches(round(coordinate, 2))
