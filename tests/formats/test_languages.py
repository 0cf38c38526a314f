"""Problems are told in the language that is spoken when they are found; nothing of it stays for the next reader."""

from __future__ import annotations

from pathlib import Path

import pytest

import sightline
from sightline.formats.problems import Problem
from sightline.i18n import use_language
from tests.formats.texts import HEAD, problems_of, with_pieces
from tests.marked_catalogue import mark_french, unmarked, without_marks

FOLDER = Path(__file__).parent.parent / "bad_scenarios"
# What the rules say about the bases of Combat Hex is not said here.
FILES = [path for path in sorted(FOLDER.glob("*.yaml")) if path.stem != "combat-hex-bases"]


@pytest.fixture(autouse=True)
def _marked_french(monkeypatch: pytest.MonkeyPatch) -> None:
    mark_french(monkeypatch)


def problems_in(path: Path, language: str) -> tuple[Problem, ...]:
    with use_language(language), pytest.raises(sightline.ScenarioError) as refused:
        sightline.load(path)
    return refused.value.problems


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_problems_are_reported_in_the_language_spoken(path: Path) -> None:
    before, french, after = (problems_in(path, language) for language in ("en", "fr", "en"))
    assert before == after
    assert [without_marks(problem.message) for problem in french] == [problem.message for problem in before]
    # Every sentence of a message is a text of the catalogue.
    assert {unmarked(problem.message).replace(" ", "") for problem in french} <= {"", "."}
    for one, other in zip(french, before, strict=True):
        assert (one.key, one.found, one.nearest) == (other.key, other.found, other.nearest)
        assert tuple(map(without_marks, one.allowed)) == other.allowed


def test_what_is_allowed_is_described_in_the_language_spoken() -> None:
    with use_language("fr"):
        (problem,) = problems_of(with_pieces("A: {facing: N}"))
    assert problem.allowed == ("«a cell, such as B3»",)


def test_words_of_files_are_never_translated() -> None:
    with use_language("fr"):
        (problem,) = problems_of(with_pieces("A: {at: A1, facing: N, shield: lef}"))
    assert (problem.allowed, problem.nearest) == (("left", "none", "right"), "left")
    assert problem.message == "«'lef' is not «left, none or right»». «Did you mean 'left'?»"


@pytest.mark.slow
def test_a_reading_that_stops_says_so_in_the_language_spoken() -> None:
    text = f"{HEAD}map: {{grid: hex, size: 5x5}}\npieces:\n" + "".join(f"  P{k}: {{}}\n" for k in range(10_000))
    with use_language("fr"):
        problems = problems_of(text)
    assert problems[-1].message.endswith("«There may be more problems: reading stopped here.»")
