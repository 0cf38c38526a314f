"""Whatever public functions are called with, they answer or raise what docs/programmers.md lists."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sightline
from sightline.rules import NotAnswered
from tests.reference.boards import many

SCENARIOS = Path(__file__).parents[2] / "scenarios"
FILES = (
    "penance/across-the-rubble.yaml",
    "combat-hex/ruling-sheet.yaml",
    "hero5/the-gatehouse.yaml",
    "post-galactica/the-mill-road.yaml",
    "post-galactica/the-landing-pad.yaml",
    "sodwa/the-orchard.yaml",
)
LOADED = [sightline.load(SCENARIOS / file) for file in FILES]
BATTLE = sightline.battle(sightline.load(SCENARIOS / "sodwa" / "the-mill.yaml"))

TEAM = BATTLE.scenario.teams["red"]

DOCUMENTED = (
    sightline.ScenarioError,
    sightline.IllegalAction,
    sightline.LimitExceeded,
    sightline.MissingExtra,
    sightline.TooMuch,
    OSError,
)
"""What is raised for arguments, besides what `allowed` adds."""
FAR = 10**6
PLACES = st.integers(0, len(LOADED) - 1)
"""Scenarios by number, which are shown in short when a test fails."""

WORDS = ["A", "T", "B3", "B3@SE", "A1/B1", "red", "blue", "near", "en", "-", "", "\0", "\ud800", "<a>", "at", "é"]


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([FAR, -FAR, 10**30, 10**4000]),
    st.floats(),
    st.sampled_from(WORDS),
    st.text(max_size=6),
    st.binary(max_size=3),
    st.builds(object),
    st.fractions(),
)
VALUES = st.recursive(
    SCALARS,
    lambda items: st.one_of(
        st.lists(items, max_size=3),
        st.dictionaries(st.one_of(st.sampled_from(WORDS), SCALARS.filter(_is_hashable)), items, max_size=3),
        st.tuples(items, items),
    ),
    max_leaves=6,
)


def names_of(scenario: sightline.Scenario) -> st.SearchStrategy[Any]:
    """Return mostly names that are there, so that the next argument is looked at too."""
    return st.one_of(st.sampled_from([*scenario.actors]), VALUES)


def must_be_documented(call: Callable[[], object], *allowed: type[Exception]) -> None:
    """Call within a limit of time. What it raises has to be documented, and to be said on one line a problem."""
    raised: Exception | None = None
    try:
        with sightline.limits(seconds=20):
            call()
    except DOCUMENTED as error:
        raised = error
    except allowed as error:
        raised = error
    problems = raised.problems if isinstance(raised, sightline.ScenarioError) else ()
    assert raised is None or str(raised)
    assert all("\n" not in problem.message for problem in problems)


@given(PLACES, st.data())
def check_questions(number: int, data: st.DataObject) -> None:
    scenario = LOADED[number]
    name = names_of(scenario)
    asked: dict[str, Callable[[], object]] = {
        "shot": lambda: scenario.shot(draw(name), draw(name), weapon=draw(VALUES), why_not=draw(st.booleans())),
        "resolve": lambda: scenario.resolve(draw(name), draw(name), seed=draw(VALUES)),
        "chart": lambda: scenario.chart(attacker=draw(name), target=draw(name)),
        "strike": lambda: scenario.strike(draw(name), draw(VALUES), earlier=draw(VALUES)),
        "with_struck": lambda: scenario.with_struck(draw(VALUES), draw(VALUES), earlier=draw(VALUES)),
        "see": lambda: scenario.see(draw(name)),
        "reach": lambda: scenario.reach(draw(name), toward=draw(VALUES), **draw(OPTIONS)),
        "threat": lambda: scenario.threat(draw(VALUES)),
        "advise": lambda: scenario.advise(draw(VALUES), top=draw(VALUES)),
        "line": lambda: scenario.line(draw(VALUES), draw(VALUES)),
        "infer": lambda: scenario.infer(draw(VALUES), number=draw(VALUES), seconds=0.1, workers=draw(VALUES)),
    }

    def draw(strategy: st.SearchStrategy[Any]) -> Any:
        return data.draw(strategy)

    must_be_documented(asked[data.draw(st.sampled_from([*asked]))])


OPTIONS = st.dictionaries(st.sampled_from(["by", "through", "fewest_attacks", "fly"]), VALUES, max_size=2)
KEYS = st.one_of(
    st.sampled_from(
        ["at", "side", "facing", "weapons", "base", "outline", "growth", "movement", "name", "moved", "is"]
    ),
    st.text(max_size=4),
)


@given(PLACES, st.data())
def check_changes(number: int, data: st.DataObject) -> None:
    scenario = LOADED[number]
    name: Any = data.draw(names_of(scenario))
    stated: Mapping[str, Any] = data.draw(st.dictionaries(KEYS, VALUES, max_size=2))
    value: Any = data.draw(VALUES)
    calls: list[Callable[[], object]] = [
        lambda: scenario.with_piece(name, **stated),
        lambda: scenario.with_pieces({name: stated} if _is_hashable(name) else name),
        lambda: scenario.with_pieces(value),
        lambda: scenario.with_rulings(value),
        lambda: scenario.with_formations(value),
        lambda: scenario.with_language(value),
        lambda: scenario.with_teams(value),
        lambda: scenario.with_teams({name: TEAM} if _is_hashable(name) else name),
        lambda: scenario.check_team(TEAM, side=value),
        lambda: scenario.check_team(value),
        lambda: TEAM.to_json(indent=value),
        lambda: TEAM.text(width=value),
    ]
    must_be_documented(data.draw(st.sampled_from(calls)))


@given(VALUES, VALUES, VALUES)
def check_readers(one: Any, other: Any, more: Any) -> None:
    for call in (
        lambda: sightline.load(one, language=other),
        lambda: sightline.parse(one, file=other, language=more),
        lambda: sightline.parse(one),
        lambda: sightline.load_team(one, language=other),
        lambda: sightline.parse_team(one, file=other, language=more),
        lambda: sightline.replay(one, seed=other, file=more),
        lambda: sightline.battle(one),
        lambda: sightline.battle(BATTLE.scenario, seed=one, formations=other, limit=more),
    ):
        must_be_documented(call)


@given(PLACES, st.data())
def check_pictures(number: int, data: st.DataObject) -> None:
    scenario = LOADED[number]
    one: Any = data.draw(st.one_of(VALUES, st.sampled_from(["colour", "print", 40])))
    shown: Any = data.draw(st.sampled_from([scenario, scenario.see(scenario.actors[0]), BATTLE]))
    option = data.draw(st.sampled_from(["size", "colours", "prefix"]))
    calls: list[Callable[[], object]] = [
        lambda: shown.svg(**{option: one}),
        lambda: shown.text(max_cells=one),
        lambda: shown.text(width=one),
        lambda: shown.text(has_map=one),
        lambda: shown.png(width=one) if one not in (FAR, 10**30) else None,
        lambda: sightline.render.draw_layer(shown.scene, one),
        lambda: scenario.see(scenario.actors[0]).to_json(indent=one),
    ]
    must_be_documented(data.draw(st.sampled_from(calls)))


@given(st.data())
def check_battles(data: st.DataObject) -> None:
    battle = copy.copy(BATTLE)
    legal = data.draw(st.sampled_from(battle.legal()))
    changed: Any = {**legal, **data.draw(st.dictionaries(st.sampled_from([*legal, "do", "x"]), VALUES, max_size=2))}
    action: Any = data.draw(st.one_of(st.just(changed), VALUES))
    before = battle.record()
    for call in (battle.check, battle.preview, battle.foretell, battle.forecast, battle.apply):
        ask: Any = call
        must_be_documented(lambda: ask(action))  # noqa: B023
    must_be_documented(battle.undo, IndexError)
    assert sightline.replay(before).state == BATTLE.state


@given(PLACES, st.data())
def check_fields(number: int, data: st.DataObject) -> None:
    field: Any = LOADED[number].field()
    one: Any = data.draw(st.one_of(VALUES, st.sampled_from(["A", "B3", "clear", "impeded"])))
    calls: list[Callable[[], object]] = [
        lambda: field.see(one),
        lambda: field.places(one),
        lambda: field.reach(one),
        lambda: field.pairs(one),
        lambda: field.pairs(threads=one),
        lambda: [*field.rows(one)],
        lambda: field.reaches(to_stop=True),
    ]
    must_be_documented(data.draw(st.sampled_from(calls)), AttributeError, KeyError, TypeError, ValueError, NotAnswered)


CHECKS = (check_fields, check_questions, check_changes, check_readers, check_pictures, check_battles)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_nothing_else_is_raised(check: Callable[[], None]) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_nothing_else_is_raised_for_long(check: Any) -> None:
    settings(max_examples=many(100), deadline=None, parent=settings.default)(check)()
