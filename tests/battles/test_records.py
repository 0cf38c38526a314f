"""Records of battles: what is written is read, and whatever else is refused with the step that fails."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sightline
from sightline.battles.record_writer import with_checksum
from sightline.rules import installed_systems
from tests.battles.duel import DUEL, finished, played
from tests.reference.boards import sampled


@pytest.mark.parametrize("seed", range(1, 9))
def test_what_is_written_is_read(seed: int) -> None:
    for battle in (played(0, seed), played(15, seed), finished(seed)):
        again = sightline.replay(battle.record())
        assert (again.record(), again.to_json(), again.state) == (battle.record(), battle.to_json(), battle.state)


def test_a_record_holds_the_text_of_the_scenario_unchanged(finished_record: str) -> None:
    assert json.loads(sightline.replay(finished_record).to_json())["scenario"] == DUEL


@pytest.mark.parametrize("ending", ["\r\n", "\n\n", "", "# \u2028# \x85# end\n"])
def test_whatever_lines_the_scenario_has(ending: str) -> None:
    text = DUEL.rstrip("\n") + ending
    battle = sightline.battle(sightline.parse(text))
    assert json.loads(sightline.replay(battle.record()).to_json())["scenario"] == text


def test_the_seed_stands_there_only_when_the_battle_is_over() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed="a secret")
    assert "a secret" not in battle.record() + battle.to_json()
    battle.apply({"do": "resign", "side": "blue"})
    assert '\nseed: "a secret"\n' in battle.record()
    assert json.loads(sightline.replay(battle.record()).to_json())["seed"] == "a secret"
    battle.undo()
    assert "a secret" not in battle.record() + battle.to_json()


def test_it_is_only_ever_added_to_until_it_is_over() -> None:
    battle, before = sightline.battle(sightline.parse(DUEL)), ""
    for _ in range(12):
        assert battle.record().startswith(before)
        before = battle.record()
        battle.apply(battle.legal()[-1])
    battle.undo()
    assert battle.record().startswith(before)


def test_one_that_goes_on_has_the_dice_of_its_seed(unfinished_record: str) -> None:
    battle, again = played(15), sightline.replay(unfinished_record, seed=1)
    for each in (battle, again):
        each.apply({"do": "resign", "side": "red"})
    assert battle.record() == again.record()
    with pytest.raises(sightline.RecordError) as refused:
        sightline.replay(unfinished_record, seed=2)
    assert refused.value.problems[0].key is None or refused.value.problems[0].key.startswith("steps.")


def test_dice_never_go_back() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed=5)
    while not any(action["do"] == "attack" and action["target"] == "Bo" for action in battle.legal()):
        battle.apply({"do": "end", "who": battle.state.active} if battle.state.active else battle.legal()[0])
    attack = {"do": "attack", "who": battle.state.active, "target": "Bo"}
    dice = []
    for _ in range(3):
        dice.append(battle.apply(attack)[0]["die"])
        battle.undo()
        battle = sightline.replay(battle.record(), seed=5)
    assert dice == [dice[0], dice[0] + 2, dice[0] + 4]


def test_without_the_seed_nothing_new_is_thrown(unfinished_record: str) -> None:
    battle = sightline.replay(_cut_after(unfinished_record, 1))
    before = battle.record()
    for _ in range(20):
        attacks = [each for each in battle.legal() if each["do"] == "attack" and each["target"] in battle.state.pieces]
        if attacks:
            with pytest.raises(ValueError, match="is not known"):
                battle.apply(attacks[0])
            break
        battle.apply(battle.legal()[-1])
    else:
        pytest.fail("nobody could attack anybody")
    assert battle.record().startswith(before)


def _cut_after(record: str, steps: int) -> str:
    blocks = record.split("\n\n")
    return "\n\n".join(blocks[: steps + 1]) + "\n"


@pytest.mark.parametrize("is_over", [pytest.param(True, marks=pytest.mark.slow), False])
def test_cut_at_every_line(is_over: bool, finished_record: str, unfinished_record: str) -> None:
    record = finished_record if is_over else unfinished_record
    ends = set(_ends_of_blocks(record))
    lines = record.splitlines(keepends=True)
    for number in range(len(lines)):
        text = "".join(lines[:number])
        if len(text) in ends:
            assert sightline.replay(text).record() == text
        else:
            _is_refused(text, _step_at(record, len(text)), is_over)


def _ends_of_blocks(record: str) -> Iterator[int]:
    end = -1
    while (end := record.find("\n\n", end + 1)) >= 0:
        yield end + 1
    yield len(record)


def _step_at(record: str, place: int) -> str | None:
    """Return the key of the problem with what stands at a place of a record."""
    number = 0
    for block in record[:place].split("\n\n")[1:-1]:
        number += -1 if block.endswith("is taken back.") else 1
    return f"steps.{number + 1}" if "\n\n" in record[:place] else None


def _is_refused(text: str, key: str | None, may_be_the_end: bool = False) -> None:
    with pytest.raises(sightline.RecordError) as refused:
        sightline.replay(text)
    [problem] = refused.value.problems
    assert problem.line is not None
    assert problem.key == key or (may_be_the_end and problem.key is None), (problem, key)


@pytest.mark.slow
def test_cut_at_every_byte_of_the_last_step(unfinished_record: str) -> None:
    start = list(_ends_of_blocks(unfinished_record))[-2]
    for place in range(start + 1, len(unfinished_record)):
        _is_refused(unfinished_record[:place], _step_at(unfinished_record, place))


@pytest.mark.slow
@pytest.mark.parametrize("is_over", [True, False])
def test_every_line_edited(is_over: bool, finished_record: str, unfinished_record: str) -> None:
    record = finished_record if is_over else unfinished_record
    lines = record.split("\n")
    for number, line in enumerate(lines):
        for edited in {line[:-1] + ("!" if line[-1:] != "!" else "?"), f"{line} ", "", *_other_digits(line)} - {line}:
            text = "\n".join([*lines[:number], edited, *lines[number + 1 :]])
            with pytest.raises(sightline.RecordError) as refused:
                sightline.replay(text)
            [problem] = refused.value.problems
            assert problem.line is not None
            if _is_of_a_step(lines, number):
                assert problem.key == _step_at(record, len("\n".join(lines[:number])) + 1)


def _other_digits(line: str) -> Iterator[str]:
    """Yield the line with its last digit another one."""
    found = list(re.finditer(r"\d", line))
    if found:
        at = found[-1].start()
        yield f"{line[:at]}{(int(line[at]) + 1) % 10}{line[at + 1 :]}"


def _is_of_a_step(lines: list[str], number: int) -> bool:
    first = lines.index("")
    return number > first and bool(lines[number]) and not lines[number].startswith(("result: ", "seed: ", "sum: "))


@pytest.mark.slow
def test_every_line_left_out_or_doubled(finished_record: str) -> None:
    lines = finished_record.split("\n")[:-1]
    for number in range(len(lines)):
        for few in (lines[:number] + lines[number + 1 :], lines[:number] + lines[number : number + 1] + lines[number:]):
            with pytest.raises(sightline.RecordError):
                sightline.replay("".join(f"{line}\n" for line in few))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "Sightline battle record 1",
        "Sightline battle record 2\n",
        "sightline: 1\nrules: sodwa\n",
        "\ufeff",
        '{"sightline": 1}',
        "\n\n\n",
        "\x00",
    ],
)
def test_what_is_no_record(text: str) -> None:
    _is_refused(text, None)


@pytest.mark.parametrize(
    "action",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"do": 3}',
        '{"do": "fly"}',
        '{"do": "end", "who": 3}',
        '{"do": "end", "who": "Nobody"}',
        '{"do": "end", "who": "\\ud800"}',
        '{"do": "move", "who": "Ana", "path": []}',
        '{"do": "move", "who": "Ana", "path": ["", "Z99", "A0"]}',
        '{"do": "end", "who": "Ana", "also": 1}',
        "[" * 100_000,
        "9" * 10_000,
    ],
)
def test_what_is_no_action(unfinished_record: str, action: str) -> None:
    lines = _cut_after(unfinished_record, 2).split("\n")
    places = [number for number, line in enumerate(lines) if line.startswith("action: ")]
    for step, place in enumerate(places, start=1):
        edited = [*lines[:place], f"action: {action}", *lines[place + 1 :]]
        _is_refused("\n".join(edited), f"steps.{step}")


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("rules: sodwa", "rules: chess"),
        ("rules: sodwa", "rules: penance"),
        ("limit: 1000", "limit: many"),
        ("limit: 1000", "limit: 999.5"),
        ("formations: null", 'formations: {"red": "wedge"}'),
        ("|map: {", "|map: ["),
        ("side: blue", "side: red"),
        ('"health": 9', '"health": 8'),
    ],
)
def test_a_beginning_that_cannot_be_though_its_sum_is_right(unfinished_record: str, line: str, other: str) -> None:
    first, *steps = unfinished_record.split("\n\n")
    forged = first.replace(line, other)
    assert forged != first
    summed = with_checksum(forged[: forged.rindex("sum: ")])
    with pytest.raises(sightline.RecordError):
        sightline.replay("\n".join([summed, *(f"{step}\n" for step in steps)])[:-1])


def test_teams_stand_where_they_stood() -> None:
    numbers = "melee: {accuracy: 40, defense: 100, damage: 3}, ranged: {accuracy: 30, defense: 100, damage: 2}"
    text = (
        "sightline: 1\nrules: sodwa\nmap: {grid: square, size: 8x8, zones: {red: [A7:H8], blue: [A1:H2]}}\nteams:\n"
        f"  red: {{limit: 100, characters: {{Ana: {{points: 50, {numbers}}}}}, "
        "formations: {left: {Ana: A1}, right: {Ana: H1}}}\n"
        f"  blue: {{limit: 100, characters: {{Bo: {{points: 50, {numbers}}}}}, formations: {{line: {{Bo: B1}}}}}}\n"
    )
    battle = sightline.battle(sightline.parse(text), formations={"red": "right"})
    again = sightline.replay(battle.record())
    assert again.state.pieces["Ana"]["at"] == "H7"
    assert json.loads(again.to_json())["formations"] == {"red": "right", "blue": "line"}


def test_another_revision_names_the_version_that_replays_it(
    finished_record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = installed_systems()["sodwa"]
    monkeypatch.setattr(type(rules), "revision", rules.revision + 1)
    with pytest.raises(sightline.RecordError) as refused:
        sightline.replay(finished_record)
    [problem] = refused.value.problems
    assert problem.key == "rules_revision"
    assert f"pip install sightline=={sightline.__version__}" in problem.message
    assert f"revision {rules.revision - 1} of sodwa, and this program has revision {rules.revision}" in problem.message


def test_the_words_of_a_record_are_english_whatever_is_spoken() -> None:
    english = sightline.battle(sightline.parse(DUEL))
    french = sightline.battle(sightline.parse(DUEL, language="fr"))
    for battle in (english, french):
        battle.apply({"do": "resign", "side": "red"})
    assert english.record() == french.record()
    assert sightline.replay(french.record(), language="fr").record() == french.record()


def test_a_scenario_with_a_file_beside_it_is_written_out(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("wall-damage: cumulative\n")
    (tmp_path / "duel.yaml").write_text(DUEL.replace("title:", "rulings: {use: ours.yaml}\ntitle:"))
    battle = sightline.battle(sightline.load(tmp_path / "duel.yaml"))
    assert json.loads(sightline.replay(battle.record()).to_json())["rulings"]["wall-damage"] == "cumulative"


@pytest.mark.slow
def test_cut_and_changed_at_every_byte() -> None:
    battle = sightline.battle(sightline.parse(DUEL), seed="é")
    for _ in range(4):
        battle.apply(battle.legal()[-1])
    battle.undo()
    battle.apply({"do": "resign", "side": "red"})
    record = battle.record().encode()
    valid = {len(record.decode()[:end].encode()) for end in _ends_of_blocks(record.decode())}
    for place in sampled(range(len(record))):
        cut = record[:place]
        changed = cut + bytes([record[place] ^ 1]) + record[place + 1 :]
        if place in valid:
            assert sightline.replay(cut.decode()).record().encode() == cut
        else:
            _is_refused_where(cut, place, record)
        _is_refused_where(changed, place, record)


def _is_refused_where(content: bytes, place: int, record: bytes) -> None:
    """Check that a record that is wrong at a place is refused with the step there, or as a whole."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return  # which is no text at all
    with pytest.raises(sightline.RecordError) as refused:
        sightline.replay(text)
    [problem] = refused.value.problems
    here = _step_at(record.decode(errors="replace"), len(record[:place].decode(errors="ignore")))
    assert problem.line is not None
    assert problem.key in (here, None), (problem, here, place)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"karma_spent": 0', '"karma_spent": 7', "the record is cut off or was changed here: found '..."),
        ("limit: ", "limit: 9", "lines above were changed, or their checksum: found 'sum: "),
        ("action: ", "action: nonsense ", "this is not JSON: 'nonsense {"),
        ("action: ", "action: " + "[" * 100_000, "this is not JSON: '[[["),
    ],
)
def test_what_is_wrong_with_a_record_is_shown(finished_record: str, old: str, new: str, said: str) -> None:
    with pytest.raises(sightline.RecordError) as refused:
        sightline.replay(finished_record.replace(old, new, 1))
    message = refused.value.problems[0].message
    assert message.startswith(said)
    if "karma_spent" in old:  # far behind the beginning of its line, which is cut there
        found, expected = message.split(", expected ")
        assert new in found
        assert new not in expected


def test_a_heading_that_is_no_json_is_shown_even_if_its_checksum_is_right(finished_record: str) -> None:
    heading, _sum, rest = finished_record.partition("sum: ")
    changed = with_checksum(heading.replace("limit: ", "limit: x")) + rest.partition("\n")[2]
    with pytest.raises(sightline.RecordError, match="this is not JSON: 'x1000'"):
        sightline.replay(changed)
