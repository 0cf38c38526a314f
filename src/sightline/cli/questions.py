"""The questions: chart, shot, resolve, strike, see, reach, threat, advise, line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from sightline.api import Answer, Scenario, lenient_questions
from sightline.api.change_parser import with_rulings
from sightline.cli._system_options import MoveCommand
from sightline.cli.output import print_json
from sightline.cli.picture_options import (
    PNG,
    SIDE_VIEW,
    SVG,
    is_on_standard_output,
    is_picture_asked,
    look_options,
    write_pictures,
)
from sightline.cli.scenario_options import asked_on_command_line, open_changed, question
from sightline.cli.text_options import echo_text, terminal_size, text_options
from sightline.cli.value_types import WholeNumber, Word
from sightline.i18n import N_, _

WEAPON = click.option("--weapon", metavar="NAME", help=N_("Choose the weapon; the default is the first one."))
FORMS = ("table", "json", "csv", "html", "svg")
LINES = ("exact", "all", "seen", "allowed", "best")


@click.command(short_help=N_("Judge every attack of one piece on another."))
@question
@click.option("--as", "form", type=Word(FORMS), default="table", help=N_("Choose the form of the chart."))
@click.option("--from", "attacker", metavar="A", help=N_("Judge only attacks by this piece."))
@click.option("--to", "target", metavar="T", help=N_("Judge only attacks at this piece."))
@SVG
@PNG
@look_options
@click.option(
    "--lines",
    type=Word(LINES),
    help=N_("Choose the lines of the picture; otherwise as many as are legible."),
)
@click.option("--compare", metavar="NAME=VALUE", help=N_("Print only what another choice of this ruling would change."))
def chart(file: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Judge every attack of one piece on another in the scenario FILE.

    Each row shows who sees and hits whom, with what odds, and by which clauses. The pairs are those listed in the
    file, or all pairs of different sides; each weapon has its own row.
    """
    from sightline.cli.chart import print_changes, print_chart

    scenario = open_changed(file, system, options["rulings"], options["changes"])
    form = "json" if as_json else options["form"]
    is_drawn = is_picture_asked({**options, "form": form})
    ends = {"attacker": options["attacker"], "target": options["target"]}
    with asked_on_command_line():
        verdicts = lenient_questions.iter_chart(scenario, **ends)
    if options["compare"] is None and is_drawn:
        from sightline.api import Chart
        from sightline.cli.chart_picture import print_drawn_chart

        print_drawn_chart(Chart(scenario, tuple(verdicts)), form, options)
    elif options["compare"] is None:
        print_chart(scenario, verdicts, form)
    elif form not in ("table", "json"):
        raise click.UsageError(_("--compare prints a table or JSON, not {form}.").format(form=form))
    elif is_drawn:
        raise click.UsageError(_("--compare prints a table or JSON, and draws nothing."))
    else:
        other = with_rulings(scenario, [options["compare"]], "--compare")
        print_changes(scenario, verdicts, lenient_questions.iter_chart(other, **ends), form)


@click.command(short_help=N_("Judge one attack, and explain the verdict."))
@question
@text_options
@click.argument("attacker", metavar="A")
@click.argument("target", metavar="T")
@WEAPON
@click.option("--why-not", is_flag=True, help=N_("If it is not allowed, list the single changes that would help."))
@SVG
@PNG
@look_options
@SIDE_VIEW
def shot(file: str, attacker: str, target: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Judge an attack by piece A on piece T in the scenario FILE.

    The answer gives sight, numbers, odds and damage, the clause behind each, and the rulings that decided.
    """
    asked = {"weapon": options["weapon"], "why_not": options["why_not"]}
    _answer(partial(lenient_questions.shot, attacker=attacker, target=target, **asked), file, system, as_json, options)


@click.command(short_help=N_("Roll one attack and report the result."))
@question
@text_options
@click.argument("attacker", metavar="A")
@click.argument("target", metavar="T")
@WEAPON
@click.option(
    "--seed",
    metavar="N",
    type=WholeNumber(),
    help=N_("Seed of the dice: the same number, the same dice. The default is random."),
)
@SVG
@PNG
@look_options
def resolve(file: str, attacker: str, target: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Roll an attack by piece A on piece T in the scenario FILE, and report the result step by step.

    The answer is that of `shot` with the dice and their result.
    """
    asked = {"weapon": options["weapon"], "seed": options["seed"]}
    _answer(
        partial(lenient_questions.resolve, attacker=attacker, target=target, **asked), file, system, as_json, options
    )


@click.command(short_help=N_("Judge an attack on the obstacle at a cell or border."))
@question
@text_options
@click.argument("attacker", metavar="A")
@click.argument("place", metavar="PLACE")
@click.option(
    "--earlier",
    metavar="N",
    type=WholeNumber(0),
    default=0,
    show_default=True,
    help=N_("Damage that it has already taken."),
)
@SVG
@PNG
@look_options
def strike(file: str, attacker: str, place: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Judge an attack by piece A on the obstacle at PLACE, a cell or a border, in the scenario FILE.

    Such an attack hits without dice. The answer says whether it is allowed and whether the obstacle is destroyed.
    """
    asked = {"place": place, "earlier": options["earlier"]}
    _answer(partial(lenient_questions.strike, attacker=attacker, **asked), file, system, as_json, options)


@click.command(short_help=N_("Draw every cell that a piece sees."))
@question
@text_options
@click.argument("piece", metavar="A")
@SVG
@PNG
@look_options
def see(file: str, piece: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Draw every cell that piece A sees in the scenario FILE. Facing and range are ignored."""
    _answer(partial(lenient_questions.see, name=piece), file, system, as_json, options)


@click.command(cls=MoveCommand, short_help=N_("Draw every place that a piece can move to."))
@question
@text_options
@click.argument("piece", metavar="A")
@click.option("--toward", metavar="X,Y", help=N_("On a free table: find the path that ends nearest to this place."))
@SVG
@PNG
@look_options
def reach(
    file: str, piece: str, as_json: bool, system: str | None, toward: str | None, move: dict[str, Any], **options: Any
) -> None:
    """Draw every place that piece A can move to in the scenario FILE, with its cost and the cheapest path."""

    def ask(scenario: Scenario) -> Any:
        if toward is None:
            return lenient_questions.reach(scenario, piece, **move)
        if not scenario.position.is_free:
            raise click.UsageError(_("--toward works on free tables only."))
        lengths = [length.strip() for length in toward.strip("[] ").split(",")]
        return lenient_questions.reach(scenario, piece, **move, toward=lengths)

    _answer(ask, file, system, as_json, options)


@click.command(short_help=N_("Draw where the enemies of a side could hit it."))
@question
@text_options
@click.argument("side", metavar="SIDE")
@SVG
@PNG
@look_options
def threat(file: str, side: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Draw the cells where enemies of SIDE could hit a plain target from where they stand, with the chances."""
    _answer(partial(lenient_questions.threat, side=side), file, system, as_json, options)


@click.command(short_help=N_("Rank the places to attack from."))
@question
@text_options
@click.argument("piece", metavar="A")
@click.option("--top", metavar="N", type=WholeNumber(1), help=N_("List only the best N places."))
@SVG
@PNG
@look_options
def advise(file: str, piece: str, as_json: bool, system: str | None, top: int | None, **options: Any) -> None:
    """Rank the places that piece A can reach and attack from in the scenario FILE.

    They are ranked by the chance to hit, then by the chance of being hit back, then by the cost of the move.
    """
    _answer(partial(lenient_questions.advise, name=piece, top=top), file, system, as_json, options)


@click.command(short_help=N_("List everything on the line between two points."))
@question
@text_options
@click.argument("start", metavar="P")
@click.argument("stop", metavar="Q")
@SVG
@PNG
@look_options
def line(file: str, start: str, stop: str, as_json: bool, system: str | None, **options: Any) -> None:
    """List everything that the straight line from P to Q meets, in order, with exact fractions of its length.

    P and Q are labels of cells, such as B3 for its centre, or of corners, such as B3@SE. This is pure geometry: no
    rules are applied.
    """
    _answer(partial(lenient_questions.line, start=start, stop=stop), file, system, as_json, options)


def _answer(
    ask: Callable[[Scenario], Answer], file: str, system: str | None, as_json: bool, options: dict[str, Any]
) -> None:
    """Ask, write the pictures requested, and print the answer unless a picture is written to the standard output."""
    scenario = open_changed(file, system, options["rulings"], options["changes"])
    with asked_on_command_line():
        answer = ask(scenario)
    write_pictures(answer, options)
    if is_on_standard_output(options):
        return
    if as_json:
        print_json(answer.value)
    else:
        from sightline.cli.text_output import format_answer

        width = terminal_size(options["width"]).columns
        echo_text(format_answer(answer, width=width, has_map=not options["no_map"]), width)
