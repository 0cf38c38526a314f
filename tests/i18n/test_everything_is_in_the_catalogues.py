"""No text that a user sees stands outside the catalogues: with a language that wraps it all, what is left is data."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

import sightline
from sightline.cli.main import program
from sightline.plane import movement
from sightline.rules import installed_systems
from tests.cli.conftest import Run
from tests.docs.pages import ROOT, SCENARIOS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("wrapped")]

RUBBLE = str(SCENARIOS / "penance" / "across-the-rubble.yaml")
TOWER = str(SCENARIOS / "penance" / "tower-and-street.yaml")
SHEET = str(SCENARIOS / "combat-hex" / "ruling-sheet.yaml")
PAD = str(SCENARIOS / "post-galactica" / "the-landing-pad.yaml")
BREACH = str(SCENARIOS / "post-galactica" / "the-breach.yaml")
CORNERS, ROOF, WAREHOUSE, CHECKPOINT, MILL = (
    str(SCENARIOS / "sodwa" / f"the-{name}.yaml") for name in ("corners", "roof", "warehouse", "checkpoint", "mill")
)
BAY = str(ROOT / "tests" / "i18n" / "docking-bay.yaml")
"""A free table: two walls that all but meet, a building with firing ports, and terrain of every kind."""
BAD = sorted((ROOT / "tests" / "bad_scenarios").glob("*.yaml"))

_SAID = re.compile("⟦[^⟦⟧]*⟧")
_LABELS = re.compile(r"\b[A-Z]{1,2}\d+(?:@[A-Z]{1,2})?\b|\b(?:PEN|CH|PG|SOD)-[A-Z0-9.]+[a-z]?|\b[NSEW]{1,2}\b")
_MAPS_OR_ENTITIES = re.compile(
    r"^ *(?:[A-Z]{1,2} +)+[A-Z]{1,2}$|^ *\d* \S*\.\.\S*$|\bX(?=\w{1,3}\b)|&\w+;", re.MULTILINE
)
"""The columns of a map of cells, the rows of a free table, the sign before what blocks; and the entities of a page."""
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def unsaid(text: str, *data: str) -> set[str]:
    """Return the words of a text outside ⟦ and ⟧ that are no labels and none of the data."""
    while text != (text := _SAID.sub(" ", text)):
        pass
    text = _MAPS_OR_ENTITIES.sub(" ", text)
    for known in sorted(data, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(known)}(?!\w)", " ", text) if known else text
    return set(_LETTERS.findall(_LABELS.sub(" ", text)))


def data_of(file: str) -> tuple[str, ...]:
    """Return the words that a scenario brings along: its title, names, sides, weapons, and names of rulings."""
    scenario = sightline.load(file)
    pieces = scenario.position.pieces.values()
    sides = (piece.side for piece in pieces if piece.side)
    reasons = (getattr(piece, "protected", "") for piece in pieces)
    weapons = (weapon.name for piece in pieces for weapon in getattr(piece, "weapons", ()))
    rulings = (word for ruling in scenario.rules.rulings for word in (ruling.name, *ruling.choices))
    short_names = [name[:length] for name in scenario.position.pieces for length in (2, 3, 4)]
    short_names += [f"{name}{number}" for name in short_names for number in range(1, 10)]
    names = (*scenario.position.pieces, *short_names, *sides, *weapons, *reasons, *rulings)
    return (scenario.title, file, scenario.rules.title, *names, *OWN_KINDS)


OWN_KINDS = ("crates", "thicket", "shutters")
NARROW = ("--set", "Scouts.at=[28, 5]", "--set", "Raiders.at=[33, 5]")
A_TOWER, T_TOWER = tuple(sightline.load(TOWER).board.pieces)[:2]
QUESTIONS = [
    ("chart", RUBBLE),
    ("chart", RUBBLE, "--compare", "casket-cover=hostile-to-target"),
    ("chart", SHEET),
    ("shot", RUBBLE, "A", "T"),
    ("shot", RUBBLE, "T", "A", "--set", "T.facing=N", "--why-not"),
    ("shot", TOWER, A_TOWER, T_TOWER, "--why-not"),
    ("shot", SHEET, "B6", "E7"),
    ("shot", SHEET, "C2", "J1", "--why-not"),
    ("resolve", RUBBLE, "A", "T", "--seed", "1"),
    ("resolve", SHEET, "B6", "E7", "--seed", "1"),
    ("see", RUBBLE, "A"),
    ("reach", RUBBLE, "A"),
    ("threat", RUBBLE, "blue"),
    ("advise", RUBBLE, "A"),
    ("line", RUBBLE, "A1", "C4"),
    ("check", RUBBLE),
    ("draw", RUBBLE),
    ("draw", TOWER),
    ("draw", SHEET),
    ("chart", PAD),
    ("chart", BREACH),
    ("shot", PAD, "Gunners", "Walker"),
    ("shot", PAD, "Gunners", "Spore", "--why-not"),
    ("shot", PAD, "Scouts", "Lurkers"),
    ("shot", PAD, "Walker", "Gunners", "--why-not"),
    ("shot", BREACH, "Sappers", "Boarders"),
    ("shot", BREACH, "Captain", "Bosun", "--weapon", "pistol"),
    ("shot", BREACH, "Rearguard", "Winch"),
    ("resolve", PAD, "Gunners", "Walker", "--seed", "1"),
    ("resolve", BREACH, "Boarders", "Sappers", "--seed", "1"),
    ("see", PAD, "Marines"),
    ("reach", BREACH, "Captain"),
    ("threat", PAD, "fleet"),
    ("advise", PAD, "Marines"),
    ("draw", PAD),
    ("chart", CORNERS),
    ("shot", CORNERS, "Ada", "Abe"),
    ("shot", CORNERS, "Fay", "Fox", "--why-not"),
    ("shot", ROOF, "Vega", "Sable"),
    ("shot", ROOF, "Onyx", "Pike", "--why-not"),
    ("shot", WAREHOUSE, "Swift", "Lynx"),
    ("shot", CHECKPOINT, "Warden", "Ember"),
    ("shot", CHECKPOINT, "Thorn", "Warden"),
    ("resolve", CHECKPOINT, "Talon", "Bulwark", "--seed", "14"),
    ("strike", CHECKPOINT, "Talon", "J5"),
    ("strike", CHECKPOINT, "Bulwark", "J5"),
    ("draw", MILL, "--formation", "red=race"),
    ("see", ROOF, "Vega"),
    ("reach", ROOF, "Brand"),
    ("reach", WAREHOUSE, "Swift"),
    ("threat", CHECKPOINT, "guards"),
    ("draw", WAREHOUSE),
    ("check", BAY),
    ("draw", BAY),
    ("chart", BAY),
    ("chart", BAY, "--compare", "inside=blocks"),
    ("shot", BAY, "Marines", "Raiders", "--why-not"),
    ("shot", BAY, "Tank", "Lurkers", "--why-not"),
    ("shot", BAY, "Scouts", "Raiders"),
    ("shot", BAY, "Scouts", "Raiders", *NARROW),
    ("shot", BAY, "Scouts", "Tank"),
    ("shot", BAY, "Marines", "Brute", "--weapon", "blades"),
    ("resolve", BAY, "Scouts", "Raiders", "--seed", "1"),
    ("see", BAY, "Marines"),
    ("reach", BAY, "Raiders"),
    ("reach", BAY, "Raiders", "--toward", "20.5,15"),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_answers_in_text(run: Run, question: tuple[str, ...]) -> None:
    printed = run(*question, "--lang", "fr")
    assert printed.status == 0
    assert "⟦" in printed.out or question[0] == "draw"
    assert unsaid(printed.out, *data_of(question[1])) == set()


@pytest.mark.slow
@pytest.mark.parametrize("question", [each for each in QUESTIONS if each[0] not in ("chart", "check")], ids=" ".join)
def test_answers_as_svg(run: Run, question: tuple[str, ...]) -> None:
    printed = run(*question, "--lang", "fr", "--svg", "-")
    root = ElementTree.fromstring(printed.out)
    texts = [
        "".join(each.itertext()) if each.tag.endswith("}text") else each.text or ""
        for each in root.iter()
        if each.tag.rpartition("}")[2] in ("text", "title", "desc")
    ]
    assert unsaid("\n".join(texts), *data_of(question[1])) == set()


@pytest.mark.parametrize("file", [RUBBLE, SHEET, PAD, BAY], ids=["penance", "combat-hex", "pad", "bay"])
def test_a_page_to_print(run: Run, file: str) -> None:
    page = run("chart", file, "--as", "html", "--lang", "fr").out
    assert '<html lang="fr">' in page
    text = re.sub("<style.*?</style>", "", page, flags=re.DOTALL)
    assert unsaid(re.sub("<[^>]*>", " ", text), *data_of(file)) == set()


GROUPS = {name: each for name, each in program.commands.items() if isinstance(each, click.Group)}
NESTED = [(name, each) for name, group in GROUPS.items() for each in group.commands]
COMMANDS = [(), *((name,) for name in sorted(program.commands)), *NESTED]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help(run: Run, command: tuple[str, ...]) -> None:
    printed = run(*command, "--help", "--lang", "fr").out
    options = {flag.removeprefix("--") for each in program.commands.values() for o in each.params for flag in o.opts}
    flags = re.sub(r"--?[\w-]+", " ", printed)
    words = (
        "table|json|csv|html|svg",
        "human|random|greedy",
        "random|greedy",
        "colour|dark|print",
        "exact|all|seen|allowed|best",
    )
    left = unsaid(
        flags, "sightline", "OPTIONS", *words, *program.commands, *(name for _group, name in NESTED), *options
    )
    assert left == set()


@pytest.mark.parametrize(
    "key",
    [
        (),
        *((name,) for name in ("penance", "combat-hex", "post-galactica", "sodwa")),
        *(("penance", name) for name in ("PEN-3.1", "near")),
        *(("post-galactica", name) for name in ("PG-20.2b", "hex-sight")),
        *(("sodwa", name) for name in ("SOD-4.5", "adjacent-fence")),
    ],
    ids=str,
)
def test_rules(run: Run, key: tuple[str, ...]) -> None:
    words = [*installed_systems()] + [each.title for each in installed_systems().values()]
    words += [w for each in installed_systems().values() for r in each.rulings for w in (r.name, *r.choices)]
    assert unsaid(run("rules", *key, "--lang", "fr").out, *words) == set()


REFUSED = [
    ("shot", RUBBLE, "A", "X"),
    ("shot", RUBBLE, "A", "A"),
    ("shot", RUBBLE, "A"),
    ("shot", RUBBLE, "A", "T", "--weapon", "bow"),
    ("shot", RUBBLE, "A", "T", "--bow"),
    ("shot", RUBBLE, "A", "T", "--svg", "x", "--png", "x"),
    ("shot", RUBBLE, "A", "T", "--set", "A"),
    ("shot", RUBBLE, "A", "T", "--set", "A.at=Z99"),
    ("shot", RUBBLE, "A", "T", "--ruling", "near"),
    ("shot", RUBBLE, "A", "T", "--ruling", "near=far"),
    ("shot", RUBBLE, "A", "T", "--svg", "/no/such/folder/x.svg"),
    ("resolve", RUBBLE, "A", "T", "--seed", "x"),
    ("chart", RUBBLE, "--as", "pdf"),
    ("chart", RUBBLE, "--as", "csv", "--compare", "near=crosses"),
    ("chart", "/no/such/file"),
    ("chart", "/"),
    ("chart", RUBBLE, "--system", "/no/such/file"),
    ("reach", SHEET, "B6"),
    ("threat", RUBBLE, "green"),
    ("line", RUBBLE, "A1", "Z9"),
    ("rules", "pennance"),
    ("rules", "penance", "PEN-0"),
    ("sho",),
    ("reach", RUBBLE, "A", "--toward", "1,2"),
    ("threat", BAY, "fleet"),
    ("advise", BAY, "Tank"),
    ("line", BAY, "A1", "B2"),
    ("shot", BAY, "Tank", "Raiders", "--side-view", "x.svg"),
    ("shot", BAY, "Tank", "Raiders", "--set", "Tank.at=[1]"),
    ("shot", BAY, "Tank", "Raiders", "--set", "Tank.at=[0, 0]"),
    ("reach", BAY, "Tank", "--toward", "9"),
    ("reach", BAY, "Tank", "--toward", "far,off"),
    ("reach", BAY, "Tank", "--by"),
]


@pytest.mark.parametrize("wrong", REFUSED, ids=" ".join)
def test_refusals(run: Run, wrong: tuple[str, ...]) -> None:
    printed = run(*wrong, "--lang", "fr")
    assert printed.status == 2
    keys = ["from", "to", "toward", "side", "weapon", "rulings.near", "clause", "system", "file", "rules"]
    keys += ["pieces.A.at", "pieces.Tank.at"]
    flags = re.sub(r"--[\w-]+", " ", printed.err)
    folders = [str(parent) for word in wrong for parent in Path(word).parents]
    assert unsaid(flags, "sightline", "OPTIONS", *wrong, *folders, *keys) == set()


def test_a_missing_library(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(movement, "result", raising=False)
    monkeypatch.setitem(sys.modules, "sightline.plane.movement.result", None)
    refused = run("reach", BAY, "Tank", "--lang", "fr")
    assert refused.status == 2
    assert unsaid(refused.err, "sightline") == set()


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_bad_scenarios(run: Run, file: Path) -> None:
    printed = run("check", str(file), "--lang", "fr")
    assert printed.status == 1
    for problem in printed.out.splitlines():
        message = problem.removeprefix(str(file))
        about = re.match(r"(:\d+:\d+)?: (?:[^⟦]*: )?", message)
        assert about is not None
        assert unsaid(message[about.end() :]) == set()
