# ruff: noqa: E501  (tables of cases read best with one case a line)
"""What a problem tells, and how many a file may have."""

from __future__ import annotations

import copy
import pickle

import pytest

from sightline.board import Hint
from sightline.formats.problems import MAX_PROBLEMS, Problems, ScenarioError, TooManyProblems, collecting_problems
from sightline.formats.yaml_tree import Scalar, Source

SOURCE = Source("file.yaml", "a: b")
WORD = Scalar(SOURCE, 1, 4, 1, 5, "b", None)


def test_a_problem_shows_its_place_what_is_allowed_and_what_was_meant() -> None:
    problems = Problems("file.yaml")
    problems.add(WORD, "a", "'wal' is no kind", found="wal", allowed=("wall", "water"))
    (problem,) = problems.found
    assert (problem.nearest, problem.allowed) == ("wall", ("wall", "water"))
    assert str(problem) == "file.yaml:1:4: a: 'wal' is no kind. Did you mean 'wall'? Allowed: wall, water."


def test_what_the_message_says_is_not_said_again() -> None:
    problems = Problems("-")
    problems.add(None, None, "'x' is not left or right", found="x", allowed=("left", "right"))
    assert str(problems.found[0]) == "'x' is not left or right."
    assert problems.found[0].allowed == ("left", "right")


def test_a_text_without_a_place_has_no_line() -> None:
    problems = Problems("--set")
    problems.add(Scalar(Source("--set", "b", has_place=False), 1, 1, 1, 2, "b", None), "pieces.A.at", "no", found="b")
    assert str(problems.found[0]) == "--set: pieces.A.at: no."


@pytest.mark.parametrize(
    ("word", "nearest"),
    [("WALL", "wall"), ("wal", "wall"), ("wlal", "wall"), ("x", None), ("", None), ("walls of a castle", None), ("w" * 101, None)],
)  # fmt: skip
def test_the_nearest_word_is_one_that_is_near(word: str, nearest: str | None) -> None:
    problems = Problems("-")
    problems.add(None, None, "wrong", found=word, allowed=("water", "wall", "Wall"))
    assert problems.found[0].nearest == nearest


def test_of_many_words_some_are_reported() -> None:
    problems = Problems("-")
    problems.add(None, None, "wrong", found="x", allowed=[f"word{number}" for number in range(1000)])
    assert len(problems.found[0].allowed) == 100
    assert problems.found[0].message.endswith("word99, ....")


def test_problems_are_sorted_by_place_those_of_other_files_last() -> None:
    problems = Problems("m.yaml")
    for file, line, column in [("a.yaml", 1, 1), ("m.yaml", 2, 1), ("m.yaml", 1, 9), ("m.yaml", 1, 2)]:
        problems.add(Scalar(Source(file, ""), line, column, line, column, "", None), None, "wrong")
    assert [(p.file, p.line, p.column) for p in problems.sorted()] == [
        ("m.yaml", 1, 2),
        ("m.yaml", 1, 9),
        ("m.yaml", 2, 1),
        ("a.yaml", 1, 1),
    ]


def test_a_number_of_problems_are_listed_and_the_last_says_so() -> None:
    problems = Problems("-")
    for _ in range(MAX_PROBLEMS - 1):
        problems.add(WORD, None, "wrong")
    with pytest.raises(TooManyProblems):
        problems.add(WORD, None, "wrong")
    told = problems.sorted()
    assert [told[0].message, told[-1].message] == ["wrong.", "wrong. There may be more problems: reading stopped here."]


def test_problems_of_a_number_of_characters_are_listed() -> None:
    problems = Problems("-")

    def fill() -> None:
        for _ in range(MAX_PROBLEMS):
            problems.add(WORD, "k" * 50_000, "wrong", found="f" * 50_000)

    with pytest.raises(TooManyProblems):
        fill()
    assert 10 < len(problems.found) < 100


def test_an_error_holds_every_problem() -> None:
    problems = Problems("-")
    problems.raise_if_any()
    problems.add(WORD, "a", "wrong")
    problems.add(None, "b", "wrong too")
    with pytest.raises(ScenarioError) as refused:
        problems.raise_if_any()
    assert str(refused.value) == "b: wrong too.\nfile.yaml:1:4: a: wrong."
    assert len(refused.value.problems) == 2


def test_what_is_only_described_is_never_the_nearest_word() -> None:
    problems = Problems("-")
    problems.add(None, None, "wrong", found="A1-to:G8", allowed=(Hint("A1 to G8"), "A1:G8"))
    (problem,) = problems.found
    assert (problem.nearest, problem.allowed) == ("A1:G8", ("A1 to G8", "A1:G8"))
    assert {type(word) for word in problem.allowed} == {str}


def test_an_error_can_be_copied_and_pickled() -> None:
    problems = Problems("file.yaml")
    problems.add(WORD, "a", "wrong", found="b", allowed=("c",))
    error = ScenarioError(problems.found)
    for again in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert (type(again), str(again), again.problems) == (ScenarioError, str(error), error.problems)


def collect(*keys: str) -> None:
    with collecting_problems("--set") as problems:
        for key in keys:
            problems.add(None, key, "wrong")


def test_collected_problems_are_raised_together() -> None:
    collect()
    with pytest.raises(ScenarioError) as refused:
        collect("a", "b")
    assert [(each.file, each.key) for each in refused.value.problems] == [("--set", "a"), ("--set", "b")]


def test_too_many_problems_end_the_collection_and_are_raised() -> None:
    with pytest.raises(ScenarioError) as refused:
        collect(*"a" * (MAX_PROBLEMS + 1))
    assert len(refused.value.problems) == MAX_PROBLEMS
