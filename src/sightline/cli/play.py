"""The command `play`: a battle in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from sightline.api import battle
from sightline.cli.battle_session import HUMAN, BattleSession
from sightline.cli.file_endings import ending_in
from sightline.cli.formation_option import FORMATION, parse_formations
from sightline.cli.record_file import RecordFile, is_record, reopen
from sightline.cli.scenario_options import LANGUAGE, SYSTEM, find_systems, open_scenario, problems_of
from sightline.cli.simulate import LIMIT_OPTION, whole_seed
from sightline.cli.team_option import TEAM, lay_teams
from sightline.cli.text_options import text_options
from sightline.cli.value_types import Word, refusal
from sightline.i18n import N_, _
from sightline.players import PLAYERS

_PLAYER = Word((HUMAN, *PLAYERS))
_SETTLED = {"seed": "--seed", "limit": "--limit", "formations": "--formation", "teams": "--team", "record": "--record"}
"""Options whose values the record of a battle determines."""


def _record_name(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """Return the name of a new record. Raise `ScenarioError` for one that is none of a file, or of another kind."""
    if name in ("", "-"):
        raise refusal(option, _("this takes the name of a file, from which the battle can be continued"), name)
    return ending_in(".record", ".txt")(context, option, name)


@click.command(short_help=N_("Play a battle in the terminal."))
@click.argument("file", metavar="FILE")
@click.option("--red", type=_PLAYER, default=HUMAN, show_default=True, help=N_("Player of the first side."))
@click.option("--blue", type=_PLAYER, default="greedy", show_default=True, help=N_("Player of the second side."))
@click.option(
    "--seed",
    metavar="N",
    callback=whole_seed,
    help=N_("Seed of the dice: the same seed, the same dice. The default is random."),
)
@LIMIT_OPTION
@TEAM
@FORMATION
@click.option(
    "--record",
    metavar="OUT",
    callback=_record_name,
    help=N_("Write the record of the battle to this new file, after every action."),
)
@text_options
@LANGUAGE
@SYSTEM
@click.pass_context
def play(context: click.Context, /, file: str, red: str, blue: str, record: str | None, **options: Any) -> None:
    """Play a battle from the scenario FILE, or continue the battle of the record FILE.

    The record is written after every action, so nothing is lost if the program is interrupted. Until the battle is
    over, the seed of its dice is kept beside the record, in a file of the same name with .seed appended.
    """
    systems = find_systems(options["system"])
    if file != "-" and is_record(file):
        _refuse_settled(context)
        kept: RecordFile | None
        fought, kept = reopen(file, systems)
    else:
        scenario = open_scenario(file, systems)
        scenario = lay_teams(scenario, options["teams"])
        formations = parse_formations(scenario, options["formations"])
        seed = secrets.token_hex(8) if options["seed"] is None else options["seed"]
        with problems_of(file):
            fought = battle(scenario, seed=seed, formations=formations, limit=options["limit"])
        kept = None if record is None else RecordFile.create(Path(record), fought)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    shown = {"width": options["width"], "has_map": not options["no_map"]}
    BattleSession(fought, kept, (red, blue), options["system"], **shown).play()


def _refuse_settled(context: click.Context) -> None:
    """Raise `click.UsageError` for options that the record determines."""
    flags = [
        flag for name, flag in _SETTLED.items() if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if flags:
        message = _("The record already settles this: leave out {flags}.")
        raise click.UsageError(message.format(flags=", ".join(flags)))
