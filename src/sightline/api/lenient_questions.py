"""Questions as users write them, in a command or a request: names in any case, and the defaults of commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from sightline.api.answer_types import (
    AdviseAnswer,
    LineAnswer,
    ReachAnswer,
    ReachOutlineAnswer,
    ResolveAnswer,
    SeeAnswer,
    SeePiecesAnswer,
    ShotAnswer,
    StrikeAnswer,
    ThreatAnswer,
)
from sightline.api.lenient_names import correct_piece_name, correct_side_name, normalize_label
from sightline.api.scenario import Scenario
from sightline.rules import Verdict

_SEEDS = 1_000_000_000


def shot(
    scenario: Scenario, attacker: str, target: str, *, weapon: str | None = None, why_not: bool = False
) -> ShotAnswer:
    """Judge an attack."""
    return scenario.shot(*_correct_piece_names(scenario, attacker, target), weapon=weapon, why_not=why_not)


def resolve(
    scenario: Scenario, attacker: str, target: str, *, weapon: str | None = None, seed: int | None = None
) -> ResolveAnswer:
    """Judge an attack and resolve it, with a random seed unless one is given."""
    import secrets  # imported lazily: most questions roll no dice

    chosen = secrets.randbelow(_SEEDS) if seed is None else seed
    return scenario.resolve(*_correct_piece_names(scenario, attacker, target), weapon=weapon, seed=chosen)


def strike(scenario: Scenario, attacker: str, place: str, *, earlier: int = 0) -> StrikeAnswer:
    """Judge an attack on the obstacle at a cell or border."""
    return scenario.strike(correct_piece_name(scenario, attacker), normalize_label(place), earlier=earlier)


def see(scenario: Scenario, name: str) -> SeeAnswer | SeePiecesAnswer:
    """Answer what a piece sees."""
    return scenario.see(correct_piece_name(scenario, name))


def reach(
    scenario: Scenario, name: str, *, toward: Sequence[float | str] | None = None, **options: Any
) -> ReachAnswer | ReachOutlineAnswer:
    """Answer where a piece can move to, with the options that its rule system knows."""
    piece = correct_piece_name(scenario, name)
    answer: ReachAnswer | ReachOutlineAnswer
    answer = scenario.reach(piece, **options) if toward is None else scenario.reach(piece, toward=toward, **options)
    return answer


def threat(scenario: Scenario, side: str) -> ThreatAnswer:
    """Answer where the enemies of a side could hit it."""
    return scenario.threat(correct_side_name(scenario, side))


def advise(scenario: Scenario, name: str, *, top: int | None = None) -> AdviseAnswer:
    """Rank the places to attack from."""
    return scenario.advise(correct_piece_name(scenario, name), top=top)


def line(scenario: Scenario, start: str, stop: str) -> LineAnswer:
    """Answer what a line meets."""
    return scenario.line(normalize_label(start), normalize_label(stop))


def iter_chart(scenario: Scenario, *, attacker: str | None = None, target: str | None = None) -> Iterator[ShotAnswer]:
    """Yield the verdicts of a chart; unknown names are refused at once."""
    ends = [None if written is None else correct_piece_name(scenario, written) for written in (attacker, target)]
    return scenario.iter_chart(attacker=ends[0], target=ends[1])


class ChartChange(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """A row of a chart that another choice of a ruling changes."""

    from_: str
    to: str
    weapon: str | None
    now: Verdict
    then: Verdict


def iter_chart_changes(now: Iterable[Verdict], then: Iterable[Verdict]) -> Iterator[ChartChange]:
    """Yield the rows in which charts of one scenario under different rulings differ in more than the rulings."""
    for before, after in zip(now, then, strict=True):
        if structs.replace(before, rulings={}) != structs.replace(after, rulings={}):
            yield ChartChange(from_=before.from_, to=before.to, weapon=before.weapon, now=before, then=after)


def _correct_piece_names(scenario: Scenario, *written: str) -> list[str]:
    return [correct_piece_name(scenario, name) for name in written]
