"""What the docs say of clauses, rulings, terrain, pieces and options is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sightline.board import Weapon
from sightline.cli.main import program
from sightline.rules import installed_systems
from sightline.rules.penance.pieces import TERRAIN, Casket
from tests.docs.pages import PAGES, ROOT, name_of

PENANCE = installed_systems()["penance"]
_NOT_YET = {"PEN-4.2"}


def _rows(page: str) -> list[list[str]]:
    """Give the rows of a page's tables, each as its cells without code marks."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip().replace("`", "") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_clauses_that_a_page_cites_are_there(page: Path) -> None:
    cited = set(re.findall(r"PEN-\d+\.\d+", page.read_text(encoding="utf-8")))
    assert cited - {clause.id for clause in PENANCE.clauses} - _NOT_YET == set()


def test_every_ruling_is_explained_with_its_choices() -> None:
    stated = {row[0]: tuple(row[1].split(", ")) for row in _rows("rulings.md") if len(row) == 3}
    for ruling in PENANCE.rulings:
        assert stated[ruling.name] == ruling.choices


def test_every_ruling_is_shown_at_work() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    for ruling in PENANCE.rulings:
        assert re.search(f"--compare {ruling.name}={'|'.join(ruling.choices[1:])}\n", page)
    assert "Nothing would change" not in page


def test_the_terrain_is_listed() -> None:
    stated = {row[0]: row[1:] for row in _rows("scenario-format.md") if len(row) == 5}
    for name, kind in TERRAIN.items():
        cover = "" if kind.cover == "none" else kind.cover
        assert stated[name] == [kind.letter, "yes" if kind.blocks else "", cover, str(kind.cost)]


@pytest.mark.parametrize("struct", [Casket, Weapon])
def test_what_pieces_and_weapons_state_is_listed(struct: type[Casket] | type[Weapon]) -> None:
    stated = {name for row in _rows("scenario-format.md") for name in row[0].split(", ")}
    assert set(struct.__struct_fields__) - {"name", "beside"} <= stated


@pytest.mark.parametrize("command", sorted(program.commands))
def test_every_command_and_option_is_explained(command: str) -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert f"## {command}\n" in page
    for option in program.commands[command].params:
        for flag in option.opts:
            assert not flag.startswith("--") or flag in page
