"""A scenario speaks its language, whoever asks and whenever; its numbers and keys are the same in all."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

import sightline
from sightline.i18n import Term, current_language, fill, use_language
from tests.docs.pages import SCENARIOS

FILE = SCENARIOS / "penance" / "across-the-rubble.yaml"
ENGLISH = sightline.load(FILE)
FRENCH = sightline.load(FILE, language="fr")


def bare(value: Any) -> Any:
    """Return an answer without what is said in words."""
    match value:
        case dict():
            return {key: bare(part) for key, part in value.items() if key != "why"}
        case list():
            return [bare(part) for part in value]
    return value


def test_a_verdict_speaks_french_with_the_same_numbers() -> None:
    english, french = ENGLISH.shot("A", "T"), FRENCH.shot("A", "T")
    assert [finding.why for finding in french.findings][1:3] == [
        "portée moyenne\N{NO-BREAK SPACE}: 5 hexagones",
        "gravats en D3\N{NO-BREAK SPACE}: T à couvert",
    ]
    assert french.findings[2].message == english.findings[2].message
    assert bare(json.loads(french.to_json())) == bare(json.loads(english.to_json()))
    assert json.loads(french.to_json())["findings"][2]["message"]["args"]["terrain"] == "rubble"


def test_names_are_not_translated() -> None:
    text = ENGLISH.to_yaml().replace("T:", "rubble:")
    named = sightline.parse(text, language="fr").shot("A", "rubble")
    assert "gravats en D3\N{NO-BREAK SPACE}: rubble à couvert" in [finding.why for finding in named.findings]


def test_pictures_are_in_the_language_of_the_scenario_whenever_they_are_drawn() -> None:
    answer = FRENCH.shot("A", "T")
    with use_language("en"):
        assert "gravats" in answer.text()
        assert "gravats" in answer.svg()
        assert "27,78" in answer.text()
    assert "27.78" in ENGLISH.shot("A", "T").text()


def test_a_chart_leaks_no_language_between_its_rows() -> None:
    verdicts = FRENCH.iter_chart()
    assert next(verdicts).findings[0].why == "nombre de base"
    assert current_language() == "en"
    assert next(ENGLISH.iter_chart()).findings[0].why == "base number"


def test_changed_scenarios_keep_their_language() -> None:
    changed = (
        FRENCH.with_piece("A", at="C7"),
        FRENCH.with_rulings({"near": "crosses"}),
        FRENCH.with_language("fr"),
        ENGLISH.with_language("fr"),
        pickle.loads(pickle.dumps(FRENCH)),
        copy.deepcopy(FRENCH),
    )
    assert {each.language for each in changed} == {"fr"}
    assert FRENCH.with_language("en") == ENGLISH != FRENCH


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda s: s.shot("A", "X"), "il n'y a pas de pièce 'X'"),
        (lambda s: s.shot("A", "A"), "'A' ne peut pas être sa propre cible"),
        (lambda s: s.shot("A", "T", weapon="bow"), "'A' n'a pas d'arme 'bow'"),
        (lambda s: s.threat("green"), "il n'y a pas de camp 'green'"),
    ],
)
def test_refusals_are_in_the_language_of_the_scenario(ask: Any, said: str) -> None:
    with pytest.raises(sightline.ScenarioError, match=said):
        ask(FRENCH)


def test_another_language_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no language 'de'"):
        sightline.load(FILE, language="de")
    with pytest.raises(ValueError, match="there is no language 'de'"):
        ENGLISH.with_language("de")


COMBAT_HEX = """\
sightline: 1
rules: combat-hex
map:
  grid: hex
  size: 4x4
  levels: {1: [B2]}
  borders: {red-line: [A1/C3]}
pieces:
  Ada: {at: [A1, C3], mounted: true}
  Bob: {at: [B2, B3], mounted: true}
  Cy: {at: D4, mounted: true}
  Dee: {at: [C1, D1]}
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "A1 and C3 are not neighbours",
                "half of the base stands on elevated terrain, B2, and half beside it, B3",
                "a mounted warrior stands on two neighbouring hexes, not only on D4",
                "only a mounted warrior can stand on two hexes, C1 and D1",
            ),
        ),
        (
            "fr",
            (
                "A1 et C3 ne sont pas voisines",
                "le socle est à moitié sur un terrain surélevé, B2, à moitié à côté, B3",
                "un cavalier occupe deux hexagones voisins, et non D4 seul",
                "seul un cavalier peut occuper deux hexagones, C1 et D1",
            ),
        ),
    ],
)
def test_bad_bases_and_printed_lines_are_refused_in_both_languages(language: str, said: tuple[str, ...]) -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(COMBAT_HEX, language=language)
    without_line = COMBAT_HEX.replace("A1/C3", "A1/A2")
    with pytest.raises(sightline.ScenarioError) as bases:
        sightline.parse(without_line, language=language)
    assert [problem for problem in refused.value.problems if problem.key == "map.borders.red-line.0"]
    assert said[0] in str(refused.value)
    for each in said:
        assert each in str(bases.value)


def test_a_name_that_is_written_like_a_term_stays_what_it_is() -> None:
    for _ in range(2):  # the second time texts are those kept from the first
        with use_language("fr"):
            assert fill("{what}", {"what": Term("rubble")}) == "gravats"
            assert fill("{what}", {"what": "rubble"}) == "rubble"
        assert fill("{what}", {"what": Term("rubble")}) == "rubble"
