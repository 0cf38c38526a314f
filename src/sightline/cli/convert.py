"""The command `convert`: maps of other programs into scenarios, and scenarios into maps of Tiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec import structs

from sightline.api import Scenario, load, parse
from sightline.cli.check_draw import summarize
from sightline.cli.file_endings import SCENARIOS, TILED_MAPS, UNIVERSAL_VTT
from sightline.cli.output import check_target, print_data, printable, write_files
from sightline.cli.scenario_options import LANGUAGE, SYSTEM, find_system, find_systems
from sightline.cli.value_types import PositiveNumber
from sightline.conversion.converted import Converted
from sightline.extras import MissingExtra
from sightline.formats.json_text import to_flow_yaml
from sightline.formats.problems import Problems, ScenarioError, collecting_problems
from sightline.i18n import N_, _, ngettext
from sightline.rules import Ruleset, Systems, depiction_of

TOLERANCE = 0.05
_MAX_TOLERANCE = 0.5


@click.command(short_help=N_("Convert maps of Tiled and Universal VTT."))
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--rules", metavar="SYSTEM", help=N_("Choose the rule system of the scenario."))
@click.option("--grid", metavar="square|free", help=N_("Choose the kind of map that walls of Universal VTT stand on."))
@click.option("--wall", "barrier", metavar="TERRAIN", help=N_("Choose the terrain of walls of Universal VTT."))
@click.option(
    "--tolerance",
    metavar="N",
    type=PositiveNumber(),
    help=N_("Move the ends of walls by up to this part of a cell to its corners; the default is 0.05."),
)
@LANGUAGE
@SYSTEM
def convert(source: str, target: str, system: str | None, **options: Any) -> None:
    """Convert the map IN into the new file OUT, by what their names end with.

    Maps of Tiled (.tmj, .tmx) and of Universal VTT (.uvtt, .dd2vtt, .df2vtt) become scenarios (.yaml), and scenarios
    become maps of Tiled (.tmj), with a folder of pictures of their tiles. OUT may be -, the standard output, for
    scenarios. A file that exists is never overwritten.

    Needs the extra tiled for maps of Tiled: pip install "sightline[tiled]".
    """
    systems = find_systems(system)
    ending = _ending_of_source(source, target)
    _check_options(ending, options)
    if target != "-":
        _check_new(Path(target), *([_tiles_folder(target)] if ending in SCENARIOS else []))
    if ending in SCENARIOS:
        scenario = load(source, systems=systems)
        _write_tiled(scenario, systems, target)
    else:
        read = _read_universal_vtt if ending in UNIVERSAL_VTT else _read_tiled
        scenario, left_out = _as_scenario(source, systems, lambda problems: read(problems, systems, options))
        _write_scenario(scenario, target)
        _report_left_out(left_out)
    if target != "-":
        click.echo(printable(_("{file} is written: {summary}.").format(file=target, summary=summarize(scenario))))


def _ending_of_source(source: str, target: str) -> str:
    """Return what the name of IN ends with. Raise `ScenarioError` if it cannot be converted into OUT."""
    ending = _ending("IN", source, (*SCENARIOS, *TILED_MAPS, *UNIVERSAL_VTT))
    becomes = SCENARIOS[0] if target == "-" else _ending("OUT", target, (*SCENARIOS, TILED_MAPS[0]))
    if (ending in SCENARIOS) == (becomes in SCENARIOS):
        allowed = TILED_MAPS[:1] if ending in SCENARIOS else SCENARIOS
        raise _refusal("OUT", _("{source} becomes another kind of file").format(source=source), target, allowed)
    return ending


def _check_new(file: Path, *others: Path) -> None:
    """Raise OSError if a file cannot be written where it is named, or if it or one of the others exists."""
    check_target(file)
    for path in (file, *others):
        if path.exists():
            raise FileExistsError(17, _("already exists; name another file"), str(path))


def _check_options(ending: str, options: dict[str, Any]) -> None:
    """Check that the conversion uses each option that is given, and set the tolerance if it is not."""
    used = ("rules", "grid", "barrier", "tolerance") if ending in UNIVERSAL_VTT else ("rules", "tolerance")
    for key, value in options.items():
        if value is not None and (ending in SCENARIOS or key not in used):
            flag = "--wall" if key == "barrier" else f"--{key}"
            raise _refusal(flag, _("this conversion has no such option"), str(value))
    options["tolerance"] = options["tolerance"] or TOLERANCE
    if options["tolerance"] >= _MAX_TOLERANCE:
        message = _(
            "{found} is not below {most}: half a cell from a corner, the end of a wall is as near to the next one"
        )
        found = f"{options['tolerance']:g}"
        raise _refusal("--tolerance", message.format(found=found, most=_MAX_TOLERANCE), found)


def _ending(key: str, file: str, allowed: tuple[str, ...]) -> str:
    """Return what the name of a file ends with. Raise `ScenarioError` if that is none of the allowed endings."""
    ending = Path(file).suffix.lower()
    if ending not in allowed:
        message = _("{file!r} does not end with one of {endings}")
        raise _refusal(key, message.format(file=file, endings=", ".join(allowed)), file, allowed)
    return ending


def _refusal(key: str, message: str, found: str | None, allowed: tuple[str, ...] = ()) -> ScenarioError:
    problems = Problems(_("command line"))
    problems.add(None, key, message, found=found, allowed=allowed)
    return ScenarioError(problems.found)


def _as_scenario(source: str, systems: Systems, read: Callable[[Problems], Converted]) -> tuple[Scenario, int]:
    """Return a read map as a scenario, and the number of edges left out; its problems are those of the map."""
    with collecting_problems(source) as problems:
        converted = read(problems)
        unread = {each.key for each in problems.found}
        try:
            scenario = parse(to_flow_yaml(converted.data), systems=systems, file=source)
        except ScenarioError as error:
            # The lines and keys of the text in between mean nothing to anybody.
            found = [
                structs.replace(each, line=None, column=None, key=converted.origin_of(each.key))
                for each in error.problems
            ]
            # What could not be read is missing from the scenario, which is no second problem.
            problems.found += [each for each in found if each.key not in unread]
    return scenario, converted.left_out


def _write_scenario(scenario: Scenario, target: str) -> None:
    if target == "-":
        print_data(scenario.to_yaml(), nl=False)
    else:
        write_files([(target, scenario.to_yaml)])


def _report_left_out(edges: int) -> None:
    """Print how many edges of walls are left out, if any."""
    if edges:
        text = ngettext(
            "{number} edge of walls on the rim of the map, or beyond it, is left out: nothing is behind it.",
            "{number} edges of walls on the rim of the map, or beyond it, are left out: nothing is behind them.",
            edges,
        )
        click.echo(text.format(number=edges), err=True)


def _rules(key: str | None, source: str, systems: Systems) -> Ruleset[Any]:
    if key is None:
        message = _("{source} does not say for which rule system it is").format(source=source)
        raise _refusal("--rules", message, None, tuple(systems))
    return find_system(key, systems)


def _read_universal_vtt(problems: Problems, systems: Systems, options: dict[str, Any]) -> Converted:
    from sightline.conversion.universal_vtt import MAX_BYTES, read_universal_vtt

    source = problems.file
    rules = _rules(options["rules"], source, systems)
    grids = [each for each in ("square", "free") if each in rules.grids]
    grid = options["grid"] or next(iter(grids), None)
    if grid not in grids:
        message = _("{rules} is not played on the grid {grid!r}, as a map of Universal VTT needs")
        raise _refusal("--grid", message.format(rules=rules.title, grid=grid or "square"), grid, tuple(grids))
    kinds = rules.terrain if grid == "free" else rules.border_terrain
    wall = options["barrier"] or next(iter(_blocking(rules, kinds)), "")
    if wall not in kinds:
        message = _("{rules} has no terrain {wall!r} for walls") if wall else _("{rules} has no terrain for walls")
        raise _refusal("--wall", message.format(rules=rules.title, wall=wall), wall or None, tuple(kinds))
    with Path(source).open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        problems.add(None, None, _("the file is larger than {size} MiB").format(size=MAX_BYTES // 2**20))
        problems.raise_if_any()
    section, left_out = read_universal_vtt(content, problems, grid, wall, options["tolerance"])
    return Converted({"sightline": 1, "title": Path(source).stem, "rules": rules.key, "map": section}, left_out)


def _blocking(rules: Ruleset[Any], kinds: Any) -> list[str]:
    """Return those of some kinds of terrain that block sight: they have the most important mark."""
    marks = depiction_of(rules).terrain_marks[:1]
    return [kind for kind, means in kinds.items() if any(mark.holds(means) for mark in marks)]


def _read_tiled(problems: Problems, systems: Systems, options: dict[str, Any]) -> Converted:
    try:
        from sightline.conversion.tiled_file import TiledFile
        from sightline.conversion.tiled_reader import read_map
    except ModuleNotFoundError as missing:
        raise MissingExtra(_("pytiled-parser, which reads maps of Tiled,"), "tiled") from missing
    source = problems.file
    Path(source).open("rb").close()  # raises OSError with the name as it was typed
    file = TiledFile(Path(source), problems)
    rules = _rules(options["rules"] or file.stated.get("rules"), source, systems)
    sections, left_out, origins = read_map(file, rules, options["tolerance"])
    # A map that was a scenario comes back as it was, without a title if it had none.
    title = {} if "scenario" in (file.map.properties or {}) else {"title": Path(source).stem}
    return Converted({"sightline": 1, **title, **file.stated, "rules": rules.key, **sections}, left_out, origins)


def _tiles_folder(target: str) -> Path:
    """Return the folder of the pictures of tiles beside a map of Tiled."""
    return Path(target).with_name(f"{Path(target).stem}-tiles")


def _write_tiled(scenario: Scenario, systems: Systems, target: str) -> None:
    from sightline.conversion.tiled_writer import format_tiled

    folder = _tiles_folder(target)
    content, pictures = format_tiled(scenario.data, systems, folder.name)
    if pictures:
        folder.mkdir()
    write_files(
        [(target, lambda: content), *((str(folder / name), partial(str, svg)) for name, svg in pictures.items())]
    )
