"""The command `simulate`: many battles between computer players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

import click

from sightline.api import Scenario, battle, parse
from sightline.api.battles import LIMIT, standalone
from sightline.cli.formation_option import FORMATION, parse_formations
from sightline.cli.output import print_json, printable, write_files
from sightline.cli.scenario_options import (
    JSON,
    LANGUAGE,
    SYSTEM,
    find_systems,
    limit_option,
    open_scenario,
    problems_of,
)
from sightline.cli.team_option import TEAM, lay_teams
from sightline.cli.text_options import echo_text, terminal_size
from sightline.cli.value_types import WholeNumber, Word, refusal
from sightline.deadline import LimitExceeded, check_limit, limited, remaining_seconds, start_limit
from sightline.formats.arguments import is_encodable
from sightline.i18n import N_, _, ngettext, word
from sightline.players import PLAYERS, play_out

LIMIT_OPTION = click.option(
    "--limit",
    metavar="TICKS",
    type=WholeNumber(0),
    default=LIMIT,
    show_default=True,
    help=N_("End a battle without a winner when the next turn would come after this many ticks."),
)


def whole_seed(_context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Return the seed. Raise `ScenarioError` if it is no valid text."""
    if value is not None and not is_encodable(value):
        raise refusal(option, _("a seed is a text of valid characters, not {found!r}").format(found=value), value)
    return value


_PLAYER = Word(tuple(PLAYERS))


def _folder_name(_context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Return the name of a folder. Raise `ScenarioError` for an empty one, which is rarely meant to be this folder."""
    if value == "":
        raise refusal(option, _("this takes the name of a folder; . is the current one"), value)
    return value


class BattleOutcome(NamedTuple):
    """The outcome of a battle: how it ended, the number of its steps, and its record ("" if none is requested)."""

    winner: str | None
    how: str
    steps: int
    record: str


class BattleSeries(NamedTuple):
    """The data that the battles of a series share.

    - `scenario`: its text; `system`: the file of the rule system, if it needs one.
    - `players`: those of the first and the second seat.
    - `is_recorded`: whether records are requested.
    """

    scenario: str
    system: str | None
    seed: str
    limit: int
    formations: Mapping[str, str] | None
    players: tuple[str, str]
    is_recorded: bool


@click.command(short_help=N_("Play many battles between computer players and count the wins."))
@click.argument("file", metavar="FILE")
@click.option(
    "--battles", metavar="N", type=WholeNumber(1), default=100, show_default=True, help=N_("Number of battles.")
)
@click.option(
    "--seed",
    metavar="S",
    default="1",
    show_default=True,
    callback=whole_seed,
    help=N_("Seed of the dice: battle k has the seed S/k."),
)
@LIMIT_OPTION
@click.option("--jobs", metavar="J", type=WholeNumber(1), default=1, show_default=True, help=N_("Number of processes."))
@click.option("--red", type=_PLAYER, default="greedy", show_default=True, help=N_("Player of the first side."))
@click.option("--blue", type=_PLAYER, default="greedy", show_default=True, help=N_("Player of the second side."))
@TEAM
@FORMATION
@click.option(
    "--records", metavar="DIR", callback=_folder_name, help=N_("Write the record of each battle into this folder.")
)
@limit_option("--seconds")
@JSON
@LANGUAGE
@SYSTEM
def simulate(file: str, battles: int, as_json: bool, records: str | None, jobs: int, **options: Any) -> None:
    """Play battles between computer players from the scenario FILE and count how they end.

    The same seed gives the same battles, whatever the number of processes. A record that exists is never overwritten:
    the same battles may be fought again into the same folder, others may not.
    """
    scenario = lay_teams(open_scenario(file, find_systems(options["system"])), options["teams"])
    formations = parse_formations(scenario, options["formations"])
    with problems_of(file):  # before anything is begun
        battle(scenario)
    series = BattleSeries(
        standalone(scenario),
        options["system"],
        options["seed"],
        options["limit"],
        formations,
        (options["red"], options["blue"]),
        is_recorded=records is not None,
    )
    fought = _write_records(_fight_all(series, battles, jobs), records, battles)
    summary = _summarize(fought)
    if as_json:
        print_json(summary)
    else:
        echo_text(printable(_format_summary(summary)), terminal_size(None).columns)


def fight(series: BattleSeries, number: int) -> BattleOutcome:
    """Return the outcome of the battle with a number, from 1, in a series."""
    scenario = _read(series.scenario, series.system)
    run = battle(scenario, seed=f"{series.seed}/{number}", formations=series.formations, limit=series.limit)
    play_out(run, series.players)
    result = run.run.result or {}
    return BattleOutcome(
        result["winner"], result["how"], len(run.run.steps), run.record() if series.is_recorded else ""
    )


@lru_cache(1)
def _read(text: str, system: str | None) -> Scenario:
    return parse(text, systems=find_systems(system))


def _fight_all(series: BattleSeries, battles: int, jobs: int) -> Iterator[BattleOutcome]:
    numbers = range(1, battles + 1)
    if jobs == 1:
        yield from map(fight, repeat(series), limited(numbers, N_("battles"), battles))
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    started = ProcessPoolExecutor(
        min(jobs, battles), get_context("spawn"), initializer=start_limit, initargs=(remaining_seconds(),)
    )
    with started as pool:
        try:
            yield from limited(pool.map(fight, repeat(series), numbers), N_("battles"), battles)
        except LimitExceeded:
            check_limit()  # whose error says how many battles were fought
            raise


def _write_records(fought: Iterable[BattleOutcome], folder: str | None, battles: int) -> Iterator[BattleOutcome]:
    """Yield the outcomes, after writing their records if there is a folder for them."""
    if folder is not None:
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise NotADirectoryError(
                error.errno, _("is a file; the records are written into a folder"), folder
            ) from error
    for number, each in enumerate(fought, start=1):
        if folder is not None:
            _keep_record(Path(folder, f"{number:0{len(str(battles))}}.record"), each.record)
        yield each


def _keep_record(path: Path, record: str) -> None:
    """Write the record of a battle, unless it is already there. Raise FileExistsError if another one is."""
    if not path.is_file():
        write_files([(str(path), lambda: record)])
    elif path.read_bytes() != record.encode():
        raise FileExistsError(17, _("already exists, with another battle; name another folder for these"), str(path))


def _summarize(fought: Iterable[BattleOutcome]) -> Mapping[str, Any]:
    results: Counter[str] = Counter()
    winners: Counter[str] = Counter()
    steps = 0
    for each in fought:
        results[each.how] += 1
        steps += each.steps
        if each.winner is not None:
            winners[each.winner] += 1
    return {
        "battles": results.total(),
        "results": dict(sorted(results.items())),
        "winners": dict(sorted(winners.items())),
        "steps": steps,
    }


def _format_summary(summary: Mapping[str, Any]) -> str:
    number = summary["battles"]
    battles = ngettext("{number} battle", "{number} battles", number).format(number=number)
    wins = [_("{side} won {number}").format(side=side, number=won) for side, won in summary["winners"].items()]
    ends = [f"{word(how)} {number}" for how, number in summary["results"].items()]
    return _("{battles}: {wins}; ends: {ends}; {steps} steps.").format(
        battles=battles, wins=", ".join(wins) or _("nobody won"), ends=", ".join(ends), steps=summary["steps"]
    )
