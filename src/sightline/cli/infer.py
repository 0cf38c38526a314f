"""The command `infer`: boards that agree with a published chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from msgspec import structs

from sightline.api import DEFAULT_SECONDS
from sightline.cli.output import print_json, printable
from sightline.cli.scenario_options import open_changed, question, read_text
from sightline.cli.value_types import PositiveNumber, WholeNumber
from sightline.formats.problems import ScenarioError
from sightline.i18n import N_, _, ngettext
from sightline.inference.inferable import Inferable
from sightline.inference.solutions import Inferred, InferredBoard, Outcome, StatedRow
from sightline.inference.unknown_board import Element, Inference
from sightline.rules import require


@click.command(short_help=N_("Find a board on which a published chart is true."))
@click.argument("sheet", metavar="SHEET.csv")
@question
@click.option(
    "--number",
    metavar="N",
    type=WholeNumber(1, 1000),
    default=1,
    help=N_("Find up to this many different boards, smallest first; none contains all of an earlier one."),
)
@click.option(
    "--seconds",
    metavar="S",
    type=PositiveNumber(),
    default=DEFAULT_SECONDS,
    help=N_("Stop searching after this many seconds; the default is 300."),  # as DEFAULT_SECONDS says
)
@click.option(
    "--jobs",
    "workers",
    metavar="J",
    type=WholeNumber(1, 64),
    default=1,
    help=N_("Threads of the solver; with more than one, the result may be another board of the same size."),
)
def infer(sheet: str, file: str, as_json: bool, system: str | None, **options: Any) -> None:
    """Find a board on which the published chart SHEET.csv is true, or show why there is none.

    The scenario FILE gives the map and the pieces; everything it states is kept. Its system determines what may be
    added: in Combat Hex levels, printed lines, and second hexes that make warriors mounted. The answer is a scenario
    with as few additions as possible, or a smallest set of rows that contradict each other.

    SHEET.csv or FILE may be -, the standard input. Needs the extra infer: pip install "sightline[infer]".
    """
    if sheet == file == "-":
        raise click.UsageError(_("SHEET.csv and FILE cannot both be the standard input."))
    scenario = open_changed(file, system, options["rulings"], options["changes"])
    searched = {key: options[key] for key in ("number", "seconds", "workers")}
    try:
        answer = scenario.infer(read_text(sheet).text, file=sheet, **searched)
    except ScenarioError as error:
        place = _("command line")  # about anything but the sheet
        problems = [structs.replace(each, file=place) if each.key == "rules" else each for each in error.problems]
        raise ScenarioError(problems) from error
    if as_json:
        print_json(answer)
    else:
        click.echo("\n".join(_iter_lines(answer, require(scenario.rules, Inferable).inference(), sheet)))


def _iter_lines(answer: Inferred, inference: Inference, sheet: str) -> Iterator[str]:
    match answer.outcome:
        case Outcome.FOUND:
            for number, board in enumerate(answer.boards, start=1):
                yield from ["---"] if number > 1 else []
                yield from _iter_board_lines(answer, board, number, inference, sheet)
        case Outcome.CONTRADICTION:
            yield _describe_contradiction(answer)
            yield from (_format_row(row, sheet) for row in answer.contradiction)
        case Outcome.UNDECIDED:
            yield _("Undecided: the time ran out before a board or a contradiction was found; --seconds allows more.")


def _iter_board_lines(
    answer: Inferred, board: InferredBoard, number: int, inference: Inference, sheet: str
) -> Iterator[str]:
    if answer.rows == 1:
        text = _("The row is true on this board, by the judgement of the referee: {sheet}.")
    else:
        text = _("All {count} rows are true on this board, by the judgement of the referee: {sheet}.")
    yield f"# {text.format(count=answer.rows, sheet=printable(sheet))}"
    added = _("Added to the scenario: {size}, {proven}.")
    yield f"# {added.format(size=board.size, proven=_describe_size(board, number))}"
    for kind, places in board.added.items():
        elements = [inference.localize(Element(kind, place)) for place in places]
        listed = printable(", ".join(each.place for each in elements))
        yield "#   " + _("{kind}: {places}").format(kind=elements[0].kind, places=listed)
    if answer.is_complete and number == len(answer.boards):
        yield "# " + _("There is no other board, except those that only add to these.")
    yield board.scenario.rstrip("\n")


def _describe_size(board: InferredBoard, number: int) -> str:
    """Return what is proven about the size of a board."""
    if not board.is_smallest:
        return _("not proven smallest: the time ran out")
    return (
        _("no smaller board") if number == 1 else _("no smaller one except those above and those that only add to them")
    )


def _describe_contradiction(answer: Inferred) -> str:
    """Return how many rows contradict each other, and what is proven about that."""
    proven = _("not proven to be the fewest possible: the time ran out")
    if answer.is_smallest:
        proven = _("no smaller set does")
    elif answer.is_irreducible:
        proven = _(
            "each of them is needed, but it is not proven that no smaller set contradicts itself: the time ran out"
        )
    count = len(answer.contradiction)
    text = ngettext(
        "There is no board: this row cannot be true on any.",
        "There is no board: these {count} rows contradict each other; {proven}.",
        count,
    )
    return text.format(count=count, proven=proven)


def _format_row(row: StatedRow, sheet: str) -> str:
    return f"{printable(sheet)}:{row.line}: {printable(','.join(row.cells.values()))}"
