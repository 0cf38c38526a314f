"""Everything that README and docs show is run: Python, commands with what they print, and scenarios."""

from __future__ import annotations

import doctest
import shutil
from pathlib import Path
from typing import Any

import pytest

import sightline
from tests.docs.console import Console, is_as_expected, iter_commands
from tests.docs.pages import PAGES, ROOT, SCENARIOS, Block, iter_blocks, name_of


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_a_page_shows_works(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(SCENARIOS, tmp_path / "scenarios")
    monkeypatch.chdir(tmp_path)
    reader = _Reader(page)
    for block in iter_blocks(page):
        reader.read(block)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_line_of_prose_is_too_long(page: Path) -> None:
    shown = {number for block in iter_blocks(page) for number in _lines_of(block)}
    lines = enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
    prose = [line for number, line in lines if number not in shown and not line.startswith("|")]
    assert [line for line in prose if len(line) > 120] == []


def _lines_of(block: Block) -> range:
    return range(block.line, block.line + block.text.count("\n") + 2)


class _Reader:
    """Someone who types in what a page shows, from its beginning to its end."""

    def __init__(self, page: Path) -> None:
        self.page = name_of(page)
        self.console = Console()
        self.names: dict[str, Any] = {"__name__": "docs"}

    def read(self, block: Block) -> None:
        if block.file is not None:
            Path(block.file).write_text(block.text, encoding="utf-8")
        match block.language:
            case "python" if block.file is None:
                self._run_python(block)
            case "console":
                self._run_commands(block)
            case "yaml" if _is_scenario(block.text):
                self._load(block)

    def _run_python(self, block: Block) -> None:
        where = f"{self.page}:{block.line}"
        if not block.text.startswith(">>> "):
            exec(compile("\n" * block.line + block.text, str(ROOT / self.page), "exec"), self.names)
            return
        test = doctest.DocTestParser().get_doctest(block.text, self.names, where, self.page, block.line)
        said: list[str] = []
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append, clear_globs=False)
        self.names.update(test.globs)
        assert said == [], f"{where}\n{''.join(said)}"

    def _run_commands(self, block: Block) -> None:
        for command in iter_commands(block.text):
            printed = self.console.run(command.line)
            where = f"{self.page}:{block.line}: $ {command.line}"
            assert is_as_expected(printed, command.expected), f"{where}\n{printed}"

    def _load(self, block: Block) -> None:
        def load() -> None:
            parse, open_file = (
                (sightline.parse_team, sightline.load_team)
                if "team" in block.words
                else (sightline.parse, sightline.load)
            )
            if block.file is None:
                parse(block.text)
            else:
                open_file(block.file)

        if "bad" in block.words:
            with pytest.raises(sightline.ScenarioError):
                load()
        elif "own-system" not in block.words:
            load()


def _is_scenario(text: str) -> bool:
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return next(lines, "").startswith("sightline:")
