"""What the docs say of clauses, rulings, terrain, pieces and options is what the program says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import pytest
from msgspec import Struct

from sightline.board import Piece, Weapon
from sightline.cli.main import program
from sightline.rules import Ruleset, Terrain, installed_systems
from sightline.rules.game import Event, tag_of
from sightline.systems.hero5.pieces import HeroCharacter
from sightline.systems.hero5.terrain import BORDERS, HeroTerrain
from sightline.systems.hero5.terrain import TERRAIN as HERO_TERRAIN
from sightline.systems.penance.pieces import Casket
from sightline.systems.penance.terrain import TERRAIN, PenanceTerrain
from sightline.systems.post_galactica.pieces import Unit
from sightline.systems.post_galactica.terrain import TERRAIN as GALACTIC_TERRAIN
from sightline.systems.post_galactica.terrain import GalacticTerrain
from sightline.systems.sodwa.game.phases import ACTIONS
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.terrain import TERRAIN as SODWA_TERRAIN
from sightline.systems.sodwa.terrain import SodwaTerrain
from tests.docs.pages import PAGES, ROOT, name_of

_KEYS = ("penance", "hero5", "post-galactica", "sodwa")
PENANCE, HERO, GALACTICA, SODWA = SYSTEMS = [installed_systems()[key] for key in _KEYS]
EXAMPLES = {"systems/sodwa/game/actions/NAME.py"}
"""Names that stand for any file."""
RULED = [(PENANCE, "rulings.md"), (HERO, "hero5.md"), (GALACTICA, "post-galactica.md"), (SODWA, "sodwa.md")]


def _rows(page: str) -> list[list[str]]:
    """Return the rows of a page's tables, each as its cells without code marks."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip().replace("`", "") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_clauses_that_a_page_cites_are_there(page: Path) -> None:
    cited = set(re.findall(r"(?:(?:PEN|HERO|PG|SOD)-\d+\.\d+[a-z]?|PG-H\d)", page.read_text(encoding="utf-8")))
    assert cited - {clause.id for rules in SYSTEMS for clause in rules.clauses} == set()


@pytest.mark.parametrize(("rules", "page"), RULED, ids=lambda value: getattr(value, "key", value))
def test_every_ruling_is_explained_with_its_choices(rules: Ruleset[Any], page: str) -> None:
    stated = {row[0]: tuple(row[1].split(", ")) for row in _rows(page) if len(row) == 3}
    for ruling in rules.rulings:
        assert stated[ruling.name] == ruling.choices


@pytest.mark.parametrize(("rules", "page"), RULED, ids=lambda value: getattr(value, "key", value))
def test_every_ruling_is_shown_at_work(rules: Ruleset[Any], page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for ruling in rules.rulings:
        others = "|".join(ruling.choices[1:])
        in_python = f'with_rulings\\({{"{ruling.name}": "({others})"}}\\)'
        assert re.search(f"--(compare|ruling) {ruling.name}=({others})\n|{in_python}", text)
    assert "Nothing would change" not in text


def test_the_terrain_is_listed() -> None:
    stated = {row[0]: row[1:] for row in _rows("scenario-format.md") if len(row) == 5}
    for name, kind in TERRAIN.items():
        cover = "" if kind.cover == "none" else kind.cover
        assert stated[name] == [kind.letter, "yes" if kind.blocks else "", cover, str(kind.cost)]


_LISTED: list[tuple[Mapping[str, Terrain], Terrain]] = [
    (HERO_TERRAIN, HeroTerrain()),
    (GALACTIC_TERRAIN, GalacticTerrain(blocks=False)),
    (SODWA_TERRAIN, SodwaTerrain()),
]


@pytest.mark.parametrize(("terrain", "plain"), _LISTED, ids=lambda value: type(value).__name__)
def test_terrain_is_listed_with_what_it_says(terrain: Mapping[str, Terrain], plain: Terrain) -> None:
    rows = _rows("scenario-format.md")
    for name, kind in terrain.items():
        assert [name, kind.letter, _in_words(kind, plain)] in rows


def test_the_borders_of_hero_are_listed() -> None:
    rows = _rows("scenario-format.md")
    for name, kind in BORDERS.items():
        assert [name, _in_words(kind, HeroTerrain())] in rows


def _in_words(kind: Terrain, plain: Terrain) -> str:
    """Return what a kind states otherwise than a plain one."""
    keys = _stated_by(type(plain))
    changed = {key: getattr(kind, key) for key in keys if getattr(kind, key) != getattr(plain, key)}
    return ", ".join(key if value is True else f"{key}: {value}" for key, value in changed.items())


_STATED = [Casket, HeroCharacter, Weapon, PenanceTerrain, HeroTerrain, Unit, GalacticTerrain, Character, SodwaTerrain]


@pytest.mark.parametrize("struct", _STATED)
def test_what_can_be_stated_is_listed(struct: type[Struct]) -> None:
    stated = {name for row in _rows("scenario-format.md") for name in row[0].split(", ")}
    assert set(_stated_by(struct)) <= stated


def _stated_by(struct: type[Struct]) -> list[str]:
    """Return the keys that a file states for one."""
    derived_fields = struct.derived_fields if issubclass(struct, Piece) else ()
    return [key for key in struct.__struct_encode_fields__ if key not in ("name", "letter", *derived_fields)]


@pytest.mark.parametrize("name", sorted(program.commands))
def test_every_command_and_option_is_explained(name: str) -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"## {name}\n" in page
    command = program.commands[name]
    for each in (command, *(command.commands.values() if isinstance(command, click.Group) else ())):
        assert each is command or f"`sightline {name} {each.name}" in page
        for option in each.params:
            for flag in option.opts:
                assert not flag.startswith("--") or flag in page


def test_every_action_of_a_battle_is_explained() -> None:
    stated = {row[0] for row in _rows("battles.md")}
    assert {tag_of(action) for action in ACTIONS} - stated == {"ability"}  # which has a page of its own


def test_every_event_of_a_battle_is_explained() -> None:
    stated = {tag for page in ("battles.md", "abilities.md") for row in _rows(page) for tag in re.split(r", ", row[0])}
    events = (event for event in Event.__subclasses__() if event.__module__.startswith("sightline."))  # none of tests
    assert {str(event.__struct_config__.tag) for event in events} - stated == set()


@pytest.mark.parametrize("page", ["additions.md", "architecture.md"])
def test_files_that_a_page_names_are_there(page: str) -> None:
    named = set(
        re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|ts|svelte|toml|txt))`", (ROOT / "docs" / page).read_text("utf-8"))
    )
    folders = (ROOT, ROOT / "src" / "sightline")
    assert {file for file in named if not any((folder / file).exists() for folder in folders)} - EXAMPLES == set()
