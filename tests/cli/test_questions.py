"""The questions, as text and as JSON: keys and values are those of the format's contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline.api import load
from sightline.rules import installed_systems
from tests.cli.conftest import BOARD, Run

SHOT_KEYS = [
    "sightline", "rules", "rules_revision", "from", "to", "weapon", "distance", "sight", "legal", "to_hit", "odds",
    "side_hit", "damage_bonus", "defense", "reactions", "dealt", "expected_damage", "findings", "rulings", "lines",
]  # fmt: skip
QUESTIONS = [
    ["chart"],
    ["shot", "A", "T"],
    ["shot", "A", "T", "--why-not"],
    ["resolve", "A", "T", "--seed", "1"],
    ["see", "A"],
    ["reach", "A"],
    ["threat", "blue"],
    ["advise", "A"],
    ["line", "A1", "B2"],
    ["check"],
    ["draw"],
]
FINDING_KEYS = ["clause", "effect", "on", "value", "at", "why", "message"]


def test_a_shot_has_the_keys_of_the_contract_in_their_order(run: Run, board: str) -> None:
    shot = run("shot", board, "A", "T", "--json").json
    assert list(shot) == SHOT_KEYS
    assert all(list(finding) == FINDING_KEYS for finding in shot["findings"])
    assert shot["odds"] == {
        "hit": "5/18",
        "percent": 27.78,
        "outcomes": {"plain": "0", "strong": "7/36", "critical": "1/18", "execution": "1/36"},
    }
    assert shot["findings"][2] == {
        "clause": "PEN-3.2",
        "effect": "modifies",
        "on": "target_number",
        "value": 1,
        "at": ["D3"],
        "why": "rubble at D3 covers T",
        "message": {"id": "cover", "args": {"terrain": "rubble", "cell": "D3", "target": "T"}},
    }
    assert shot["dealt"] == {"plain": 2, "strong": 3, "critical": 4, "execution": 2}
    assert shot["rulings"] == {"cover-effect": "to-hit"}
    assert shot["lines"] == [{"from": "D7", "to": "D2"}]


def test_a_shot_that_is_not_allowed_has_no_numbers_and_is_answered(run: Run, board: str) -> None:
    shot = run("shot", board, "A", "T", "--set", "A.facing=S", "--json")
    assert shot.status == 0
    assert list(shot.json) == SHOT_KEYS
    nulls = {key for key, value in shot.json.items() if value is None}
    assert nulls == {"to_hit", "odds", "dealt", "expected_damage"}


def test_the_text_of_a_shot_shows_odds_damage_and_the_rulings_that_decided(run: Run, board: str) -> None:
    text = run("shot", board, "A", "T").out
    assert "A → T with rifle: clear, target number 7, 5/18 = 27.78 %" in text
    assert "PEN-3.2  +1 target number  rubble at D3 covers T" in text
    assert "outcomes         strong     7/36 = 19.44 %\n                 critical   1/18 = 5.56 %\n" in text
    assert "dealt            plain 2, strong 3, critical 4, execution 2\n" in text
    assert "expected damage  31/36 = 0.86\n" in text
    assert text.endswith("\n\nRulings that decide this: cover-effect (to-hit).\n")
    assert "\x1b" not in text


def test_the_text_of_a_shot_names_several_rulings(run: Run, board: str) -> None:
    text = run("shot", board, "T", "A", "--set", "A.at=C4", "--set", "T.weapons=[{name: bow, range: 9}]").out
    chosen = load(board).with_piece("A", at="C4").with_piece("T", weapons=[{"name": "bow", "range": 9}]).shot("T", "A")
    assert all(f"{name} ({choice})" in text for name, choice in chosen.rulings.items())


def test_without_a_weapon_the_shot_says_so(run: Run, board: str) -> None:
    shot = run("shot", board, "T", "A", "--json").json
    assert shot["weapon"] is None
    assert shot["dealt"] == {"plain": 1, "strong": 1, "critical": 2, "execution": 1}


def test_a_weapon_is_chosen_by_name(run: Run, board: str) -> None:
    shot = run("shot", board, "A", "T", "--weapon", "knife", "--json").json
    assert (shot["weapon"], shot["legal"]) == ("knife", False)


def test_see(run: Run, board: str) -> None:
    seen = run("see", board, "A", "--json").json
    assert list(seen) == ["from", "cells", "rulings"]
    assert set(seen["cells"].values()) == {"clear"}
    assert "D7" not in seen["cells"]
    assert "What A sees: 48 clear, 7 blocked" in run("see", board, "A").out


def test_reach(run: Run, board: str) -> None:
    reach = run("reach", board, "A", "--set", "T.at=D6", "--set", "T.side=red", "--set", "A.sp=3", "--json").json
    assert list(reach) == ["from", "cells", "rulings"]
    keys = ["cost", "path", "may_stop", "ends_move", "stops", "provokes", "facings", "heat"]
    assert all(list(place) == keys for place in reach["cells"].values())
    assert next(iter(reach["cells"])) == "D7"
    assert reach["cells"]["D6"] == {
        "cost": 1,
        "path": ["D6"],
        "may_stop": False,
        "ends_move": False,
        "stops": ["PEN-7.5"],
        "provokes": [],
        "facings": {},
        "heat": 0,
    }
    assert reach["cells"]["D5"]["facings"] == {"N": 1, "NE": 1, "NW": 1, "SE": 0, "SW": 0}


def test_threat(run: Run, board: str) -> None:
    threat = run("threat", board, "blue", "--json").json
    assert list(threat) == ["side", "cells", "rulings"]
    assert threat["side"] == "blue"
    assert threat["cells"]["D5"] == {"attackers": ["A"], "best": "7/12"}
    assert "D7" not in threat["cells"]


def test_advise(run: Run, board: str) -> None:
    advice = run("advise", board, "A", "--json").json
    assert list(advice) == ["from", "places", "rulings"]
    keys = ["at", "facing", "cost", "target", "weapon", "hit", "back"]
    assert all(list(place) == keys for place in advice["places"])
    assert all(list(place["back"]) == ["attackers", "best"] for place in advice["places"])
    assert {place["target"] for place in advice["places"]} <= {"T", "Dr. No"}


@pytest.mark.slow
def test_advise_lists_only_the_best_and_the_rulings_that_decide_on_them(run: Run, board: str) -> None:
    whole, best = (run("advise", board, "A", *options, "--json").json for options in ([], ["--top", "2"]))
    assert len(whole["places"]) > 2
    assert best["places"] == whole["places"][:2]
    scenario = load(board)
    chosen, here, decided = scenario.position.rulings, scenario.advise("A").places[:2], set()
    for ruling in scenario.rules.rulings:
        for choice in set(ruling.choices) - {chosen[ruling.name]}:
            if scenario.with_rulings({ruling.name: choice}).advise("A").places[:2] != here:
                decided.add(ruling.name)
    assert set(best["rulings"]) == decided < set(whole["rulings"])
    text = run("advise", board, "A", "--top", "2").out
    assert ": 2 ways listed, best " in text
    assert "\n2 " in text
    assert "\n3 " not in text.split("listed")[1]
    assert run("advise", board, "A", "--top", "0").status == 2


def test_resolve(run: Run, board: str) -> None:
    rolled = run("resolve", board, "A", "T", "--seed", "1", "--json").json
    assert list(rolled) == [*SHOT_KEYS, "seed", "rolls", "outcome", "damage", "steps"]
    assert {**rolled, **run("shot", board, "A", "T", "--json").json} == rolled
    assert rolled["seed"] == 1
    assert all(list(step) == ["clause", "why", "message"] for step in rolled["steps"])
    forbidden = run("resolve", board, "A", "T", "--set", "A.facing=S", "--seed", "1", "--json")
    assert (forbidden.status, *(forbidden.json[key] for key in ("rolls", "outcome", "damage", "steps"))) == (
        0, [], None, 0, [],
    )  # fmt: skip


def test_resolve_without_a_seed_shows_which_dice_it_threw(run: Run, board: str) -> None:
    rolled = run("resolve", board, "A", "T", "--json")
    assert run("resolve", board, "A", "T", "--seed", str(rolled.json["seed"]), "--json").out == rolled.out


def test_why_not(run: Run, board: str) -> None:
    assert run("shot", board, "A", "T", "--why-not", "--json").json["why_not"] == []
    asked = run("shot", board, "A", "T", "--set", "A.facing=SE", "--why-not", "--json").json
    assert list(asked) == [*SHOT_KEYS, "why_not"]
    assert asked["why_not"][0] == {
        "change": "turn",
        "what": "A",
        "to": "NE",
        "sight": "clear",
        "legal": True,
        "why": "with A turned to NE",
        "message": {"id": "turned", "args": {"piece": "A", "facing": "NE"}},
    }
    assert [change["change"] for change in asked["why_not"]] == ["turn", "turn", "turn", "move"]


def test_line(run: Run, board: str) -> None:
    line = run("line", board, "A1", "B1@SE", "--json").json
    assert list(line) == ["from", "to", "contacts"]
    assert [list(contact) for contact in line["contacts"]] == [["kind", "cells", "at"]] * len(line["contacts"])
    assert line["contacts"][0]["kind"] == "starts-in"
    assert "starts-in" in run("line", board, "A1", "B1@SE").out


def test_rules_lists_systems_clauses_and_rulings(run: Run) -> None:
    assert [system["key"] for system in run("rules", "--json").json] == list(installed_systems())
    system = run("rules", "penance", "--json").json
    assert list(system) == ["clauses", "rulings"]
    assert {tuple(clause) for clause in system["clauses"]} == {("id", "title", "text", "source")}
    assert {tuple(ruling) for ruling in system["rulings"]} == {("name", "question", "choices", "default")}
    assert run("rules", "penance", "PEN-3.2", "--json").json == next(
        clause for clause in system["clauses"] if clause["id"] == "PEN-3.2"
    )
    assert run("rules", "penance", "near", "--json").json["choices"] == ["along", "crosses"]
    text = run("rules", "penance").out
    assert all(clause["title"] in text for clause in system["clauses"])
    assert "Ruling near: along (default), crosses" in run("rules", "penance", "near").out
    assert "38 clauses, 10 rulings" in run("rules").out


@pytest.mark.parametrize(
    ("system", "title", "language", "clause"),
    [
        ("sodwa", "flight", "en", "SOD-8.6"),
        ("sodwa", "Vol", "fr", "SOD-8.6"),
        ("penance", "terrain-as-cover", "en", "PEN-3.2"),
    ],
)
def test_a_clause_is_found_by_its_title(run: Run, system: str, title: str, language: str, clause: str) -> None:
    assert run("rules", system, title, "--lang", language).out.startswith(f"{clause}  ")


@pytest.mark.parametrize(
    ("name", "language", "proposed"),
    [
        ("pen1.3", "en", "Did you mean 'PEN-1.3'?"),
        ("cover-efect", "en", "Did you mean 'cover-effect'?"),
        ("terrainascover", "en", "Did you mean 'Terrain as cover'?"),
        ("terrain-en-couvert", "fr", "'Le terrain comme couvert'"),
    ],
)
def test_an_unknown_clause_is_answered_with_the_nearest_one_alone(
    run: Run, name: str, language: str, proposed: str
) -> None:
    refused = run("rules", "penance", name, "--lang", language)
    assert refused.status == 2
    assert proposed in refused.err
    assert "PEN-2.2" not in refused.err


def test_a_name_like_no_clause_is_answered_with_all_of_them(run: Run) -> None:
    refused = run("rules", "penance", "xyzzy")
    assert "Allowed: PEN-0.1, PEN-1.1" in refused.err


def test_one_clause_is_counted_as_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tiny.py"
    file.write_text(
        "from sightline.rules import Clause, Ruleset\n\n\n"
        "class Tiny(Ruleset):\n"
        "    key, title, revision, grids, terrain = 'tiny', 'Tiny', 1, ('hex',), {}\n"
        "    clauses = (Clause('T-1', 'One', 'Text.', 'ours'),)\n"
        "    findings = roll = view = None\n\n\n"
        "TINY = Tiny()\n"
    )
    [listed] = [line for line in run("rules", "--system", str(file)).out.splitlines() if line.startswith("tiny ")]
    assert listed.endswith("  Tiny, revision 1: 1 clause, 0 rulings")


def test_check_of_a_valid_file(run: Run, board: str) -> None:
    assert run("check", board) == (
        0,
        f"{board} is valid: Penance, 7x8 flat odd-q, 3 pieces.\n",
        "",
        run("check", board)[3],
    )
    assert run("check", board, "--json").json == []


def test_draw(run: Run, board: str) -> None:
    assert "Dr. No, side blue, at A1, facing S" in run("draw", board).out
    assert list(run("draw", board, "--json").json) == ["text"]


@pytest.mark.parametrize("command", QUESTIONS)
def test_every_question_reads_the_standard_input(run: Run, board: str, command: list[str]) -> None:
    name, *arguments = command
    from_file = run(name, board, *arguments, "--json")
    from_input = run(name, "-", *arguments, "--json", stdin=BOARD)
    assert (from_input.status, from_input.out) == (0, from_file.out)


@pytest.mark.parametrize("command", QUESTIONS)
def test_every_question_takes_the_same_options(run: Run, board: str, command: list[str]) -> None:
    name, *arguments = command
    options = ("--json", "--lang", "en", "--ruling", "near=crosses", "--set", "A.at=C3")
    assert run(name, board, *arguments, *options).status == 0


@pytest.mark.parametrize("name", [*dict.fromkeys(name for name, *_ in QUESTIONS), "rules"])
def test_help_is_not_cut_off(run: Run, name: str) -> None:
    listed = next(line for line in run("--help").out.splitlines() if line.startswith(f"  {name} "))
    assert listed.endswith(".")
    assert not listed.endswith("...")
    assert run(name, "--help").out.startswith(f"Usage: sightline {name} ")


def test_another_language_is_refused_by_name(run: Run, board: str) -> None:
    refused = run("chart", board, "--lang", "de")
    assert (refused.status, refused.out) == (2, "")
    assert "--lang: there is no language 'de'. Allowed: en, fr." in refused.err


def test_the_answer_of_python_is_that_of_the_command_line(run: Run, board: str) -> None:
    scenario = load(board)
    assert run("shot", board, "A", "T", "--json").out == scenario.shot("A", "T").to_json() + "\n"
    assert run("see", board, "A", "--json").out == scenario.see("A").to_json() + "\n"
    assert run("reach", board, "A", "--json").out == scenario.reach("A").to_json() + "\n"
    assert run("threat", board, "blue", "--json").out == scenario.threat("blue").to_json() + "\n"
    assert run("advise", board, "A", "--json").out == scenario.advise("A").to_json() + "\n"
    rolled = scenario.resolve("A", "T", seed=7).to_json() + "\n"
    assert run("resolve", board, "A", "T", "--seed", "7", "--json").out == rolled
    assert run("line", board, "A1", "D7", "--json").out == scenario.line("A1", "D7").to_json() + "\n"
    assert Path(board).read_text() == BOARD
