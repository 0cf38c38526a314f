"""Reading of scenarios from files and texts."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from sightline.api.own_language import in_language
from sightline.api.scenario import Scenario
from sightline.formats.arguments import checked
from sightline.formats.files import decode, read_path
from sightline.formats.scenario_reader import parse_scenario
from sightline.formats.yaml_tree import Source
from sightline.rules import Systems, installed_systems


@checked
def load(path: str | PathLike[str], *, systems: Systems | None = None, language: str | None = None) -> Scenario:
    """Read a scenario file. Raise `ScenarioError` with every problem, and OSError if it cannot be read.

    The scenario and its problems are in `language`, one of `sightline.LANGUAGES`: by default in the current one.
    """
    with in_language(language):
        return _read(read_path(path), systems, Path(path).parent)


@checked
def parse(text: str, *, systems: Systems | None = None, file: str = "-", language: str | None = None) -> Scenario:
    """Read a scenario from a text; its problems name it `file`. Raise `ScenarioError` with every problem.

    The scenario and its problems are in `language`, one of `sightline.LANGUAGES`: by default in the current one.
    """
    with in_language(language):
        return _read(decode(text.encode(errors="surrogatepass"), file), systems)


def _read(source: Source, systems: Systems | None, folder: Path | None = None) -> Scenario:
    data = parse_scenario(source, installed_systems() if systems is None else systems, folder)
    return Scenario(data, original=source.text)
