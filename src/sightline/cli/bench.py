"""The command `bench`: the time of answers on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice, permutations
from time import perf_counter
from typing import Any, NamedTuple

import click

from sightline.api import Scenario, battle, parse
from sightline.cli.output import aligned, print_json, printable
from sightline.cli.scenario_options import JSON, LANGUAGE, SYSTEM, find_systems, open_scenario
from sightline.extras import MissingExtra
from sightline.formats.problems import ScenarioError
from sightline.i18n import N_, _, localized
from sightline.players import play_out
from sightline.rules import Exemplified, NotAnswered, Playable, Systems

SECONDS, MIN_RUNS, MAX_RUNS = 0.2, 3, 1000
"""The time for which a question is repeated, and the least and greatest number of times."""
TICKS = 50
"""The length of the battles that are played."""


class Measurement(NamedTuple):
    """The time of an answer in seconds, the shortest of several."""

    rules: str
    title: str
    question: str
    seconds: float


@click.command(short_help=N_("Measure how fast this machine answers."))
@click.argument("files", metavar="[FILE]...", nargs=-1)
@JSON
@LANGUAGE
@SYSTEM
def bench(files: tuple[str, ...], as_json: bool, system: str | None) -> None:
    """Measure how long questions about the scenarios FILE take on this machine.

    Without FILE, the small tables that `new` writes are asked. Each question is repeated for a moment, each time of a
    scenario that was not asked before, and the shortest time counts. Questions that a rule system does not answer, or
    that need an extra that is not installed, are left out.
    """
    systems = find_systems(system)
    scenarios = [open_scenario(file, systems) for file in files] or list(_examples(systems))
    found = [each for scenario in scenarios for each in _measure(scenario, systems)]
    if as_json:
        print_json([each._asdict() for each in found])
    else:
        click.echo("\n".join(map(printable, aligned([*_rows(found)]))))


def _examples(systems: Systems) -> Iterator[Scenario]:
    for key in systems:
        rules = systems[key]
        if isinstance(rules, Exemplified):
            yield parse(rules.example(rules.grids[0]), systems=systems)


def _rows(found: Iterable[Measurement]) -> Iterator[tuple[str, ...]]:
    for each in found:
        time = _("{ms} ms").format(ms=localized(float(f"{each.seconds * 1000:.3g}")))
        yield each.rules, each.title, each.question, time


def _measure(scenario: Scenario, systems: Systems) -> Iterator[Measurement]:
    """Yield the times of all questions about a scenario that are answered."""
    text, rules = scenario.to_yaml(), scenario.rules

    def fresh() -> Scenario:
        return parse(text, systems=systems)

    reading = _shortest(lambda: text, lambda each: parse(each, systems=systems))
    yield Measurement(rules.key, scenario.title, "check", reading)
    for question, ask in _questions(scenario).items():
        with suppress(NotAnswered, MissingExtra, ScenarioError):
            yield Measurement(rules.key, scenario.title, question, _shortest(fresh, ask))
    if isinstance(rules, Playable):
        with suppress(ScenarioError):  # a battle needs two sides
            yield Measurement(rules.key, scenario.title, "play", _time_of_a_step(scenario))


def _questions(scenario: Scenario) -> Mapping[str, Callable[[Scenario], Any]]:
    """Return the questions by command, about the first two pieces that may attack each other."""
    pieces = scenario.position.pieces
    pairs = (pair for pair in permutations(scenario.actors, 2) if not pieces[pair[0]].is_friend_of(pieces[pair[1]]))
    found: dict[str, Callable[[Scenario], Any]] = {"draw": lambda asked: asked.svg()}
    for one, other in islice(pairs, 1):
        found |= {
            "shot": partial(Scenario.shot, attacker=one, target=other),
            "chart": Scenario.chart,
            "see": partial(Scenario.see, name=one),
            "reach": partial(Scenario.reach, name=one),
            "advise": partial(Scenario.advise, name=one),
        }
        if side := pieces[one].side:
            found["threat"] = partial(Scenario.threat, side=side)
    return found


def _shortest(prepare: Callable[[], Any], ask: Callable[[Any], Any]) -> float:
    """Return the shortest time of a question in seconds, asked again and again of what `prepare` returns."""
    times: list[float] = []
    begun = perf_counter()
    while len(times) < MIN_RUNS or (perf_counter() - begun < SECONDS and len(times) < MAX_RUNS):
        prepared = prepare()
        start = perf_counter()
        ask(prepared)
        times.append(perf_counter() - start)
    return min(times)


def _time_of_a_step(scenario: Scenario) -> float:
    """Return the time of an action in a battle of random players, in seconds."""
    fought = battle(scenario, seed="bench", limit=TICKS)
    start = perf_counter()
    play_out(fought, ("random", "random"))
    return (perf_counter() - start) / max(len(fought.run.steps), 1)
