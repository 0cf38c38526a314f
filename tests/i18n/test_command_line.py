"""`--lang`: wherever it stands; and what programs read is the same in every language."""

from __future__ import annotations

import gettext
import json
import os
import re
from typing import Any

import pytest

from sightline.i18n import current_language
from tests.cli.conftest import Run
from tests.docs.pages import ROOT, SCENARIOS
from tests.i18n.test_api import bare

RUBBLE = str(SCENARIOS / "penance" / "across-the-rubble.yaml")
SHEET = str(SCENARIOS / "combat-hex" / "ruling-sheet.yaml")
BAY = str(ROOT / "tests" / "i18n" / "docking-bay.yaml")
SPACE = "\N{NO-BREAK SPACE}"


NO_FILE = {"en": "No such file or directory", "fr": "Fichier ou dossier inexistant"}
USAGE = {"en": "Usage: sightline", "fr": f"Usage{SPACE}: sightline"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), USAGE["en"]),
        (("chart", "x", "--lang", "fr"), NO_FILE["fr"]),
        (("--lang=fr", "--help"), USAGE["fr"]),
        (("--lang", "fr", "chart", "x", "--lang", "en"), NO_FILE["en"]),
        (("--lang", "de"), "there is no language 'de'"),
        (("chart", "--", "--lang", "fr"), USAGE["en"]),
        (("chart", "--lang"), "Option '--lang' requires an argument."),
    ],
)
def test_the_last_language_counts(run: Run, arguments: tuple[str, ...], said: str) -> None:
    found = run(*arguments)
    assert said in found.out + found.err


def test_help_and_wrong_usage_speak_it(run: Run) -> None:
    assert f"Usage{SPACE}: sightline shot [OPTIONS] FICHIER A T" in run("shot", "--help", "--lang", "fr").out
    assert f"Erreur{SPACE}: Argument manquant{SPACE}: 'T'." in run("shot", RUBBLE, "A", "--lang=fr").err
    assert "il n'y a pas de langue" not in run("--lang", "fr", "chart", RUBBLE).out
    assert "Vue" in run("chart", RUBBLE, "--lang", "fr").out


def test_nothing_of_it_stays_behind(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    before = gettext.textdomain()
    assert "Usage: sightline" in run("--help").out  # whatever the terminal's own language is
    run("chart", RUBBLE, "--lang", "fr")
    assert (gettext.textdomain(), os.environ["LANGUAGE"], current_language()) == (before, "fr", "en")


@pytest.mark.parametrize(
    "question",
    [
        ("chart", RUBBLE),
        ("chart", SHEET),
        ("shot", RUBBLE, "T", "A", "--set", "T.facing=N", "--why-not"),
        ("resolve", RUBBLE, "A", "T", "--seed", "2"),
        ("see", RUBBLE, "A"),
        ("reach", RUBBLE, "A"),
        ("threat", RUBBLE, "blue"),
        ("advise", RUBBLE, "A"),
        ("line", RUBBLE, "A1", "C4"),
        ("check", RUBBLE),
        ("chart", BAY),
        ("shot", BAY, "Tank", "Lurkers", "--why-not"),
        ("shot", BAY, "Scouts", "Raiders"),
        ("resolve", BAY, "Scouts", "Raiders", "--seed", "2"),
        ("see", BAY, "Marines"),
        ("reach", BAY, "Raiders", "--toward", "20.5,15"),
    ],
    ids=" ".join,
)
def test_json_differs_in_its_words_alone(run: Run, question: tuple[str, ...]) -> None:
    english, french = (run(*question, "--json", "--lang", language).json for language in ("en", "fr"))
    assert bare(english) == bare(french)


@pytest.mark.parametrize("file", [RUBBLE, SHEET, BAY])
def test_csv_is_the_same(run: Run, file: str) -> None:
    english, french = (run("chart", file, "--as", "csv", "--lang", language).out for language in ("en", "fr"))
    assert english == french


def test_json_of_rules_has_the_same_keys_and_ids(run: Run) -> None:
    def names(answer: Any) -> Any:
        clauses = [(*each, each["id"]) for each in answer["clauses"]]
        return clauses, [(*each, each["name"], each["choices"]) for each in answer["rulings"]]

    english, french = (run("rules", "penance", "--json", "--lang", language).json for language in ("en", "fr"))
    assert names(english) == names(french)
    assert french["clauses"][0]["title"] == "Caskets et hexagones"


def test_json_of_problems_has_the_same_places(run: Run, tmp_path: Any) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("sightline: 1\nrules: penance\nmap: {grid: hexx, size: 3x3}\n")
    english, french = (json.loads(run("check", str(file), "--json", "--lang", each).out) for each in ("en", "fr"))
    assert [{**each, "message": ""} for each in english] == [{**each, "message": ""} for each in french]
    assert english[0]["message"] != french[0]["message"]


def test_a_chart_is_written_as_french_is(run: Run) -> None:
    page = run("chart", SHEET, "--as", "html", "--lang", "fr").out
    assert '<html lang="fr">' in page
    assert "<th>Tireur</th><th>Cible</th><th>LdV</th><th>Bonus de tir</th><th>Touche sur</th><th>Règle</th>" in page
    assert "<dt>CH-5.11 Guerriers sur la ligne</dt>" in page
    assert re.search(r"\b27,78\b", run("chart", RUBBLE, "--lang", "fr").out)


def test_a_free_table_is_reported_as_french_is(run: Run) -> None:
    told = run("shot", BAY, "Tank", "Lurkers", "--why-not", "--lang", "fr").out
    assert "Une table de 40,5 pouces sur 20." in told
    assert f"Tank, camp fleet, en [5, 15], socle 60{SPACE}mm × 1,5″, orientation 45°" in told
    assert f"mur 2{SPACE}: lignes de vue coupées, et aucune n'est libre" in told
    assert f"sans mur 2{SPACE}: alors vue dégagée" in told
    assert re.search("^couvert +néant$", told, re.MULTILINE)
    far = run("shot", BAY, "Marines", "Raiders", "--weapon", "rifles", "--lang", "fr").out
    assert re.search(r"rifles porte à 12,5, la cible est à \d+,\d{2}$", far, re.MULTILINE)
    over = run("check", BAY, "--set", "Brute.at=[0, 12]", "--lang", "fr").err
    assert "'Brute' dépasse de 0,629921 pouces le bord de la table, 40.5x20." in over


def test_help_changes_its_language_within_one_process(run: Run) -> None:
    assert "Show this message and exit." in run("--help").out
    assert "Show this message and exit." not in run("--help", "--lang", "fr").out
    assert "Show this message and exit." in run("--help").out
