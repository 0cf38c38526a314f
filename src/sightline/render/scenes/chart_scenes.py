"""The scenes of charts: lines of sight for a few attacks; for many, a choice of lines from piece to piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import structs

from sightline.i18n import N_, _
from sightline.render.scenes.captions import counts, pair_remark
from sightline.render.scenes.measurements import segments
from sightline.render.scenes.parts import ChartLines, Link, line_style
from sightline.render.scenes.scene import Scene, board_scene
from sightline.render.scenes.verdicts import chart_rays, chart_shot
from sightline.rules import Charted, Position, Ruleset, Sight, Sign, Verdict, charting_of, depiction_of

_MAX_EXACT, _MAX_FAN, _MAX_LINKS = 12, 30, 30
"""The maximum number of pairs with lines of sight, of those with a common piece, and of lines between pieces."""
_MAX_ROWS = 60
"""The maximum number of rows of a column under the picture."""
_JOINED = N_("Each line joins two pieces; it is not a line of sight.")
_NOTES: Mapping[ChartLines, str] = {
    "seen": N_("Lines are drawn for {drawn} of {count} pairs: those with sight."),
    "allowed": N_("Lines are drawn for {drawn} of {count} pairs: those with an attack that is allowed."),
    "best": N_("Lines are drawn for {drawn} of {count} pairs: the likeliest attack of each piece."),
}
_REST = N_("A chart of one attacker or one target shows the others.")


def chart_scene(
    rules: Ruleset[Any],
    position: Position,
    verdicts: Sequence[Verdict],
    *,
    title: str = "",
    lines: ChartLines | None = None,
) -> Scene:
    """Return the scene of many verdicts: their lines, and one row of text each, those of drawn lines first.

    `lines` chooses the lines; by default as many as are distinguishable. The note of the scene says which.
    """
    depiction, charting = depiction_of(rules), charting_of(rules)
    pairs = _pairs(verdicts)
    chosen = lines or _legible_lines(pairs.values())
    drawn = [*_choose_lines(pairs.values(), chosen)]
    scene = structs.replace(
        board_scene(rules, position, title=title),
        sign_words={sign: _(words) for sign, words in charting.chart_signs.items()},
        caption=_caption(verdicts),
        note=_note(chosen, len(drawn), len(pairs)),
        remarks=tuple(pair_remark(depiction, verdict) for verdict in _drawn_first(verdicts, drawn)),
        max_remarks=_MAX_ROWS,
    )
    if chosen == "exact":
        return _with_lines_of_sight(scene, drawn, charting)
    return structs.replace(scene, links=tuple(_links(drawn, charting.chart_sign)))


def _drawn_first(verdicts: Iterable[Verdict], drawn: Iterable[Verdict]) -> Sequence[Verdict]:
    """Return the verdicts in their order, those of pairs with a line before the others."""
    pairs = {(verdict.from_, verdict.to) for verdict in drawn}
    return sorted(verdicts, key=lambda verdict: (verdict.from_, verdict.to) not in pairs)


def _pairs(verdicts: Iterable[Verdict]) -> Mapping[tuple[str, str], Verdict]:
    """Return the verdict drawn for each attacker and target: the likeliest to hit, else the one with best sight."""
    found: dict[tuple[str, str], Verdict] = {}
    for verdict in verdicts:
        pair = verdict.from_, verdict.to
        found[pair] = max(found.get(pair, verdict), verdict, key=_worth)
    return found


def _worth(verdict: Verdict) -> tuple[bool, Fraction, int]:
    return verdict.legal, _chance(verdict), -list(Sight).index(verdict.sight)


def _chance(verdict: Verdict) -> Fraction:
    return verdict.odds.hit if verdict.odds else Fraction(0)


def _liking(verdict: Verdict) -> tuple[Fraction, float]:
    """Return the sort key of an attack: by chance, then by distance."""
    return _chance(verdict), -verdict.distance


def _legible_lines(verdicts: Iterable[Verdict]) -> ChartLines:
    """Return the first choice of lines that are distinguishable."""
    every = [*verdicts]
    is_fan = 1 in (len({verdict.from_ for verdict in every}), len({verdict.to for verdict in every}))
    if len(every) <= (_MAX_FAN if is_fan else _MAX_EXACT):
        return "exact"
    choices: tuple[ChartLines, ...] = ("all", "seen", "allowed")
    return next((choice for choice in choices if _count_links(_choose_lines(every, choice)) <= _MAX_LINKS), "best")


def _count_links(verdicts: Iterable[Verdict]) -> int:
    return sum(1 for link in _links(verdicts, lambda _: None))


def _choose_lines(verdicts: Iterable[Verdict], lines: ChartLines) -> Iterable[Verdict]:
    """Return the verdicts whose lines are drawn, in their order."""
    match lines:
        case "seen":
            return [verdict for verdict in verdicts if verdict.sight is not Sight.BLOCKED]
        case "allowed":
            return [verdict for verdict in verdicts if verdict.legal]
        case "best":
            best: dict[str, Verdict] = {}
            for verdict in _choose_lines(verdicts, "allowed"):
                best[verdict.from_] = max(best.get(verdict.from_, verdict), verdict, key=_liking)
            return best.values()
    return verdicts


def _links(verdicts: Iterable[Verdict], sign: Callable[[Verdict], Sign | None]) -> Iterator[Link]:
    """Yield one line per pair of pieces, but one per attack if those in both directions differ."""
    pairs = {(verdict.from_, verdict.to): verdict for verdict in verdicts}
    styles = {pair: line_style(verdict.sight, is_allowed=verdict.legal) for pair, verdict in pairs.items()}
    joined: set[tuple[str, str]] = set()
    for (start, stop), verdict in pairs.items():
        back = pairs.get((stop, start))
        if back is None or styles[start, stop] != styles[stop, start]:
            yield Link(start, stop, styles[start, stop], sign(verdict), has_other=back is not None)
        elif (stop, start) not in joined:
            joined.add((start, stop))
            yield Link(start, stop, styles[start, stop], sign(verdict), is_mutual=True, back_sign=sign(back))


def _with_lines_of_sight(scene: Scene, verdicts: Sequence[Verdict], charting: Charted) -> Scene:
    signs = [(verdict, charting.chart_sign(verdict)) for verdict in verdicts]
    if scene.is_free:
        table = scene.table
        lines = (structs.replace(line, sign=sign) for verdict, sign in signs for line in segments(table, verdict))
        return structs.replace(scene, segments=tuple(dict.fromkeys(lines)))
    board = scene.board
    return structs.replace(
        scene,
        rays=tuple(ray for verdict in verdicts for ray in chart_rays(board, verdict)),
        shots=tuple(chart_shot(board, verdict, sign) for verdict, sign in signs if sign and verdict.lines),
    )


def _caption(verdicts: Sequence[Verdict]) -> str:
    """Return the number of occurrences of each sight in words, and of allowed attacks if these are fewer."""
    sights = counts(verdict.sight for verdict in verdicts)
    if all(verdict.legal or verdict.sight is Sight.BLOCKED for verdict in verdicts):
        return sights
    allowed = sum(verdict.legal for verdict in verdicts)
    return _("{counts}; {count} allowed").format(counts=sights, count=allowed)


def _note(lines: ChartLines, drawn: int, count: int) -> str:
    """Return the note about lines: their kind, which are drawn, and where to find the others."""
    if lines == "exact":
        return ""
    if drawn == count:
        return _(_JOINED)
    return " ".join((_(_JOINED), _(_NOTES[lines]).format(drawn=drawn, count=count), _(_REST)))
