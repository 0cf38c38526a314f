"""The terminal of `play`: what fits beside the map, what is said last, typed words, completion, editing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

import sightline
from sightline.api import Battle
from sightline.cli.line_history import MAX_LINES, LineHistory
from sightline.cli.line_reader import LineReader
from sightline.cli.play_commands import completions, describe_named
from sightline.cli.play_view import BattleView
from sightline.cli.text_options import TerminalSize
from sightline.render import text_map
from sightline.render.text_maps.text_layout import shown_columns
from sightline.rules.game import NotUnderstood
from tests.cli.conftest import Run

MILL = Path(__file__).parents[2] / "scenarios" / "sodwa" / "the-mill.yaml"

FIGHTER = "{accuracy: 40, defense: 100, damage: 3}"
DUEL = f"""\
sightline: 1
rules: sodwa
map: {{grid: square, size: 5x3}}
pieces:
  A:
    {{at: A1, side: red, ip: 1000, abilities: [corrosion, telekinesis, portal], melee: {FIGHTER}, ranged: {FIGHTER}}}
  T: {{at: E3, side: blue, melee: {FIGHTER}, ranged: {FIGHTER}}}
"""


@pytest.fixture
def mill() -> Battle:
    return sightline.battle(sightline.load(MILL), seed=1)


def duel(folder: Path) -> Battle:
    file = folder / "duel.yaml"
    file.write_text(DUEL)
    return sightline.battle(sightline.load(file), seed=1)


def played(run: Run, *lines: str, options: tuple[str, ...] = ()) -> str:
    return str(run("play", str(MILL), "--seed", "1", *options, stdin="".join(f"{line}\n" for line in lines)).out)


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_battle_fits_the_terminal(mill: Battle, columns: int) -> None:
    shown = BattleView().show(mill, TerminalSize(columns, 40), ["So it is."])
    assert max(map(shown_columns, shown.splitlines())) <= columns
    assert re.sub("\x1b[^m]*m", "", shown).count("Anka") in (1, 2)


def test_a_turn_has_room_in_24_lines(mill: Battle) -> None:
    view = BattleView()
    assert "obstructing" in view.show(mill, TerminalSize(80, 24), ["So it is."])
    shown = view.show(mill, TerminalSize(80, 24), ["So it is."])
    assert len(shown.splitlines()) < 24
    assert "obstructing" not in shown


def test_a_sign_that_is_new_on_the_map_is_explained_once(tmp_path: Path) -> None:
    there, view = duel(tmp_path), BattleView()
    size = TerminalSize(80, 24)
    assert ". clear" not in view.show(there, size, [])
    there.apply({"do": "ability", "who": "A", "ability": "corrosion", "targets": ["C2"]})
    shown = view.show(there, size, [])
    assert "v corrosive" in shown
    assert "@ Corrosion of A, 3 turns left" in shown
    assert "corrosive" not in view.show(there, size, [])
    assert "v corrosive" in view.show(there, TerminalSize(80, None), [])


def test_short_names_stay_when_somebody_is_gone() -> None:
    sure = "{accuracy: 999, defense: 100, damage: 99}"
    there = sightline.battle(
        sightline.parse(f"""\
sightline: 1
rules: sodwa
map: {{grid: square, size: 5x3}}
pieces:
  Ann: {{at: A2, side: blue, melee: {sure}, ranged: {sure}}}
  Ada: {{at: A1, side: red, ip: 1000, melee: {sure}, ranged: {sure}}}
  Abe: {{at: E3, side: blue, melee: {sure}, ranged: {sure}}}
"""),
        seed=1,
    )
    assert text_map(there.scene, width=14).names == {"Ann": "A", "Ada": "d", "Abe": "b"}
    there.apply({"do": "attack", "who": "Ada", "target": "Ann"})
    assert text_map(there.scene, width=14).names == {"Ada": "d", "Abe": "b"}


def test_the_map_keeps_its_width(mill: Battle) -> None:
    view, size = BattleView(), TerminalSize(120, 40)

    def heads() -> str:
        return next(line for line in view.show(mill, size, []).splitlines() if line.lstrip().startswith("A "))[:60]

    mill.apply({"do": "turn", "who": "Cle", "facing": "NE"})
    before = heads()
    mill.apply({"do": "end", "who": "Cle"})
    assert heads() == before


def test_what_is_legal_stands_above_the_map_where_there_is_no_room_beside_it(tmp_path: Path) -> None:
    there = duel(tmp_path)

    def is_beside(lines: int) -> bool:
        return " turn: " in BattleView().show(there, TerminalSize(80, lines), [])

    assert (is_beside(24), is_beside(8)) == (True, False)


def test_the_letters_of_columns_stand_below_a_map_that_is_too_tall(mill: Battle) -> None:
    def at(height: int) -> bool:
        shown = BattleView().show(mill, TerminalSize(60, height), []).splitlines()
        rows = [number for number, line in enumerate(shown) if line.startswith((" 1 ", "   A "))]
        return shown[rows[0]].startswith(" 1 ")

    assert (at(12), at(60)) == (True, False)


def test_the_command_that_continues_a_battle_is_one_line(run: Run, tmp_path: Path) -> None:
    out = played(run, "quit", options=("--width", "40", "--record", str(tmp_path / "r")))
    assert out.endswith(f"continue with: sightline play {tmp_path / 'r'} --red human --blue greedy\n")


def test_a_battle_is_continued_in_its_language(run: Run, tmp_path: Path) -> None:
    out = played(run, "quit", options=("--lang", "fr", "--record", str(tmp_path / "r")))
    assert out.endswith(f": sightline play {tmp_path / 'r'} --red human --blue greedy --lang fr\n")


def test_the_targets_that_an_ability_still_needs_are_listed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL)
    out = run("play", str(file), stdin="ab telekinesis\nab telekinesis t\nab telekinesis t q\nab\nquit\n").out
    needed = "Telekinesis needs these targets, in this order: an enemy or an object, a facing.\n"
    assert out.count(f"{needed}ability telekinesis: T; then N, NE, E, SE, S, SW, W, NW\n") == 2
    assert "A> There is no facing 'Q'.\nA> " in out
    assert "ability portal: A1, B1, A2, B2; then B1, C1, D1," in out


def test_what_has_happened_is_said_after_the_map(run: Run) -> None:
    shown = played(run, "end", "1", "quit").split("Cle> ")[1].split("red> ")[0]
    assert shown.index(" 1 .") < shown.index("Eld moves to J8") < shown.index("red chooses who is next.")
    assert "The turn of Cle is over.\nEld moves to J8" in shown


def test_what_the_position_shows_is_no_news(run: Run) -> None:
    shown = played(run, "end", "1", "quit")
    assert "The clock shows" not in shown
    assert "Eld has a turn" not in shown
    assert "The turn of Eld is over." not in shown  # it has acted


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "move",
            "This is not complete; type move C3, or move B2 C3 to choose the path.\n"
            "move, cost 1: G10 H10 I10 H12 I12\n",
        ),
        ("attack", "This is not complete; type attack NAME, or a tile or border.\nattack, on terrain: J9 C7/D7 "),
        ("turn", "This is not complete; type turn NE.\nturn: NE E SE S SW W NW\n"),
        (
            "pick-up",
            "Pick-up is not possible now. There is no object to pick up, on its own tile or on an adjacent one where "
            "nobody stands.\n",
        ),
        ("choose", "Choose is not possible now. There is nobody to choose now.\n"),
        ("preview turn", "This is not complete; type turn NE.\n"),
        ("undo x", "Undo takes a number of actions, such as undo 3, not 'x'.\n"),
        ("undo 3", "Nothing has been done yet.\n"),
        ("put-down chest", "This is not complete; type put-down NAME TILE.\n"),
        ("show Zed", "Nobody is called 'Zed': "),
        ("reach Zed", "Nobody is called 'Zed': "),
    ],
)
def test_what_is_wanted_is_said(run: Run, typed: str, said: str) -> None:
    assert f"Cle> {said}" in played(run, typed)


def test_it_is_said_why_nothing_of_a_kind_is_possible(run: Run) -> None:
    out = played(run, "move g10", "move", "pick-up", "ability", options=("--blue", "human"))
    again = "Cle has already taken this kind of action this turn: "
    assert f"Move is not possible now. {again}" in out
    assert f"Pick-up is not possible now. {again}" in out
    assert "Ability is not possible now. Immolate has no possible target now." in out


def test_h_is_help_and_hi_a_hint(run: Run) -> None:
    out = played(run, "h", "hi")
    assert "Commands, each after its shortest form" in out
    assert "The greedy player would take: " in out


def test_what_takes_nothing_is_not_done_with_something_behind_it(run: Run) -> None:
    out = played(run, "end 3", "?", "quit")
    assert "End is typed alone, without '3' behind it.\n" in out
    assert "The turn of Cle is over." not in out
    assert "Commands, each after its shortest form" in out


def test_lines_typed_are_kept_for_the_next_battle_but_not_for_ever(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "history.txt"
    history = LineHistory(file)
    for number in range(MAX_LINES + 5):
        history.store_string(f"move  C{number}")
    kept = [*LineHistory(file).load_history_strings()]
    assert kept[0] == f"move C{MAX_LINES + 4}"
    assert len(kept) == MAX_LINES == len(file.read_text().splitlines())


def test_where_nothing_can_be_kept_nothing_is(tmp_path: Path) -> None:
    history = LineHistory(tmp_path)  # a folder
    history.store_string("move C3")
    assert [*history.load_history_strings()] == []


def test_several_actions_are_taken_back(run: Run) -> None:
    out = played(run, "turn ne", "move g10", "undo 3", "undo 2", "quit", options=("--blue", "human"))
    assert "There are only 2 actions to take back." in out
    assert "Steps 1 to 2 are taken back.\n" in out


def test_it_is_said_why_a_character_cannot_move_to_a_tile(run: Run) -> None:
    out = played(run, "move z99", "move g11", "move h11", "move e11", "preview move a1", "quit")
    assert "There is no tile 'Z99'.\n" in out
    assert "Borr stands at G11.\n" in out
    assert "Cle stands at H11.\n" in out
    assert "E11 is obstructing, so that nobody can move there.\n" in out
    assert "Cle cannot move to A1 now; reach shows where it can.\n" in out


def test_names_and_tiles_are_read_in_any_case_and_names_from_their_beginning(run: Run) -> None:
    out = played(run, "MOVE G10", "reach hal", "preview attack fe")
    assert "Cle moves to G10." in out
    assert "Where Hale can move: " in out
    assert re.search("defense value +Defense of Fenn", out)


def test_the_map_stays_in_sight_while_somebody_is_asked(run: Run) -> None:
    shown = played(run, "attack J9", "no", "reach", "quit", options=("--width", "80")).split("Cle> ")[1:]
    assert len(shown[0].splitlines()) < 5
    assert shown[0].endswith("Nothing is done.\n")
    assert len(shown[1].splitlines()) <= 24
    assert "a number is the cost" in shown[1]


def test_help_has_the_shortest_form_of_each_word(run: Run) -> None:
    lines = played(run, "help").splitlines()
    assert {line.split()[0] for line in lines if "pick-up NAME" in line or "undo, or" in line} == {"pi", "u"}
    assert "Cle is no" not in played(run, "u", "pi sacks")


def test_without_a_map_there_is_none(run: Run) -> None:
    assert " 1 ." not in played(run, "quit", options=("--no-map",))


def test_words_names_and_tiles_are_completed(mill: Battle) -> None:
    def of(line: str) -> list[str]:
        return list(completions(line, mill))

    assert of("m") == ["move "]
    assert of("p") == ["pick-up ", "put-down ", "preview "]
    assert of("move g1") == ["move G10"]
    assert {"attack J9", "attack C7/D7"} <= set(of("at "))
    assert of("turn s") == ["turn SE", "turn S", "turn SW"]
    assert of("reach H") == ["reach Hale"]
    assert of("preview tu") == ["preview turn "]
    assert of("preview turn n") == ["preview turn NE", "preview turn NW"]
    assert of("nonsense ") == []


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """Yield the keyboard of a terminal."""
    with create_pipe_input() as found, create_app_session(input=found, output=DummyOutput()):
        yield found


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, keys: PipeInput) -> LineReader:
    del keys
    monkeypatch.setattr("sightline.cli.line_history.history_path", lambda: tmp_path / "history.txt")
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    return LineReader()


def test_lines_are_edited_recalled_and_completed(reader: LineReader, keys: PipeInput, mill: Battle) -> None:
    def of(line: str) -> Iterator[str]:
        return completions(line, mill)

    keys.send_text("urn ne\x01t\r")  # Ctrl-A is the beginning of the line
    assert reader.read("> ", of) == "turn ne"
    keys.send_text("\x1b[A\r")
    assert reader.read("> ", of) == "turn ne"
    keys.send_text("mo\tg10\t\r")
    assert reader.read("> ", of) == "move G10"


def test_an_interrupt_drops_the_line_and_only_then_leaves(reader: LineReader, keys: PipeInput) -> None:
    keys.send_text("mov\x03")
    assert reader.read("> ") == ""
    keys.send_text("\x03")
    with pytest.raises(KeyboardInterrupt):
        reader.read("> ")
    keys.send_text("\x04")
    with pytest.raises(EOFError):
        reader.read("> ")


def test_only_a_terminal_loads_the_editor_of_lines() -> None:
    code = "import sys; import sightline.cli.battle_session; sys.exit('prompt_toolkit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_hint_names_the_action_as_it_is_typed_and_why(run: Run) -> None:
    shown = played(run, "hint", "quit").split("Cle> ")[1]
    first, *reasons = shown.splitlines()
    typed = re.fullmatch(r"The greedy player would take: (.*) \(value -?[0-9.]+\)\.", first)
    assert typed is not None
    assert typed[1].split()[0] in ("move", "attack", "turn", "end", "ability", "pick-up", "put-down")
    assert any(reason.startswith("The next best, ") for reason in reasons)
    assert "The next best" not in played(run, "quit")


@pytest.mark.slow
def test_a_hint_changes_nothing(run: Run) -> None:
    script = ("1", "y", "end", "log", "quit")
    asked = played(run, "hint", *script, "hint").split("Cle> ", 2)[2]
    assert asked == played(run, *script).split("Cle> ", 1)[1]


def test_a_hint_in_french(run: Run) -> None:
    shown = played(run, "hint", "quit", options=("--lang", "fr"))
    assert "Le joueur greedy ferait" in shown


LOCK = ("show", "show WEN", "show sod-7.8", "show nobody")


def shown_in_the_lock(run: Run, tmp_path: Path, *options: str) -> str:
    run("new", "sodwa", str(tmp_path / "lock.yaml"), "--map", "the-lock")
    typed = "".join(f"{line}\n" for line in LOCK)
    return str(run("play", str(tmp_path / "lock.yaml"), "--seed", "3", *options, stdin=typed).out)


def test_show_tells_all_about_a_character_or_what_a_clause_says(run: Run, tmp_path: Path) -> None:
    first, active, named, clause, unknown = shown_in_the_lock(run, tmp_path).split("Mab> ")[:5]
    assert "You play red; the computer plays blue.\n" in first
    assert active.startswith(
        "Mab of red, at G14, Health 11 of 11\nA field surgeon who goes where the shots come from.\n"
    )
    assert re.search(r"^melee +Accuracy 30, Damage 2 physical, Defense 100$", active, re.MULTILINE)
    assert re.search(r"^saves +Fortitude 50, Reflex 40, Power 40$", active, re.MULTILINE)
    assert "\nHealing (250 IP): A friend in sight, or the user, regains 4 Health" in active
    assert named.startswith("Wen of red, at H14")
    assert "Evasion" in named
    assert clause.startswith("SOD-7.8  A diagonal step takes the state of its corner")
    assert unknown.startswith("Nobody is called 'nobody': Nerea, Wen, ")


def test_show_in_french(run: Run, tmp_path: Path) -> None:
    shown = shown_in_the_lock(run, tmp_path, "--lang", "fr")
    assert "Vous jouez red\u202f; l'ordinateur joue blue." in shown
    assert "Prochain tour maintenant" in shown


def test_show_tells_effects(run: Run) -> None:
    assert "has moved: 10 less Accuracy, 10 more Defense" in played(run, "move g10", "show")


def test_show_needs_a_game_that_has_sheets(mill: Battle) -> None:
    class Bare:
        """A battle without sheets."""

        run, scenario, sheets = mill.run, mill.scenario, dict[str, object]()

    with pytest.raises(NotUnderstood, match="there is nothing more to say about Cle"):
        list(describe_named("cle", cast("Battle", Bare())))


def test_help_says_how_the_game_goes(run: Run) -> None:
    assert "SOD-2.4  A turn costs 500 IP when it comes up, a Move 250, an Attack 250." in played(run, "help")


def test_nobody_is_told_which_side_is_theirs_where_they_play_both(run: Run) -> None:
    assert "You play" not in played(run, "quit", options=("--blue", "human"))
