"""The commands that play: what they print, what they keep, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sightline
from tests.battles.duel import DUEL, finished, played
from tests.cli.conftest import Run


def replayed(kept: Path) -> str:
    """Return the line with which a saved battle ends."""
    return f"The battle is saved; every step of it, verified: sightline replay {kept}\n"


def _record(path: Path, text: str) -> str:
    path.write_bytes(text.encode())
    return str(path)


def test_replay_prints_the_record_as_json(run: Run, kept: Path) -> None:
    battle = finished()
    printed = run("replay", _record(kept, battle.record()), "--json")
    assert (printed.status, printed.json) == (0, json.loads(battle.to_json()))


def test_replay_shows_every_step(run: Run, kept: Path) -> None:
    battle = finished()
    lines = run("replay", _record(kept, battle.record())).out.splitlines()
    assert [line.split(".")[0] for line in lines[1:-1]] == [str(n) for n in range(1, len(battle.run.steps) + 1)]
    assert lines[-1].endswith("has won.")


@pytest.mark.parametrize("is_over", [True, False])
def test_verify_says_yes(run: Run, kept: Path, is_over: bool) -> None:
    battle = finished() if is_over else played(8)
    file = _record(kept, battle.record())
    assert run("replay", file, "--verify").status == 0
    assert run("replay", file, "--verify", "--json").json == json.loads(battle.to_json())


@pytest.mark.slow
def test_any_changed_byte_is_refused(run: Run, kept: Path) -> None:
    content = finished().record().encode()
    for place in [*range(0, len(content), 97), len(content) - 1]:
        for byte in {content[place] ^ 1, 0xFF}:
            kept.write_bytes(content[:place] + bytes([byte]) + content[place + 1 :])
            refused = run("replay", str(kept), "--verify")
            assert (refused.status, refused.err) == (1, ""), place
            assert refused.out


@pytest.mark.parametrize("content", [b"", b"\xff", b"\x00" * 99, b"sightline: 1\n", b"\xef\xbb\xbf"])
def test_what_is_no_record_is_refused(run: Run, kept: Path, content: bytes) -> None:
    kept.write_bytes(content)
    assert run("replay", str(kept), "--verify").status == 1
    assert run("replay", str(kept)).status == 2
    [problem] = run("replay", str(kept), "--verify", "--json").json
    assert problem["file"] == str(kept)
    assert run("replay", str(kept.parent), "--verify").status == 1
    assert run("replay", str(kept.parent / "no"), "--verify").status == 1


@pytest.mark.slow
def test_simulated_battles_are_the_same_whatever_the_number_of_processes(run: Run, duel: str, tmp_path: Path) -> None:
    arguments = ("simulate", duel, "--battles", "3", "--seed", "x", "--limit", "60", "--blue", "random", "--json")
    one = run(*arguments, "--records", str(tmp_path / "one"))
    two = run(*arguments, "--records", str(tmp_path / "two"), "--jobs", "2")
    assert one.status == two.status == 0
    assert one.json == two.json
    records = [{file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("one", "two")]
    assert records[0] == records[1]
    assert sorted(records[0]) == ["1.record", "2.record", "3.record"]


def test_simulate_counts_what_the_records_say(run: Run, duel: str, tmp_path: Path) -> None:
    told = run("simulate", duel, "--battles", "3", "--limit", "60", "--records", str(tmp_path / "all"), "--json").json
    records = [json.loads(run("replay", str(file), "--json").out) for file in sorted((tmp_path / "all").iterdir())]
    assert [record["seed"] for record in records] == ["1/1", "1/2", "1/3"]
    winners = [record["result"]["winner"] for record in records]
    ends = [record["result"]["how"] for record in records]
    assert told == {
        "battles": 3,
        "results": {how: ends.count(how) for how in ends},
        "winners": {side: winners.count(side) for side in winners if side},
        "steps": sum(len(record["steps"]) for record in records),
    }
    assert {record["scenario"] for record in records} == {DUEL}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("-", "this takes the name of a file, from which the battle can be continued"),
        ("", "this takes the name of a file, from which the battle can be continued"),
        ("duel.yaml", "the file is written as .record or .txt, not as .yaml; name it 'duel.record'"),
    ],
)
def test_a_record_is_a_file_of_its_own(run: Run, duel: str, name: str, said: str) -> None:
    refused = run("play", duel, "--record", name)
    assert (refused.status, refused.out, refused.err) == (2, "", f"command line: --record: {said}.\n")


def test_simulate_overwrites_no_record(run: Run, duel: str, tmp_path: Path) -> None:
    command = ("simulate", duel, "--limit", "60", "--records", str(tmp_path / "all"))
    assert run(*command, "--battles", "2").status == 0
    first = tmp_path / "all" / "1.record"
    before = first.read_bytes()
    assert run(*command, "--battles", "3", "--jobs", "2").status == 0  # the same battles, and another one
    assert len([*first.parent.iterdir()]) == 3
    refused = run(*command, "--battles", "2", "--seed", "other")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == f"{first}: already exists, with another battle; name another folder for these.\n"
    assert first.read_bytes() == before


def test_simulate_refuses_what_is_no_battle(run: Run, board: str, duel: str) -> None:
    assert run("simulate", board, "--battles", "1").status == 2
    for wrong in (["--battles", "0"], ["--jobs", "0"], ["--limit", "-1"], ["--red", "human"]):
        assert run("simulate", duel, *wrong).status == 2


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_what_keeps_a_battle_from_beginning_names_the_file(run: Run, tmp_path: Path, command: str) -> None:
    file = tmp_path / "alone.yaml"
    file.write_text("sightline: 1\nrules: sodwa\nmap: {grid: square, size: 2x2}\npieces: {A: {at: A1, side: red}}\n")
    refused = run(command, str(file))
    assert refused.status == 2
    first, *others = refused.err.splitlines()
    assert first == f"{file}:4:9: pieces: a battle has two sides, but this scenario has 1."
    unstated = [[f"{file}:4:10", f"pieces.A.{key}"] for key in ("melee", "ranged")]
    assert [line.split(": ")[:2] for line in others] == unstated
    assert run(command, "-", stdin=file.read_text()).err.startswith("-:4:9: pieces: ")


def _typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.slow
def test_computers_play_to_the_end(run: Run, duel: str, kept: Path) -> None:
    arguments = ("--red", "greedy", "--blue", "random", "--seed", "4", "--limit", "60", "--record", str(kept))
    played = run("play", duel, *arguments)
    assert played.status == 0
    record = json.loads(run("replay", str(kept), "--json").out)
    assert record["seed"] == "4"
    assert record["result"] is not None
    assert not Path(f"{kept}.seed").exists()


def test_a_human_plays(run: Run, duel: str, kept: Path) -> None:
    lines = [
        "1",
        "next",
        "log",
        "help",
        "board",
        "turn s",
        "move b1",
        "undo",
        "e",
        "99",
        "9" * 5000,
        "²",
        "# nothing",
        "fly",
        "",
        "resign",
        "n",
        "quit",
    ]
    first = run("play", duel, "--blue", "human", "--seed", "1", "--record", str(kept), stdin=_typed(*lines))
    assert (first.status, first.err) == (0, "")
    assert f"sightline play {kept} --red human --blue human" in first.out
    assert "There is no action 99; the numbers are 1 to " in first.out
    assert "'fly' is not a command" in first.out
    assert Path(f"{kept}.seed").read_text() == "1"
    [*_, before] = run("replay", str(kept), "--json").json["steps"]
    again = run("play", str(kept), "--blue", "human", stdin=_typed("resign", "y"))
    assert again.status == 0
    steps = run("replay", str(kept), "--json").json["steps"]
    assert before in steps
    assert steps[-1]["action"]["do"] == "resign"
    assert run("play", str(kept)).out.endswith(f"has won\n{replayed(kept)}")


def test_an_attack_is_shown_before_it_is_made(run: Run, duel: str, kept: Path) -> None:
    lines = ["1", "attack bo", "n", "attack Bo", "y"]
    out = run("play", duel, "--blue", "human", "--seed", "1", "--record", str(kept), stdin=_typed(*lines)).out
    assert out.count("Go ahead?") == 2
    attacks = [step for step in run("replay", str(kept), "--json").json["steps"] if step["action"]["do"] == "attack"]
    assert len(attacks) == 1


def test_what_is_forbidden_is_reported_with_its_reason(run: Run, duel: str) -> None:
    lines = ["1", "move a9", "move b1 e3", "attack nobody", "turn e", "p crate", "put crate", "choose bo", "at ana"]
    lines += ["reach bo", "reach ZOE\u0301", "reach nobody"]
    lines += ["preview", "preview quit", "preview attack ana", "preview choose bo"]
    out = run("play", duel, "--blue", "human", "--seed", "1", stdin=_typed(*lines)).out
    assert "There is no tile 'A9'." in out
    assert "E3 is not next to B1." in out
    assert "Ana cannot attack itself." in out
    assert "Where Bo can move: " in out
    assert "Where Zoé can move: " in out
    assert "Nobody is called 'nobody': Ana, Zoé, Bo." in out
    assert "Name an action, as in preview move C3." in out
    assert "'quit' is not an action." in out
    assert "SOD-5.1  forbids  Ana cannot attack itself" in out
    assert "Nobody is neither a character nor an obstacle." in out
    assert "'p' could mean pick-up, preview, put-down." in out
    assert "Go ahead?" not in out


def test_undo_takes_the_turns_of_computers_back_too(run: Run, duel: str, kept: Path) -> None:
    lines = ["1", "end", "undo"]
    run("play", duel, "--blue", "random", "--seed", "1", "--record", str(kept), stdin=_typed(*lines))
    battle = sightline.replay(kept.read_text(encoding="utf-8"))
    assert battle.run.game.to_act(battle.run.state) == "red"
    assert any(line.endswith(" is taken back.") for line in kept.read_text(encoding="utf-8").splitlines())


def test_a_record_is_never_written_over(run: Run, duel: str, kept: Path) -> None:
    _record(kept, "mine")
    refused = run("play", duel, "--record", str(kept))
    assert refused.status == 2
    assert "play that file to continue" in refused.err
    assert kept.read_text() == "mine"


def test_a_record_that_was_changed_is_not_continued(run: Run, kept: Path) -> None:
    text = played(8).record()
    Path(f"{kept}.seed").write_text("1")
    for changed in (text.replace("rulings:", "rullings:", 1), text[:100], "Sightline battle record"):
        kept.write_text(changed, encoding="utf-8")
        refused = run("play", str(kept), stdin=_typed("quit"))
        assert refused.status == 2
        assert refused.err.startswith(f"{kept}:")
    kept.write_text(text, encoding="utf-8")
    Path(f"{kept}.seed").write_bytes(b"\xff")
    refused = run("play", str(kept), stdin=_typed("quit"))
    assert (refused.status, refused.err) == (2, f"{kept}.seed:1:1: this is not UTF-8 text.\n")


def test_without_its_seed_a_battle_does_not_go_on(run: Run, kept: Path) -> None:
    record = played(8).record()
    refused = run("play", _record(kept, record))
    assert refused.status == 2
    assert f"{kept}.seed" in refused.err
    Path(f"{kept}.seed").write_text("1")
    assert run("play", str(kept)).status == 0
    Path(f"{kept}.seed").write_text("1\n")
    assert run("play", str(kept)).status == 0
    assert run("play", str(kept), "--seed", "2").status == 2


def test_one_cut_before_its_end_is_ended(run: Run, kept: Path) -> None:
    whole = finished().record()
    _record(kept, whole[: whole.index("\nresult: ")])
    Path(f"{kept}.seed").write_text("1")
    assert run("play", str(kept)).out.endswith(f"has won\n{replayed(kept)}")
    assert kept.read_text(encoding="utf-8") == whole
    assert not Path(f"{kept}.seed").exists()


def test_a_record_is_read_from_the_standard_input(run: Run) -> None:
    record = finished().record()
    assert run("replay", "-", "--verify", stdin=record).out.startswith("- is verified: ")
    assert run("replay", "-", stdin="").err == "-:1:1: this is not a battle record.\n"
    other = record.replace("Sightline battle record 1", "Sightline battle record 2")
    assert run("replay", "-", stdin=other).err == "-:1:1: this version cannot read battle records of this form.\n"


@pytest.mark.parametrize("command", ["chart", "draw", "simulate"])
def test_a_record_in_place_of_a_scenario_is_named_as_one(run: Run, command: str) -> None:
    said = "this is the record of a battle: sightline play continues it, and sightline replay tells it"
    assert f": {said}.\n" in run(command, "-", stdin=finished().record()).err


def test_the_phases_are_asked_of_systems_that_are_played(run: Run, duel: str) -> None:
    battle = sightline.battle(sightline.load(duel))
    assert run("rules", "sodwa", "--phases", "--json").json == battle.phases
    assert [line.split()[0] for line in run("rules", "sodwa", "--phases").out.splitlines() if line[:1].strip()] == [
        "choosing",
        "turn",
        "over",
    ]
    french = run("rules", "sodwa", "--phases", "--json", "--lang", "fr").json
    assert [phase["phase"] for phase in french] == ["choosing", "turn", "over"]
    assert run("rules", "penance", "--phases").status == 2
    assert run("rules", "--phases").status == 2
    refused = run("rules", "sodwa", "SOD-1.1", "--phases")
    assert refused.status == 2
    assert "--phases is about a whole system: leave out 'SOD-1.1'." in refused.err


def test_the_outcome_of_an_action_is_shown_before_it_is_taken(run: Run, duel: str) -> None:
    lines = ["1", "preview move c2", "preview end", "preview attack bo", "preview attack c1/c2", "preview 1", "move"]
    out = run("play", duel, "--blue", "human", "--seed", "1", stdin=_typed(*lines)).out
    assert (
        "Ana> Costs 2 of 6, ends facing SE.\nThe movement must end there by SOD-7.8.\n"
        "From there it can attack Bo (21 %).\nAs they stand, it can be attacked there by Bo (21 %).\n"
        "270 IP left; if the turn ends there, the next" in out
    )
    assert "Ana> 520 IP kept; the next turn comes in 8 ticks.\n" in out
    assert "Ana> Ranged, 31 %: 2 damage, 4 Health left.\n30 against 100: 70 or more is needed.\n" in out
    assert "\nSOD-5.2  +30 attack value    Accuracy of Ana\n" in out
    assert "Ana> Ranged, 2 damage: it stands.\n" in out
    assert "  1  attack Bo      ranged, 31 %: 2 damage, 4 Health left\n" in out
    assert "move, cost 2: C1 C2! B3\n" in out
    assert "Go ahead?" not in out


def test_who_has_no_record_is_informed(run: Run, duel: str) -> None:
    assert "The battle was not saved; --record OUT saves one." in run("play", duel, stdin=_typed("quit")).out


TEAMS = """\
sightline: 1
rules: sodwa
map: {grid: square, size: 6x6, zones: {red: [A5:F6], a=b: [A1:F2]}}
teams:
  red: {limit: 80, characters: {Ash: ranger}, formations: {left: {Ash: A1}, right: {Ash: F1}}}
  a=b: {limit: 80, characters: {Cy: ranger}, formations: {left: {Cy: A1}, x=y: {Cy: F2}}}
"""


@pytest.fixture
def teams(tmp_path: Path) -> str:
    """Return the name of a scenario file with two teams."""
    file = tmp_path / "teams.yaml"
    file.write_text(TEAMS, encoding="utf-8")
    return str(file)


def test_formations_are_chosen(run: Run, teams: str, kept: Path, tmp_path: Path) -> None:
    chosen = ("--formation", "red=right", "--formation", "a=b=x=y")
    run("play", teams, *chosen, "--record", str(kept), stdin=_typed("quit"))
    assert 'formations: {"red": "right", "a=b": "x=y"}\n' in kept.read_text(encoding="utf-8")
    run("simulate", teams, "--battles", "1", "--limit", "12", *chosen, "--records", str(tmp_path / "all"))
    record = json.loads(run("replay", str(tmp_path / "all" / "1.record"), "--json").out)
    assert record["formations"] == {"red": "right", "a=b": "x=y"}
    assert record["scenario"] == TEAMS
    assert {name: piece["at"] for name, piece in record["start"]["pieces"].items()} == {"Ash": "F5", "Cy": "A1"}
    drawn = run("draw", teams, *chosen).out
    assert ("at F5" in drawn, "at A1" in drawn, "/ zone of red" in drawn, "\\ zone of a=b" in drawn) == (True,) * 4
    assert run("draw", teams, "--formation", "Red=RIGHT", "--formation", "a=b=X=Y").out == drawn


@pytest.mark.parametrize("command", ["play", "simulate", "draw"])
def test_everything_that_is_wrong_with_chosen_formations_is_reported(
    run: Run, teams: str, duel: str, command: str
) -> None:
    wrong = ("red=rigt", "green=left", "right", "a=b=left", "a=b=left")
    refused = run(command, teams, *(word for each in wrong for word in ("--formation", each)))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.splitlines() == [
        "--formation: 'right' does not choose anything. Allowed: SIDE=NAME.",
        "--formation: formations.a=b: 'a=b' is given twice.",
        "--formation: formations.red: the team of 'red' has no formation 'rigt'. Did you mean 'right'? "
        "Allowed: left, right.",
        "--formation: formations.green: there is no team of 'green'. Allowed: red, a=b.",
    ]
    refused = run(command, duel, "--formation", "red=left")
    assert (
        refused.err
        == "--formation: formations: this scenario has no teams, so there are no formations to choose from.\n"
    )


def test_what_a_record_settles_is_not_chosen_again(run: Run, kept: Path) -> None:
    _record(kept, played(8).record())
    Path(f"{kept}.seed").write_text("1")
    refused = run("play", str(kept), "--limit", "5", "--formation", "red=a", "--seed", "1", "--record", "x")
    assert refused.status == 2
    assert "leave out --seed, --limit, --formation, --record." in refused.err


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_seed_that_is_no_text_is_refused(run: Run, duel: str, command: str) -> None:
    refused = run(command, duel, "--seed", "\udcff")
    assert (refused.status, "a seed is a text of valid characters" in refused.err) == (2, True)


@pytest.mark.slow
def test_a_rule_system_from_a_file_is_played(run: Run, duel: str, kept: Path, tmp_path: Path) -> None:
    system = tmp_path / "mine.py"
    system.write_text(
        "from sightline.systems.sodwa import Sodwa\n\n\nclass Mine(Sodwa):\n    key = 'mine'\n    title = 'Mine'\n\n\n"
        "system = Mine()\n"
    )
    scenario = tmp_path / "mine.yaml"
    scenario.write_text(DUEL.replace("rules: sodwa", "rules: mine"), encoding="utf-8")
    mine = ("--system", str(system))
    quitted = run("play", str(scenario), *mine, "--blue", "human", "--record", str(kept), stdin=_typed("quit"))
    assert f"--blue human --system {system}" in quitted.out
    assert run("replay", str(kept), *mine, "--verify").status == 0
    assert run("replay", str(kept), "--verify").status == 1
    assert run("play", str(kept), *mine, "--red", "greedy", "--blue", "greedy").status == 0
    told = run("simulate", str(scenario), *mine, "--battles", "2", "--limit", "30", "--jobs", "2", "--json").json
    assert told["battles"] == 2


def test_another_command_in_the_place_of_an_answer_is_not_lost(run: Run, duel: str, kept: Path) -> None:
    lines = ["1", "attack bo", "next", "attack bo", "no", "attack bo", "show SOD-5.2", "attack bo", "YES"]
    out = run("play", duel, "--blue", "human", "--seed", "1", "--record", str(kept), stdin=_typed(*lines)).out
    assert (out.count("Go ahead?"), out.count("Nothing is done.")) == (4, 3)
    assert "Nothing is done.\nBo in this tick, " in out
    assert "Nothing is done.\nSOD-5.2  " in out
    assert sum(each["action"]["do"] == "attack" for each in run("replay", str(kept), "--json").json["steps"]) == 1


def test_giving_up_says_who_wins_before_it_asks(run: Run, duel: str) -> None:
    out = run("play", duel, "--blue", "human", "--seed", "1", stdin=_typed("1", "resign", "n")).out
    assert "> Blue wins the battle.\nGo ahead? Type y: Nothing is done.\n" in out
    french = run("play", duel, "--blue", "human", "--lang", "fr", "--seed", "1", stdin=_typed("1", "resign", "oui")).out
    assert french.endswith("victoire\xa0: blue\n")


def test_clauses_are_shown_by_their_titles(run: Run, duel: str) -> None:
    for typed in ("SOD-8.9", "sod-8.9", "mind control", "Mind-Control"):
        assert "> SOD-8.9  Unless it makes " in run("play", duel, "--seed", "1", stdin=_typed(f"show {typed}")).out
    assert "Nobody is called 'mind': " in run("play", duel, "--seed", "1", stdin=_typed("show mind")).out


def test_a_step_is_told_with_the_clauses_that_counted(run: Run, duel: str) -> None:
    lines = ["1", "attack bo", "y", "log 2", "log 9", "log two"]
    out = run("play", duel, "--blue", "human", "--seed", "1", stdin=_typed(*lines)).out
    assert "> Ana attacks Bo (ranged): 30 against 100, so 70 is needed, " in out
    assert "\nSOD-5.2  +30 attack value    Accuracy of Ana\n" in out
    assert "Log takes the number of a step, such as log 12, not '9'; the last one is 2." in out
    assert "not 'two'" in out


def test_what_begins_with_a_turn_is_not_told_with_the_turn_before(run: Run, kept: Path) -> None:
    troll = "{at: A1, side: red, initiative: 90, health: 9, abilities: [regeneration], "
    numbers = "melee: {accuracy: 1, defense: 100, damage: 1}, ranged: {accuracy: 60, defense: 100, damage: 3}}"
    kept.write_text(
        "sightline: 1\nrules: sodwa\nmap: {grid: square, size: 6x1}\npieces:\n"
        f"  Ann: {troll}{numbers}\n  Bo: {{at: F1, side: blue, {numbers}\n"
    )
    out = run("play", str(kept), "--seed", "3", stdin=_typed("end", "end", "quit")).out
    assert "A success: 3 damage, 6 Health left.\nAnn has 8 Health again.\n" in out
