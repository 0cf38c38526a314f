"""Records of battles: the public interface."""

from __future__ import annotations

from sightline import battles
from sightline.api.battles import Battle, begin
from sightline.api.loader import parse
from sightline.api.scenario import Scenario
from sightline.formats.arguments import check_language, check_seed, checked
from sightline.formats.problems import Problem, ScenarioError
from sightline.i18n import _, current_language, use_language
from sightline.rules import Systems, UnusableSystem, installed_systems


class RecordError(ScenarioError):
    """Raised for an invalid record of a battle; its problem names the line, and by its key the step that fails."""


@checked
def replay(
    record: str,
    *,
    seed: int | str | None = None,
    systems: Systems | None = None,
    file: str = "-",
    language: str | None = None,
) -> Battle:
    """Replay the text of a record, verify every step, and return the battle.

    A battle that is not over can only be continued if its seed is given; then all dice are verified too. Raise
    `RecordError`, with the step that fails, if no battle can have this record, or if it is of other rules; problems
    name the record `file`.
    """
    check_language(language)
    if seed is not None:
        check_seed(seed)
    with use_language(language or current_language()):
        try:
            return _replay(record, seed, installed_systems() if systems is None else systems, file)
        except battles.BrokenRecord as error:
            key = None if error.step is None else f"steps.{error.step}"
            raise RecordError([_problem(file, key, str(error), error.line)]) from error
        except ScenarioError as error:
            raise RecordError(error.problems) from error


def _replay(record: str, seed: int | str | None, systems: Systems, file: str) -> Battle:
    parts = battles.parse_record(record)
    scenario, heading = _scenario(parts, systems, file), parts.heading
    known = None if seed is None else str(seed)
    run = begin(
        scenario,
        lambda sides: parts.dice(known, sides),
        limit=heading.limit,
        text=heading.scenario,
        formations=heading.formations,
        version=heading.sightline,
        fair_dice=parts.fair_dice,
    )
    battles.replay(parts, run)
    return Battle(scenario, run)


def restore(scenario: Scenario, record: str, seed: str | None) -> Battle:
    """Return the battle of a record of a scenario, continued with the dice of a seed."""
    systems = Systems({}, {scenario.rules.key: scenario.rules})
    with use_language(scenario.language):
        return Battle(scenario, _replay(record, seed, systems, "-").run)


def _scenario(record: battles.Record, systems: Systems, file: str) -> Scenario:
    """Return the scenario of a record. Raise `RecordError` unless it has the rules of this program."""
    heading = record.heading
    try:
        revision = systems[heading.rules].revision
    except (KeyError, UnusableSystem) as error:
        message = _("there is no rule system {key!r}").format(key=heading.rules)
        raise RecordError([_problem(file, "rules", message)]) from error
    if revision != heading.rules_revision:
        message = _(
            "this battle was played under revision {theirs} of {rules}, and this program has revision {ours}; "
            "the version that replays it is installed by: {command}"
        ).format(
            theirs=heading.rules_revision,
            ours=revision,
            rules=heading.rules,
            command=f"pip install sightline=={heading.sightline}",
        )
        raise RecordError([_problem(file, "rules_revision", message)])
    return parse(heading.scenario, systems=systems, file=file)


def _problem(file: str, key: str | None, message: str, line: int | None = None) -> Problem:
    column = None if line is None else 1
    return Problem(file=file, line=line, column=column, key=key, found=None, message=f"{message}.")
