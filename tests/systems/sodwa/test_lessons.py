"""The lessons: each is done as it teaches, and by nothing less; what it says of chances and ticks is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import structs

from sightline.api import ArgumentError, Battle
from sightline.api.lessons import read_lessons
from sightline.battles import IllegalAction
from sightline.battles.lesson_plan import Goal, matches
from sightline.formats.lesson_reader import split_lesson
from sightline.players import choose
from sightline.players.lesson_play import LessonPlay
from sightline.systems.sodwa.roster import ROSTER

LESSONS = read_lessons("sodwa")
Json = Mapping[str, Any]

SOLUTIONS: dict[str, Sequence[tuple[str, ...]]] = {
    "1-turns": (("move", "Ada", "D4"), ("end", "Ada"), ("end", "Ada")),
    "2-attacks": (("move", "Ada", "B3"), ("attack", "Ada", "Bruno"), ("end", "Ada"), ("attack", "Ada", "Bruno")),
    "3-places": (
        *(("move", "Ada", "E3"), ("attack", "Ada", "Cora"), ("end", "Ada"), ("move", "Ada", "E4"), ("end", "Ada")),
        ("move", "Ada", "E6"),
    ),
    "4-karma": (
        *(("teleportation", "Nuri", "E5"), ("attack", "Nuri", "Bruno"), ("end", "Nuri")),
        ("attack", "Ada", "Bruno"),
    ),
}
"""What is done in each lesson but the last, which is played by the computer player on both sides."""
FULFILLING = {"1-turns": (0, 1, 2), "2-attacks": (0, 1, 3), "3-places": (0, 1, 5), "4-karma": (0, 1, 3)}
"""The actions of these that fulfil a task, by number."""


def action(play: LessonPlay, do: str, who: str, what: str = "") -> Json:
    if do == "move":
        legal = Battle(play.lesson.scenario, play.run).legal()
        return next(each for each in legal if each["do"] == "move" and each["path"][-1] == what)
    if do == "teleportation":
        return {"do": "ability", "who": who, "ability": do, "targets": [what]}
    return {"do": do, "who": who} | ({"target": what} if what else {})


def preview(play: LessonPlay, who: str, target: str) -> Json:
    return Battle(play.lesson.scenario, play.run).preview({"do": "attack", "who": who, "target": target})


@pytest.mark.parametrize("key", SOLUTIONS)
def test_a_lesson_is_done_as_it_teaches_task_by_task(key: str) -> None:
    play = LessonPlay(LESSONS[key])
    for number, stated in enumerate(SOLUTIONS[key]):
        done = len(play.done_after)
        play.take(action(play, *stated))
        assert len(play.done_after) == done + (number in FULFILLING[key]), (key, number)
        assert not play.slips()
    assert play.task is None


def test_the_last_lesson_is_won_against_the_computer_in_a_few_turns() -> None:
    play = LessonPlay(LESSONS["5-battle"])
    taken = 0
    while play.run.result is None:
        play.take(choose(Battle(play.lesson.scenario, play.run), "greedy"))
        taken += 1
    assert play.run.result == {"winner": "red", "how": "defeat"}
    assert play.task is None
    assert taken < 15
    assert play.done_after == sorted(set(play.done_after))


def test_the_last_lesson_can_be_lost_and_says_so() -> None:
    play = LessonPlay(LESSONS["5-battle"])
    play.take({"do": "resign", "side": "red"})
    assert play.task is not None
    assert [slip.text for slip in play.slips()] == [
        "The computer has won this time. Start again, or take back your latest step."
    ]


def test_chances_and_ticks_are_those_that_the_texts_tell() -> None:
    play = LessonPlay(LESSONS["2-attacks"])
    told = []
    for stated in SOLUTIONS["2-attacks"]:
        if not play.run.steps or stated[0] == "attack":
            told.append(str(round(100 * preview(play, "Ada", "Bruno")["odds"]["hit"])))
        play.take(action(play, *stated))
    texts = [task.text for task in play.lesson.plan.tasks]
    assert [f"{chance} %" in text for chance, text in zip(told, texts, strict=True)] == [True] * 3
    assert told == ["46", "66", "76"]

    play = LessonPlay(LESSONS["1-turns"])
    for stated in SOLUTIONS["1-turns"][:2]:
        play.take(action(play, *stated))
    assert play.run.game.to_json(play.run.state)["tick"] == 8
    play.take(action(play, "move", "Ada", "D3"))
    assert [(each.who, each.ticks) for each in play.run.forecast(2)] == [("Bruno", 6), ("Ada", 7)]


def test_who_does_something_else_is_told_what_that_leads_to() -> None:
    play = LessonPlay(LESSONS["1-turns"])
    play.take(action(play, "move", "Ada", "A4"))
    assert [slip.text[:24] for slip in play.slips()] == ["That is a different tile"]
    assert play.done_after == []
    play = LessonPlay(LESSONS["1-turns"])
    for stated in SOLUTIONS["1-turns"][:2]:
        play.take(action(play, *stated))
    play.take(action(play, "move", "Ada", "D3"))
    play.take(action(play, "end", "Ada"))
    assert [slip.text[:16] for slip in play.slips()] == ["Bruno was faster"]
    assert len(play.done_after) == 2


def test_nobody_shoots_past_an_enemy_and_the_refusal_cites_the_clause() -> None:
    play = LessonPlay(LESSONS["3-places"])
    with pytest.raises(IllegalAction) as refused:
        play.take(action(play, "attack", "Ada", "Cora"))
    assert "SOD-4.7" in {finding.clause.id for finding in refused.value.check.findings}
    with pytest.raises(IllegalAction):
        play.take({"do": "resign", "side": "blue"})
    with pytest.raises(ValueError, match="there is no action 'dance'"):
        play.take({"do": "dance"})
    assert not play.run.steps


def test_a_copy_goes_on_by_itself_with_the_same_dice() -> None:
    play = LessonPlay(LESSONS["2-attacks"])
    copied = play.copy()
    for stated in SOLUTIONS["2-attacks"]:
        copied.take(action(copied, *stated))
    assert (play.run.steps, play.done_after) == ([], [])
    for stated in SOLUTIONS["2-attacks"]:
        play.take(action(play, *stated))
    assert [step.events for step in play.run.steps] == [step.events for step in copied.run.steps]


def test_characters_of_lessons_are_those_of_the_roster_but_for_their_health() -> None:
    changed = {"name", "at", "side", "facing", "ip", "health"}
    for lesson in LESSONS.values():
        assert set(lesson.plan.like) == set(lesson.scenario.position.pieces)
        for name, key in lesson.plan.like.items():
            fields = structs.asdict(lesson.scenario.position.pieces[name])
            like = structs.asdict(ROSTER[key])
            different = {field for field in fields if fields[field] != like[field]} - changed
            assert different == set(), (lesson.key, name, different)


MATCHING: Sequence[Json] = (
    *({}, {"a": 3}, {"a": [2, 3]}, {"a": {"at-least": 3, "at-most": 3}}),
    {"b": {"c": {"not": "y"}}},
)
DIFFERENT: Sequence[Json] = (
    *({"a": 2}, {"a": [1, 2]}, {"a": {"at-least": 4}}, {"e": 1}, {"d": {"at-most": 4}}),
    {"b": {"not": {}}},
)


def test_patterns() -> None:
    value = {"a": 3, "b": {"c": "x"}, "d": None}
    assert [matches(pattern, value) for pattern in MATCHING] == [True] * len(MATCHING)
    assert [matches(pattern, value) for pattern in DIFFERENT] == [False] * len(DIFFERENT)
    goal = Goal(events=({"e": 1}, {"e": 2}), state={"a": 3})
    assert goal.is_reached([{"e": 2}, {"e": 1, "f": 0}], value)
    assert not goal.is_reached([{"e": 2}], value)
    assert not goal.is_reached([{"e": 2}, {"e": 1}], {"a": 4})
    assert not Goal(without=({"e": 3},)).is_reached([{"e": 2}, {"e": 3}], value)
    assert Goal(without=({"e": 3},)).is_reached([{"e": 2}], value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sightline: 1\n", "x.yaml: a lesson is a scenario, a line ---, and its plan"),
        ("a: 1\n---\nabout: b\nlerner: red\n", "x.yaml: plan of the lesson: .*lerner"),
        ("a: 1\n---\n[\n", "x.yaml: plan of the lesson: "),
    ],
)
def test_what_is_wrong_with_a_file_is_told(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        split_lesson(text, "x.yaml")


def test_a_system_without_lessons_is_refused() -> None:
    with pytest.raises(ArgumentError, match="system: Penance has no lessons"):
        read_lessons("penance")
    with pytest.raises(ArgumentError, match=r"no rule system 'sodva'\. Did you mean 'sodwa'\?"):
        read_lessons("sodva")
